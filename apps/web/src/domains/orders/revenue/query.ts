import { formatDay } from '@wheelhouse/contract/time';

/** Conditions of entries on the wire. */
export type RevenueQuery = Readonly<Record<string, unknown>>;

/** Filters that would make the metrics those of half an order. */
export const ofEntries = ['type', 'orderNo', 'settlementNo'];

/** The filters of an address that hold in another part over entries, too. */
export const filtersFor = (part: string, search: URLSearchParams): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...search].filter(([key]) => part === 'entries' || !ofEntries.some((name) => key.split('.')[0] === name)),
  );

/** What is asked for by its number is found whenever it was. */
const numbers = ['orderNo.eq', 'refundNo.eq', 'settlementNo.eq'];

/** The conditions of the address with the days that hold, this month unless others are chosen, so that the filter says them. */
export function withDays(query: Readonly<Record<string, string>>, now: number): Readonly<Record<string, string>> {
  if (numbers.some((key) => query[key] !== undefined)) return query;
  const today = formatDay(new Date(now));
  const to = query['occurTime.le'] ?? today;
  return { ...query, 'occurTime.ge': query['occurTime.ge'] ?? `${to.slice(0, 8)}01`, 'occurTime.le': to };
}

/** The same as part of an address. */
export const inAddress = (query: RevenueQuery): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  );
