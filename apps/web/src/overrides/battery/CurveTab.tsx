import { useMemo, useState, type ReactNode } from 'react';
import { formatInstant } from '@wheelhouse/contract';
import { messageOf } from '../../api/errors.ts';
import { useCall } from '../../api/query.ts';
import { textOf, type EntityRow } from '../../entity-ui/model.ts';
import { Section } from '../../ui/Layout.tsx';
import { Chart, type ChartOption } from '../../ui/chart/Chart.tsx';
import { formatNumber, none } from '../../ui/format.ts';
import { EmptyState, ErrorState, LoadingState } from '../../ui/States.tsx';
import { useOwnWords } from '../texts.ts';

/** Milliseconds, then charge in %, volts, amperes and the hottest cell in ℃. */
type Point = readonly [number, number | null, number | null, number | null, number | null];

interface Curve {
  readonly points: readonly Point[];
}

const dayMs = 86_400_000;
/** Asia/Shanghai, without daylight saving time. */
const zoneMs = 8 * 3_600_000;
const ranges = [
  { key: 'last24h', days: 1 },
  { key: 'last7d', days: 7 },
  { key: 'last30d', days: 30 },
] as const;

const series = [
  { at: 1, name: 'charge', unit: '%', grid: 0 },
  { at: 2, name: 'voltage', unit: 'V', grid: 1 },
  { at: 3, name: 'current', unit: 'A', grid: 2 },
  { at: 4, name: 'temperature', unit: '℃', grid: 3 },
] as const;

/** Four small charts over one time axis: values of so different size do not share a scale. */
function optionOf(
  points: readonly Point[],
  title: (name: (typeof series)[number]['name']) => string,
): ChartOption & { readonly useUTC: true } {
  const height = 96;
  const gap = 44;
  return {
    // Shown in the console's zone, whatever the browser's is: shifted, and read as UTC.
    useUTC: true,
    legend: { show: false },
    tooltip: { trigger: 'axis' },
    dataZoom: [{ type: 'inside', xAxisIndex: series.map(({ grid }) => grid) }],
    grid: series.map(({ grid }) => ({
      left: 48,
      right: 16,
      top: 28 + grid * (height + gap),
      height,
      containLabel: false,
    })),
    xAxis: series.map(({ grid }) => ({
      type: 'time',
      gridIndex: grid,
      axisLabel: { show: grid === series.length - 1 },
    })),
    yAxis: series.map(({ grid, name, unit }) => ({
      type: 'value',
      gridIndex: grid,
      scale: true,
      name: `${title(name)} (${unit})`,
      nameLocation: 'end',
      nameTextStyle: { align: 'left' },
    })),
    series: series.map(({ at, name, grid }) => ({
      type: 'line',
      name: title(name),
      xAxisIndex: grid,
      yAxisIndex: grid,
      showSymbol: false,
      data: points.map((point) => [point[0] + zoneMs, point[at]]),
    })),
  };
}

/** What the battery measured over time. */
export default function CurveTab({ row }: { readonly row: EntityRow }): ReactNode {
  const words = useOwnWords();
  const [range, setRange] = useState<(typeof ranges)[number]>(ranges[0]);
  const [until] = useState(Date.now);
  const { data, error, refetch } = useCall<Curve>(
    '/veh/crm/battery/curve',
    {
      batterySn: textOf(row['batterySn']),
      from: formatInstant(new Date(until - range.days * dayMs)),
      to: formatInstant(new Date(until)),
      fields: ['soc', 'v', 'i', 'tempMaxC'],
    },
    { inlineErrors: true, staleTime: 60_000 },
  );
  const option = useMemo(() => optionOf(data?.points ?? [], words), [data, words]);
  const switcher = (
    <span className="eu-switch" role="group" aria-label={words('range')}>
      {ranges.map((one) => (
        <button key={one.key} type="button" aria-pressed={one === range} onClick={() => setRange(one)}>
          {words(one.key)}
        </button>
      ))}
    </span>
  );
  return (
    <Section title={words('curve')} extra={switcher}>
      {error !== null && data === undefined ? (
        <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingState />
      ) : data.points.length === 0 ? (
        <EmptyState title={words('noCurve')} />
      ) : (
        <Chart
          label={`${words('curve')} ${textOf(row['batterySn'])}`}
          height={600}
          option={option}
          table={{
            columns: [
              { key: 'time', title: words('time') },
              ...series.map(({ name, unit }) => ({
                key: name,
                title: `${words(name)} (${unit})`,
                align: 'right' as const,
              })),
            ],
            rows: data.points.map((point) => ({
              time: formatInstant(new Date(point[0])),
              ...Object.fromEntries(
                series.map(({ at, name }) => [name, point[at] === null ? none : formatNumber(point[at])]),
              ),
            })),
          }}
        />
      )}
    </Section>
  );
}
