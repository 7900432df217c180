import { formatNumber, formatPercent } from '../format.ts';
import { sayLead } from './says.ts';
import type { ChartProps } from './types.ts';

export interface Part {
  readonly name: string;
  readonly n: number;
  /** Drawn faint: what is left over, or does not count. */
  readonly faint?: boolean;
}

interface Words {
  /** What the parts are, and what is counted of them. */
  readonly of: string;
  readonly count: string;
  readonly share: string;
}

const faintOpacity = 0.4;
const [barHeight, around] = [26, 16];

/** As high as so many bars need. */
export const sharesHeight = (parts: readonly unknown[]): number => Math.max(3, parts.length) * barHeight + around;

/** Parts of a whole as bars from the same line, each with its number and share: lengths are compared at a glance, angles are not. */
export function sharesOf(
  parts: readonly Part[],
  words: Words,
): Pick<ChartProps, 'option' | 'table' | 'says'> & { readonly height: number } {
  const total = parts.reduce((sum, { n }) => sum + n, 0);
  const shareOf = (n: number): string => formatPercent(total === 0 ? 0 : (100 * n) / total, 1);
  return {
    height: sharesHeight(parts),
    says: sayLead(
      parts.filter(({ faint }) => faint !== true),
      total,
    ),
    option: {
      tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
      // The end of the longest bar leaves room for what is written beside it.
      grid: { left: 4, right: 96, top: 4, bottom: 4, containLabel: true },
      xAxis: { type: 'value', minInterval: 1, show: false },
      yAxis: {
        type: 'category',
        inverse: true,
        data: parts.map(({ name }) => name),
        axisLine: { show: false },
        axisLabel: { width: 120, overflow: 'truncate' },
      },
      series: [
        {
          type: 'bar',
          name: words.count,
          barMaxWidth: 14,
          barMinHeight: 1,
          data: parts.map(({ n, faint }) => ({
            value: n,
            itemStyle: { opacity: faint === true ? faintOpacity : 1 },
            label: {
              show: true,
              position: 'right' as const,
              fontSize: 11,
              color: 'inherit',
              formatter: `${formatNumber(n)}  ${shareOf(n)}`,
            },
          })),
        },
      ],
    },
    table: {
      columns: [
        { key: 'name', title: words.of },
        { key: 'n', title: words.count, align: 'right' },
        { key: 'share', title: words.share, align: 'right' },
      ],
      rows: parts.map(({ name, n }) => ({ name, n: formatNumber(n), share: shareOf(n) })),
    },
  };
}
