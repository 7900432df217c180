import type {
  StatExportPath,
  StatGroupPath,
  StatSummaryPath,
  StatTablePath,
  StatTrendPath,
} from '@wheelhouse/contract/calls/statistics';
import { formatDay } from '@wheelhouse/contract/time';
import type { EntityDef, FilterOperator } from '@wheelhouse/entities/define';
import { f, type Field, type StoredField } from '@wheelhouse/entities/fields';
import { trendCallOf, type Statistic, type Where } from '@wheelhouse/entities/statistics/define';
import type { Asked } from '@wheelhouse/entities/statistics/drill';
import {
  granularities,
  usualGranularity,
  usualPeriod,
  type Days,
  type Granularity,
} from '@wheelhouse/entities/statistics/period';
import { statTexts } from './texts.ts';

/** A filter with the label of the dimension of its name, unless it has its own. */
function labelled({ dimensions }: Statistic, name: string, as: StoredField): StoredField {
  const label = as.label ?? dimensions[name]?.label;
  return label === undefined ? as : { ...as, label };
}

/** The filters of a statistic as a bar of filters knows them: the days, and its own. */
export function filterEntity(statistic: Statistic): EntityDef {
  const own = Object.entries(statistic.filters);
  const operators = (by: 'in' | 'ge' | undefined): FilterOperator =>
    by === undefined ? 'eq' : by === 'ge' ? 'range' : by;
  return {
    name: `statistics.${statistic.name}`,
    table: '',
    domain: 'statistics',
    label: { zh: '', en: '' },
    base: statistic.base,
    page: statistic.route,
    title: [],
    calls: [],
    fields: {
      date: f.date({ label: statTexts.date }),
      ...Object.fromEntries(own.map(([name, { as }]): [string, Field] => [name, labelled(statistic, name, as)])),
    },
    list: {
      columns: [],
      filters: { date: 'range', ...Object.fromEntries(own.map(([name, { by }]) => [name, operators(by)])) },
      order: 'id desc',
    },
  };
}

/** What a page asks: the conditions of its address with the days that hold, so that the filters say them. */
export function withDays(query: Where, now: number): Where {
  const today = formatDay(new Date(now));
  const to = query['date.le'] ?? today;
  return { ...query, 'date.ge': query['date.ge'] ?? usualPeriod(to).from, 'date.le': to };
}

/** The same as what numbers are of. */
export function askedOf(
  query: Where,
  chosen: string | null,
): Asked & { readonly days: Days; readonly granularity: Granularity } {
  const days = { from: query['date.ge'] ?? '', to: query['date.le'] ?? '' };
  return {
    days,
    granularity: granularities.find((one) => one === chosen) ?? usualGranularity(days),
    filters: Object.fromEntries(Object.entries(query).filter(([key]) => !key.startsWith('date.'))),
  };
}

/** Filters as they go to the server, without days. */
export const filtersOf = ({ filters = {} }: Pick<Asked, 'filters'>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(filters).map(([key, value]) => [key, key.endsWith('.in') ? value.split(',') : value]),
  );

/** Conditions as they go to the server. */
export const bodyOf = ({ days, granularity, ...of }: Asked): Record<string, unknown> => ({
  'date.ge': days.from,
  'date.le': days.to,
  granularity,
  ...filtersOf(of),
});

/** A path of a statistic: its base and a last segment, which the table of calls has. */
const under = <Path extends string>(path: string): Path => path as Path;

/** Paths of the calls of a statistic. */
export const pathsOf = ({ base, ...of }: Statistic) => ({
  summary: under<StatSummaryPath>(`${base}/summary`),
  trend: under<StatTrendPath>(`${base}/${trendCallOf(of)}`),
  group: (call: string) => under<StatGroupPath>(`${base}/${call}`),
  table: (call: string) => under<StatTablePath>(`${base}/${call}`),
  export: under<StatExportPath>(`${base}/export`),
});
