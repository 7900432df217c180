import { platformBegan } from '@wheelhouse/contract/device/payloads';
import { formatDay } from '@wheelhouse/contract/time';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import type { PoolClient } from 'pg';
import { startOfDayText } from '../../db/wall-clock.ts';
import type { Sample, TripRules } from './sample.ts';

/** State of a vehicle's trip recognition, locked for this transaction. */
export interface Progress {
  readonly vehicleId: string;
  /** Samples before this are in the state; ms since epoch. */
  readonly until: number;
  readonly state: string;
  readonly rules: TripRules;
  /** Times at which its control unit was replaced. */
  readonly changes: readonly number[];
}

/** State of a replacement record that is not voided. */
const { valid } = machines['SM-Replacement'].states;
const { centralControl: controlUnit } = codes.DeviceType;
const epochMs = (at: string): string => `(extract(epoch from ${at}) * 1000)::float8`;

const progressSql = (how: string): string => `
  select p.vehicle_id as "vehicleId", ${epochMs('p.until')} as until, p.state, y.trip_radius_m as "radiusM", y.trip_stop_sec as "stopSec", y.trip_gap_sec as "gapSec",
    array(select ${epochMs('r.replace_time')} from veh_replacement_record r
      where r.vehicle_id = p.vehicle_id and r.device_type = ${controlUnit} and r.status = ${valid} and not r.deleted order by 1) as changes
  from veh_trip_progress p join veh_vehicle v on v.id = p.vehicle_id join veh_type y on y.id = v.vehicle_type_id
  where p.vehicle_id = any($1::bigint[]) order by p.vehicle_id for update of p ${how}`;

/** Locks the states of these vehicles. Those locked by another process are skipped, unless `wait`. */
export async function lockProgress(
  client: PoolClient,
  vehicleIds: readonly string[],
  { fresh, wait = false }: { readonly fresh: string; readonly wait?: boolean },
): Promise<Progress[]> {
  await client.query(
    `insert into veh_trip_progress (vehicle_id, until, state) select id, 'epoch', $2 from unnest($1::bigint[]) id order by id on conflict do nothing`,
    [vehicleIds, fresh],
  );
  const { rows } = await client.query<TripRules & Omit<Progress, 'rules'>>(progressSql(wait ? '' : 'skip locked'), [
    vehicleIds,
  ]);
  return rows.map(({ vehicleId, until, state, changes, radiusM, stopSec, gapSec }) => ({
    vehicleId,
    until,
    state,
    changes,
    rules: { radiusM, stopSec, gapSec },
  }));
}

const columns = `${epochMs('t.ts')} as ts, t.boot::float8 as boot, t.seq::float8 as seq, t.idx, t.lng, t.lat, t.spd_kmh as kmh, t.odo_m as odo, t.soc, t.acc, t.sat, t.hdop, t.fix`;
const order = 't.ts, t.boot, t.seq, t.idx';

/** Samples of each vehicle from a time on, in order; at most `limit` of each. */
export async function samplesSince(
  client: PoolClient,
  since: readonly { readonly vehicleId: string; readonly until: number }[],
  limit: number,
): Promise<Map<string, Sample[]>> {
  const { rows } = await client.query<Sample & { v: string }>({
    name: 'trips-since',
    text: `select u.id as v, s.* from unnest($1::bigint[], $2::float8[]) u(id, since)
      cross join lateral (select ${columns} from veh_telemetry t where t.vehicle_id = u.id and t.ts >= to_timestamp(u.since / 1000) order by ${order} limit ${limit}) s
      order by u.id, s.ts, s.boot, s.seq, s.idx`,
    values: [since.map((one) => one.vehicleId), since.map((one) => Math.max(one.until, platformBegan))],
  });
  const found = new Map<string, Sample[]>();
  for (const { v, ...sample } of rows) {
    const list = found.get(v) ?? [];
    list.push(sample);
    if (list.length === 1) found.set(v, list);
  }
  return found;
}

const chunk = 20_000;

/** All samples of a vehicle from a time on, in order. */
export async function* samplesFrom(client: PoolClient, vehicleId: string, from: number): AsyncGenerator<Sample[]> {
  let last: Sample | undefined;
  for (;;) {
    const { rows }: { rows: Sample[] } = await client.query<Sample>({
      name: 'trips-from',
      text: `select ${columns} from veh_telemetry t
        where t.vehicle_id = $1 and t.ts >= to_timestamp($2::float8 / 1000) and (${order}) > (to_timestamp($2::float8 / 1000), $3::bigint, $4::bigint, $5::int)
        order by ${order} limit ${chunk}`,
      values: [
        vehicleId,
        last?.ts ?? Math.max(from, platformBegan),
        last?.boot ?? -1,
        last?.seq ?? -1,
        last?.idx ?? -1,
      ],
    });
    if (rows.length > 0) yield rows;
    if (rows.length < chunk) return;
    last = rows.at(-1);
  }
}

/** A stretch of device time in which samples came late. */
export interface LateWindow {
  readonly vehicleId: string;
  readonly from: number;
  readonly to: number;
  /** Version of the row, to detect whether the window was widened meanwhile. */
  readonly version: string;
}

export async function lateWindows(client: PoolClient, vehicleIds: readonly string[]): Promise<LateWindow[]> {
  const { rows } = await client.query<LateWindow>(
    `select vehicle_id as "vehicleId", ${epochMs('from_time')} as from, ${epochMs('to_time')} as to, xmin::text as version
     from veh_telemetry_late where vehicle_id = any($1::bigint[])`,
    [vehicleIds],
  );
  return rows;
}

/** Deletes a processed window, unless it was widened since it was read. */
export async function dropLate(client: PoolClient, { vehicleId, version }: LateWindow): Promise<void> {
  await client.query('delete from veh_telemetry_late where vehicle_id = $1 and xmin::text = $2', [vehicleId, version]);
}

export interface Mark {
  readonly ts: number;
  readonly state: string;
}

/** What was known at the first samples of days: the last one not after `from`, and all later ones. */
export async function marksAround(client: PoolClient, vehicleId: string, from: number): Promise<Mark[]> {
  const { rows } = await client.query<Mark>(
    `select ${epochMs('ts')} as ts, state from veh_trip_mark where vehicle_id = $1 and ts >= coalesce(
       (select max(ts) from veh_trip_mark where vehicle_id = $1 and ts <= to_timestamp($2::float8 / 1000)), to_timestamp($2::float8 / 1000))
     order by 1`,
    [vehicleId, from],
  );
  return rows;
}

/**
 * The start of the second day (Asia/Shanghai) of what is kept, where the first one began before it and earlier days were found: of that one
 * more was known than is kept. Else 0.
 * @param first time of the first sample kept
 */
export async function wholeFrom(client: PoolClient, vehicleId: string, first: number): Promise<number> {
  const { rows } = await client.query<{ at: number }>(
    `select ${epochMs(startOfDayText('(d.first + 1)'))} as at from (select $2::date as first) d
     where exists (select from veh_mileage_day m where m.vehicle_id = $1 and m.stat_date < d.first and not m.deleted)
       and ${startOfDayText('d.first')} < (select min(to_date(right(c.relname, 8), 'YYYYMMDD'))::timestamp at time zone 'UTC'
         from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'veh_telemetry'::regclass and c.relname ~ '^veh_telemetry_\\d{8}$')`,
    [vehicleId, formatDay(new Date(first))],
  );
  return rows[0]?.at ?? 0;
}
