import { entityNamed, entityOf } from '@wheelhouse/entities/registry';
import { parseInstant } from '@wheelhouse/contract/time';
import type { TrackAlarm, TrackPoint, TrackStop, TrackTrip } from '@wheelhouse/contract/track';
import type { RowOf } from '@wheelhouse/entities/rows';
import { sql } from 'kysely';
import { findInScope, holds, list } from '../../entity/read.ts';
import { logSensitive } from '../../entity/sensitive.ts';
import type { CallContext } from '../../http/context.ts';
import { dayRange, type DayRange } from '../../http/day-range.ts';
import { AppError } from '../../http/errors.ts';
import { refuseField } from '../../http/field-texts.ts';
import { metresBetween } from './sample.ts';
import { refuseDealers, titleOfVehicle, vehicleOf, type VehicleKey, missing } from './vehicle-key.ts';
import { wallClock } from '../../db/wall-clock.ts';
import { inLang } from '../../db/in-lang.ts';

const trip = entityNamed('trip');
/** Longest stretch of a replay or export, days. */
export const longestDays = 31;
/** Shorter stops are not marked. */
const stopMs = 300_000;
/** A vehicle that stands is not farther from where it stopped. */
const strayM = 200;

export interface Asked extends VehicleKey {
  readonly id?: string | undefined;
  readonly tripNo?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly reasonCode?: string | number | undefined;
}

/** What is to be shown: a vehicle's stretch of time, or one of its trips. */
export interface Stretch extends DayRange {
  readonly vehicle: RowOf<'vehicle'>;
  readonly title: string;
  /** Record and text for the sensitive-access log. */
  readonly entity: 'trip' | 'vehicle';
  readonly entityId: string;
}

/** @throws AppError 1002, 1003, 1011, 1012, 2421, 8003 */
export async function stretchOf(ctx: CallContext, asked: Asked): Promise<Stretch> {
  refuseDealers(ctx);
  const { id, tripNo = '' } = asked;
  if (id === undefined && tripNo === '') {
    const range = dayRange(ctx, ['from', 'to'], [asked.from, asked.to], {
      days: longestDays,
      missing: new AppError(2421),
    });
    const vehicle = await vehicleOf(ctx, asked);
    return { vehicle, title: titleOfVehicle(vehicle), entity: 'vehicle', entityId: vehicle.id, ...range };
  }
  const found = await ctx.app.db
    .selectFrom('veh_trip')
    .select(['id', 'vehicleId', 'startTime', 'endTime', 'ongoing'])
    .where((eb) => (id === undefined ? eb(sql`lower(trip_no)`, '=', tripNo.toLowerCase()) : eb('id', '=', id)))
    .where('deleted', '=', false)
    .executeTakeFirst();
  await findInScope(ctx, trip, found?.id ?? '0');
  const vehicle = await vehicleOf(ctx, { vehicleId: found?.vehicleId ?? '' });
  const to = found?.ongoing === 1 ? new Date() : (found?.endTime ?? new Date(0));
  return {
    vehicle,
    title: titleOfVehicle(vehicle),
    entity: 'trip',
    entityId: found?.id ?? '',
    from: found?.startTime ?? new Date(0),
    to,
  };
}

/** Hours in which the reason of a replay also stands for an export of what was replayed. */
const reasonHours = 12;

