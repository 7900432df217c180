import { formatDay, parseInstant } from '@wheelhouse/contract/time';
import { codes, type Code } from '../codes.ts';
import { addDays, bucketOf, usualPeriod, type Days } from './period.ts';

/** When a report is sent: times of day are those of Asia/Shanghai. */
export interface ReportSchedule {
  readonly frequency: Code<'ReportFrequency'>;
  /** 1 Monday; of a weekly one. */
  readonly weekday: number | null;
  /** 1 to 31; of a monthly one. The last day of a month that has fewer. */
  readonly dayOfMonth: number | null;
  /** `HH:mm` */
  readonly timeOfDay: string;
}

const { daily, weekly } = codes.ReportFrequency;
const week = 7;
/** Longer than between two times of any schedule. */
const mostDays = 32;

const isLastOfMonth = (day: string): boolean => addDays(day, 1).endsWith('-01');
const weekdayOf = (day: string): number => ((new Date(`${day}T00:00:00Z`).getUTCDay() + week - 1) % week) + 1;

function isOn({ frequency, weekday, dayOfMonth }: ReportSchedule, day: string): boolean {
  if (frequency === daily) return true;
  if (frequency === weekly) return weekdayOf(day) === weekday;
  const date = Number(day.slice(8));
  return date === dayOfMonth || (isLastOfMonth(day) && date < (dayOfMonth ?? 1));
}

function timesFrom(schedule: ReportSchedule, day: string, step: 1 | -1): Date[] {
  return Array.from({ length: mostDays }, (_, n) => addDays(day, n * step))
    .filter((one) => isOn(schedule, one))
    .flatMap((one) => parseInstant(`${one} ${schedule.timeOfDay}:00`) ?? []);
}

/** The first time after an instant. @throws RangeError when the schedule has none */
export function nextTime(schedule: ReportSchedule, after: Date): Date {
  const found = timesFrom(schedule, formatDay(after), 1).find((time) => time > after);
  if (found === undefined) throw new RangeError('a schedule without times');
  return found;
}

/** The last time at or before an instant. @throws RangeError when the schedule has none */
export function lastTime(schedule: ReportSchedule, at: Date): Date {
  const found = timesFrom(schedule, formatDay(at), -1).find((time) => time <= at);
  if (found === undefined) throw new RangeError('a schedule without times');
  return found;
}

/** The days that a report of a period is about when it is sent on `today`: whole days, which are over. */
export function daysOfReport(period: Code<'ReportPeriod'>, today: string): Days {
  const yesterday = addDays(today, -1);
  const { lastWeek, lastMonth, last7, last30 } = codes.ReportPeriod;
  if (period === lastWeek) {
    const monday = bucketOf(today, 'week');
    return { from: addDays(monday, -week), to: addDays(monday, -1) };
  }
  if (period === lastMonth) {
    const to = addDays(`${today.slice(0, 7)}-01`, -1);
    return { from: `${to.slice(0, 7)}-01`, to };
  }
  if (period === last7) return { from: addDays(yesterday, 1 - week), to: yesterday };
  if (period === last30) return usualPeriod(yesterday);
  return { from: yesterday, to: yesterday };
}
