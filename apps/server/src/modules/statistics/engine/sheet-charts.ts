import type { ChartDescription } from '@wheelhouse/contract/chart-option';
import type { Part } from '@wheelhouse/entities/statistics/define';
import type { SheetChart } from '../../../sheet/charts.ts';
import { columnName, type Cell } from '../../../sheet/write.ts';

/** What a chart of a sheet is drawn from. Its first column are the categories. */
export interface Charted {
  readonly title: string;
  readonly columns: readonly { readonly title: string }[];
  readonly rows: readonly (readonly Cell[])[];
}

/** More bars than these, and series than these, say nothing. */
const [mostBars, mostSeries] = [30, 24];
const [wide, high] = [9, 19];

/** The chart stands to the right of the table. */
function anchorOf({ columns }: Charted): string {
  const left = columns.length + 1;
  return `${columnName(left)}2:${columnName(left + wide)}${high + 1}`;
}

/** A number of people that is not told is no number. */
const hasNumber = ({ rows }: Charted, column: number, most: number): boolean =>
  rows.slice(0, most).some((row) => typeof row[column] === 'number');

function chartOf(
  sheet: Charted,
  kind: Pick<SheetChart, 'kind' | 'stacked'>,
  values: readonly number[],
  most: number,
): readonly SheetChart[] {
  const last = Math.min(sheet.rows.length, most) + 1;
  const shown = values.filter((column) => hasNumber(sheet, column, most)).slice(0, mostSeries);
  if (shown.length === 0) return [];
  return [
    {
      ...kind,
      title: sheet.title,
      categories: `A2:A${last}`,
      series: shown.map((column) => ({
        name: sheet.columns[column]?.title ?? '',
        values: `${columnName(column)}2:${columnName(column)}${last}`,
      })),
      anchor: anchorOf(sheet),
    },
  ];
}

/**
 * Columns of curves that a chart draws.
 * @param keys measure of each column after the first one; the line over bars has another axis, and is left to the table
 */
export const drawnOf = (part: Part, keys: readonly string[]): readonly number[] =>
  keys.flatMap((key, at) => (part.chart !== 'lines' && key === part.line ? [] : [at + 1]));

const kindOf = ({ chart }: Part) =>
  chart === 'lines' ? ({ kind: 'line' } as const) : ({ kind: 'bar', stacked: chart === 'stacked' } as const);

/** The curves of a sheet as the page draws them: lines, bars or stacked bars. */
export const chartOfTrend = (part: Part, sheet: Charted, drawn: readonly number[]): readonly SheetChart[] =>
  chartOf(sheet, kindOf(part), drawn, sheet.rows.length);

/** The same for a picture; undefined where there is nothing to draw. */
export function describedTrend(part: Part, sheet: Charted, drawn: readonly number[]): ChartDescription | undefined {
  const shown = drawn.filter((column) => hasNumber(sheet, column, sheet.rows.length)).slice(0, mostSeries);
  if (shown.length === 0) return undefined;
  return {
    ...kindOf(part),
    title: sheet.title,
    categories: sheet.rows.map(([day]) => String(day)),
    series: shown.map((column) => ({
      name: sheet.columns[column]?.title ?? '',
      values: sheet.rows.map((row) => (typeof row[column] === 'number' ? row[column] : null)),
    })),
  };
}

/** Bars of the first measure of groups, where they are of one dimension. */
export function chartOfGroups(part: Part, sheet: Charted): readonly SheetChart[] {
  return part.by.length === 1 && part.chart !== 'table' ? chartOf(sheet, { kind: 'bar' }, [1], mostBars) : [];
}
