import { formatDay, parseInstant } from '@wheelhouse/contract/time';
import type { Random } from './random.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

export const after = (time: Date, ms: number): Date => new Date(time.getTime() + ms);
export const earlier = (a: Date, b: Date): Date => (a < b ? a : b);
export const later = (a: Date, b: Date): Date => (a > b ? a : b);

/** Midnight in Asia/Shanghai at the beginning of the day of an instant. */
export function dayStart(time: Date): Date {
  const start = parseInstant(`${formatDay(time)} 00:00:00`);
  if (!start) throw new Error('no such day');
  return start;
}

/** `YYYY-MM-DD` that many days away from an instant. */
export const dayFrom = (time: Date, days: number): string => formatDay(after(time, days * day));

/** End of a guarantee: the same day of the month, `months` later. */
export function monthsAfter(dayText: string, months: number): string {
  const [year = 0, month = 1, date = 1] = dayText.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

/** How busy shops and apps are by hour of the day. */
// prettier-ignore
const busy = [0.2, 0.1, 0.05, 0.05, 0.05, 0.2, 0.6, 1.2, 1.8, 2.6, 3.4, 3.4, 2.6, 2.6, 3.2, 3.6, 3.6, 3.2, 2.8, 2.6, 2, 1.4, 0.8, 0.4];

/** A moment in the 24 hours before `end`, at an hour when people are about. */
export function busyMoment(random: Random, end: Date): Date {
  const hours = busy.map((weight, at) => [at, weight] as const);
  const start = dayStart(end).getTime();
  const offset = random.weighted(hours) * hour + random.between(0, hour);
  const moment = start + offset;
  return new Date(moment < end.getTime() ? moment : moment - day);
}

/** A moment of the working hours that many days before `now`; another one for each `salt`. */
export function officeTime(now: Date, daysAgo: number, salt: number): Date {
  const start = dayStart(after(now, -Math.round(daysAgo) * day));
  return after(start, 9 * hour + ((salt * 7919 + Math.round(daysAgo) * 104_729) % 30_600) * 1000);
}

/** The first moment of working hours at or after an instant: there, or on the next morning, some minutes in (by `salt`). */
export function workingTime(time: Date, salt: number): Date {
  const start = dayStart(time);
  const [from, until] = [after(start, 9 * hour), after(start, 18 * hour)];
  const late = ((salt * 7919) % 5400) * 1000;
  if (time < from) return after(from, late);
  return time <= until ? time : after(after(start, day + 9 * hour), late);
}

/** About so long: people and machines take a little more or less, another time for each `salt`. */
export const about = (ms: number, salt: number): number =>
  Math.round((ms * (0.8 + 0.4 * (((salt * 7919 + 2741) % 1009) / 1009))) / 1000) * 1000;

/** Midnight that many days away: the times that people choose are round. */
export const midnight = (now: Date, days: number): Date => dayStart(after(now, days * day));

/** Seconds to some minutes that make a moment look like one, another for each `salt`; at most an hour. */
export const offBeat = (salt: number): number => ((salt * 104_729 + 1361) % 3600) * 1000;
