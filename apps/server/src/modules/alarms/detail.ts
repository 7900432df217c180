import { alarmCurves, type AlarmCurve } from '@wheelhouse/contract/calls/alarms';
import type { OutputOf } from '@wheelhouse/entities/calls';
import { slaMinutes } from '@wheelhouse/entities/alarms/types';
import { entityNamed } from '@wheelhouse/entities/registry';
import { formatInstant, parseInstant } from '@wheelhouse/contract/time';
import type { RowOf } from '@wheelhouse/entities/rows';
import { sql } from 'kysely';
import { nameFor } from '../../entity/hidden.ts';
import { findInScope, holds } from '../../entity/read.ts';
import { run } from '../../entity/run.ts';
import { logSensitive } from '../../entity/sensitive.ts';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { alarmTexts, pushLog } from '../messages/service.ts';
import { openStolenCase, openUpdate } from '../fleet/shared/service.ts';
import { withoutPlace } from './place.ts';
import { repairOrders } from './repair.ts';
import { openAlarms } from './tables.ts';
import { wallClock } from '../../db/wall-clock.ts';

const alarm = entityNamed('alarm');
const traceMs = 15 * 60_000;
/** Number of points of a curve or a trace, about the pixels of a chart. */
const mostPoints = 600;

const timeOf = (row: RowOf<'alarm'>, name: 'firstTime' | 'lastTime' | 'recoverTime' | 'handleTime'): Date =>
  parseInstant(String(row[name] ?? '')) ?? new Date();
/** Where a vehicle was is for those alone who may see places, whatever the alarm says; everybody else sees the middle of its city. */
const seesPlace = ({ user }: CallContext): boolean =>
  holds(user, 'alarmManage.viewLocation') || holds(user, 'privacy.viewLocation');

interface Position {
  readonly lng: number;
  readonly lat: number;
  /** 1: the middle of its city. */
  readonly masked: 0 | 1;
}

async function positionOf(ctx: CallContext, row: RowOf<'alarm'>): Promise<Position | null> {
  const [at] = await run<{ lng: number | null; lat: number | null; cityLng: number | null; cityLat: number | null }>(
    ctx.app.pool,
    sql`select a.lng::float8 as lng, a.lat::float8 as lat, c.lng as "cityLng", c.lat as "cityLat" from alm_alarm a left join sys_area c on c.id = a.city_code where a.id = ${row.id}`,
  );
  if (!at || at.lng === null || at.lat === null) return null;
  if (seesPlace(ctx)) return { lng: at.lng, lat: at.lat, masked: 0 };
  return at.cityLng === null || at.cityLat === null ? null : { lng: at.cityLng, lat: at.cityLat, masked: 1 };
}

/** Where it was a quarter of an hour before and after: `[lng, lat, ms]`, which is logged; empty without the right to replay, and for dealers. */
async function traceOf(ctx: CallContext, row: RowOf<'alarm'>): Promise<readonly (readonly [number, number, number])[]> {
  if (ctx.user.userType === 2 || !holds(ctx.user, 'historytrace.replay') || !seesPlace(ctx)) return [];
  const at = timeOf(row, 'firstTime').getTime();
  const points = await run<{ p: [number, number, number] }>(
    ctx.app.pool,
    sql`select json_build_array(round(avg(lng)::numeric, 6)::float8, round(avg(lat)::numeric, 6)::float8, (extract(epoch from min(ts)) * 1000)::bigint) as p
      from veh_telemetry where vehicle_id = ${row.vehicleId} and ts between ${new Date(at - traceMs)} and ${new Date(at + traceMs)} and lng is not null and fix is distinct from 0
      group by floor(extract(epoch from ts) / 4) order by min(ts) limit ${mostPoints}`,
  );
  if (points.length > 0)
    await logSensitive(ctx.app.db, ctx, {
      entity: alarm.name,
      entityId: row.id,
      field: 'trace',
      reason: String(row.alarmNo),
    });
  return points.map(({ p }) => p);
}

/** A message as it came. */
interface EventRow {
  readonly time: string;
  readonly recvTime: string;
  readonly code: string | null;
  readonly state: string | null;
  readonly severity: string | null;
  readonly ref: string | null;
  readonly payload: Record<string, unknown> | null;
}