async function reasonText(ctx: CallContext, code: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from sys_item_code where category = 'TraceReason' and code = ${code} and enabled = 1 and not deleted`.execute(
    ctx.app.db,
  );
  if (!rows[0]) throw refuseField(ctx, 'reasonCode', 'invalid');
  return `${code} ${rows[0].name}`;
}

/** The reason that the user recently gave for a replay of the same stretch. */
async function lastReason(ctx: CallContext, { entity, entityId }: Stretch): Promise<string | undefined> {
  const { rows } = await sql<{ reason: string }>`
    select reason from sys_sensitive_access_log where user_id = ${ctx.user.id} and entity = ${entity} and entity_id = ${entityId} and field = 'trace'
      and time > now() - make_interval(hours => ${reasonHours}) order by time desc limit 1`.execute(ctx.app.db);
  return rows[0]?.reason;
}

/**
 * Logs who replays which vehicle, and why, before anything is shown.
 * @throws AppError 1001 on `reasonCode`: none, or unknown
 */
export async function logTrace(
  ctx: CallContext,
  stretch: Stretch,
  { reasonCode }: Asked,
  exporting = false,
): Promise<void> {
  const given = reasonCode === undefined || reasonCode === '' ? undefined : await reasonText(ctx, String(reasonCode));
  const reason = given ?? (exporting ? await lastReason(ctx, stretch) : undefined);
  if (reason === undefined) throw missing(ctx, 'reasonCode', 'reason');
  const { entity, entityId } = stretch;
  await logSensitive(ctx.app.db, ctx, { entity, entityId, field: exporting ? 'traceExport' : 'trace', reason });
}

interface TripRow {
  readonly from: number;
  readonly to: number;
  readonly fromLng: number | null;
  readonly fromLat: number | null;
  readonly lng: number | null;
  readonly lat: number | null;
  readonly trip: TrackTrip;
}

/** Trips that touch the stretch, in order of time. */
export async function tripsOf(ctx: CallContext, { vehicle, from, to }: Stretch): Promise<TripRow[]> {
  const { rows } = await sql<TripRow>`
    select (extract(epoch from start_time) * 1000)::float8 as "from", (extract(epoch from end_time) * 1000)::float8 as "to", start_lng::float8 as "fromLng", start_lat::float8 as "fromLat", end_lng::float8 as lng, end_lat::float8 as lat,
      json_build_object('tripNo', trip_no, 'startTime', ${wallClock('start_time')},
        'endTime', ${wallClock('end_time')}, 'ongoing', ongoing, 'distanceKm', distance_km,
        'maxSpeedKmh', max_speed_kmh, 'startAddress', ${inLang(ctx.lang, 'start_address')}, 'endAddress', ${inLang(ctx.lang, 'end_address')}) as trip
    from veh_trip where vehicle_id = ${vehicle.id} and not deleted and end_time >= ${from} and start_time <= ${to} order by start_time`.execute(
    ctx.app.db,
  );
  return rows;
}

/** Stands of more than five minutes between the trips, and before the first and after the last as far as points show them. */
export function stopsOf(trips: readonly TripRow[], points: readonly TrackPoint[]): TrackStop[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return [];
  const edges = [
    { to: first[0], lng: first[1], lat: first[2] },
    ...trips.map(({ to, lng, lat }) => ({ to, lng, lat })),
  ];
  return edges.flatMap(({ to: from, lng, lat }, at) => {
    const next = trips[at] ?? { from: last[0], fromLng: last[1], fromLat: last[2] };
    if (next.from - from <= stopMs || lng === null || lat === null) return [];
    // The next position is elsewhere: a gap in the data, not a stop.
    const away = metresBetween(lng, lat, next.fromLng ?? lng, next.fromLat ?? lat);
    return away > strayM ? [] : [{ from, to: next.from, lng, lat }];
  });
}

const mostAlarms = 200;

/** Alarms of the stretch at the places where the vehicle was, for those who may see alarms. */
export async function alarmsOf(
  ctx: CallContext,
  stretch: Stretch,
  points: readonly TrackPoint[],
): Promise<TrackAlarm[]> {
  const alarm = entityOf('alarm');
  if (!alarm || !holds(ctx.user, `${alarm.page}.query`) || points.length === 0) return [];
  const {
    rows: [window],
  } = await sql<{ ge: string; le: string }>`
    select ${wallClock(sql`${stretch.from}::timestamptz`)} as ge,
      ${wallClock(sql`${stretch.to}::timestamptz`)} as le`.execute(ctx.app.db);
  const { text } = await list(ctx, alarm, {
    pageSize: mostAlarms,
    query: { vehicleId: stretch.vehicle.id, 'firstTime.ge': window?.ge, 'firstTime.le': window?.le },
  });
  const rows = (JSON.parse(text) as { list: { id: string; alarmType: string; level: number; firstTime: string }[] })
    .list;
  return rows.flatMap(({ id, alarmType, level, firstTime }) => {
    const t = parseInstant(firstTime)?.getTime();
    const at = t === undefined ? undefined : pointAt(points, t);
    return t === undefined || !at ? [] : [{ id, t, type: alarmType, level, lng: at[1], lat: at[2] }];
  });
}

/** The last point not after a time, or the first. */
function pointAt(points: readonly TrackPoint[], t: number): TrackPoint | undefined {
  let [low, high] = [0, points.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((points[middle]?.[0] ?? 0) <= t) low = middle;
    else high = middle - 1;
  }
  return points[low];
}
