import { useMemo, useState, type ReactNode } from 'react';
import { useTheme } from '../../../../theme/theme.ts';
import { Chart, type ChartOption } from '../../../../ui/chart/Chart.tsx';
import { countsOverTime } from '../../../../ui/chart/counts.ts';
import { formatNumber } from '../../../../ui/format.ts';
import { Section } from '../../../../ui/Layout.tsx';
import { Segments } from '../../../../ui/Segments.tsx';
import { EmptyState } from '../../../../ui/States.tsx';
import type { Monitor } from './model.ts';
import { useSame } from '../useSame.ts';
import { useMonitorTexts, type MonitorTexts } from './texts.ts';

const chartHeight = 260;

/** Colours of the theme by name, for what has a meaning of its own. */
function useTones(...names: readonly string[]): readonly string[] {
  // Another theme has other colours.
  useTheme();
  const styles = getComputedStyle(document.documentElement);
  return useSame(names.map((name) => styles.getPropertyValue(`--wh-${name}`).trim()));
}

/** How the task went on, cumulative. */
export function Curve({ series }: { readonly series: Monitor['series'] }): ReactNode {
  const texts = useMonitorTexts();
  const tones = useTones('primary', 'success', 'danger');
  const counts = useMemo(() => {
    const { option, ...rest } = countsOverTime(series, {
      time: ({ time }) => time,
      title: texts('time'),
      keys: ['started', 'succeeded', 'failed'],
      name: (key) => texts(key),
      growing: true,
    });
    return { option: { ...option, color: [...tones] }, ...rest };
  }, [series, texts, tones]);
  return (
    <Section title={texts('curve')}>
      {series.length === 0 ? (
        <EmptyState small title={texts('noCurve')} />
      ) : (
        <Chart label={texts('curve')} height={chartHeight} {...counts} />
      )}
    </Section>
  );
}

interface Result {
  readonly name: string;
  readonly succeeded: number;
  readonly failed: number;
  readonly other: number;
}

const resultKeys = ['succeeded', 'failed', 'other'] as const;
const rowHeight = 34;
const mostBars = 12;

/** Bars from left to right, a kind of vehicles each: what became of them. */
function resultBars(texts: MonitorTexts, results: readonly Result[], tones: readonly string[]) {
  const option: ChartOption = {
    tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
    legend: { type: 'scroll' },
    grid: { left: 4, right: 24, top: 36, bottom: 4, containLabel: true },
    xAxis: { type: 'value', minInterval: 1 },
    yAxis: { type: 'category', inverse: true, data: results.map(({ name }) => name) },
    series: resultKeys.map((key, at) => ({
      type: 'bar',
      stack: 'all',
      name: texts(key),
      itemStyle: { color: tones[at] ?? '', borderRadius: 0 },
      data: results.map((result) => result[key]),
    })),
  };
  const table = {
    columns: [
      { key: 'name', title: texts('results') },
      ...resultKeys.map((key) => ({ key, title: texts(key), align: 'right' as const })),
    ],
    rows: results.map(({ name, ...counts }) => ({
      name,
      ...Object.fromEntries(resultKeys.map((key) => [key, formatNumber(counts[key])])),
    })),
  };
  const sum = (key: (typeof resultKeys)[number]): number => results.reduce((all, one) => all + one[key], 0);
  const says = texts('resultsSay', {
    succeeded: formatNumber(sum('succeeded')),
    failed: formatNumber(sum('failed')),
    other: formatNumber(sum('other')),
  });
  return { option, table, says };
}

const kinds = ['byVersion', 'byHardware', 'byModel'] as const;
type Kind = (typeof kinds)[number];

/** What became of the vehicles, by version, hardware or model. */
export function Results({ data }: { readonly data: Pick<Monitor, Kind> }): ReactNode {
  const texts = useMonitorTexts();
  const [kind, setKind] = useState<Kind>('byVersion');
  const { byVersion, byHardware, byModel } = data;
  const of = (name: string | null, { succeeded, failed, other }: Omit<Result, 'name'>): Result => ({
    name: name ?? texts('unknown'),
    succeeded,
    failed,
    other,
  });
  const all: Readonly<Record<Kind, readonly Result[]>> = {
    byVersion: byVersion.map((one) => of(one.fromVersion, one)),
    byHardware: byHardware.map((one) => of(one.hardwareVersion, one)),
    byModel: byModel.map((one) => of(one.vehicleTypeName, one)),
  };
  const results = useSame(all[kind]);
  const tones = useTones('success', 'danger', 'text-3');
  const counts = useMemo(() => resultBars(texts, results, tones), [texts, results, tones]);
  return (
    <Section
      title={texts('results')}
      extra={
        <Segments
          label={texts('resultsBy')}
          options={kinds.map((key) => ({ key, label: texts(key) }))}
          value={kind}
          onChange={setKind}
        />
      }
    >
      <Chart
        label={`${texts('results')} · ${texts(kind)}`}
        height={Math.max(chartHeight, 60 + rowHeight * Math.min(results.length, mostBars))}
        {...counts}
      />
    </Section>
  );
}
