import type { Condition, ListQuery } from '@wheelhouse/contract/list-query';
import { formatDay, formatInstant, parseInstant } from '@wheelhouse/contract/time';
import { rangeOf, type DayRange } from '../../../http/day-range.ts';

/** Days of one question. Source: chapter 10, §5 of the catalogue. */
export const mostDays = 366;
const second = 1000;

const startOf = (day: string): Date => parseInstant(`${day} 00:00:00`) ?? new Date(Number.NaN);
/** The first of the month that is so many months after that of a time. */
function monthStart(time: Date, months: number): Date {
  const [year = 0, month = 0] = formatDay(time).split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  return startOf(first.toISOString().slice(0, 10));
}

/** The time that a query is of, both ends included to the second: this month until now where it says nothing, until now where it has no end. */
export function periodOf({ conditions }: Pick<ListQuery, 'conditions'>, now = new Date()): DayRange {
  const { from, to } = rangeOf(conditions, 'occurTime');
  if (from !== undefined) return { from, to: to ?? (from > now ? from : now) };
  const end = to ?? now;
  return { from: monthStart(end, 0), to: end };
}

/**
 * What a time is compared with: the month before where it begins with a month and stays in it, up to the same day and time, or all of it where the month is over;
 * else as long a time right before.
 */
export function periodBefore({ from, to: given }: DayRange, now = new Date()): DayRange {
  // What has not happened yet would be compared with what has.
  const to = given > now && from < now ? now : given;
  const next = monthStart(from, 1);
  if (from.getTime() !== monthStart(from, 0).getTime() || to >= next)
    return {
      from: new Date(from.getTime() - (to.getTime() - from.getTime()) - second),
      to: new Date(from.getTime() - second),
    };
  const before = monthStart(from, -1);
  const isWhole = next.getTime() - to.getTime() <= second;
  const end = isWhole ? from.getTime() - second : before.getTime() + (to.getTime() - from.getTime());
  return { from: before, to: new Date(Math.min(end, from.getTime() - second)) };
}

/** A query of another time. */
export function inPeriod(query: ListQuery, { from, to }: DayRange): ListQuery {
  const ends: readonly Condition[] = [
    { field: 'occurTime', op: 'ge', value: formatInstant(from) },
    { field: 'occurTime', op: 'le', value: formatInstant(to) },
  ];
  return { ...query, conditions: [...query.conditions.filter(({ field }) => field !== 'occurTime'), ...ends] };
}
