import { shownAs, type EntityDef, type FilterOperator } from '@wheelhouse/entities';
import { canAsk, type KnownCode } from './filter-values.ts';
import { isSortable } from './model.ts';

/** What a list shows: everything here is in the address. */
export interface ListState {
  readonly page: number;
  readonly size: number;
  /** `field asc|desc`; undefined is the entity's own order. */
  readonly sort: string | undefined;
  readonly keyword: string;
  /** `field.operator` → value; several values of `in` are joined by commas. */
  readonly query: Readonly<Record<string, string>>;
  /** Filters of the address that cannot be asked, as `key=value`: left out, and said. */
  readonly ignored: readonly string[];
}

export const pageSizes = [10, 20, 50, 100] as const;
/** The specification's (§9). */
export const defaultSize = 10;

/** A filter of an entity: one field with the operators it may be narrowed by, or a period with two. */
export interface FilterSpec {
  readonly name: string;
  readonly operators: readonly FilterOperator[];
  /** The field that ends the period which `name` begins: the list shows periods that overlap the chosen days. */
  readonly until?: string;
}

/** Two filters of these names are one: that of the period. */
const [begins, ends] = ['startTime', 'endTime'] as const;

/** The entity's filters but the keyword, in their order. */
export function filtersOf(entity: EntityDef): readonly FilterSpec[] {
  const { filters } = entity.list;
  const isPeriod = filters[begins] === 'range' && filters[ends] === 'range';
  return Object.entries(filters)
    .filter(([name, operators]) => name !== 'keyword' && operators !== undefined && !(isPeriod && name === ends))
    .map(([name, operators]) => ({
      name,
      operators: typeof operators === 'string' ? [operators] : (operators ?? []),
      ...(isPeriod && name === begins && { until: ends }),
    }));
}

const suffixes: Readonly<Record<FilterOperator, readonly string[]>> = {
  eq: ['eq'],
  like: ['like'],
  range: ['ge', 'le'],
  in: ['in'],
  ne: ['ne'],
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

/**
 * Reads the list's state from an address: `field.operator=value`, a bare `field=value` is `.eq`. Filters that mean nothing here are left out;
 * `ignored` names them. `isKnown` decides about codes of dictionaries; without it all are taken.
 */
export function parseListState(entity: EntityDef, search: URLSearchParams, isKnown?: KnownCode): ListState {
  const query: Record<string, string> = {};
  const ignored: string[] = [];
  const specs = filtersOf(entity);
  const [names, keys] = [new Set(specs.map((spec) => spec.name)), new Set(specs.flatMap(keysOf))];
  for (const [written, text] of search) {
    const bare = names.has(written);
    if (!bare && !conditionKey.test(written)) continue;
    const key = bare ? `${written}.eq` : written;
    const name = key.slice(0, key.lastIndexOf('.'));
    const value = text.trim();
    if (value === '') continue;
    if (keys.has(key) && canAsk(shownAs(entity, name), key, value, isKnown)) query[key] = value;
    else ignored.push(`${written}=${value}`);
  }
  const size = natural(search.get('pageSize') ?? search.get('size'));
  return {
    page: natural(search.get('page')) ?? 1,
    size: pageSizes.find((known) => known === size) ?? defaultSize,
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
    pageSize: state.size === defaultSize ? undefined : state.size,
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
