import { useMemo, type ReactNode } from 'react';
import { useDictLookup } from '../../reference/reference.ts';
import { Chart, type ChartOption } from '../../ui/chart/Chart.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Section } from '../../ui/Layout.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { useOtaTexts } from './texts.ts';
import { useSame } from './useSame.ts';

const chartHeight = 260;

/** Failures by their code; a click shows these vehicles. */
export function ByCode({
  byCode,
  onPick,
}: {
  readonly byCode: readonly { readonly failCode: string; readonly count: number }[];
  readonly onPick?: (failCode: string) => void;
}): ReactNode {
  const texts = useOtaTexts();
  const dict = useDictLookup();
  const named = useSame(
    byCode
      .map(({ failCode, count }) => ({
        code: failCode,
        name: `${failCode} ${dict('OtaFailCode', failCode)?.name ?? ''}`.trim(),
        count,
      }))
      .toSorted((a, b) => b.count - a.count),
  );
  const option = useMemo(
    (): ChartOption => ({
      tooltip: { trigger: 'item' },
      legend: { type: 'scroll', top: 'bottom', left: 'center' },
      series: [
        {
          type: 'pie',
          name: texts('byCode'),
          radius: ['42%', '68%'],
          center: ['50%', '44%'],
          label: { formatter: '{d}%' },
          data: named.map(({ name, count }) => ({ name, value: count })),
        },
      ],
    }),
    [named, texts],
  );
  const table = useMemo(
    () => ({
      columns: [
        { key: 'name', title: texts('code') },
        { key: 'count', title: texts('vehicles'), align: 'right' as const },
      ],
      rows: named.map(({ name, count }) => ({ name, count: formatNumber(count) })),
    }),
    [named, texts],
  );
  return (
    <Section title={texts('byCode')}>
      {named.length === 0 ? (
        <EmptyState small title={texts('noFailures')} />
      ) : (
        <Chart
          label={texts('byCode')}
          height={chartHeight}
          option={option}
          table={table}
          onPick={({ dataIndex }) => {
            const picked = named[dataIndex];
            if (picked !== undefined) onPick?.(picked.code);
          }}
        />
      )}
    </Section>
  );
}
