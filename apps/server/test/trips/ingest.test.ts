import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recalculate, updateTrips } from '../../src/modules/trips/engine.ts';
import { startTrips } from '../../src/modules/trips/worker.ts';
import type { Sample } from '../../src/modules/trips/sample.ts';
import { eventually, startRig, telemetry, up, type Rig, type TestDevice } from '../gateway/fixture.ts';
import { reported } from './kit.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ vehicles: 0 });
});
afterAll(() => rig.stop());

const day = 86_400_000;
/** 08:00 in Asia/Shanghai, three days ago. */
const from = Math.floor(Date.now() / day) * day - 3 * day;

/** A sample as its device sends it. */
const wire = ({ ts, lng, lat, kmh, odo, soc, acc, sat, hdop, fix }: Sample) => ({
  ts,
  pos: { ...(lng !== null && { lng, lat }), spd: (kmh ?? 0) / 3.6, sat, hdop, fix },
  ...(soc !== null && { bat: [{ soc }] }),
  ...(acc !== null && { st: { acc: acc === 1 } }),
  ...(odo !== null && { odo }),
});

/** Messages of ten samples each, numbered in the order of their making. */
function messages(samples: readonly Sample[]): string[] {
  const list: string[] = [];
  for (let at = 0; at < samples.length; at += 10)
    list.push(telemetry(1, list.length + 1, ...samples.slice(at, at + 10).map(wire)));
  return list;
}

async function send(device: TestDevice, payloads: readonly string[]): Promise<void> {
  const client = await rig.connect(device);
  await Promise.all(payloads.map((payload) => client.publishAsync(up(device, 'telemetry'), payload, { qos: 1 })));
  await client.endAsync();
}

/** Everything found about a vehicle, without the ids and times that differ between vehicles and runs. */
async function found({ vehicleId }: TestDevice): Promise<object> {
  const trips = await rig.rows(
    `select start_time, end_time, ongoing, duration_min, distance_km, avg_speed_kmh, max_speed_kmh, start_address, end_address, start_lng, start_lat, end_lng, end_lat,
       point_count, soc_start, soc_end from veh_trip where vehicle_id = $1 order by start_time`,
    [vehicleId],
  );
  const days = await rig.rows(
    `select stat_date, start_odometer_km, end_odometer_km, day_km, gps_km, trip_count, ride_minutes, avg_speed_kmh, max_speed_kmh, soc_used, abnormal
     from veh_mileage_day where vehicle_id = $1 order by stat_date`,
    [vehicleId],
  );
  const resets = await rig.rows(
    `select ts, payload from veh_device_event where vehicle_id = $1 and code = 'odometerReset' order by ts`,
    [vehicleId],
  );
  const progress = await rig.rows('select until, state from veh_trip_progress where vehicle_id = $1', [vehicleId]);
  const marks = await rig.rows('select ts, state from veh_trip_mark where vehicle_id = $1 order by ts', [vehicleId]);
  return { trips, days, resets, progress, marks };
}

async function settle(device: TestDevice): Promise<void> {
  for (let left = [device.vehicleId]; left.length > 0;) left = await updateTrips(rig.app.pool, left);
}

const ride = [
  { sec: 1800, kmh: 0, every: 300 },
  { sec: 900, kmh: 30 },
  { sec: 7200, kmh: 0, every: 300 },
  { sec: 600, kmh: 40 },
  { sec: 800, kmh: 40, silent: true },
  { sec: 600, kmh: 20 },
  { sec: 14 * 3600, kmh: 0, every: 300 },
  { sec: 1200, kmh: 25 },
  { sec: 14 * 3600, kmh: 0, every: 300 },
  { sec: 300, kmh: 25 },
];

test('trips, mileage and events of a vehicle that reports in order', async () => {
  const device = await rig.addVehicle();
  const samples = reported(ride, { from, change: ({ odo }, at) => ({ odo: at > 250 ? (odo ?? 0) - 10_000 : odo }) });
  await send(device, messages(samples));
  await settle(device);
  const { trips, days, resets } = (await found(device)) as Record<string, Record<string, unknown>[]>;
  expect(trips?.map((trip) => [trip['distance_km'], trip['ongoing']])).toEqual([
    [7.5, 0],
    [6.67, 0],
    [3.28, 0],
    [8.33, 0],
    [2.08, 1],
  ]);
  expect(trips?.[0]).toMatchObject({ start_address: '上海市黄浦区', end_address: '上海市浦东新区' });
  expect(days?.map((each) => [each['trip_count'], each['abnormal']])).toEqual([
    [3, 1],
    [2, null],
  ]);
  expect(days?.[0]).toMatchObject({ ride_minutes: 35, day_km: 26.39, start_odometer_km: 10 });
  expect(resets).toHaveLength(1);
});

