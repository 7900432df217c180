import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import {
  type Migration,
  type MigrationProvider,
  type MigrationResult,
  type MigrationResultSet,
  Migrator,
} from 'kysely/migration';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { concurrentMark, runConcurrently } from './concurrently.ts';
import { createDb, createPool, sqlState } from './pool.ts';
import { Servers } from './servers.ts';

/**
 * Reviewed SQL, `NNNN_name.sql`: forward only, never edited once released. Its first line says which releases can work on the tables that it
 * leaves behind, by a migration that they have: `-- needs 0077_distribution_keys`. During a rolling upgrade processes of those start beside it. A second line
 * `-- concurrently` has it run outside of a transaction: `concurrently.ts`.
 */
export const migrationsDir = fileURLToPath(new URL('./migrations/', import.meta.url));

interface MigrateOptions {
  readonly url: string;
  readonly log: Logger;
  readonly dir?: string;
  /** The last one to apply; absent: all. */
  readonly to?: string;
}

/** Whoever waits for a table has all that come after wait as well: a migration does so for this long, lets them pass and tries again. */
const lockPatience = '2s';
const pauseMs = 1_000;
const lockTimeoutState = '55P03';

/**
 * Brings the database up to this release. Migrations run in one transaction, up to one that is to run concurrently. Several processes may do so at once: they
 * take turns.
 * @returns names of the migrations that were applied now
 * @throws Error naming the migration that failed, or one of a later release that needs a later one than this
 */
export const migrate = (options: MigrateOptions): Promise<string[]> =>
  inTurn(options.url, async () => {
    const { url, log, dir = migrationsDir, to } = options;
    // Its own connection: a migration may take as long as it needs.
    const pool = createPool({ url, max: 1, log, statementTimeout: 0 });
    const db = createDb(pool).withoutPlugins();
    try {
      const ahead = await aheadOf(pool, dir);
      if (ahead.length > 0)
        log.warn({ migrations: ahead }, 'the database is ahead of this release, which can work on it');
      // Branches land in another order than they were numbered: what is missing is applied, also below what is there.
      const known = new Set([...(await appliedOf(pool)), ...ahead]);
      const missing = migrationNames(dir).filter((name) => !known.has(name) && (to === undefined || name <= to));
      const done: string[] = [];
      for (const { names, concurrent } of stepsOf(dir, missing)) {
        for (const name of names) known.add(name);
        const migrator = new Migrator({ db, provider: sqlFiles(dir, [...known]), allowUnorderedMigrations: true });
        const work = () => migrator.migrateToLatest({ disableTransactions: concurrent });
        await sql`select set_config('lock_timeout', ${concurrent ? '0' : lockPatience}, false)`.execute(db);
        done.push(...(await untilFree(work, log)).map((result) => result.migrationName));
      }
      return done;
    } finally {
      await db.destroy();
    }
  });

async function untilFree(work: () => Promise<MigrationResultSet>, log: Logger): Promise<readonly MigrationResult[]> {
  for (;;) {
    const { error, results = [] } = await work();
    if (error === undefined) return results;
    if (sqlState(error) !== lockTimeoutState) throw failureOf(error, results);
    const waits = results.find((result) => result.status === 'Error')?.migrationName;
    log.warn({ migration: waits }, 'a table is in use for long: the migration is tried again');
    await sleep(pauseMs);
  }
}

const turnLock = 7_239_413;

/**
 * Of several processes one at a time does the work. It is asked for again and again instead of waited for: a statement that waits is one that sees rows, and
 * an index is not built concurrently before all of these have ended.
 */
async function inTurn<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
  const client = new Servers(url).client({});
  await client.connect();
  // Without the connection there is no turn, and work fails by itself where it has none either.
  client.on('error', () => undefined);
  try {
    for (;;) {
      const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [turnLock]);
      if (rows[0]?.mine === true) return await work();
      await sleep(pauseMs / 4);
    }
  } finally {
    await client.end();
  }
}

interface Step {
  readonly names: readonly string[];
  readonly concurrent: boolean;
}

/** What runs in one transaction, and what runs by itself, in their order. */
function stepsOf(dir: string, names: readonly string[]): Step[] {
  const steps: Step[] = [];
  for (const name of names) {
    const concurrent = readMigration(dir, name).concurrent;
    const last = steps.at(-1);
    if (last !== undefined && !concurrent && !last.concurrent)
      steps.splice(-1, 1, { names: [...last.names, name], concurrent });
    else steps.push({ names: [name], concurrent });
  }
  return steps;
}

