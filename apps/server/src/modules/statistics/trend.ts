import { keysOf } from '@wheelhouse/contract/object';
import type { Series, SeriesName, Trend } from '@wheelhouse/contract/dashboard';
import { formatInstant } from '@wheelhouse/contract/time';
import { sql } from 'kysely';
import { isTrue } from '../../db/facts.ts';
import { holds } from '../../entity/read.ts';
import type { Fragment } from '../../entity/scope.ts';
import { costCache, scopeKey } from '../fleet/map/service.ts';
import { dayStart, lastDays } from './day-times.ts';
import { appUser, counted, ofVisibleVehicle, runShared, vehicle, type Who } from './scoped.ts';
import { dayOf } from '../../db/wall-clock.ts';

/** How a line of the trend is counted: rows `{day, n}` since an instant. */
const lines: Readonly<
  Record<SeriesName, { readonly access: string; readonly rows: (who: Who, since: Date, firstDay: string) => Fragment }>
> = {
  newActivated: {
    access: 'vehicleManage.query',
    rows: ({ user }, since) =>
      sql`select ${dayOf('t.first_activation_time')} as day, count(*)::int as n from veh_vehicle t where ${counted(vehicle, user)} and ${isTrue('activated', 't')} and t.first_activation_time >= ${since} group by 1`,
  },
  activeVehicles: {
    access: 'vehicleManage.query',
    rows: ({ user }, _since, firstDay) =>
      sql`select s.stat_date as day, count(*)::int as n from stat_active_day s where s.stat_date >= ${firstDay}::date and s.active and ${ofVisibleVehicle('s.vehicle_id', user)} group by 1`,
  },
  newUsers: {
    access: 'appuserManager.query',
    rows: ({ user }, since) =>
      sql`select ${dayOf('t.register_time')} as day, count(*)::int as n from usr_app_user t where ${counted(appUser, user)} and ${isTrue('livingUser', 't')} and t.register_time >= ${since} group by 1`,
  },
};

const cached = costCache<Series>();
/** Numbers of days that are counted, so that few different answers have to be cached. */
const spans = [7, 30, 90, 366] as const;

async function seriesOf(who: Who, name: SeriesName, count: number): Promise<Series> {
  const now = new Date();
  const days = lastDays(now, count);
  const rows = await runShared<{ day: string; n: number }>(
    who,
    lines[name].rows(who, dayStart(now, count - 1), days[0] ?? ''),
  );
  const byDay = new Map(rows.map((row) => [row.day, row.n]));
  return { name, points: days.map((day) => [day, byDay.get(day) ?? 0]) };
}

/** A number a day up to today, zero-filled, of the lines whose pages the user may open. @param days 1–366 */
export async function trendOf(who: Who, days: number): Promise<Trend> {
  const names = keysOf(lines).filter((name) => holds(who.user, lines[name].access));
  const span = spans.find((one) => one >= days) ?? days;
  const series = await Promise.all(
    names.map((name) => cached(who.app, `${name} ${span} ${scopeKey(who.user)}`, () => seriesOf(who, name, span))),
  );
  return {
    series: series.map(({ name, points }) => ({ name, points: points.slice(-days) })),
    asOf: formatInstant(new Date()),
  };
}
