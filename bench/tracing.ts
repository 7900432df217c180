/**
 * What tracing costs: three processes of the platform on one database, without traces, with those of the default sampling, and with all of
 * them, exporting to a sink on this machine. They take short turns under the same load: a list of the console, then telemetry over MQTT. Of
 * each turn: processor time of the process until its next turn, which includes the export, for a call or message; calls or messages a second.
 *
 * Exit 1 when the processor time of the default sampling costs 3 % or more.
 *
 *   npm run bench -- tracing [--rounds 20] [--seconds 2] [--vehicles 200]
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
import { boundPort } from '../apps/server/src/http/ports.ts';
import { createPool } from '../apps/server/src/db/pool.ts';
import { addVehicles, imeiOf, scratchDatabase, secretOf } from './devices.ts';
import { runLoad } from './gateway-rig.ts';
import { callOnce, load } from './load.ts';

const { values: args } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '2' },
    vehicles: { type: 'string', default: '200' },
  },
});
const [rounds, seconds] = [Number(args.rounds), Number(args.seconds)];
const adminPassword = 'Bench-Admin-2026';
const metricsToken = 'bench-metrics-token';
/** Spans are exported after 2 s at the latest. */
const exportMs = 2_500;
/** Rounds that do not count. */
const warmUp = 2;
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
    for (const side of sides) {
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

try {
  const collector = (path: string) => ({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${boundPort(sink)}/${path}`,
  });
  const off = await start('off', 18_220, {});
  const usual = await start('default sampling', 18_221, collector('usual'));
  const all = await start('all', 18_222, { ...collector('all'), OTEL_TRACES_SAMPLER: 'always_on' });
  const sides = [off, usual, all];
  const pool = createPool({ url: database.url, max: 2, log });
  const devices = Array.from({ length: Number(args.vehicles) }, (_, n) => imeiOf(n));
  await addVehicles(pool, devices);
  await pool.query('vacuum analyze');
  await pool.end();
  const { data } = await callOnce<{ data: { accessToken: string } }>(off.base, {
    path: '/system/crm/sysUser/ssoLogin',
    body: { username: 'admin', password: createHash('md5').update(adminPassword).digest('hex').toUpperCase() },
  });
  const headers = { authorization: `Bearer ${data.accessToken}` };
  const list = { path: '/veh/crm/vehicle/list', body: { page: 1, pageSize: 10 }, headers };
  let boot = 7;
  const loads = {
    'a list, 8 callers': async ({ base }: Side) => {
      const result = await load(base, () => list, { seconds });
      if (result.failed > 0) throw new Error(`${result.failed} calls failed`);
      return { count: result.rate * seconds, seconds };
    },
    'telemetry over MQTT': async ({ mqttPort: port }: Side) => {
      const known = devices.map((imei) => ({ imei, secret: secretOf(imei) }));
      const report = await runLoad({ port, devices: known, seconds, window: 10, samples: 1, boot: boot++ });
      return { count: report.acked, seconds: report.seconds };
    },
  };
  const table = [];
  for (const [name, run] of Object.entries(loads)) {
    sunk.clear();
    const measured = await measure(sides, run);
    const turnsOf = (side: Side): readonly Turn[] => measured.get(side) ?? [];
    /** Middle of the costs of all rounds against the turn without traces of the same round, %. */
    const cost = (side: Side, of: (own: Turn, plain: Turn) => number): number =>
      middle(turnsOf(side).map((own, n) => 100 * (of(own, turnsOf(off)[n] ?? own) - 1)));
    const cpuCost = (side: Side): number => cost(side, (own, plain) => own.cpu / plain.cpu);
    if (cpuCost(usual) >= mostCost) process.exitCode = 1;
    for (const side of sides)
      table.push({
        load: name,
        traces: side.name,
        'CPU µs each': Math.round(middle(turnsOf(side).map(({ cpu }) => cpu))),
        'CPU cost, %': cpuCost(side).toFixed(1),
        'per second': Math.round(middle(turnsOf(side).map(({ rate }) => rate))),
        'loss of rate, %': cost(side, (own, plain) => plain.rate / own.rate).toFixed(1),
        'exported kB': Math.round((sunk.get(side === all ? 'all' : side === usual ? 'usual' : '') ?? 0) / 1_000),
      });
  }
  console.table(table);
  for (const { child } of sides) child.kill('SIGTERM');
  await Promise.all(sides.map(({ child }) => once(child, 'exit')));
} finally {
  sink.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit();
