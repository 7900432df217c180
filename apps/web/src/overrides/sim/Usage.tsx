import { formatDay } from '@wheelhouse/contract/time';
import type { RowOf } from '@wheelhouse/entities/rows';
import { useState, type ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { Section } from '../../ui/Layout.tsx';
import { EmptyState, PendingState } from '../../ui/States.tsx';
import { useSimTexts } from './texts.ts';
import { UsageChart } from './UsageChart.tsx';

const dayMs = 86_400_000;
const shownDays = 30;

/** What a card has used, day by day, as its carrier counted it. */
export default function Usage({ row }: { readonly row: Pick<RowOf<'simCard'>, 'iccid'> }): ReactNode {
  const words = useSimTexts();
  const [now] = useState(Date.now);
  const { data, error, refetch } = useCall(
    '/veh/crm/simFlow/chart',
    {
      dimension: 'day',
      from: formatDay(new Date(now - shownDays * dayMs)),
      to: formatDay(new Date(now)),
      iccid: row.iccid,
    },
    { inlineErrors: true },
  );
  if (data === undefined) return <PendingState small error={error} onRetry={() => void refetch()} />;
  return (
    <Section title={words('last30d')}>
      {data.length === 0 ? (
        <EmptyState title={words('noUsage')} />
      ) : (
        <UsageChart label={words('last30d')} rows={data} keyLabel={words('day')} />
      )}
    </Section>
  );
}
