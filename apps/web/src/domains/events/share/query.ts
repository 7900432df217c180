import { formatDay } from '@wheelhouse/contract/time';

/** Conditions of the list on the wire. */
export type ShareQuery = Readonly<Record<string, unknown>>;

const dayMs = 86_400_000;
/** Days that are shown unless others are chosen. */
const usualDays = 30;

/** The conditions of the address with the days that hold, so that the filter says them. */
export function withDays(query: Readonly<Record<string, string>>, now: number): Readonly<Record<string, string>> {
  const today = formatDay(new Date(now));
  const first = formatDay(new Date(now - (usualDays - 1) * dayMs));
  return { ...query, 'time.ge': query['time.ge'] ?? first, 'time.le': query['time.le'] ?? today };
}
