import { useMemo, type ReactNode } from 'react';
import type { DealerMonth } from '@wheelhouse/contract/calls/dealers';
import type { RowOf } from '@wheelhouse/entities/rows';
import { useCall } from '../../api/query.ts';
import { useTexts, type Texts, type Translate } from '../../i18n/lang.ts';
import { Chart, type ChartTable } from '../../ui/chart/Chart.tsx';
import { countsOverTime } from '../../ui/chart/counts.ts';
import { panelsHeight, panelsOf } from '../../ui/chart/panels.ts';
import { sayRange, sayRanges } from '../../ui/chart/says.ts';
import { formatNumber, none } from '../../ui/format.ts';
import { Section } from '../../ui/Layout.tsx';
import { PendingState } from '../../ui/States.tsx';

const texts = {
  performance: { zh: '近12个月', en: 'Last 12 months' },
  month: { zh: '月份', en: 'Month' },
  orders: { zh: '接收报修', en: 'Orders received' },
  finished: { zh: '完成报修', en: 'Orders done' },
  sold: { zh: '售出车辆', en: 'Vehicles sold' },
  repairHours: { zh: '平均维修时长(小时)', en: 'Mean repair time (h)' },
  rating: { zh: '平均评分', en: 'Mean rating' },
  ratingCount: { zh: '评价数', en: 'Ratings' },
  repairs: { zh: '报修与销售', en: 'Repairs and sales' },
  quality: { zh: '服务质量', en: 'Quality of service' },
} as const satisfies Texts;

type Words = Translate<typeof texts>;
type Months = readonly DealerMonth[];

const counts = ['orders', 'finished', 'sold'] as const;
const means = ['repairHours', 'rating'] as const;
/** Hours and stars have nothing in common but the month: a scale each. */
const panelOf = (months: Months, t: Words) =>
  means.map((key) => ({
    title: t(key),
    min: 0,
    ...(key === 'rating' && { max: 5 }),
    series: [{ type: 'line' as const, name: t(key), data: months.map((one) => one[key]) }],
  }));

const meanOrNone = (value: number | null): string => (value === null ? none : formatNumber(value, 1));

const meanTable = (months: Months, t: Words): ChartTable => ({
  columns: [
    { key: 'month', title: t('month') },
    ...[...means, 'ratingCount' as const].map((key) => ({ key, title: t(key), align: 'right' as const })),
  ],
  rows: months.toReversed().map(({ month, repairHours, rating, ratingCount }) => ({
    month,
    repairHours: meanOrNone(repairHours),
    rating: meanOrNone(rating),
    ratingCount: formatNumber(ratingCount),
  })),
});

function Plots({ months, name }: { readonly months: Months; readonly name: string }): ReactNode {
  const t = useTexts(texts);
  const charts = useMemo(
    () => ({
      repairs: countsOverTime(months, {
        time: ({ month }) => month,
        short: (month) => month,
        title: t('month'),
        keys: counts,
        bars: 'grouped',
        name: t,
      }),
      quality: {
        option: panelsOf(
          months.map(({ month }) => month),
          panelOf(months, t),
        ),
        height: panelsHeight(means),
        table: meanTable(months, t),
        says: sayRanges(
          means.map((key) =>
            sayRange(
              t(key),
              months.map((one) => one[key]),
              (value) => formatNumber(value, 1),
            ),
          ),
        ),
      },
    }),
    [months, t],
  );
  return (
    <>
      <Section title={t('repairs')} extra={<span className="wh-faint">{t('performance')}</span>}>
        <Chart label={`${t('repairs')} ${name}`} height={240} {...charts.repairs} />
      </Section>
      <Section title={t('quality')}>
        <Chart label={`${t('quality')} ${name}`} {...charts.quality} />
      </Section>
    </>
  );
}

/** What a dealer did in each of the last twelve months. */
export default function PerformanceTab({ row }: { readonly row: RowOf<'dealer'> }): ReactNode {
  const { data, error, refetch } = useCall('/data/crm/dealer/performance', { id: row.id }, { inlineErrors: true });
  return data === undefined ? (
    <PendingState small error={error} onRetry={() => void refetch()} />
  ) : (
    <div className="eu-stack">
      <Plots months={data.months} name={row.name} />
    </div>
  );
}
