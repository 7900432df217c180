import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Pool } from 'pg';
import { startEmbedded } from '../apps/server/src/db/embedded.ts';
import { migrate } from '../apps/server/src/db/migrate.ts';
import { createPool } from '../apps/server/src/db/pool.ts';
import { createLog } from '../apps/server/src/log.ts';
import { callOnce } from './load.ts';
import { startServer } from './server.ts';

/** Of the administrator. */
export const adminPassword = 'Bench-Admin-2026';

/** The product on a database that is kept for the next run, with the administrator signed in. */
export interface BenchPlatform {
  readonly base: string;
  readonly databaseUrl: string;
  readonly pool: Pool;
  /** The process of the API. */
  readonly pid: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Starts the API alone on `data/<name>`, without sample data. */
export async function startBench(name: string, port: number): Promise<BenchPlatform> {
  const dataDir = resolve('data', name);
  mkdirSync(dataDir, { recursive: true });
  const log = createLog('warn');
  const database = await startEmbedded({ dir: resolve(dataDir, 'pg'), log });
  await migrate({ url: database.url, log });
  const product = await startServer({ databaseUrl: database.url, dataDir, port, adminPassword });
  const base = `http://127.0.0.1:${port}`;
  const login = await callOnce<{ data: { accessToken: string } }>(base, {
    path: '/system/crm/sysUser/ssoLogin',
    body: { username: 'admin', password: createHash('md5').update(adminPassword).digest('hex').toUpperCase() },
  });
  const pool = createPool({ url: database.url, max: 4, log, statementTimeout: 0 });
  return {
    base,
    databaseUrl: database.url,
    pool,
    pid: product.pid,
    headers: { authorization: `Bearer ${login.data.accessToken}` },
    stop: async () => {
      await product.stop();
      await pool.end();
      await database.stop();
    },
  };
}
