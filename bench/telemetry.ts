/**
 * Telemetry through the whole device side: sockets, broker, authentication, validation, once-only, history, latest state, acknowledgement
 * after the commit. The load comes from a process of its own, device by device, QoS 1, with some messages sent twice.
 *
 *   node bench/telemetry.ts [--devices 1000] [--seconds 20] [--window 10] [--samples 1]
 *
 * Uses DATABASE_URL when set (a scratch database is made on that server), else an embedded PostgreSQL with full durability.
 */
import { fork } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { startEmbedded } from '../apps/server/src/db/embedded.ts';
import { createLiveHub } from '../apps/server/src/db/live.ts';
import { migrate } from '../apps/server/src/db/migrate.ts';
import { createDb, createPool } from '../apps/server/src/db/pool.ts';
import { setDeviceSecret } from '../apps/server/src/gateway/credentials.ts';
import { startGateway } from '../apps/server/src/gateway/index.ts';
import type { LoadOptions, LoadReport } from './telemetry-load.ts';

const { values: args } = parseArgs({
  options: {
    devices: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '20' },
    window: { type: 'string', default: '10' },
    samples: { type: 'string', default: '1' },
  },
});
const devices = Number(args.devices);
const key = 'bench';
const log = pino({ level: 'warn' });

/** 14 digits and their Luhn check digit. */
function imeiOf(n: number): string {
  const body = `8690${String(n).padStart(10, '0')}`;
  let sum = 0;
  for (let i = 0; i < 14; i++) {
    const digit = Number(body[13 - i]) * (i % 2 === 0 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return `${body}${(10 - (sum % 10)) % 10}`;
}
const secretOf = (imei: string) => createHmac('sha256', key).update(imei).digest('hex');

async function scratchDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const given = process.env['DATABASE_URL'];
  if (given === undefined) {
    const dir = mkdtempSync(join(tmpdir(), 'wheelhouse-bench-'));
    chmodSync(dir, 0o755);
    const database = await startEmbedded({ dir: join(dir, 'pg'), log });
    const drop = async () => {
      await database.stop();
      rmSync(dir, { recursive: true, force: true });
    };
    return { url: database.url, drop };
  }
  const name = `wheelhouse_bench_${process.pid}`;
  const admin = async (sql: string) => {
    const client = new pg.Client({ connectionString: given });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  await admin(`create database ${name}`);
  const url = new URL(given);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => admin(`drop database ${name} with (force)`) };
}

async function addVehicles(pool: pg.Pool, imeis: readonly string[]): Promise<void> {
  await pool.query(
    "insert into veh_series (id, series_code, name, brand, sort, enabled) values (1, 'BENCH', 'Bench', '1', 1, 1)",
  );
  await pool.query(`insert into veh_type (id, code, name, series_id, vehicle_category, startup_models, battery_type, battery_count, rated_voltage_v,
      rated_capacity_ah, rated_power_w, max_speed_kmh, range_km, weight_kg, colors, ecu_model, ota_generation, online_timeout_sec, warranty_months,
      battery_warranty_months, ecu_warranty_months, shelf_status)
    values (1, 'B1', 'Bench', 1, 2, '{1}', 4, 1, 48, 20, 400, 45, 80, 55, '{BLK}', '1', 2, 600, 24, 24, 12, 1)`);
  const { rows } = await pool.query<{ id: string; imei: string }>(
    `insert into veh_vehicle (frame_no, vehicle_type_id, color, imei, ecu_sn, production_date, activation_status, bind_status, operation_status)
     select (100000000000000 + n)::text, 1, 'BLK', imei, 'ZK25B20' || lpad(n::text, 8, '0'), '2025-01-01', 1, 0, 0
     from unnest($1::text[]) with ordinality u(imei, n) returning id, imei`,
    [imeis],
  );
  await pool.query(
    `insert into veh_battery (battery_sn, battery_type, model, manufacturer, rated_voltage_v, rated_capacity_ah, production_date, warranty_months, status, vehicle_id, slot)
     select 'BENCH' || v.imei, 4, 'B', '1', 48, 20, '2025-01-01', 24, 1, v.id, 1 from veh_vehicle v`,
  );
  const db = createDb(pool);
  await db.transaction().execute(async (tx) => {
    for (const row of rows) await setDeviceSecret(tx, row.id, row.imei, secretOf(row.imei));
  });
}

function runLoad(options: LoadOptions): Promise<LoadReport> {
  const child = fork(fileURLToPath(new URL('./telemetry-load.ts', import.meta.url)), { serialization: 'json' });
  child.send(options);
  return new Promise((resolve, reject) => {
    child.once('message', (report) => resolve(report as LoadReport));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`load generator ended with ${code}`)));
  });
}

const database = await scratchDatabase();
await migrate({ url: database.url, log });
const pool = createPool({ url: database.url, max: 4, log });
const live = await createLiveHub(database.url, log);
const imeis = Array.from({ length: devices }, (_, n) => imeiOf(n));
await addVehicles(pool, imeis);
const metrics = new Registry();
const gateway = await startGateway({
  pool,
  live,
  log,
  metrics,
  config: { host: '127.0.0.1', mqttPort: 0, mqttUrl: undefined, mqttTls: undefined },
});

let peakRss = 0;
const watch = setInterval(() => (peakRss = Math.max(peakRss, process.memoryUsage.rss())), 200);
const cpu = process.cpuUsage();
const report = await runLoad({
  port: gateway.port,
  devices: imeis.map((imei) => ({ imei, secret: secretOf(imei) })),
  seconds: Number(args.seconds),
  window: Number(args.window),
  samples: Number(args.samples),
});
const used = process.cpuUsage(cpu);
clearInterval(watch);
await sleep(500);
const { rows } = await pool.query<{ rows: string; vehicles: string; online: string }>(
  `select (select count(*) from veh_telemetry) as rows, (select count(distinct vehicle_id) from veh_telemetry) as vehicles,
     (select count(*) from veh_vehicle_status where soc is not null) as online`,
);
const stored = Number(rows[0]?.rows);
const expected = report.distinct * Number(args.samples);
const text = await metrics.metrics();
const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? Number.NaN);

console.table({
  'devices × window': `${devices} × ${args.window}`,
  'messages acknowledged /s': Math.round(report.acked / report.seconds),
  'messages acknowledged': report.acked,
  'distinct messages': report.distinct,
  'rows stored': stored,
  'acknowledged = stored': stored === expected ? 'yes' : `NO: ${expected} expected`,
  'duplicates sent / dropped': `${report.acked - report.distinct} / ${metric('wheelhouse_gateway_duplicates_total')}`,
  'vehicles with latest state': Number(rows[0]?.online),
  'ack p50 / p99 / max, ms': `${report.p50} / ${report.p99} / ${report.max}`,
  'connect of all, s': report.connectSeconds,
  'batch mean, messages': Math.round(
    metric('wheelhouse_gateway_batch_messages_sum') / metric('wheelhouse_gateway_batch_messages_count'),
  ),
  'commit mean, ms': Math.round(
    (1000 * metric('wheelhouse_gateway_commit_seconds_sum')) / metric('wheelhouse_gateway_commit_seconds_count'),
  ),
  'gateway CPU, cores': Math.round((used.user + used.system) / 1e4 / report.seconds) / 100,
  'peak RSS of the gateway, MB': Math.round(peakRss / 1e6),
});
await gateway.stop();
await live.stop();
await pool.end();
await database.drop();
process.exit(stored === expected ? 0 : 1);
