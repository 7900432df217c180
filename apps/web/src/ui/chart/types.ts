import type { BarSeriesOption, LineSeriesOption, ScatterSeriesOption } from 'echarts/charts';
import type {
  BrushComponentOption,
  DataZoomComponentOption,
  GridComponentOption,
  LegendComponentOption,
  MarkLineComponentOption,
  TooltipComponentOption,
} from 'echarts/components';
import type { ComposeOption } from 'echarts/core';
import type { ReactNode } from 'react';

/** What the registered charts and components understand. Colours, fonts and tooltips come from the theme. */
export type ChartOption = ComposeOption<
  | LineSeriesOption
  | BarSeriesOption
  | ScatterSeriesOption
  | GridComponentOption
  | TooltipComponentOption
  | LegendComponentOption
  | BrushComponentOption
  | DataZoomComponentOption
  | MarkLineComponentOption
>;

export interface ChartColumn {
  readonly key: string;
  readonly title: string;
  /** Numbers stand right. */
  readonly align?: 'left' | 'right';
}

/** The same numbers as a table: for those who cannot see the chart, or want to copy it. */
export interface ChartTable {
  readonly columns: readonly ChartColumn[];
  readonly rows: readonly Readonly<Record<string, ReactNode>>[];
}

/** A clicked element of a series; without a series, a mark of the axis (of panels). */
export interface ChartPick {
  readonly name: string;
  readonly seriesName: string;
  readonly dataIndex: number;
}

/** Points side by side that can be marked as a span: by dragging over them, or with Shift and the arrow keys. Places count from 0. */
export interface ChartSpans {
  readonly count: number;
  /** A point (`from` = `to`) or span in words, with its numbers. */
  readonly say: (from: number, to: number) => string;
  /** A span was marked. */
  readonly onSpan: (from: number, to: number) => void;
}

export interface ChartProps {
  /** Accessible name, and the name of the saved image. */
  readonly label: string;
  readonly option: ChartOption;
  readonly table: ChartTable;
  /** Pixels, 280 unless given. */
  readonly height?: number;
  /** One sentence that says what it shows: whoever reads nothing else knows the point. */
  readonly says: ReactNode;
  readonly onPick?: (picked: ChartPick) => void;
  readonly spans?: ChartSpans;
}
