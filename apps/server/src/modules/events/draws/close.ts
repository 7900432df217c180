import { headOf } from '@wheelhouse/contract/receipts/hashes';
import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';
import { today } from '../../../db/wall-clock.ts';
import { AppError } from '../../../http/errors.ts';
import { moveStock } from '../../prizes/service.ts';
import { heldOf } from './boxes.ts';

const { release } = codes.StockLogType;

interface Left {
  readonly prizeId: string;
  readonly qty: number;
}

/** Notes the heads of a campaign's chains for today, once: the first of the day stays. */
export async function noteHead(tx: Db | Tx, activityId: string): Promise<void> {
  const { rows } = await sql<{ head: Buffer; last: number }>`
    select head, last from act_raffle_lane where activity_id = ${activityId} order by lane`.execute(tx);
  if (rows.length === 0) return;
  await sql`
    insert into act_raffle_head (activity_id, day, head, counts)
    values (${activityId}, ${today}, ${headOf(rows.map(({ head }) => head))}, ${rows.map(({ last }) => last)})
    on conflict do nothing`.execute(tx);
}

/** @throws AppError 7013 boxes are held for orders that may still be paid */
async function refuseHeld(tx: Tx, activityId: string): Promise<void> {
  const { rows } = await sql`
    select 1 from act_raffle_activity where id = ${activityId}::bigint and activity_type = ${codes.RaffleType.blindBox}`.execute(
    tx,
  );
  const held = rows.length === 0 ? 0 : await heldOf(tx, activityId);
  if (held > 0) throw new AppError(7013, { n: held });
}

/**
 * Ends the draws of a campaign: those under way are waited for, later ones are refused. What was not won goes back to the stock, and the seed may be
 * published. @throws AppError 7013 boxes are held for orders that may still be paid
 */
export async function closeDraws(tx: Tx, activityId: string, operatorId?: string): Promise<void> {
  await refuseHeld(tx, activityId);
  await sql`update act_raffle_lane set closed = true where activity_id = ${activityId}`.execute(tx);
  await sql`update act_raffle_state set closed = true where activity_id = ${activityId}`.execute(tx);
  const { rows } = await sql<Left & { activityNo: string }>`
    select p.prize_id::text as prize_id, p.quantity - p.won as qty, a.activity_no
    from act_raffle_prize p join act_raffle_activity a on a.id = p.activity_id
    where p.activity_id = ${activityId} and p.prize_id is not null and p.quantity > p.won order by p.prize_id, p.sort`.execute(
    tx,
  );
  for (const { prizeId, qty, activityNo } of rows)
    await moveStock(tx, { prizeId, type: release, qty, remark: activityNo, ...(operatorId && { operatorId }) });
}
