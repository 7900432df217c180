import { inCodes } from '../../db/in-codes.ts';
import { formatDay } from '@wheelhouse/contract/time';
import { paramOf } from '@wheelhouse/entities/alarms/rule-params';
import { slaMinutes } from '@wheelhouse/entities/alarms/types';
import { sql } from 'kysely';
import { isTrue } from '../../db/facts.ts';
import { type Tx, withTransaction } from '../../db/pool.ts';
import type { App } from '../../http/context.ts';
import { notifyStaff } from '../messages/service.ts';
import type { Job } from '../module.ts';
import { notifyAlarm } from './live.ts';
import { typeName } from './notify.ts';
import { clearAlarm, raiseAlarm } from './raise.ts';
import { repairOrders } from './repair.ts';
import { ruleOf } from './rule.ts';
import { handling, logAlarms, openAlarms, recovery } from './tables.ts';
import { today, dayOf, startOfDay } from '../../db/wall-clock.ts';

/** Alarms per round; each has its own transaction. */
const perRun = 500;
const autoCloseHours = 24;

/** Critical alarms past their deadline are escalated to users who assign alarms (SM-Alarm). */
export async function escalate(app: App, now = new Date()): Promise<number> {
  const due = new Date(now.getTime() - (slaMinutes[4] ?? 30) * 60_000);
  return withTransaction(app.db, async (tx) => {
    const { rows } = await sql<{
      id: string;
      alarmNo: string;
      type: string;
      vehicleId: string;
      title: string;
      handleStatus: number;
    }>`
      with late as (
        select id from alm_alarm where level = 4 and handle_status ${inCodes(openAlarms)} and escalated = 0 and suppressed = 0 and first_time <= ${due} and not deleted
        order by id limit ${perRun} for update skip locked)
      update alm_alarm a set escalated = 1, rev = rev + 1, update_time = now() from late where a.id = late.id
      returning a.id, a.alarm_no, a.alarm_type as type, a.vehicle_id, coalesce(a.vin, a.frame_no) as title, a.handle_status`.execute(
      tx,
    );
    for (const { id, alarmNo, type, vehicleId, title, handleStatus } of rows) {
      await logAlarms(tx, [
        { alarmId: id, action: 'escalate', fromStatus: handleStatus, toStatus: handleStatus, time: now },
      ]);
      await notifyAlarm(tx, id, 'changed');
      const name = await typeName(tx, type);
      await notifyStaff(tx, {
        functionCode: 'alarmManage.assign',
        vehicleId,
        level: 4,
        title: { zh: `紧急报警超时：${name.zh}`, en: `Critical alarm overdue: ${name.en}` },
        body: {
          zh: `${alarmNo}「${title}」超过30分钟未处理完成`,
          en: `${alarmNo} “${title}” has not been handled within 30 minutes`,
        },
        path: `/alarmManage/alarmDetail?id=${id}`,
      });
    }
    return rows.length;
  });
}

