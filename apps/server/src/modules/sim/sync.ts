import { machines } from '@wheelhouse/entities/machines';
import { leads } from '@wheelhouse/entities/transitions';
import { formatDay } from '@wheelhouse/contract/time';
import { sql } from 'kysely';
import {
  carrierOf,
  CarrierRefused,
  type CarrierAdapter,
  type CarrierCard,
  type CarrierDay,
} from '../../adapters/carrier/index.ts';
import { withTransaction, type Tx } from '../../db/pool.ts';
import { today } from '../../db/wall-clock.ts';
import type { App } from '../../http/context.ts';
import { limiter } from '../../limiter.ts';
import { startRounds } from '../rounds.ts';
import { logMove, type WorkApp } from './work.ts';

/** Days that are read again each night: carriers count some of them late. */
export const lateDays = 7;
const leaseSec = 120;
/** A card whose carrier cannot be asked is asked about again after this. */
const laterSec = 300;
const atOnce = 40;
const parallel = 4;
const [busyMs, idleMs] = [200, 10_000];
const { suspended } = machines['SM-Sim'].states;
const dayMs = 86_400_000;

interface Due {
  readonly id: string;
  readonly iccid: string;
  readonly carrier: number;
  readonly simStatus: number;
}

async function claim({ db }: WorkApp): Promise<readonly Due[]> {
  const { rows } = await sql<Due>`
    update sim_card s set next_sync_time = now() + make_interval(secs => ${leaseSec})
    where id in (select id from sim_card where next_sync_time <= now() and not deleted order by next_sync_time limit ${atOnce} for update skip locked)
    returning s.id::text as id, s.iccid, s.carrier::int as carrier, s.sim_status::int as sim_status`.execute(db);
  return rows;
}

/** Writes days of a card's usage: what comes late or is corrected replaces what was there. */
export async function keepDays(tx: Tx, iccid: string, days: readonly CarrierDay[]): Promise<void> {
  if (days.length === 0) return;
  await sql`
    insert into sim_flow_day as d (iccid, stat_date, used_kb, up_kb, down_kb, session_count, online_min, vin, vehicle_type_id)
    select ${iccid}, u.day, u.used, u.up, u.down, u.sessions, u.minutes, coalesce(v.vin, v.frame_no), v.vehicle_type_id
    from unnest(${days.map(({ day }) => day)}::date[], ${days.map(({ usedKb }) => usedKb)}::int[], ${days.map(({ upKb }) => upKb)}::int[],
      ${days.map(({ downKb }) => downKb)}::int[], ${days.map(({ sessionCount }) => sessionCount)}::int[], ${days.map(({ onlineMin }) => onlineMin)}::int[])
      as u (day, used, up, down, sessions, minutes) left join veh_vehicle v on v.iccid = ${iccid} and not v.deleted
    on conflict (iccid, stat_date) do update set used_kb = excluded.used_kb, up_kb = excluded.up_kb, down_kb = excluded.down_kb,
      session_count = excluded.session_count, online_min = excluded.online_min, recv_time = now()
    where (d.used_kb, d.up_kb, d.down_kb) is distinct from (excluded.used_kb, excluded.up_kb, excluded.down_kb)`.execute(
    tx,
  );
  const months = [...new Set(days.map(({ day }) => `${day.slice(0, 7)}-01`))];
  await sql`
    insert into sim_flow_month (iccid, month, used_kb, up_kb, down_kb, package_mb)
    select d.iccid, m.month, sum(d.used_kb), sum(d.up_kb), sum(d.down_kb), max(s.package_mb)
    from unnest(${months}::date[]) as m (month) join sim_flow_day d on d.iccid = ${iccid} and d.stat_date >= m.month and d.stat_date < m.month + interval '1 month'
    join sim_card s on s.iccid = d.iccid and not s.deleted group by d.iccid, m.month
    on conflict (iccid, month) do update set used_kb = excluded.used_kb, up_kb = excluded.up_kb, down_kb = excluded.down_kb`.execute(
    tx,
  );
  await sql`
    update sim_card set month_used_kb = coalesce((select sum(used_kb) from sim_flow_day where iccid = ${iccid} and stat_date >= date_trunc('month', ${today}::timestamp)::date), 0)
    where iccid = ${iccid} and not deleted`.execute(tx);
}

