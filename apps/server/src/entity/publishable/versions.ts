import type { Page } from '@wheelhouse/contract';
import type { RecordVersion, Saved, VersionStep } from '@wheelhouse/contract/calls/kit';
import type { EntityDef } from '@wheelhouse/entities/define';
import type { Row } from '@wheelhouse/entities/fields';
import { writableFields } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { withTransaction } from '../../db/pool.ts';
import { wallClock } from '../../db/wall-clock.ts';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { canonical, ownContent } from '../approval/keep.ts';
import { coveredFields } from '../approval/rules.ts';
import { addFileUrls } from '../files.ts';
import { allFields, knowsStaff, nameFor } from '../hidden.ts';
import { findInScope, lockInScope, rowsById } from '../read.ts';
import { run, type Executor } from '../run.ts';
import { selectionOf } from '../select.ts';
import { readPage } from '../sql-page.ts';
import { assignments } from '../store.ts';
import { updateIn } from '../update.ts';
import { saveOne } from '../write.ts';
import { rawFields } from '../write-fields.ts';

interface StepRow extends Omit<VersionStep, 'operatorName'> {
  readonly userId: string | null;
  readonly dealerId: string | null;
  readonly realName: string | null;
}

const withName = ({ userId, dealerId, realName, ...step }: StepRow, ctx: CallContext): VersionStep => ({
  ...step,
  operatorName: userId === null ? null : nameFor(ctx, { id: userId, dealerId, name: realName }),
});

/** Versions of a record, the newest first. @throws AppError 1002, 1011 as its detail */
export async function versionsOf(
  ctx: CallContext,
  entity: EntityDef,
  input: { readonly id: string; readonly page: number; readonly pageSize: number },
): Promise<Page<VersionStep>> {
  const { id } = await findInScope(ctx, entity, input.id);
  const [row] = await rowsById(ctx.app.pool, entity, [id], rawFields(entity));
  const own = JSON.stringify(row === undefined ? {} : ownContent(entity, row));
  const page = await readPage<StepRow>(
    ctx.app.db,
    {
      // What others bring to the record is no part of what it says itself.
      select: sql`v.number, v.why, v.of_number, ${wallClock(sql`v.time`)} as time, (v.content - inputs.names) = ${own}::jsonb as current,
        u.id::text as user_id, u.dealer_id::text as dealer_id, u.real_name`,
      from: sql`sys_version v left join sys_user u on u.id = v.user_id
        cross join lateral (select coalesce(array_agg(k), '{}') as names from jsonb_object_keys(v.content) k where not ${own}::jsonb ? k) inputs`,
      countFrom: sql`sys_version v`,
      where: sql`v.entity = ${entity.name} and v.entity_id = ${id}::bigint`,
      order: sql`v.number desc`,
    },
    input,
  );
  return { ...page, list: page.list.map((step) => withName(step, ctx)), page: input.page, pageSize: input.pageSize };
}

interface StoredVersion {
  readonly time: string;
  readonly content: Row;
  readonly userId: string | null;
  readonly dealerId: string | null;
  readonly realName: string | null;
}

/** @throws AppError 1002 when there is no such version */
async function storedVersion(
  executor: Executor,
  entity: EntityDef,
  id: string,
  number: number,
): Promise<StoredVersion> {
  const [found] = await run<{ r: StoredVersion }>(
    executor,
    sql`select json_build_object('time', ${wallClock(sql`v.time`)}, 'content', v.content, 'userId', u.id::text, 'dealerId', u.dealer_id::text,
        'realName', u.real_name) as r
      from sys_version v left join sys_user u on u.id = v.user_id
      where v.entity = ${entity.name} and v.entity_id = ${id}::bigint and v.number = ${number}::int`,
  );
  if (found === undefined) throw new AppError(1002);
  return found.r;
}

/** The record as its detail would answer it with these values: names of what they point to, addresses of files. */
async function asAnswered(ctx: CallContext, entity: EntityDef, id: string, content: Row): Promise<Row> {
  const seen = new Set(allFields(entity, ctx.user));
  const names = coveredFields(entity).filter((name) => name in content && seen.has(name));
  const { columns, joins } = selectionOf(entity, names, { lang: ctx.lang, unnamed: !knowsStaff(ctx.user) });
  const values = assignments(entity, Object.fromEntries(names.map((name) => [name, content[name]])), ctx.app.secrets);
  const stored = sql.join(values.map(({ column, value }) => sql`${value} as ${sql.ref(column)}`));
  const [found] = await run<{ r: Record<string, unknown> }>(
    ctx.app.pool,
    sql`select row_to_json(r) as r from (
      select ${sql.raw(columns)} from ${sql.raw(entity.table)} now
      cross join lateral jsonb_populate_record(now, (select to_jsonb(c) from (select ${stored}) c)) t${sql.raw(joins)} where now.id = ${id}::bigint) r`,
  );
  const answered = found?.r ?? {};
  addFileUrls(ctx.app, entity, names, answered);
  return answered;
}

/** One version of a record, as far as the user sees its fields. @throws AppError 1002, 1011 */
export async function versionOf(
  ctx: CallContext,
  entity: EntityDef,
  key: string,
  number: number,
): Promise<RecordVersion> {
  const { id } = await findInScope(ctx, entity, key);
  const { content, time, userId, dealerId, realName } = await storedVersion(ctx.app.pool, entity, id, number);
  return {
    version: number,
    time,
    operatorName: userId === null ? null : nameFor(ctx, { id: userId, dealerId, name: realName }),
    values: await asAnswered(ctx, entity, id, content),
  };
}

/**
 * Saves a record with the values of one of its versions, as an edit does: rights, checks, states, review, log. What it said is kept first.
 * @throws AppError 1001, 1002, 1003 it differs in what the user may not see, 1004, 1005, 1009, 1011
 */
export async function restore(
  ctx: CallContext,
  entity: EntityDef,
  key: string,
  number: number,
  rev: number,
): Promise<Saved> {
  return saveOne(ctx, entity, {}, () =>
    withTransaction(ctx.app.db, async (tx) => {
      const old = await lockInScope(ctx, tx, entity, key, rawFields(entity));
      if (old.rev !== rev) throw new AppError(1005);
      const { content } = await storedVersion(tx, entity, old.id, number);
      const now = ownContent(entity, old);
      const changed = writableFields(entity).filter(
        (name) => name in content && name in now && canonical(content[name]) !== canonical(now[name]),
      );
      if (changed.length === 0) return { id: old.id, rev };
      const seen = new Set(allFields(entity, ctx.user));
      if (!changed.every((name) => seen.has(name))) throw new AppError(1003);
      const input = Object.fromEntries(changed.map((name) => [name, content[name]]));
      return updateIn(ctx, tx, entity, { key: old.id, rev, input, restoring: number });
    }),
  );
}
