/** First and last day of a question, `YYYY-MM-DD`, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}
export const granularities = ['day', 'week', 'month'] as const;
export type Granularity = (typeof granularities)[number];

/** Most days of a question (catalogue 11, §0). */
export const mostDays = 366;
const usualDays = 30;
const dayMs = 86_400_000;

const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The day so many days after another. */
export const addDays = (day: string, n: number): string => dayOf(timeOf(day) + n * dayMs);
/** Number of days, both ends included. */
export const countDays = ({ from, to }: Days): number => Math.round((timeOf(to) - timeOf(from)) / dayMs) + 1;

/** The 30 days up to a day. */
export const usualPeriod = (to: string): Days => ({ from: addDays(to, 1 - usualDays), to });

/** As many days just before: not the month before, where the days are a month. */
export function periodBefore(days: Days): Days {
  const n = countDays(days);
  return { from: addDays(days.from, -n), to: addDays(days.to, -n) };
}

/** The same day of the year before; of 29 February, 28 February. */
function yearBefore(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year - 1, month, 0)).getUTCDate();
  return dayOf(Date.UTC(year - 1, month - 1, Math.min(date, last)));
}
export const lastYear = ({ from, to }: Days): Days => ({ from: yearBefore(from), to: yearBefore(to) });

/** What a day is counted in: itself, the Monday of its week, `YYYY-MM`. */
export function bucketOf(day: string, granularity: Granularity): string {
  if (granularity === 'day') return day;
  if (granularity === 'month') return day.slice(0, 7);
  const weekday = (new Date(timeOf(day)).getUTCDay() + 6) % 7;
  return addDays(day, -weekday);
}

/** Every bucket of a question, in order: a week or month may be cut off at its ends. */
export function bucketsOf(days: Days, granularity: Granularity): string[] {
  const all = Array.from({ length: countDays(days) }, (_, n) => bucketOf(addDays(days.from, n), granularity));
  return [...new Set(all)];
}

/** The days of a bucket that a question is of. */
export function daysOfBucket(bucket: string, granularity: Granularity, days: Days): Days {
  const first = granularity === 'month' ? `${bucket}-01` : bucket;
  const [year = 0, month = 1] = bucket.split('-').map(Number);
  const last =
    granularity === 'month' ? dayOf(Date.UTC(year, month, 0)) : granularity === 'week' ? addDays(first, 6) : first;
  return { from: first < days.from ? days.from : first, to: last > days.to ? days.to : last };
}

/** How days are drawn where nobody chose: days of two months, weeks of half a year. */
export function usualGranularity(days: Days): Granularity {
  const n = countDays(days);
  return n > 190 ? 'month' : n > 62 ? 'week' : 'day';
}
