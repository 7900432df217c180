import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { type Cluster, prepareCluster, serverEnv } from '../../src/db/cluster.ts';
import { administrator, databaseName, platformRole, prepareDatabase } from '../../src/db/ownership.ts';
import { signalFamily } from './children.ts';
import { freePort } from '../../src/db/free-port.ts';

const run = promisify(execFile);
const patienceMs = 30_000;

/** One PostgreSQL server that can be killed and started again; the programs are those of the embedded database. */
export class Node {
  readonly port: number;
  readonly dataDir: string;
  readonly #cluster: Cluster;
  readonly #log: string;
  #child: ChildProcess | undefined;

  constructor(cluster: Cluster, dataDir: string, port: number) {
    this.#cluster = cluster;
    this.dataDir = dataDir;
    this.port = port;
    this.#log = join(cluster.dir, `${port}.log`);
  }

  /** As the administrator. */
  urlOf(database: string): string {
    return `postgres://${administrator}:${this.#cluster.password}@127.0.0.1:${this.port}/${database}`;
  }

  /** Starts it. @returns as soon as it runs */
  launch(): void {
    const output = openSync(this.#log, 'a');
    this.#child = spawn(join(this.#cluster.native, 'bin/postgres'), ['-D', this.dataDir, '-p', String(this.port)], {
      ...this.#cluster.owner,
      cwd: this.dataDir,
      env: serverEnv,
      stdio: ['ignore', output, output],
    });
    closeSync(output);
  }

  async start(): Promise<void> {
    this.launch();
    for (const end = Date.now() + patienceMs; ; await sleep(50)) {
      const failure = await this.ask('select 1').then(
        () => undefined,
        (error: unknown) => error,
      );
      if (failure === undefined) return;
      const said = () => readFileSync(this.#log, 'utf8').split('\n').slice(-8).join('\n');
      if (this.#child?.exitCode !== null || Date.now() > end)
        throw new Error(`a PostgreSQL server does not start: ${said()}`, { cause: failure });
    }
  }

  /** Runs a statement as the administrator, on a connection of its own. */
  async ask<Row extends pg.QueryResultRow>(text: string, database = 'postgres'): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.urlOf(database) });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async promote(): Promise<void> {
    const { native, owner } = this.#cluster;
    await run(join(native, 'bin/pg_ctl'), ['-D', this.dataDir, '-w', 'promote'], { ...owner, env: serverEnv });
  }

  /** Stands still with its connections, as a machine does that is paused, or goes on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    if (this.#child?.pid !== undefined) signalFamily(this.#child.pid, signal);
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }
}

/** A primary and its streaming replica, with the database and the role of the platform. */
export interface Replicated {
  readonly primary: Node;
  readonly replica: Node;
  /** Of the platform's role, at these servers in this order. */
  readonly url: (...nodes: readonly Node[]) => string;
  stop(): Promise<void>;
}

const settings = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
fsync = off
full_page_writes = off
autovacuum = off
max_wal_size = 2GB
shared_buffers = 64MB
hot_standby = on
`;

/** @param isSynchronous a commit at the primary waits until the replica has it */
export async function startReplicated(dir: string, isSynchronous: boolean): Promise<Replicated> {
  const cluster = await prepareCluster({ dir, durability: 'test' });
  const replicaDir = join(dir, 'replica');
  const primary = new Node(cluster, cluster.dataDir, await freePort());
  const replica = new Node(cluster, replicaDir, await freePort());
  appendFileSync(join(cluster.dataDir, 'postgresql.conf'), settings);
  // Made of the stopped primary: the embedded programs have no pg_basebackup.
  cpSync(cluster.dataDir, replicaDir, { recursive: true });
  chmodSync(replicaDir, 0o700);
  writeFileSync(join(replicaDir, 'standby.signal'), '');
  appendFileSync(
    join(replicaDir, 'postgresql.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=${administrator} password=${cluster.password} application_name=replica'\n`,
  );
  if (isSynchronous)
    appendFileSync(join(cluster.dataDir, 'postgresql.conf'), `synchronous_standby_names = 'replica'\n`);
  if (cluster.owner) chownAll(replicaDir, cluster.owner);
  const stop = async () => {
    await Promise.all([primary.end('SIGKILL'), replica.end('SIGKILL')]);
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    await Promise.all([primary.start(), replica.start()]);
    await prepareDatabase((database) => primary.urlOf(database), cluster.rolePassword);
  } catch (error) {
    await stop();
    throw error;
  }
  const url = (...nodes: readonly Node[]) =>
    `postgres://${platformRole}:${cluster.rolePassword}@${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}/${databaseName}`;
  return { primary, replica, url, stop };
}

function chownAll(path: string, { uid, gid }: NonNullable<Cluster['owner']>): void {
  chownSync(path, uid, gid);
  for (const name of readdirSync(path, { recursive: true, encoding: 'utf8' })) chownSync(join(path, name), uid, gid);
}
