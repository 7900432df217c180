import { ownJson } from '@wheelhouse/contract/object';
import { totalLimit, type ListLimits, type ListQuery } from '@wheelhouse/contract';
import type { EntityDef } from '@wheelhouse/entities/define';
import type { Row } from '@wheelhouse/entities/fields';
import type { Asking } from '@wheelhouse/entities/queries';
import type { Named } from '@wheelhouse/entities/registry';
import type { RowFor, StoredRowFor } from '@wheelhouse/entities/rows';
import { sql } from 'kysely';
import { RawJson } from '../http/call.ts';
import type { CallContext, SessionUser } from '../http/context.ts';
import { AppError } from '../http/errors.ts';
import { addFileUrls, hasFileUrls, withFileUrls } from './files.ts';
import { allFields, knowsStaff, listFields } from './hidden.ts';
import { admit, refusalOf } from './admit.ts';
import { BadCondition } from './compare.ts';
import { weightOfList } from './cost.ts';
import { hooksOf } from './hooks.ts';
import { orderOf } from './order.ts';
import { hasMany, isNarrowed, listStatement, noteMany } from './page.ts';
import { readQuery } from './query.ts';
import { run, type Executor } from './run.ts';
import { column, scopeWhere, type Fragment } from './scope.ts';
import { selectionOf } from './select.ts';
import { keyColumn, snake } from './storage.ts';
import { inTurn } from './turns.ts';
import { whereAll } from './where.ts';
import { idPattern } from '@wheelhouse/contract/text';

export { holds } from './hidden.ts';

/** Rows of an entity that a user may see, as a condition over `alias`: data scope and the entity's own rule; undefined = all. */
export function visibleWhere(entity: EntityDef, alias: string, user: SessionUser): Fragment | undefined {
  const parts = [scopeWhere(entity, alias, user.scope, user.id), hooksOf(entity.name).visible?.(user, alias)].filter(
    (part) => part !== undefined,
  );
  return parts.length === 0 ? undefined : sql.join(parts, sql` and `);
}

/** Rows of the table that are this entity's: not deleted, and with its fixed values; undefined = all. */
export function ownWhere(entity: EntityDef, alias: string): Fragment | undefined {
  const fixed = Object.entries(entity.fixedValues ?? {}).map(
    ([name, value]) => sql`${column(alias, snake(name))} = ${value}`,
  );
  const parts = [...(entity.keyedBy ? [] : [sql`not ${column(alias, 'deleted')}`]), ...fixed];
  return parts.length === 0 ? undefined : sql.join(parts, sql` and `);
}

const andOwn = (entity: EntityDef): Fragment => {
  const own = ownWhere(entity, 't');
  return own ? sql` and ${own}` : sql``;
};

/** More about a list than its query says. */
interface ListOptions {
  /** Conditions of the call itself. */
  readonly extra?: readonly Fragment[];
  readonly asking?: Asking;
}

