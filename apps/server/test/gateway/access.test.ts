import type { MqttClient } from 'mqtt';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resetDeviceSecret } from '../../src/gateway/credentials.ts';
import { acked, eventually, imeiOf, type Rig, startRig, telemetry, type TestDevice, up } from './fixture.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.stop());

/** Refusals of a device once there are so many: they are written once a second. */
const counted = (reason: string, deviceId: string, atLeast: number) =>
  eventually(async () => {
    const [row] = await rig.rows<{ n: number }>(
      'select sum(count)::int as n from dev_refusal where reason = $1 and device_id = $2',
      [reason, deviceId],
    );
    return (row?.n ?? 0) >= atLeast && row?.n;
  });
const stored = async (device: TestDevice) =>
  (await rig.rows('select from veh_telemetry where vehicle_id = $1', [device.vehicleId])).length;

test('a wrong secret is refused and counted; the right one works right after', async () => {
  const device = await rig.addVehicle();
  for (const password of ['wrong', '', device.secret.toUpperCase()]) {
    await expect(rig.connect(device, { password })).rejects.toMatchObject({ code: 5 });
  }
  const client = await rig.connect(device);
  expect(client.connected).toBe(true);
  expect(await counted('secret', device.imei, 3)).toBe(3);
});

test('unknown devices, names that differ and anonymous ones are refused', async () => {
  const stranger = { vehicleId: '0', imei: imeiOf(900_001), secret: 'x' };
  await expect(rig.connect(stranger)).rejects.toMatchObject({ code: 5 });
  expect(await counted('unknownDevice', stranger.imei, 1)).toBe(1);
  const device = await rig.addVehicle();
  await expect(rig.connect(device, { clientId: stranger.imei })).rejects.toMatchObject({ code: 5 });
  await expect(rig.connect(device, { username: '', password: '' })).rejects.toMatchObject({ code: 5 });
});

test('a vehicle added now connects now, though its device has been knocking before', async () => {
  const device = await rig.addVehicle();
  await rig.app.pool.query('update veh_vehicle set deleted = true where id = $1', [device.vehicleId]);
  await expect(rig.connect(device)).rejects.toMatchObject({ code: 5 });
  await rig.app.pool.query('update veh_vehicle set deleted = false where id = $1', [device.vehicleId]);
  expect((await rig.connect(device)).connected).toBe(true);
});

test('a reset secret works at once, ends the open connection, and ends the old secret', async () => {
  const device = await rig.addVehicle();
  const client = await rig.connect(device);
  const closed = new Promise((resolve) => client.once('close', () => resolve(true)));
  const fresh = await rig.app.db.transaction().execute((tx) => resetDeviceSecret(tx, device.vehicleId));
  expect(fresh?.deviceId).toBe(device.imei);
  expect(fresh?.secret).toMatch(/^[\w-]{43}$/);
  expect(await closed).toBe(true);
  await expect(rig.connect(device)).rejects.toMatchObject({ code: 5 });
  expect((await rig.connect({ ...device, secret: fresh?.secret ?? '' })).connected).toBe(true);
  const [row] = await rig.rows<{ kept: boolean }>(
    `select position(convert_to($2, 'utf8') in secret_hash) > 0 as kept from dev_credential where vehicle_id = $1`,
    [device.vehicleId, fresh?.secret],
  );
  expect(row?.kept).toBe(false);
  expect(await rig.app.db.transaction().execute((tx) => resetDeviceSecret(tx, '999999999'))).toBeUndefined();
});

test('a device publishes under its own name only: anything else is dropped, counted, and not retried for ever', async () => {
  const [mine, other] = [await rig.addVehicle(), await rig.addVehicle()];
  const client = await rig.connect(mine);
  const message = telemetry(1, 1, { ts: Date.now() });
  const foreign = [
    up(other, 'telemetry'),
    `v1/${mine.imei}/down/cmd`,
    `v1/${mine.imei}/up/nonsense`,
    `v1/${mine.imei}/up/telemetry/more`,
    '$SYS/x',
    'hello',
  ];
  for (const topic of foreign) expect(await acked(client, topic, message)).toBe(true);
  expect(await counted('publishTopic', mine.imei, foreign.length)).toBe(foreign.length);
  expect([await stored(mine), await stored(other)]).toEqual([0, 0]);
  expect(await acked(client, up(mine, 'telemetry'), message)).toBe(true);
  expect(await stored(mine)).toBe(1);
});

test('a device hears its own downlinks only', async () => {
  const [mine, other] = [await rig.addVehicle(), await rig.addVehicle()];
  const client = await rig.connect(mine);
  const grants = async (...topics: string[]) =>
    (await client.subscribeAsync(topics, { qos: 1 }).catch(() => topics.map(() => ({ qos: 128 })))).map((g) => g.qos);
  const refused = [`v1/${other.imei}/down/#`, 'v1/+/down/#', '#', '+/+/+/+', `v1/${mine.imei}/up/#`, '$SYS/#'];
  for (const topic of refused) expect(await grants(topic)).toEqual([128]);
  expect(await grants(`v1/${mine.imei}/down/#`)).toEqual([1]);
  expect(await grants(`v1/${mine.imei}/down/cmd`)).toEqual([1]);
  expect(await counted('subscribeTopic', mine.imei, refused.length)).toBe(refused.length);
  const heard: string[] = [];
  client.on('message', (topic: string) => heard.push(topic));
  const neighbour = await rig.connect(other);
  await acked(neighbour, `v1/${mine.imei}/down/cmd`, '{"v":1}');
  await acked(neighbour, up(other, 'event'), '{"v":1}');
  await sleep(200);
  expect(heard).toEqual([]);
});

test('a flood of wrong secrets does not keep a device out', async () => {
  const [victim, honest] = [await rig.addVehicle(), await rig.addVehicle()];
  const flood = Array.from({ length: 300 }, (_, n) =>
    rig.connect(victim, { password: `guess ${n}` }).catch(() => null),
  );
  const client: MqttClient = await rig.connect(honest);
  expect(await acked(client, up(honest, 'telemetry'), telemetry(1, 1, { ts: Date.now() }))).toBe(true);
  expect((await Promise.all(flood)).every((result) => result === null)).toBe(true);
  expect((await rig.connect(victim)).connected).toBe(true);
});
