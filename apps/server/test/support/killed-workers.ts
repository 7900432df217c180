import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, vi } from 'vitest';
import type { TestApp } from './app.ts';
import { firmwareKeysFile } from './firmware-keys.ts';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
export const patience = { timeout: 90_000, interval: 100 };

export interface KillableWorkers {
  /** A worker as its own process, on the test's database. */
  launch(): ChildProcess;
  /** Starts a worker, and kills it where it waits for an advisory lock; what its connection still holds has ended afterwards. */
  killAt(lock: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Workers that are killed where a trigger of the test makes them wait for a lock.
 * @for a test that a killed worker loses nothing: a trigger makes the worker wait for an advisory lock at the place in question, and it is killed
 * there: `messages/killed.test.ts`
 */
export async function killableWorkers({ app, databaseUrl }: TestApp): Promise<KillableWorkers> {
  const holder = new pg.Client({ connectionString: databaseUrl });
  await holder.connect();
  const started: ChildProcess[] = [];

  function launch(): ChildProcess {
    const child = spawn(process.execPath, [main], {
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: databaseUrl,
        DATA_DIR: app.config.dataDir,
        SECRET_KEY: app.secrets.sealKey.toString('hex'),
        FIRMWARE_KEYS: firmwareKeysFile(),
        SEED: 'none',
        ROLES: 'worker',
        PORT: '0',
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    started.push(child);
    return child;
  }

  async function isWaitedFor(lock: number): Promise<boolean> {
    const { rows } = await app.pool.query(
      `select 1 from pg_locks where locktype = 'advisory' and objid = $1 and not granted
         and database = (select oid from pg_database where datname = current_database())`,
      [lock],
    );
    return rows.length > 0;
  }

  return {
    launch,
    async killAt(lock) {
      await holder.query('select pg_advisory_lock($1)', [lock]);
      const child = launch();
      await vi.waitFor(async () => expect(await isWaitedFor(lock)).toBe(true), patience);
      child.kill('SIGKILL');
      await once(child, 'exit');
      await holder.query('select pg_advisory_unlock($1)', [lock]);
      // Granted when those that were killed have let go.
      await holder.query('select pg_advisory_lock($1)', [lock]);
      await holder.query('select pg_advisory_unlock($1)', [lock]);
    },
    async stop() {
      for (const child of started) child.kill('SIGKILL');
      await holder.end();
    },
  };
}
