import { Segmented } from 'antd';
import { useMemo, type ReactNode } from 'react';
import type { Trend } from '@wheelhouse/contract/dashboard';
import { usePick, useTexts } from '../../i18n/lang.ts';
import { Chart, type ChartOption, type ChartTable } from '../../ui/chart/Chart.tsx';
import { Section } from '../../ui/Layout.tsx';
import { PendingState, type PendingStateProps } from '../../ui/States.tsx';
import { seriesTexts, texts } from './texts.ts';

export interface TrendSectionProps extends PendingStateProps {
  readonly trend: Trend | undefined;
  readonly days: number;
  readonly onDays: (days: number) => void;
}

const choices = [7, 30, 90] as const;
const height = 292;

/** Newly activated, active vehicles and new users, day by day. Active vehicles are many more: they have the axis at the right. */
export function TrendSection({ trend, error, onRetry, days, onDays }: TrendSectionProps): ReactNode {
  const t = useTexts(texts);
  const pick = usePick();
  const dates = trend?.series[0]?.points.map(([day]) => day) ?? [];
  const option = useMemo((): ChartOption => {
    const series = trend?.series ?? [];
    const apart = series.some((one) => one.name === 'activeVehicles') && series.length > 1;
    return {
      tooltip: { trigger: 'axis' },
      legend: {},
      grid: { left: 4, right: 4, top: 36, bottom: 4, containLabel: true },
      xAxis: {
        type: 'category',
        boundaryGap: false,
        data: (series[0]?.points ?? []).map(([day]) => day),
        axisLabel: { formatter: (day: string) => day.slice(5) },
      },
      yAxis: apart
        ? [
            { type: 'value', minInterval: 1 },
            {
              type: 'value',
              minInterval: 1,
              splitLine: { show: false },
              name: pick(seriesTexts.activeVehicles),
              nameTextStyle: { align: 'right' },
              nameGap: 10,
            },
          ]
        : { type: 'value', minInterval: 1 },
      series: series.map((one) => ({
        type: 'line',
        name: pick(seriesTexts[one.name]),
        data: one.points.map(([, n]) => n),
        smooth: 0.25,
        ...(apart && one.name === 'activeVehicles' ? { yAxisIndex: 1, areaStyle: { opacity: 0.08 } } : {}),
      })),
    };
  }, [trend, pick]);
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
        <Segmented
          size="small"
          aria-label={t('trendDays')}
          value={days}
          onChange={onDays}
          options={choices.map((n) => ({ value: n, label: t('days', { n }) }))}
        />
      }
    >
      {trend === undefined ? (
        <div style={{ minHeight: height }}>
          <PendingState small error={error} onRetry={onRetry} />
        </div>
      ) : (
        <Chart label={t('trend', { n: dates.length })} option={option} table={table} height={height} />
      )}
    </Section>
  );
}
