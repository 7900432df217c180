import type { CommandDownlink, DebugDownlink } from '@wheelhouse/contract/device/payloads';
import mqtt, { type MqttClient } from 'mqtt';
import type { AddressInfo } from 'node:net';
import { setDeviceSecret } from '../../src/gateway/credentials.ts';
import { startGateway, type Gateway } from '../../src/gateway/index.ts';
import { sweepCommands } from '../../src/modules/control/sweep.ts';
import { addDealer } from '../access/fixture.ts';
import { eventually, imeiOf } from '../gateway/fixture.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { openStream, type LiveStream } from '../support/stream.ts';
import { signInAs } from '../support/people.ts';

export { eventually } from '../gateway/fixture.ts';

/** A control unit on a real socket that sends only what the test gives it. */
export class FakeDevice {
  readonly imei: string;
  readonly commands: CommandDownlink[] = [];
  readonly debug: DebugDownlink[] = [];
  readonly #client: MqttClient;
  #seq = 0;
  static #boots = 0;
  readonly #boot = ++FakeDevice.#boots;

  constructor(imei: string, client: MqttClient) {
    this.imei = imei;
    this.#client = client;
    client.on('message', (topic, payload) => {
      const body = JSON.parse(String(payload)) as unknown;
      if (topic.endsWith('/cmd')) this.commands.push(body as CommandDownlink);
      if (topic.endsWith('/debug')) this.debug.push(body as DebugDownlink);
    });
  }

  say(kind: string, body: object): Promise<unknown> {
    const mid = `${this.#boot}-${this.#seq++}`;
    return this.#client.publishAsync(`v1/${this.imei}/up/${kind}`, JSON.stringify({ v: 1, mid, ...body }), { qos: 1 });
  }

  /** Its state now: speed in m/s. */
  report(speed: number, more: { acc?: boolean; ts?: number } = {}): Promise<unknown> {
    const { acc = false, ts = Date.now() } = more;
    return this.say('telemetry', { s: [{ ts, pos: { lat: 31.2, lng: 121.4, spd: speed, fix: 3 }, st: { acc } }] });
  }

  answer(id: string, st: string, code = 0, data?: object): Promise<unknown> {
    return this.say('cmd', { id, st, code, ts: Date.now(), ...(data && { data }) });
  }

  /** The next command of a type that has not been taken yet. */
  async next(type?: string): Promise<CommandDownlink> {
    return eventually(async () => {
      const n = this.commands.findIndex((command) => type === undefined || command.type === type);
      return n < 0 ? undefined : this.commands.splice(n, 1)[0];
    });
  }

  async leave(): Promise<void> {
    await this.say('status', { st: 'offline' });
    await this.#client.endAsync(true);
  }
}

export interface TestVehicle {
  readonly id: string;
  readonly vin: string;
  readonly imei: string;
  connect(): Promise<FakeDevice>;
}

export interface ControlRig {
  readonly test: TestApp;
  readonly gateway: () => Gateway;
  readonly tokens: Readonly<Record<'cs' | 'aftersales' | 'ota' | 'ops' | 'dealer', string>>;
  readonly userIds: Readonly<Record<string, string>>;
  addVehicle(dealerId?: string): Promise<TestVehicle>;
  readonly dealerId: string;
  /** Sends a command as the console does. */
  send<Data = { commandId: string; status: number }>(
    as: string,
    param: object,
    headers?: Record<string, string>,
  ): ReturnType<typeof TestAppCall<Data>>;
  command(commandId: string): Promise<Record<string, unknown>>;
  /** Waits until a command is in a state. */
  reaches(commandId: string, status: number): Promise<Record<string, unknown>>;
  /** As if so many seconds had passed for a command. */
  later(commandId: string, seconds: number): Promise<void>;
  sweep(): Promise<number>;
  restart(): Promise<void>;
  listen(topics: string, as: string): Promise<LiveStream>;
  rows<Row extends object>(sql: string, values?: unknown[]): Promise<Row[]>;
  stop(): Promise<void>;
}
declare function TestAppCall<Data>(): ReturnType<typeof call<Data>>;
declare function call<Data>(): Promise<{ status: number; code: number; data: Data; message: string }>;

