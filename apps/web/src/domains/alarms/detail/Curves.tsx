import { alarmCurves, type AlarmCurve } from '@wheelhouse/contract/calls/alarms';
import type { OutputOf } from '@wheelhouse/entities/calls';
import { useMemo, type ReactNode } from 'react';
import { formatInstant, parseInstant } from '@wheelhouse/contract';
import { useCall } from '../../../api/query.ts';
import { Chart, type ChartOption } from '../../../ui/chart/Chart.tsx';
import { zoneMs } from '../../../ui/chart/counts.ts';
import { sayRange, sayRanges } from '../../../ui/chart/says.ts';
import { formatNumber, none, withUnit } from '../../../ui/format.ts';
import { Section } from '../../../ui/Layout.tsx';
import { EmptyState, PendingState } from '../../../ui/States.tsx';
import { textOf } from '../../../entity-ui/model.ts';
import { useAlarmTexts, type AlarmTexts } from '../texts.ts';
import type { AlarmRecord } from './types.ts';

type Answer = OutputOf<'POST /veh/crm/alarm/telemetry'>;
const units: Readonly<Record<AlarmCurve, string>> = {
  soc: '%',
  speedKmh: 'km/h',
  voltageV: 'V',
  currentA: 'A',
  tempMaxC: '°C',
  controllerTempC: '°C',
  motorTempC: '°C',
};
/** Small charts over one time axis: what has one unit shares one. */
const grids = [
  { title: 'soc', unit: '%', of: ['soc'] },
  { title: 'speedKmh', unit: 'km/h', of: ['speedKmh'] },
  { title: 'voltageV', unit: 'V', of: ['voltageV'] },
  { title: 'currentA', unit: 'A', of: ['currentA'] },
  { title: 'temperatures', unit: '°C', of: ['tempMaxC', 'controllerTempC', 'motorTempC'] },
] as const;
const height = 84;
const gap = 40;

function optionOf({ series, at }: Answer, texts: AlarmTexts): ChartOption & { readonly useUTC: true } {
  const moment = (parseInstant(at)?.getTime() ?? 0) + zoneMs;
  return {
    // Shown in the console's zone, whatever the browser's is: shifted, and read as UTC.
    useUTC: true,
    legend: { show: false },
    tooltip: { trigger: 'axis' },
    dataZoom: [{ type: 'inside', xAxisIndex: grids.map((_, grid) => grid) }],
    grid: grids.map((_, grid) => ({
      left: 48,
      right: 16,
      top: 28 + grid * (height + gap),
      height,
      containLabel: false,
    })),
    xAxis: grids.map((_, grid) => ({ type: 'time', gridIndex: grid, axisLabel: { show: grid === grids.length - 1 } })),
    yAxis: grids.map(({ title, unit }, grid) => ({
      type: 'value',
      gridIndex: grid,
      scale: true,
      name: `${texts(title)} (${unit})`,
      nameLocation: 'end',
      nameTextStyle: { align: 'left' },
    })),
    series: grids.flatMap(({ of }, grid) =>
      of.map((name, n) => ({
        type: 'line' as const,
        name: texts(name),
        xAxisIndex: grid,
        yAxisIndex: grid,
        showSymbol: false,
        data: series[name].map(([ms, value]) => [ms + zoneMs, value]),
        ...(n === 0 && {
          markLine: {
            symbol: 'none',
            silent: true,
            label: { show: grid === 0, formatter: texts('alarmAt') },
            data: [{ xAxis: moment }],
          },
        }),
      })),
    ),
  };
}

function rowsOf(series: Answer['series']): readonly Readonly<Record<string, string>>[] {
  const times = [...new Set(alarmCurves.flatMap((name) => series[name].map(([ms]) => ms)))].sort((a, b) => a - b);
  const at = new Map(alarmCurves.map((name) => [name, new Map(series[name])]));
  return times.map((ms) => ({
    time: formatInstant(new Date(ms)),
    ...Object.fromEntries(
      alarmCurves.map((name) => {
        const value = at.get(name)?.get(ms);
        return [name, value === undefined ? none : formatNumber(value)];
      }),
    ),
  }));
}

/** What the vehicle measured half an hour before and after. */
export function Curves({ alarm }: { readonly alarm: AlarmRecord }): ReactNode {
  const texts = useAlarmTexts();
  const { data, error, refetch } = useCall(
    '/veh/crm/alarm/telemetry',
    { id: alarm.id, minutesBefore: 30, minutesAfter: 30 },
    { inlineErrors: true, staleTime: 30_000 },
  );
  const option = useMemo(() => (data === undefined ? undefined : optionOf(data, texts)), [data, texts]);
  const empty = data !== undefined && alarmCurves.every((name) => data.series[name].length === 0);
  return (
    <Section title={texts('curves')}>
      {data === undefined || option === undefined ? (
        <PendingState small error={data === undefined ? error : null} onRetry={() => void refetch()} />
      ) : empty ? (
        <EmptyState small title={texts('noCurves')} />
      ) : (
        <Chart
          label={`${texts('curves')} ${textOf(alarm.alarmNo)}`}
          says={sayRanges(
            alarmCurves
              .filter((name) => data.series[name].length > 0)
              .map((name) =>
                sayRange(
                  texts(name),
                  data.series[name].map(([, value]) => value),
                  (value) => withUnit(Math.round(value * 10) / 10, units[name]),
                ),
              ),
          )}
          height={28 + grids.length * (height + gap)}
          option={option}
          table={{
            columns: [
              { key: 'time', title: texts('time') },
              ...alarmCurves.map((name) => ({
                key: name,
                title: `${texts(name)} (${units[name]})`,
                align: 'right' as const,
              })),
            ],
            rows: rowsOf(data.series),
          }}
        />
      )}
    </Section>
  );
}
