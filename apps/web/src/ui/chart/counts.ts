import { formatNumber } from '../format.ts';
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
  /** The table begins with the last one. */
  readonly newestFirst?: boolean;
}

/** Counts over time as a chart, and as its table; the oldest row comes first. */
export function countsOverTime<Key extends string, Row extends Readonly<Record<Key, number>>>(
  rows: readonly Row[],
  { time, title, keys, name, short = (day) => day.slice(5), bars, newestFirst = true }: Counts<Row, Key>,
): Pick<ChartProps, 'option' | 'table'> {
  const several = keys.length > 1;
  const option: ChartOption = {
    tooltip: { trigger: 'axis' },
    ...(several && { legend: { type: 'scroll' } }),
    grid: { left: 4, right: 4, top: several ? 40 : 16, bottom: 4, containLabel: true },
    xAxis: { type: 'category', data: rows.map(time), axisLabel: { formatter: short } },
    yAxis: { type: 'value', minInterval: 1 },
    series: keys.map((key) => {
      const shown = { name: name(key), data: rows.map((row) => row[key]) };
      if (bars === undefined) return { type: 'line', showSymbol: rows.length < 2, ...shown };
      return { type: 'bar', ...(bars === 'stacked' && { stack: 'all' }), ...shown };
    }),
  };
  const listed = newestFirst ? rows.toReversed() : rows;
  const table = {
    columns: [{ key: 'time', title }, ...keys.map((key) => ({ key, title: name(key), align: 'right' as const }))],
    rows: listed.map((row) => ({
      time: time(row),
      ...Object.fromEntries(keys.map((key) => [key, formatNumber(row[key])])),
    })),
  };
  return { option, table };
}
