import type { RevenueGranularity, RevenuePoint } from '@wheelhouse/contract/calls/orders/revenue';
import { useMemo, useState, type ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { Chart, type ChartOption } from '../../../ui/chart/Chart.tsx';
import { Section } from '../../../ui/Layout.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { EmptyState, PendingState } from '../../../ui/States.tsx';
import { formatMoney, formatNumber } from '../../../ui/format.ts';
import type { RevenueQuery } from './query.ts';
import { useRevenueTexts } from './texts.ts';

const granularities = ['day', 'week', 'month'] as const satisfies readonly RevenueGranularity[];
const columns = [
  'orders',
  'grossFen',
  'refundFen',
  'netFen',
  'channelFeeFen',
  'partnerShareFen',
  'ownRevenueFen',
] as const;
const yuan = (fen: number): number => fen / 100;

function Points({
  points,
  short,
}: {
  readonly points: readonly RevenuePoint[];
  readonly short: (day: string) => string;
}): ReactNode {
  const t = useRevenueTexts();
  const made = useMemo(() => {
    const most = points.toSorted((a, b) => b.grossFen - a.grossFen)[0];
    const sum = (key: 'grossFen' | 'netFen'): string => formatMoney(points.reduce((all, one) => all + one[key], 0));
    const option: ChartOption = {
      tooltip: { trigger: 'axis', valueFormatter: (value) => formatNumber(Number(value), 2) },
      legend: { type: 'scroll' },
      grid: { left: 4, right: 16, top: 44, bottom: 4, containLabel: true },
      xAxis: {
        type: 'category',
        data: points.map(({ period }) => period),
        axisLabel: { formatter: short, hideOverlap: true },
      },
      yAxis: { type: 'value' },
      series: [
        {
          type: 'bar',
          stack: 'all',
          name: t('grossFen'),
          barMaxWidth: 24,
          data: points.map((one) => yuan(one.grossFen)),
        },
        {
          type: 'bar',
          stack: 'all',
          name: t('refundFen'),
          barMaxWidth: 24,
          data: points.map((one) => yuan(one.refundFen === 0 ? 0 : 0 - one.refundFen)),
        },
        {
          type: 'line',
          name: t('netFen'),
          showSymbol: points.length < 15,
          data: points.map((one) => yuan(one.netFen)),
        },
      ],
    };
    const shown = columns.filter((key) => points.some((one) => one[key] !== null));
    return {
      option,
      says: t('trendSays', {
        gross: sum('grossFen'),
        net: sum('netFen'),
        peak: short(most?.period ?? ''),
        most: formatMoney(most?.grossFen ?? 0),
      }),
      table: {
        columns: [
          { key: 'period', title: t('period') },
          ...shown.map((key) => ({ key, title: t(key), align: 'right' as const })),
        ],
        rows: points.toReversed().map((one) => ({
          period: one.period,
          ...Object.fromEntries(
            shown.map((key) => [key, key === 'orders' ? formatNumber(one.orders) : formatMoney(one[key])]),
          ),
        })),
      },
    };
  }, [points, short, t]);
  if (points.every(({ grossFen, refundFen }) => grossFen === 0 && refundFen === 0))
    return <EmptyState small title={t('nothing')} />;
  return <Chart label={t('trend')} {...made} />;
}

const dayShort = (day: string): string => day.slice(5);
const monthShort = (day: string): string => day.slice(0, 7);

const dayMs = 86_400_000;
/** Periods that are still told apart in the picture: days of two months, weeks of half a year. */
function usual({ 'occurTime.ge': from, 'occurTime.le': to }: RevenueQuery): RevenueGranularity {
  const days = (Date.parse(String(to).slice(0, 10)) - Date.parse(String(from).slice(0, 10))) / dayMs;
  return days > 190 ? 'month' : days > 62 ? 'week' : 'day';
}

/** What was sold and paid back by day, week or month. */
export function Trend({ query }: { readonly query: RevenueQuery }): ReactNode {
  const t = useRevenueTexts();
  const [chosen, setGranularity] = useState<RevenueGranularity>();
  const granularity = chosen ?? usual(query);
  const { data, error, refetch } = useCall(
    '/order/crm/themeRevenue/trend',
    { query, granularity },
    { inlineErrors: true, keepPrevious: true },
  );
  return (
    <Section
      title={t('trend')}
      extra={
        <Segments
          label={t('granularity')}
          options={granularities.map((key) => ({ key, label: t(key) }))}
          value={granularity}
          onChange={setGranularity}
        />
      }
    >
      {data === undefined ? (
        <PendingState small error={error} onRetry={() => void refetch()} />
      ) : (
        <Points points={data.list} short={granularity === 'month' ? monthShort : dayShort} />
      )}
    </Section>
  );
}
