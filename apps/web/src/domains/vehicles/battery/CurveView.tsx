import type { BatteryCurve, CurveField } from '@wheelhouse/contract/calls/vehicles';
import { useMemo, useState, type ReactNode } from 'react';
import { formatInstant } from '@wheelhouse/contract';
import { useCall } from '../../../api/query.ts';
import { Section } from '../../../ui/Layout.tsx';
import { Chart, type ChartOption } from '../../../ui/chart/Chart.tsx';
import { zoneMs } from '../../../ui/chart/counts.ts';
import { sayRange, sayRanges } from '../../../ui/chart/says.ts';
import { formatNumber, none, withUnit } from '../../../ui/format.ts';
import { EmptyState, PendingState } from '../../../ui/States.tsx';
import { useVehicleTexts } from '../texts.ts';
import { Segments } from '../../../ui/Segments.tsx';

const dayMs = 86_400_000;
const ranges = [
  { key: 'last24h', days: 1 },
  { key: 'last7d', days: 7 },
  { key: 'last30d', days: 30 },
] as const;

const series = [
  { field: 'soc', name: 'charge', unit: '%', grid: 0 },
  { field: 'v', name: 'voltage', unit: 'V', grid: 1 },
  { field: 'i', name: 'current', unit: 'A', grid: 2 },
  { field: 'tempMaxC', name: 'temperature', unit: '°C', grid: 3 },
  { field: 'cellMaxMv', name: 'cellMax', unit: 'mV', grid: 4 },
  { field: 'cellMinMv', name: 'cellMin', unit: 'mV', grid: 4 },
] as const;
type Line = (typeof series)[number];
export const curveFields = series.map(({ field }) => field);

const [height, gap] = [96, 44];

/** Small charts over one time axis: values of so different size do not share a scale. */
function optionOf(
  { fields, points }: BatteryCurve,
  lines: readonly Line[],
  title: (name: Line['name']) => string,
): ChartOption & { readonly useUTC: true } {
  const grids = [...new Set(lines.map(({ grid }) => grid))];
  const placeOf = (line: Line) => grids.indexOf(line.grid);
  return {
    // Shown in the console's zone, whatever the browser's is: shifted, and read as UTC.
    useUTC: true,
    legend: { show: false },
    tooltip: { trigger: 'axis' },
    dataZoom: [{ type: 'inside', xAxisIndex: grids.map((_, at) => at) }],
    grid: grids.map((_, at) => ({ left: 48, right: 16, top: 28 + at * (height + gap), height, containLabel: false })),
    xAxis: grids.map((_, at) => ({ type: 'time', gridIndex: at, axisLabel: { show: at === grids.length - 1 } })),
    yAxis: grids.map((grid, at) => {
      const of = lines.filter((line) => line.grid === grid);
      return {
        type: 'value',
        gridIndex: at,
        scale: true,
        name: `${of.map(({ name }) => title(name)).join(' / ')} (${of[0]?.unit ?? ''})`,
        nameLocation: 'end',
        nameTextStyle: { align: 'left' },
      };
    }),
    series: lines.map((line) => {
      const at = fields.indexOf(line.field) + 1;
      return {
        type: 'line',
        name: title(line.name),
        xAxisIndex: placeOf(line),
        yAxisIndex: placeOf(line),
        showSymbol: points.length < 3,
        data: points.map((point) => [(point[0] ?? 0) + zoneMs, point[at] ?? null]),
      };
    }),
  };
}

/** What a battery measured over time: the last day, week or month before `until`. */
export function CurveView({
  path,
  batterySn,
  until,
  fields,
}: {
  readonly path: '/veh/crm/battery/curve' | '/veh/crm/historyBattery/snapshots';
  readonly batterySn: string;
  readonly until: number;
  /** Sent along where the call lets one choose. */
  readonly fields?: readonly CurveField[];
}): ReactNode {
  const texts = useVehicleTexts();
  const [range, setRange] = useState<(typeof ranges)[number]>(ranges[0]);
  const { data, error, refetch } = useCall(
    path,
    {
      batterySn,
      from: formatInstant(new Date(until - range.days * dayMs)),
      to: formatInstant(new Date(until)),
      ...(fields === undefined ? {} : { fields }),
    },
    { inlineErrors: true, staleTime: 60_000 },
  );
  // A pack without cells to measure has no chart of them.
  const lines = useMemo(
    () =>
      series.filter(({ field, grid }) => {
        const at = (data?.fields.indexOf(field) ?? -1) + 1;
        return grid < 4 || (data?.points.some((point) => typeof point[at] === 'number') ?? false);
      }),
    [data],
  );
  const option = useMemo(() => (data === undefined ? undefined : optionOf(data, lines, texts)), [data, lines, texts]);
  const switcher = (
    <Segments
      label={texts('range')}
      options={ranges.map((one) => ({ key: one.key, label: texts(one.key) }))}
      value={range.key}
      onChange={(key) => setRange(ranges.find((one) => one.key === key) ?? range)}
    />
  );
  return (
    <Section title={texts('curve')} extra={switcher}>
      {data === undefined || option === undefined ? (
        <PendingState error={data === undefined ? error : null} onRetry={() => void refetch()} />
      ) : data.points.length === 0 ? (
        <EmptyState title={texts('noCurve')} />
      ) : (
        <Chart
          label={`${texts('curve')} ${batterySn}`}
          says={sayRanges(
            lines
              .filter(({ grid }) => grid < 4)
              .map(({ field, name, unit }) => {
                const at = data.fields.indexOf(field) + 1;
                return sayRange(
                  texts(name),
                  data.points.map((point) => point[at] ?? null),
                  (value) => withUnit(Math.round(value * 10) / 10, unit),
                );
              }),
          )}
          height={new Set(lines.map(({ grid }) => grid)).size * (height + gap) + 36}
          option={option}
          table={{
            columns: [
              { key: 'time', title: texts('time') },
              ...lines.map(({ name, unit }) => ({
                key: name,
                title: `${texts(name)} (${unit})`,
                align: 'right' as const,
              })),
            ],
            rows: data.points.map((point) => ({
              time: formatInstant(new Date(point[0] ?? 0)),
              ...Object.fromEntries(
                lines.map(({ field, name }) => {
                  const value = point[data.fields.indexOf(field) + 1];
                  return [name, typeof value === 'number' ? formatNumber(value) : none];
                }),
              ),
            })),
          }}
        />
      )}
    </Section>
  );
}
