import type { ArticleDay } from '@wheelhouse/contract/calls/content/publications';
import type { RowOf } from '@wheelhouse/entities/rows';
import { useMemo, type ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { countsOverTime } from '../../../ui/chart/counts.ts';
import { Section } from '../../../ui/Layout.tsx';
import { EmptyState, PendingState } from '../../../ui/States.tsx';
import { useArticleTexts } from './texts.ts';

const kinds = ['views', 'likes', 'comments', 'shares'] as const;

function Days({ days }: { readonly days: readonly ArticleDay[] }): ReactNode {
  const words = useArticleTexts();
  const counts = useMemo(
    () =>
      countsOverTime(days, {
        time: ({ statDate }) => statDate,
        title: words('day'),
        keys: kinds,
        name: words,
      }),
    [days, words],
  );
  return <Chart label={words('last30d')} {...counts} />;
}

/** What readers did with an article, day by day. */
export default function Readers({ row }: { readonly row: RowOf<'article'> }): ReactNode {
  const words = useArticleTexts();
  const { data, error, refetch } = useCall('/ps/crm/article/statistics', { id: row.id }, { inlineErrors: true });
  if (data === undefined) return <PendingState small error={error} onRetry={() => void refetch()} />;
  const isEmpty = data.every((day) => kinds.every((kind) => day[kind] === 0));
  return (
    <Section title={words('last30d')}>
      {isEmpty ? <EmptyState title={words('noReaders')} /> : <Days days={data} />}
    </Section>
  );
}
