import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { createDb, createPool } from './pool.ts';

/** Reviewed SQL, `NNNN_name.sql`: forward only, never edited once released. */
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
 * @throws Error naming the migration that failed, or one that the database has and this release has not
 */
export async function migrate({ url, log, dir = migrationsDir, to }: MigrateOptions): Promise<string[]> {
  // Its own connection: a migration may take as long as it needs.
  const pool = createPool({ url, max: 1, log, statementTimeout: 0 });
  const db = createDb(pool).withoutPlugins();
  try {
    // Branches land in another order than they were numbered: what is missing is applied, also below what is there.
    const migrator = new Migrator({ db, provider: sqlFiles(dir), allowUnorderedMigrations: true });
    const { error, results = [] } = await (to === undefined ? migrator.migrateToLatest() : migrator.migrateTo(to));
    const failed = results.find((result) => result.status === 'Error');
    if (error !== undefined) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`${failed ? `migration ${failed.migrationName}` : 'migration'} failed: ${reason}`, {
        cause: error,
      });
    }
    return results.map((result) => result.migrationName);
  } finally {
    await db.destroy();
  }
}

/** Whether this release has a migration of this name. */
export const hasMigration = (name: string): boolean => migrationNames(migrationsDir).includes(name);

function migrationNames(dir: string): string[] {
  return readdirSync(dir)
    .filter((name) => /^\d{4}_\w+\.sql$/.test(name))
    .toSorted()
    .map((name) => name.slice(0, -4));
}

function sqlFiles(dir: string): MigrationProvider {
  const read = (name: string): Migration => ({
    up: async (db) => {
      await sql.raw(readFileSync(`${dir}/${name}.sql`, 'utf8')).execute(db);
    },
  });
  return { getMigrations: async () => Object.fromEntries(migrationNames(dir).map((name) => [name, read(name)])) };
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