function failureOf(error: unknown, results: readonly MigrationResult[]): Error {
  const failed = results.find((result) => result.status === 'Error');
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(`${failed ? `migration ${failed.migrationName}` : 'migration'} failed: ${reason}`, { cause: error });
}

/** Whether this release has a migration of this name. */
export const hasMigration = (name: string): boolean => migrationNames(migrationsDir).includes(name);

function migrationNames(dir: string): string[] {
  return readdirSync(dir)
    .filter((name) => /^\d{4}_\w+\.sql$/.test(name))
    .toSorted()
    .map((name) => name.slice(0, -4));
}

/** What migrations need, beside Kysely's list of those applied. */
const needsTable = 'kysely_migration_needs';

function readMigration(dir: string, name: string) {
  const text = readFileSync(`${dir}/${name}.sql`, 'utf8');
  const [, needs, mark] = /^-- needs (\d{4}_\w+)\n(-- \w+)?/.exec(text) ?? [];
  return { text, needs, concurrent: mark === concurrentMark };
}

/** Migrations of these names; of one that a later release applied there is no file. */
function sqlFiles(dir: string, names: readonly string[]): MigrationProvider {
  const own = new Set(migrationNames(dir));
  const read = (name: string): Migration => ({
    up: async (db) => {
      const { text, needs, concurrent } = readMigration(dir, name);
      await (concurrent ? runConcurrently(db, text) : sql.raw(text).execute(db));
      if (needs === undefined) return;
      const table = sql.id(needsTable);
      await sql`create table if not exists ${table} (name text primary key, needs text not null)`.execute(db);
      await sql`insert into ${table} (name, needs) values (${name}, ${needs}) on conflict do nothing`.execute(db);
    },
  });
  const applied: Migration = { up: async () => undefined };
  return {
    getMigrations: async () => Object.fromEntries(names.map((name) => [name, own.has(name) ? read(name) : applied])),
  };
}

async function appliedOf(pool: Pool): Promise<string[]> {
  const { rows: kept } = await pool.query<{ is: boolean }>(`select to_regclass('kysely_migration') is not null as is`);
  if (kept[0]?.is !== true) return [];
  const { rows } = await pool.query<{ name: string }>('select name from kysely_migration');
  return rows.map(({ name }) => name);
}

/** Migrations of a later release that the database has. @throws Error where this one cannot work on the tables that they left */
async function aheadOf(pool: Pool, dir: string): Promise<string[]> {
  const { rows } = await pool.query<{ isKept: boolean; isMigrated: boolean }>(
    `select to_regclass('kysely_migration') is not null as "isMigrated", to_regclass('${needsTable}') is not null as "isKept"`,
  );
  if (rows[0]?.isMigrated !== true) return [];
  const known = new Set(migrationNames(dir));
  const applied = await pool.query<{ name: string; needs: string | null }>(
    rows[0].isKept
      ? `select name, n.needs from kysely_migration left join ${needsTable} n using (name) order by name`
      : 'select name, null as needs from kysely_migration order by name',
  );
  const ahead = applied.rows.filter(({ name }) => !known.has(name));
  const refusing = ahead.find(({ needs }) => needs === null || !known.has(needs));
  if (refusing) {
    const least = refusing.needs === null ? '' : `, and needs a release that has ${refusing.needs}`;
    throw new Error(`the database is ahead of this release: it has the migration ${refusing.name}${least}`);
  }
  return ahead.map(({ name }) => name);
}

/** Whether the database has every migration of this release. @throws when it does not answer within 2 seconds */
export async function isMigrated(pool: Pool, dir: string = migrationsDir): Promise<boolean> {
  const wanted = migrationNames(dir);
  const timeout = AbortSignal.timeout(2_000);
  const expired = new Promise<never>((_, reject) =>
    timeout.addEventListener('abort', () => reject(new Error('no answer in time'))),
  );
  const found = await Promise.race([pool.query<{ name: string }>('select name from kysely_migration'), expired]);
  const applied = new Set(found.rows.map((row) => row.name));
  return wanted.every((name) => applied.has(name));
}
