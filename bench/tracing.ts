/**
 * What tracing costs: four processes of the platform on one database, two without traces, one with those of the default sampling, and one with
 * all of them, exporting to a sink on this machine. They take short turns under the same load: a list of the console, then telemetry over MQTT.
 * Of each turn: processor time of the process until its next turn, which includes the export, for a call or message; calls or messages a
 * second. Two processes with the same code differ by some per cent for as long as they live, so that several generations are measured; what
 * the second process without traces costs says how exact the other figures are.
 *
 * Exit 1 when the processor time of the default sampling costs 3 % or more.
 *
 *   npm run bench -- tracing [--generations 3] [--rounds 8] [--seconds 1.5] [--vehicles 200]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { boundPort } from '../apps/server/src/http/bound-port.ts';
import { createPool } from '../apps/server/src/db/pool.ts';
import { addVehicles, imeiOf, scratchDatabase, secretOf } from './devices.ts';
import { runLoad } from './gateway-rig.ts';
import { callOnce, load } from './load.ts';

const { values: args } = parseArgs({
  options: {
    generations: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '1.5' },
    vehicles: { type: 'string', default: '200' },
  },
});
const [generations, rounds, seconds] = [Number(args.generations), Number(args.rounds), Number(args.seconds)];
const adminPassword = 'Bench-Admin-2026';
const metricsToken = 'bench-metrics-token';
/** Spans are exported after 2 s at the latest. */
const exportMs = 2_500;
/** Rounds that do not count: until V8 has compiled, and compiled again, what traces now and then. */
const warmUp = 6;
/** Of the default sampling, %. */
const mostCost = 3;

const log = pino({ level: 'warn' });
const database = await scratchDatabase(log);
const dataDir = mkdtempSync(join(tmpdir(), 'wheelhouse-bench-'));

/** Bytes by the path of each side's collector. */
const sunk = new Map<string, number>();
const sink = createServer((request, response) => {
  const path = request.url?.split('/')[1] ?? '';
  request.on('data', (part: Buffer) => sunk.set(path, (sunk.get(path) ?? 0) + part.length));
  request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
});
await once(sink.listen(0, '127.0.0.1'), 'listening');

interface Side {
  readonly name: string;
  readonly child: ChildProcess;
  readonly base: string;
  readonly mqttPort: number;
}

async function start(name: string, port: number, env: Readonly<Record<string, string>>): Promise<Side> {
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      PORT: String(port),
      MQTT_PORT: String(port + 10),
      ROLES: 'api,gateway',
      SEED: 'none',
      ADMIN_PASSWORD: adminPassword,
      METRICS_TOKEN: metricsToken,
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.on('data', (part: Buffer) => (out += part.toString()));
  while (!out.includes('is ready')) {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${out}`);
    await sleep(100);
  }
  return { name, child, base: `http://127.0.0.1:${port}`, mqttPort: port + 10 };
}

/** Processor time of a side so far, ms. */
async function cpuOf({ base }: Side): Promise<number> {
  const response = await fetch(`${base}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  return 1_000 * Number(/^process_cpu_seconds_total (\S+)/m.exec(await response.text())?.[1]);
}

interface Turn {
  /** Calls or messages a second. */
  readonly rate: number;
  /** Processor time of the process for one of them, until its next turn, µs. */
  readonly cpu: number;
}

/** Turns of all sides, in each round one after the other. */
async function measure(
  sides: readonly Side[],
  run: (side: Side) => Promise<{ count: number; seconds: number }>,
): Promise<ReadonlyMap<Side, readonly Turn[]>> {
  const all = new Map(sides.map((side) => [side, [] as { count: number; rate: number; before: number }[]]));
  for (let round = 0; round < warmUp + rounds; round++)
    // Each begins a round as often as the others.
    for (const side of [...sides.slice(round % sides.length), ...sides.slice(0, round % sides.length)]) {
      const before = await cpuOf(side);
      const { count, seconds: took } = await run(side);
      all.get(side)?.push({ count, rate: count / took, before });
    }
  await sleep(exportMs);
  const measured = new Map<Side, readonly Turn[]>();
  for (const [side, turns] of all) {
    const ends = [...turns.slice(1).map(({ before }) => before), await cpuOf(side)];
    const cpus = turns.map(({ count, before }, n) => (1_000 * ((ends[n] ?? Number.NaN) - before)) / count);
    measured.set(side, turns.map(({ rate }, n) => ({ rate, cpu: cpus[n] ?? Number.NaN })).slice(warmUp));
  }
  return measured;
}

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

const collector = (path: string) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${boundPort(sink)}/${path}` });
/** What each process is started with, by its name in the table; the others are compared with the first one. */
const variants: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  off: {},
  'off, once more': {},
  'default sampling': collector('default'),
  all: { ...collector('all'), OTEL_TRACES_SAMPLER: 'always_on' },
};
const names = Object.keys(variants);
const devices = Array.from({ length: Number(args.vehicles) }, (_, n) => imeiOf(n));
let boot = 7;