test('the event of an odometer that went back stays, and so does what the device itself says of it', async () => {
  const device = await rig.addVehicle();
  const client = await rig.connect(device);
  const resets = async () =>
    ((await found(device)) as { resets: { payload: object }[] }).resets.map((one) => one.payload);
  const own = { v: 1, mid: '1-9', ts: from + 60_000, code: 'odometerReset', state: 'info', data: { by: 'unit' } };
  await client.publishAsync(up(device, 'event'), JSON.stringify(own), { qos: 1 });
  for (const [n, odo] of [9_000, 100, 200, 300].entries()) {
    await client.publishAsync(up(device, 'telemetry'), telemetry(1, n, { ts: from + n * 60_000, odo }), { qos: 1 });
    await settle(device);
  }
  const expected = [expect.objectContaining(own), { fromM: 9_000, toM: 100 }];
  expect(await resets()).toEqual(expect.arrayContaining(expected));
  await recalculate(rig.app.pool, device.vehicleId, new Date(from), new Date(from + day));
  expect(await resets()).toHaveLength(2);
  expect(await resets()).toEqual(expect.arrayContaining(expected));
  await client.endAsync();
});

test('late, shuffled and repeated messages end as if everything had come in order', async () => {
  const samples = reported(ride, { from });
  const ordered = await rig.addVehicle();
  await send(ordered, messages(samples));
  await settle(ordered);
  const expected = await found(ordered);
  const all = messages(samples);
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(all, { minLength: all.length }),
      fc.subarray(all),
      fc.array(fc.nat(all.length), { maxLength: 4 }),
      async (shuffled, again, cuts) => {
        const device = await rig.addVehicle();
        const sent = [...shuffled, ...again];
        let at = 0;
        for (const cut of [...cuts.toSorted((a, b) => a - b), sent.length]) {
          await send(device, sent.slice(at, cut));
          await settle(device);
          at = Math.max(at, cut);
        }
        expect(await found(device)).toEqual(expected);
      },
    ),
    { numRuns: 6 },
  );
}, 60_000);

test('a vehicle is active on the days of its trips alone, whenever they come', async () => {
  const activeDays = async ({ vehicleId }: TestDevice) =>
    (
      await rig.rows<{ day: string; tripTime: Date }>(
        'select stat_date::text as day, trip_time as "tripTime" from stat_active_day where vehicle_id = $1 and active order by 1',
        [vehicleId],
      )
    ).map(({ day: date, tripTime }) => [date, tripTime.getTime()]);
  const firstTrips = async ({ vehicleId }: TestDevice) =>
    (
      await rig.rows<{ day: string; at: Date }>(
        `select (start_time at time zone 'Asia/Shanghai')::date::text as day, min(start_time) as at from veh_trip where vehicle_id = $1 group by 1 order by 1`,
        [vehicleId],
      )
    ).map(({ day: date, at }) => [date, at.getTime()]);
  // Carried on a truck for 60 km in the night: the odometer moves while it is off, and so does one that is set anew.
  const standing = await rig.addVehicle();
  const still = [{ sec: 3600, kmh: 0, every: 300 }];
  const [before, after] = [reported(still, { from, odo: 0 }), reported(still, { from: from + day / 4, odo: 60_000 })];
  await send(standing, messages([...before, ...after]));
  await settle(standing);
  expect(
    await rig.rows('select 1 from veh_telemetry where vehicle_id = $1 limit 1', [standing.vehicleId]),
  ).toHaveLength(1);
  expect(await activeDays(standing)).toEqual([]);

  const device = await rig.addVehicle();
  const samples = reported(ride, { from });
  // The first ride comes after all others.
  const [first, rest] = [messages(samples).slice(0, 12), messages(samples).slice(12)];
  await send(device, rest);
  await settle(device);
  const ofLater = await activeDays(device);
  expect(ofLater).toEqual(await firstTrips(device));
  await send(device, first);
  await settle(device);
  const all = await activeDays(device);
  expect(all).toEqual(await firstTrips(device));
  expect(all).not.toEqual(ofLater);
  expect(all[0]?.[1]).toBeLessThan(from + 3_600_000);
});

test('late samples and new ones are processed together', async () => {
  const samples = reported(ride, { from });
  const all = messages(samples);
  const [ordered, device] = [await rig.addVehicle(), await rig.addVehicle()];
  await send(ordered, all);
  await settle(ordered);
  const [late, newest] = [all[28], all.at(-1)].flatMap((message) => message ?? []);
  await send(
    device,
    all.filter((message) => message !== late && message !== newest),
  );
  await settle(device);
  await send(
    device,
    [late, newest].flatMap((message) => message ?? []),
  );
  await settle(device);
  expect(await found(device)).toEqual(await found(ordered));
});

