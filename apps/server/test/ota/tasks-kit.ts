import { createHash, createHmac, randomUUID } from 'node:crypto';
import { machines } from '@wheelhouse/entities/machines';
import type { OtaMonitor } from '@wheelhouse/contract/calls/ota/tasks';
import type { OtaTargetPreview } from '@wheelhouse/contract/calls/ota/versions';
import type { OtaDownlink } from '@wheelhouse/contract/device/payloads';
import { firmwareVersionCode } from '@wheelhouse/contract/firmware';
import mqtt, { type MqttClient } from 'mqtt';
import { setDeviceSecret } from '../../src/gateway/credentials.ts';
import { startGateway } from '../../src/gateway/index.ts';
import { issueAppToken } from '../../src/http/app-call.ts';
import { workOta } from '../../src/modules/ota/tasks/work.ts';
import { addDealer } from '../access/fixture.ts';
import { eventually, imeiOf } from '../gateway/fixture.ts';
import { bindOwner } from '../registry/samples.ts';
import { createTestApp } from '../support/app.ts';
import { firmwarePackage, signed } from '../support/firmware-packages.ts';
import { keepPackage } from '../support/firmware.ts';
import { signInAs } from '../support/people.ts';

/** A control unit on a real socket that says only what the test has it say. */
export class OtaDevice {
  readonly jobs: OtaDownlink[] = [];
  readonly #imei: string;
  readonly #client: MqttClient;
  readonly #boot: number;
  #seq = 0;
  static #boots = 0;

  constructor(imei: string, client: MqttClient) {
    this.#imei = imei;
    this.#client = client;
    this.#boot = ++OtaDevice.#boots;
    client.on('message', (topic, payload) => {
      if (topic.endsWith('/ota')) this.jobs.push(JSON.parse(String(payload)) as OtaDownlink);
    });
  }

  say(kind: string, body: object): Promise<unknown> {
    const mid = `${this.#boot}-${this.#seq++}`;
    return this.#client.publishAsync(`v1/${this.#imei}/up/${kind}`, JSON.stringify({ v: 1, mid, ...body }), { qos: 1 });
  }

  /** A step of a job. */
  step(job: string, st: string, more: object = {}): Promise<unknown> {
    return this.say('ota', { job, ecu: 'VCU', st, ...more });
  }

  /** Normal telemetry: standing, charged, with this software on its control unit. */
  async report(sw: string, more: object = {}): Promise<void> {
    await this.say('telemetry', {
      s: [
        {
          ts: Date.now(),
          pos: { lat: 31.2, lng: 121.4, spd: 0, fix: 3 },
          st: { acc: false },
          bat: [{ soc: 80 }],
          net: { csq: 20 },
          ecu: [{ type: 'VCU', sw, hw: 'V1.2' }],
          ...more,
        },
      ],
    });
  }

  /** The next job that has not been taken yet. */
  next(): Promise<OtaDownlink> {
    return eventually(() => Promise.resolve(this.jobs.shift()));
  }
}

export interface OtaVehicle {
  readonly id: string;
  readonly vin: string;
  readonly imei: string;
  readonly secret: string;
}

const from = 'V2.0.0';
let made = 0;
const tasks = machines['SM-OtaTask'].states;
const executions = machines['SM-OtaExecution'].states;

