import type { DraftAnswer, DraftInput, DraftMark, SaveDraftInput } from '@wheelhouse/contract/calls/kit';
import type { EntityDef } from '@wheelhouse/entities/define';
import type { Row } from '@wheelhouse/entities/fields';
import { writableFields } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { withTransaction, type Tx } from '../../db/pool.ts';
import { wallClock } from '../../db/wall-clock.ts';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { addFileUrls } from '../files.ts';
import { isHidden, nameFor } from '../hidden.ts';
import { withCleanHtml } from '../html.ts';
import { findInScope } from '../read.ts';
import { run } from '../run.ts';
import { snake } from '../storage.ts';
import { fileIdsIn } from './rows.ts';

/** Names of a form that a draft keeps: what the user may write and see. Sealed values and sensitive files are kept nowhere but in their record. */
function keptNames(ctx: CallContext, entity: EntityDef): readonly string[] {
  return writableFields(entity).filter((name) => {
    const field = entity.fields[name];
    if (field === undefined || field.kind === 'private' || isHidden(entity, name, ctx.user)) return false;
    return !('sensitive' in field && field.sensitive === true);
  });
}

const only = (names: readonly string[], values: Row): Row =>
  Object.fromEntries(names.filter((name) => Object.hasOwn(values, name)).map((name) => [name, values[name]]));

/** The record that a draft is about, if the user sees it; undefined: a new one. @throws AppError 1002, 1011 */
async function recordOf(ctx: CallContext, entity: EntityDef, { id }: DraftInput): Promise<string | undefined> {
  return id === undefined ? undefined : (await findInScope(ctx, entity, id)).id;
}

const ofUser = (ctx: CallContext, entity: EntityDef, record: string | undefined) =>
  sql`d.user_id = ${ctx.user.id}::bigint and d.entity = ${entity.name} and d.entity_id is not distinct from ${record ?? null}::bigint`;

/** What the caller has typed and not saved, and who else has. @throws AppError 1002, 1011 */
export async function draftOf(ctx: CallContext, entity: EntityDef, input: DraftInput): Promise<DraftAnswer> {
  const record = await recordOf(ctx, entity, input);
  const [own] = await run<{ rev: number; baseRev: number | null; time: string; content: Row }>(
    ctx.app.pool,
    sql`select d.rev, d.base_rev as "baseRev", ${wallClock(sql`d.time`)} as time, d.content from sys_draft d where ${ofUser(ctx, entity, record)}`,
  );
  const others = await run<{ id: string; dealerId: string | null; name: string | null; time: string }>(
    ctx.app.pool,
    sql`select u.id::text as id, u.dealer_id::text as "dealerId", u.real_name as name, ${wallClock(sql`d.time`)} as time
      from sys_draft d join sys_user u on u.id = d.user_id
      where d.entity = ${entity.name} and d.entity_id = ${record ?? null}::bigint and d.user_id <> ${ctx.user.id}::bigint
        and d.time > now() - interval '1 hour'
      order by d.time desc limit 5`,
  );
  const said = others.map(({ time, ...person }) => ({ operatorName: nameFor(ctx, person), time }));
  if (own === undefined) return { draft: null, others: said };
  const { content, ...draft } = own;
  const values: Record<string, unknown> = { ...only(keptNames(ctx, entity), content) };
  addFileUrls(ctx.app, entity, Object.keys(values), values);
  return { draft: { ...draft, values }, others: said };
}

/** Holds the files of a draft that no record holds yet: their uploader goes on with them. */
async function holdFiles(
  tx: Tx,
  ctx: CallContext,
  { fields }: EntityDef,
  { id, content }: { readonly id: string; readonly content: Row },
): Promise<void> {
  const held = Object.entries(content).flatMap(([name, value]) =>
    fileIdsIn(fields[name], value).map((file) => ({ file, column: snake(name) })),
  );
  await run(tx, sql`delete from sys_file_use where table_name = 'sys_draft' and record_id = ${id}::bigint`);
  if (held.length === 0) return;
  await run(
    tx,
    sql`insert into sys_file_use (file_id, table_name, column_name, record_id)
      select distinct f.file_id, 'sys_draft', h."column", ${id}::bigint
      from jsonb_to_recordset(${JSON.stringify(held)}::jsonb) as h (file text, "column" text) join sys_file f on f.file_id = h.file
      where f.uploader_type = 'user' and f.uploader_id = ${ctx.user.id}::bigint`,
  );
}

/**
 * Keeps what somebody has typed, right or wrong, beside the record.
 * @throws AppError 1002, 1011 as the record's detail; 1005 another window has kept something since
 */
export async function saveDraft(
  ctx: CallContext,
  entity: EntityDef,
  { rev, baseRev, values, ...of }: SaveDraftInput,
): Promise<DraftMark> {
  const record = await recordOf(ctx, entity, of);
  const content = only(keptNames(ctx, entity), withCleanHtml(entity.fields, values));
  const base = record === undefined ? null : (baseRev ?? 1);
  return withTransaction(ctx.app.db, async (tx) => {
    const kept = { content: sql`${JSON.stringify(content)}::jsonb`, base: sql`${base}::int` };
    const answer = sql`returning d.id::text as id, d.rev, ${wallClock(sql`d.time`)} as time`;
    const [saved] = await run<DraftMark & { id: string }>(
      tx,
      rev === null
        ? sql`insert into sys_draft as d (user_id, entity, entity_id, base_rev, content)
            values (${ctx.user.id}::bigint, ${entity.name}, ${record ?? null}::bigint, ${kept.base}, ${kept.content})
            on conflict on constraint uq_sys_draft_place do nothing ${answer}`
        : sql`update sys_draft d set content = ${kept.content}, base_rev = ${kept.base}, rev = d.rev + 1, time = clock_timestamp()
            where ${ofUser(ctx, entity, record)} and d.rev = ${rev}::int ${answer}`,
    );
    if (saved === undefined) throw new AppError(1005);
    await holdFiles(tx, ctx, entity, { id: saved.id, content });
    return { rev: saved.rev, time: saved.time };
  });
}

/** Gives up what was typed, or has been saved. @throws AppError 1002, 1011 */
export async function dropDraft(ctx: CallContext, entity: EntityDef, input: DraftInput): Promise<null> {
  const record = await recordOf(ctx, entity, input);
  await run(ctx.app.pool, sql`delete from sys_draft d where ${ofUser(ctx, entity, record)}`);
  return null;
}
