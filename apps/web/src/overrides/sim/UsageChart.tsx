import type { SimUsage } from '@wheelhouse/contract/calls/sim';
import { useMemo, type ReactNode } from 'react';
import { Chart, type ChartOption } from '../../ui/chart/Chart.tsx';
import { formatNumber } from '../../ui/format.ts';
import { useSimTexts } from './texts.ts';

const kbOfMb = 1024;
const kinds = ['up', 'down'] as const;
const mbOf = (kb: number): number => Math.round((kb / kbOfMb) * 100) / 100;

interface UsageChartProps {
  readonly label: string;
  readonly rows: readonly SimUsage[];
  /** What a bar stands for. */
  readonly keyLabel: string;
}

/** Volume in MB, up and down, a bar for each day, card or model. */
export function UsageChart({ label, rows, keyLabel }: UsageChartProps): ReactNode {
  const words = useSimTexts();
  const option = useMemo(
    (): ChartOption => ({
      tooltip: { trigger: 'axis' },
      legend: {},
      grid: { left: 4, right: 4, top: 32, bottom: 4, containLabel: true },
      xAxis: { type: 'category', data: rows.map(({ key }) => key), axisLabel: { hideOverlap: true } },
      yAxis: { type: 'value' },
      series: kinds.map((kind) => ({
        type: 'bar',
        stack: 'used',
        name: words(kind),
        data: rows.map((one) => mbOf(kind === 'up' ? one.upKb : one.downKb)),
      })),
    }),
    [rows, words],
  );
  const table = useMemo(
    () => ({
      columns: [
        { key: 'key', title: keyLabel },
        ...kinds.map((key) => ({ key, title: `${words(key)} (MB)`, align: 'right' as const })),
      ],
      rows: rows.map((one) => ({
        key: one.key,
        up: formatNumber(mbOf(one.upKb), 2),
        down: formatNumber(mbOf(one.downKb), 2),
      })),
    }),
    [rows, words, keyLabel],
  );
  return <Chart label={label} option={option} table={table} />;
}
