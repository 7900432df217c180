import { spawn } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ownedDir, postgresOwner, PostgresServer } from '../../../apps/server/test/support/postgres.ts';
import { root } from '../../../scripts/tools.ts';

/** The pgBackRest of this machine, if it has one. */
export const backRestProgram = ['/usr/bin/pgbackrest', '/usr/local/bin/pgbackrest'].find((path) => existsSync(path));

export interface Outcome {
  readonly code: number;
  /** What it printed, errors too. */
  readonly output: string;
}

/** A server that archives as deploy/pgbackrest says, and its repository; the files there are used as they are. */
export class Repository {
  readonly server: PostgresServer;
  /** Holds backup/ and archive/. */
  readonly dir: string;
  readonly #files: string;
  /** Of pgBackRest, and of a server that starts it. */
  readonly env: Readonly<Record<string, string>>;

  /** @param settings of the server, beside those of the example @param dir a folder that others may enter */
  constructor(dir: string, port: number, settings: readonly string[] = []) {
    this.#files = join(dir, 'files');
    mkdirSync(this.#files);
    // The database's user may not get into the project.
    for (const name of ['pgbackrest.conf', 'archive.conf', 'check-backups', 'after-restore.sql'])
      copyFileSync(join(root, 'deploy/pgbackrest', name), join(this.#files, name));
    chmodSync(join(this.#files, 'check-backups'), 0o755);
    this.dir = ownedDir(join(dir, 'repository'));
    const [log, lock, spool] = ['log', 'lock', 'spool'].map((name) => ownedDir(join(dir, name)));
    const place = join(dir, 'server');
    mkdirSync(place);
    const env = {
      PGBACKREST_CONFIG: join(this.#files, 'pgbackrest.conf'),
      PGBACKREST_REPO1_PATH: this.dir,
      PGBACKREST_LOG_PATH: log ?? '',
      PGBACKREST_LOCK_PATH: lock ?? '',
      PGBACKREST_SPOOL_PATH: spool ?? '',
      PGBACKREST_PG1_PATH: join(place, 'data'),
      PGBACKREST_PG1_SOCKET_PATH: join(place, 'sockets'),
      PGBACKREST_PG1_PORT: String(port),
      PGBACKREST_PG1_USER: 'postgres',
    };
    this.env = env;
    const archive = join(this.#files, 'archive.conf');
    this.server = new PostgresServer({ dir: place, port, include: archive, settings, env });
  }

  file(name: string): string {
    return join(this.#files, name);
  }

  /** Runs a program as the server's user. */
  run(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const child = spawn(program, args, {
        ...postgresOwner,
        cwd: '/',
        env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', ...this.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (part: Buffer) => (output += part.toString()));
      child.once('error', reject);
      child.once('close', (code) => resolve({ code: code ?? 1, output }));
    });
  }

  /** A command of pgBackRest, whatever comes of it. */
  tried(...args: readonly string[]): Promise<Outcome> {
    return this.run(backRestProgram ?? 'pgbackrest', ['--stanza=wheelhouse', ...args]);
  }

  /** A command of pgBackRest. @throws Error with its words when it fails */
  async done(...args: readonly string[]): Promise<string> {
    const { code, output } = await this.tried(...args);
    if (code !== 0) throw new Error(`pgbackrest ${args.join(' ')} ended with ${code}: ${output}`);
    return output;
  }

  /** The check of every morning. */
  check(env: Readonly<Record<string, string>> = {}): Promise<Outcome> {
    return this.run(this.file('check-backups'), [], env);
  }

  /** Starts an empty server whose WAL is archived. */
  async begin(): Promise<void> {
    this.server.init();
    await this.server.start();
    await this.done('stanza-create');
  }
}
