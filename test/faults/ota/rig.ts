import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firmwareVersionCode } from '@wheelhouse/contract/firmware';
import pg from 'pg';
import { pino } from 'pino';
import { firmwareKeyId } from '../../../apps/server/src/config-parts.ts';
import { startEmbedded } from '../../../apps/server/src/db/embedded.ts';
import { migrate } from '../../../apps/server/src/db/migrate.ts';
import { addVehicles, imeiOf, secretOf } from '../../../bench/devices.ts';
import { callOnce } from '../../../bench/load.ts';
import { freePorts } from '../../../scripts/tools.ts';
import { killPostgres, Process } from '../process.ts';
import { Fleet } from './fleet.ts';

const log = pino({ level: 'fatal' });
const versions = { from: 'V2.0.0', to: 'V2.1.0' } as const;
const packageSize = 2_000_000;
const adminPassword = 'Faults-2026';

/** The platform in processes of its own: two gateways with brokers, two workers, of which one answers the console. */
export interface Rig {
  readonly pool: pg.Pool;
  readonly fleet: Fleet;
  readonly gateways: readonly [Process, Process];
  /** The worker that may be killed. */
  readonly worker: Process;
  readonly firmwareId: string;
  killDatabase(): void;
  /** A call of the console. @throws Error when it is refused */
  call<Data>(path: string, body: object): Promise<Data>;
  stop(): Promise<void>;
}

/** A released package signed with a key that the platform knows. */
async function addFirmware(pool: pg.Pool, keyId: string): Promise<string> {
  await pool.query(
    `insert into sys_file (file_id, biz, name, content_type, size, sha256, storage_key, uploader_type)
     values ('trialpackage0001', 'firmware', 'trial.bin', 'application/octet-stream', $1, repeat('0', 64), 'files/trial', 'system')`,
    [packageSize],
  );
  const { rows } = await pool.query<{ id: string }>(
    `insert into ota_firmware (firmware_no, generation, name, device_type, part_model, hardware_versions, version, version_code, package_type, package_file,
       file_size, sha256, signature, sign_key_id, vehicle_type_ids, release_type, estimated_minutes, change_log, status, dependencies)
     values ('FW1', 2, 'Trial', 1, 'ZK3', '{V1.2}', $1, $2, 1, 'trialpackage0001', $3, repeat('0', 64), 'trial', $4, '{1}', 1, 6, 'Trial', 3, '[]') returning id::text as id`,
    [versions.to, firmwareVersionCode(versions.to), packageSize, keyId],
  );
  return rows[0]?.id ?? '';
}

/** Vehicles that stand, charged, and were heard of a moment ago. */
async function addFleet(pool: pg.Pool, imeis: readonly string[]): Promise<void> {
  await addVehicles(pool, imeis);
  await pool.query('update veh_type set online_timeout_sec = 3600');
  await pool.query(
    `insert into veh_ecu (vehicle_id, device_type, sn, model, hardware_version, software_version)
     select id, 1, ecu_sn, 'ZK3', 'V1.2', $1 from veh_vehicle`,
    [versions.from],
  );
  await pool.query(
    `insert into veh_vehicle_status (vehicle_id, recv_time, report_time, online, soc, csq, acc, speed_kmh, charge_status)
     select id, now(), now(), 1, 80, 20, 0, 0, 0 from veh_vehicle
     on conflict (vehicle_id) do update set recv_time = now(), report_time = now(), online = 1, soc = 80, csq = 20, acc = 0, speed_kmh = 0, charge_status = 0`,
  );
  await pool.query('vacuum analyze');
}

function keysIn(dir: string): { readonly file: string; readonly id: string } {
  const publicKey = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const file = join(dir, 'release-keys.json');
  const validity = { from: '2020-01-01T00:00:00+08:00', until: '2100-01-01T00:00:00+08:00' };
  writeFileSync(file, JSON.stringify([{ publicKey: publicKey.toString('base64'), ...validity }]));
  return { file, id: firmwareKeyId(publicKey) };
}

