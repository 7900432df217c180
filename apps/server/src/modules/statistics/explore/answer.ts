import type { ExploreAnswer, StatCard, StatNumber, StatRow, StatSeries } from '@wheelhouse/contract/statistics';
import { isRatio, madeOf, type Part, type Statistic } from '@wheelhouse/entities/statistics/define';
import { bucketsOf } from '@wheelhouse/entities/statistics/period';
import { ofNothing, sorted, totalsOf, type Ask } from '../engine/answer.ts';
import type { Cell } from '../engine/ask.ts';
import { withNames } from '../engine/names.ts';
import { tellParts, tellPeople } from '../engine/people.ts';
import { formatInstant } from '@wheelhouse/contract/time';

/** Groups that are told; there may be more. */
const mostRows = 500;
/** Curves of one picture. */
const mostCurves = 12;

/** The measures that one is worked out from, itself among them. */
function withBases(statistic: Statistic, name: string): readonly string[] {
  const measure = statistic.measures[name];
  const of = measure === undefined ? [] : madeOf(measure);
  return [name, ...of.flatMap((one) => withBases(statistic, one))];
}

type Told = Readonly<Record<string, StatNumber>>;
const isQuotient = ({ measures }: Statistic, name: string): boolean => {
  const measure = measures[name];
  return measure !== undefined && isRatio(measure);
};

/**
 * Numbers as they are told. Those of few people are not, in whatever measure they stand, and neither is what is worked out of them: each count is a
 * table of its own, whose rows and columns are known in sum.
 */
function toldOf({ statistic }: Ask, { by, measures }: Part, cells: readonly Cell[]): readonly Told[] {
  if (statistic.people !== true) return cells.map(({ values }) => values);
  const groups = cells.map(({ of }) => (by.length > 1 ? by.map((name) => `${name} ${of[name]}`) : ['all']));
  const needed = [...new Set(measures.flatMap((name) => withBases(statistic, name)))];
  const counts = needed.filter((name) => !isQuotient(statistic, name));
  const told = new Map(
    counts.map((name) => [
      name,
      tellParts(
        cells.map(({ values }) => values[name] ?? 0),
        groups,
      ),
    ]),
  );
  return cells.map(({ values }, at) =>
    Object.fromEntries(
      measures.map((name) => {
        const isHidden = withBases(statistic, name).some((one) => told.get(one)?.[at] === '<5');
        return [name, isHidden ? '<5' : (values[name] ?? null)];
      }),
    ),
  );
}

async function cardsOf(asked: Ask, { measures }: Part): Promise<readonly StatCard[]> {
  const { statistic } = asked;
  const needed = [...new Set(measures.flatMap((name) => withBases(statistic, name)))];
  const totals = await totalsOf(asked, needed);
  const isFew = (name: string): boolean =>
    statistic.people === true &&
    withBases(statistic, name).some((one) => !isQuotient(statistic, one) && tellPeople(totals[one] ?? null) === '<5');
  return measures.map((key) => ({
    key,
    value: isFew(key) ? '<5' : (totals[key] ?? null),
    prev: null,
    lastYear: null,
  }));
}

/** Curves over the days: of each measure, or of the first one by the largest values of the second dimension. */
function curvesOf(
  { statistic, question }: Ask,
  { by, measures }: Part,
  rows: readonly StatRow[],
): readonly StatSeries[] {
  const [day, second] = by;
  if (day !== 'day') return [];
  const buckets = bucketsOf(question.days, question.granularity);
  const curve = (key: string, some: readonly StatRow[], of: Pick<StatSeries, 'by' | 'name'>): StatSeries => {
    const byDay = new Map(some.map((row) => [row[day], row[key]]));
    return {
      key,
      ...of,
      points: buckets.map((bucket) => {
        const n = byDay.get(bucket);
        return [bucket, n === '<5' || typeof n === 'number' ? n : n === undefined ? ofNothing(statistic, key) : null];
      }),
    };
  };
  if (second === undefined) return measures.map((key) => curve(key, rows, { name: null }));
  const [first = ''] = measures;
  const sum = (some: readonly StatRow[]): number =>
    some.reduce((n, row) => n + (typeof row[first] === 'number' ? row[first] : 0), 0);
  return [...Map.groupBy(rows, (row) => row[second] ?? null)]
    .toSorted(([, a], [, b]) => sum(b) - sum(a))
    .slice(0, mostCurves)
    .map(([value, some]) => curve(first, some, { by: second, name: value === null ? null : String(value) }));
}

/** What is asked freely: the sums, the groups, and where they are by days the curves. Computed and kept as the parts of pages are. */
export async function exploreOf(asked: Ask, part: Part): Promise<ExploreAnswer> {
  const { statistic, who } = asked;
  const wanted =
    statistic.people === true ? [...new Set(part.measures.flatMap((one) => withBases(statistic, one)))] : part.measures;
  const [cells, cards] = await Promise.all([
    part.by.length === 0 ? [] : sorted(asked, 'explore', { ...part, measures: wanted }),
    cardsOf(asked, part),
  ]);
  const told = toldOf(asked, part, cells);
  const all = cells.map(({ of }, at): StatRow => ({ ...of, ...told[at] }));
  const rows = await withNames(who, statistic, part.by, all.slice(0, mostRows));
  const series = curvesOf(asked, part, all);
  return { cards, series, rows, total: all.length, asOf: formatInstant(new Date()) };
}
