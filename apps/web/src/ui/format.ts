import { formatDuration, formatMoney as formatFen, parseInstant, timeAgo as ago } from '@wheelhouse/contract/time';
import { useLang, type Lang } from '../i18n/lang.ts';

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6, signDisplay: 'negative' });

/** What stands for an absent value. */
export const none = '—';

/** Integer fen as yuan: divided by 100, two decimals, thousands separators. */
export const formatMoney = (fen: number | string | null | undefined): string =>
  fen === null || fen === undefined || fen === '' || !Number.isFinite(Number(fen)) ? none : formatFen(Number(fen));

/** A number with thousands separators; `digits` fixes the decimals. */
export function formatNumber(value: number | string | null | undefined, digits?: number): string {
  if (value === null || value === undefined || value === '' || !Number.isFinite(Number(value))) return none;
  if (digits === undefined) return grouped.format(Number(value));
  return new Intl.NumberFormat('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: 'negative', // no "-0.0"
  }).format(Number(value));
}

/** What follows a number of this unit; a percent sign follows at once, in both languages. */
export const afterNumber = (unit: string | undefined): string =>
  unit === undefined || unit === '' ? '' : tight.has(unit) ? unit : ` ${unit}`;
const tight: ReadonlySet<string> = new Set(['%', '°']);

/** A value and its unit. */
export function withUnit(value: number | string | null | undefined, unit: string | undefined, digits?: number): string {
  const text = formatNumber(value, digits);
  return text === none ? text : `${text}${afterNumber(unit)}`;
}

/** A share in percent. */
export const formatPercent = (percent: number | null | undefined, digits?: number): string =>
  withUnit(percent, '%', digits);

/** A length of time in seconds, in words. */
export const useDuration = (): ((seconds: number) => string) => {
  const lang = useLang();
  return (seconds) => formatDuration(seconds, lang);
};

/** How long ago a wire instant was (specification §9); the value itself when it is none. */
export function timeAgo(value: string, lang: Lang, now: number = Date.now()): string {
  const then = parseInstant(value);
  return then === undefined || then.getTime() > now + 30_000 ? value : ago(then, new Date(now), lang);
}
