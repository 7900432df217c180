import type { SimDayQuery, SimUsageQuery } from '@wheelhouse/contract/calls/sim';
import { formatDay, parseInstant } from '@wheelhouse/contract/time';

export const tabs = ['day', 'month', 'pool', 'abnormal'] as const;
export type Tab = (typeof tabs)[number];

/** What the tables and charts of a tab are narrowed to. */
export interface Shown {
  /** `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  readonly only: SimUsageQuery;
}

const dayMs = 86_400_000;
/** Days of a tab unless others are chosen: a year of months, and a week of what is wrong, which takes long to find. */
const usual: Readonly<Record<Tab, number>> = { day: 30, month: 335, pool: 1, abnormal: 6 };
/** Days that may be looked through for what is wrong. */
const shortDays = 31;

const before = (day: string, days: number): string =>
  formatDay(new Date((parseInstant(`${day} 12:00:00`)?.getTime() ?? 0) - days * dayMs));
const numberOf = (text: string | undefined): number | undefined =>
  text === undefined || !Number.isFinite(Number(text)) ? undefined : Number(text);

function onlyOf(query: Readonly<Record<string, string>>): SimUsageQuery {
  const named = {
    iccid: 'iccid.eq',
    vin: 'vin.eq',
    carrier: 'carrier.eq',
    poolId: 'poolId.eq',
    vehicleTypeId: 'vehicleTypeId.eq',
  };
  const texts = Object.entries(named).flatMap(([name, key]) => (query[key] === undefined ? [] : [[name, query[key]]]));
  const [least, most] = [numberOf(query['usedMb.ge']), numberOf(query['usedMb.le'])];
  return {
    ...Object.fromEntries(texts),
    ...(least !== undefined && { 'usedMb.ge': least }),
    ...(most !== undefined && { 'usedMb.le': most }),
  };
}

/** What a tab shows for the filters of the address. */
export function shownOf(tab: Tab, query: Readonly<Record<string, string>>, today: string): Shown {
  const to = query['statDate.le']?.slice(0, 10) ?? today;
  const from = query['statDate.ge']?.slice(0, 10) ?? before(to, usual[tab]);
  return { from, to, only: onlyOf(query) };
}

/** The last of the days, as many as may be asked for at once. */
export function shortOf(shown: Shown): Shown {
  const first = before(shown.to, shortDays - 1);
  return { ...shown, from: first > shown.from ? first : shown.from };
}

/** Conditions of a tab's call and of its file. */
export function queryOf(tab: Tab, shown: Shown): SimDayQuery {
  const { from, to, only } = tab === 'abnormal' ? shortOf(shown) : shown;
  const cut = (day: string): string => (tab === 'month' ? day.slice(0, 7) : day);
  return { 'statDate.ge': cut(from), 'statDate.le': cut(to), ...only };
}

/** Pools have no days. */
export function poolQueryOf({ only: { carrier, poolId } }: Shown): Pick<SimUsageQuery, 'carrier' | 'poolId'> {
  return { ...(carrier !== undefined && { carrier }), ...(poolId !== undefined && { poolId }) };
}
