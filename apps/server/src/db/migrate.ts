import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { type Migration, type MigrationProvider, type MigrationResult, Migrator } from 'kysely/migration';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { createDb, createPool } from './pool.ts';

/**
 * Reviewed SQL, `NNNN_name.sql`: forward only, never edited once released. Its first line says which releases can work on the tables that it
 * leaves behind, by a migration that they have: `-- needs 0077_distribution_keys`. During a rolling upgrade processes of those start beside it.
 */
export const migrationsDir = fileURLToPath(new URL('./migrations/', import.meta.url));

interface MigrateOptions {
  readonly url: string;
  readonly log: Logger;
  readonly dir?: string;
  /** The last one to apply; absent: all. */
  readonly to?: string;
}

/**
 * Brings the database up to this release, in one transaction. Several processes may do so at once: they take turns.
 * @returns names of the migrations that were applied now
 * @throws Error naming the migration that failed, or one of a later release that needs a later one than this
 */
export async function migrate({ url, log, dir = migrationsDir, to }: MigrateOptions): Promise<string[]> {
  // Its own connection: a migration may take as long as it needs.
  const pool = createPool({ url, max: 1, log, statementTimeout: 0 });
  const db = createDb(pool).withoutPlugins();
  try {
    for (let ahead = await aheadOf(pool, dir); ;) {
      if (ahead.length > 0)
        log.warn({ migrations: ahead }, 'the database is ahead of this release, which can work on it');
      // Branches land in another order than they were numbered: what is missing is applied, also below what is there.
      const migrator = new Migrator({ db, provider: sqlFiles(dir, ahead), allowUnorderedMigrations: true });
      const { error, results = [] } = await (to === undefined ? migrator.migrateToLatest() : migrator.migrateTo(to));
      if (error === undefined) return results.map((result) => result.migrationName);
      // A process of the next release may have been first.
      const now = await aheadOf(pool, dir);
      if (now.length === ahead.length) throw failureOf(error, results);
      ahead = now;
    }
  } finally {
    await db.destroy();
  }
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

function sqlFiles(dir: string, ahead: readonly string[]): MigrationProvider {
  const read = (name: string): Migration => ({
    up: async (db) => {
      const text = readFileSync(`${dir}/${name}.sql`, 'utf8');
      await sql.raw(text).execute(db);
      const needs = /^-- needs (\d{4}_\w+)\n/.exec(text)?.[1];
      if (needs === undefined) return;
      const table = sql.id(needsTable);
      await sql`create table if not exists ${table} (name text primary key, needs text not null)`.execute(db);
      await sql`insert into ${table} (name, needs) values (${name}, ${needs})`.execute(db);
    },
  });
  const applied: Migration = { up: async () => undefined };
  const own = migrationNames(dir).map((name) => [name, read(name)] as const);
  return { getMigrations: async () => Object.fromEntries([...own, ...ahead.map((name) => [name, applied] as const)]) };
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
