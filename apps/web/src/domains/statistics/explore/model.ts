import { isRecord } from '@wheelhouse/contract/object';
import type { ExploreFamily } from '@wheelhouse/contract/statistics';
import type { RowOf } from '@wheelhouse/entities/rows';
import { exploreCharts, type ExploreChart } from '@wheelhouse/entities/statistics/exploration';
import type { Part, Statistic, Where } from '@wheelhouse/entities/statistics/define';
import { statistics } from '@wheelhouse/entities/statistics/all';

export type Exploration = RowOf<'exploration'>;

/** What is asked, without days. */
export interface Question {
  readonly statistic: Statistic;
  readonly measures: readonly string[];
  readonly by: readonly string[];
  readonly chart: ExploreChart;
  readonly filters: Where;
}

type Combined = ExploreFamily['measures'][number];

/** Charts that suit dimensions, the usual one first. */
export function chartsFor({ dimensions }: Statistic, by: readonly string[]): readonly Exclude<ExploreChart, 'auto'>[] {
  if (by.length === 0) return ['table'];
  if (by[0] === 'day') return ['lines', 'stacked', 'table'];
  if (by.length === 2) return ['matrix', 'bars', 'table'];
  const isArea = dimensions[by[0] ?? '']?.as.kind === 'area';
  return ['bars', 'pareto', ...(isArea ? (['map'] as const) : []), 'table'];
}

/** What is drawn: what was chosen, if it suits. */
export const chartOf = ({ statistic, by, chart }: Question): Exclude<ExploreChart, 'auto'> => {
  const all = chartsFor(statistic, by);
  return all.find((one) => one === chart) ?? all[0] ?? 'table';
};

/** The question as a part of its statistic, as its page would have it. */
export function partOf(question: Question, title: Part['title']): Part {
  return {
    title,
    chart: chartOf(question),
    by: question.by,
    measures: question.measures,
    ...(question.statistic.people === true && { people: true }),
  };
}

export const chartNamed = (name: string | null): ExploreChart => exploreCharts.find((one) => one === name) ?? 'auto';

/** Whether a measure can be told by dimensions. */
export const fits = ({ by }: Combined, dimensions: readonly string[]): boolean =>
  dimensions.every((one) => by.includes(one));

/** Filters as the address has them: several values joined by commas. */
export const whereOf = (filters: unknown): Where =>
  isRecord(filters)
    ? Object.fromEntries(
        Object.entries(filters).map(([key, value]) => [key, Array.isArray(value) ? value.join(',') : String(value)]),
      )
    : {};

/** A saved question; undefined where its statistic is gone. */
export function questionOf(row: Exploration): Question | undefined {
  const statistic = Object.hasOwn(statistics, row.statistic) ? statistics[row.statistic] : undefined;
  if (statistic === undefined) return undefined;
  return {
    statistic,
    measures: row.measures,
    by: (row.dimensions ?? []).toSorted((a, b) => Number(b === 'day') - Number(a === 'day')),
    chart: chartNamed(row.chart),
    filters: whereOf(row.filters),
  };
}

/** What a statistic is asked at first: its first measure day by day, or by its first dimension. */
export function firstQuestion(statistic: Statistic, { measures }: ExploreFamily): Question {
  const wanted = [...statistic.cards, ...(statistic.trend?.measures ?? [])];
  const first =
    wanted.flatMap((name) => measures.find((one) => one.name === name) ?? []).find((one) => one.by.length > 0) ??
    measures.find((one) => one.by.length > 0) ??
    measures[0];
  return {
    statistic,
    measures: first === undefined ? [] : [first.name],
    by: first?.by.slice(0, 1) ?? [],
    chart: 'auto',
    filters: {},
  };
}
