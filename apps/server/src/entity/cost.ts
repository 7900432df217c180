import { type Condition, likeText, totalLimit, type ListQuery } from '@wheelhouse/contract';
import type { EntityDef } from '@wheelhouse/entities/define';
import { sql, type RawBuilder } from 'kysely';
import type { App, CallContext } from '../http/context.ts';
import { AppError } from '../http/errors.ts';
import { hooksOf } from './hooks.ts';
import { run } from './run.ts';
import type { Fragment } from './scope.ts';
import type { Weight } from './turns.ts';

/** What a statement costs by PostgreSQL's own estimate, in its unit: the reading of one page in order. */
type Cost = number;

/** From this cost on (some tens of milliseconds) a statement counts as heavy and waits for one of the turns shared by all users. */
const heavyFrom: Cost = 10_000;
/** What one call may cost, over all models of `/rest/r`: a statement that would exceed the statement time-out is not started. */
const mostCost: Cost = 5_000_000;
/** Tables with fewer rows are fast to scan whatever the conditions. */
const largeFrom = 20_000;
/** Skipped rows (offset) are cheap up to this number. */
const deepFrom = 1_000;
const perPassedRow: Cost = 0.25;

/** Row count of each table, at most a minute old; views have none. */
const sizes = new WeakMap<App, { readonly until: number; readonly rows: Promise<ReadonlyMap<string, number>> }>();
const sizesLastMs = 60_000;

async function readSizes(app: App): Promise<ReadonlyMap<string, number>> {
  const statement = sql`select relname as name, case relkind when 'v' then 'infinity' else reltuples end::float8 as n from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v')`;
  const rows = await app.reads.run(({ pool }) => run<{ name: string; n: number }>(pool, statement));
  return new Map(rows.map(({ name, n }) => [name, n]));
}

async function isLarge(app: App, table: string): Promise<boolean> {
  let known = sizes.get(app);
  if (!known || known.until < Date.now()) {
    known = { until: Date.now() + sizesLastMs, rows: readSizes(app) };
    sizes.set(app, known);
    known.rows.catch(() => sizes.delete(app));
  }
  return ((await known.rows).get(table) ?? 0) >= largeFrom;
}

interface Explained extends Record<string, unknown> {
  readonly 'QUERY PLAN': readonly { readonly Plan: { readonly 'Total Cost': Cost } }[];
}

async function explained(app: App, statement: RawBuilder<unknown>): Promise<Cost> {
  const [row] = await app.reads.run(({ pool }) =>
    run<Explained>(pool, sql`explain (format json) ${statement}`, { forValues: true }),
  );
  return row?.['QUERY PLAN'][0]?.Plan['Total Cost'] ?? 0;
}

/** Cost of the statements of a call so far. */
const spent = new WeakMap<CallContext, Cost>();

/** How a statement of such a cost runs. @throws AppError 1021 over what one call may cost, with what it has cost so far */
function weigh(ctx: CallContext, cost: Cost): Weight {
  const sum = (spent.get(ctx) ?? 0) + cost;
  if (sum > mostCost) throw new AppError(1021);
  spent.set(ctx, sum);
  return cost >= heavyFrom ? 'heavy' : 'light';
}

/** Letters from which on the end of an identity is met by few rows. */
const rareEnd = 6;

/** Whether a condition is met by few rows at any size: it asks for a unique value, or for the end of one. */
function isRare(entity: EntityDef, { field, op, value }: Condition): boolean {
  if (hooksOf(entity.name).conditions?.[field] !== undefined) return false;
  // Of the record itself: many records may have the same unique value of another, such as their dealer's.
  const isUnique = (name: string): boolean => {
    const own = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
    return own?.kind === 'text' && own.unique !== undefined && own.unique !== false;
  };
  if (field !== 'keyword') return op === 'eq' && isUnique(field);
  if (entity.list.keyword === undefined) return false;
  const { eq, like, start = [], end = [] } = entity.list.keyword;
  if (like.length + start.length > 0 || !eq.every(isUnique)) return false;
  return end.length === 0 || [...likeText(String(value))].length >= rareEnd;
}

/**
 * How a list's statement runs, by what it costs to find its rows as far as they are counted. First pages without conditions come from an
 * index, few rows meet a unique value, and nothing of a small table costs much: these are not estimated.
 * @throws AppError 1021 over what one call may cost
 */
export async function weightOfList(
  ctx: CallContext,
  entity: EntityDef,
  query: ListQuery,
  where: Fragment,
): Promise<Weight> {
  const passed = (query.page - 1) * query.pageSize;
  if (query.conditions.length === 0 && !query.exactTotal && passed < deepFrom) return 'light';
  if (query.conditions.some((condition) => isRare(entity, condition)) && passed < deepFrom) return 'light';
  if (!(await isLarge(ctx.app, entity.table))) return 'light';
  const limit = query.exactTotal ? sql`` : sql.raw(` limit ${totalLimit + 1}`);
  const finding = sql`select 1 from ${sql.raw(entity.table)} t where ${where}${limit}`;
  return weigh(ctx, (await explained(ctx.app, finding)) + passed * perPassedRow);
}

/** How a statement over an entity's table runs. @throws AppError 1021 over what one call may cost */
export async function weightOf(ctx: CallContext, entity: EntityDef, statement: RawBuilder<unknown>): Promise<Weight> {
  if (!(await isLarge(ctx.app, entity.table))) return 'light';
  return weigh(ctx, await explained(ctx.app, statement));
}
