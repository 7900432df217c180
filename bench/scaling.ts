/**
 * How large an installation gets: measures uplinks, core time, log and bytes of rows on this machine, and computes sizes at more vehicles.
 *
 *   npm run bench -- scaling [--vehicles 300000,3000000,30000000] [--devices 8000] [--seconds 20] [--rounds 4] [--write]
 *
 * Each device has one message on the way, so that a batch has as many vehicles as messages. What follows an uplink is measured in `rounds` reports of
 * all devices. `--write` puts the tables into docs/scaling.md. Rows of other tables than telemetry are those of the demo data.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type pg from 'pg';
import { pino } from 'pino';
import { createPool } from '../apps/server/src/db/pool.ts';
import { distributedTables } from '../apps/server/src/entity/distribution.ts';
import { FleetColumns } from '../apps/server/src/modules/fleet/map/columns.ts';
import { noCity } from '../apps/server/src/modules/fleet/map/geo.ts';
import type { Follower } from '../apps/server/src/work/share.ts';
import { natsProgram, startNats } from '../apps/server/test/support/nats.ts';
import { freePorts, root, secretKeyIn } from '../scripts/tools.ts';
import { Process } from '../test/faults/process.ts';
import { addVehicles, imeiOf, scratchDatabase, secretOf } from './devices.ts';
import { connectTalkers, runLoad, type Talkers } from './gateway-rig.ts';
import { connectFrame } from './mqtt-frames.ts';
import { assumed, type Measured, scalingTables } from './scaling-model.ts';
import { type Installation, type Metrics, onInstallation, type Usage, usedBy } from './scaling-rig.ts';
import type { LoadOptions } from './telemetry-load.ts';

const { values: args } = parseArgs({
  options: {
    vehicles: { type: 'string', default: '300000,3000000,30000000' },
    devices: { type: 'string', default: '8000' },
    seconds: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '4' },
    write: { type: 'boolean', default: false },
  },
});
const log = pino({ level: 'error' });
const devices = Number(args.devices);
/** Before something is measured: two seconds with all of it. */
const warmSec = 2;

/** Bytes a row, with its indexes; tables with few rows are left out: their pages are mostly empty. */
async function rowBytesOf(pool: pg.Pool): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const table of distributedTables().keys()) {
    const { rows } = await pool.query<{ n: number; bytes: number }>(
      `select (select count(*) from ${table})::float8 as n, coalesce((select sum(pg_total_relation_size(relid)) from pg_partition_tree('${table}')), pg_total_relation_size('${table}'))::float8 as bytes`,
    );
    const { n = 0, bytes = 0 } = rows[0] ?? {};
    if (n >= 500) found.set(table, bytes / n);
  }
  return found;
}

/** Uplinks as fast as they are acknowledged. What comes first is not measured: partitions, plans and caches are not what a day costs. */
async function measureStoring(on: Installation, load: Omit<LoadOptions, 'seconds'>) {
  const seconds = Number(args.seconds);
  const running = runLoad({ ...load, seconds: seconds + 2 * warmSec });
  const value = async () => {
    const read = await on.metrics('gateway');
    return { uplinks: read('wheelhouse_gateway_messages_total{kind="telemetry"}'), read };
  };
  while ((await value()).uplinks < devices) await Promise.race([sleep(100), running]);
  await sleep(warmSec * 1000);
  const [from, begun] = [await value(), await on.usage()];
  await sleep(seconds * 1000);
  const [to, ended] = [await value(), await on.usage()];
  await running;
  const uplinks = to.uplinks - from.uplinks;
  const { gateway, database, wal } = usedBy(uplinks, [[begun, ended]]);
  const more = (line: string): number => to.read(line) - from.read(line);
  return {
    uplinksPerSec: uplinks / seconds,
    commitSec: more('wheelhouse_gateway_commit_seconds_sum') / more('wheelhouse_gateway_commit_seconds_count'),
    store: { gatewaySec: gateway, databaseSec: database, walBytes: wal },
  };
}

const dealtWith = (read: Metrics, follower: Follower): number =>
  read(`wheelhouse_follower_vehicles_total{follower="${follower}"}`);

/** Waits until a worker that has begun to follow has dealt with everything that was reported before. */
async function caughtUp(on: Installation, follower: Follower): Promise<void> {
  for (;;) {
    const read = await on.metrics('worker');
    const waiting = read(`wheelhouse_follower_waiting_vehicles{follower="${follower}"}`);
    if (dealtWith(read, follower) >= devices && waiting === 0) return;
    await sleep(100);
  }
}

/**
 * Reports of all vehicles, each stored while the worker stands still; then their trips are followed while nobody may judge alarm rules, then those are
 * judged. So each time is the work of one follower.
 */
