import { formatMoney as formatFen, parseInstant, timeAgo as ago } from '@wheelhouse/contract/time';
import type { Lang } from '../i18n/lang.ts';

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

/** How long ago a wire instant was (specification §9); the value itself when it is none. */
export function timeAgo(value: string, lang: Lang, now: number = Date.now()): string {
  const then = parseInstant(value);
  return then === undefined || then.getTime() > now + 30_000 ? value : ago(then, new Date(now), lang);
}
