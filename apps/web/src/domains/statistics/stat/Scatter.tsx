import type { StatCard, StatRow } from '@wheelhouse/contract/statistics';
import type { Part } from '@wheelhouse/entities/statistics/define';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { useTheme } from '../../../theme/theme.ts';
import { usePick } from '../../../i18n/lang.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { sayLead, sayRanges } from '../../../ui/chart/says.ts';
import { chartColours } from '../../../ui/chart/theme.ts';
import { EmptyState } from '../../../ui/States.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { cellOf, numberIn, useDrill, useSaying, type Shown } from './shown.ts';
import { useStatTexts } from './texts.ts';

/** Kinds of points are told apart by form and colour; all after these are one kind. */
const forms = ['circle', 'triangle', 'diamond', 'rect'] as const;
const height = 320;
const [smallest, perRoot, largest] = [6, 3, 24];

const sizeOf = (n: number): number => Math.min(largest, smallest + perRoot * (Math.sqrt(n) - 1));

interface Kind {
  readonly name: string;
  readonly rows: readonly StatRow[];
  readonly n: number;
}

/** Rows by their first dimension, the most first; what has no form of its own is one kind, the last. Names of two codes that are alike have the code. */
function kindsOf(rows: readonly StatRow[], { by, measures }: Part, nameOf: (row: StatRow) => string): Kind[] {
  const [kind = ''] = by;
  const [measure = ''] = measures;
  const known = [...Map.groupBy(rows, (row) => String(row[kind]))].flatMap(([code, some]) => {
    const [one] = some;
    return one === undefined ? [] : [{ code, rows: some, name: nameOf(one) }];
  });
  const times = Map.groupBy(known, ({ name }) => name);
  return known
    .map(({ code, name, rows: some }): Kind => ({
      name: times.get(name)?.length === 1 ? name : `${name} ${code}`,
      rows: some,
      n: some.reduce((n, row) => n + numberIn(row, measure), 0),
    }))
    .toSorted((a, b) => b.n - a.n);
}

/** Records as points between two measured values, with their table; a point leads to its records. */
export function Scatter({
  part,
  rows,
  totals,
  ...shown
}: Shown & {
  readonly part: Part;
  readonly rows: readonly StatRow[];
  readonly totals: readonly StatCard[];
}): ReactNode {
  const t = useStatTexts();
  const pick = usePick();
  const say = useSaying(shown);
  const drill = useDrill(shown);
  const navigate = useNavigate();
  const { colours, plain } = chartColours(useTheme().dark);
  const [kind = '', x = '', y = ''] = part.by;
  const [measure = ''] = part.measures;
  const found = kindsOf(rows, part, (row) => say.group(kind, row));
  const [shaped, others] = [found.slice(0, forms.length), found.slice(forms.length)];
  const rest = { name: t('other'), rows: others.flatMap((one) => one.rows), n: 0 };
  const kinds = others.length === 0 ? shaped : [...shaped, rest];
  const drawn = found.reduce((n, one) => n + one.n, 0);
  const total = Number(totals.find(({ key }) => key === measure)?.value ?? drawn);
  const range = (name: string): string => {
    const values = rows.map((row) => numberIn(row, name));
    const [from, to] = [Math.min(...values), Math.max(...values)].map((n) =>
      formatNumber(n, Number.isInteger(n) ? 0 : 1),
    );
    return t('ranges', { name: say.dimension(name), from: from ?? '', to: to ?? '' });
  };
  if (rows.length === 0) return <EmptyState small title={t('nothing')} />;
  return (
    <Chart
      label={pick(part.title)}
      height={height}
      says={sayRanges([
        drawn < total
          ? t('drawn', { total: formatNumber(total), n: formatNumber(drawn) })
          : t('points', { name: say.label(measure), n: formatNumber(total) }),
        range(x),
        range(y),
        sayLead(found, drawn),
      ])}
      option={{
        tooltip: { trigger: 'item' },
        legend: { type: 'scroll', left: 0, data: kinds.map(({ name }, at) => ({ name, icon: forms[at] ?? 'circle' })) },
        grid: { left: 8, right: 24, top: 56, bottom: 24, containLabel: true },
        xAxis: { type: 'value', scale: true, name: say.dimension(x), nameLocation: 'middle', nameGap: 26 },
        yAxis: { type: 'value', scale: true, name: say.dimension(y), nameTextStyle: { align: 'left' } },
        series: kinds.map(({ name, rows: points }, at) => ({
          type: 'scatter',
          name,
          symbol: forms[at] ?? 'circle',
          // What has no form of its own is below.
          z: at < forms.length ? 2 : 1,
          itemStyle:
            at < forms.length ? { color: colours[at] ?? plain, opacity: 0.75 } : { color: plain, opacity: 0.35 },
          data: points.map((row) => ({
            name: `${say.group(kind, row)} · ${say.dimension(x)} ${say.group(x, row)} · ${say.dimension(y)} ${say.group(y, row)}`,
            value: [numberIn(row, x), numberIn(row, y), numberIn(row, measure)],
            symbolSize: sizeOf(numberIn(row, measure)),
          })),
        })),
      }}
      onPick={({ seriesName, dataIndex }) => {
        const row = kinds.find(({ name }) => name === seriesName)?.rows[dataIndex];
        const href = row && drill(measure, cellOf(part, row));
        if (href !== undefined) void navigate(href);
      }}
      table={{
        columns: [
          ...part.by.map((key) => ({
            key,
            title: say.dimension(key),
            ...(key !== kind && { align: 'right' as const }),
          })),
          { key: measure, title: say.label(measure), align: 'right' as const },
        ],
        rows: rows.map((row) => {
          const [text, href] = [say.number(measure, row[measure]), drill(measure, cellOf(part, row))];
          return {
            ...Object.fromEntries(part.by.map((key) => [key, say.group(key, row)])),
            [measure]: href === undefined ? text : <Link to={href}>{text}</Link>,
          };
        }),
      }}
    />
  );
}
