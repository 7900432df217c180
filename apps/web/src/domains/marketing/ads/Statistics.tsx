import { useState, type ReactNode } from 'react';
import { formatDay } from '@wheelhouse/contract/time';
import type { OutputOf } from '@wheelhouse/entities/calls';
import type { RowOf } from '@wheelhouse/entities/rows';
import { useCall } from '../../../api/query.ts';
import { formatNumber } from '../../../ui/format.ts';
import { Section } from '../../../ui/Layout.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { PendingState } from '../../../ui/States.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { useAdTexts } from './texts.ts';

type Day = OutputOf<'POST /ps/crm/advertisement/statistics'>['days'][number];

const dayMs = 86_400_000;
const ranges = { last7d: 7, last30d: 30, lastYear: 365 } as const;
type Range = keyof typeof ranges;
const keys: readonly Range[] = ['last7d', 'last30d', 'lastYear'];
const numbers = ['impressions', 'clicks', 'users'] as const;

/** Impressions and clicks of an advertisement, day by day. */
export default function Statistics({ row }: { readonly row: RowOf<'advertisement'> }): ReactNode {
  const words = useAdTexts();
  const [range, setRange] = useState<Range>('last30d');
  const [now] = useState(() => Date.now());
  const from = formatDay(new Date(now - (ranges[range] - 1) * dayMs));
  const { data, error, refetch } = useCall(
    '/ps/crm/advertisement/statistics',
    { id: row.id, from, to: formatDay(new Date(now)) },
    { inlineErrors: true, keepPrevious: true },
  );
  if (data === undefined) return <PendingState small error={error} onRetry={() => void refetch()} />;
  return (
    <Section
      title={words('summary', { shows: formatNumber(data.impressions), clicks: formatNumber(data.clicks) })}
      extra={
        <Segments
          label={words('range')}
          options={keys.map((key) => ({ key, label: words(key) }))}
          value={range}
          onChange={setRange}
        />
      }
    >
      <DataTable
        label={words('statistics')}
        rows={data.days.toReversed()}
        rowKey={({ statDate }) => statDate}
        empty={words('nothing')}
        lines
        columns={[
          { key: 'statDate', label: words('day'), head: true, render: ({ statDate }: Day) => statDate },
          ...numbers.map((key) => ({
            key,
            label: words(key),
            align: 'end' as const,
            num: true,
            render: (one: Day) => formatNumber(one[key]),
          })),
        ]}
      />
    </Section>
  );
}
