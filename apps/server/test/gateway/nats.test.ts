import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type NatsConfig, readBroker } from '../../src/config-broker.ts';
import { readConfig } from '../../src/config.ts';
import { startGateway, type Gateway } from '../../src/gateway/index.ts';
import { publishDown } from '../../src/gateway/service.ts';
import { natsProgram, startNats } from '../support/nats.ts';
import { tempDir } from '../support/temp.ts';
import { acked, eventually, imeiOf, type Rig, startRig, telemetry, type TestDevice, up } from './fixture.ts';

const why = natsProgram === undefined ? ' (skipped: there is no nats-server on this machine)' : '';
const stream = '$MQTT_msgs';
const t0 = Date.UTC(2026, 10, 20);

describe.skipIf(natsProgram === undefined)(`two processes at a NATS node${why}`, { timeout: 60_000 }, () => {
  let nats: Awaited<ReturnType<typeof startNats>>;
  let config: NatsConfig;
  let rig: Rig;
  let second: Gateway;
  let nc: NatsConnection;
  let jsm: JetStreamManager;
  const clients: MqttClient[] = [];

  const startSecond = () => startGateway({ ...rig.app, config: { ...rig.app.config, nats: config } });
  const connectDevice = async (device: TestDevice, options: IClientOptions = {}) => {
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${nats.node.mqttPort}`, {
      clientId: device.imei,
      username: 'device',
      password: 'device',
      clean: true,
      reconnectPeriod: 0,
      ...options,
    });
    client.on('error', () => undefined);
    clients.push(client);
    return client;
  };
  const consumer = () => jsm.consumers.info(stream, 'wheelhouse');
  const nothingWaits = () =>
    eventually(async () => {
      const { num_pending, num_ack_pending } = await consumer();
      return num_pending + num_ack_pending === 0;
    });
  const lockTelemetry = async () => {
    const lock = new pg.Client({ connectionString: rig.databaseUrl });
    await lock.connect();
    await lock.query('begin; lock table veh_telemetry in share mode');
    return { open: () => lock.end() };
  };
  const storedOf = async (device: TestDevice, boot: number) =>
    (
      await rig.rows<{ seq: number }>(
        'select seq::int as seq from veh_telemetry where vehicle_id = $1 and boot = $2 order by seq',
        [device.vehicleId, boot],
      )
    ).map(({ seq }) => seq);
  const isOnline = async (device: TestDevice) =>
    (
      await rig.rows<{ online: number }>('select online from veh_vehicle_status where vehicle_id = $1', [
        device.vehicleId,
      ])
    )[0]?.online === 1;
  const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

  beforeAll(async () => {
    nats = await startNats(tempDir());
    const read = readConfig({ MQTT_URL: nats.url, NATS_STREAM_MB: '1' }).nats;
    if (!read) throw new Error('no NATS in the configuration');
    config = read;
    rig = await startRig({ config: { nats: config } });
    second = await startSecond();
    nc = await connect({ servers: nats.node.listen, user: 'platform', pass: 'p@ss' });
    jsm = await jetstreamManager(nc);
    await eventually(() => consumer().catch(() => undefined));
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.end(true);
  });
  afterAll(async () => {
    await nc.close();
    await second.stop();
    await rig.stop();
    await nats.stop();
  });

  test('uplinks are stored once and stay in the stream until they are; a process that stops gives back what it has', async () => {
    const device = await rig.addVehicle();
    const client = await connectDevice(device);
    const lock = await lockTelemetry();
    // Each twice, as after a lost acknowledgement.
    for (const seq of numbers(40))
      for (let times = 0; times < 2; times++)
        await client.publishAsync(up(device, 'telemetry'), telemetry(1, seq, { ts: t0 + seq }), { qos: 1 });
    await eventually(async () => (await consumer()).num_ack_pending === 80);
    const stopping = second.stop();
    await lock.open();
    await stopping;
    await nothingWaits();
    second = await startSecond();
    expect(await storedOf(device, 1)).toEqual(numbers(40));
    expect((await jsm.streams.info(stream)).state.messages).toBe(0);
  });

  test('garbage and unknown devices are refused, counted and not sent again', async () => {
    const device = await rig.addVehicle();
    const client = await connectDevice(device);
    const stranger = { ...device, imei: imeiOf(777_777) };
    await client.publishAsync(up(device, 'telemetry'), 'nonsense', { qos: 1 });
    await client.publishAsync(up(stranger, 'telemetry'), telemetry(1, 1, { ts: t0 }), { qos: 1 });
    await client.publishAsync(`v1/${device.imei}/up/telemetry/more`, telemetry(1, 1, { ts: t0 }), { qos: 1 });
    await client.publishAsync(up(device, 'telemetry'), 'x'.repeat(40_000), { qos: 1 });
    await nothingWaits();
    await expect.poll(() => rig.refusals()).toMatchObject({ json: 1, unknownDevice: 1, publishTopic: 1, oversize: 1 });
  });

  test('presence follows the status topic and the last will', async () => {
    const device = await rig.addVehicle();
    const will = { topic: up(device, 'status'), payload: Buffer.from('offline'), qos: 1, retain: true } as const;
    const client = await connectDevice(device, { will });
    await client.publishAsync(up(device, 'status'), 'online', { qos: 1, retain: true });
    await expect.poll(() => isOnline(device)).toBe(true);
    client.stream.destroy();
    await expect.poll(() => isOnline(device)).toBe(false);
  });

  test('downlinks reach a device that is connected; what has run out while it was away never does', async () => {
    const device = await rig.addVehicle();
    const command = (id: string, ttl: number) =>
      publishDown(rig.app.db, device.imei, 'config', { v: 1, ver: Number(id), desired: {} }, ttl);
    const waiting = async () =>
      (
        await rig.rows<{ ver: number }>(
          `select (payload::json ->> 'ver')::int as ver from dev_downlink where device_id = $1 order by id`,
          [device.imei],
        )
      ).map(({ ver }) => ver);
    await command('1', 600);
    await command('2', 0);
    const heard: string[] = [];
    const client = await connectDevice(device);
    client.on('message', (topic, payload) => heard.push(`${topic} ${JSON.parse(String(payload)).ver}`));
    const topic = `v1/${device.imei}/down/config`;
    expect(await waiting()).toContain(1);
    await client.subscribeAsync(`v1/${device.imei}/down/#`, { qos: 1 });
    await client.publishAsync(up(device, 'status'), 'online', { qos: 1 });
    await expect.poll(() => heard).toEqual([`${topic} 1`]);
    await command('3', 600);
    await expect.poll(() => heard).toEqual([`${topic} 1`, `${topic} 3`]);
    await client.endAsync();
    await command('4', 600);
    // Its session is over: nothing of it is left for the next one but what the platform keeps.
    await eventually(async () => (await waiting()).join() === '4');
    await rig.rows(`update dev_downlink set expire_time = now() where device_id = $1`, [device.imei]);
    const again = await connectDevice(device, { clean: false });
    again.on('message', (_topic, payload) => heard.push(String(payload)));
    await again.subscribeAsync(`v1/${device.imei}/down/#`, { qos: 1 });
    await again.publishAsync(up(device, 'status'), 'online', { qos: 1 });
    await eventually(async () => (await waiting()).length === 0);
    expect(heard).toHaveLength(2);
  });

  test('a stream at its limit refuses: the device keeps its messages, and nothing acknowledged is lost', async () => {
    const device = await rig.addVehicle();
    const lock = await lockTelemetry();
    const filler = 'x'.repeat(30_000);
    const say = (client: MqttClient, seq: number) =>
      Promise.race([
        acked(client, up(device, 'telemetry'), telemetry(1, seq, { ts: t0 + seq, filler })),
        new Promise<false>((resolve) => client.once('close', () => resolve(false))),
      ]);
    const client = await connectDevice(device);
    let seq = 0;
    while (await say(client, seq)) seq++;
    // 1 MB of messages of 30 KB.
    expect(seq).toBeGreaterThan(30);
    expect(seq).toBeLessThan(36);
    expect(client.connected).toBe(false);
    await expect
      .poll(async () => await rig.app.metrics.getSingleMetricAsString('wheelhouse_broker_stream_bytes'))
      .toMatch(/_bytes \d{6,}/);
    await lock.open();
    await nothingWaits();
    expect(await say(await connectDevice(device), seq)).toBe(true);
    await nothingWaits();
    expect(await storedOf(device, 1)).toEqual(numbers(seq + 1));
  });

  test('a consumer that somebody has deleted is made again', async () => {
    const { created } = await consumer();
    await jsm.consumers.delete(stream, 'wheelhouse');
    const device = await rig.addVehicle();
    await eventually(
      async () => (await consumer().catch(() => undefined))?.created !== created && consumer().catch(() => undefined),
    );
    const client = await connectDevice(device);
    await client.publishAsync(up(device, 'telemetry'), telemetry(1, 1, { ts: t0 }), { qos: 1 });
    await expect.poll(() => storedOf(device, 1)).toEqual([1]);
  });
});

