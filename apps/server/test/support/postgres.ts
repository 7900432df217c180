import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { serverEnv, unprivilegedOwner } from '../../src/db/cluster.ts';

const packages = '/usr/lib/postgresql';
const patienceMs = 60_000;

/** Programs of the newest PostgreSQL server of this machine (Debian's packages), if it has one. */
export const postgresBin = (existsSync(packages) ? readdirSync(packages) : [])
  .toSorted((a, b) => Number(b) - Number(a))
  .map((version) => join(packages, version, 'bin'))
  .find((bin) => existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres')));

/** Who a server of a test runs as, and programs that work beside it: PostgreSQL refuses to run as root. */
export const postgresOwner = unprivilegedOwner();

/** A folder that the server's user may write to. */
export function ownedDir(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (postgresOwner) chownSync(path, postgresOwner.uid, postgresOwner.gid);
  return path;
}

interface ServerOptions {
  /** Holds data/, sockets/ and server.log; others must be able to enter it. */
  readonly dir: string;
  readonly port: number;
  /** A file of settings, read before those below. */
  readonly include?: string;
  /** `name=value`. */
  readonly settings?: readonly string[];
  /** Variables beside those that every server gets: programs that it starts see them. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A PostgreSQL of this machine that can be killed, moved and restored. Its superuser is `postgres`, who needs no password. */
export class PostgresServer {
  readonly dataDir: string;
  readonly socketDir: string;
  readonly port: number;
  readonly #options: ServerOptions;
  #child: ChildProcess | undefined;

  constructor(options: ServerOptions) {
    this.#options = options;
    this.dataDir = join(options.dir, 'data');
    this.socketDir = join(options.dir, 'sockets');
    this.port = options.port;
  }

  url(database = 'postgres', user = 'postgres'): string {
    return `postgres://${user}@127.0.0.1:${this.port}/${database}`;
  }

  /** What it has written about itself. */
  get log(): string {
    const file = join(this.#options.dir, 'server.log');
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  }

  /** Gives it an empty data directory, for a restore. */
  makeEmpty(): void {
    rmSync(this.dataDir, { recursive: true, force: true });
    ownedDir(this.dataDir);
  }

  /** Makes an empty cluster. */
  init(): void {
    if (postgresBin === undefined) throw new Error('there is no PostgreSQL server on this machine');
    ownedDir(this.dataDir);
    const args = ['-D', this.dataDir, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'];
    execFileSync(join(postgresBin, 'initdb'), [...args, '--no-sync'], {
      ...postgresOwner,
      cwd: this.dataDir,
      env: serverEnv,
      stdio: 'pipe',
    });
    const { include } = this.#options;
    if (include !== undefined) appendFileSync(join(this.dataDir, 'postgresql.conf'), `include '${include}'\n`);
  }

  /** @returns when it takes writes: a restored one has recovered @throws Error with its last words when it ends instead */
  async start(): Promise<void> {
    if (postgresBin === undefined) throw new Error('there is no PostgreSQL server on this machine');
    const { dir, settings = [], env } = this.#options;
    ownedDir(this.socketDir);
    const output = openSync(join(dir, 'server.log'), 'a', 0o600);
    const own = [
      `port=${this.port}`,
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${this.socketDir}`,
      'max_connections=200',
      'jit=off',
    ];
    const child = spawn(
      join(postgresBin, 'postgres'),
      ['-D', this.dataDir, ...[...own, ...settings].flatMap((setting) => ['-c', setting])],
      { ...postgresOwner, cwd: this.dataDir, env: { ...serverEnv, ...env }, stdio: ['ignore', output, output] },
    );
    closeSync(output);
    this.#child = child;
    for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(50)) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`PostgreSQL has ended: ${this.log.trimEnd().split('\n').slice(-8).join('\n')}`);
      if (await this.#takesWrites()) return;
    }
    throw new Error('PostgreSQL does not get ready in time');
  }

  async #takesWrites(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.url(), connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ ready: boolean }>('select not pg_is_in_recovery() as ready');
      return rows[0]?.ready === true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** SIGKILL is a crash, SIGINT an orderly end. @returns when nothing of it runs any more */
  async end(signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child && child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await once(child, 'exit');
    }
    // The processes of a server outlive its first one for a moment, and still write.
    for (const end = Date.now() + patienceMs; isUsed(this.dataDir) && Date.now() < end;) await sleep(20);
  }
}

/** Whether a process works in this folder. */
function isUsed(dir: string): boolean {
  if (!existsSync('/proc')) return false;
  return readdirSync('/proc').some((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readlinkSync(`/proc/${name}/cwd`).startsWith(dir);
    } catch {
      return false;
    }
  });
}
