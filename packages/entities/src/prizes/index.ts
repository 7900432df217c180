import { coupon } from './coupon.ts';
import { prize } from './prize.ts';
import { prizeStockLog } from './prize-stock-log.ts';
import { userCoupon } from './user-coupon.ts';
import { winningRecord } from './winning-record.ts';

/** Entities of the domain: prizes, coupons and winning records. A new one is added here, one line. */
export const prizesEntities = {
  prize,
  prizeStockLog,
  coupon,
  userCoupon,
  winningRecord,
} as const;
