import { codes } from '@wheelhouse/entities/codes';
import type { PoolRow } from '@wheelhouse/entities/events/raffle-pool';
import type { TestApp } from './app.ts';

/** Puts so many pieces of a prize into stock. */
export async function putIn(t: Pick<TestApp, 'app'>, prizeId: string, quantity: number): Promise<void> {
  await t.app.pool.query(
    `insert into act_prize_stock_log (prize_id, type, qty, available_before, available_after, stock_after, reserved_after, sent_after)
     values ($1, $2, $3, 0, 0, 0, 0, 0)`,
    [prizeId, codes.StockLogType.in, quantity],
  );
}

/** A row of a pool for a prize, two pieces at 10 % unless it says otherwise. */
export const poolRowFor = (prizeId: string, row: Partial<PoolRow> = {}): PoolRow => ({
  prizeKind: codes.PrizeKind.physical,
  levelName: '一等奖',
  quantity: 2,
  probability: 10,
  dailyLimit: null,
  minIntervalSec: null,
  validDays: null,
  displayImage: null,
  ...row,
  prizeId,
});
