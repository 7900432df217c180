import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { cargos, namesOf } from './cargo.ts';

/** Takes away the parcels of what a user gets, unless somebody else has something in the same box. */
export async function forgetParcels(tx: Tx, userId: string): Promise<void> {
  const each = cargos().map((cargo) => ({ ...cargo, ...namesOf(cargo) }));
  const carried = sql.join(
    each.map(
      ({ records, links, linked }) =>
        sql`select u.parcel_id, r.user_id from ${links} u join ${records} r on r.id = ${linked}`,
    ),
    sql` union all `,
  );
  await sql`
    delete from exp_parcel p where p.id in (select c.parcel_id from (${carried}) c where c.user_id = ${userId})
      and not exists (select from (${carried}) c where c.parcel_id = p.id and c.user_id <> ${userId})`.execute(tx);
  for (const { records, links, linked } of each)
    await sql`delete from ${links} u using ${records} r where r.id = ${linked} and r.user_id = ${userId}`.execute(tx);
}
