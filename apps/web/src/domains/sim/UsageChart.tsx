import type { SimUsage } from '@wheelhouse/contract/calls/sim';
import { useMemo, type ReactNode } from 'react';
import { Chart, type ChartOption } from '../../ui/chart/Chart.tsx';
import { formatNumber } from '../../ui/format.ts';
import { useSimTexts } from './texts.ts';

const kbOfMb = 1024;
const kinds = ['up', 'down'] as const;
type Kind = (typeof kinds)[number];
const mbOf = (kb: number): number => Math.round((kb / kbOfMb) * 100) / 100;
const volumeOf = (one: SimUsage, kind: Kind): number => mbOf(kind === 'up' ? one.upKb : one.downKb);
const [rowHeight, around, least] = [26, 72, 160];

interface UsageChartProps {
  readonly label: string;
  readonly rows: readonly SimUsage[];
  /** What a point or bar stands for. */
  readonly keyLabel: string;
  /** Over time as lines or bars; the largest below each other, with their whole names. */
  readonly as?: 'lines' | 'bars' | 'ranks';
}

type Look = NonNullable<UsageChartProps['as']>;

function axesOf(look: Look, keys: readonly string[]): Pick<ChartOption, 'xAxis' | 'yAxis'> {
  if (look === 'ranks')
    return { xAxis: { type: 'value' }, yAxis: { type: 'category', data: [...keys], inverse: true } };
  return {
    xAxis: {
      type: 'category',
      data: [...keys],
      axisLabel: { hideOverlap: true, formatter: (key: string) => key.slice(5) },
    },
    yAxis: { type: 'value' },
  };
}

const seriesOf = (look: Look, name: string, data: number[]) =>
  look === 'lines'
    ? { type: 'line' as const, stack: 'used', areaStyle: { opacity: 0.15 }, showSymbol: data.length < 2, name, data }
    : { type: 'bar' as const, stack: 'used', barMaxWidth: 24, name, data };

/** Volume in MB, up and down: by day or month, or of the cards, vehicles, models or pools that use most. */
export function UsageChart({ label, rows, keyLabel, as: look = 'lines' }: UsageChartProps): ReactNode {
  const words = useSimTexts();
  const option = useMemo(
    (): ChartOption => ({
      tooltip: { trigger: 'axis' },
      legend: {},
      grid: { left: 4, right: 16, top: 32, bottom: 4, containLabel: true },
      ...axesOf(
        look,
        rows.map(({ key }) => key),
      ),
      series: kinds.map((kind) =>
        seriesOf(
          look,
          words(kind),
          rows.map((one) => volumeOf(one, kind)),
        ),
      ),
    }),
    [rows, words, look],
  );
  const table = useMemo(
    () => ({
      columns: [
        { key: 'key', title: keyLabel },
        ...kinds.map((key) => ({ key, title: `${words(key)} (MB)`, align: 'right' as const })),
      ],
      rows: rows.map((one) => ({
        key: one.key,
        ...Object.fromEntries(kinds.map((kind) => [kind, formatNumber(volumeOf(one, kind), 2)])),
      })),
    }),
    [rows, words, keyLabel],
  );
  const height = look === 'ranks' ? Math.max(least, rows.length * rowHeight + around) : undefined;
  const says = useMemo(() => {
    const sums = rows.map((one) => mbOf(one.upKb + one.downKb));
    const total = sums.reduce((sum, mb) => sum + mb, 0);
    const most = Math.max(0, ...sums);
    return words(look === 'lines' ? 'usedSays' : 'usedSaysOf', {
      total: formatNumber(Math.round(total)),
      mean: formatNumber(total / Math.max(1, sums.length), 1),
      key: rows[sums.indexOf(most)]?.key ?? '',
      most: formatNumber(most, 1),
    });
  }, [rows, words, look]);
  return <Chart label={label} says={says} option={option} table={table} {...(height !== undefined && { height })} />;
}
