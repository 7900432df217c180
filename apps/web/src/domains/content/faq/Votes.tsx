import type { FaqVotes } from '@wheelhouse/contract/calls/content/content';
import type { RowOf } from '@wheelhouse/entities/rows';
import { useMemo, type ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { countsOverTime } from '../../../ui/chart/counts.ts';
import { Section } from '../../../ui/Layout.tsx';
import { EmptyState, PendingState } from '../../../ui/States.tsx';
import { useFaqTexts } from './texts.ts';

const kinds = ['helpful', 'unhelpful'] as const;

function Days({ days }: { readonly days: readonly FaqVotes[] }): ReactNode {
  const words = useFaqTexts();
  const counts = useMemo(
    () =>
      countsOverTime(days, {
        time: ({ statDate }) => statDate,
        title: words('day'),
        keys: kinds,
        name: words,
        bars: 'stacked',
      }),
    [days, words],
  );
  return <Chart label={words('last30d')} {...counts} />;
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
