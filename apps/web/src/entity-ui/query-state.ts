import { shownAs, type EntityDef, type FilterOperator } from '@wheelhouse/entities';
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
}

export const pageSizes = [10, 20, 50, 100] as const;
export const defaultSize = 20;

/** A filter of an entity: one field with the operators it may be narrowed by. */
export interface FilterSpec {
  readonly name: string;
  readonly operators: readonly FilterOperator[];
}

/** The entity's filters but the keyword, in their order. */
export function filtersOf(entity: EntityDef): readonly FilterSpec[] {
  return Object.entries(entity.list.filters)
    .filter(([name, operators]) => name !== 'keyword' && operators !== undefined)
    .map(([name, operators]) => ({ name, operators: typeof operators === 'string' ? [operators] : (operators ?? []) }));
}

const suffixes: Readonly<Record<FilterOperator, readonly string[]>> = {
  eq: ['eq'],
  like: ['like'],
  range: ['ge', 'le'],
  in: ['in'],
};

/** Keys a filter may have in address and query. */
export const keysOf = ({ name, operators }: FilterSpec): string[] =>
  operators.flatMap((operator) => suffixes[operator].map((suffix) => `${name}.${suffix}`));

const natural = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : undefined;

/** Reads the list's state from an address; keys and values that mean nothing here are dropped. */
export function parseListState(entity: EntityDef, search: URLSearchParams): ListState {
  const query: Record<string, string> = {};
  for (const key of filtersOf(entity).flatMap(keysOf)) {
    const value = search.get(key)?.trim();
    if (value) query[key] = value;
  }
  const size = natural(search.get('size'));
  return {
    page: natural(search.get('page')) ?? 1,
    size: pageSizes.find((known) => known === size) ?? defaultSize,
    sort: parseSort(entity, search.get('sort')),
    keyword: entity.list.keyword === undefined ? '' : (search.get('keyword')?.trim() ?? ''),
    query,
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
    size: state.size === defaultSize ? undefined : state.size,
  };
}

/** The `query` of the list and export calls. */
export function wireQuery(entity: EntityDef, state: Pick<ListState, 'keyword' | 'query'>): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  if (state.keyword !== '') query['keyword'] = state.keyword;
  for (const [key, value] of Object.entries(state.query)) {
    const at = key.lastIndexOf('.');
    const kind = shownAs(entity, key.slice(0, at)).kind;
    if (key.endsWith('.in')) query[key] = value.split(',');
    else
      query[key] =
        (kind === 'int' || kind === 'decimal' || kind === 'money') && Number.isFinite(Number(value))
          ? Number(value)
          : value;
  }
  return query;
}

/** Filters in use, the keyword among them. */
export const activeFilters = (state: ListState): number =>
  new Set(Object.keys(state.query).map((key) => key.slice(0, key.lastIndexOf('.')))).size +
  (state.keyword === '' ? 0 : 1);
