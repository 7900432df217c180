import { useMemo, useState, type ReactNode } from 'react';
import type { PromotionStatistics } from '@wheelhouse/contract/calls/marketing';
import { formatDay, parseInstant } from '@wheelhouse/contract/time';
import type { RowOf } from '@wheelhouse/entities/rows';
import { useCall } from '../../../api/query.ts';
import { Chart, type ChartOption, type ChartTable } from '../../../ui/chart/Chart.tsx';
import { countsOverTime } from '../../../ui/chart/counts.ts';
import { formatMoney, formatNumber, formatPercent, none } from '../../../ui/format.ts';
import { Section } from '../../../ui/Layout.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { PendingState } from '../../../ui/States.tsx';
import { usePromotionTexts } from './texts.ts';
import './promotion.css';

const dayMs = 86_400_000;
const ranges = [7, 30, 90] as const;
const steps = ['scan', 'download', 'register', 'bind'] as const;
type Words = ReturnType<typeof usePromotionTexts>;

/** The last day of what there is to show: today, or that on which the promotion ended. */
function lastDay(endTime: string): number {
  const end = parseInstant(endTime)?.getTime() ?? Date.now();
  return Math.min(Date.now(), end);
}

/** Each step beside the first: how many came so far, and what part of the step before. */
function funnelOf({ total }: PromotionStatistics, t: Words) {
  const shares = steps.map((step, at) => {
    const before = at === 0 ? undefined : total[steps[at - 1] ?? step];
    return before === undefined || before === 0 ? '' : formatPercent((100 * total[step]) / before, 1);
  });
  const option: ChartOption = {
    tooltip: { trigger: 'axis' },
    grid: { left: 4, right: 104, top: 8, bottom: 4, containLabel: true },
    xAxis: { type: 'value', minInterval: 1, show: false },
    yAxis: { type: 'category', inverse: true, data: steps.map((step) => t(step)) },
    series: [
      {
        type: 'bar',
        barMaxWidth: 20,
        data: steps.map((step, at) => ({
          value: total[step],
          label: {
            show: true,
            position: 'right' as const,
            color: 'inherit',
            formatter: `${formatNumber(total[step])}  ${shares[at] ?? ''}`,
          },
        })),
      },
    ],
  };
  const table: ChartTable = {
    columns: [
      { key: 'step', title: t('step') },
      { key: 'n', title: t('number'), align: 'right' },
      { key: 'share', title: t('ofStepBefore'), align: 'right' },
    ],
    rows: steps.map((step, at) => ({ step: t(step), n: formatNumber(total[step]), share: shares[at] || none })),
  };
  const says = t('funnelSays', {
    scans: formatNumber(total.scan),
    registered: formatPercent(total.scan === 0 ? 0 : (100 * total.register) / total.scan, 1),
    bound: formatPercent(total.scan === 0 ? 0 : (100 * total.bind) / total.scan, 1),
  });
  return { option, table, says };
}

const dayTable = ({ days }: PromotionStatistics, t: Words): ChartTable => ({
  columns: [
    { key: 'day', title: t('day') },
    ...[...steps, 'rewardFen' as const].map((key) => ({ key, title: t(key), align: 'right' as const })),
  ],
  rows: days.toReversed().map((day) => ({ ...day, rewardFen: formatMoney(day.rewardFen) })),
});

/** What came of a promotion: totals, the way from scan to binding, and each day. All of it is counted from the same events. */
export default function Statistics({ row }: { readonly row: RowOf<'promotion'> }): ReactNode {
  const t = usePromotionTexts();
  const [range, setRange] = useState<number>(ranges[1]);
  const [last] = useState(() => lastDay(row.endTime));
  const from = formatDay(new Date(last - (range - 1) * dayMs));
  const { data, error, refetch } = useCall(
    '/ps/crm/promotion/statistics',
    { id: row.id, from, to: formatDay(new Date(last)) },
    { inlineErrors: true, keepPrevious: true },
  );
  const charts = useMemo(
    () =>
      data && {
        funnel: funnelOf(data, t),
        day: {
          ...countsOverTime(data.days, { time: ({ day }) => day, title: t('day'), keys: steps, name: t }),
          table: dayTable(data, t),
        },
      },
    [data, t],
  );
  return (
    <div className="ov-promotion">
      <Segments
        label={t('range')}
        options={ranges.map((n) => ({ key: n, label: t('days', { n }) }))}
        value={range}
        onChange={setRange}
      />
      {data === undefined || charts === undefined ? (
        <PendingState error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <dl className="ov-promotion-totals" aria-label={t('inRange')}>
            {steps.map((step) => (
              <div key={step}>
                <dt>{t(step)}</dt>
                <dd className="wh-num">{formatNumber(data.total[step])}</dd>
              </div>
            ))}
            <div>
              <dt>{t('rewardFen')}</dt>
              <dd className="wh-num">{formatMoney(data.total.rewardFen)}</dd>
            </div>
          </dl>
          <Section title={t('funnel')}>
            <Chart label={`${t('funnel')} ${row.promoCode}`} height={180} {...charts.funnel} />
          </Section>
          <Section title={t('perDay')}>
            <Chart label={`${t('perDay')} ${row.promoCode}`} height={260} {...charts.day} />
          </Section>
        </>
      )}
    </div>
  );
}