/** Messages of the device about this alarm, as they came; without the place for whoever may not know it. */
async function eventsOf(ctx: CallContext, row: RowOf<'alarm'>): Promise<unknown[] | undefined> {
  if (!holds(ctx.user, 'alarmManage.rawData')) return undefined;
  const [from, to] = [timeOf(row, 'firstTime'), timeOf(row, row.recoverTime ? 'recoverTime' : 'lastTime')];
  const rows = await run<{ [K in keyof EventRow]: EventRow[K] }>(
    ctx.app.pool,
    sql`select ${wallClock('ts')} as time, ${wallClock('recv_time')} as "recvTime", code, state, severity, ref, payload from veh_device_event
      where vehicle_id = ${row.vehicleId} and kind = 'event' and ts between ${new Date(from.getTime() - 1000)} and ${new Date(to.getTime() + 1000)}
        and upper(code) in (upper(${row.alarmType}), upper(${row.alarmErrCode})) order by ts desc limit 20`,
  );
  if (seesPlace(ctx)) return [...rows];
  return rows.map(({ payload, ...rest }) => ({ ...rest, payload: withoutPlace(payload ?? {}) }));
}

async function cardsOf(ctx: CallContext, row: RowOf<'alarm'>): Promise<object> {
  const [cards] = await run<{ vehicle: object; owner: object | null; dealer: object | null }>(
    ctx.app.pool,
    sql`select json_build_object('id', v.id::text, 'vin', v.vin, 'frameNo', v.frame_no, 'plateNo', v.plate_no, 'vehicleTypeName', y.name, 'vehicleTypeNameEn', y.name_en, 'color', v.color,
        'imei', v.imei, 'online', coalesce(s.online, 0), 'soc', s.soc, 'odometerKm', round(s.odometer_km::numeric, 1), 'operationStatus', v.operation_status,
        'activationStatus', v.activation_status, 'lastReportTime', ${wallClock('s.report_time')}) as vehicle,
      case when u.id is not null then json_build_object('id', u.id::text, 'nickname', u.nickname, 'mobile', u.mobile_mask, 'isOwner', (v.owner_user_id = u.id)::int) end as owner,
      case when d.id is not null then json_build_object('id', d.id::text, 'name', d.name, 'servicePhone', d.service_phone, 'cityName', c.name, 'cityNameEn', c.name_en) end as dealer
      from alm_alarm a join veh_vehicle v on v.id = a.vehicle_id join veh_type y on y.id = v.vehicle_type_id left join veh_vehicle_status s on s.vehicle_id = v.id
        left join usr_app_user u on u.id = coalesce(v.owner_user_id, a.user_id) left join dlr_dealer d on d.id = v.dealer_id left join sys_area c on c.id = d.city_id
      where a.id = ${row.id}`,
  );
  return cards ?? {};
}

const relatedDays = 30;

async function relatedOf(ctx: CallContext, row: RowOf<'alarm'>): Promise<unknown[]> {
  return [
    ...(await run<Record<string, unknown>>(
      ctx.app.pool,
      sql`select id::text as id, alarm_no as "alarmNo", alarm_type as "alarmType", level, ${wallClock('first_time')} as "firstTime", count, recover_status as "recoverStatus",
        handle_status as "handleStatus" from alm_alarm where vehicle_id = ${row.vehicleId} and id <> ${row.id} and not deleted and suppressed = 0
        and first_time > ${new Date(timeOf(row, 'firstTime').getTime() - relatedDays * 86_400_000)} order by first_time desc limit 30`,
    )),
  ];
}

type Person = Parameters<typeof nameFor>[1];
const personOf = (alias: string) =>
  sql.raw(
    `case when ${alias}.id is not null then json_build_object('id', ${alias}.id::text, 'dealerId', ${alias}.dealer_id::text, 'name', ${alias}.real_name) end`,
  );

/** The log of the alarm: actions, actors and assignees. */
async function logsOf(ctx: CallContext, id: string): Promise<unknown[]> {
  const rows = await run<{ operator: Person | null; handler: Person | null; [field: string]: unknown }>(
    ctx.app.pool,
    sql`select l.id::text as id, l.action, l.from_status as "fromStatus", l.to_status as "toStatus", ${personOf('u')} as operator, ${personOf('h')} as handler,
      l.remark, ${wallClock('l.time')} as time
      from alm_alarm_log l left join sys_user u on u.id = l.operator_id left join sys_user h on h.id = l.handler_id
      where l.alarm_id = ${id} order by l.time desc, l.id desc limit 200`,
  );
  return rows.map(({ operator, handler, ...line }) => ({
    ...line,
    operatorName: operator && nameFor(ctx, operator),
    handlerName: handler && nameFor(ctx, handler),
  }));
}

/** Deadline for handling and whether it has passed; for a finished alarm, whether it was met. */
function slaOf(row: RowOf<'alarm'>): object {
  const due = new Date(timeOf(row, 'firstTime').getTime() + (slaMinutes[Number(row.level)] ?? 0) * 60_000);
  const status = Number(row.handleStatus);
  const isOpen = openAlarms.includes(status);
  const end = isOpen ? new Date() : timeOf(row, 'handleTime');
  return {
    dueTime: formatInstant(due),
    open: isOpen ? 1 : 0,
    overdue: end > due ? 1 : 0,
    minutes: slaMinutes[Number(row.level)] ?? 0,
  };
}

