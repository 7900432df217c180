import type { FaqVotes } from '@wheelhouse/contract/calls/content';
import type { RowOf } from '@wheelhouse/entities/rows';
import { useMemo, type ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { Chart, type ChartOption } from '../../ui/chart/Chart.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Section } from '../../ui/Layout.tsx';
import { EmptyState, PendingState } from '../../ui/States.tsx';
import { useFaqTexts } from './texts.ts';

const kinds = ['helpful', 'unhelpful'] as const;

function Days({ days }: { readonly days: readonly FaqVotes[] }): ReactNode {
  const words = useFaqTexts();
  const option = useMemo(
    (): ChartOption => ({
      tooltip: { trigger: 'axis' },
      legend: {},
      grid: { left: 4, right: 4, top: 40, bottom: 4, containLabel: true },
      xAxis: {
        type: 'category',
        data: days.map(({ statDate }) => statDate),
        axisLabel: { formatter: (day: string) => day.slice(5) },
      },
      yAxis: { type: 'value', minInterval: 1 },
      series: kinds.map((key) => ({
        type: 'bar',
        stack: 'votes',
        name: words(key),
        data: days.map((one) => one[key]),
      })),
    }),
    [days, words],
  );
  const table = useMemo(
    () => ({
      columns: [
        { key: 'day', title: words('day') },
        ...kinds.map((key) => ({ key, title: words(key), align: 'right' as const })),
      ],
      rows: days.toReversed().map((one) => ({
        day: one.statDate,
        helpful: formatNumber(one.helpful),
        unhelpful: formatNumber(one.unhelpful),
      })),
    }),
    [days, words],
  );
  return <Chart label={words('last30d')} option={option} table={table} />;
}

/** Votes of users about an answer, day by day. */
export default function Votes({ row }: { readonly row: RowOf<'faq'> }): ReactNode {
  const words = useFaqTexts();
  const { data, error, refetch } = useCall('/ps/crm/faq/votes', { id: row.id }, { inlineErrors: true });
  if (data === undefined) return <PendingState small error={error} onRetry={() => void refetch()} />;
  const isEmpty = data.every(({ helpful, unhelpful }) => helpful + unhelpful === 0);
  return (
    <Section title={words('last30d')}>
      {isEmpty ? <EmptyState title={words('noVotes')} /> : <Days days={data} />}
    </Section>
  );
}
