import type { BleDay } from '@wheelhouse/contract/calls/bluetooth';
import { formatDay } from '@wheelhouse/contract/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bluetoothJobs } from '../../src/modules/bluetooth/jobs.ts';
import { addAppUser } from '../support/app-user.ts';
import { type Bound } from '../theft/kit.ts';
import { authFailed, infoWorld, type InfoWorld, notFound, ok, refusedBy, timeout } from './info-kit.ts';

let w: InfoWorld;
beforeAll(async () => {
  w = await infoWorld();
});
afterAll(() => w.stop());

const run = (name: string) => bluetoothJobs.find((job) => job.name === name)?.run(w.kit.t.app);
/** The last failures of a vehicle were so many days ago. */
const age = async ({ vehicleId }: Pick<Bound, 'vehicleId'>, days: number, most: number): Promise<void> => {
  await w.kit.rows('select veh_ble_log_partition((now() - make_interval(days => $1))::date)', days);
  await w.kit.rows(
    `update veh_ble_log set time = time - make_interval(days => $2) where id in
      (select id from veh_ble_log where vehicle_id = $1 and result <> 0 order by time, id limit $3)`,
    vehicleId,
    days,
    most,
  );
  await w.kit.rows(
    `update veh_bluetooth_state set fail_until = fail_until - make_interval(days => $2) where vehicle_id = $1`,
    vehicleId,
    days,
  );
};

describe('what phones report', () => {
  test('is the last connection and the failures of the vehicle', async () => {
    const vehicle = await w.kit.vehicle();
    await w.kit.rows('update usr_app_user set client_os = 2, app_version = $2 where id = $1', vehicle.ownerId, '5.2.0');
    expect((await w.report(vehicle.ownerId, vehicle, authFailed, { rssi: -70, ms: 3000 })).code).toBe(0);
    expect((await w.report(vehicle.ownerId, vehicle, notFound)).code).toBe(0);
    expect((await w.report(vehicle.ownerId, vehicle, ok, { rssi: -61, ms: 640, phoneModel: 'iPhone 16' })).code).toBe(
      0,
    );
    expect(await w.detail(vehicle.vehicleId)).toMatchObject({ failCount7d: 2, lastRssi: -61, lastConnectOs: 2 });
    expect(await w.list({ 'vin.like': vehicle.vin, 'failCount7d.ge': 2, 'failCount7d.le': 2 })).toHaveLength(1);
    const { data } = await w.post<{ total: number; list: object[] }>('logs', {
      vin: vehicle.vin,
      page: 1,
      pageSize: 2,
    });
    expect(data.total).toBe(3);
    expect(data.list).toHaveLength(2);
    expect(data.list[0]).toMatchObject({
      result: ok,
      rssi: -61,
      costMs: 640,
      phoneModel: 'iPhone 16',
      clientOs: 2,
      appVersion: '5.2.0',
      userId: vehicle.ownerId,
    });
  });

  test('is refused from those who may not use it, and where it is no report', async () => {
    const vehicle = await w.kit.vehicle();
    expect((await w.report(await addAppUser(w.kit.t), vehicle, ok)).code).toBe(1011);
    expect(await w.report(vehicle.ownerId, vehicle, 5)).toMatchObject(refusedBy('result'));
    expect(await w.report(vehicle.ownerId, vehicle, ok, { rssi: -128 })).toMatchObject(refusedBy('rssi'));
    expect((await w.detail(vehicle.vehicleId)).lastConnectTime).toBeNull();
  });

  test('beyond two hundred a day is not kept', async () => {
    const vehicle = await w.kit.vehicle();
    await w.kit.rows(
      'insert into veh_ble_log (time, vehicle_id, user_id, result) select now(), $1, $2, 0 from generate_series(1, 200)',
      vehicle.vehicleId,
      vehicle.ownerId,
    );
    expect((await w.report(vehicle.ownerId, vehicle, timeout)).code).toBe(0);
    expect((await w.detail(vehicle.vehicleId)).failCount7d).toBeNull();
    expect((await w.report(await w.shared(vehicle.vehicleId), vehicle, timeout)).code).toBe(0);
    expect((await w.detail(vehicle.vehicleId)).failCount7d).toBe(1);
  });

  test('is counted by day and result', async () => {
    const vehicle = await w.kit.vehicle();
    for (const [result, rssi, ms] of [
      [ok, -60, 500],
      [ok, -62, 700],
      [timeout, -80, 10_000],
    ] as const)
      await w.report(vehicle.ownerId, vehicle, result, { rssi, ms });
    const to = formatDay(new Date());
    const from = formatDay(new Date(Date.now() - 6 * 86_400_000));
    const { data } = await w.post<{ days: BleDay[] }>('statistics', { id: vehicle.vehicleId, from, to });
    expect(data.days.map(({ day }) => day)).toEqual(data.days.map(({ day }) => day).toSorted());
    expect(data.days).toHaveLength(7);
    const today = data.days.find(({ results }) => results[ok] > 0);
    expect(today).toMatchObject({ results: [2, 0, 0, 1, 0], costMs: 600, rssi: -62 });
    expect(data.days[0]).toMatchObject({ results: [0, 0, 0, 0, 0], costMs: null, rssi: null });
    expect((await w.post('statistics', { id: vehicle.vehicleId, from: to, to: from })).code).toBe(8003);
  });
});

describe('failures', () => {
  test('older than seven days are counted no longer', async () => {
    const vehicle = await w.kit.vehicle();
    for (const result of [notFound, timeout, authFailed]) await w.report(vehicle.ownerId, vehicle, result);
    await age(vehicle, 6, 2);
    await run('bluetooth.failures');
    expect((await w.detail(vehicle.vehicleId)).failCount7d, 'six days are within').toBe(3);
    await age(vehicle, 2, 2);
    await run('bluetooth.failures');
    expect((await w.detail(vehicle.vehicleId)).failCount7d).toBe(1);
    await age(vehicle, 8, 3);
    await run('bluetooth.failures');
    expect((await w.detail(vehicle.vehicleId)).failCount7d).toBe(0);
    await w.report(vehicle.ownerId, vehicle, timeout);
    expect((await w.detail(vehicle.vehicleId)).failCount7d).toBe(1);
  });

  test('and their log go by month after a year', async () => {
    const vehicle = await w.kit.vehicle();
    await w.kit.rows(
      "select veh_ble_log_partition(((now() - interval '14 months') at time zone 'Asia/Shanghai')::date)",
    );
    await w.kit.rows(
      "insert into veh_ble_log (time, vehicle_id, user_id, result) select now() - n * interval '1 month', $1, $2, 0 from unnest('{0,14}'::int[]) n",
      vehicle.vehicleId,
      vehicle.ownerId,
    );
    await run('bluetooth.retention');
    const left = await w.kit.rows('select 1 from veh_ble_log where vehicle_id = $1', vehicle.vehicleId);
    expect(left).toHaveLength(1);
  });
});
