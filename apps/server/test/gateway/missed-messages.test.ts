import mqtt from 'mqtt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startGateway, type Gateway } from '../../src/gateway/index.ts';
import { crashProof, type Mosquitto, mosquittoProgram, startMosquitto } from '../support/mosquitto.ts';
import { tempDir } from '../support/temp.ts';
import { eventually, type Rig, startRig, telemetry, type TestDevice, up } from './fixture.ts';

const why = mosquittoProgram === undefined ? ' (skipped: there is no mosquitto on this machine)' : '';

describe.skipIf(mosquittoProgram === undefined)(
  `a Mosquitto that forgets shared subscriptions as it crashes${why}`,
  { timeout: 60_000 },
  () => {
    let broker: Mosquitto;
    let rig: Rig;
    let device: TestDevice;
    let gateway: Gateway;
    const start = (mqttGuard: boolean) =>
      startGateway({ ...rig.app, config: { ...rig.app.config, mqttUrl: broker.url, mqttGuard } });
    beforeAll(async () => {
      broker = await startMosquitto(tempDir(), ['allow_anonymous true', crashProof]);
      // Its own gateway is not asked here.
      rig = await startRig({ vehicles: 1 });
      device = await rig.addVehicle();
      gateway = await start(true);
    });
    afterAll(async () => {
      await gateway.stop();
      await rig.stop();
      await broker.stop();
    });

    const say = async (...seqs: number[]) => {
      const client = await mqtt.connectAsync(broker.url, { clientId: device.imei, reconnectPeriod: 0 });
      for (const seq of seqs)
        await client.publishAsync(up(device, 'telemetry'), telemetry(1, seq, { ts: Date.now() - 60_000 + seq }), {
          qos: 1,
        });
      await client.endAsync();
    };
    const stored = async () =>
      (
        await rig.rows<{ seq: number }>(
          'select seq::int as seq from veh_telemetry where vehicle_id = $1 order by seq',
          [device.vehicleId],
        )
      ).map(({ seq }) => seq);
    /** Whether the broker keeps a session of that name. */
    const kept = async (clientId: string) => {
      const client = mqtt.connect(broker.url, { clientId, clean: false, reconnectPeriod: 0, protocolVersion: 5 });
      const sessionPresent = await new Promise<boolean>((resolve) =>
        client.once('connect', (packet) => resolve(packet.sessionPresent)),
      );
      await client.endAsync();
      return sessionPresent;
    };

    test('what devices say before the platform is back is stored once, by the listener for missed messages', async () => {
      await say(0, 1);
      await eventually(async () => (await stored()).length === 2);
      await gateway.stop();
      await broker.kill();
      await broker.start();
      await say(2, 3);
      gateway = await start(true);
      await eventually(async () => (await stored()).length === 4);
      await say(4);
      await eventually(async () => (await stored()).length === 5);
      expect(await stored()).toEqual([0, 1, 2, 3, 4]);
    });

    test('another process listens when the one that did is gone', async () => {
      const other = await start(true);
      await gateway.stop();
      gateway = other;
      // The slot of the listener, held by a lock of its process.
      const listeners = async () =>
        (
          await rig.rows<{ n: number }>(
            "select count(*)::int as n from pg_locks where locktype = 'advisory' and objid = $1 and database = (select oid from pg_database where datname = current_database())",
            [0xff_ff_ff_ff],
          )
        )[0]?.n;
      await expect.poll(listeners, { timeout: 20_000 }).toBe(1);
    });

    test('switched off, its session at the broker is ended', async () => {
      await gateway.stop();
      expect(await kept('wheelhouse-guard')).toBe(true);
      gateway = await start(false);
      await eventually(async () => !(await kept('wheelhouse-guard')), 20_000);
    });
  },
);
