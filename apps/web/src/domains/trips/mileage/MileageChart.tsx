import type { OutputOf } from '@wheelhouse/entities/calls';
import type { MileageOfDay } from '@wheelhouse/contract/calls/trips';
import { useMemo, type ReactNode } from 'react';
import { formatDay, parseInstant } from '@wheelhouse/contract/time';
import { useCall } from '../../../api/query.ts';
import { useDictLookup } from '../../../reference/reference.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { panelsHeight, panelsOf } from '../../../ui/chart/panels.ts';
import { formatNumber, none } from '../../../ui/format.ts';
import { Section } from '../../../ui/Layout.tsx';
import { EmptyState, PendingState } from '../../../ui/States.tsx';
import { useMileageTexts } from './texts.ts';

const dayMs = 86_400_000;

/** Every day of the range: those without mileage too. */
function allDays({
  from,
  to,
  days,
}: OutputOf<'POST /veh/crm/mileage/chart'>): (Partial<MileageOfDay> & { readonly statDate: string })[] {
  const known = new Map(days.map((day) => [day.statDate, day]));
  const list: (Partial<MileageOfDay> & { readonly statDate: string })[] = [];
  const end = parseInstant(`${to} 00:00:00`)?.getTime() ?? 0;
  for (let time = parseInstant(`${from} 00:00:00`)?.getTime() ?? end; time <= end; time += dayMs) {
    const statDate = formatDay(new Date(time));
    list.push(known.get(statDate) ?? { statDate });
  }
  return list;
}

export interface MileageChartProps {
  readonly vehicleId: string;
  /** Days `YYYY-MM-DD`; the last thirty unless given. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly title?: string;
  readonly extra?: ReactNode;
}

/** Kilometres of one vehicle day by day: by the odometer, and by the track to compare. */
export function MileageChart({ vehicleId, from, to, title, extra }: MileageChartProps): ReactNode {
  const texts = useMileageTexts();
  const { data, error, refetch } = useCall(
    '/veh/crm/mileage/chart',
    { vehicleId, ...(from !== undefined && to !== undefined && { 'statDate.ge': from, 'statDate.le': to }) },
    { inlineErrors: true, keepPrevious: true, staleTime: 60_000 },
  );
  return (
    <Section title={title ?? (data ? texts('chartOf', { vin: data.vin }) : texts('chart'))} extra={extra}>
      {data === undefined ? (
        <PendingState error={error} onRetry={() => void refetch()} />
      ) : data.days.length === 0 ? (
        <EmptyState small title={texts('noMileage')} />
      ) : (
        <Drawing data={data} />
      )}
    </Section>
  );
}

function Drawing({ data }: { readonly data: OutputOf<'POST /veh/crm/mileage/chart'> }): ReactNode {
  const texts = useMileageTexts();
  const dict = useDictLookup();
  const days = useMemo(() => allDays(data), [data]);
  const panels = useMemo(
    () => [
      {
        title: 'km',
        series: [
          { type: 'bar' as const, name: texts('byOdometer'), data: days.map((day) => day.dayKm ?? 0) },
          { type: 'bar' as const, name: texts('byTrack'), data: days.map((day) => day.gpsKm ?? 0) },
        ],
      },
      {
        title: texts('trips'),
        whole: true as const,
        series: [{ type: 'bar' as const, name: texts('trips'), data: days.map((day) => day.tripCount ?? 0) }],
      },
    ],
    [days, texts],
  );
  const option = useMemo(
    () =>
      panelsOf(
        days.map((day) => day.statDate),
        panels,
        (day) => day.slice(5),
      ),
    [days, panels],
  );
  const table = useMemo(
    () => ({
      columns: [
        { key: 'date', title: texts('date') },
        { key: 'odometer', title: `${texts('byOdometer')} (km)`, align: 'right' as const },
        { key: 'track', title: `${texts('byTrack')} (km)`, align: 'right' as const },
        { key: 'trips', title: texts('trips'), align: 'right' as const },
        { key: 'abnormal', title: '' },
      ],
      rows: days.toReversed().map((day) => ({
        date: day.statDate,
        odometer: day.dayKm === undefined ? none : formatNumber(day.dayKm, 1),
        track: day.gpsKm === undefined ? none : formatNumber(day.gpsKm, 1),
        trips: day.tripCount === undefined ? none : formatNumber(day.tripCount),
        abnormal: dict('MileageAbnormal', day.abnormal)?.name ?? '',
      })),
    }),
    [days, texts, dict],
  );
  const km = data.days.reduce((sum, day) => sum + day.dayKm, 0);
  const trips = data.days.reduce((sum, day) => sum + day.tripCount, 0);
  return (
    <Chart
      label={texts('chartOf', { vin: data.vin })}
      says={texts('total', {
        km: formatNumber(km, 1),
        mean: formatNumber(km / Math.max(1, data.days.length), 1),
        trips: formatNumber(trips),
      })}
      height={panelsHeight(panels)}
      option={option}
      table={table}
    />
  );
}