/** The product with its device side, people of the OTA team, a model and packages for it. */
export async function startOta() {
  const t = await createTestApp();
  const { app } = t;
  const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await app.pool.query<Row>(text, values)).rows;
  await rows(
    "insert into veh_series (id, series_code, name, brand, sort, enabled) values (1, 'S1', 'Test', '1', 1, 1) on conflict do nothing",
  );
  // The third is of the first platform.
  for (const id of [1, 2, 3])
    await rows(
      `insert into veh_type (id, code, name, series_id, vehicle_category, startup_models, battery_type, battery_count, rated_voltage_v, rated_capacity_ah,
         rated_power_w, max_speed_kmh, range_km, weight_kg, colors, ecu_model, ota_generation, online_timeout_sec, warranty_months,
         battery_warranty_months, ecu_warranty_months, shelf_status)
       values ($1, $2, $2, 1, 2, '{1}', 4, 1, 48, 20, 400, 45, 80, 55, '{BLK}', '1', $3, 600, 24, 24, 12, 1)`,
      [id, `T${id}`, id === 3 ? 1 : 2],
    );
  const gateway = await startGateway(app);
  const clients = new Set<MqttClient>();
  const people = {
    maker: await signInAs(t, { roles: ['ota'] }),
    reviewer: await signInAs(t, { roles: ['quality'] }),
  };
  const dealerId = await addDealer(t);

  /** Ends whatever is under way: a round of the worker is about all tasks. */
  async function endAll(): Promise<void> {
    await rows('update ota_execution set status = $1, next_time = null, deadline = null where status <> $1', [
      executions.cancelled,
    ]);
    await rows('update ota_task set status = $1 where status = any($2::smallint[])', [
      tasks.terminated,
      [tasks.waiting, tasks.running, tasks.paused],
    ]);
  }

  /** Vehicles with a control unit that runs `software`, standing and charged, and heard of a moment ago. */
  async function addVehicles(n: number, more: { software?: string; typeId?: number; dealerId?: string } = {}) {
    const { software = from, typeId = 1, dealerId: dealer = null } = more;
    const vehicles: OtaVehicle[] = [];
    for (let at = 0; at < n; at++) {
      const no = ++made;
      const [imei, vin, secret] = [imeiOf(40_000 + no), `LZXE3C1A0SA${300_000 + no}`, `secret-${no}`];
      const [row] = await rows<{ id: string }>(
        `insert into veh_vehicle (vin, vehicle_type_id, color, imei, ecu_sn, production_date, dealer_id, activation_status, bind_status, operation_status)
         values ($1, $2, 'BLK', $3, $4, '2025-01-01', $5, 1, 0, 0) returning id::text as id`,
        [vin, typeId, imei, `ZK25B20D${String(no).padStart(5, '0')}`, dealer],
      );
      const id = row?.id ?? '';
      await rows(
        `insert into veh_ecu (vehicle_id, device_type, sn, model, hardware_version, software_version) values ($1, 1, $2, 'ZK3', 'V1.2', $3)`,
        [id, `ZK25B20D${String(no).padStart(5, '0')}`, software],
      );
      await rows(
        `insert into veh_vehicle_status (vehicle_id, recv_time, report_time, online, soc, csq, acc, speed_kmh, charge_status)
         values ($1, now(), now(), 1, 80, 20, 0, 0, 0)`,
        [id],
      );
      vehicles.push({ id, vin, imei, secret });
    }
    return vehicles;
  }

  async function connect({ id, imei, secret }: OtaVehicle): Promise<OtaDevice> {
    await setDeviceSecret(app.db, id, imei, secret);
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${gateway.port}`, {
      clientId: imei,
      username: imei,
      password: secret,
      reconnectPeriod: 0,
    });
    client.on('error', () => undefined);
    clients.add(client);
    const device = new OtaDevice(imei, client);
    await client.subscribeAsync(`v1/${imei}/down/#`, { qos: 1 });
    await device.say('status', { st: 'online' });
    return device;
  }

  /** A package of the control unit, released unless said otherwise. @returns its id */
  async function addFirmware(
    version: string,
    more: { status?: number; minFrom?: string; dependencies?: object[]; base?: string } = {},
  ) {
    const bytes = firmwarePackage({ version });
    const fileId = await keepPackage(t, bytes, people.maker.userId);
    const [row] = await rows<{ id: string }>(
      `insert into ota_firmware (firmware_no, generation, name, device_type, part_model, hardware_versions, version, version_code, package_type, package_file,
         file_size, sha256, signature, sign_key_id, vehicle_type_ids, release_type, estimated_minutes, change_log, status, min_from_version, dependencies, base_version)
       values ($1, 2, '中控固件', 1, 'ZK3', '{V1.2}', $2, $3, case when $11::bigint is null then 1 else 2 end, $4, $5, $6, $7, 'test', '{1}', 1, 6, '修复若干问题，提升稳定性。', $8, $9, $10, $11::bigint) returning id::text as id`,
      [
        `FW${randomUUID().slice(0, 12)}`,
        version,
        firmwareVersionCode(version),
        fileId,
        bytes.length,
        createHash('sha256').update(bytes).digest('hex'),
        signed(bytes),
        more.status ?? 3,
        more.minFrom ?? null,
        JSON.stringify(more.dependencies ?? []),
        more.base ?? null,
      ],
    );
    const keyId = (await rows<{ id: string }>('select id from (select $1::text as id) k', [signKeyId()]))[0]?.id;
    await rows('update ota_firmware set sign_key_id = $2 where id = $1', [row?.id, keyId]);
    return row?.id ?? '';
  }
  function signKeyId(): string {
    const key = app.config.firmwareKeys?.[0];
    if (key === undefined) throw new Error('no firmware keys');
    return key.id;
  }

  const call = <Data = { id: string; rev: number; errors?: { field: string; message: string }[] }>(
    path: string,
    body: object,
    as: string = people.maker.token,
  ) => t.call<Data>('POST', `/ps/crm/otaTask/${path}`, body, { as });

  const inDays = (days: number): string =>
    `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)} 08:00:00`;
  /** A form whose jobs go out at once, without asking anybody. */
  const formOf = (firmwareId: string, vehicles: readonly OtaVehicle[], more: object = {}) => ({
    name: '中控升级',
    firmwareId,
    taskType: 2,
    targetMode: 2,
    vins: vehicles.map(({ vin }) => vin).join('\n'),
    upgradeMode: 2,
    stages: [{ percent: 100 }],
    ratePerMinute: 1000,
    endTime: inDays(30),
    ...more,
  });

  async function addTask(form: object): Promise<string> {
    const { code, data, message } = await call('add', form);
    if (code !== 0) throw new Error(`${code} ${message} ${JSON.stringify(data)}`);
    return data.id;
  }
  const step = (id: string, action: string, more: object = {}, as?: string) =>
    call('transition', { id, action, ...more }, as);
  async function steps(id: string, ...all: readonly (readonly [string, string?])[]): Promise<void> {
    for (const [action, as] of all) {
      const { code, message, data } = await step(id, action, {}, as);
      if (code !== 0) throw new Error(`${action}: ${code} ${message} ${JSON.stringify(data)}`);
    }
  }
  /** A task on its way: handed in, approved by another and started. */
  async function startTask(form: object): Promise<string> {
    const id = await addTask(form);
    await steps(id, ['submit'], ['approve', people.reviewer.token], ['start']);
    return id;
  }
  const execution = async (taskId: string, { id }: OtaVehicle) =>
    (await rows<Execution>('select * from ota_execution where task_id = $1 and vehicle_id = $2', [taskId, id]))[0] ??
    none;
  /** Waits until an execution is in a state. */
  const reaches = (taskId: string, vehicle: OtaVehicle, status: number): Promise<Execution> =>
    eventually(async () => {
      const row = await execution(taskId, vehicle);
      return row.status === status ? row : undefined;
    });
  const task = async (id: string) => (await rows<Task>('select * from ota_task where id = $1', [id]))[0];
  const monitor = async (id: string) => (await call<OtaMonitor>('monitor', { id })).data;
  const preview = (form: object, as?: string) => call<OtaTargetPreview>('previewTarget', form, as);

  /** A call of a device, signed with its secret. */
  async function deviceCall<Data>({ id, imei, secret }: OtaVehicle, path: string, body: object) {
    await setDeviceSecret(app.db, id, imei, secret);
    const salt = await t.call<{ salt: string }>('POST', '/device/v1/salt', { imei });
    const key = createHash('sha256').update(Buffer.from(salt.data.salt, 'hex')).update(secret).digest();
    const text = JSON.stringify(body);
    const [timestamp, nonce] = [String(Date.now()), randomUUID()];
    const response = await t.http.inject({
      method: 'POST',
      url: path,
      payload: text,
      headers: {
        'content-type': 'application/json',
        'x-device-id': imei,
        'x-timestamp': timestamp,
        'x-nonce': nonce,
        'x-signature': createHmac('sha256', key).update(text).update(timestamp).update(nonce).digest('hex'),
      },
    });
    return response.json<{ code: number; data: Data }>();
  }
  /** Gives a vehicle an owner. @returns calls of the owner's app */
  async function ownerOf({ id, vin }: OtaVehicle) {
    const userId = await bindOwner(t, id);
    const token = await issueAppToken(app, userId);
    return {
      userId,
      as: token,
      pending: <Data>() => t.call<Data>('GET', '/app/v1/ota/pending', { vin }, { as: token }),
      decide: (executionId: string, decision: string) =>
        t.call<{ status: number; postponeCount: number }>(
          'POST',
          '/app/v1/ota/decide',
          { executionId, decision },
          { as: token },
        ),
    };
  }

  return {
    t,
    app,
    rows,
    people,
    dealerId,
    addVehicles,
    connect,
    addFirmware,
    call,
    formOf,
    addTask,
    step,
    steps,
    startTask,
    execution,
    reaches,
    task,
    monitor,
    preview,
    deviceCall,
    ownerOf,
    inDays,
    endAll,
    work: () => workOta(app),
    async stop() {
      for (const client of clients) client.end(true);
      await gateway.stop();
      await t.stop();
    },
  };
}
export type OtaKit = Awaited<ReturnType<typeof startOta>>;

interface Task {
  readonly status: number;
  readonly auto_paused: number;
  readonly paused_reason: string | null;
  readonly target_count: number;
  readonly current_stage: number;
  readonly rev: number;
  readonly task_no: string;
}
interface Execution {
  readonly id: string;
  readonly status: number;
  readonly attempt: number;
  readonly progress: number;
  readonly retry_count: number;
  readonly postpone_count: number;
  readonly fail_code: string | null;
  readonly late: number;
  readonly next_time: Date | null;
  readonly position: number;
}
const none: Execution = {
  id: '0',
  status: -1,
  attempt: 0,
  progress: 0,
  retry_count: 0,
  postpone_count: 0,
  fail_code: null,
  late: 0,
  next_time: null,
  position: 0,
};
