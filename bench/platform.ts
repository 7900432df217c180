import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Pool } from 'pg';
import { startEmbedded } from '../apps/server/src/db/embedded.ts';
import { migrate } from '../apps/server/src/db/migrate.ts';
import { createPool } from '../apps/server/src/db/pool.ts';
import { createLog } from '../apps/server/src/log.ts';
import { callOnce } from './load.ts';

const adminPassword = 'Bench-Admin-2026';

/** The product on a database that is kept for the next run, with the administrator signed in. */
export interface BenchPlatform {
  readonly base: string;
  readonly databaseUrl: string;
  readonly pool: Pool;
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
  const product = spawn(process.execPath, ['apps/server/src/main.ts'], {
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      PORT: String(port),
      ROLES: 'api',
      SEED: 'none',
      SIMULATOR: '0',
      ADMIN_PASSWORD: adminPassword,
      LOG_LEVEL: 'warn',
    },
    stdio: 'ignore',
  });
  const base = `http://127.0.0.1:${port}`;
  await waitFor(`${base}/readyz`);
  const login = await callOnce<{ data: { accessToken: string } }>(base, {
    path: '/system/crm/sysUser/ssoLogin',
    body: { username: 'admin', password: createHash('md5').update(adminPassword).digest('hex').toUpperCase() },
  });
  const pool = createPool({ url: database.url, max: 4, log, statementTimeout: 0 });
  return {
    base,
    databaseUrl: database.url,
    pool,
    headers: { authorization: `Bearer ${login.data.accessToken}` },
    stop: async () => {
      product.kill('SIGTERM');
      await pool.end();
      await database.stop();
    },
  };
}

async function waitFor(url: string): Promise<void> {
  for (let i = 0; i < 240; i++) {
    const ok = await fetch(url).then(
      (res) => res.ok,
      () => false,
    );
    if (ok) return;
    await new Promise((r) => setTimeout(r, 500));
  }
  throw new Error(`${url} does not answer`);
}
