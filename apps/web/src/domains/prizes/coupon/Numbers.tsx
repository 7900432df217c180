import { useMemo, useState, type ReactNode } from 'react';
import { formatDay } from '@wheelhouse/contract/time';
import type { OutputOf } from '@wheelhouse/entities/calls';
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

type Now = OutputOf<'POST /act/crm/coupon/statistics'>['now'];
const whole = 100;

const figuresOf = ({ total, issued, used, expired, voided }: Now) =>
  [
    ['total', formatNumber(total)],
    ['issued', formatNumber(issued)],
    ['used', formatNumber(used)],
    ['expired', formatNumber(expired)],
    ['voided', formatNumber(voided)],
    ['useRate', formatPercent(issued === 0 ? null : (whole * used) / issued, 2)],
  ] as const;

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
  const figures = data && figuresOf(data.now);
  return (
    <div className="cp-numbers">
      {figures === undefined || chart === undefined ? (
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
