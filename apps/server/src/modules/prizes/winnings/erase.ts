import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { inCodes } from '../../../db/in-codes.ts';
import { forgetParcels } from '../express/service.ts';
import { moveForWinning } from '../stock/stock.ts';

const { toClaim, toShip, cancelled } = machines['SM-Winning'].states;
const gone = '用户已注销';

/** Takes a person out of what they have won; what has not gone out yet does not any more. The records stay. */
export async function forgetWinner(tx: Tx, userId: string): Promise<void> {
  // Before the records: what comes in about a parcel locks them in this order too.
  await forgetParcels(tx, userId);
  const { rows } = await sql<{ id: string; prizeId: string | null }>`
    update act_winning_record set status = ${cancelled}, remark = ${gone}, rev = rev + 1, update_time = now(), update_by = null
    where user_id = ${userId} and status ${inCodes([toClaim, toShip])} and not deleted
    returning id::text as id, prize_id::text as "prizeId"`.execute(tx);
  await sql`
    update act_winning_record set receiver_enc = null, receiver_hash = null, receiver_mask = null, receiver_mobile_enc = null,
      receiver_mobile_hash = null, receiver_mobile_mask = null, address_enc = null, address_hash = null, address_mask = null,
      id_number_enc = null, id_number_hash = null, id_number_mask = null, pick_code_enc = null, pick_code_hash = null
    where user_id = ${userId}`.execute(tx);
  // Prizes in one order, so that two erasures never wait for each other.
  for (const row of rows.toSorted((a, b) => Number(a.prizeId) - Number(b.prizeId)))
    await moveForWinning(tx, row, 'release');
}