async function measureFollowing(on: Installation, talkers: Talkers): Promise<Pick<Measured, Follower>> {
  const keeper = await on.pool.connect();
  // Without its rules nothing is judged.
  const mayJudge = (may: boolean) =>
    keeper.query(may ? 'commit' : 'begin; lock table alm_rule in access exclusive mode');
  const times: Record<Follower, [Usage, Usage][]> = { trips: [], alarms: [] };
  const before = await on.metrics('worker');
  for (let round = 1; round <= Number(args.rounds); round++) {
    const done = async (follower: Follower): Promise<void> => {
      while (dealtWith(await on.metrics('worker'), follower) - dealtWith(before, follower) < round * devices)
        await sleep(100);
    };
    await mayJudge(false);
    on.worker.pause();
    await talkers.say();
    const stored = await on.usage();
    on.worker.resume();
    await done('trips');
    const followed = await on.usage();
    await mayJudge(true);
    await done('alarms');
    times.trips.push([stored, followed]);
    times.alarms.push([followed, await on.usage()]);
  }
  keeper.release();
  const of = (follower: Follower) => {
    const { worker, database, wal } = usedBy(Number(args.rounds) * devices, times[follower]);
    return { workerSec: worker, databaseSec: database, walBytes: wal };
  };
  return { trips: of('trips'), alarms: of('alarms') };
}

/** Telemetry through sockets, broker, gateway and database, then what follows of it. */
function measureUplinks(): Promise<Omit<Measured, 'connectionBytes' | 'mapBytes' | 'cores'>> {
  return onInstallation(async (on) => {
    const { pool, mqttPort: port } = on;
    const imeis = Array.from({ length: devices }, (_, n) => imeiOf(n));
    await addVehicles(pool, imeis);
    const known = imeis.map((imei) => ({ imei, secret: secretOf(imei) }));
    const storing = await measureStoring(on, { port, devices: known, window: 1, samples: 1, boot: 1 });
    const rowBytes = await rowBytesOf(pool);
    await on.worker.start();
    const talkers = await connectTalkers({ port, devices: known, boot: 2 });
    await caughtUp(on, 'trips');
    await caughtUp(on, 'alarms');
    const following = await measureFollowing(on, talkers);
    talkers.end();
    return { ...storing, ...following, rowBytes };
  });
}

/** Memory that an API process takes for a vehicle of the map. */
function measureMap(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const count = 200_000;
  const used = (): number => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = used();
  const columns = new FleetColumns();
  for (let n = 0; n < count; n++) {
    const vin = `LBENCH${String(n).padStart(11, '0')}`;
    columns.put([String(n + 1), vin, false, null, 121.4, 31.2, 20, 90, 80, true, 1, 0, 1, 1], 1, () => noCity);
  }
  return columns.size === count ? (used() - before) / count : Number.NaN;
}

/** Rows of the demo data. */
async function measureRows(): Promise<Map<string, number>> {
  const database = await scratchDatabase(log);
  const dir = mkdtempSync(join(tmpdir(), 'wheelhouse-bench-data-'));
  const [port = 0, mqtt = 0] = await freePorts(2);
  const platform = new Process(
    {
      DATABASE_URL: database.url,
      DATA_DIR: dir,
      SECRET_KEY: secretKeyIn(dir),
      SEED: 'demo',
      SIMULATOR: '0',
      MQTT_PORT: String(mqtt),
      LOG_LEVEL: 'error',
    },
    port,
  );
  const pool = createPool({ url: database.url, max: 1, log });
  try {
    await platform.start();
    await platform.end('SIGTERM');
    await pool.query('vacuum');
    return await rowBytesOf(pool);
  } finally {
    await platform.end('SIGKILL');
    await pool.end();
    await database.drop();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Memory that a NATS node takes for vehicles that are connected and silent. */
async function measureConnections(count: number): Promise<number | undefined> {
  if (natsProgram === undefined) return undefined;
  const dir = mkdtempSync(join(tmpdir(), 'wheelhouse-bench-nats-'));
  const nats = await startNats(join(dir, 'nats'));
  const sockets: net.Socket[] = [];
  const memory = (): number => {
    const status = readFileSync(`/proc/${nats.node.pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
  };
  try {
    const before = memory();
    for (let n = 0; n < count; n++) {
      const socket = net.connect({ port: nats.node.mqttPort, host: '127.0.0.1' });
      sockets.push(socket);
      await new Promise((resolve, reject) => {
        socket.once('data', resolve);
        socket.once('error', reject);
        socket.write(connectFrame(imeiOf(n), 'device', 'device'));
      });
    }
    await sleep(2_000);
    return (memory() - before) / count;
  } finally {
    for (const socket of sockets) socket.destroy();
    await nats.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

const connectionBytes = await measureConnections(2_000);
const rows = await measureRows();
const uplinks = await measureUplinks();
const measured: Measured = {
  ...uplinks,
  connectionBytes,
  mapBytes: measureMap(),
  cores: availableParallelism(),
  rowBytes: new Map([...rows, ...uplinks.rowBytes]),
};
const tables = scalingTables(measured, args.vehicles.split(',').map(Number));
console.log(`Assumed: ${JSON.stringify(assumed)}\n\n${tables}`);
if (args.write) {
  const file = join(root, 'docs/scaling.md');
  const [begin, end] = ['<!-- npm run bench -- scaling --write -->', '<!-- end -->'];
  const text = readFileSync(file, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error('docs/scaling.md has no place for the tables');
  writeFileSync(file, `${text.slice(0, from)}${begin}\n\n${tables}\n\n${text.slice(to)}`);
}
