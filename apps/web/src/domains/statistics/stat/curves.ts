import type { StatSeries } from '@wheelhouse/contract/statistics';
import { isBase, type Statistic } from '@wheelhouse/entities/statistics/define';
import { none } from '../../../ui/format.ts';
import type { Panel } from '../../../ui/chart/panels.ts';
import { sayCounts, sayRange, sayRanges } from '../../../ui/chart/says.ts';

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** A series with its name and colour on the page. */
export interface Curve {
  readonly series: StatSeries;
  readonly name: string;
  readonly colour: string;
}

/** Its numbers, null where there is none. */
export const valuesOf = ({ series }: Curve): (number | null)[] => series.points.map(([, n]) => numberOf(n));
/** Whether days of a measure add up to something that can be said. */
export function addsUp({ measures }: Statistic, key: string): boolean {
  const measure = measures[key];
  if (measure === undefined || !isBase(measure) || (measure.range ?? 'within') !== 'within') return false;
  return measure.value === undefined || measure.value.by === 'sum';
}

/** What curves show, in a sentence: how many there were and when most, or between what measured values lie. */
export function saysOf(
  curves: readonly Curve[],
  times: readonly string[],
  { adds, show }: { readonly adds: (key: string) => boolean; readonly show: (key: string, n: number) => string },
): string {
  const shown = curves.map((one) => ({ ...one, show: (n: number): string => show(one.series.key, n) }));
  const [counts, values] = [
    shown.filter(({ series }) => adds(series.key)),
    shown.filter(({ series }) => !adds(series.key)),
  ];
  return sayRanges([
    ...(counts.length === 0
      ? []
      : [
          sayCounts(
            counts.map((one) => ({ name: one.name, show: one.show, values: valuesOf(one).map((n) => n ?? 0) })),
            times,
          ),
        ]),
    ...values.map((one) => sayRange(one.name, valuesOf(one), one.show)),
  ]);
}

/** A point or span in words: its days, and what their numbers add up to; of one point also what does not add up. */
export function saysOfSpan(
  curves: readonly Curve[],
  [from, to]: readonly [number, number],
  of: Parameters<typeof saysOf>[2] & { readonly times: readonly string[] },
): string {
  const [first = '', last = ''] = [of.times[from], of.times[to]];
  const numbers = curves
    .filter(({ series }) => from === to || of.adds(series.key))
    .map((one) => {
      const known = valuesOf(one)
        .slice(from, to + 1)
        .filter((n) => n !== null);
      const sum = known.reduce((all, n) => all + n, 0);
      return `${one.name} ${known.length === 0 ? none : of.show(one.series.key, sum)}`;
    });
  return [from === to ? first : `${first}–${last}`, ...numbers].join(', ');
}

/** Whether a measure is a percentage. */
export const isPercent = ({ measures }: Statistic, key: string): boolean => measures[key]?.kind === 'percent';

/** A curve's panel: measures of one kind share an axis, two scales never do. */
export function panelOf(
  height: number,
  title: string,
  curves: readonly Curve[],
  as: { readonly bars?: boolean; readonly percent?: boolean; readonly scale?: boolean },
): Panel {
  return {
    title,
    height,
    ...(as.percent ? { min: 0, max: 100 } : as.scale && { scale: true as const }),
    series: curves.map((one) => ({
      name: one.name,
      type: as.bars ? 'bar' : 'line',
      data: valuesOf(one),
      colour: one.colour,
      ...(as.bars && { stacked: true }),
    })),
  };
}

/** Curves whose value has no colour of its own are drawn as one: the rest. Their numbers are in the table. */
export function withRest(curves: readonly Curve[], faint: string, name: string): readonly Curve[] {
  const rest = curves.filter(({ colour }) => colour === faint);
  const [first, ...others] = rest;
  if (first === undefined || others.length === 0) return curves;
  const sum = first.series.points.map(([day], at): [string, number] => [
    day,
    rest.reduce((n, one) => n + (valuesOf(one)[at] ?? 0), 0),
  ]);
  return [
    ...curves.filter((one) => !rest.includes(one)),
    { name, colour: faint, series: { ...first.series, points: sum } },
  ];
}