/** Stores the card as its carrier knows it. A change that the table of states does not have is taken over as well, and logged as such. */
async function keepCard(tx: Tx, due: Due, read: CarrierCard, asked: Date): Promise<void> {
  const { rows } = await sql<{ simStatus: number; later: boolean }>`
    select sim_status::int as sim_status, pending_op is not null or coalesce(last_sync_time > ${asked}::timestamptz, false) as later
    from sim_card where id = ${due.id} for update`.execute(tx);
  const { simStatus: was = due.simStatus, later = false } = rows[0] ?? {};
  // An operation writes the state itself, and may have done so since the carrier was asked.
  const card = later ? { ...read, state: was } : read;
  const isChanged = was !== card.state;
  await sql`
    update sim_card set sim_status = ${card.state}, imei_seen = coalesce(${card.imei}, imei_seen), imei_lock = ${card.imeiLock ? 1 : 0},
      activate_time = coalesce(activate_time, ${card.activated}), stop_reason = case when ${card.state} = ${suspended} then coalesce(${card.stopReason}, stop_reason, '9') end,
      last_sync_time = now(), next_sync_time = null, rev = rev + ${isChanged ? 1 : 0}, update_time = case when ${isChanged} then now() else update_time end
    where id = ${due.id}`.execute(tx);
  if (!isChanged) return;
  const isKnown = leads('SM-Sim', was, card.state);
  await logMove(tx, 'simCard', due.id, 'carrierChange', 'simStatus', card.state, {
    from: was,
    ...(!isKnown && { '@remark': '异常变更 / Unexpected change' }),
  });
}

/** State and usage of one card from its carrier. @throws CarrierRefused */
async function syncOne(app: WorkApp, carrier: CarrierAdapter, due: Due): Promise<void> {
  const asked = new Date();
  const card = await carrier.card(due.iccid);
  if (card === undefined) {
    await sql`update sim_card set next_sync_time = null, last_sync_time = now() where id = ${due.id}`.execute(app.db);
    return;
  }
  const now = Date.now();
  const days = await carrier.usage(
    due.iccid,
    formatDay(new Date(now - lateDays * dayMs)),
    formatDay(new Date(now - dayMs)),
  );
  const { online } = await carrier.session(due.iccid);
  await withTransaction(app.db, async (tx) => {
    await keepCard(tx, due, card, asked);
    await keepDays(tx, due.iccid, days);
    await sql`update sim_card set net_status = ${online ? 1 : 0} where id = ${due.id}`.execute(tx);
  });
}

/** Reads the cards whose turn it is, once. @returns how many */
export async function syncDue(app: WorkApp): Promise<number> {
  const due = await claim(app);
  const turn = limiter(parallel);
  await Promise.all(
    due.map((one) =>
      turn(async () => {
        try {
          await syncOne(app, await carrierOf(app, one.carrier), one);
        } catch (error) {
          if (!(error instanceof CarrierRefused)) throw error;
          const later = Math.max(error.tried ? laterSec : 1, error.retryAfterSec ?? 0);
          await sql`update sim_card set next_sync_time = now() + make_interval(secs => ${later}::float8) where id = ${one.id}`.execute(
            app.db,
          );
        }
      }),
    ),
  );
  return due.length;
}

/** Cards whose carrier is asked next, ahead of those of the night. @returns how many */
export async function askSoon(tx: Tx, ids: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update sim_card set next_sync_time = now() - interval '1 day' where id = any(${[...ids]}::bigint[]) and carrier is not null`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0n);
}

export const startSimSync = (app: App) =>
  startRounds(app, { failure: 'SIM cards could not be read from their carriers' }, async () =>
    (await syncDue(app)) > 0 ? busyMs : idleMs,
  );
