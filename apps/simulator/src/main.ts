import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Fleet } from './fleet.ts';
import { readVehicles } from './spec.ts';

/*
 * A fleet of simulated vehicles. It reaches the platform as real ones do, by MQTT, and knows nothing of it but the address.
 *
 *   node apps/simulator/src/main.ts [--vehicles file] [--url mqtt://…] [--count n] [--rate n]
 *
 * Environment: MQTT_URL, SIMULATOR (how many), SIMULATOR_VEHICLES (list written by the seed), SIMULATOR_KEY, SIMULATOR_RATE
 * (reports so many times as often), LOG_LEVEL. Options win over the environment.
 */
const { values } = parseArgs({
  options: {
    vehicles: { type: 'string', default: process.env['SIMULATOR_VEHICLES'] ?? 'data/simulator.json' },
    url: { type: 'string', default: process.env['MQTT_URL'] ?? 'mqtt://127.0.0.1:1883' },
    count: { type: 'string', default: process.env['SIMULATOR'] ?? '200' },
    rate: { type: 'string', default: process.env['SIMULATOR_RATE'] ?? '1' },
  },
});
const quiet = ['warn', 'error', 'fatal', 'silent'].includes(process.env['LOG_LEVEL'] ?? 'info');
const log = (message: string, more: Readonly<Record<string, unknown>> = {}): void => {
  if (!quiet)
    process.stdout.write(
      `${JSON.stringify({ level: 'info', time: new Date().toISOString(), part: 'simulator', ...more, msg: message })}\n`,
    );
};
const statusEveryMs = 300_000;

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

async function run(): Promise<void> {
  const key = process.env['SIMULATOR_KEY'] ?? fail('SIMULATOR_KEY is not set: the secrets of the fleet follow from it');
  const [count, rate] = [Number(values.count), Number(values.rate)];
  if (!Number.isInteger(count) || count < 0) fail(`SIMULATOR: ${values.count} is no number of vehicles`);
  if (!(rate > 0 && rate <= 1000)) fail(`SIMULATOR_RATE: ${values.rate} is not above 0 and up to 1000`);
  const specs = readVehicles(values.vehicles).slice(0, count);
  const fleet = new Fleet(specs, { url: values.url, key, rate });
  const stopped = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  log('fleet sets off', { vehicles: fleet.size });
  void fleet.start();
  const status = setInterval(() => log('fleet', { vehicles: fleet.size, connected: fleet.connected }), statusEveryMs);
  await stopped;
  clearInterval(status);
  await Promise.race([fleet.stop(), sleep(3_000)]);
  process.exit(0);
}

await run().catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)));
