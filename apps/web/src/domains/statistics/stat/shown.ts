import type { StatRow } from '@wheelhouse/contract/statistics';
import {
  bandText,
  type Dimension,
  type Measure,
  type Part,
  type Statistic,
} from '@wheelhouse/entities/statistics/define';
import { drillOf, type Asked } from '@wheelhouse/entities/statistics/drill';
import { usePick } from '../../../i18n/lang.ts';
import { hrefOf } from '../../../routing/page.ts';
import { useCan } from '../../../session/session.ts';
import { useValueText } from '../../../entity-ui/value-text.ts';
import { formatMoney, formatNumber, formatPercent, none, withUnit } from '../../../ui/format.ts';
import { useStatTexts } from './texts.ts';

/** What is shown of a page of numbers, and what it asks. */
export interface Shown {
  readonly statistic: Statistic;
  readonly asked: Asked;
  /** It stands away from the page of its statistic: its title says which one, and leads there. */
  readonly away?: true;
}

/** How numbers and groups of a statistic are said. */
export function useSaying({ statistic }: Shown) {
  const pick = usePick();
  const t = useStatTexts();
  const valueText = useValueText();
  const measureOf = (name: string): Measure | undefined => statistic.measures[name];
  const number = (name: string, value: string | number | null | undefined): string => {
    const measure = measureOf(name);
    if (value === null || value === undefined) return none;
    if (typeof value === 'string') return value;
    if (measure?.kind === 'percent') return formatPercent(value, measure.decimals ?? 2);
    if (measure?.kind === 'money') return formatMoney(value);
    return measure?.unit === undefined
      ? formatNumber(value, measure?.decimals ?? 0)
      : withUnit(value, pick(measure.unit), measure.decimals ?? 0);
  };
  const group = (name: string, row: StatRow): string => {
    const value = row[name] ?? null;
    const dimension: Dimension | undefined = statistic.dimensions[name];
    if (name === 'day' || dimension === undefined) return String(value);
    if (value === null) return t('unknown');
    if (dimension.bands !== undefined) return bandText(dimension, Number(value), (n) => formatNumber(n));
    return valueText(dimension.as, value, row, name);
  };
  return {
    number,
    group,
    /** All groups of a row, the outer one first. */
    groups: (part: Part, row: StatRow): string => part.by.map((name) => group(name, row)).join(' · '),
    label: (name: string): string => {
      const measure = measureOf(name);
      return pick(measure?.label ?? { zh: name, en: name });
    },
    dimension: (name: string): string =>
      name === 'day' ? t('date') : pick(statistic.dimensions[name]?.label ?? { zh: name, en: name }),
  };
}

/** The address of the list behind a number, where there is one and the user may open it. */
export function useDrill({ statistic, asked }: Shown) {
  const can = useCan();
  return (measure: string, cell: Asked['cell'] = {}): string | undefined => {
    const drill = drillOf(statistic, measure, { ...asked, cell });
    if (drill?.list === undefined || !can(`${drill.list.route}.query`)) return undefined;
    return hrefOf(drill.list.route, { ...drill.list.query, ...drill.query });
  };
}

/** A number of a row; 0 where it has none, or one that is not told. */
export const numberIn = (row: StatRow, name: string): number => (typeof row[name] === 'number' ? row[name] : 0);

/** Cell of a row, by the dimensions of its part. */
export const cellOf = (part: Part, row: StatRow): NonNullable<Asked['cell']> =>
  Object.fromEntries(part.by.map((name) => [name, row[name] ?? null]));
