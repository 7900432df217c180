/* oxlint-disable import/no-mutable-exports -- what setUp makes, once, before the tests that import it */
import type { Sample } from '../../src/modules/trips/sample.ts';
import { formatDay, formatInstant } from '@wheelhouse/contract/time';
import type { TrackColumns, TrackPoint, TrackStop } from '@wheelhouse/contract/track';
import { updateTrips } from '../../src/modules/trips/engine.ts';
import { dealers, makeVehicle, makeWorld } from '../fleet/world.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';
import { reported } from './kit.ts';

export const day = 86_400_000;
const today = Math.floor((Date.now() + 8 * 3_600_000) / day) * day - 8 * 3_600_000;
/** Midnight in Asia/Shanghai, the day before yesterday: what rides a whole day does so in one month. */
export const from = today - 2 * day;
export const days = { 'statDate.ge': formatDay(new Date(from)), 'statDate.le': formatDay(new Date()) };
export const range = { 'startTime.ge': days['statDate.ge'], 'startTime.le': days['statDate.le'] };

export interface Vehicle {
  readonly id: string;
  readonly vin: string;
}
export interface TripAnswer {
  readonly id: string;
  readonly tripNo: string;
  readonly vehicleId: string;
  readonly distanceKm: number;
  readonly startAddress: string | null;
}
export interface PointsAnswer {
  readonly points?: readonly TrackPoint[];
  readonly columns?: TrackColumns;
  readonly gaps: readonly number[];
  readonly drift: readonly number[];
  readonly stops: readonly TrackStop[];
  readonly trips: readonly TripAnswer[];
  readonly alarms: readonly { readonly type: string; readonly lng: number }[];
  readonly total: number;
  readonly expired: boolean;
}

export let t: TestApp;
export let mine: Vehicle;
export let other: Vehicle;
export let busy: Vehicle;
export let staff: string;
export let operations: string;
export let service: string;
export let dealer: string;

const legs = [
  { sec: 1800, kmh: 0, every: 300 },
  { sec: 900, kmh: 30 },
  { sec: 3600, kmh: 0, every: 300 },
  { sec: 600, kmh: 40 },
  { sec: 800, kmh: 40, silent: true },
  { sec: 600, kmh: 20 },
  { sec: 7200, kmh: 0, every: 300 },
];

export async function store({ id }: Vehicle, samples: readonly Sample[]): Promise<void> {
  const dates = new Set(samples.map(({ ts }) => new Date(ts).toISOString().slice(0, 10)));
  for (const date of dates) await t.app.pool.query('select veh_telemetry_partition($1::date)', [date]);
  const rows = samples.map(({ ts, kmh, odo, ...rest }) => ({
    ...rest,
    vehicle_id: id,
    ts: new Date(ts),
    recv_time: new Date(ts),
    spd_kmh: kmh,
    odo_m: odo,
    hdg: 90,
  }));
  await t.app.pool.query(
    `insert into veh_telemetry (vehicle_id, ts, recv_time, boot, seq, idx, lng, lat, spd_kmh, odo_m, soc, acc, sat, hdop, fix, hdg)
     select vehicle_id, ts, recv_time, boot, seq, idx, lng, lat, spd_kmh, odo_m, soc, acc, sat, hdop, fix, hdg from json_populate_recordset(null::veh_telemetry, $1)`,
    [JSON.stringify(rows)],
  );
  for (let left = [id]; left.length > 0;) left = await updateTrips(t.app.pool, left);
}

/** One fixture for all calls of the domain. */
export async function setUp(): Promise<void> {
  t = await createTestApp();
  await makeWorld(t.app);
  mine = await makeVehicle(t.app);
  other = await makeVehicle(t.app, { dealerId: dealers.hangzhou });
  busy = await makeVehicle(t.app);
  await store(
    mine,
    reported(legs, { from, change: ({ lat }, at) => (at === 30 && lat !== null ? { hdop: 9, lat: lat + 0.01 } : {}) }),
  );
  await store(other, reported(legs, { from, change: ({ lng }) => ({ lng: (lng ?? 0) - 5 }) }));
  // A whole day at ten seconds, on a winding way.
  await store(
    busy,
    reported([{ sec: 86_390, kmh: 25 }], {
      from,
      change: ({ lat }, at) => ({
        lat: (lat ?? 0) + Math.sin(at / 40) * 0.01,
        kmh: 20 + 9 * Math.sin(at),
        sat: 9 + (at % 7),
      }),
    }),
  );
  operations = (await signInAs(t, { roles: ['ops'] })).token;
  staff = (await signInAs(t, { roles: ['aftersales'] })).token;
  service = (await signInAs(t, { roles: ['cs'] })).token;
  // A dealer whose role has been given everything all the same.
  await t.app.pool.query('update sys_function set staff_only = 0');
  await t.app.pool.query(
    `insert into sys_role (role_code, role_name, data_scope, dealer_assignable, built_in, enabled) values ('all_dealer', 'all', 4, 1, 0, 1)`,
  );
  await t.app.pool.query(
    `insert into sys_role_function (role_code, function_code) select 'all_dealer', code from sys_function`,
  );
  dealer = (await signInAs(t, { roles: ['all_dealer'], dealerId: dealers.shanghai })).token;
}

export const ask = <Data>(path: string, body: unknown, as = staff, lang: 'zh' | 'en' = 'zh') =>
  t.call<Data>('POST', path, body, { as, lang });
export const tripsOf = async (vin: string): Promise<readonly TripAnswer[]> =>
  (await ask<{ list: TripAnswer[] }>('/veh/crm/trace/list', { vin, ...range })).data.list;
export const whole = { from: formatInstant(new Date(from)), to: formatInstant(new Date(from + day)), reasonCode: '3' };