async function loadsOf(base: string) {
  const { data } = await callOnce<{ data: { accessToken: string } }>(base, {
    path: '/system/crm/sysUser/ssoLogin',
    body: { username: 'admin', password: createHash('md5').update(adminPassword).digest('hex').toUpperCase() },
  });
  const headers = { authorization: `Bearer ${data.accessToken}` };
  const list = { path: '/veh/crm/vehicle/list', body: { page: 1, pageSize: 10 }, headers };
  return {
    'a list, 8 callers': async (side: Side) => {
      const result = await load(side.base, () => list, { seconds });
      if (result.failed > 0) throw new Error(`${result.failed} calls failed`);
      return { count: result.rate * seconds, seconds };
    },
    'telemetry over MQTT': async ({ mqttPort: port }: Side) => {
      const known = devices.map((imei) => ({ imei, secret: secretOf(imei) }));
      const report = await runLoad({ port, devices: known, seconds, window: 10, samples: 1, boot: boot++ });
      return { count: report.acked, seconds: report.seconds };
    },
  };
}

interface Outcome {
  readonly load: string;
  readonly name: string;
  readonly cpu: number;
  readonly cpuCost: number;
  readonly rate: number;
  readonly loss: number;
}

/** Starts one process of each variant and measures them. */
async function generation(): Promise<readonly Outcome[]> {
  const sides = await Promise.all(names.map((name, n) => start(name, 18_220 + n, variants[name] ?? {})));
  const outcomes: Outcome[] = [];
  for (const [name, run] of Object.entries(await loadsOf(sides[0]?.base ?? ''))) {
    const measured = [...(await measure(sides, run)).values()];
    const plain = measured[0] ?? [];
    for (const [n, turns] of measured.entries()) {
      /** Middle of the costs of all rounds against the turn without traces of the same round, %. */
      const cost = (of: (own: Turn, other: Turn) => number): number =>
        middle(turns.map((own, round) => 100 * (of(own, plain[round] ?? own) - 1)));
      outcomes.push({
        load: name,
        name: names[n] ?? '',
        cpu: middle(turns.map(({ cpu }) => cpu)),
        cpuCost: cost((own, other) => own.cpu / other.cpu),
        rate: middle(turns.map(({ rate }) => rate)),
        loss: cost((own, other) => other.rate / own.rate),
      });
    }
  }
  for (const { child } of sides) child.kill('SIGTERM');
  await Promise.all(sides.map(({ child }) => once(child, 'exit')));
  return outcomes;
}

try {
  const pool = createPool({ url: database.url, max: 2, log });
  // The first process makes the tables.
  const first = await start('off', 18_220, {});
  await addVehicles(pool, devices);
  await pool.query('vacuum analyze');
  await pool.end();
  first.child.kill('SIGTERM');
  await once(first.child, 'exit');
  const outcomes: Outcome[] = [];
  for (let n = 0; n < generations; n++) outcomes.push(...(await generation()));
  const table = [...Map.groupBy(outcomes, ({ load: name, name: variant }) => `${name} ${variant}`).values()].map(
    (all) => {
      const of = (key: 'cpu' | 'cpuCost' | 'rate' | 'loss'): number => mean(all.map((one) => one[key]));
      const { load: what = '', name: traces = '' } = all[0] ?? {};
      if (traces === 'default sampling' && of('cpuCost') >= mostCost) process.exitCode = 1;
      return {
        load: what,
        traces,
        'CPU µs each': of('cpu').toFixed(1),
        'CPU cost, %': of('cpuCost').toFixed(1),
        'of each generation': all.map(({ cpuCost }) => cpuCost.toFixed(1)).join(', '),
        'per second': Math.round(of('rate')),
        'loss of rate, %': of('loss').toFixed(1),
      };
    },
  );
  console.table(table);
  for (const [path, bytes] of sunk) console.log(`exported with ${path}: ${Math.round(bytes / 1_000)} kB`);
} finally {
  sink.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit();
