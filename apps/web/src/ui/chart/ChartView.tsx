import { BarChart, LineChart } from 'echarts/charts';
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { init, use, type EChartsType } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { useLang } from '../../i18n/lang.ts';
import { useTheme } from '../../theme/theme.ts';
import { chartTheme } from './theme.ts';
import type { ChartPick, ChartProps } from './types.ts';

// What every chart of the console uses, and no more: the first page has one. Curves have more (`CurveView.tsx`).
use([BarChart, LineChart, AriaComponent, GridComponent, LegendComponent, TooltipComponent, CanvasRenderer]);

/** Chart resize is throttled to this (specification §9). */
const resizeMs = 100;
const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

export interface ChartViewProps extends Pick<ChartProps, 'label' | 'option' | 'height' | 'onPick'> {
  /** Receives the function that returns the picture as a data URL; null when there is none any more. */
  readonly onPicture: (picture: (() => () => string) | null) => void;
  /** Receives the chart each time it was drawn. */
  readonly onDrawn?: (chart: EChartsType) => void;
}

/** The drawing itself; use `Chart`. */
export default function ChartView({
  label,
  option,
  height = 280,
  onPick,
  onPicture,
  onDrawn,
}: ChartViewProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType>(null);
  const theme = useTheme();
  const lang = useLang();
  const pick = useEffectEvent((picked: ChartPick) => onPick?.(picked));
  const draw = useEffectEvent(() => {
    chart.current?.setOption(
      { animation: !reducedMotion.matches, aria: { enabled: true, label: { description: label } }, ...option },
      { notMerge: true },
    );
    if (chart.current !== null) onDrawn?.(chart.current);
  });

  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const drawn = init(element, chartTheme(theme.dark), { renderer: 'canvas', locale: lang === 'zh' ? 'ZH' : 'EN' });
    chart.current = drawn;
    const backgroundColor = getComputedStyle(document.documentElement).getPropertyValue('--wh-surface').trim();
    // A state setter calls a function it receives, so the function is wrapped.
    onPicture(() => () => drawn.getDataURL({ type: 'png', pixelRatio: 2, backgroundColor }));
    drawn.on('click', (event) =>
      pick(
        event.componentType === 'xAxis'
          ? { name: String(event.value), seriesName: '', dataIndex: -1 }
          : { name: event.name, seriesName: event.seriesName ?? '', dataIndex: event.dataIndex },
      ),
    );
    draw();
    const stop = onResize(element, () => drawn.resize());
    return () => {
      stop();
      drawn.dispose();
      chart.current = null;
      onPicture(null);
    };
  }, [theme, lang, onPicture]);
  useEffect(() => {
    draw();
  }, [option]);
  return <div ref={box} style={{ height }} />;
}

/** Calls `resized` at most every 100 ms, and once after the last change. */
function onResize(element: HTMLElement, resized: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const observer = new ResizeObserver(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      resized();
    }, resizeMs);
  });
  observer.observe(element);
  return () => {
    observer.disconnect();
    clearTimeout(timer);
  };
}
