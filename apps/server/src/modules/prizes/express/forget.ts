import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';

/** Takes away the parcels of what a user has won, unless somebody else has something in the same box. */
export async function forgetParcels(tx: Tx, userId: string): Promise<void> {
  await sql`
    delete from exp_parcel p using (
      select u.parcel_id from exp_parcel_winning u join act_winning_record w on w.id = u.winning_id
      group by u.parcel_id having bool_and(w.user_id = ${userId})) own
    where p.id = own.parcel_id`.execute(tx);
  await sql`
    delete from exp_parcel_winning u using act_winning_record w where w.id = u.winning_id and w.user_id = ${userId}`.execute(
    tx,
  );
}
