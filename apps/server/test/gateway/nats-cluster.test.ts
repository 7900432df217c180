import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NatsConfig } from '../../src/config-broker.ts';
import { readConfig } from '../../src/config.ts';
import { publishDown, resetDeviceSecret, revokeDevice } from '../../src/gateway/service.ts';
import { natsProgram, type NatsCluster, startNatsCluster } from '../support/nats.ts';
import { tempDir } from '../support/temp.ts';
import { acked, eventually, type Rig, startRig, telemetry, type TestDevice, up } from './fixture.ts';

const why = natsProgram === undefined ? ' (skipped: there is no nats-server on this machine)' : '';
const t0 = Date.UTC(2026, 10, 20);

describe.skipIf(natsProgram === undefined)(
  `devices at a NATS cluster of three nodes${why}`,
  { timeout: 60_000 },
  () => {
    let cluster: NatsCluster;
    let config: NatsConfig;
    let rig: Rig;
    const clients: MqttClient[] = [];

    beforeAll(async () => {
      cluster = await startNatsCluster(tempDir());
      const read = readConfig({ MQTT_URL: cluster.url, NATS_KEYS: cluster.keys, NATS_STREAM_MB: '64' }).nats;
      if (!read) throw new Error('no NATS in the configuration');
      config = read;
      rig = await startRig({ config: { nats: config } });
    });
    afterAll(async () => {
      for (const client of clients) client.end(true);
      await rig.stop();
      await cluster.stop();
    });

    const passwordOf = async (device: TestDevice) => {
      const made = await rig.app.db.transaction().execute((tx) => resetDeviceSecret(tx, device.vehicleId, config));
      if (!made?.mqttPassword) throw new Error('no password was made');
      return made.mqttPassword;
    };
    const connectTo = async (node: number, device: TestDevice, password: string, options: IClientOptions = {}) => {
      const client = await mqtt.connectAsync(
        `mqtt://127.0.0.1:${cluster.nodes[node]?.mqttPort}`,
        { clientId: device.imei, username: device.imei, password, reconnectPeriod: 0, ...options },
        false,
      );
      client.on('error', () => undefined);
      clients.push(client);
      return client;
    };
    const stored = async (device: TestDevice) =>
      (await rig.rows('select from veh_telemetry where vehicle_id = $1', [device.vehicleId])).length;
    const storedSeqs = async (device: TestDevice) =>
      (
        await rig.rows<{ seq: number }>(
          'select seq::int as seq from veh_telemetry where vehicle_id = $1 order by seq',
          [device.vehicleId],
        )
      ).map(({ seq }) => seq);
    const say = (client: MqttClient, device: TestDevice, seq: number) =>
      acked(client, up(device, 'telemetry'), telemetry(1, seq, { ts: t0 + seq }));
    const refuses = async (client: MqttClient, filter: string) => {
      const [granted] = await client.subscribeAsync(filter, { qos: 0 }).catch(() => [undefined]);
      return granted === undefined || granted.qos === 128;
    };

    test('a password lets a device publish and hear its own topics, at any node, and nothing else', async () => {
      const [mine, other] = [await rig.addVehicle(), await rig.addVehicle()];
      const password = await passwordOf(mine);
      const forged = password.replace(/\.(.)([^.]*)$/, (_, first, rest) => `.${first === 'A' ? 'B' : 'A'}${rest}`);
      for (const wrong of [mine.secret, forged])
        await expect(connectTo(0, mine, wrong)).rejects.toThrow('Not authorized');
      const client = await connectTo(1, mine, password);
      expect(await say(client, mine, 1)).toBe(true);
      await expect.poll(() => stored(mine)).toBe(1);
      for (const filter of [
        `v1/${other.imei}/down/#`,
        `v1/+/down/#`,
        'v1/#',
        '#',
        '$MQTT/sub/#',
        '$MQTT/msgs/#',
        '$SYS/#',
      ])
        expect([filter, await refuses(client, filter)]).toEqual([filter, true]);
      // Acknowledged and dropped: MQTT 3.1.1 has no other way to refuse it.
      await client.publishAsync(up(other, 'telemetry'), telemetry(1, 1, { ts: t0 }), { qos: 1 });
      await client.publishAsync(`$JS/API/STREAM/PURGE/$MQTT_msgs`, '', { qos: 1 });
      const heard: string[] = [];
      client.on('message', (topic) => heard.push(topic));
      await client.subscribeAsync(`v1/${mine.imei}/down/#`, { qos: 1 });
      await publishDown(rig.app.db, mine.imei, 'config', { v: 1, ver: 1, desired: {} });
      await expect.poll(() => heard).toEqual([`v1/${mine.imei}/down/config`]);
      expect(await say(client, mine, 2)).toBe(true);
      await expect.poll(() => stored(mine)).toBe(2);
      expect(await stored(other)).toBe(0);
    });

    test('the identifier of another device gives nothing of what that one hears', async () => {
      const [mine, other] = [await rig.addVehicle(), await rig.addVehicle()];
      const [password, foreign] = [await passwordOf(mine), await passwordOf(other)];
      const victim = await connectTo(0, other, foreign, { clean: false });
      await victim.subscribeAsync(`v1/${other.imei}/down/#`, { qos: 1 });
      const heard: string[] = [];
      const thief = mqtt.connect(`mqtt://127.0.0.1:${cluster.nodes[0]?.mqttPort}`, {
        clientId: other.imei,
        username: other.imei,
        password,
        clean: false,
        reconnectPeriod: 0,
      });
      clients.push(thief);
      thief.on('error', () => undefined);
      thief.on('message', (topic) => heard.push(topic));
      // Let in or not, it takes over no subscription.
      await new Promise((resolve) => {
        thief.once('close', () => resolve(true));
        thief.once('connect', () => resolve(true));
      });
      await publishDown(rig.app.db, other.imei, 'config', { v: 1, ver: 1, desired: {} }, 600);
      await eventually(async () => !victim.connected);
      thief.end(true);
      const back = await connectTo(1, other, foreign);
      const its: string[] = [];
      back.on('message', (topic) => its.push(topic));
      await back.subscribeAsync(`v1/${other.imei}/down/#`, { qos: 1 });
      await back.publishAsync(up(other, 'status'), 'online', { qos: 1 });
      await expect.poll(() => its).toEqual([`v1/${other.imei}/down/config`]);
      expect(heard).toEqual([]);
    });

    test('a reset ends the old password at every node, and connections made with it; so does the loss of the unit', async () => {
      const device = await rig.addVehicle();
      const old = await passwordOf(device);
      const open = await connectTo(2, device, old);
      const closed = new Promise((resolve) => open.once('close', () => resolve(true)));
      const fresh = await passwordOf(device);
      expect(await closed).toBe(true);
      for (const node of [0, 1, 2])
        await eventually(() =>
          connectTo(node, device, old).then(
            (client) => client.endAsync(true).then(() => false),
            () => true,
          ),
        );
      const client = await connectTo(0, device, fresh);
      const ended = new Promise((resolve) => client.once('close', () => resolve(true)));
      await rig.app.db.transaction().execute((tx) => revokeDevice(tx, device.vehicleId));
      expect(await ended).toBe(true);
      expect(await rig.rows('select from dev_nats_revocation')).not.toHaveLength(0);
    });

    test('kill -9 of the node that leads the stream, under load: nothing acknowledged is lost, nothing stored twice', async () => {
      const devices: TestDevice[] = [];
      for (let n = 0; n < 4; n++) devices.push(await rig.addVehicle());
      const said = new Map<TestDevice, number>();
      const total = () => [...said.values()].reduce((sum, n) => sum + n, 0);
      const passwords = await Promise.all(devices.map(passwordOf));
      let talking = true;
      const talk = async (device: TestDevice, n: number) => {
        const client = mqtt.connect({
          // On to the next node when one is away.
          servers: cluster.nodes.map((_, i) => ({
            host: '127.0.0.1',
            port: cluster.nodes[(n + i) % cluster.nodes.length]?.mqttPort ?? 0,
          })),
          clientId: device.imei,
          username: device.imei,
          password: passwords[n] ?? '',
          reconnectPeriod: 200,
          connectTimeout: 3_000,
        });
        client.on('error', () => undefined);
        clients.push(client);
        for (let seq = 0; talking; seq++) {
          const publish = () =>
            client.publishAsync(up(device, 'telemetry'), telemetry(1, seq, { ts: t0 + seq }), { qos: 1 });
          // Refused by the client while a new connection breaks: it is said again, under the same number.
          while (!(await publish().then(Boolean, () => false))) await sleep(20);
          said.set(device, seq + 1);
        }
      };
      const all = Promise.all(devices.map(talk));
      await eventually(async () => total() > 100);
      await (await cluster.leader()).end('SIGKILL');
      const known = total();
      await eventually(async () => total() > known + 100, 40_000);
      talking = false;
      await all;
      for (const device of devices) {
        const sent = Array.from({ length: said.get(device) ?? 0 }, (_, seq) => seq);
        await expect.poll(() => storedSeqs(device), { timeout: 20_000 }).toEqual(sent);
      }
    });
  },
);
