import type { ReactNode } from 'react';
import { shownAs, type EntityDef, type StoredKind } from '@wheelhouse/entities';
import { usePick } from '../../i18n/lang.ts';
import { filtersOf, type FilterSpec } from '../query-state.ts';
import { areaParts } from './area-parts.ts';
import { AreaFilter } from './area.tsx';
import { DateFilter } from './date.tsx';
import { filterLabel } from './labels.ts';
import { NumberFilter } from './number.tsx';
import { DictFilter, FlagFilter, RefFilter } from './select.tsx';
import { TextFilter } from './text.tsx';
import type { Filter, FilterProps } from './types.ts';

/** How lists are narrowed by each kind of field; null: not at all. A kind without an entry does not compile. */
const filters = {
  text: TextFilter,
  longText: TextFilter,
  richText: TextFilter,
  private: TextFilter,
  tags: TextFilter,
  int: NumberFilter,
  decimal: NumberFilter,
  money: NumberFilter,
  flag: FlagFilter,
  color: null,
  date: DateFilter,
  instant: DateFilter,
  dict: DictFilter,
  dictMany: DictFilter,
  ref: RefFilter,
  refMany: RefFilter,
  area: AreaFilter,
  image: null,
  images: null,
  file: null,
  files: null,
  video: null,
  audio: null,
  json: null,
  rows: null,
} satisfies { readonly [K in StoredKind]: Filter<K> | null };

/**
 * Place of a filter: the state first, unless numbers by state stand above the list already; what the keyword finds as well comes last.
 */
function placeOf({ list, machines = {} }: EntityDef, name: string): number {
  const { eq, like, start = [], end = [] } = list.keyword ?? { eq: [], like: [] };
  if ([...eq, ...like, ...start, ...end].includes(name)) return 2;
  return name in machines && list.counters === undefined ? 0 : 1;
}

/**
 * Filters with a control of their own, those that decide first: kinds that have none, and all but the first of an area cascade, are left
 * out.
 */
export function visibleFilters(entity: EntityDef): readonly FilterSpec[] {
  const cascade = new Set(areaParts(entity).map((part) => part.name));
  let cascadeShown = false;
  return filtersOf(entity)
    .filter(({ name }) => {
      if (!cascade.has(name)) return filters[shownAs(entity, name).kind] !== null;
      const first = !cascadeShown;
      cascadeShown = true;
      return first;
    })
    .toSorted((a, b) => placeOf(entity, a.name) - placeOf(entity, b.name));
}

export interface FieldFilterProps extends Pick<FilterProps, 'entity' | 'spec' | 'query' | 'onChange'> {
  /** An override's own control. */
  readonly as?: Filter | undefined;
}

/** The control that narrows a list by one field. */
export function FieldFilter({ entity, spec, query, onChange, as }: FieldFilterProps): ReactNode {
  const pick = usePick();
  const field = shownAs(entity, spec.name);
  // The table above pairs each kind with its own filter; looking up by the field's kind keeps the pair.
  const Kind = as ?? (filters[field.kind] as Filter | null);
  return Kind === null ? null : (
    <Kind
      entity={entity}
      spec={spec}
      field={field}
      label={pick(filterLabel(entity, spec))}
      query={query}
      onChange={onChange}
    />
  );
}
