import { formatDay, parseInstant } from '@wheelhouse/contract/time';

const dayMs = 86_400_000;

/** Start of the day of an instant in Asia/Shanghai, `back` days earlier. */
export function dayStart(now: Date, back = 0): Date {
  const start = parseInstant(`${formatDay(now)} 00:00:00`);
  if (!start) throw new RangeError('not a day of this calendar');
  return new Date(start.getTime() - back * dayMs);
}

/** The last `count` days up to today, `YYYY-MM-DD` in Asia/Shanghai, oldest first. */
export const lastDays = (now: Date, count: number): string[] =>
  Array.from({ length: count }, (_, i) => formatDay(dayStart(now, count - 1 - i)));
