import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Fleet } from './fleet.ts';
import { readMishaps, usualMishaps } from './ota/dice.ts';
import { usualNetwork } from './ota/download.ts';
import { readReleaseKeys } from './ota/verify.ts';
import { Crowd } from './owners/crowd.ts';
import { AppServer } from './owners/server.ts';
import { Random } from './random.ts';
import { readOwners, readVehicles } from './spec.ts';

/*
 * A fleet of simulated vehicles, and their owners. They reach the platform as real ones do, vehicles by MQTT and owners by the calls of
 * the app, and know nothing of it but the addresses.
 *
 *   node apps/simulator/src/main.ts [--vehicles file] [--url mqtt://…] [--owners file] [--api http://…] [--count n] [--rate n]
 *
 * Environment: MQTT_URL, API_URL, SIMULATOR (how many vehicles), SIMULATOR_VEHICLES and SIMULATOR_APP_USERS (lists written by the seed;
 * without the second no owners), SIMULATOR_KEY, SIMULATOR_RATE (vehicles report, and the time of owners passes, so many times as fast),
 * SIMULATOR_FIRMWARE_KEYS (public release keys, in Base64, separated by commas), SIMULATOR_OTA_MISHAPS (shares of updates: `hash=0.01,lie=0.002`, or
 * `none`), LOG_LEVEL. Options win over the environment.
 */
const { values } = parseArgs({
  options: {
    vehicles: { type: 'string', default: process.env['SIMULATOR_VEHICLES'] ?? 'data/simulator.json' },
    url: { type: 'string', default: process.env['MQTT_URL'] ?? 'mqtt://127.0.0.1:1883' },
    owners: { type: 'string', default: process.env['SIMULATOR_APP_USERS'] ?? '' },
    api: { type: 'string', default: process.env['API_URL'] ?? 'http://127.0.0.1:8080' },
    count: { type: 'string', default: process.env['SIMULATOR'] ?? '200' },
    rate: { type: 'string', default: process.env['SIMULATOR_RATE'] ?? '1' },
  },
});
type More = Readonly<Record<string, unknown>>;
/** Levels of the log at which a line is left out. */
const above = { info: ['warn', 'error', 'fatal', 'silent'], error: ['fatal', 'silent'] } as const;
function write(level: keyof typeof above, message: string, more: More): void {
  if (above[level].some((least) => least === process.env['LOG_LEVEL'])) return;
  const time = new Date().toISOString();
  process.stdout.write(`${JSON.stringify({ level, time, part: 'simulator', ...more, msg: message })}\n`);
}
const log = (message: string, more: More = {}): void => write('info', message, more);
const statusEveryMs = 300_000;

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

/** Nobody unless a list is given. */
function crowdOf(rate: number): Crowd | undefined {
  if (values.owners === '') return undefined;
  const now = Date.now();
  const server = new AppServer(values.api, new Random(now));
  const complain = (message: string, more: More): void => write('error', message, more);
  return new Crowd(readOwners(values.owners), now, { server, rate, complain });
}

async function run(): Promise<void> {
  const key = process.env['SIMULATOR_KEY'] ?? fail('SIMULATOR_KEY is not set: the secrets of the fleet follow from it');
  const [count, rate] = [Number(values.count), Number(values.rate)];
  if (!Number.isInteger(count) || count < 0) fail(`SIMULATOR: ${values.count} is no number of vehicles`);
  if (!(rate > 0 && rate <= 1000)) fail(`SIMULATOR_RATE: ${values.rate} is not above 0 and up to 1000`);
  const specs = readVehicles(values.vehicles).slice(0, count);
  const { SIMULATOR_FIRMWARE_KEYS: keys = '', SIMULATOR_OTA_MISHAPS: mishaps } = process.env;
  const ota = {
    keys: readReleaseKeys(keys),
    mishaps: mishaps === undefined ? usualMishaps : readMishaps(mishaps),
    network: {
      ...usualNetwork,
      bytesPerSecond: usualNetwork.bytesPerSecond * rate,
      pauseMs: usualNetwork.pauseMs / rate,
    },
    pace: rate,
  };
  // Secrets of demo devices follow from their IMEI.
  const secretOf = (imei: string): string => createHmac('sha256', key).update(imei).digest('hex');
  const fleet = new Fleet(specs, { url: values.url, api: values.api, secretOf, rate, ota });
  const stopped = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  const crowd = crowdOf(rate);
  log('fleet sets off', { vehicles: fleet.size, owners: crowd?.size ?? 0 });
  void fleet.start();
  void crowd?.start();
  const status = setInterval(
    () => log('fleet', { vehicles: fleet.size, connected: fleet.connected, openings: crowd?.openings }),
    statusEveryMs,
  );
  await stopped;
  clearInterval(status);
  crowd?.stop();
  await Promise.race([fleet.stop(), sleep(3_000)]);
  process.exit(0);
}

await run().catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)));
