import { formatDay } from '@wheelhouse/contract/time';
import type { RowOf } from '@wheelhouse/entities/rows';
import { useState, type ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { formatNumber } from '../../ui/format.ts';
import { DescriptionList, Section } from '../../ui/Layout.tsx';
import { EmptyState, PendingState } from '../../ui/States.tsx';
import { Rate, wholePackage } from './Rate.tsx';
import { useSimTexts } from './texts.ts';
import { UsageChart } from './UsageChart.tsx';

type Card = Pick<RowOf<'simCard'>, 'iccid'> &
  Partial<Pick<RowOf<'simCard'>, 'monthUsedMb' | 'packageMb' | 'usageRate'>>;

const months = 12;
const mb = (value: number): string => `${formatNumber(value, 2)} MB`;

/** The first day of the month that lies `back` months before that of `day`. */
function monthBefore(day: string, back: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const at = new Date(Date.UTC(year, month - 1 - back, 1));
  return at.toISOString().slice(0, 10);
}
const daysOfMonth = (day: string): number => {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
};

/** This month so far, and where it ends if it goes on like this. */
function MonthFacts({ card, today }: { readonly card: Card; readonly today: string }): ReactNode {
  const words = useSimTexts();
  const used = Number(card.monthUsedMb ?? 0);
  const predicted = (used / Number(today.slice(8))) * daysOfMonth(today);
  const whole = card.packageMb ?? 0;
  return (
    <DescriptionList
      items={[
        { key: 'used', label: words('usedThisMonth'), value: mb(used) },
        { key: 'package', label: words('package'), value: mb(whole) },
        { key: 'rate', label: words('rate'), value: <Rate value={card.usageRate ?? 0} /> },
        {
          key: 'predicted',
          label: words('predicted'),
          value: <Rate value={whole > 0 ? (predicted / whole) * wholePackage : 0} text={mb(predicted)} />,
        },
      ]}
    />
  );
}

function Days({ iccid, today }: { readonly iccid: string; readonly today: string }): ReactNode {
  const words = useSimTexts();
  const range = { from: monthBefore(today, 0), to: today };
  const { data, error, refetch } = useCall(
    '/veh/crm/simFlow/chart',
    { dimension: 'day', ...range, iccid },
    { inlineErrors: true },
  );
  if (data === undefined) return <PendingState small error={error} onRetry={() => void refetch()} />;
  if (data.length === 0) return <EmptyState small title={words('noUsage')} />;
  return <UsageChart label={words('thisMonth')} rows={data} keyLabel={words('day')} as="bars" />;
}

function Months({ iccid, today }: { readonly iccid: string; readonly today: string }): ReactNode {
  const words = useSimTexts();
  const query = {
    'statDate.ge': monthBefore(today, months - 1).slice(0, 7),
    'statDate.le': today.slice(0, 7),
    iccid,
  };
  const { data, error, refetch } = useCall(
    '/veh/crm/simFlow/month',
    { page: 1, pageSize: months, query },
    { inlineErrors: true },
  );
  if (data === undefined) return <PendingState small error={error} onRetry={() => void refetch()} />;
  if (data.list.length === 0) return <EmptyState small title={words('noUsage')} />;
  const rows = data.list.toReversed().map(({ month, ...used }) => ({ key: month, ...used }));
  return <UsageChart label={words('lastYear')} rows={rows} keyLabel={words('month')} as="bars" />;
}

/** What a card has used, as its carrier counted it: this month by day, and the last twelve months. */
export default function Usage({ row }: { readonly row: Card }): ReactNode {
  const words = useSimTexts();
  const [today] = useState(() => formatDay(new Date()));
  return (
    <div className="eu-stack">
      <Section title={words('thisMonth')}>
        {row.monthUsedMb === undefined ? null : <MonthFacts card={row} today={today} />}
        <Days iccid={row.iccid} today={today} />
      </Section>
      <Section title={words('lastYear')}>
        <Months iccid={row.iccid} today={today} />
      </Section>
    </div>
  );
}
