import type { ChartOption } from './types.ts';

interface PanelSeries {
  readonly name: string;
  readonly type: 'line' | 'bar';
  readonly data: readonly (number | null)[];
  /** `#rrggbb`, of what has a colour of its own; that of its place unless given. */
  readonly colour?: string;
  /** Dashed: a goal, nothing that was measured. */
  readonly dashed?: true;
  /** Filled below. */
  readonly area?: true;
  /** Bars on top of each other: parts of a whole. */
  readonly stacked?: true;
}

export interface Panel {
  /** What is measured, with its unit: stands above its own axis. */
  readonly title: string;
  readonly series: readonly PanelSeries[];
  /** Pixels, unless all are alike. */
  readonly height?: number;
  /** Ends of the axis, where zero or the largest value would mislead. */
  readonly min?: number;
  readonly max?: number;
  /** Only the part of the scale in which the values lie: lines, never bars. */
  readonly scale?: true;
  /** Counts: no marks between whole numbers. */
  readonly whole?: true;
}

const [panelHeight, gap, head, foot] = [104, 44, 28, 28];

const heightOf = (panel: unknown, each: number): number =>
  typeof panel === 'object' && panel !== null && 'height' in panel && typeof panel.height === 'number'
    ? panel.height
    : each;

/** @param each height of a panel that does not say its own */
export const panelsHeight = (panels: readonly unknown[], each = panelHeight): number =>
  panels.reduce<number>((sum, panel) => sum + heightOf(panel, each) + gap, head - gap + foot);

/** Values of different size over the same days, each with a scale of its own, below each other: two scales in one picture compare what cannot be compared. */
export function panelsOf(
  times: readonly string[],
  panels: readonly Panel[],
  short?: (time: string) => string,
  each = panelHeight,
): ChartOption {
  const all = panels.map((_, at) => at);
  const told = panels.filter(({ series }) => series.length > 1).flatMap(({ series }) => series.map(({ name }) => name));
  return {
    tooltip: { trigger: 'axis' },
    legend: { show: told.length > 0, data: told, left: 'right' },
    grid: all.map((at) => ({
      left: 56,
      right: 16,
      top: panelsHeight(panels.slice(0, at), each) - foot + gap,
      height: heightOf(panels[at], each),
      containLabel: false,
    })),
    xAxis: all.map((at) => ({
      type: 'category',
      gridIndex: at,
      data: [...times],
      // A click on a time is told as its name.
      triggerEvent: true,
      axisLabel: {
        show: at === panels.length - 1,
        hideOverlap: true,
        ...(short !== undefined && { formatter: short }),
      },
    })),
    yAxis: panels.map(({ title, min, max, scale, whole }, at) => ({
      type: 'value',
      gridIndex: at,
      splitNumber: 3,
      name: title,
      nameTextStyle: { align: 'left', padding: [0, 0, 0, -48] },
      ...(min !== undefined && { min }),
      ...(max !== undefined && { max }),
      ...(scale && { scale }),
      ...(whole && { minInterval: 1 }),
    })),
    series: panels.flatMap(({ series }, at) =>
      series.map(({ name, type, data, area, stacked, colour, dashed }) => ({
        name,
        ...(colour !== undefined && { color: colour }),
        xAxisIndex: at,
        yAxisIndex: at,
        data: [...data],
        ...(type === 'bar'
          ? { type, ...(stacked && { stack: 'all' }) }
          : {
              type,
              connectNulls: true,
              ...(dashed && { lineStyle: { type: 'dashed' as const, width: 1.5 } }),
              showSymbol: data.length < 15,
              ...(area && { areaStyle: { opacity: 0.08 } }),
            }),
      })),
    ),
  };
}
