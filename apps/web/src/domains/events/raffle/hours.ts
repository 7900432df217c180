import type { RaffleHour } from '@wheelhouse/contract/calls/events/raffles';
import { formatDay, formatInstant, parseInstant } from '@wheelhouse/contract/time';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const shownDays = 7;
/** As many as one question may be about. */
export const mostDays = 31;

/** Days from and to, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** The days that an event is opened with: its last ones so far. */
export function firstDays(
  { startTime, endTime }: { readonly startTime: string; readonly endTime: string },
  now: Date,
): Days {
  const end = Math.min(parseInstant(endTime)?.getTime() ?? now.getTime(), now.getTime());
  const start = Math.min(parseInstant(startTime)?.getTime() ?? end, end);
  const from = Math.max(start, end - (shownDays - 1) * dayMs);
  return { from: formatDay(new Date(from)), to: formatDay(new Date(end)) };
}

const timeOf = (hour: string): number => parseInstant(`${hour}:00`)?.getTime() ?? 0;

/** Every hour from the first with a draw to the last: where nobody drew, nothing is there. */
export function allHours(hours: readonly RaffleHour[]): readonly RaffleHour[] {
  const [first, last] = [hours[0], hours.at(-1)];
  if (first === undefined || last === undefined) return [];
  const known = new Map(hours.map((one) => [one.hour, one]));
  const [from, to] = [timeOf(first.hour), timeOf(last.hour)];
  return Array.from({ length: Math.round((to - from) / hourMs) + 1 }, (_, at) => {
    const hour = formatInstant(new Date(from + at * hourMs)).slice(0, 16);
    return known.get(hour) ?? { hour, users: 0, draws: 0, wins: 0 };
  });
}
