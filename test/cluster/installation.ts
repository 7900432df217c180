import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { startEmbedded } from '../../apps/server/src/db/embedded.ts';
import { type Haproxy, startHaproxy } from '../../apps/server/test/support/haproxy.ts';
import { freePorts, secretKeyIn } from '../../scripts/tools.ts';
import { patienceMs, Process } from '../faults/process.ts';

/** Of the first administrator, unless the database has one. */
const adminPassword = 'Cluster-2026';

export interface Part {
  /** Its roles, and its number among those with the same: `gateway 2`. */
  readonly name: string;
  /** Port of its broker. */
  readonly mqtt: number;
  readonly process: Process;
}

/** Platform processes on one database behind a haproxy, all on this machine. */
export interface Installation {
  readonly parts: readonly Part[];
  readonly balancer: Haproxy;
  readonly adminPassword: string;
  /** Waits until haproxy sends something to every process again. */
  isWhole(): Promise<void>;
  /** Stops a process as an operator does, starts it again, and waits until it gets something to do. */
  restart(part: Part): Promise<void>;
  stop(): Promise<void>;
}

interface InstallationOptions {
  readonly databaseUrl: string;
  readonly dir: string;
  /** `ROLES` of each process. */
  readonly roles: readonly string[];
  /** Files of a certificate and its key: gateways speak TLS too. */
  readonly tls?: { readonly cert: string; readonly key: string };
  readonly env?: Readonly<Record<string, string>>;
  /** What one process has besides, by its name. */
  readonly envOf?: (name: string) => Readonly<Record<string, string>>;
  /** Folder of the release that the processes start; absent: this one. */
  readonly release?: string;
}

export async function startInstallation({
  databaseUrl,
  dir,
  roles,
  tls,
  env = {},
  envOf,
  release,
}: InstallationOptions): Promise<Installation> {
  const ports = await freePorts(roles.length * 3);
  const made = roles.map((role, n) => {
    const [http = 0, mqtt = 0, mqttTls = 0] = ports.slice(n * 3);
    const secure = tls && { MQTT_TLS_PORT: String(mqttTls), MQTT_TLS_CERT: tls.cert, MQTT_TLS_KEY: tls.key };
    const name = `${role} ${roles.slice(0, n + 1).filter((other) => other === role).length}`;
    const own = {
      ...common(databaseUrl, dir),
      ROLES: role,
      MQTT_PORT: String(mqtt),
      ...secure,
      ...env,
      ...envOf?.(name),
    };
    const process = new Process(own, http);
    if (release !== undefined) process.release = release;
    return { name, role, http, mqtt, ...(tls && { mqttTls }), process };
  });
  const having = (role: string) => made.filter((one) => one.role.split(',').includes(role));
  const stopAll = () => Promise.all(made.map(({ process }) => process.end('SIGKILL')));
  let balancer: Haproxy;
  try {
    const [first, ...others] = made;
    // The first one makes what all of them need.
    await first?.process.start();
    await Promise.all(others.map(({ process }) => process.start()));
    balancer = await startHaproxy(join(dir, 'haproxy'), { api: having('api'), gateways: having('gateway') });
  } catch (error) {
    await stopAll();
    throw error;
  }
  const isWhole = async () => {
    for (const end = Date.now() + patienceMs; (await balancer.seen()).down > 0; await sleep(50))
      if (Date.now() > end) throw new Error('haproxy does not see all processes');
  };
  return {
    parts: made,
    balancer,
    adminPassword: env['ADMIN_PASSWORD'] ?? adminPassword,
    isWhole,
    restart: async ({ process }) => {
      await process.end('SIGTERM');
      await process.start();
      await isWhole();
    },
    stop: async () => {
      await stopAll();
      await balancer.stop();
    },
  };
}

const common = (databaseUrl: string, dir: string) => ({
  HOST: '127.0.0.1',
  DATABASE_URL: databaseUrl,
  DATA_DIR: join(dir, 'data'),
  SECRET_KEY: secretKeyIn(join(dir, 'data')),
  SEED: 'none',
  SIMULATOR: '0',
  LOG_LEVEL: 'fatal',
  ADMIN_PASSWORD: adminPassword,
  MQTT_URL: '',
  MQTT_PROXY: 'true',
  TRUST_PROXY: 'true',
  // haproxy sees within 1.5 s that a process stops.
  DRAIN_SECONDS: '5',
});

/** An embedded database in a folder of its own, for a scenario; both go with it. */
export async function onDatabase<Result>(
  work: (database: { readonly dir: string; readonly url: string; readonly pool: pg.Pool }) => Promise<Result>,
): Promise<Result> {
  const dir = mkdtempSync(join(tmpdir(), 'wheelhouse-cluster-'));
  // The database runs as somebody else when started by root.
  chmodSync(dir, 0o755);
  const { url, stop } = await startEmbedded({ dir: join(dir, 'pg'), log: pino({ level: 'fatal' }) });
  const pool = poolOf(url);
  try {
    return await work({ dir, url, pool });
  } finally {
    await pool.end();
    await stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** A pool beside those of the processes. */
export function poolOf(databaseUrl: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 3 });
  pool.on('error', () => undefined);
  return pool;
}
