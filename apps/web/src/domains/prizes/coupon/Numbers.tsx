import { useMemo, useState, type ReactNode } from 'react';
import { formatDay } from '@wheelhouse/contract/time';
import { prizesMachines } from '@wheelhouse/entities/machines/prizes';
import type { RowOf } from '@wheelhouse/entities/rows';
import { useCall } from '../../../api/query.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { countsOverTime } from '../../../ui/chart/counts.ts';
import { formatNumber, formatPercent } from '../../../ui/format.ts';
import { Section } from '../../../ui/Layout.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { PendingState } from '../../../ui/States.tsx';
import { useCouponTexts } from './texts.ts';
import './coupon.css';

const dayMs = 86_400_000;
const ranges = [7, 30, 90] as const;
const keys = ['received', 'used', 'expired'] as const;
const { voided } = prizesMachines['SM-UserCoupon'].states;

/** What became of a coupon: its numbers, and each day. */
export default function Numbers({ row }: { readonly row: RowOf<'coupon'> }): ReactNode {
  const t = useCouponTexts();
  const [range, setRange] = useState<number>(ranges[1]);
  const [now] = useState(() => Date.now());
  const { data, error, refetch } = useCall(
    '/act/crm/coupon/statistics',
    { id: row.id, from: formatDay(new Date(now - (range - 1) * dayMs)), to: formatDay(new Date(now)) },
    { inlineErrors: true, keepPrevious: true },
  );
  const chart = useMemo(
    () => data && countsOverTime(data.days, { time: ({ day }) => day, title: t('day'), keys, name: t }),
    [data, t],
  );
  const gone = data?.states.find(({ status }) => status === voided)?.n ?? 0;
  const figures = [
    ['total', formatNumber(row.total)],
    ['issued', formatNumber(row.issued)],
    ['used', formatNumber(row.used)],
    ['expired', formatNumber(row.expired)],
    ['voided', formatNumber(gone)],
    ['useRate', formatPercent(typeof row.useRate === 'number' ? row.useRate : null, 2)],
  ] as const;
  return (
    <div className="cp-numbers">
      {data === undefined || chart === undefined ? (
        <PendingState error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <dl className="cp-totals" aria-label={t('numbers')}>
            {figures.map(([name, value]) => (
              <div key={name}>
                <dt>{t(name)}</dt>
                <dd className="wh-num">{value}</dd>
              </div>
            ))}
          </dl>
          <Section
            title={t('perDay')}
            extra={
              <Segments
                label={t('range')}
                options={ranges.map((n) => ({ key: n, label: t('days', { n }) }))}
                value={range}
                onChange={setRange}
              />
            }
          >
            <Chart label={`${t('perDay')} ${row.couponNo}`} height={240} {...chart} />
          </Section>
        </>
      )}
    </div>
  );
}
