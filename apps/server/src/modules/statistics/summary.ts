import type { Card, CardKey, Summary } from '@wheelhouse/contract/dashboard';
import { formatDay, formatInstant } from '@wheelhouse/contract/time';
import { filtersOf } from '@wheelhouse/entities/facts';
import { sql } from 'kysely';
import { isTrue } from '../../db/facts.ts';
import { holds } from '../../entity/read.ts';
import { costCache, fleetStateCounts, scopeKey } from '../fleet/map/service.ts';
import { dayStart } from './day-times.ts';
import { appUser, counted, ofVisibleVehicle, runShared, vehicle, type Who } from './scoped.ts';

const dayMs = 86_400_000;

/** Where today and yesterday begin, and yesterday at this time: a part of today is compared with the same part of yesterday. */
interface Days {
  readonly today: Date;
  readonly yesterday: Date;
  readonly thisHour: Date;
}
const daysOf = (now: Date): Days => ({
  today: dayStart(now),
  yesterday: dayStart(now, 1),
  thisHour: new Date(now.getTime() - dayMs),
});

interface VehicleCounts {
  readonly total: number;
  readonly totalBefore: number;
  readonly activated: number;
  readonly activatedBefore: number;
  readonly activatedToday: number;
  /** Until this time of the day. */
  readonly activatedYesterday: number;
}

async function vehicleCounts(who: Who, { today, yesterday, thisHour }: Days): Promise<VehicleCounts> {
  const [row] = await runShared<VehicleCounts & Record<string, number>>(
    who,
    sql`
    select count(*)::int as total, count(*) filter (where t.create_time < ${today})::int as "totalBefore",
      count(*) filter (where ${isTrue('activated', 't')})::int as activated,
      count(*) filter (where ${isTrue('activated', 't')} and t.first_activation_time < ${today})::int as "activatedBefore",
      count(*) filter (where ${isTrue('activated', 't')} and t.first_activation_time >= ${today})::int as "activatedToday",
      count(*) filter (where ${isTrue('activated', 't')} and t.first_activation_time >= ${yesterday} and t.first_activation_time < ${thisHour})::int as "activatedYesterday"
    from veh_vehicle t where ${counted(vehicle, who.user)}`,
  );
  return (
    row ?? { total: 0, totalBefore: 0, activated: 0, activatedBefore: 0, activatedToday: 0, activatedYesterday: 0 }
  );
}

async function activeCounts(who: Who, days: Days): Promise<{ today: number; yesterday: number }> {
  const [today, yesterday] = [formatDay(days.today), formatDay(days.yesterday)];
  const [row] = await runShared<{ today: number; yesterday: number }>(
    who,
    sql`
    select count(*) filter (where s.stat_date = ${today}::date)::int as today, count(*) filter (where s.stat_date = ${yesterday}::date and s.trip_time < ${days.thisHour})::int as yesterday
    from stat_active_day s where s.stat_date in (${today}::date, ${yesterday}::date) and s.active and ${ofVisibleVehicle('s.vehicle_id', who.user)}`,
  );
  return row ?? { today: 0, yesterday: 0 };
}

async function userCounts(
  who: Who,
  { today, yesterday, thisHour }: Days,
): Promise<{ total: number; before: number; today: number; yesterday: number }> {
  const [row] = await runShared<{ total: number; before: number; today: number; yesterday: number }>(
    who,
    sql`
    select count(*)::int as total, count(*) filter (where t.register_time < ${today})::int as before, count(*) filter (where t.register_time >= ${today})::int as today,
      count(*) filter (where t.register_time >= ${yesterday} and t.register_time < ${thisHour})::int as yesterday
    from usr_app_user t where ${counted(appUser, who.user)} and ${isTrue('livingUser', 't')}`,
  );
  return row ?? { total: 0, before: 0, today: 0, yesterday: 0 };
}

/** Part of a whole in percent with two decimals; null when there is no whole. */
export const rate = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 100;

async function vehicleCards(who: Who): Promise<Card[]> {
  const days = daysOf(new Date());
  const day = formatDay(days.today);
  const [vehicles, active, states] = await Promise.all([
    vehicleCounts(who, days),
    activeCounts(who, days),
    fleetStateCounts(who),
  ]);
  const online = states.riding + states.charging + states.parked;
  const card = (key: CardKey, value: number, query: Record<string, string>, more: Partial<Card> = {}): Card => ({
    key,
    value,
    unit: 'vehicle',
    link: { route: 'vehicleManage', query },
    ...more,
  });
  return [
    card('vehicles', vehicles.total, {}, { prev: vehicles.totalBefore }),
    card('activated', vehicles.activated, filtersOf('activated'), {
      prev: vehicles.activatedBefore,
      rate: rate(vehicles.activated, vehicles.total),
    }),
    card('online', online, filtersOf('online'), { rate: rate(online, vehicles.total) }),
    card(
      'activatedToday',
      vehicles.activatedToday,
      { ...filtersOf('activated'), 'firstActivationTime.ge': day, 'firstActivationTime.le': day },
      { prev: vehicles.activatedYesterday },
    ),
    card(
      'activeToday',
      active.today,
      { 'activeToday.eq': '1' },
      { prev: active.yesterday, rate: rate(active.today, vehicles.activated) },
    ),
  ];
}

async function userCards(who: Who): Promise<Card[]> {
  const now = new Date();
  const users = await userCounts(who, daysOf(now));
  const day = formatDay(now);
  const living = filtersOf('livingUser');
  const card = (key: CardKey, value: number, query: Record<string, string>, prev: number): Card => ({
    key,
    value,
    prev,
    unit: 'user',
    link: { route: 'appuserManager', query },
  });
  return [
    card('appUsers', users.total, living, users.before),
    card('newUsersToday', users.today, { ...living, 'registerTime.ge': day, 'registerTime.le': day }, users.yesterday),
  ];
}

const cached = costCache<{ readonly cards: readonly Card[]; readonly asOf: string }>();

/** Groups of cards by the right to the page they lead to. */
const groups = [
  { access: 'vehicleManage.query', cards: vehicleCards },
  { access: 'appuserManager.query', cards: userCards },
] as const;

/** A card with its link, where the user may open the page. */
const linkedFor = ({ user }: Who, { link, ...card }: Card): Card =>
  link !== undefined && holds(user, `${link.route}.query`) ? { ...card, link } : card;

/** The key numbers of a user: those of the pages they may open. Numbers of a scope are shared, at most 10 seconds old. */
export async function summaryOf(who: Who): Promise<Summary> {
  const parts = await Promise.all(
    groups
      .filter(({ access }) => holds(who.user, access))
      .map(({ access, cards }) =>
        cached(who.app, `${access} ${scopeKey(who.user)}`, async () => ({
          cards: await cards(who),
          asOf: formatInstant(new Date()),
        })),
      ),
  );
  const asOf = parts.map((part) => part.asOf).sort()[0] ?? formatInstant(new Date());
  return { cards: parts.flatMap((part) => part.cards).map((card) => linkedFor(who, card)), asOf };
}