async function addType(test: TestApp): Promise<void> {
  await test.app.pool.query(
    "insert into veh_series (id, series_code, name, brand, sort, enabled) values (1, 'S1', 'Test', '1', 1, 1)",
  );
  await test.app.pool.query(
    `insert into veh_type (id, code, name, series_id, vehicle_category, startup_models, battery_type, battery_count, rated_voltage_v, rated_capacity_ah,
       rated_power_w, max_speed_kmh, range_km, weight_kg, colors, ecu_model, ota_generation, online_timeout_sec, warranty_months,
       battery_warranty_months, ecu_warranty_months, shelf_status)
     values (1, 'T1', 'Test', 1, 2, '{1}', 4, 1, 48, 20, 400, 45, 80, 55, '{BLK}', '1', 2, 600, 24, 24, 12, 1)`,
  );
}

let added = 0;
async function addVehicle(test: TestApp, port: () => number, dealerId: string | null): Promise<TestVehicle> {
  const n = added++;
  const imei = imeiOf(5_000 + n);
  const vin = `LZXE3C1A0SA${String(700_000 + n)}`;
  const { rows } = await test.app.pool.query<{ id: string }>(
    `insert into veh_vehicle (vin, vehicle_type_id, color, imei, ecu_sn, production_date, dealer_id, activation_status, bind_status, operation_status)
     values ($1, 1, 'BLK', $2, $3, '2025-01-01', $4, 1, 0, 0) returning id`,
    [vin, imei, `ZK25B20C${String(n).padStart(5, '0')}`, dealerId],
  );
  const id = String(rows[0]?.id);
  const secret = `secret-${n}`;
  await setDeviceSecret(test.app.db, id, imei, secret);
  const connect = async () => {
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port()}`, {
      clientId: imei,
      username: imei,
      password: secret,
      reconnectPeriod: 0,
    });
    client.on('error', () => undefined);
    clients.add(client);
    const device = new FakeDevice(imei, client);
    await client.subscribeAsync(`v1/${imei}/down/#`, { qos: 1 });
    await device.say('status', { st: 'online' });
    return device;
  };
  return { id, vin, imei, connect };
}
const clients = new Set<MqttClient>();

/** The product with its device side, a few roles and vehicles. */
export async function startControl(): Promise<ControlRig> {
  const test = await createTestApp();
  const { app } = test;
  await addType(test);
  let gateway = await startGateway(app);
  await test.http.listen({ host: '127.0.0.1', port: 0 });
  const http = (test.http.server.address() as AddressInfo).port;
  const dealerId = await addDealer(test);
  const people = {
    cs: await signInAs(test, { roles: ['cs'] }),
    aftersales: await signInAs(test, { roles: ['aftersales'] }),
    ota: await signInAs(test, { roles: ['ota'] }),
    ops: await signInAs(test, { roles: ['ops'] }),
    dealer: await signInAs(test, { roles: ['dealer'], dealerId }),
  };
  const of = <Value>(pick: (one: (typeof people)['cs']) => Value) =>
    Object.fromEntries(Object.entries(people).map(([key, one]) => [key, pick(one)])) as Record<
      keyof typeof people,
      Value
    >;
  const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await app.pool.query<Row>(text, values)).rows;
  const command = async (commandId: string) =>
    (await rows<Record<string, unknown>>('select * from veh_control_command where command_id = $1', [commandId]))[0] ??
    {};
  return {
    test,
    gateway: () => gateway,
    tokens: of((one) => one.token),
    userIds: of((one) => one.userId),
    dealerId,
    addVehicle: (dealer) => addVehicle(test, () => gateway.port, dealer ?? null),
    send: (as, param, headers = {}) =>
      test.call('POST', '/external/query', { method: 'adb.vehicle.control.send', param }, { as, headers }),
    command,
    reaches: (commandId, wanted) =>
      eventually(async () => {
        const row = await command(commandId);
        return row['status'] === wanted ? row : undefined;
      }),
    later: async (commandId, seconds) => {
      await rows(
        `update veh_control_command set due_time = due_time - make_interval(secs => $2), try_time = try_time - make_interval(secs => $2),
           cache_until = cache_until - make_interval(secs => $2) where command_id = $1`,
        [commandId, seconds],
      );
    },
    sweep: () => sweepCommands(app),
    restart: async () => {
      await gateway.stop();
      gateway = await startGateway(app);
    },
    listen: (topics, as) => openStream(http, topics, as),
    rows,
    stop: async () => {
      for (const client of clients) client.end(true);
      await gateway.stop();
      await test.stop();
    },
  };
}