async function ruleAt(ctx: CallContext, row: RowOf<'alarm'>): Promise<object | null> {
  const [rule] = await run<{ content: object }>(
    ctx.app.pool,
    sql`select content from alm_rule_version where alarm_type = ${row.alarmType} and rule_version = ${row.ruleVersion}`,
  );
  return rule?.content ?? null;
}

async function caseOf(ctx: CallContext, row: RowOf<'alarm'>): Promise<object | null> {
  if (!holds(ctx.user, 'stolenMonitorManage.query')) return null;
  return (await openStolenCase(ctx.app.db, String(row.vehicleId))) ?? null;
}

async function updateOf(ctx: CallContext, row: RowOf<'alarm'>): Promise<object | null> {
  const update = await openUpdate(ctx.app.db, String(row.vehicleId));
  if (update === undefined) return null;
  return holds(ctx.user, update.entity === 'otaTask' ? 'taskList.query' : 'taskListOld.query') ? update : null;
}

/** One alarm with everything around it that the user may see. @throws AppError 1002, 1011 */
export async function alarmDetail(ctx: CallContext, id: string): Promise<unknown> {
  const row = await findInScope(ctx, alarm, id);
  const { lng: _lng, lat: _lat, ...shown } = row;
  const orders = repairOrders();
  const [position, trace, events, cards, related, pushes, logs, rule, stolenCase, repairOrder, update] =
    await Promise.all([
      positionOf(ctx, row),
      traceOf(ctx, row),
      eventsOf(ctx, row),
      cardsOf(ctx, row),
      relatedOf(ctx, row),
      pushLog(ctx.app.db, { refType: 'alarm', refId: row.id }),
      logsOf(ctx, row.id),
      ruleAt(ctx, row),
      caseOf(ctx, row),
      orders?.openFor(ctx, ctx.app.db, row.id),
      updateOf(ctx, row),
    ]);
  return {
    ...shown,
    position,
    trace,
    ...(events && { events }),
    ...cards,
    related,
    pushes: alarmTexts(ctx, pushes),
    logs,
    rule,
    sla: slaOf(row),
    stolenCase,
    repairOrder: repairOrder ?? null,
    repairOrders: orders !== undefined,
    update,
  };
}

const curves = {
  soc: 'soc',
  speedKmh: 'spd_kmh',
  voltageV: 'v',
  currentA: 'i',
  tempMaxC: 't_max',
  controllerTempC: 'ctrl_c',
  motorTempC: 'motor_c',
} as const satisfies Record<AlarmCurve, string>;

/** Curves around an alarm: `{series: {soc: [[ms, value]…], …}}`, thinned evenly by time. @throws AppError 1002, 1011 */
export async function alarmTelemetry(
  ctx: CallContext,
  {
    id,
    minutesBefore,
    minutesAfter,
  }: { readonly id: string; readonly minutesBefore: number; readonly minutesAfter: number },
): Promise<OutputOf<'POST /veh/crm/alarm/telemetry'>> {
  const row = await findInScope(ctx, alarm, id);
  if (minutesBefore + minutesAfter === 0) throw new AppError(8003);
  const at = timeOf(row, 'firstTime').getTime();
  const [from, to] = [new Date(at - minutesBefore * 60_000), new Date(at + minutesAfter * 60_000)];
  const step = Math.max(1, Math.ceil((to.getTime() - from.getTime()) / 1000 / mostPoints));
  const columns = alarmCurves
    .map((name) => curves[name])
    .map((column) => sql.raw(`round(avg(${column})::numeric, 2)::float8`));
  const rows = await run<{ p: readonly [number, ...(number | null)[]] }>(
    ctx.app.pool,
    sql`select json_build_array((extract(epoch from min(ts)) * 1000)::bigint, ${sql.join(columns)}) as p
      from veh_telemetry where vehicle_id = ${row.vehicleId} and ts between ${from} and ${to}
      group by floor(extract(epoch from ts) / ${step}::int) order by min(ts)`,
  );
  const curve = (name: AlarmCurve) => {
    const place = alarmCurves.indexOf(name);
    return rows.flatMap(({ p: [time, ...values] }) => {
      const value = values[place] ?? null;
      return value === null ? [] : [[time, value] as const];
    });
  };
  const series = {
    soc: curve('soc'),
    speedKmh: curve('speedKmh'),
    voltageV: curve('voltageV'),
    currentA: curve('currentA'),
    tempMaxC: curve('tempMaxC'),
    controllerTempC: curve('controllerTempC'),
    motorTempC: curve('motorTempC'),
  };
  return { series, from: formatInstant(from), to: formatInstant(to), at: formatInstant(new Date(at)) };
}
