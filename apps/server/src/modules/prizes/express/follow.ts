import { sql } from 'kysely';
import { notifyLive } from '../../../db/live.ts';
import { withTransaction, type Db, type Tx } from '../../../db/pool.ts';
import { mayMove } from '../../../entity/due.ts';
import type { Job } from '../../module.ts';
import { type Cargo, cargos, comesBy, hasReceiver, namesOf, reusedAfterDays } from './cargo.ts';
import type { NewParcel } from './number.ts';

/** Told when a parcel is to be followed. */
export const expressTopic = 'prizes.express';

/**
 * Follows the parcel of a record from now on, unless its receiver's account is erased. A number that is there already is in the same box, unless the
 * record has had it before or its news are old: then it begins anew.
 */
export async function followParcel(tx: Tx, cargo: Cargo, recordId: string, parcel: NewParcel): Promise<void> {
  const { records, links, linked } = namesOf(cargo);
  const { rows } = await sql<{ id: string }>`
    insert into exp_parcel as p (company, number, next_time)
    select ${parcel.expressCompany}, ${parcel.expressNo}, now() from ${records} r where r.id = ${recordId} and ${hasReceiver}
    on conflict (company, number) do update set next_time = now(), attempts = 0, last_error = null, trouble = null
    returning id::text as id`.execute(tx);
  const [followed] = rows;
  if (followed === undefined) return;
  await sql`
    update exp_parcel p set follow_time = now(), subscribed_time = null, state = null, state_time = null, steps = '[]', news_time = null
    where p.id = ${followed.id} and (p.state_time < now() - make_interval(days => ${reusedAfterDays})
      or exists (select 1 from ${links} u where u.parcel_id = p.id and ${linked} = ${recordId}))`.execute(tx);
  const column = sql.ref(cargo.link.column);
  await sql`
    insert into ${links} (${column}, parcel_id) values (${recordId}, ${followed.id})
    on conflict (${column}, parcel_id) do update set create_time = now()`.execute(tx);
  await notifyLive(tx, expressTopic, {});
}

interface OnItsWay extends NewParcel {
  readonly id: string;
}

const atOnce = 500;

/** What is on its way and is not followed: shipped before there was this, or by a process of the release before. @returns how many */
async function followForgotten(db: Db, cargo: Cargo): Promise<number> {
  const { records, links, linked } = namesOf(cargo);
  return withTransaction(db, async (tx) => {
    const { rows } = await sql<OnItsWay>`
      select r.id::text as id, r.express_company, r.express_no from ${records} r
      where ${mayMove(cargo.arrival, 'r')} and ${hasReceiver} and r.express_company is not null and r.express_no is not null
        and r.ship_time > now() - make_interval(days => ${reusedAfterDays})
        and not exists (select 1 from ${links} u join exp_parcel p on p.id = u.parcel_id where ${linked} = r.id and ${comesBy})
      order by r.express_company, r.express_no, r.id limit ${atOnce}`.execute(tx);
    for (const { id, ...parcel } of rows) await followParcel(tx, cargo, id, parcel);
    return rows.length;
  });
}

const forgotten: Job = {
  name: 'prizes.express',
  cron: '7 * * * *',
  async run({ db }) {
    for (const cargo of cargos()) while ((await followForgotten(db, cargo)) === atOnce);
  },
};

export const expressJobs: readonly Job[] = [forgotten];
