import mqtt, { type MqttClient } from 'mqtt';
import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startGateway, type Gateway } from '../../src/gateway/index.ts';
import { publishDown } from '../../src/gateway/service.ts';
import { type Mosquitto, mosquittoProgram, startMosquitto } from '../support/mosquitto.ts';
import { tempDir } from '../support/temp.ts';
import { eventually, type Rig, startRig, telemetry, type TestDevice, up } from './fixture.ts';

const why = mosquittoProgram === undefined ? ' (skipped: there is no mosquitto on this machine)' : '';

describe.skipIf(mosquittoProgram === undefined)(
  `two processes behind a real Mosquitto${why}`,
  { timeout: 60_000 },
  () => {
    let broker: Mosquitto;
    let rig: Rig;
    let second: Gateway;
    let clients: MqttClient[];
    const t0 = Date.UTC(2026, 10, 20);

    /** After the platform, which tries again sooner: the broker takes and loses messages that nobody listens to yet. */
    const connect = (device: TestDevice) =>
      mqtt.connectAsync(broker.url, { clientId: device.imei, clean: false, reconnectPeriod: 3_000 });
    const startSecond = () => startGateway({ ...rig.app, config: { ...rig.app.config, mqttUrl: broker.url } });
    const device = (n: number): TestDevice => {
      const found = rig.devices[n];
      if (!found) throw new Error(`no device ${n}`);
      return found;
    };
    const client = (n: number): MqttClient => {
      const found = clients[n];
      if (!found) throw new Error(`no client ${n}`);
      return found;
    };

    beforeAll(async () => {
      broker = await startMosquitto(tempDir());
      rig = await startRig({ vehicles: 4, config: { mqttUrl: broker.url } });
      second = await startSecond();
      clients = await Promise.all(rig.devices.map(connect));
      for (const each of clients) each.on('error', () => undefined);
      // Until one of the processes listens, the broker loses what is said; the other is soon there.
      let seq = 0;
      const heard = async (message: string): Promise<boolean> => {
        await client(0).publishAsync(up(device(0), 'telemetry'), message, { qos: 1 });
        return (await storedOf(0)).n > 0;
      };
      await eventually(() => heard(telemetry(0, seq++, { ts: t0 })));
      await sleep(500);
    });
    afterAll(async () => {
      for (const each of clients) each.end(true);
      await second.stop();
      await rig.stop();
      await broker.stop();
    });

    /** Every device says so many messages of a boot, each twice. */
    const sayAll = (boot: number, count: number) =>
      Promise.all(
        rig.devices.flatMap((it, n) =>
          Array.from({ length: count }, async (_, seq) => {
            const message = telemetry(boot, seq, { ts: t0 + boot * 1_000_000 + seq });
            await client(n).publishAsync(up(it, 'telemetry'), message, { qos: 1 });
            await client(n).publishAsync(up(it, 'telemetry'), message, { qos: 1 });
          }),
        ),
      );
    const storedOf = async (boot: number) => {
      const rows = await rig.rows<{ n: number; different: number }>(
        'select count(*)::int as n, count(distinct (vehicle_id, seq))::int as different from veh_telemetry where boot = $1',
        [boot],
      );
      return rows[0] ?? { n: 0, different: 0 };
    };
    const all = (boot: number, count: number) =>
      eventually(async () => (await storedOf(boot)).different === rig.devices.length * count, 40_000);

    test('everything is stored once, in batches that both have carried', async () => {
      await sayAll(1, 100);
      await all(1, 100);
      expect((await storedOf(1)).n).toBe(400);
      const slots = await rig.rows<{ slot: number }>('select slot from dev_broker_slot order by slot');
      expect(slots).toEqual([{ slot: 0 }, { slot: 1 }]);
      const seen = await rig.rows('select from veh_uplink_seen where boot = 1');
      expect(seen).toHaveLength(4);
    });

    test('nothing is acknowledged to the broker before it is committed: what a process leaves behind comes again', async () => {
      const lock = new pg.Client({ connectionString: rig.databaseUrl });
      await lock.connect();
      await lock.query('begin; lock table veh_telemetry in share mode');
      await sayAll(2, 50);
      await sleep(300);
      // The second process is stopped while it holds messages it could not store.
      const stopping = second.stop();
      await sleep(200);
      await lock.end();
      await stopping;
      await all(2, 50);
      second = await startSecond();
      expect((await storedOf(2)).n).toBe(200);
    });

    test('while the database stands still the broker keeps the messages, however many', async () => {
      const lock = new pg.Client({ connectionString: rig.databaseUrl });
      await lock.connect();
      await lock.query('begin; lock table veh_telemetry in share mode');
      // More than Mosquitto's own limit of 1000 a session.
      await sayAll(3, 400);
      await lock.end();
      await all(3, 400);
      expect((await storedOf(3)).n).toBe(1_600);
    });

    test('a broker that crashes is come back to', async () => {
      await broker.kill();
      await broker.start();
      await sayAll(4, 30);
      await all(4, 30);
      expect((await storedOf(4)).n).toBe(120);
    });

    test('the session of a process that is gone is emptied by the others', async () => {
      await second.stop();
      // What the broker gives to the session nobody uses.
      await sayAll(5, 40);
      await all(5, 40);
      await eventually(async () => (await rig.rows('select slot from dev_broker_slot')).length === 1, 40_000);
      await sayAll(6, 40);
      await all(6, 40);
      expect((await storedOf(5)).n + (await storedOf(6)).n).toBe(320);
      second = await startSecond();
    });

    test('presence and downlinks go through it', async () => {
      const it = device(0);
      const online = async () =>
        (
          await rig.rows<{ online: number }>('select online from veh_vehicle_status where vehicle_id = $1', [
            it.vehicleId,
          ])
        )[0]?.online;
      // Two processes take them: each is waited for, so that none overtakes another.
      for (const [word, state] of [
        ['online', 1],
        ['offline', 0],
        ['online', 1],
      ] as const) {
        await client(0).publishAsync(up(it, 'status'), word, { qos: 1, retain: true });
        await eventually(async () => (await online()) === state, 20_000);
      }
      const heard: string[] = [];
      client(0).on('message', (topic) => heard.push(topic));
      await client(0).subscribeAsync(`v1/${it.imei}/down/#`, { qos: 1 });
      await publishDown(rig.app.db, it.imei, 'config', { v: 1, ver: 3, desired: { reportMovingS: 5 } });
      await eventually(async () => heard.length > 0, 20_000);
      expect(heard).toContain(`v1/${it.imei}/down/config`);
    });
  },
);
