import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { storageOf } from '../../adapters/storage/index.ts';
import type { Db } from '../../db/pool.ts';
import type { App } from '../../http/context.ts';
import { filesDb } from './tables.ts';

/** Hours that a form may stay open between an upload and its saving. */
const graceHours = 24;
/** Days that pictures of a document's pages are kept; they are drawn again when asked for. */
const pageDays = 30;
const atOnce = 500;
/** Tables with more rows are telemetry and the like: what they name is in their definition. */
const mostRows = 2_000_000;
/** Tables that name files without keeping them. */
const notKeeping = [
  'sys_file',
  'sys_file_use',
  'sys_file_digest',
  'sys_issued_file',
  'sys_operation_log',
  'sys_login_log',
  'sys_sensitive_access_log',
  'sys_session',
  'sys_error_log',
];

interface Candidate {
  readonly fileId: string;
  readonly storageKey: string;
}

/** Old uploads that no record holds, also no deleted record. */
async function candidates(db: Db): Promise<readonly Candidate[]> {
  const { rows } = await sql<Candidate>`
    select f.file_id, f.storage_key from sys_file f
    where f.uploader_type in ('user', 'app') and f.ref_count = 0 and f.create_time < now() - make_interval(hours => ${graceHours})
      and not exists (select 1 from sys_file_use u where u.file_id = f.file_id)
    order by f.create_time limit ${atOnce}`.execute(db);
  return rows;
}

interface TextColumn {
  readonly table: string;
  readonly column: string;
}

/** Columns that may name a file without a field of kind file: rich text, JSON, tables of modules. */
async function textColumns(db: Db): Promise<readonly TextColumn[]> {
  const { rows } = await sql<TextColumn>`
    select r.relname as table, a.attname as column from pg_class r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
    where r.relnamespace = 'public'::regnamespace and r.relkind = 'r' and not r.relispartition and r.reltuples < ${mostRows}
      and a.atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype, 'json'::regtype, 'varchar'::regtype)
      and r.relname <> all(${notKeeping}::text[])`.execute(db);
  return rows;
}

/** Ids among `ids` that some text anywhere contains. A file that might be needed is kept. */
async function namedAnywhere(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const named = new Set<string>();
  for (const { table, column } of await textColumns(db)) {
    const { rows } = await sql<{ id: string }>`
      select distinct m[1] as id from ${sql.table(table)} t, regexp_matches(t.${sql.ref(column)}::text, '[0-9A-Za-z_-]{22}', 'g') m
      where m[1] = any(${[...ids]}::text[])`.execute(db);
    for (const { id } of rows) named.add(id);
  }
  return named;
}

async function removeFiles(app: Pick<App, 'db' | 'config'>, files: readonly Candidate[]): Promise<void> {
  const storage = storageOf(app.config);
  for (const { fileId, storageKey } of files) {
    // Delete the row first: a file without a row only wastes space.
    await filesDb(app.db).deleteFrom('sys_file').where('fileId', '=', fileId).execute();
    await storage.remove(storageKey);
  }
}

/** Pictures of pages that no record holds and whose document was deleted, or that were not requested for a month. */
async function stalePages(db: Db): Promise<readonly Candidate[]> {
  const { rows } = await sql<Candidate>`
    select f.file_id, f.storage_key from sys_file f
    where f.uploader_type = 'system' and f.storage_key collate "C" >= 'pages/' and f.storage_key collate "C" < 'pages0'
      and not exists (select 1 from sys_file_use u where u.file_id = f.file_id)
      and (f.create_time < now() - make_interval(days => ${pageDays}) or not exists (select 1 from sys_file d where d.file_id = split_part(f.storage_key, '/', 2)))
    limit ${atOnce}`.execute(db);
  return rows;
}

/** Removes uploads that nothing names, a day after they came, and stale page pictures. @returns how many */
export async function removeOrphans(app: Pick<App, 'db' | 'config' | 'log'>): Promise<number> {
  const found = [...(await candidates(app.db)), ...(await stalePages(app.db))];
  if (found.length === 0) return 0;
  const named = await namedAnywhere(
    app.db,
    found.map((file) => file.fileId),
  );
  const orphans = found.filter((file) => !named.has(file.fileId));
  // Marked as checked, otherwise they would be checked first every night.
  if (named.size > 0)
    await filesDb(app.db)
      .updateTable('sys_file')
      .set({ refCount: 1 })
      .where('fileId', 'in', [...named])
      .execute();
  await removeFiles(app, orphans);
  if (orphans.length > 0) app.log.info({ files: orphans.length }, 'orphaned uploads removed');
  return orphans.length;
}

/** Removes what a crash has left in DATA_DIR/tmp. */
export async function clearSpool(dataDir: string): Promise<void> {
  const dir = join(dataDir, 'tmp');
  const yesterday = Date.now() - graceHours * 3_600_000;
  for (const name of await readdir(dir).catch(() => [])) {
    const path = join(dir, name);
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtimeMs < yesterday) await rm(path, { recursive: true, force: true });
  }
}