/** Minor alarms that are over and that nobody claimed are closed. */
export async function autoClose(app: App, now = new Date()): Promise<number> {
  const due = new Date(now.getTime() - autoCloseHours * 3_600_000);
  return withTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      with over as (
        select id from alm_alarm where handle_status = ${sql.lit(handling.unhandled)} and recover_status = ${sql.lit(recovery.recovered)} and level <= 2 and recover_time <= ${due} and not deleted
        order by id limit ${perRun} for update skip locked)
      update alm_alarm a set handle_status = ${handling.autoClosed}, handle_time = ${now}, rev = rev + 1, update_time = now() from over where a.id = over.id returning a.id`.execute(
      tx,
    );
    await logAlarms(
      tx,
      rows.map(({ id }) => ({
        alarmId: id,
        action: 'autoClose',
        fromStatus: handling.unhandled,
        toStatus: handling.autoClosed,
        time: now,
      })),
    );
    return rows.length;
  });
}

/** A vibration is over when the vehicle has been quiet, whether or not its device says so. */
export async function calm(app: App, now = new Date()): Promise<number> {
  const quietSec = paramOf('VIBRATION', (await ruleOf(app.db, 'VIBRATION')).params, 'quietSec');
  const { rows } = await sql<{ vehicleId: string; lastTime: Date }>`
    select vehicle_id, last_time from alm_alarm where alarm_type = 'VIBRATION' and recover_status = ${sql.lit(recovery.active)} and not deleted
      and last_time <= ${new Date(now.getTime() - quietSec * 1000)} order by vehicle_id limit ${perRun}`.execute(
    app.db,
  );
  for (const { vehicleId, lastTime } of rows)
    await withTransaction(app.db, (tx) =>
      clearAlarm(tx, { vehicleId, type: 'VIBRATION', time: new Date(lastTime.getTime() + quietSec * 1000) }),
    );
  return rows.length;
}

/** A longer gap between two runs means that the platform was not running. */
const awayMs = 15 * 60_000;
const presenceKept = 120;

/** Records when the platform is running: one row per period. */
async function notePresence(app: App, now: Date): Promise<void> {
  const { rows } = await sql`
    update alm_presence set to_time = ${now} where from_time = (select max(from_time) from alm_presence) and to_time > ${new Date(now.getTime() - awayMs)} returning 1`.execute(
    app.db,
  );
  if (rows.length === 0)
    await sql`insert into alm_presence values (${now}, ${now}) on conflict do nothing`.execute(app.db);
  await sql`delete from alm_presence where to_time < ${new Date(now.getTime() - presenceKept * 86_400_000)}`.execute(
    app.db,
  );
}

/**
 * Vehicles in use that have said nothing for the rule's hours; those that never have, since they were activated and are known. Time in
 * which the platform was away is not counted: after a restart nobody is blamed for a silence that could not be heard.
 */
export async function findOffline(app: App, now = new Date()): Promise<number> {
  await notePresence(app, now);
  const rule = await ruleOf(app.db, 'OFFLINE_LONG');
  if (!rule.enabled) return 0;
  const hours = paramOf('OFFLINE_LONG', rule.params, 'offlineHours');
  const models = [...rule.vehicleTypeIds];
  const { rows } = await sql<{ vehicleId: string; lastReport: Date | null }>`
    with away as (
      select to_time as from_time, lead(from_time) over (order by from_time) as to_time from alm_presence)
    select v.id as vehicle_id, s.recv_time as last_report from veh_vehicle v left join veh_vehicle_status s on s.vehicle_id = v.id
      cross join lateral (select coalesce(s.recv_time, greatest(v.activation_time, v.create_time)) as since) silent
    where ${isTrue('inUse', 'v')} and not v.deleted and ${isTrue('online', 's')} is not true
      and (cardinality(${models}::bigint[]) = 0 or v.vehicle_type_id = any(${models}::bigint[]))
      and silent.since < ${new Date(now.getTime() - hours * 3_600_000)}
      and not exists (select from alm_alarm a where a.vehicle_id = v.id and a.alarm_type = 'OFFLINE_LONG' and a.recover_status = ${sql.lit(recovery.active)} and not a.deleted)
      and ${now}::timestamptz - silent.since - coalesce((select sum(away.to_time - greatest(away.from_time, silent.since)) from away
        where away.to_time > silent.since), interval '0') > make_interval(hours => ${hours})
    order by v.id limit ${perRun}`.execute(app.db);
  for (const { vehicleId, lastReport } of rows)
    await withTransaction(app.db, (tx) =>
      raiseAlarm(tx, {
        vehicleId,
        type: 'OFFLINE_LONG',
        time: now,
        source: 'server',
        data: { lastReport: lastReport && formatDay(lastReport) },
      }),
    );
  return rows.length;
}

const alarmYears = 2;
const faultMonths = 12;

/** Alarms that one transaction deletes, with their logs. */
const atOnce = 500;

/** Deletes the oldest alarms that are over. Repair orders that were made of them stay. @returns how many */
async function dropOldest(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from alm_alarm where first_time < now() - make_interval(years => ${alarmYears}) order by id limit ${atOnce} for update`.execute(
    tx,
  );
  const ids = rows.map(({ id }) => id);
  await repairOrders()?.forgetAlarms(tx, ids);
  await sql`delete from alm_alarm where id = any(${ids}::bigint[])`.execute(tx);
  return ids.length;
}

/** Fault records become daily counts when their month goes; alarms go after two years. */
async function retire({ db }: App): Promise<void> {
  for (const ahead of [0, 1])
    await sql`select alm_fault_report_partition((${today} + make_interval(months => ${ahead}))::date)`.execute(db);
  const until = sql`(date_trunc('month', ${today}) - make_interval(months => ${faultMonths}))::date`;
  await sql`
    insert into alm_fault_day (stat_date, device_type, fault_code, vehicle_type_id, faults, vehicles)
    select ${dayOf('set_time')}, device_type, fault_code, coalesce(vehicle_type_id, 0), count(*), count(distinct vehicle_id)
    from alm_fault_report where set_time < ${startOfDay(until)} group by 1, 2, 3, 4 on conflict do nothing`.execute(db);
  await sql`select alm_fault_report_drop_before(${until})`.execute(db);
  for (let n = atOnce; n === atOnce;) n = await withTransaction(db, dropOldest);
}

const job = (name: string, cron: string, run: (app: App) => Promise<unknown>): Job => ({
  name: `alarms.${name}`,
  cron,
  run: async (app) => void (await run(app)),
});

export const alarmJobs: readonly Job[] = [
  job('escalate', '* * * * *', escalate),
  job('calm', '* * * * *', calm),
  job('autoClose', '*/10 * * * *', autoClose),
  job('offline', '*/5 * * * *', findOffline),
  job('retire', '40 4 * * *', retire),
];
