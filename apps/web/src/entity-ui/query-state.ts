import { shownAs, type EntityDef, type HiddenOperator } from '@wheelhouse/entities';
import { ofEveryList } from '@wheelhouse/entities/queries';
import { canAsk, type KnownCode } from './filter-values.ts';
import { isSortable } from './model.ts';

/** What a list shows: everything here is in the address. */
export interface ListState {
  readonly page: number;
  readonly size: number;
  /** The size was chosen; else it is the list's own: what the window has room for, or a fixed one. */
  readonly sized: boolean;
  /** `field asc|desc`; undefined is the entity's own order. */
  readonly sort: string | undefined;
  readonly keyword: string;
  /** `field.operator` → value; several values of `in` are joined by commas. */
  readonly query: Readonly<Record<string, string>>;
  /** Filters of the address that cannot be asked, as `key=value`: left out, and said. */
  readonly ignored: readonly string[];
}

export const pageSizes = [10, 20, 50, 100] as const;
/** The specification's (§9), and the fewest rows of a page. */
export const defaultSize = 10;
/** The most rows that a page has by itself. */
export const mostBySelf = 50;

/** A filter of an entity: one field with the operators it may be narrowed by, or a period with two. */
export interface FilterSpec {
  readonly name: string;
  readonly operators: readonly HiddenOperator[];
  /** The field that ends the period which `name` begins: the list shows periods that overlap the chosen days. */
  readonly until?: string;
}

/** The entity's filters but the keyword, in their order. */
export function filtersOf(entity: EntityDef): readonly FilterSpec[] {
  const { filters, period: [begins, ends] = [] } = entity.list;
  return Object.entries(filters)
    .filter(([name, operators]) => name !== 'keyword' && operators !== undefined && name !== ends)
    .map(([name, operators]) => ({
      name,
      operators: typeof operators === 'string' ? [operators] : (operators ?? []),
      ...(ends !== undefined && name === begins && { until: ends }),
    }));
}

/** Filters without a control, which links set: of one value, some, a range, or of whether there is a value. */
export function linkFiltersOf(entity: EntityDef): readonly FilterSpec[] {
  const shown = new Map(filtersOf(entity).map(({ name, operators }) => [name, operators]));
  const hidden = { ...(entity.keyedBy === undefined && ofEveryList), ...entity.list.hiddenFilters };
  return Object.entries(hidden).flatMap(([name, given]) => {
    const operators = [given ?? []].flat().filter((operator) => shown.get(name)?.includes(operator) !== true);
    const isNull = (operator: HiddenOperator): boolean => operator === 'null';
    const parts = [operators.filter((operator) => !isNull(operator)), operators.filter(isNull)];
    return parts.flatMap((part) => (part.length === 0 ? [] : [{ name, operators: part }]));
  });
}

const suffixes: Readonly<Record<HiddenOperator, readonly string[]>> = {
  eq: ['eq'],
  like: ['like'],
  range: ['ge', 'le'],
  in: ['in'],
  ne: ['ne'],
  null: ['null'],
};

/** Keys of the first and the last value of a range. A period overlaps a range when it ends after its first and begins before its last day. */
export const rangeKeys = ({ name, until = name }: FilterSpec): readonly [from: string, to: string] => [
  `${until}.ge`,
  `${name}.le`,
];

/** Keys a filter may have in address and query. */
export const keysOf = (spec: FilterSpec): readonly string[] =>
  spec.until === undefined
    ? spec.operators.flatMap((operator) => suffixes[operator].map((suffix) => `${spec.name}.${suffix}`))
    : rangeKeys(spec);

const natural = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : undefined;

const conditionKey = /^[A-Za-z]\w*\.(?:eq|ne|like|ge|le|in|null)$/;

/** What a list's address is read with. */
export interface ListReading {
  /** Decides about codes of dictionaries; without it all are taken. */
  readonly isKnown?: KnownCode;
  /** Rows of a page unless a size was chosen. */
  readonly ownSize?: number;
}

/** The page of an address, and its size. A page after the first one says by `rows` how many rows those before it have, on whatever window. */
function placeIn(search: URLSearchParams, ownSize: number): Pick<ListState, 'page' | 'size' | 'sized'> {
  const page = natural(search.get('page')) ?? 1;
  const asked = natural(search.get('pageSize') ?? search.get('size'));
  const chosen = pageSizes.find((known) => known === asked);
  if (chosen !== undefined) return { page, size: chosen, sized: true };
  const rows = page > 1 ? natural(search.get('rows')) : undefined;
  return {
    page,
    size: rows === undefined ? ownSize : Math.min(Math.max(rows, defaultSize), mostBySelf),
    sized: false,
  };
}