async function startProcesses(env: Readonly<Record<string, string>>, started: Started) {
  const [api = 0, http = 0, one = 0, two = 0, mqtt1 = 0, mqtt2 = 0] = await freePorts(6);
  const process = (roles: string, port: number, mqtt: number): Process => {
    const made = new Process({ ...env, ROLES: roles, MQTT_PORT: String(mqtt) }, port);
    started.add(() => made.end('SIGKILL'));
    return made;
  };
  const first = process('api,worker', api, 0);
  // It writes the first data; the others find it.
  await first.start();
  const worker = process('worker', http, 0);
  const gateways = [process('gateway', one, mqtt1), process('gateway', two, mqtt2)] as const;
  await Promise.all([worker, ...gateways].map((each) => each.start()));
  return { worker, gateways, base: `http://127.0.0.1:${api}`, ports: [mqtt1, mqtt2] };
}

/** Calls of the console, as its administrator. */
async function consoleAt(base: string): Promise<Rig['call']> {
  const password = createHash('md5').update(adminPassword).digest('hex').toUpperCase();
  const login = { path: '/system/crm/sysUser/ssoLogin', body: { username: 'admin', password } };
  const { data: session } = await callOnce<{ data: { accessToken: string } }>(base, login);
  const headers = { authorization: `Bearer ${session.accessToken}` };
  return async <Data>(path: string, body: object): Promise<Data> => {
    const answer = await callOnce<{ code: number; message: string; data: Data }>(base, { path, body, headers });
    if (answer.code !== 0) throw new Error(`${path}: ${answer.code} ${answer.message} ${JSON.stringify(answer.data)}`);
    return answer.data;
  };
}

/** Stops what was started, last first. */
class Started {
  readonly #stops: (() => Promise<unknown> | void)[] = [];
  add(stop: () => Promise<unknown> | void): void {
    this.#stops.push(stop);
  }
  async stop(): Promise<void> {
    for (const stop of this.#stops.toReversed()) await stop();
  }
}

export async function startRig(count: number): Promise<Rig> {
  const started = new Started();
  try {
    return await build(count, started);
  } catch (error) {
    await started.stop();
    throw error;
  }
}

async function build(count: number, started: Started): Promise<Rig> {
  const dir = mkdtempSync(join(tmpdir(), 'wheelhouse-ota-faults-'));
  started.add(() => rmSync(dir, { recursive: true, force: true }));
  // The database runs as somebody else when started by root.
  chmodSync(dir, 0o755);
  const keys = keysIn(dir);
  const database = await startEmbedded({ dir: join(dir, 'pg'), log });
  started.add(() => database.stop());
  const pool = new pg.Pool({ connectionString: database.url, max: 4 });
  pool.on('error', () => undefined);
  started.add(() => pool.end());
  await migrate({ url: database.url, log });
  const env = {
    HOST: '127.0.0.1',
    DATABASE_URL: database.url,
    DATA_DIR: join(dir, 'data'),
    SECRET_KEY: randomBytes(32).toString('hex'),
    FIRMWARE_KEYS: keys.file,
    SEED: 'none',
    SIMULATOR: '0',
    LOG_LEVEL: 'fatal',
    ADMIN_PASSWORD: adminPassword,
  };
  const platform = await startProcesses(env, started);
  const imeis = Array.from({ length: count }, (_, n) => imeiOf(n));
  await addFleet(pool, imeis);
  const firmwareId = await addFirmware(pool, keys.id);
  const fleet = new Fleet(imeis, { ports: platform.ports, secretOf, versions, packageSize });
  started.add(() => fleet.end());
  return {
    ...platform,
    pool,
    fleet,
    firmwareId,
    killDatabase: () => killPostgres(join(dir, 'pg')),
    call: await consoleAt(platform.base),
    stop: () => started.stop(),
  };
}
