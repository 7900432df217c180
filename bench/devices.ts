import { createHmac, randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Logger } from 'pino';
import { startEmbedded } from '../apps/server/src/db/embedded.ts';

const key = 'bench';

/** 14 digits and their Luhn check digit. */
export function imeiOf(n: number): string {
  const body = `8690${String(n).padStart(10, '0')}`;
  let sum = 0;
  for (let i = 0; i < 14; i++) {
    const digit = Number(body[13 - i]) * (i % 2 === 0 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return `${body}${(10 - (sum % 10)) % 10}`;
}
export const secretOf = (imei: string) => createHmac('sha256', key).update(imei).digest('hex');

export async function scratchDatabase(log: Logger): Promise<{ url: string; drop: () => Promise<void> }> {
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

/** A model and its vehicles with a battery each; their devices have the secrets of `secretOf`. */
export async function addVehicles(pool: pg.Pool, imeis: readonly string[]): Promise<void> {
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
  await setSecrets(pool, rows);
}

/** Of many vehicles in one statement, as `setDeviceSecret` sets that of one. */
async function setSecrets(pool: pg.Pool, vehicles: readonly { readonly id: string; readonly imei: string }[]) {
  const salt = randomBytes(16);
  await pool.query(
    `insert into dev_credential (vehicle_id, imei, salt, secret_hash)
     select id, imei, salt, sha256(salt || convert_to(secret, 'UTF8')) from unnest($1::bigint[], $2::text[], $3::text[]) as u (id, imei, secret)
       cross join (select $4::bytea as salt) s`,
    [vehicles.map(({ id }) => id), vehicles.map(({ imei }) => imei), vehicles.map(({ imei }) => secretOf(imei)), salt],
  );
}
