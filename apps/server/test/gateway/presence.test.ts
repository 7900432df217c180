import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OfflineSweep } from '../../src/gateway/sweep.ts';
import { acked, eventually, type Rig, startRig, telemetry, type TestDevice, up } from './fixture.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ onlineTimeoutSec: 60 });
});
afterAll(() => rig.stop());

const online = async (device: TestDevice) => {
  const [row] = await rig.rows<{ online: number }>('select online from veh_vehicle_status where vehicle_id = $1', [
    device.vehicleId,
  ]);
  return row?.online;
};
const history = async (device: TestDevice) => {
  const rows = await rig.rows<{ code: string }>(
    "select code from veh_device_event where vehicle_id = $1 and kind = 'status' order by id",
    [device.vehicleId],
  );
  return rows.map((row) => row.code);
};
const withWill = (device: TestDevice) => ({
  will: { topic: up(device, 'status'), payload: Buffer.from('offline'), qos: 1 as const, retain: true },
});

test('online on connecting; offline at once by the last will; each change is an event', async () => {
  const device = await rig.addVehicle();
  const client = await rig.connect(device, withWill(device));
  await eventually(async () => (await online(device)) === 1);
  client.stream.destroy();
  await eventually(async () => (await online(device)) === 0);
  const again = await rig.connect(device);
  await eventually(async () => (await online(device)) === 1);
  expect(await acked(again, up(device, 'status'), JSON.stringify({ v: 1, st: 'offline' }))).toBe(true);
  expect(await online(device)).toBe(0);
  expect(await acked(again, up(device, 'telemetry'), telemetry(1, 1, { ts: Date.now() }))).toBe(true);
  expect(await online(device)).toBe(1);
  expect(await history(device)).toEqual(['online', 'offline', 'online', 'offline', 'online']);
});

test('a polite goodbye is no reason to call it offline: it may only sleep', async () => {
  const device = await rig.addVehicle();
  const client = await rig.connect(device, withWill(device));
  await eventually(async () => (await online(device)) === 1);
  await client.endAsync();
  await sleep(300);
  expect(await online(device)).toBe(1);
});

test('the late will of an old connection does not take a reconnected device offline', async () => {
  const device = await rig.addVehicle();
  await rig.connect(device, withWill(device));
  await eventually(async () => (await online(device)) === 1);
  // The network is gone without a word; the device is back before anybody noticed.
  const second = await rig.connect(device, withWill(device));
  expect(await acked(second, up(device, 'telemetry'), telemetry(1, 1, { ts: Date.now() }))).toBe(true);
  await sleep(300);
  expect(await online(device)).toBe(1);
  const connections = () =>
    rig.rows<{ reason: string | null; ip: string }>(
      'select reason, ip from dev_connection where vehicle_id = $1 order by connect_time',
      [device.vehicleId],
    );
  await expect.poll(async () => (await connections()).map((row) => row.reason)).toEqual(['replaced', null]);
  expect((await connections())[0]?.ip).toContain('127.0.0.1');
});

test('going down and coming back makes nobody offline', async () => {
  const device = await rig.addVehicle();
  await rig.connect(device, withWill(device));
  await eventually(async () => (await online(device)) === 1);
  await rig.restart();
  await rig.gateway.sweep();
  expect(await online(device)).toBe(1);
  expect(await history(device)).toEqual(['online']);
});

/** A sweep with a clock of its own. */
function sweepAt(start: number) {
  const clock = { now: start, hearing: start };
  const sweep = new OfflineSweep({
    pool: rig.app.pool,
    log: pino({ level: 'silent' }),
    hearingSince: () => clock.hearing,
    now: () => clock.now,
    everyMs: 1e9,
  });
  const pass = async (seconds: number) => {
    for (let s = 0; s < seconds; s += 10) {
      clock.now += 10_000;
      await sweep.run();
    }
  };
  return { clock, sweep, pass };
}

async function silentVehicle(recv: number): Promise<TestDevice> {
  const device = await rig.addVehicle();
  await rig.app.pool.query(
    'insert into veh_vehicle_status (vehicle_id, online, recv_time, session) values ($1, 1, $2, $3)',
    [device.vehicleId, new Date(recv), randomUUID()],
  );
  return device;
}

test('silent for longer than the model allows: offline, with time and event', async () => {
  const start = Date.now();
  const device = await silentVehicle(start);
  const { clock, sweep, pass } = sweepAt(start);
  await pass(60);
  expect(await online(device)).toBe(1);
  const heard: number[] = [];
  const off = rig.app.live.subscribe('telemetry', (data) => heard.push(...(data as { ids: number[] }).ids));
  await pass(10);
  // The gateway's own sweep may have been at it, and only one is at a time.
  await eventually(async () => {
    await sweep.run();
    return (await online(device)) === 0;
  });
  expect(await history(device)).toEqual(['offline']);
  const [row] = await rig.rows<{ offline_time: Date }>(
    'select offline_time from veh_vehicle_status where vehicle_id = $1',
    [device.vehicleId],
  );
  expect(row?.offline_time.getTime()).toBe(clock.now);
  await eventually(async () => heard.includes(Number(device.vehicleId)));
  off();
  await sweep.stop();
});

test('after an outage of platform, database or broker everybody has their full time again', async () => {
  const start = Date.now();
  const device = await silentVehicle(start - 3600_000);
  const { clock, sweep, pass } = sweepAt(start);
  await pass(50);
  expect(await online(device)).toBe(1);
  // Sweeps fail for twenty minutes: the database was away.
  clock.now += 1_200_000;
  await pass(50);
  expect(await online(device)).toBe(1);
  clock.hearing = 0;
  await pass(120);
  expect(await online(device)).toBe(1);
  clock.hearing = clock.now;
  await pass(60);
  expect(await online(device)).toBe(1);
  await pass(20);
  expect(await online(device)).toBe(0);
  await sweep.stop();
});