/** Conditions of a list: not deleted, in scope, and what was asked, as far as it may be. @throws AppError as `admit` */
export async function listWhere(
  ctx: CallContext,
  entity: EntityDef,
  query: ListQuery,
  { extra = [], asking = 'list' }: ListOptions = {},
): Promise<Fragment> {
  hooksOf(entity.name).checkQuery?.(ctx.user, query);
  const conditions = await admit(ctx, entity, query.conditions, asking);
  try {
    const scope = visibleWhere(entity, 't', ctx.user);
    const own = ownWhere(entity, 't');
    const parts = [
      ...(own ? [own] : []),
      ...(scope ? [scope] : []),
      ...extra,
      ...whereAll(ctx.app, entity, 't', conditions),
    ];
    return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `);
  } catch (error) {
    throw error instanceof BadCondition ? refusalOf(error, ctx.lang) : error;
  }
}

/**
 * A page of an entity as the JSON text `{list,total,more?,page,pageSize}`, built by PostgreSQL in one statement.
 * The count stops at `totalLimit` unless `exactTotal` is asked for.
 */
export async function listJson(
  ctx: CallContext,
  entity: EntityDef,
  query: ListQuery,
  options: ListOptions = {},
): Promise<string> {
  const names = listFields(entity, ctx.user);
  const where = await listWhere(ctx, entity, query, options);
  const narrowed = isNarrowed({ entity, query });
  const asked = query.conditions.length + (options.extra ?? []).length > 0;
  const whole = !asked && visibleWhere(entity, 't', ctx.user) === undefined;
  const many = whole && hasMany(entity);
  const statement = listStatement({
    entity,
    names,
    where,
    order: orderOf(ctx, entity, query),
    query,
    many,
    lang: ctx.lang,
    unnamed: !knowsStaff(ctx.user),
  });
  const weight = await weightOfList(ctx, entity, query, where);
  const [row = { list: '[]', total: 0 }] = await inTurn(
    ctx,
    // Later pages are rare and differ in their text, so they are not prepared.
    () =>
      ctx.app.reads.run(({ pool }) =>
        run<{ list: string; total: number }>(pool, statement, { forValues: narrowed || query.page > 1 }),
      ),
    weight,
  );
  const more = !query.exactTotal && row.total > totalLimit;
  if (whole && !many) noteMany(entity, row.total);
  const list = withFileUrls(ctx.app, entity, names, row.list);
  return `{"list":${list},"total":${more ? totalLimit : row.total}${more ? ',"more":true' : ''},"page":${query.page},"pageSize":${query.pageSize}}`;
}

/** The list call's answer. */
export async function list(
  ctx: CallContext,
  entity: EntityDef,
  input: Readonly<Record<string, unknown>>,
  limits?: ListLimits,
): Promise<RawJson> {
  return new RawJson(await listJson(ctx, entity, readQuery(ctx, entity, input, limits)));
}

/** A row on the wire with its id. */
export type WireRow = Row & { readonly id: string; readonly rev: number };

/** One id is compared by `=`, so that its plan is made once and kept. */
function keyIs(key: Fragment, ids: readonly string[]): Fragment {
  return ids.length === 1 ? sql`${key} = ${ids[0]}::bigint` : sql`${key} = any(${[...ids]}::bigint[])`;
}

/** Rows by id, unscoped, in wire form, with all fields; for the engine's own use (before/after, states, rules). */
export async function rowsById(
  executor: Executor,
  entity: EntityDef,
  ids: readonly string[],
  names: readonly string[],
  lock = false,
): Promise<WireRow[]> {
  const { columns, joins } = selectionOf(entity, names);
  const key = column('t', keyColumn(entity));
  const alive = andOwn(entity);
  if (lock)
    await run(
      executor,
      sql`select 1 from ${sql.raw(entity.table)} t where ${keyIs(key, ids)}${alive} order by ${key} for update`,
    );
  const rows = await run<{ r: WireRow }>(
    executor,
    sql`select row_to_json(r) as r from (select ${sql.raw(columns)} from ${sql.raw(entity.table)} t${sql.raw(joins)} where ${keyIs(key, ids)}${alive} order by ${key}) r`,
  );
  return rows.map((row) => row.r);
}

/** Condition that a row may be chosen anew in a reference field. */
export function choosableWhere(entity: EntityDef): Fragment | undefined {
  const parts = Object.entries(entity.choosable ?? {}).map(
    ([name, values]) => sql`${column('t', snake(name))} in (${sql.join([...values])})`,
  );
  return parts.length === 0 ? undefined : sql.join(parts, sql` and `);
}

/**
 * Ids among `ids` that the user's scope shows; with `choosable`, that may be chosen anew, and stay so until the transaction ends: whoever
 * deletes or changes the state of such a row waits, and then sees the reference.
 */
export async function idsInScope(
  executor: Executor,
  entity: EntityDef,
  user: SessionUser,
  ids: readonly string[],
  choosable = false,
): Promise<Set<string>> {
  const scope = visibleWhere(entity, 't', user);
  const key = column('t', keyColumn(entity));
  const alive = andOwn(entity);
  const choice = choosable ? choosableWhere(entity) : undefined;
  const rows = await run<{ id: string }>(
    executor,
    sql`select ${key}::text as id from ${sql.raw(entity.table)} t where ${keyIs(key, ids)}${alive}${scope ? sql` and ${scope}` : sql``}${choice ? sql` and ${choice}` : sql``}${choosable ? sql` order by ${key} for key share of t` : sql``}`,
  );
  return new Set(rows.map((row) => row.id));
}

interface FoundRow {
  /** JSON text of the row. */
  readonly row: string;
  /** In the user's scope. */
  readonly visible: boolean;
}

interface RowOptions {
  /** In the caller's language, with what names they may see; or for the log, which is kept in one language. */
  readonly as: 'answer' | 'log';
  /** Keeps others from changing the row. */
  readonly lock?: boolean;
  /** With `version`, which every change of the row changes. */
  readonly version?: boolean;
}

/** Statement of one row with the given fields, and whether the user's scope shows it; undefined where there is no such id. */
export function rowStatement(
  entity: EntityDef,
  { user, lang }: Pick<CallContext, 'user' | 'lang'>,
  id: string,
  names: readonly string[],
  { as, lock = false, version = false }: RowOptions,
): Fragment | undefined {
  if (!idPattern.test(id)) return undefined;
  const { columns, joins } = selectionOf(
    entity,
    names,
    as === 'log' ? { lang: 'zh' } : { lang, unnamed: !knowsStaff(user) },
  );
  return sql`select (select row_to_json(r) from (select ${sql.raw(columns)}) r)::text as row, ${visibleWhere(entity, 't', user) ?? sql`true`} as visible${sql.raw(version ? ', t.xmin::text as version' : '')}
      from ${sql.raw(entity.table)} t${sql.raw(joins)} where ${keyIs(column('t', keyColumn(entity)), [id])}${andOwn(entity)}${lock ? sql` for update of t` : sql``}`;
}

async function findRow(executor: Executor, statement: Fragment | undefined): Promise<FoundRow | undefined> {
  return statement && (await run<{ row: string; visible: boolean }>(executor, statement))[0];
}

/** @throws AppError 1002 unknown or deleted, 1011 outside the user's scope */
export function refuseUnseen(found: FoundRow | undefined): string {
  if (!found) throw new AppError(1002);
  if (!found.visible) throw new AppError(1011);
  return found.row;
}

/**
 * One row with all fields the user may see, in scope.
 * @throws AppError 1002 unknown or deleted, 1011 outside their scope
 */
export async function findInScope<Name extends string>(
  ctx: CallContext,
  entity: Named<Name>,
  id: string,
  executor: Executor = ctx.app.pool,
): Promise<RowFor<Name>> {
  const names = allFields(entity, ctx.user);
  const text = refuseUnseen(await findRow(executor, rowStatement(entity, ctx, id, names, { as: 'answer' })));
  const row = ownJson<RowFor<Name> & Record<string, unknown>>(text);
  addFileUrls(ctx.app, entity, names, row);
  return row;
}

/** The detail call's answer: the row as PostgreSQL wrote it, unless it has files to sign. @throws AppError 1002, 1011 */
export async function detail(ctx: CallContext, entity: EntityDef, id: string): Promise<RawJson | WireRow> {
  const names = allFields(entity, ctx.user);
  if (hasFileUrls(entity, names)) return ctx.app.reads.run(({ pool }) => findInScope(ctx, entity, id, pool));
  const statement = rowStatement(entity, ctx, id, names, { as: 'answer' });
  return new RawJson(refuseUnseen(await ctx.app.reads.run(({ pool }) => findRow(pool, statement))));
}

/** A row locked for a change, in scope, with the given fields. @throws AppError 1002, 1011 */
export async function lockInScope<Name extends string>(
  ctx: CallContext,
  executor: Executor,
  entity: Named<Name>,
  id: string,
  names: readonly string[],
): Promise<StoredRowFor<Name>> {
  return ownJson(
    refuseUnseen(await findRow(executor, rowStatement(entity, ctx, id, names, { as: 'log', lock: true }))),
  );
}
