/** What a chart shows, whoever draws it. */
export interface ChartDescription {
  readonly kind: 'line' | 'bar' | 'pie';
  readonly title: string;
  readonly categories: readonly string[];
  /** A pie shows the first one. */
  readonly series: readonly DescribedSeries[];
  /** Bars on top of each other. */
  readonly stacked?: boolean;
  /** What is measured, in a word: stands above the axis. */
  readonly unit?: string;
}

export interface DescribedSeries {
  readonly name: string;
  /** One a category; null is a gap, not 0. */
  readonly values: readonly (number | null)[];
  /** `#rrggbb`; that of its place (`seriesColours`) unless given. */
  readonly colour?: string;
}

/** Values over categories: what lines and bars have in common. */
export type AxesDescription = Omit<ChartDescription, 'title' | 'kind'> & { readonly kind: 'line' | 'bar' };

/** So many points are told apart by dots. */
const mostDots = 15;

function seriesOf({ kind, stacked = false }: AxesDescription, { name, values, colour }: DescribedSeries) {
  const common = { name, data: [...values], ...(colour !== undefined && { color: colour }) };
  return kind === 'line'
    ? { ...common, type: 'line' as const, showSymbol: values.length < mostDots }
    : { ...common, type: 'bar' as const, ...(stacked && { stack: 'all' }) };
}

/** Lines or bars as echarts wants them. The console adds what moves, the server a title. */
export function axesOption(chart: AxesDescription) {
  const { categories, series, unit } = chart;
  const isWhole = series.every(({ values }) => values.every((value) => value === null || Number.isInteger(value)));
  const isNamed = series.length > 1;
  return {
    ...(isNamed && { legend: { type: 'scroll' as const } }),
    grid: { left: 4, right: 16, top: isNamed ? 44 : 24, bottom: 4, containLabel: true },
    xAxis: { type: 'category' as const, data: [...categories], axisLabel: { hideOverlap: true } },
    yAxis: {
      type: 'value' as const,
      ...(unit !== undefined && { name: unit }),
      // Counts: no marks between whole numbers.
      ...(isWhole && { minInterval: 1 }),
    },
    series: series.map((one) => seriesOf(chart, one)),
  };
}
