import { useMemo, type ReactNode } from 'react';
import { formatDay } from '@wheelhouse/contract/time';
import { useListed, usePick, useTexts } from '../../../i18n/lang.ts';
import { Chart, type ChartTable } from '../../../ui/chart/Chart.tsx';
import { panelsHeight, panelsOf } from '../../../ui/chart/panels.ts';
import { formatNumber } from '../../../ui/format.ts';
import { Section } from '../../../ui/Layout.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { PendingState } from '../../../ui/States.tsx';
import { useFigures } from './board/figures.ts';
import { seriesTexts, texts } from './texts.ts';

const choices = [7, 30, 90] as const;
/** As high as the card has room for at first. */
const each = 168;
const height = panelsHeight([0, 0], each);

/** Whole days alone: a part of today beside them looks like a fall. The table has today. */
const wholeDays = <P extends readonly [string, number]>(points: readonly P[]): readonly P[] =>
  points.filter(([day]) => day < formatDay(new Date()));
const meanOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, n) => sum + n, 0) / values.length;

/** Active vehicles, and below them what was new, day by day: they differ so much in size that each has its own scale. */
export function TrendSection(): ReactNode {
  const { trend, trendError, retryTrend, days, onDays } = useFigures();
  const t = useTexts(texts);
  const pick = usePick();
  const list = useListed();
  const dates = trend?.series[0]?.points.map(([day]) => day) ?? [];
  const { option, says } = useMemo(() => {
    const series = (trend?.series ?? []).map(({ name, points }) => ({
      name: pick(seriesTexts[name]),
      type: 'line' as const,
      data: wholeDays(points).map(([, n]) => n),
      isActive: name === 'activeVehicles',
    }));
    const drawn = wholeDays(trend?.series[0]?.points ?? []).map(([day]) => day);
    const groups = [series.filter(({ isActive }) => isActive), series.filter(({ isActive }) => !isActive)];
    const panels = groups
      .filter((group) => group.length > 0)
      .map((group) => ({
        title: group.length === 1 ? (group[0]?.name ?? '') : t('newADay'),
        series: group,
        whole: true as const,
        min: 0,
      }));
    const means = series.map(({ name, data }) => t('meanOf', { name, n: formatNumber(Math.round(meanOf(data))) }));
    return {
      option: panelsOf(drawn, panels, (day) => day.slice(5), each),
      says: t('trendSays', { means: list(means), day: drawn.at(-1)?.slice(5) ?? '' }),
    };
  }, [trend, pick, t, list]);
  const table = useMemo((): ChartTable => {
    const series = trend?.series ?? [];
    return {
      columns: [
        { key: 'day', title: t('date') },
        ...series.map((one) => ({ key: one.name, title: pick(seriesTexts[one.name]), align: 'right' as const })),
      ],
      rows: (series[0]?.points ?? [])
        .map(([day], i) => ({ day, ...Object.fromEntries(series.map((one) => [one.name, one.points[i]?.[1] ?? 0])) }))
        .reverse(),
    };
  }, [trend, pick, t]);
  return (
    <Section
      title={t('trend', { n: days })}
      extra={
        <Segments
          label={t('trendDays')}
          value={days}
          onChange={onDays}
          options={choices.map((n) => ({ key: n, label: t('days', { n }) }))}
        />
      }
    >
      {trend === undefined ? (
        <div style={{ minHeight: height }}>
          <PendingState small error={trendError} onRetry={retryTrend} />
        </div>
      ) : (
        <Chart label={t('trend', { n: dates.length })} says={says} option={option} table={table} height={height} />
      )}
    </Section>
  );
}
