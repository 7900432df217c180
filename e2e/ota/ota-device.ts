import mqtt, { type MqttClient } from 'mqtt';
import type { OtaDownlink, OtaUplink } from '@wheelhouse/contract/device/payloads';
import { deviceOf } from '../fleet.ts';

const deviceUrl = process.env['MQTT_URL'] ?? 'mqtt://127.0.0.1:1883';

/** What becomes of a job. */
export type Fate = 'succeeds' | 'fails';

export interface OtaVehicle {
  /** Jobs that it got, the oldest first. */
  readonly jobs: readonly OtaDownlink[];
  /** What becomes of the jobs that come from now on. */
  decide: (fate: Fate) => void;
  end: () => Promise<void>;
}

/** A vehicle on a real socket that does what the test says with the jobs it gets; success is said by its telemetry alone. */
export async function otaVehicle(
  server: string,
  id: string,
  installed: { readonly software: string; readonly hardware: string },
): Promise<OtaVehicle> {
  const { deviceId, secret } = await deviceOf(server, id);
  const client: MqttClient = await mqtt.connectAsync(deviceUrl, {
    clientId: deviceId,
    username: deviceId,
    password: secret,
  });
  const boot = Math.floor(Date.now() / 1000) % 1_000_000;
  let seq = 0;
  let { software } = installed;
  let fate: Fate = 'succeeds';
  const jobs: OtaDownlink[] = [];
  const say = (kind: string, body: object): Promise<unknown> =>
    client.publishAsync(`v1/${deviceId}/up/${kind}`, JSON.stringify({ v: 1, mid: `${boot}-${++seq}`, ...body }), {
      qos: 1,
    });
  const report = (): Promise<unknown> =>
    say('telemetry', {
      s: [
        {
          ts: Date.now(),
          tsq: 'gnss',
          pos: { lat: 31.230416, lng: 121.473701, spd: 0, hdg: 90, sat: 14, hdop: 0.8, fix: 3 },
          bat: [{ slot: 1, soc: 86, chg: false }],
          st: { acc: false, locked: true, stand: 'down' },
          net: { csq: 24, aux: 12.4 },
          ecu: [{ type: 'VCU', sw: software, hw: installed.hardware, ok: true }],
        },
      ],
    });
  const work = async (job: OtaDownlink): Promise<void> => {
    for (const { ecu, ver, size } of job.pkgs) {
      const step = (st: OtaUplink['st'], more: Partial<OtaUplink> = {}): Promise<unknown> =>
        say('ota', { job: job.job, ecu, st, ...more });
      await step('accepted', { ver: software });
      await step('downloading', { bytes: Math.floor(size / 2) });
      if (fate === 'fails') {
        await step('failed', { ver: software, err: 'E01' });
        continue;
      }
      await step('downloaded', { bytes: size });
      await step('verified', { bytes: size });
      await step('installing');
      await step('rebooting');
      software = ver;
      await report();
    }
  };
  client.on('message', (topic, payload) => {
    if (!topic.endsWith('/ota')) return;
    const job = JSON.parse(String(payload)) as OtaDownlink;
    jobs.push(job);
    void work(job);
  });
  await client.subscribeAsync(`v1/${deviceId}/down/#`, { qos: 1 });
  await report();
  return { jobs, decide: (next) => (fate = next), end: () => client.endAsync() };
}
