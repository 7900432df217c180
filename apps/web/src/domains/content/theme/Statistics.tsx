import type { ThemeDay } from '@wheelhouse/contract/calls/content/content';
import { formatDay } from '@wheelhouse/contract/time';
import type { RowOf } from '@wheelhouse/entities/rows';
import { useMemo, useState, type ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { countsOverTime } from '../../../ui/chart/counts.ts';
import { Section } from '../../../ui/Layout.tsx';
import { EmptyState, PendingState } from '../../../ui/States.tsx';
import { useThemeTexts } from './texts.ts';

const numbers = ['owners', 'downloads'] as const;
const shownMs = 29 * 86_400_000;

function Days({ days }: { readonly days: readonly ThemeDay[] }): ReactNode {
  const words = useThemeTexts();
  const counts = useMemo(
    () => countsOverTime(days, { time: ({ statDate }) => statDate, title: words('day'), keys: numbers, name: words }),
    [days, words],
  );
  return <Chart label={words('last30d')} {...counts} />;
}

/** Who got a theme, and how often it was put on, day by day. */
export default function Statistics({ row }: { readonly row: RowOf<'appTheme'> }): ReactNode {
  const words = useThemeTexts();
  const [now] = useState(() => Date.now());
  const [from, to] = [formatDay(new Date(now - shownMs)), formatDay(new Date(now))];
  const { data, error, refetch } = useCall(
    '/ps/crm/appTheme/statistics',
    { id: row.id, from, to },
    { inlineErrors: true },
  );
  if (data === undefined) return <PendingState small error={error} onRetry={() => void refetch()} />;
  return (
    <Section title={words('last30d')}>
      {data.owners + data.downloads === 0 ? <EmptyState title={words('nothing')} /> : <Days days={data.days} />}
    </Section>
  );
}
