import { fill, type Lang, type Text } from './lang.ts';

/** The console's zone: every wall-clock text on the wire is in it. China has no daylight saving time. */
const offsetMs = 8 * 3_600_000;
const two = (n: number) => String(n).padStart(2, '0');

/** `YYYY-MM-DD HH:mm:ss` in Asia/Shanghai. */
export function formatInstant(date: Date): string {
  const d = new Date(date.getTime() + offsetMs);
  return `${formatDay(date)} ${two(d.getUTCHours())}:${two(d.getUTCMinutes())}:${two(d.getUTCSeconds())}`;
}

/** `YYYY-MM-DD` of an instant in Asia/Shanghai. */
export function formatDay(date: Date): string {
  const d = new Date(date.getTime() + offsetMs);
  return `${String(d.getUTCFullYear()).padStart(4, '0')}-${two(d.getUTCMonth() + 1)}-${two(d.getUTCDate())}`;
}

/** A real calendar day written `YYYY-MM-DD`, from year 1900 to 2200. */
export function isDay(text: string): boolean {
  const m = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (!m) return false;
  const [y, mo, d] = [Number(m[1]), Number(m[2]), Number(m[3])];
  const date = new Date(Date.UTC(y, mo - 1, d));
  return y >= 1900 && y <= 2200 && date.getUTCMonth() === mo - 1 && date.getUTCDate() === d;
}

/** Whether a time of the wire is over; none never is. */
export const isPast = (time: string | null): boolean =>
  time !== null && (parseInstant(time)?.getTime() ?? 0) <= Date.now();

/** Instant of `YYYY-MM-DD HH:mm:ss` in Asia/Shanghai; undefined when it is none. */
export function parseInstant(text: string): Date | undefined {
  const m = /^(\d{4}-\d\d-\d\d) ([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/.exec(text);
  if (!m || !isDay(m[1] ?? '')) return undefined;
  return new Date(Date.parse(`${m[1]}T${m[2]}:${m[3]}:${m[4]}Z`) - offsetMs);
}

const agoTexts = {
  now: { zh: '刚刚', en: 'just now' },
  minutes: { zh: '{n}分钟前', en: '{n} min ago' },
  hours: { zh: '{n}小时前', en: '{n} h ago' },
  day: { zh: '1天前', en: '1 day ago' },
} as const satisfies Record<string, Text>;

/** Time ago as the specification §9 says: under 30 s just now, then minutes, hours, under 2 days 1 day ago, then the date. */
export function timeAgo(date: Date, now: Date, lang: Lang): string {
  const s = Math.max(0, (now.getTime() - date.getTime()) / 1000);
  if (s < 30) return agoTexts.now[lang];
  if (s < 3600) return fill(agoTexts.minutes[lang], { n: Math.ceil(s / 60) });
  if (s < 86_400) return fill(agoTexts.hours[lang], { n: Math.floor(s / 3600) });
  if (s < 2 * 86_400) return agoTexts.day[lang];
  return formatInstant(date);
}

const spanTexts = {
  days: { zh: '{d}天{h}小时', en: '{d} d {h} h' },
  hours: { zh: '{h}小时{m}分', en: '{h} h {m} min' },
  minutes: { zh: '{m}分{s}秒', en: '{m} min {s} s' },
  wholeMinutes: { zh: '{m}分钟', en: '{m} min' },
  seconds: { zh: '{s}秒', en: '{s} s' },
} as const satisfies Record<string, Text>;

/** A length of time in its two largest units. Seconds count below ten minutes only. */
export function formatDuration(seconds: number, lang: Lang): string {
  const s = Math.max(0, Math.round(seconds));
  if (s >= 86_400) return fill(spanTexts.days[lang], { d: Math.floor(s / 86_400), h: Math.floor((s % 86_400) / 3600) });
  if (s >= 3600) return fill(spanTexts.hours[lang], { h: Math.floor(s / 3600), m: Math.floor((s % 3600) / 60) });
  const [m, rest] = [Math.floor(s / 60), s % 60];
  if (m === 0) return fill(spanTexts.seconds[lang], { s });
  return m >= 10 || rest === 0
    ? fill(spanTexts.wholeMinutes[lang], { m })
    : fill(spanTexts.minutes[lang], { m, s: rest });
}

/** Integer fen as yuan with two decimals and thousands separators (specification §9). */
export function formatMoney(fen: number): string {
  return (fen / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}
