import mqtt, { type MqttClient } from 'mqtt';
import { setTimeout as sleep } from 'node:timers/promises';
import { setDeviceSecret } from '../../src/gateway/credentials.ts';
import { startGateway, type Gateway, type GatewayApp } from '../../src/gateway/index.ts';
import type { App } from '../../src/http/context.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

export interface TestDevice {
  readonly vehicleId: string;
  readonly imei: string;
  readonly secret: string;
}

/** A gateway on a migrated database, with vehicles. */
export interface Rig {
  readonly app: App;
  readonly databaseUrl: string;
  readonly gateway: Gateway;
  readonly devices: readonly TestDevice[];
  addVehicle(): Promise<TestDevice>;
  /** Connects as a real device would. */
  connect(device: TestDevice, options?: mqtt.IClientOptions): Promise<MqttClient>;
  /** Stops the gateway and starts another on the same database. */
  restart(): Promise<void>;
  rows<Row extends object>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** Refusals counted so far, by reason. */
  refusals(): Promise<Record<string, number>>;
  stop(): Promise<void>;
}

interface RigOptions {
  readonly vehicles?: number;
  readonly config?: Partial<GatewayApp['config']>;
  readonly onlineTimeoutSec?: number;
}

const nobody = { authenticate: () => Promise.reject(new Error('no sessions here')), allowed: () => false };

/** The n-th IMEI of the tests: 14 digits and their Luhn check digit. */
export function imeiOf(n: number): string {
  const body = `86123405${String(n).padStart(6, '0')}`;
  let sum = 0;
  for (let i = 0; i < 14; i++) {
    const digit = Number(body[13 - i]) * (i % 2 === 0 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return `${body}${(10 - (sum % 10)) % 10}`;
}

export async function startRig({ vehicles = 1, config = {}, onlineTimeoutSec = 600 }: RigOptions = {}): Promise<Rig> {
  const test: TestApp = await createTestApp({ platform: { calls: [], createSessions: () => nobody } });
  const { app } = test;
  const typeId = await addType(app, onlineTimeoutSec);
  const devices: TestDevice[] = [];
  let added = 0;
  const addVehicle = async () => {
    const device = await addTestVehicle(app, typeId, added++);
    devices.push(device);
    return device;
  };
  for (let i = 0; i < vehicles; i++) await addVehicle();
  const gatewayApp: GatewayApp = { ...app, config: { ...app.config, ...config } };
  let gateway = await startGateway(gatewayApp);
  const clients: MqttClient[] = [];
  return {
    app,
    databaseUrl: test.databaseUrl,
    devices,
    addVehicle,
    get gateway() {
      return gateway;
    },
    connect: async (device, options) => {
      const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${gateway.port}`, {
        clientId: device.imei,
        username: device.imei,
        password: device.secret,
        reconnectPeriod: 0,
        connectTimeout: 30_000,
        ...options,
      });
      client.on('error', () => undefined);
      clients.push(client);
      return client;
    },
    restart: async () => {
      await gateway.stop();
      gateway = await startGateway(gatewayApp);
    },
    rows: async <Row extends object>(sql: string, values: unknown[] = []) =>
      (await app.pool.query<Row>(sql, values)).rows,
    refusals: async () => {
      await sleep(1_300);
      const { rows } = await app.pool.query<{ reason: string; n: number }>(
        'select reason, sum(count)::int as n from dev_refusal group by 1',
      );
      return Object.fromEntries(rows.map((row) => [row.reason, row.n]));
    },
    stop: async () => {
      for (const client of clients) client.end(true);
      await gateway.stop();
      await test.stop();
    },
  };
}

async function addType(app: App, onlineTimeoutSec: number): Promise<string> {
  await app.pool.query(
    "insert into veh_series (id, series_code, name, brand, sort, enabled) values (1, 'S1', 'Test', '1', 1, 1)",
  );
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into veh_type (code, name, series_id, vehicle_category, startup_models, battery_type, battery_count, rated_voltage_v, rated_capacity_ah,
       rated_power_w, max_speed_kmh, range_km, weight_kg, colors, ecu_model, ota_generation, online_timeout_sec, warranty_months,
       battery_warranty_months, ecu_warranty_months, shelf_status)
     values ('T1', 'Test', 1, 2, '{1}', 4, 1, 48, 20, 400, 45, 80, 55, '{BLK}', '1', 2, $1, 24, 24, 12, 1) returning id`,
    [onlineTimeoutSec],
  );
  return String(rows[0]?.id);
}

async function addTestVehicle(app: App, typeId: string, n: number): Promise<TestDevice> {
  const imei = imeiOf(n);
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into veh_vehicle (frame_no, vehicle_type_id, color, imei, ecu_sn, production_date, activation_status, bind_status, operation_status)
     values ($1, $2, 'BLK', $3, $4, '2025-01-01', 1, 0, 0) returning id`,
    [String(100_000_000_000_000 + n), typeId, imei, `ZK25B20A${String(n).padStart(5, '0')}`],
  );
  const vehicleId = String(rows[0]?.id);
  const secret = `secret-${n}`;
  await setDeviceSecret(app.db, vehicleId, imei, secret);
  return { vehicleId, imei, secret };
}

export const up = (device: TestDevice, kind: string) => `v1/${device.imei}/up/${kind}`;

/** A telemetry message of samples. */
export const telemetry = (boot: number, seq: number, ...samples: unknown[]): string =>
  JSON.stringify({ v: 1, mid: `${boot}-${seq}`, s: samples });

/** Resolves with the value of `probe` as soon as it is one; for what happens beside the test. */
export async function eventually<T>(probe: () => Promise<T | undefined | false>, ms = 20_000): Promise<T> {
  const deadline = Date.now() + ms;
  for (;;) {
    const value = await probe();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > deadline) throw new Error('did not happen in time');
    await sleep(25);
  }
}

/** Publishes with QoS 1; true when acknowledged within `ms`. */
export async function acked(
  client: MqttClient,
  topic: string,
  payload: string | Buffer,
  ms = 30_000,
): Promise<boolean> {
  const published = client.publishAsync(topic, payload, { qos: 1 }).then(
    () => true,
    () => false,
  );
  return Promise.race([published, sleep(ms).then(() => false)]);
}
