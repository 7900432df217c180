import { prize } from './prize.ts';
import { prizeStockLog } from './prize-stock-log.ts';
import { winningRecord } from './winning-record.ts';

/** Entities of the domain: prizes, coupons and winning records. A new one is added here, one line. */
export const prizesEntities = {
  prize,
  prizeStockLog,
  winningRecord,
} as const;
