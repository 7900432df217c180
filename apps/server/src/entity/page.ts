import { totalLimit, type Lang, type ListQuery } from '@wheelhouse/contract';
import type { EntityDef } from '@wheelhouse/entities/define';
import { sql, type RawBuilder } from 'kysely';
import { limitText, type Order } from './order.ts';
import type { Fragment } from './scope.ts';
import { selectionOf, type SelectionOptions } from './select.ts';

/** The statement of a page of rows: found first, then joined, so that joins cost by the page and not by the table. */
export function pageStatement(
  entity: EntityDef,
  names: readonly string[],
  where: Fragment,
  order: string,
  limit: RawBuilder<unknown>,
  options: SelectionOptions = {},
): RawBuilder<unknown> {
  const { columns, joins } = selectionOf(entity, names, options);
  const table = sql.raw(entity.table);
  return sql`select ${sql.raw(columns)} from (select t.* from ${table} t where ${where} order by ${sql.raw(order)} ${limit}) t${sql.raw(joins)} order by ${sql.raw(order)}`;
}

/** What a page's statement is made of. */
interface PageParts {
  readonly entity: EntityDef;
  readonly names: readonly string[];
  readonly where: Fragment;
  readonly order: Order;
  readonly query: ListQuery;
  /** The table is known to have more rows than the count limit. */
  readonly many: boolean;
  readonly lang: Lang;
  /** Without names of the platform's people. */
  readonly unnamed: boolean;
}

/** The count limit plus one. */
const bounded = sql.raw(` limit ${totalLimit + 1}`);

/** Tables that had at least twice the count limit of rows, with the time until which this is assumed. Rows are deleted slowly, so it stays true for a while. */
const large = new Map<string, number>();
const believed = 10_000;

/** Whether an entity is known to have more rows than are counted. */
export function hasMany(entity: EntityDef): boolean {
  return (large.get(entity.name) ?? 0) > Date.now();
}

/** Remembers the result of a count of all rows. */
export function noteMany(entity: EntityDef, total: number): void {
  if (total >= 2 * totalLimit) large.set(entity.name, Date.now() + believed);
}

/** One statement that answers a page as JSON text `list`, and `total`, which stops after `totalLimit` unless it is to be exact. */
export function listStatement(parts: PageParts): RawBuilder<unknown> {
  return isNarrowed(parts) ? narrowedStatement(parts) : wholeStatement(parts);
}

/** Whether conditions pick rows: then how to find them best depends on their values, and the statement is planned for these. */
export function isNarrowed({ entity, query }: Pick<PageParts, 'entity' | 'query'>): boolean {
  return query.conditions.length > 0 && entity.keyedBy === undefined;
}

/** The page comes from an index in its order. */
function wholeStatement({ entity, names, where, order, query, many, lang, unnamed }: PageParts): RawBuilder<unknown> {
  const page = pageStatement(entity, names, where, order.text, limitText(query), { lang, unnamed });
  const total = many && !query.exactTotal ? sql.raw(String(totalLimit + 1)) : counted(entity, where, query, 2);
  return sql`select coalesce((select json_agg(r) from (${page}) r), '[]')::text as list, ${total} as total`;
}

/** Counts rows, exactly or up to a limit. */
function counted(entity: EntityDef, where: Fragment, { exactTotal }: ListQuery, times: number): Fragment {
  const limit = exactTotal ? sql`` : sql.raw(` limit ${times * totalLimit + 1}`);
  return sql`(select count(*)::int from (select 1 from ${sql.raw(entity.table)} t where ${where}${limit}) c)`;
}

/**
 * Conditions that few rows meet would have an index in the page's order read to its end, whatever the planner hopes. So the rows that
 * meet them are found first, as far as a count goes: if these are all, they are counted and put in order; if there are more, they lie
 * so dense that the index in the page's order soon has a page of them.
 */
function narrowedStatement({ entity, names, where, order, query, lang, unnamed }: PageParts): RawBuilder<unknown> {
  const { columns, joins } = selectionOf(entity, names, { lang, unnamed });
  const table = sql.raw(entity.table);
  const keys = sql.raw(order.columns.map((name) => `t.${name}`).join(', '));
  const by = sql.raw(order.text);
  const limit = limitText(query);
  return sql`with found as materialized (select t.id from ${table} t where ${where}${bounded}),
    counted as materialized (select count(*)::int as n from found),
    keyed as materialized (select ${keys} from found join ${table} t on t.id = found.id where (select n from counted) <= ${sql.raw(String(totalLimit))}),
    page as materialized (
      (select t.id from keyed t where (select n from counted) <= ${sql.raw(String(totalLimit))} order by ${by} ${limit})
      union all
      (select t.id from ${table} t where (select n from counted) > ${sql.raw(String(totalLimit))} and ${where} order by ${by} ${limit}))
    select coalesce((select json_agg(r) from (select ${sql.raw(columns)} from page join ${table} t on t.id = page.id${sql.raw(joins)} order by ${by}) r), '[]')::text as list,
      ${query.exactTotal ? counted(entity, where, query, 1) : sql`(select n from counted)`} as total`;
}