test('nodes, user and limits are read from the address', () => {
  const env = { MQTT_GUARD: false, MQTT_PROXY: false, NATS_STREAM_MB: 16 };
  expect(readBroker({ ...env, MQTT_URL: 'nats://u:p%40ss@a:4222,b:4223,[::1]:4224' })).toMatchObject({
    mqttUrl: undefined,
    nats: {
      servers: ['a:4222', 'b:4223', '[::1]:4224'],
      tls: false,
      user: { name: 'u', password: 'p@ss' },
      replicas: 3,
      maxBytes: 16 * 1024 * 1024,
    },
  });
  expect(readConfig({ MQTT_URL: 'tls://a' })).toMatchObject({ simulator: 0, nats: { tls: true, replicas: 1 } });
  expect(readConfig({ MQTT_URL: 'mqtt://a' })).toMatchObject({ mqttUrl: 'mqtt://a', nats: undefined });
  for (const bad of ['nats://', 'nats://a,,b', 'nats://a b', 'nats://u@a', 'http://a', 'mqtt://a,b:1,c'])
    expect(() => readConfig({ MQTT_URL: bad })).toThrow('MQTT_URL');
  expect(() => readConfig({ NATS_KEYS: '/keys' })).toThrow('NATS_KEYS: needs MQTT_URL=nats://…');
  expect(() => readConfig({ MQTT_URL: 'nats://a', NATS_CREDENTIALS: '/no' })).toThrow('NATS_CREDENTIALS');
  expect(() => readConfig({ MQTT_URL: 'nats://u:hunter2@a', NATS_KEYS: '/no' })).not.toThrow('hunter2');
});
