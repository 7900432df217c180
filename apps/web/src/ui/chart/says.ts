import { listed } from '@wheelhouse/contract/lang';
import { getLang, pick, type Texts } from '../../i18n/lang.ts';
import { formatNumber, formatPercent } from '../format.ts';

const texts = {
  nothing: { zh: '此期间没有数据', en: 'Nothing in this period' },
  total: { zh: '{name}共{total}', en: '{name}: {total} in total' },
  peak: { zh: '{name}共{total}，最多的是{time}（{n}）', en: '{name}: {total} in total, most on {time} ({n})' },
  last: { zh: '{name}{n}', en: '{n} {name}' },
  until: { zh: '至{time}：{counts}', en: 'By {time}: {counts}' },
  lead: { zh: '{name}最多，{n}，占{share}', en: '{name} leads with {n}, {share} of all' },
  between: { zh: '{name}在{min}至{max}之间，最近{last}', en: '{name}: {min} to {max}, last {last}' },
  noValues: { zh: '{name}没有数据', en: '{name}: no values' },
} as const satisfies Texts;

const several = (parts: readonly string[]): string => parts.join(getLang() === 'zh' ? '；' : '; ');
const sumOf = (values: readonly number[]): number => values.reduce((sum, n) => sum + n, 0);

export interface Counted {
  readonly name: string;
  readonly values: readonly number[];
  /** How a number is written; default: as a count. */
  readonly show?: (n: number) => string;
}

/** How many there were of each, and when most of the first. */
export function sayCounts(counted: readonly Counted[], times: readonly string[]): string {
  if (counted.every(({ values }) => sumOf(values) === 0)) return pick(texts.nothing);
  return several(
    counted.map(({ name, values, show = (n) => formatNumber(n) }, at) => {
      const total = sumOf(values);
      const most = Math.max(...values);
      return at > 0 || total === most || total === 0
        ? pick(texts.total, { name, total: show(total) })
        : pick(texts.peak, {
            name,
            total: show(total),
            time: times[values.indexOf(most)] ?? '',
            n: show(most),
          });
    }),
  );
}

/** What numbers that only grow have come to. */
export function sayReached(counted: readonly Counted[], time: string): string {
  const lower = getLang() === 'en';
  const counts = counted.map(({ name, values }) =>
    pick(texts.last, { name: lower ? name.toLowerCase() : name, n: formatNumber(values.at(-1) ?? 0) }),
  );
  return pick(texts.until, { time, counts: listed(counts, getLang()) });
}

/** Which part of a whole is the largest. */
export function sayLead(parts: readonly { readonly name: string; readonly n: number }[], total: number): string {
  const first = parts.toSorted((a, b) => b.n - a.n)[0];
  if (first === undefined || total === 0) return pick(texts.nothing);
  return pick(texts.lead, {
    name: first.name,
    n: formatNumber(first.n),
    share: formatPercent((100 * first.n) / total, 1),
  });
}

/** Between what measured values lie. */
export function sayRange(name: string, values: readonly (number | null)[], show: (value: number) => string): string {
  const known = values.filter((value) => value !== null);
  const last = known.at(-1);
  if (last === undefined) return pick(texts.noValues, { name });
  return pick(texts.between, {
    name,
    min: show(Math.min(...known)),
    max: show(Math.max(...known)),
    last: show(last),
  });
}

export const sayRanges = (sentences: readonly string[]): string => several(sentences);
