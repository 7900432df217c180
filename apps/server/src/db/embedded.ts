import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { freePort } from './free-port.ts';
import { type Cluster, isAlive, isSameFolder, prepareCluster, serverEnv } from './cluster.ts';
import { administrator, databaseName, platformRole, prepareDatabase } from './ownership.ts';
import { applicationName } from './servers.ts';

/** The PostgreSQL that the platform brings along. It keeps its address for as long as anybody uses it. */
export interface EmbeddedDatabase {
  /** Of the platform's role, which owns the database and is no superuser. */
  readonly url: string;
  /** Stops the server unless another process of the platform still uses it. */
  stop(): Promise<void>;
}

interface EmbeddedOptions {
  /** Folder of the cluster, made at the first start. */
  readonly dir: string;
  readonly log: Logger;
  /** `test` gives up durability for speed. */
  readonly durability?: 'full' | 'test';
}

/** Every process that uses the server holds this lock shared; who gets it exclusively is the last one. */
const usersLock = 7_239_411;
const recoveryTimeout = 300_000;
const launchTimeout = 10_000;

/**
 * Starts the embedded database, or joins the one that runs on this folder (of another process, or left by a killed one).
 * While it is in use it is watched, and started again on the same port when it dies.
 * @throws Error in one clear line where it cannot run, a ConfigError where people can do something about it; the server's own words are in `server.log`
 */
export async function startEmbedded({ dir, log, durability = 'full' }: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const cluster = await prepareCluster({ dir, durability });
  const keeper = new Keeper(cluster, durability, log);
  await keeper.start();
  return { url: platformUrl(cluster, keeper.port, databaseName), stop: () => keeper.stop() };
}

class Keeper {
  readonly #cluster: Cluster;
  readonly #durability: 'full' | 'test';
  readonly #log: Logger;
  #client: pg.Client | undefined;
  #stopping = false;
  #restarting: Promise<void> | undefined;
  port = 0;

