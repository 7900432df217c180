import { axesOption } from '@wheelhouse/contract/chart-option';
import { parseInstant } from '@wheelhouse/contract/time';
import { formatNumber } from '../format.ts';
import { sayCounts, sayReached } from './says.ts';
import type { ChartOption, ChartProps } from './types.ts';

interface Counts<Row, Key extends string> {
  /** Day or time of a row, and what that is called. */
  readonly time: (row: Row) => string;
  readonly title: string;
  /** What is counted, each with a line of its own. */
  readonly keys: readonly Key[];
  readonly name: (key: Key) => string;
  /** As it stands below the axis; without, a day without its year. */
  readonly short?: (time: string) => string;
  /** Bars instead of lines: parts of a whole on top of each other, or counts that are often the same beside each other. */
  readonly bars?: 'stacked' | 'grouped';
  /** Numbers that only grow, at instants: steps over the true time. */
  readonly growing?: true;
  /** Keys of the table that are not drawn. */
  readonly tableOnly?: readonly Key[];
  /** The table begins with the last one. */
  readonly newestFirst?: boolean;
}

/** Asia/Shanghai, without daylight saving time: an axis of times is read as UTC. */
export const zoneMs = 8 * 3_600_000;
export const axisTime = (instant: string): number => (parseInstant(instant)?.getTime() ?? 0) + zoneMs;

const labelled = { show: true, position: 'top' as const, fontSize: 11, color: 'inherit' };

/** The values of a line or of bars; the largest is written beside it, the last one where they grow. */
function withPeak(values: readonly number[], growing: boolean) {
  const at = growing ? values.length - 1 : values.indexOf(Math.max(...values));
  return values.map((value, i) => (i === at && value > 0 ? { value, label: labelled, symbolSize: 6 } : { value }));
}

type Made = Pick<ChartProps, 'option' | 'table' | 'says'>;

/**
 * Counts over time as a chart, as its table and in a sentence; the oldest row comes first.
 * @for a chart of counts by day or hour: `domains/content/faq/Votes.tsx`, `messages/Statistics.tsx`
 */
export function countsOverTime<Key extends string, Row extends Readonly<Record<Key, number>>>(
  rows: readonly Row[],
  shape: Counts<Row, Key>,
): Made {
  const { time, title, keys, name, short = (day) => day.slice(5), newestFirst = true, tableOnly = [] } = shape;
  const drawn = keys.filter((key) => !tableOnly.includes(key));
  const counted = drawn.map((key) => ({ key, name: name(key), values: rows.map((row) => row[key]) }));
  const times = rows.map((row) => time(row));
  const listed = newestFirst ? rows.toReversed() : rows;
  return {
    option: shape.growing ? growingOption(counted, times) : optionOf(counted, times, short, shape.bars),
    says: shape.growing ? sayReached(counted, times.at(-1)?.slice(0, 16) ?? '') : sayCounts(counted, times.map(short)),
    table: {
      columns: [{ key: 'time', title }, ...keys.map((key) => ({ key, title: name(key), align: 'right' as const }))],
      rows: listed.map((row) => ({
        time: time(row),
        ...Object.fromEntries(keys.map((key) => [key, formatNumber(row[key])])),
      })),
    },
  };
}

type Counted = readonly { readonly name: string; readonly values: readonly number[] }[];

const frameOf = (counted: Counted): Pick<ChartOption, 'tooltip' | 'legend' | 'grid'> => ({
  tooltip: { trigger: 'axis' },
  ...(counted.length > 1 && { legend: { type: 'scroll' } }),
  grid: { left: 4, right: 16, top: counted.length > 1 ? 44 : 24, bottom: 4, containLabel: true },
});

function optionOf(
  counted: Counted,
  times: readonly string[],
  short: (time: string) => string,
  bars: 'stacked' | 'grouped' | undefined,
): ChartOption {
  const stacked = bars === 'stacked';
  const kind = bars === undefined ? 'line' : 'bar';
  const { xAxis, yAxis, series, ...frame } = axesOption({ kind, stacked, categories: times, series: counted });
  return {
    ...frame,
    tooltip: { trigger: 'axis' },
    xAxis: { ...xAxis, axisLabel: { ...xAxis.axisLabel, formatter: short } },
    yAxis,
    series: series.map((one, at) =>
      stacked ? one : { ...one, labelLayout: { hideOverlap: true }, data: withPeak(counted[at]?.values ?? [], false) },
    ),
  };
}

/** Steps from nothing: between two instants a number stays as it was. */
function growingOption(counted: Counted, times: readonly string[]): ChartOption & { readonly useUTC: true } {
  return {
    ...frameOf(counted),
    useUTC: true,
    xAxis: { type: 'time', axisLabel: { hideOverlap: true } },
    yAxis: { type: 'value', minInterval: 1 },
    series: counted.map(({ name, values }) => ({
      type: 'line',
      name,
      step: 'end',
      showSymbol: values.length < 15,
      areaStyle: { opacity: 0.06 },
      labelLayout: { hideOverlap: true },
      data: withPeak(values, true).map(({ value, ...look }, at) => ({
        value: [axisTime(times[at] ?? ''), value],
        ...('label' in look && { ...look, label: { ...labelled, formatter: formatNumber(value) } }),
      })),
    })),
  };
}
