import { listOf } from '@wheelhouse/contract/object';
import { useMemo, type ReactNode } from 'react';
import type { RowOf } from '@wheelhouse/entities/rows';
import { cellDifferenceWarnMv } from '@wheelhouse/contract/device/fields';
import { Section } from '../../../ui/Layout.tsx';
import { Chart, type ChartOption } from '../../../ui/chart/Chart.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { StatusTag } from '../../../ui/Values.tsx';
import { EmptyState } from '../../../ui/States.tsx';

import { useBatteryTexts } from './texts.ts';

const colour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--wh-${name}`).trim();

/** Each cell's voltage as a bar; the best and the worst stand out, and a spread that is too wide is said. */
export function Cells({ row }: { readonly row: RowOf<'battery'> }): ReactNode {
  const texts = useBatteryTexts();
  const cells = useMemo(() => listOf(row.cellsMv).map(Number), [row]);
  const [high, low] = [Math.max(...cells), Math.min(...cells)];
  const unbalanced = high - low > cellDifferenceWarnMv;
  const option = useMemo<ChartOption>(() => {
    const colours = {
      high: colour('success'),
      low: colour(unbalanced ? 'danger' : 'warning'),
      other: colour('primary'),
    };
    return {
      legend: { show: false },
      tooltip: { trigger: 'axis', valueFormatter: (value) => `${formatNumber(Number(value))} mV` },
      grid: { left: 56, right: 16, top: 16, bottom: 28, containLabel: false },
      xAxis: { type: 'category', data: cells.map((_, at) => String(at + 1)) },
      // From a little below the worst one: differences of millivolts would not show from zero.
      yAxis: { type: 'value', min: Math.floor((low - 60) / 50) * 50, max: Math.ceil((high + 20) / 50) * 50 },
      series: [
        {
          type: 'bar',
          name: texts('cells'),
          barMaxWidth: 28,
          data: cells.map((value) => ({
            value,
            itemStyle: { color: value === low ? colours.low : value === high ? colours.high : colours.other },
          })),
        },
      ],
    };
  }, [cells, high, low, unbalanced, texts]);
  return (
    <Section
      title={texts('cells')}
      extra={
        unbalanced && cells.length > 0 ? (
          <StatusTag color="danger">{texts('unbalanced', { n: cellDifferenceWarnMv })}</StatusTag>
        ) : undefined
      }
    >
      {cells.length === 0 ? (
        <EmptyState small title={texts('noCells')} />
      ) : (
        <Chart
          label={texts('cells')}
          height={220}
          option={option}
          says={texts('cellsSay', {
            high: formatNumber(high),
            low: formatNumber(low),
            n: cells.indexOf(low) + 1,
            difference: formatNumber(high - low),
          })}
          table={{
            columns: [
              { key: 'cell', title: texts('cells') },
              { key: 'mv', title: 'mV', align: 'right' },
            ],
            rows: cells.map((mv, at) => ({ cell: texts('cell', { n: at + 1 }), mv: formatNumber(mv) })),
          }}
        />
      )}
    </Section>
  );
}