test('a late day is read again, and no more than that', async () => {
  const device = await rig.addVehicle();
  const samples = reported(ride, { from });
  const late = samples.filter(({ ts }) => ts > from + 2 * 3_600_000 && ts < from + 3.5 * 3_600_000);
  await send(device, messages(samples.filter((sample) => !late.includes(sample))));
  await settle(device);
  const before = await rig.rows<{ id: string; rev: number }>(
    'select id, rev from veh_trip where vehicle_id = $1 order by start_time',
    [device.vehicleId],
  );
  await send(device, [
    telemetry(2, 1, ...late.slice(0, 50).map(wire)),
    telemetry(2, 2, ...late.slice(50, 120).map(wire)),
    telemetry(2, 3, ...late.slice(120).map(wire)),
  ]);
  expect(await rig.rows('select 1 from veh_telemetry_late where vehicle_id = $1', [device.vehicleId])).toHaveLength(1);
  await settle(device);
  expect(await rig.rows('select 1 from veh_telemetry_late where vehicle_id = $1', [device.vehicleId])).toHaveLength(0);
  const after = await rig.rows<{ id: string; rev: number }>(
    'select id, rev from veh_trip where vehicle_id = $1 order by start_time',
    [device.vehicleId],
  );
  // Trips of other days are the same rows, untouched.
  expect(after.slice(-2)).toEqual(before.slice(-2));
});

test('several processes at once, killed and restarted, store each trip once', async () => {
  const device = await rig.addVehicle();
  const ordered = await rig.addVehicle();
  const samples = reported(ride, { from });
  await send(ordered, messages(samples));
  await settle(ordered);
  const first = [startTrips(rig.app), startTrips(rig.app)];
  const all = messages(samples);
  await send(device, all.slice(0, 20));
  await Promise.all(first.map((worker) => worker.stop()));
  await send(device, all.slice(20));
  const workers = [startTrips(rig.app), startTrips(rig.app), startTrips(rig.app)];
  const expected = await found(ordered);
  const same = await eventually(async () => JSON.stringify(await found(device)) === JSON.stringify(expected), 45_000);
  expect(same).toBe(true);
  await Promise.all(workers.map((worker) => worker.stop()));
}, 90_000);

test('counting again changes nothing that was right, and repairs what was lost', async () => {
  const device = await rig.addVehicle();
  await send(device, messages(reported(ride, { from })));
  await settle(device);
  const right = await found(device);
  await rig.app.pool.query('update veh_mileage_day set day_km = 999 where vehicle_id = $1', [device.vehicleId]);
  await rig.app.pool.query('delete from veh_trip where vehicle_id = $1', [device.vehicleId]);
  await recalculate(rig.app.pool, device.vehicleId, new Date(from - day), new Date(from + 4 * day));
  expect(await found(device)).toEqual(right);
});

test('what is no longer kept stays as it was found, whatever comes late or is counted again', async () => {
  const next = [
    { sec: 14 * 3600, kmh: 0, every: 300 },
    { sec: 300, kmh: 25 },
  ];
  const devices = [];
  for (const legs of [ride, [...ride, ...next]]) {
    const device = await rig.addVehicle();
    devices.push(device);
    await send(device, messages(reported(legs, { from })));
    await settle(device);
  }
  const right = async (device: TestDevice) => {
    const { trips, days, resets } = (await found(device)) as Record<string, object[]>;
    return { trips, days, resets };
  };
  const before = await Promise.all(devices.map(right));
  expect(before.map(({ trips, days }) => [trips?.length, days?.length])).toEqual([
    [5, 2],
    [6, 3],
  ]);
  // Kept from 08:00 of the second day on, in which the vehicles had been ridden before.
  await rig.app.pool.query("select veh_telemetry_drop_before((to_timestamp($1) at time zone 'UTC')::date)", [
    (from + day) / 1000,
  ]);
  for (const [n, device] of devices.entries()) {
    const again = async () => {
      await rig.app.pool.query('delete from veh_trip_mark where vehicle_id = $1', [device.vehicleId]);
      await recalculate(rig.app.pool, device.vehicleId, new Date(from - day), new Date(from + 4 * day));
    };
    await again();
    expect(await right(device)).toEqual(before[n]);
    // Of a clock that was lost, stored before such times gave way to that of receipt.
    await rig.app.pool.query(
      `with kept as (insert into veh_telemetry (vehicle_id, ts, recv_time, boot, seq, idx, odo_m, lat, lng, spd_kmh, fix) values ($1, '1970-01-02', now(), 2, 1, 0, 5, 31.2, 121.4, 10, 3))
       insert into veh_telemetry_late values ($1, '1970-01-02', '1970-01-02')`,
      [device.vehicleId],
    );
    await settle(device);
    expect(await rig.rows('select 1 from veh_telemetry_late where vehicle_id = $1', [device.vehicleId])).toEqual([]);
    expect(await right(device)).toEqual(before[n]);
    await rig.app.pool.query('delete from veh_telemetry where vehicle_id = $1', [device.vehicleId]);
    await again();
    expect(await right(device)).toEqual(before[n]);
  }
});
