/**
 * A vehicle's track: time and bytes of `POST /veh/crm/trace/points` over HTTP, for a day (8,640 points) and a month of it, in rows and in columns.
 * `npm run bench -- trace`.
 */
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { request } from 'node:http';
import { migrate } from '../apps/server/src/db/migrate.ts';
import { startEmbedded } from '../apps/server/src/db/embedded.ts';
import { createPool } from '../apps/server/src/db/pool.ts';
import { createLog } from '../apps/server/src/log.ts';
import { startServer, type RunningServer } from './server.ts';

const days = Number(process.argv[2] ?? 30);
const rounds = Number(process.env['ROUNDS'] ?? 5);
const dataDir = resolve('data/bench-trace');
const adminPassword = 'Bench-Admin-2026';
const port = 18_185;
const dayMs = 86_400_000;
const imei = '861234050000007';

mkdirSync(dataDir, { recursive: true });
const log = createLog('warn');
const database = await startEmbedded({ dir: resolve(dataDir, 'pg'), log });
await migrate({ url: database.url, log });
const server: RunningServer = await startServer({ databaseUrl: database.url, dataDir, port, adminPassword });
const pool = createPool({ url: database.url, max: 2, log, statementTimeout: 0 });

/** 08:00 in Asia/Shanghai of the first day. */
const first = Math.floor(Date.now() / dayMs) * dayMs - days * dayMs;

async function addVehicle(): Promise<string> {
  const known = await pool.query<{ id: string }>('select id from veh_vehicle where imei = $1', [imei]);
  if (known.rows[0]) return known.rows[0].id;
  await pool.query(
    `insert into veh_series (id, series_code, name, brand, sort, enabled) values (1, 'S1', 'Bench', '1', 1, 1) on conflict do nothing`,
  );
  await pool.query(
    `insert into veh_type (id, code, name, series_id, vehicle_category, startup_models, battery_type, battery_count, rated_voltage_v, rated_capacity_ah, rated_power_w,
       max_speed_kmh, range_km, weight_kg, colors, ecu_model, ota_generation, online_timeout_sec, warranty_months, battery_warranty_months, ecu_warranty_months, shelf_status)
     values (1, 'T1', 'Bench', 1, 2, '{1}', 4, 1, 48, 20, 400, 45, 80, 55, '{BLK}', '1', 2, 600, 24, 24, 12, 1) on conflict do nothing`,
  );
  const { rows } = await pool.query<{ id: string }>(
    `insert into veh_vehicle (frame_no, vehicle_type_id, color, imei, ecu_sn, production_date, activation_status, bind_status, operation_status)
     values ('119122506000777', 1, 'BLK', $1, 'ZK25B20A00777', '2025-01-01', 1, 0, 0) returning id`,
    [imei],
  );
  return rows[0]?.id ?? '';
}

/** A sample every ten seconds, day and night: the hardest track there is, for nothing of it stands. */
async function fill(vehicleId: string): Promise<void> {
  await pool.query('delete from veh_telemetry where vehicle_id = $1', [vehicleId]);
  for (let day = 0; day <= days; day++)
    await pool.query('select veh_telemetry_partition($1::date)', [
      new Date(first + day * dayMs).toISOString().slice(0, 10),
    ]);
  await pool.query(
    `insert into veh_telemetry (vehicle_id, ts, recv_time, boot, seq, idx, lng, lat, spd_kmh, hdg, soc, odo_m, sat, hdop, fix, acc)
     select $1, ts, ts, 1, n, 0, round((121.47 + 0.12 * sin(n / 410.0) + 0.00002 * (random() - 0.5))::numeric, 6), round((31.23 + 0.09 * cos(n / 377.0) + 0.00002 * (random() - 0.5))::numeric, 6),
       round((24 + 12 * sin(n / 9.0) + 2 * random())::numeric, 1), ((n * 7) % 360), 100 - (n % 8640) / 90.0, n * 70, 9 + (random() * 8)::int, 0.6 + random(), 3, 1
     from (select n, to_timestamp($2::float8 / 1000) + make_interval(secs => n * 10) as ts from generate_series(0, $3::int - 1) n) s`,
    [vehicleId, first, days * 8640],
  );
  await pool.query('analyze veh_telemetry');
}

interface Reply {
  readonly status: number;
  readonly ms: number;
  readonly bytes: number;
}

function ask(token: string, body: object, encoding: string): Promise<Reply> {
  const text = JSON.stringify(body);
  const started = performance.now();
  return new Promise((done, fail) => {
    const asked = request(
      {
        port,
        method: 'POST',
        path: '/veh/crm/trace/points',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
          'accept-encoding': encoding,
        },
      },
      (reply) => {
        let bytes = 0;
        reply.on('data', (part: Buffer) => (bytes += part.length));
        reply.on('end', () => done({ status: reply.statusCode ?? 0, ms: performance.now() - started, bytes }));
      },
    );
    asked.on('error', fail);
    asked.end(text);
  });
}

async function signIn(): Promise<string> {
  const password = createHash('md5').update(adminPassword).digest('hex').toUpperCase();
  const reply = await fetch(`http://127.0.0.1:${port}/system/crm/sysUser/ssoLogin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });
  return ((await reply.json()) as { data: { accessToken: string } }).data.accessToken;
}

const wallClock = (ts: number): string => new Date(ts + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

try {
  const vehicleId = await addVehicle();
  await fill(vehicleId);
  const token = await signIn();
  const cases = [
    { name: 'day, columns', days: 1, body: { format: 'columns' } },
    { name: 'day, rows', days: 1, body: {} },
    { name: 'day, columns, zoom 12', days: 1, body: { format: 'columns', zoom: 12 } },
    { name: 'week, columns', days: 7, body: { format: 'columns' } },
    { name: `${days} days, columns`, days, body: { format: 'columns' } },
  ];
  const table = [];
  for (const one of cases) {
    const body = {
      vehicleId,
      from: wallClock(first),
      to: wallClock(first + one.days * dayMs - 1000),
      reasonCode: '3',
      ...one.body,
    };
    const raw = await ask(token, body, 'identity');
    const gzip = await ask(token, body, 'gzip');
    const times: number[] = [];
    let last = gzip;
    for (let i = 0; i < rounds; i++) {
      last = await ask(token, body, 'br');
      times.push(last.ms);
    }
    times.sort((a, b) => a - b);
    table.push({
      track: one.name,
      points: one.days * 8640,
      'raw kB': Math.round(raw.bytes / 1000),
      'gzip kB': Math.round(gzip.bytes / 1000),
      'br kB': Math.round(last.bytes / 1000),
      'median ms': Math.round(times[times.length >> 1] ?? 0),
    });
  }
  console.table(table);
} finally {
  await server.stop();
  await pool.end();
  await database.stop();
}
