import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { sql, type RawBuilder } from 'kysely';
import { isTrue } from '../../db/facts.ts';
import { carrierOf, type CarrierApp } from '../../adapters/carrier/index.ts';
import { withTransaction, type Db } from '../../db/pool.ts';
import { today } from '../../db/wall-clock.ts';
import type { Job } from '../module.ts';
import { isSwitchedOn } from '../reference/service.ts';
import { findCards, judge, type StateOp } from './judge.ts';
import { notices } from './notices.ts';
import { clearOverused, isOverused, overuse } from './overuse.ts';
import { writeOperations } from './submit.ts';
import { startSweep } from './sweep.ts';

const { active, suspended, cancelled } = machines['SM-Sim'].states;
const { closed } = machines['SM-Stolen'].states;
const logDays = 90;
/** Cards of one transaction. */
const portion = 500;
/** Cards of one statement. */
const counted = 5_000;

/** Carriers whose cards are read through their lists. */
async function listedCarriers(app: CarrierApp): Promise<number[]> {
  const found: number[] = [];
  for (const carrier of Object.values(codes.Carrier))
    if ((await carrierOf(app, carrier)).many?.by === 'pages') found.push(carrier);
  return found;
}

/** Every card that lives is read at night, with its usage; the workers keep the rate of each carrier. */
const sync: Job = {
  name: 'sim.sync',
  cron: '0 2 * * *',
  async run(app) {
    const listed = await listedCarriers(app);
    for (const carrier of listed) await startSweep(app.db, carrier);
    await sql`
      update sim_card set next_sync_time = case when carrier = any(${listed}::smallint[]) then next_sync_time else coalesce(next_sync_time, now()) end,
        next_usage_time = coalesce(next_usage_time, now())
      where not deleted and carrier is not null and sim_status <> ${cancelled}`.execute(app.db);
  },
};

/** Cards of vehicles that are online are read every hour besides; usage of carriers that tell it card by card is left to the night. */
const syncOnline: Job = {
  name: 'sim.syncOnline',
  cron: '0 0,1,3-23 * * *',
  async run(app) {
    const listed = await listedCarriers(app);
    for (const carrier of listed) await startSweep(app.db, carrier);
    await sql`
      update sim_card s set next_sync_time = coalesce(s.next_sync_time, now()), next_usage_time = coalesce(s.next_usage_time, now())
      from veh_vehicle v join veh_vehicle_status st on st.vehicle_id = v.id and ${isTrue('online', 'st')}
      where v.iccid = s.iccid and not v.deleted and not s.deleted and s.sim_status <> ${cancelled} and s.carrier <> all(${listed}::smallint[])`.execute(
      app.db,
    );
  },
};

/** What is asked of the cards that a condition over their alias `s` names. */
interface Portion {
  readonly opType: StateOp;
  readonly why: 'overuse' | 'expiry';
  readonly remark: string;
  readonly which: RawBuilder<unknown>;
}

/** Asks for all cards of a kind, so many in a transaction; cards that may not have it now are left for the next time. */
async function askForAll(db: Db, { opType, why, remark, which }: Portion): Promise<void> {
  for (let after = '0'; ;) {
    const last = await withTransaction(db, async (tx) => {
      const { rows } = await sql<{ id: string; iccid: string }>`
        select s.id::text as id, s.iccid from sim_card s
        where s.id > ${after}::bigint and not s.deleted and s.pending_op is null and ${which} order by s.id limit ${portion}`.execute(
        tx,
      );
      const cards = await findCards(tx, { iccids: rows.map(({ iccid }) => iccid) }, true);
      const refusals = await judge(tx, cards, opType);
      const accepted = cards.filter(({ id }) => !refusals.has(id));
      const source = codes.SimOpSource[why];
      const reasonCode = codes.SimStopReason[why === 'expiry' ? 'expired' : 'overuse'];
      if (accepted.length > 0)
        await writeOperations(tx, accepted, { opType, source, reasonCode, remark, planTime: null, userId: null });
      return rows.at(-1)?.id;
    });
    if (last === undefined) return;
    after = last;
  }
}

/** Suspends cards beyond their threshold, except those of vehicles that are being looked for. */
const stopOverused: Job = {
  name: 'sim.stopOverused',
  cron: '30 2 * * *',
  run: ({ db }) =>
    askForAll(db, {
      opType: codes.SimOpType.suspend,
      why: 'overuse',
      remark: '用量达到停机阈值 / Usage reached the threshold',
      which: sql`s.sim_status = ${active} and ${isOverused}
        and not exists (select from veh_vehicle v join veh_stolen_case c on c.vehicle_id = v.id and not c.deleted and c.status <> ${closed}
          where v.iccid = s.iccid and not v.deleted)
        and ${isSwitchedOn('SIM_AUTO_STOP')}`,
    }),
};

/** Suspends cards whose service has ended: their carrier bills what they go on using. Those of vehicles that are being looked for stay (4003). */
const stopExpired: Job = {
  name: 'sim.stopExpired',
  cron: '40 2 * * *',
  run: ({ db }) =>
    askForAll(db, {
      opType: codes.SimOpType.suspend,
      why: 'expiry',
      remark: '服务已到期 / The service has ended',
      which: sql`s.sim_status = ${active} and s.expire_time < ${today}`,
    }),
};

/** The volume of the new month, as far as it is known. */
async function countMonth(db: Db): Promise<void> {
  for (let after = '0'; ;) {
    const { rows } = await sql<{ last: string | null }>`
      with part as (select id, iccid from sim_card where id > ${after}::bigint and not deleted order by id limit ${counted}),
      used as (
        select part.id, coalesce(sum(d.used_kb), 0)::int as kb from part
        left join sim_flow_day d on d.iccid = part.iccid and d.stat_date >= date_trunc('month', ${today}::timestamp)::date group by part.id),
      done as (update sim_card s set month_used_kb = used.kb from used where s.id = used.id and s.month_used_kb <> used.kb)
      select max(id)::text as last from part`.execute(db);
    const last = rows[0]?.last ?? null;
    if (last === null) return;
    after = last;
  }
}

/** A new month: volume counts from its beginning, alarms about it are over, and cards that were suspended for their volume alone work again. */
const monthStart: Job = {
  name: 'sim.monthStart',
  cron: '5 0 1 * *',
  async run({ db }) {
    await countMonth(db);
    await clearOverused(db);
    await askForAll(db, {
      opType: codes.SimOpType.resume,
      why: 'overuse',
      remark: '新账期自动复机 / Resumed as a new month begins',
      which: sql`s.sim_status = ${suspended} and s.stop_reason = ${codes.SimStopReason.overuse} and s.expire_time >= ${today}`,
    });
  },
};

const retention: Job = {
  name: 'sim.retention',
  cron: '20 4 * * *',
  async run({ db }) {
    // The next month's usage has its place before it begins.
    await sql`select sim_flow_day_partition((${today} + interval '1 month')::date)`.execute(db);
    await sql`delete from sim_carrier_log where time < now() - make_interval(days => ${logDays})`.execute(db);
    await sql`delete from sim_carrier_event where time < now() - make_interval(days => ${logDays})`.execute(db);
  },
};

export const simJobs: readonly Job[] = [
  sync,
  syncOnline,
  monthStart,
  overuse,
  stopOverused,
  stopExpired,
  notices,
  retention,
];
