import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { startEmbedded } from '../../apps/server/src/db/embedded.ts';
import { migrate } from '../../apps/server/src/db/migrate.ts';
import { freePorts } from '../../scripts/tools.ts';
import { killPostgres, Process } from './process.ts';

const log = pino({ level: 'fatal' });

/** An API in a process of its own, on an empty database of its own. */
export interface Server {
  readonly pool: pg.Pool;
  readonly api: Process;
  readonly port: number;
  /** Of the database's files. */
  readonly postgresDir: string;
  killDatabase(): void;
  stop(): Promise<void>;
}

/** @param envIn what it runs with besides, given a directory that goes with it */
export async function startServer(name: string, envIn: (dir: string) => Record<string, string>): Promise<Server> {
  const dir = mkdtempSync(join(tmpdir(), `wheelhouse-${name}-`));
  // The database runs as somebody else when started by root.
  chmodSync(dir, 0o755);
  const postgresDir = join(dir, 'pg');
  const database = await startEmbedded({ dir: postgresDir, log });
  await migrate({ url: database.url, log });
  const [port = 0] = await freePorts(1);
  const api = new Process(
    {
      HOST: '127.0.0.1',
      DATABASE_URL: database.url,
      DATABASE_POOL: '20',
      DATA_DIR: join(dir, 'data'),
      SECRET_KEY: randomBytes(32).toString('hex'),
      ROLES: 'api',
      SEED: 'none',
      SIMULATOR: '0',
      LOG_LEVEL: 'fatal',
      ADMIN_PASSWORD: 'Faults-2026',
      ...envIn(dir),
    },
    port,
  );
  await api.start();
  const pool = new pg.Pool({ connectionString: database.url, max: 4 });
  pool.on('error', () => undefined);
  return {
    pool,
    api,
    port,
    postgresDir,
    killDatabase: () => killPostgres(postgresDir),
    async stop() {
      await api.end('SIGKILL');
      await pool.end();
      await database.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
