import { Aedes, type AuthenticateError } from 'aedes';
import mqtt, { type MqttClient } from 'mqtt';
import net, { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishDown } from '../../src/gateway/service.ts';
import { eventually, imeiOf, type Rig, startRig, telemetry, type TestDevice, up } from './fixture.ts';

/** Stands for an existing broker: MQTT 3.1.1, shared subscriptions (of one member), any device. */
let broker: Aedes;
let server: net.Server;
let rig: Rig;
let device: TestDevice;
let client: MqttClient;
const confirmed: string[] = [];
const t0 = Date.UTC(2026, 10, 20);

/** Of the platform, at first: as a broker that cannot look users up yet. */
let refused = 0;

beforeAll(async () => {
  broker = await Aedes.createBroker({
    authenticate: (from, _user, _password, done) => {
      if (!from.id.startsWith('wheelhouse-') || refused++ > 0) return done(null, true);
      const starting: AuthenticateError = Object.assign(new Error('starting'), { returnCode: 3 });
      done(starting, false);
    },
    authorizeSubscribe: (_client, subscription, done) => {
      subscription.topic = subscription.topic.replace('$share/ingest/', '');
      done(null, subscription);
    },
  });
  broker.on('ack', (packet, from) => {
    if (from.id.startsWith('wheelhouse-') && packet?.cmd === 'publish') confirmed.push(packet.payload.toString());
  });
  server = net.createServer((socket) => void broker.handle(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = (server.address() as AddressInfo).port;
  rig = await startRig({ vehicles: 1, config: { mqttUrl: `mqtt://127.0.0.1:${port}` } });
  const [first] = rig.devices;
  if (!first) throw new Error('no device');
  device = first;
  client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, { clientId: device.imei });
  await eventually(async () =>
    Object.keys((broker as unknown as { clients: object }).clients).some((id) => id.startsWith('wheelhouse-')),
  );
  await sleep(300);
});
afterAll(async () => {
  await client.endAsync();
  await rig.stop();
  await new Promise<void>((resolve) => broker.close(() => resolve()));
  server.close();
});

const stored = () =>
  rig.rows<{ seq: string }>('select seq from veh_telemetry where vehicle_id = $1 order by seq', [device.vehicleId]);

test('uplinks through the outside broker are stored once and acknowledged to it after the commit', async () => {
  await client.publishAsync(up(device, 'telemetry'), telemetry(1, 1, { ts: t0 }), { qos: 1 });
  await eventually(async () => confirmed.length === 1);
  const lock = new pg.Client({ connectionString: rig.databaseUrl });
  await lock.connect();
  await lock.query('begin');
  await lock.query('lock table veh_telemetry in share mode');
  for (let seq = 2; seq <= 40; seq++)
    await client.publishAsync(up(device, 'telemetry'), telemetry(1, seq, { ts: t0 + seq }), { qos: 1 });
  await sleep(400);
  expect(confirmed).toHaveLength(1);
  await lock.end();
  await eventually(async () => confirmed.length === 40);
  expect((await stored()).map((row) => Number(row.seq))).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
});

test('garbage and unknown devices are refused, counted and acknowledged', async () => {
  const before = confirmed.length;
  await client.publishAsync(up(device, 'telemetry'), 'nonsense', { qos: 1 });
  await client.publishAsync(up({ ...device, imei: imeiOf(777_777) }, 'telemetry'), telemetry(1, 1, { ts: t0 }), {
    qos: 1,
  });
  await client.publishAsync(up(device, 'telemetry'), 'x'.repeat(40_000), { qos: 1 });
  await eventually(async () => confirmed.length === before + 3);
  await expect.poll(() => rig.refusals()).toMatchObject({ json: 1, unknownDevice: 1, oversize: 1 });
});

test('presence follows the status topic, downlinks go out through the broker', async () => {
  const online = async () =>
    (
      await rig.rows<{ online: number }>('select online from veh_vehicle_status where vehicle_id = $1', [
        device.vehicleId,
      ])
    )[0]?.online;
  await client.publishAsync(up(device, 'status'), 'offline', { qos: 1, retain: true });
  await eventually(async () => (await online()) === 0);
  await client.publishAsync(up(device, 'status'), '{"v":1,"st":"online"}', { qos: 1, retain: true });
  await eventually(async () => (await online()) === 1);
  const heard: string[] = [];
  client.on('message', (topic, payload) => heard.push(`${topic} ${String(payload)}`));
  await client.subscribeAsync(`v1/${device.imei}/down/#`, { qos: 1 });
  await publishDown(rig.app.db, device.imei, 'config', { v: 1, ver: 3, desired: { reportMovingS: 5 } });
  await eventually(async () => heard.length > 0);
  expect(heard).toEqual([`v1/${device.imei}/down/config {"v":1,"ver":3,"desired":{"reportMovingS":5}}`]);
});
