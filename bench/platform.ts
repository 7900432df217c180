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

interface Account {
  readonly username: string;
  readonly role: string;
  /** A dealer's account instead of an operator's. */
  readonly dealerId?: string;
}

const signIn = async (base: string, username: string): Promise<Readonly<Record<string, string>>> => {
  const login = await callOnce<{ code: number; message: string; data: { accessToken: string } }>(base, {
    path: '/system/crm/sysUser/ssoLogin',
    body: { username, password: createHash('md5').update(adminPassword).digest('hex').toUpperCase() },
  });
  if (login.code !== 0) throw new Error(`sign-in of ${username}: ${login.code} ${login.message}`);
  return { authorization: `Bearer ${login.data.accessToken}` };
};

/** Adds an account with the administrator's password, unless it is there, and signs it in. @returns the headers of its calls */
export async function addAccount(
  { pool, base }: Pick<BenchPlatform, 'pool' | 'base'>,
  { username, role, dealerId }: Account,
): Promise<Readonly<Record<string, string>>> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into sys_user (user_type, username, real_name, mobile_enc, mobile_hash, mobile_mask, enabled, organization_code, dealer_id)
     select $2, $1, 'Bench', mobile_enc, sha256(convert_to($1, 'UTF8')), mobile_mask, 1, 'HQ', $3
     from sys_user where username = 'admin' and not exists (select 1 from sys_user where username = $1) returning id`,
    [username, dealerId === undefined ? 1 : 2, dealerId ?? null],
  );
  const id = rows[0]?.id;
  if (id !== undefined) {
    await pool.query(`insert into sys_user_role (user_id, role_code) values ($1, $2)`, [id, role]);
    await pool.query(
      `insert into sys_credential (user_id, password_hash, must_change_pwd)
       select $1, password_hash, 0 from sys_credential c join sys_user u on u.id = c.user_id where u.username = 'admin'`,
      [id],
    );
  }
  return signIn(base, username);
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
  const headers = await signIn(base, 'admin');
  const pool = createPool({ url: database.url, max: 4, log, statementTimeout: 0 });
  return {
    base,
    databaseUrl: database.url,
    pool,
    pid: product.pid,
    headers,
    stop: async () => {
      await product.stop();
      await pool.end();
      await database.stop();
    },
  };
}
