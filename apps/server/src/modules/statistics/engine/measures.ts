import {
  isBase,
  isRatio,
  isSum,
  madeOf,
  type BaseMeasure,
  type Measure,
  type Statistic,
} from '@wheelhouse/entities/statistics/define';
import { sql } from 'kysely';
import type { Fragment } from '../../../entity/scope.ts';

/** Numbers by the names of their measures. */
export type Values = Record<string, number | null>;

/** Measures of records that other measures are worked out from. */
export function basesOf(statistic: Statistic, names: readonly string[]): ReadonlyMap<string, BaseMeasure> {
  const found = new Map<string, BaseMeasure>();
  const open = [...names];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const measure = statistic.measures[name];
    if (measure === undefined) throw new Error(`${statistic.name} has no measure ${name}`);
    if (isBase(measure)) found.set(name, measure);
    else open.push(...madeOf(measure));
  }
  return found;
}

const roundTo = (n: number, decimals: number): number =>
  Number(`${Math.round(Number(`${n}e${decimals}`))}e-${decimals}`);

/** A measure of a group from those of its records. */
export function valueOf(statistic: Statistic, name: string, bases: Values): number | null {
  const measure: Measure | undefined = statistic.measures[name];
  if (measure === undefined) return null;
  if (isRatio(measure)) {
    const [part, whole] = measure.ratio.map((one) => valueOf(statistic, one, bases));
    if (part === null || part === undefined || !whole) return null;
    return roundTo((part / whole) * (measure.times ?? (measure.kind === 'percent' ? 100 : 1)), measure.decimals ?? 2);
  }
  if (isSum(measure)) {
    const all = [
      ...measure.plus.map((one) => [one, 1] as const),
      ...(measure.minus ?? []).map((one) => [one, -1] as const),
    ];
    const terms = all.map(([one, sign]) => [valueOf(statistic, one, bases), sign] as const);
    return terms.some(([n]) => n === null) ? null : terms.reduce((sum, [n, sign]) => sum + (n ?? 0) * sign, 0);
  }
  return bases[name] ?? null;
}

/** SQL of a measure over the rows of a group that meet its conditions. */
export function aggregate({ value }: BaseMeasure, of: string | undefined, conditions: readonly Fragment[]): Fragment {
  const only = conditions.length === 0 ? sql`` : sql` filter (where ${sql.join(conditions, sql` and `)})`;
  if (value === undefined) return sql`count(*)${only}::int`;
  if (of === undefined) throw new Error(`no column ${value.of}`);
  const column = sql.raw(of);
  switch (value.by) {
    case 'sum':
      return sql`coalesce(sum(${column})${only}, 0)::float8`;
    case 'distinct':
      return sql`count(distinct ${column})${only}::int`;
    case 'average':
      return sql`round((avg(${column})${only})::numeric, 4)::float8`;
    case 'max':
      return sql`(max(${column})${only})::float8`;
    case 'median':
      return sql`(percentile_cont(0.5) within group (order by ${column})${only})::float8`;
    case 'p95':
      return sql`(percentile_cont(0.95) within group (order by ${column})${only})::float8`;
  }
}

/** Whether nothing of it is 0; measured values of nothing are unknown. */
export const isCount = ({ value }: BaseMeasure): boolean =>
  value === undefined || value.by === 'sum' || value.by === 'distinct';