/** Keys that ask for one value: itself, one of some, or a range of nothing else. */
function equalTo(name: string, keys: ReadonlySet<string>): readonly string[] {
  const ways = [[`${name}.eq`], [`${name}.in`], [`${name}.ge`, `${name}.le`]];
  return ways.find((way) => way.every((key) => keys.has(key))) ?? [`${name}.eq`];
}

/**
 * Reads the list's state from an address: `field.operator=value`, a bare `field=value` is `.eq`. Filters that mean nothing here are left out;
 * `ignored` names them.
 */
export function parseListState(
  entity: EntityDef,
  search: URLSearchParams,
  { isKnown, ownSize = defaultSize }: ListReading = {},
): ListState {
  const query: Record<string, string> = {};
  const ignored: string[] = [];
  const specs = [...filtersOf(entity), ...linkFiltersOf(entity)];
  // A bare `id` is the record of a page.
  const names = new Set(specs.map((spec) => spec.name).filter((name) => name !== 'id' || 'id' in entity.list.filters));
  const keys = new Set(specs.flatMap(keysOf));
  for (const [written, text] of search) {
    const bare = names.has(written);
    if (!bare && !conditionKey.test(written)) continue;
    const name = bare ? written : written.slice(0, written.lastIndexOf('.'));
    const own = bare || written.endsWith('.eq') ? equalTo(name, keys) : [written];
    const value = text.trim();
    if (value === '') continue;
    if (own.every((key) => keys.has(key) && canAsk(shownAs(entity, name), key, value, isKnown)))
      for (const key of own) query[key] = value;
    else ignored.push(`${written}=${value}`);
  }
  return {
    ...placeIn(search, ownSize),
    sort: parseSort(entity, search.get('sort')),
    keyword: entity.list.keyword === undefined ? '' : (search.get('keyword')?.trim() ?? ''),
    query,
    ignored,
  };
}

function parseSort(entity: EntityDef, text: string | null): string | undefined {
  const [name = '', direction] = (text ?? '').split('.');
  const known = entity.list.columns.includes(name) && isSortable(entity, name);
  return known && (direction === 'asc' || direction === 'desc') ? `${name} ${direction}` : undefined;
}

/** The state as query-string values; defaults are left out. */
export function listStateParams(state: ListState): Record<string, string | number | undefined> {
  return {
    keyword: state.keyword || undefined,
    ...state.query,
    sort: state.sort?.replace(' ', '.'),
    page: state.page === 1 ? undefined : state.page,
    rows: state.page === 1 || state.sized ? undefined : state.size,
    pageSize: state.sized ? state.size : undefined,
  };
}

const numbers: ReadonlySet<string> = new Set(['int', 'decimal', 'money']);
const times: ReadonlySet<string> = new Set(['date', 'instant']);

/** A condition's value as the specification sends it (§5): `.like` in percent signs without spaces, days with their first or last second. */
function wireValue(kind: string, key: string, value: string): unknown {
  if (key.endsWith('.in')) return value.split(',');
  if (key.endsWith('.like')) return `%${value.replaceAll(/\s+/g, '')}%`;
  if (times.has(kind) && value.length === 10) return `${value} ${key.endsWith('.le') ? '23:59:59' : '00:00:00'}`;
  return numbers.has(kind) && Number.isFinite(Number(value)) ? Number(value) : value;
}

/** The `query` of the list and export calls. */
export function wireQuery(entity: EntityDef, state: Pick<ListState, 'keyword' | 'query'>): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  if (state.keyword !== '') query['keyword'] = state.keyword;
  for (const [key, value] of Object.entries(state.query))
    query[key] = wireValue(shownAs(entity, key.slice(0, key.lastIndexOf('.'))).kind, key, value);
  return query;
}

/** Filters in use, the keyword among them. */
export const activeFilters = (state: ListState): number =>
  new Set(Object.keys(state.query).map((key) => key.slice(0, key.lastIndexOf('.')))).size +
  (state.keyword === '' ? 0 : 1);
