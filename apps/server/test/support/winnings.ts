import { codes } from '@wheelhouse/entities/codes';
import { withTransaction } from '../../src/db/pool.ts';
import { award } from '../../src/modules/prizes/service.ts';
import { addAppUser } from './app-user.ts';
import type { TestApp } from './app.ts';

interface Won {
  readonly id: string;
  readonly recordNo: string;
  readonly prizeId: string;
  readonly userId: string;
}

/** A user who has won a physical prize of which others have some too, so that it can be sent and come back. */
export async function awardSample(t: TestApp, prizeId: string, { pickUp = false } = {}): Promise<Won> {
  const userId = await addAppUser(t);
  const mode = pickUp ? codes.DeliveryMode.pickUp : codes.DeliveryMode.express;
  await t.app.pool.query('update act_prize set delivery_mode = $2 where id = $1', [prizeId, mode]);
  const move = `insert into act_prize_stock_log (prize_id, type, qty, available_before, available_after, stock_after, reserved_after, sent_after)
    values ($1, $2, 2, 0, 0, 0, 0, 0)`;
  for (const type of [
    codes.StockLogType.in,
    codes.StockLogType.in,
    codes.StockLogType.reserve,
    codes.StockLogType.send,
  ])
    await t.app.pool.query(move, [prizeId, type]);
  const given = {
    userId,
    source: codes.WinSource.wish,
    activityName: '心愿墙',
    prizeKind: codes.PrizeKind.physical,
    prizeId,
  };
  return { ...(await withTransaction(t.app.db, (tx) => award(tx, t.app, given))), prizeId, userId };
}