  constructor(cluster: Cluster, durability: 'full' | 'test', log: Logger) {
    this.#cluster = cluster;
    this.#durability = durability;
    this.#log = log;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#restarting?.catch(() => undefined);
    const client = this.#client;
    if (client === undefined) return;
    try {
      await client.query('select pg_advisory_unlock_shared($1)', [usersLock]);
      const { rows } = await client.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [usersLock]);
      if (rows[0]?.last) await this.#shutDown();
    } catch (error) {
      this.#log.warn({ err: error }, 'embedded database did not answer while stopping');
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** Makes sure that the server runs and the database is as it should be, and joins its users. */
  async start(): Promise<void> {
    const begun = Date.now();
    for (;;) {
      if (readPidFile(this.#cluster) === undefined) await this.#launch();
      try {
        await this.#join();
        return;
      } catch (error) {
        // Recovery after a crash may take its time; a server that does not even stay up will not.
        const patience = readPidFile(this.#cluster) === undefined ? launchTimeout : recoveryTimeout;
        if (Date.now() - begun > patience || isFinal(error)) throw new Error(this.#explain(error), { cause: error });
        await sleep(50);
      }
    }
  }

  async #join(): Promise<void> {
    const running = readPidFile(this.#cluster);
    if (running === undefined) throw new Error('it has ended');
    if (this.port !== 0 && running.port !== this.port)
      this.#log.error('the embedded database changed its port: restart this process');
    const { password, rolePassword } = this.#cluster;
    await prepareDatabase((database) => urlOf(administrator, password, running.port, database), rolePassword);
    const client = new pg.Client({
      connectionString: platformUrl(this.#cluster, running.port, 'postgres'),
      application_name: `${applicationName} keeper`,
      connectionTimeoutMillis: 5_000,
    });
    client.on('error', () => undefined); // 'end' follows
    await client.connect();
    try {
      await client.query('select pg_advisory_lock_shared($1)', [usersLock]);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    client.once('end', () => this.#lost());
    this.#client = client;
    this.port = running.port;
  }

  #lost(): void {
    this.#client = undefined;
    if (this.#stopping) return;
    this.#log.warn('embedded database lost, bringing it back');
    this.#restarting = this.start().then(
      () => this.#log.info('embedded database is back'),
      (error: unknown) => this.#log.fatal({ err: error }, 'embedded database cannot be brought back'),
    );
  }

  /** Starts a server and waits until it has written where it listens, or has ended. */
  async #launch(): Promise<void> {
    const port = this.port === 0 ? await freePort() : this.port;
    const child = spawnServer(this.#cluster, port, this.#durability);
    const deadline = Date.now() + launchTimeout;
    while (child.pid !== undefined && child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
      if (readPidFile(this.#cluster)?.pid === child.pid) return;
      await sleep(20);
    }
    // It may have ended because another process was faster: whether anything runs now is for the caller to see.
    await sleep(200);
  }

  /** SIGINT is PostgreSQL's fast shutdown: clients are disconnected, everything is written. */
  async #shutDown(): Promise<void> {
    const pid = readPidFile(this.#cluster)?.pid;
    if (pid === undefined) return;
    process.kill(pid, 'SIGINT');
    const deadline = Date.now() + 60_000;
    while (isAlive(pid) && readPidFile(this.#cluster)?.pid === pid) {
      if (Date.now() > deadline) process.kill(pid, 'SIGQUIT');
      await sleep(20);
    }
  }

  #explain(error: unknown): string {
    const logLines = lastLog(this.#cluster);
    return `the embedded database cannot be used: ${error instanceof Error ? error.message : String(error)}${logLines && ` (${logLines})`}`;
  }
}

/** Errors worth a retry: the server starts or stops (57), lacks resources (53), or a lock conflict (40). */
function isFinal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !/^(40|53|57)/.test(error.code ?? '');
}

function platformUrl(cluster: Cluster, port: number, database: string): string {
  return urlOf(platformRole, cluster.rolePassword, port, database);
}

function urlOf(role: string, password: string, port: number, database: string): string {
  return `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;
}

/** The server that runs on the cluster, by its postmaster.pid; a file left behind by a dead one counts as none. */
function readPidFile(cluster: Cluster): { pid: number; port: number } | undefined {
  const path = join(cluster.dataDir, 'postmaster.pid');
  if (!existsSync(path)) return undefined;
  let lines: string[];
  try {
    lines = readFileSync(path, 'utf8').split('\n');
  } catch {
    return undefined; // removed meanwhile
  }
  const [pid, dataDir, port] = [Number(lines[0]), lines[1] ?? '', Number(lines[3])];
  if (!pid || !port || !isAlive(pid)) return undefined;
  if (!isPostgres(pid) || !isServerOf(cluster, pid, dataDir)) {
    rmSync(path, { force: true });
    return undefined;
  }
  return { pid, port };
}

/**
 * Whether a running server works on this cluster. A copied folder brings along the file of the server of its original, which it must not
 * join. @param dataDir where that server began; its folder may have been moved since
 */
function isServerOf({ dataDir: own }: Cluster, pid: number, dataDir: string): boolean {
  return isSameFolder(own, dataDir) || isSameFolder(own, `/proc/${pid}/cwd`);
}

/** After a reboot the number may be another program's. */
function isPostgres(pid: number): boolean {
  const comm = `/proc/${pid}/comm`;
  return !existsSync(comm) || readFileSync(comm, 'utf8').trim() === 'postgres';
}

function settings(port: number, durability: 'full' | 'test'): Record<string, string> {
  return {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: durability === 'test' ? '128MB' : '256MB',
    effective_cache_size: '1GB',
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    max_wal_size: '2GB',
    wal_compression: 'on',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Statements and row values may hold personal data.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    ...(durability === 'test' && {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      autovacuum: 'off',
      // Tests ask most statements a few times on each connection; a plan for each time's values costs more than it gains.
      plan_cache_mode: 'force_generic_plan',
    }),
  };
}

/** Its own process group: Ctrl-C reaches us, and we stop it when we are done with it. */
function spawnServer(cluster: Cluster, port: number, durability: 'full' | 'test'): ChildProcess {
  const logFile = join(cluster.dir, 'server.log');
  if (existsSync(logFile) && statSync(logFile).size > 10_000_000) truncateSync(logFile);
  const output = openSync(logFile, 'a', 0o600);
  const args = Object.entries(settings(port, durability)).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(join(cluster.native, 'bin/postgres'), ['-D', cluster.dataDir, ...args], {
    ...cluster.owner,
    cwd: cluster.dataDir,
    env: serverEnv,
    detached: true,
    stdio: ['ignore', output, output],
  });
  child.on('error', () => undefined); // exitCode says it
  child.unref();
  closeSync(output);
  return child;
}

/** The last log lines of the server, which say why it ended. */
function lastLog(cluster: Cluster): string {
  const file = join(cluster.dir, 'server.log');
  if (!existsSync(file)) return '';
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n').slice(-20);
  return lines.findLast((line) => /FATAL|PANIC/.test(line))?.replace(/^.*?(FATAL|PANIC)/, '$1') ?? '';
}
