/**
 * How large an installation gets: measures uplinks, core time, log and bytes of rows on this machine, and computes sizes at more vehicles.
 *
 *   npm run bench -- scaling [--vehicles 300000,3000000,30000000] [--devices 1000] [--seconds 20] [--write]
 *
 * `--write` puts the tables into docs/scaling.md. Rows of other tables than telemetry are those of the demo data.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { pino } from 'pino';
import { createPool } from '../apps/server/src/db/pool.ts';
import { distributedTables } from '../apps/server/src/entity/distribution.ts';
import { natsProgram, startNats } from '../apps/server/test/support/nats.ts';
import { freePorts, root, secretKeyIn } from '../scripts/tools.ts';
import { Process } from '../test/faults/process.ts';
import { imeiOf, scratchDatabase } from './devices.ts';
import { runLoad, startBench } from './gateway-rig.ts';
import { connectFrame } from './mqtt-frames.ts';
import { assumed, type Measured, scalingTables } from './scaling-model.ts';

const { values: args } = parseArgs({
  options: {
    vehicles: { type: 'string', default: '300000,3000000,30000000' },
    devices: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '20' },
    write: { type: 'boolean', default: false },
  },
});
const log = pino({ level: 'error' });

/** Core seconds that all processes with this name have used, as Linux counts them. */
function coreSecondsOf(name: string): number {
  const ticksPerSec = 100;
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      if (!stat.includes(`(${name})`)) continue;
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      ticks += Number(fields[11]) + Number(fields[12]);
    } catch {
      // It has ended.
    }
  }
  return ticks / ticksPerSec;
}

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

/** Telemetry through sockets, broker, gateway and database, with some of it sent twice. */
async function measureUplinks(): Promise<Omit<Measured, 'connectionBytes' | 'cores'>> {
  const bench = await startBench(Number(args.devices), log);
  try {
    const lsn = async () =>
      Number(
        (await bench.pool.query<{ at: string }>("select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as at")).rows[0]
          ?.at,
      );
    // Partitions, plans and caches of the first messages are not what a day costs.
    const load = (seconds: number) =>
      runLoad({ port: bench.gateway.port, devices: bench.devices, seconds, window: 10, samples: 1 });
    await load(3);
    const [wal, database, gateway] = [await lsn(), coreSecondsOf('postgres'), process.cpuUsage()];
    const { acked, seconds } = await load(Number(args.seconds));
    const used = process.cpuUsage(gateway);
    return {
      uplinksPerSec: acked / seconds,
      gatewaySec: (used.user + used.system) / 1e6 / acked,
      databaseSec: (coreSecondsOf('postgres') - database) / acked,
      walBytesPerUplink: ((await lsn()) - wal) / acked,
      rowBytes: await rowBytesOf(bench.pool),
    };
  } finally {
    await bench.stop();
  }
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
