import { useEffect, useEffectEvent, useMemo, useRef, type ReactNode } from 'react';
import { formatInstant } from '@wheelhouse/contract/time';
import { Chart, type ChartOption } from '../../../ui/chart/Chart.tsx';
import { formatNumber, none } from '../../../ui/format.ts';
import { seriesOf } from './track.ts';
import type { Trace } from './useTrace.ts';
import { useTraceTexts } from './texts.ts';

/** Asia/Shanghai, without daylight saving time. */
const zoneMs = 8 * 3_600_000;
const [left, right] = [44, 16];
const rowHeight = 92;
const rows = [
  { name: 'speed', column: 'kmh', unit: 'km/h' },
  { name: 'charge', column: 'soc', unit: '%' },
] as const;
const mostRows = 500;

export interface TraceChartsProps {
  readonly trace: Trace;
  readonly from: number;
  readonly to: number;
  readonly time: number;
  readonly onSeek: (time: number) => void;
}

/** Speed and charge over the replayed time, with a line where the replay is; a click goes there. */
export function TraceCharts({ trace, from, to, time, onSeek }: TraceChartsProps): ReactNode {
  const texts = useTraceTexts();
  const box = useRef<HTMLDivElement>(null);
  const { track, gaps } = trace;
  const option = useMemo(
    (): ChartOption & { readonly useUTC: true } => ({
      // Shown in the console's zone, whatever the browser's is: shifted, and read as UTC.
      useUTC: true,
      animation: false,
      legend: { show: false },
      tooltip: { trigger: 'axis' },
      grid: rows.map((_, i) => ({
        left,
        right,
        top: 26 + i * (rowHeight + 38),
        height: rowHeight,
        containLabel: false,
      })),
      xAxis: rows.map((_, i) => ({
        type: 'time',
        gridIndex: i,
        min: from + zoneMs,
        max: to + zoneMs,
        axisLabel: { show: i === rows.length - 1, hideOverlap: true },
      })),
      yAxis: rows.map(({ name, unit }, i) => ({
        type: 'value',
        gridIndex: i,
        name: `${texts(name)} (${unit})`,
        nameTextStyle: { align: 'left' },
        min: 0,
        ...(name === 'charge' ? { max: 100 } : {}),
        splitNumber: 2,
      })),
      series: rows.map(({ name, column }, i) => ({
        type: 'line',
        name: texts(name),
        xAxisIndex: i,
        yAxisIndex: i,
        showSymbol: false,
        connectNulls: false,
        lineStyle: { width: 1.5 },
        data: seriesOf(track, track[column], gaps).map(([t, value]) => [t + zoneMs, value]),
      })),
    }),
    [track, gaps, from, to, texts],
  );
  const table = useMemo(() => {
    const step = Math.max(1, Math.ceil(track.length / mostRows));
    const places = Array.from({ length: Math.ceil(track.length / step) }, (_, i) => i * step);
    const text = (value: number | undefined): string =>
      value === undefined || Number.isNaN(value) ? none : formatNumber(value);
    return {
      columns: [
        { key: 'time', title: texts('time') },
        { key: 'speed', title: `${texts('speed')} (km/h)`, align: 'right' as const },
        { key: 'charge', title: `${texts('charge')} (%)`, align: 'right' as const },
      ],
      rows: places.map((i) => ({
        time: formatInstant(new Date(track.t[i] ?? 0)),
        speed: text(track.kmh[i]),
        charge: text(track.soc[i]),
      })),
    };
  }, [track, texts]);
  const clicked = useEffectEvent((event: MouseEvent) => {
    if (box.current === null || !(event.target instanceof HTMLCanvasElement)) return;
    const { left: edge, width } = box.current.getBoundingClientRect();
    const at = (event.clientX - edge - left) / Math.max(1, width - left - right);
    if (at >= 0 && at <= 1) onSeek(from + at * (to - from));
  });
  // A short cut for the pointer: the keyboard has the scrubber.
  useEffect(() => {
    const element = box.current;
    const listen = (event: MouseEvent): void => clicked(event);
    element?.addEventListener('click', listen);
    return () => element?.removeEventListener('click', listen);
  }, []);
  const share = Math.min(1, Math.max(0, (time - from) / Math.max(1, to - from)));
  return (
    <div ref={box} className="tr-charts">
      <Chart
        label={texts('charts')}
        says={texts('charts')}
        option={option}
        table={table}
        height={26 + rows.length * (rowHeight + 38)}
      />
      <span
        className="tr-cursor"
        aria-hidden="true"
        style={{ left: `calc(${left}px + (100% - ${left + right}px) * ${share.toFixed(5)})` }}
      />
    </div>
  );
}
