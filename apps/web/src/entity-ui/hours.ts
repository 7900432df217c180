import { listed } from '@wheelhouse/contract/lang';
import { useLang } from '../i18n/lang.ts';

/** Opening hours of some weekdays: 1 is Monday, 7 Sunday; times `HH:mm`. */
export interface HoursSlot {
  readonly days: readonly number[];
  readonly from: string;
  readonly to: string;
}

export const weekDays = [
  { zh: '周一', en: 'Mon' },
  { zh: '周二', en: 'Tue' },
  { zh: '周三', en: 'Wed' },
  { zh: '周四', en: 'Thu' },
  { zh: '周五', en: 'Fri' },
  { zh: '周六', en: 'Sat' },
  { zh: '周日', en: 'Sun' },
] as const;

const isSlot = (slot: unknown): slot is HoursSlot =>
  typeof slot === 'object' &&
  slot !== null &&
  'days' in slot &&
  Array.isArray(slot.days) &&
  'from' in slot &&
  typeof slot.from === 'string' &&
  'to' in slot &&
  typeof slot.to === 'string';

export const slotsOf = (value: unknown): readonly HoursSlot[] => (Array.isArray(value) ? value.filter(isSlot) : []);

/** Runs of days: 1,2,3,6 → [1–3], [6]. */
function runs(days: readonly number[]): [number, number][] {
  const found: [number, number][] = [];
  for (const day of [...days].sort((a, b) => a - b)) {
    const last = found.at(-1);
    if (last !== undefined && last[1] === day - 1) last[1] = day;
    else found.push([day, day]);
  }
  return found;
}

/** Weekly hours as text: 周一至周五 09:00–18:00. */
export function useHoursText(): (value: unknown) => string {
  const lang = useLang();
  const day = (n: number): string => weekDays[n - 1]?.[lang] ?? '';
  const range = ([from, to]: readonly [number, number]): string =>
    from === to ? day(from) : lang === 'zh' ? `${day(from)}至${day(to)}` : `${day(from)}–${day(to)}`;
  return (value) =>
    slotsOf(value)
      .map((slot) => `${listed(runs(slot.days).map(range), lang)} ${slot.from}–${slot.to}`)
      .join(lang === 'zh' ? '；' : '; ');
}
