import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { notifyLive } from '../../../db/live.ts';
import { withTransaction, type Db, type Tx } from '../../../db/pool.ts';
import type { Parcel } from '../../../adapters/express/index.ts';
import type { Job } from '../../module.ts';

/** Told when a parcel is to be followed. */
export const expressTopic = 'prizes.express';
const { shipped } = machines['SM-Winning'].states;
/** Companies use a number again after months: what is older than this is of another parcel. */
export const reusedAfterDays = 30;

/**
 * Follows the parcel of a winning record from now on. A number that is there already is in the same box, unless the record has had it before or its
 * news are old: then it begins anew.
 */
export async function followParcel(tx: Tx, winningId: string, { company, number }: Parcel): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into exp_parcel as p (company, number, next_time) values (${company}, ${number}, now())
    on conflict (company, number) do update set next_time = now(), attempts = 0, last_error = null, trouble = null
    returning id::text as id`.execute(tx);
  const parcelId = rows[0]?.id;
  await sql`
    update exp_parcel p set follow_time = now(), subscribed_time = null, state = null, state_time = null, steps = '[]', news_time = null
    where p.id = ${parcelId} and (p.state_time < now() - make_interval(days => ${reusedAfterDays})
      or exists (select 1 from exp_parcel_winning u where u.parcel_id = p.id and u.winning_id = ${winningId}))`.execute(
    tx,
  );
  await sql`
    insert into exp_parcel_winning (winning_id, parcel_id) values (${winningId}, ${parcelId})
    on conflict (winning_id, parcel_id) do update set create_time = now()`.execute(tx);
  await notifyLive(tx, expressTopic, {});
}

interface OnItsWay extends Parcel {
  readonly id: string;
}

const atOnce = 500;

/** What is on its way and is not followed: shipped before there was this, or by a process of the release before. @returns how many */
async function followForgotten(db: Db): Promise<number> {
  return withTransaction(db, async (tx) => {
    const { rows } = await sql<OnItsWay>`
      select w.id::text as id, w.express_company as company, w.express_no as number from act_winning_record w
      where w.status = ${shipped} and not w.deleted and w.express_company is not null and w.express_no is not null
        and w.ship_time > now() - make_interval(days => ${reusedAfterDays}) and not exists (
          select 1 from exp_parcel_winning u join exp_parcel p on p.id = u.parcel_id
          where u.winning_id = w.id and p.company = w.express_company and p.number = w.express_no)
      order by w.express_company, w.express_no, w.id limit ${atOnce}`.execute(tx);
    for (const { id, ...parcel } of rows) await followParcel(tx, id, parcel);
    return rows.length;
  });
}

const forgotten: Job = {
  name: 'prizes.express',
  cron: '7 * * * *',
  async run({ db }) {
    while ((await followForgotten(db)) === atOnce);
  },
};

export const expressJobs: readonly Job[] = [forgotten];
