import type { EntityDef } from '@wheelhouse/entities/define';
import type { FileField, FilesField } from '@wheelhouse/entities/fields';
import { codeOfCall, entities, pathOfCall, plain } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import type { CallContext } from '../http/context.ts';
import { idsInScope } from './read.ts';
import { run, type Executor } from './run.ts';
import { isHidden } from './hidden.ts';
import { hasColumn, snake } from './storage.ts';

/** Who uploaded a file and may therefore put it into a record. */
export interface Uploader {
  readonly type: 'user' | 'app';
  readonly id: string;
}

/** A place that holds a file: a column of a record. */
interface FileUse {
  readonly table: string;
  readonly column: string;
  readonly recordId: string;
  /** Where a version of a record holds it. */
  readonly entity: string | null;
}

interface StoredFile {
  readonly id: string;
  readonly biz: string;
  readonly uploaderType: string;
  readonly uploaderId: string | null;
  readonly uses: readonly FileUse[];
}

/** Uses of a file that are checked: enough to find one that the user sees. */
const mostUses = 50;

const all = Object.values(entities).map(plain);

/** The files among `ids`, locked: of two records that take the same upload at the same time, the second sees that it is taken. */
async function lockFiles(executor: Executor, ids: readonly string[]): Promise<readonly StoredFile[]> {
  await run(
    executor,
    sql`select 1 from sys_file where file_id = any(${[...ids]}::text[]) order by file_id for no key update`,
  );
  return run<StoredFile & Record<string, unknown>>(
    executor,
    sql`select f.file_id as id, f.biz, f.uploader_type as "uploaderType", f.uploader_id::text as "uploaderId",
      (select coalesce(json_agg(u), '[]') from (
        select h.table_name as "table", h.column_name as "column", coalesce(v.entity_id, h.record_id)::text as "recordId", v.entity
        from sys_file_use h left join sys_version v on h.table_name = 'sys_version' and v.id = h.record_id
        where h.file_id = f.file_id and h.table_name <> 'sys_draft' order by v.id nulls first limit ${mostUses}::int) u) as uses
      from sys_file f where f.file_id = any(${[...ids]}::text[])`,
  );
}

/** Whether the user may open records of the entity. */
function mayOpen(ctx: CallContext, entity: EntityDef): boolean {
  const call = entity.calls.includes('detail') ? 'detail' : 'list';
  const code = codeOfCall(entity, call);
  return ctx.user.isAdmin || code === 'login' || ctx.app.sessions.allowed(ctx.user, pathOfCall(entity, call), [code]);
}

/** Whether the user sees the file in this place: by the right to the page and to the field, and within their scope. */
async function seesIn(executor: Executor, ctx: CallContext, use: FileUse): Promise<boolean> {
  for (const entity of all.filter((one) => one.table === use.table || one.name === use.entity)) {
    const [name, field] =
      Object.entries(entity.fields).find(([each, one]) => hasColumn(one) && snake(each) === use.column) ?? [];
    if (name === undefined || field === undefined || ('sensitive' in field && field.sensitive === true)) continue;
    if (!mayOpen(ctx, entity) || isHidden(entity, name, ctx.user)) continue;
    if ((await idsInScope(executor, entity, ctx.user, [use.recordId])).size > 0) return true;
  }
  return false;
}

async function seesAny(executor: Executor, ctx: CallContext, uses: readonly FileUse[]): Promise<boolean> {
  for (const use of uses) if (await seesIn(executor, ctx, use)) return true;
  return false;
}

const isFrom = (file: StoredFile, { type, id }: Uploader) => file.uploaderType === type && file.uploaderId === id;
const isFor = (file: StoredFile, field: Pick<FileField | FilesField, 'biz'>) => file.biz === field.biz;

/**
 * Ids among `ids` that a user of the console may put into a field: files of its use that they have uploaded and that no record holds
 * yet, or that they see where they are. A file of a sensitive field is put nowhere else.
 */
export async function filesForUser(
  executor: Executor,
  ctx: CallContext,
  field: Pick<FileField | FilesField, 'biz'>,
  ids: readonly string[],
): Promise<Set<string>> {
  const taken = new Set<string>();
  for (const file of await lockFiles(executor, ids)) {
    if (!isFor(file, field)) continue;
    const own = file.uses.length === 0 && isFrom(file, { type: 'user', id: ctx.user.id });
    if (own || (await seesAny(executor, ctx, file.uses))) taken.add(file.id);
  }
  return taken;
}

/** Ids among `ids` that an app user may put into a field: what they have uploaded for its use and no record holds yet. */
export async function filesForAppUser(
  executor: Executor,
  appUserId: string,
  field: Pick<FileField | FilesField, 'biz'>,
  ids: readonly string[],
): Promise<Set<string>> {
  const files = await lockFiles(executor, ids);
  const own = files.filter(
    (file) => isFor(file, field) && file.uses.length === 0 && isFrom(file, { type: 'app', id: appUserId }),
  );
  return new Set(own.map((file) => file.id));
}

/** Whether the user may read a file: their own that no record holds yet, or one they see where it is. */
export async function mayReadFile(executor: Executor, ctx: CallContext, fileId: string): Promise<boolean> {
  const [file] = await lockFiles(executor, [fileId]);
  if (file === undefined) return false;
  return (
    (file.uses.length === 0 && isFrom(file, { type: 'user', id: ctx.user.id })) || seesAny(executor, ctx, file.uses)
  );
}
