/**
 * What tracing costs: a list of the console, then telemetry over MQTT, by a process of the platform that keeps no trace, those of the default
 * sampling, and all of them, in turn, exporting to a sink on this machine. Of each turn: processor time of the process for a call or message,
 * export included; calls or messages a second. It is one process, since two with the same code differ by some per cent for as long as they live,
 * which is more than what is measured: the process without a collector stands beside it to show that. Turns without traces are taken twice in each
 * round, which says how exact the figures are.
 *
 * Exit 1 when the default sampling costs 3 % of the processor time or more.
 *
 *   npm run bench -- tracing [--rounds 16] [--seconds 1.5] [--vehicles 200]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { secretKeyIn } from '../scripts/tools.ts';
import { tracingVariables } from '../apps/server/src/config-tracing.ts';
import { createPool } from '../apps/server/src/db/pool.ts';
import { boundPort } from '../apps/server/src/http/bound-port.ts';
import { addVehicles, imeiOf, scratchDatabase, secretOf } from './devices.ts';
import { runLoad } from './gateway-rig.ts';
import { callOnce, load } from './load.ts';

const { values: args } = parseArgs({
  options: {
    rounds: { type: 'string', default: '16' },
    seconds: { type: 'string', default: '1.5' },
    vehicles: { type: 'string', default: '200' },
  },
});
const [rounds, seconds] = [Number(args.rounds), Number(args.seconds)];
const adminPassword = 'Bench-Admin-2026';
/** Spans are exported after 2 s at the latest. */
const exportMs = 2_500;
/** Rounds that do not count: until V8 has compiled what traces now and then. */
const warmUp = 4;
/** Of the default sampling, %. */
const mostCost = 3;

const log = pino({ level: 'warn' });
const database = await scratchDatabase(log);
const dataDir = mkdtempSync(join(tmpdir(), 'wheelhouse-bench-'));

let sunk = 0;
const sink = createServer((request, response) => {
  request.on('data', (part: Buffer) => (sunk += part.length));
  request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
});
await once(sink.listen(0, '127.0.0.1'), 'listening');

interface Side {
  readonly child: ChildProcess;
  readonly base: string;
  readonly mqttPort: number;
}

async function start(port: number, env: Readonly<Record<string, string>>): Promise<Side> {
  const child = fork(fileURLToPath(new URL('traced-platform.ts', import.meta.url)), {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      SECRET_KEY: secretKeyIn(dataDir),
      PORT: String(port),
      MQTT_PORT: String(port + 10),
      ROLES: 'api,gateway',
      SEED: 'none',
      ADMIN_PASSWORD: adminPassword,
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [said] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (said !== 'ready') throw new Error(`the platform ended with ${said}`);
  return { child, base: `http://127.0.0.1:${port}`, mqttPort: port + 10 };
}

async function stop({ child }: Side): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** @returns processor time of the process so far, µs */
async function keep({ child }: Side, share: number): Promise<number> {
  const answered = once(child, 'message');
  child.send(share);
  const [cpu] = await answered;
  return Number(cpu);
}

interface Turn {
  /** Calls or messages a second. */
  readonly rate: number;
  /** Processor time of the process for one of them, µs. */
  readonly cpu: number;
}

type Load = (side: Side) => Promise<{ count: number; seconds: number }>;

async function take(side: Side, share: number, run: Load): Promise<Turn> {
  const before = await keep(side, share);
  const { count, seconds: took } = await run(side);
  await sleep(exportMs);
  return { rate: count / took, cpu: ((await keep(side, 0)) - before) / count };
}

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

const devices = Array.from({ length: Number(args.vehicles) }, (_, n) => imeiOf(n));
let boot = 7;

async function loadsOf(base: string): Promise<Readonly<Record<string, Load>>> {
  const { data } = await callOnce<{ data: { accessToken: string } }>(base, {
    path: '/system/crm/sysUser/ssoLogin',
    body: { username: 'admin', password: createHash('md5').update(adminPassword).digest('hex').toUpperCase() },
  });
  const headers = { authorization: `Bearer ${data.accessToken}` };
  const list = { path: '/veh/crm/vehicle/list', body: { page: 1, pageSize: 10 }, headers };
  return {
    'a list, 8 callers': async (side) => {
      const result = await load(side.base, () => list, { seconds });
      if (result.failed > 0) throw new Error(`${result.failed} calls failed`);
      return { count: result.rate * seconds, seconds };
    },
    'telemetry over MQTT': async ({ mqttPort: port }) => {
      const known = devices.map((imei) => ({ imei, secret: secretOf(imei) }));
      const report = await runLoad({ port, devices: known, seconds, window: 10, samples: 1, boot: boot++ });
      return { count: report.acked, seconds: report.seconds };
    },
  };
}

/** A figure of each load and kind of turn, compared with the turn without traces of the same round. */
async function measure(run: Load, kinds: Readonly<Record<string, { side: Side; share: number }>>) {
  const names = Object.keys(kinds);
  const turns = new Map<string, Turn[]>(names.map((name) => [name, []]));
  for (let round = 0; round < warmUp + rounds; round++)
    // Each begins a round as often as the others.
    for (const name of [...names.slice(round % names.length), ...names.slice(0, round % names.length)]) {
      const kind = kinds[name];
      if (kind) turns.get(name)?.push(await take(kind.side, kind.share, run));
    }
  const counted = [...turns].map(([name, all]) => ({ name, turns: all.slice(warmUp) }));
  const plain = counted[0]?.turns ?? [];
  return counted.map(({ name, turns: all }) => {
    const cost = (of: (own: Turn, other: Turn) => number): number =>
      middle(all.map((own, round) => 100 * (of(own, plain[round] ?? own) - 1)));
    return {
      traces: name,
      cpu: middle(all.map(({ cpu }) => cpu)),
      cpuCost: cost((own, other) => own.cpu / other.cpu),
      rate: middle(all.map(({ rate }) => rate)),
      loss: cost((own, other) => other.rate / own.rate),
    };
  });
}

try {
  const traced = await start(18_220, { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${boundPort(sink)}` });
  const pool = createPool({ url: database.url, max: 2, log });
  await addVehicles(pool, devices);
  await pool.query('vacuum analyze');
  await pool.end();
  const without = await start(18_221, {});
  const kinds = {
    none: { side: traced, share: 0 },
    'none, once more': { side: traced, share: 0 },
    'default sampling': { side: traced, share: tracingVariables.OTEL_TRACES_SAMPLER_ARG.parse(undefined) },
    all: { side: traced, share: 1 },
    'no collector, another process': { side: without, share: 0 },
  };
  const table: object[] = [];
  for (const [name, run] of Object.entries(await loadsOf(traced.base)))
    for (const { traces, cpu, cpuCost, rate, loss } of await measure(run, kinds)) {
      if (traces === 'default sampling' && cpuCost >= mostCost) process.exitCode = 1;
      table.push({
        load: name,
        traces,
        'CPU µs each': cpu.toFixed(1),
        'CPU cost, %': cpuCost.toFixed(1),
        'per second': Math.round(rate),
        'loss of rate, %': loss.toFixed(1),
      });
    }
  console.table(table);
  console.log(`exported: ${Math.round(sunk / 1_000)} kB`);
  await Promise.all([traced, without].map(stop));
} finally {
  sink.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit();
