import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { isTrue } from '../../../db/facts.ts';
import { dayText, startOfDay, todayText } from '../../../db/wall-clock.ts';
import type { Fragment } from '../../../entity/scope.ts';
import type { SessionUser } from '../../../http/context.ts';
import type { OwnSource } from '../engine/source.ts';
import { appUser, counted, vehicle } from '../scoped.ts';

const { owner } = codes.BindType;
const isOwner = `b.bind_type = ${owner} and not b.deleted`;
/** The days that habits are taken from, and after which an owner is lost. */
const [habitDays, lostDays] = [30, 90];

/**
 * From when to when users had at least so many vehicles: bindings that overlap are one span, a transfer does not end it. A user is counted in the
 * data scope of the vehicles.
 */
const spans = (user: SessionUser, least: number): Fragment => sql`(
  select e.user_id, e.time, e.step from (
    select c.user_id, c.time, c.step, sum(c.step) over (partition by c.user_id order by c.time, c.step desc, c.id rows unbounded preceding) as n
    from (select b.id, b.user_id, b.bind_time as time, 1 as step from veh_binding b join veh_vehicle t on t.id = b.vehicle_id
        where ${sql.raw(isOwner)} and ${counted(vehicle, user)}
      union all select b.id, b.user_id, b.unbind_time, -1 from veh_binding b join veh_vehicle t on t.id = b.vehicle_id
        where ${sql.raw(isOwner)} and b.unbind_time is not null and ${counted(vehicle, user)}) c) e
  where (e.step = 1 and e.n = ${sql.lit(least)}) or (e.step = -1 and e.n = ${sql.lit(least - 1)})) e join usr_app_user u on u.id = e.user_id`;

function spanSource(least: number, step: 1 | -1): OwnSource {
  return {
    from: (user) => spans(user, least),
    at: 'e.time',
    atIs: 'instant',
    visible: () => sql`e.step = ${sql.lit(step)}`,
    columns: { cityId: 'u.city_id', userId: 'e.user_id' },
  };
}

/** Bindings of owners that hold now, over alias `o`. */
const holds = `o.bind_type = ${owner} and not o.deleted and o.unbind_time is null`;

/**
 * What is known of each owner `b.user_id`, worked out for all of a scope at once instead of for each of them. One row a user, so that the database
 * leaves out what nothing asks for.
 */
function ofOwners(user: SessionUser): Fragment {
  const inScope = (column: string): Fragment =>
    user.scope.kind === 'all'
      ? sql`true`
      : sql`${sql.raw(column)} in (select b.user_id from veh_binding b join veh_vehicle t on t.id = b.vehicle_id where ${sql.raw(isOwner)} and ${counted(vehicle, user)})`;
  const since = (days: number): Fragment => sql.raw(`${todayText} - ${days}`);
  const joined = (alias: string, rows: Fragment): Fragment =>
    sql`left join (${rows}) ${sql.raw(`${alias} on ${alias}.user_id = b.user_id`)}`;
  return sql.join(
    [
      joined(
        'held',
        sql`select o.user_id, count(distinct o.vehicle_id) > 1 as several from veh_binding o where ${sql.raw(holds)} and ${inScope('o.user_id')} group by o.user_id`,
      ),
      joined(
        'bought',
        sql`select o.user_id, max(v.first_activation_time) > min(v.first_activation_time) + interval '30 days' as again from veh_binding o join veh_vehicle v on v.id = o.vehicle_id
          where o.bind_type = ${sql.lit(owner)} and not o.deleted and ${inScope('o.user_id')} group by o.user_id`,
      ),
      joined(
        'habit',
        sql`select u.user_id, count(distinct u.stat_date) filter (where u.stat_date > ${since(habitDays)})::int as days from (
            select a.user_id, a.stat_date from stat_app_day a where a.stat_date > ${since(lostDays)} and ${inScope('a.user_id')}
            union all select o.user_id, s.stat_date from stat_active_day s join veh_binding o on o.vehicle_id = s.vehicle_id and ${sql.raw(holds)}
              where s.active and s.stat_date > ${since(lostDays)} and ${inScope('o.user_id')}) u group by u.user_id`,
      ),
      joined(
        'ridden',
        sql`select o.user_id, sum(m.km) / ${sql.lit(habitDays)} as km from veh_binding o
          join (select m.vehicle_id, sum(m.day_km) as km from veh_mileage_day m where not m.deleted and m.stat_date > ${since(habitDays)} group by m.vehicle_id) m on m.vehicle_id = o.vehicle_id
          where ${sql.raw(holds)} and ${inScope('o.user_id')} group by o.user_id`,
      ),
      joined(
        'phone',
        sql`select distinct on (v.user_id) v.user_id, split_part(v.phone_model, ' ', 1) as brand from usr_device v
          where not v.deleted and ${inScope('v.user_id')} order by v.user_id, v.last_login_time desc nulls last, v.id desc`,
      ),
    ],
    sql` `,
  );
}

/** Tiers of cities, as the dictionary says them: what it does not name is of the last one. */
const tiers = `left join (select i.code as city_id, min(i.parent_code)::int as tier from sys_item_code i
  where i.category = 'TierOfCity' and i.enabled = ${machines['SM-Enable'].states.enabled} and not i.deleted group by i.code) tier on tier.city_id = u.city_id`;

/** Owners, and what they do. Ages and habits are those of today. */
export const ownerSources: Readonly<Record<string, OwnSource>> = {
  /** Bindings of owners that hold at the end of the days. */
  owner: {
    from: (user) =>
      sql`veh_binding b join veh_vehicle t on t.id = b.vehicle_id join veh_type y on y.id = t.vehicle_type_id join usr_app_user u on u.id = b.user_id ${sql.raw(tiers)} ${ofOwners(user)}`,
    visible: (
      user,
      { after },
    ) => sql`${sql.raw(isOwner)} and b.bind_time < ${startOfDay(after)} and (b.unbind_time is null or b.unbind_time >= ${startOfDay(after)})
      and ${isTrue('livingUser', 'u')} and ${counted(vehicle, user)}`,
    columns: {
      userId: 'b.user_id',
      multiUserId: 'case when held.several then b.user_id end',
      repeatUserId: 'case when bought.again then b.user_id end',
      lostUserId: 'case when habit.user_id is null then b.user_id end',
      vehicleTypeId: 't.vehicle_type_id::text',
      seriesId: 'y.series_id::text',
      dealerId: 't.dealer_id::text',
      cityId: 'u.city_id',
      cityTier: `case when u.city_id is not null then coalesce(tier.tier, ${codes.CityTier.third}) end`,
      gender: 'u.gender',
      age: `extract(year from age(${todayText}::timestamp, u.birthday::timestamp))::int`,
      vehicleAge: `${todayText} - ${dayText('t.activation_time')}`,
      clientOs: 'u.client_os',
      phoneBrand: 'phone.brand',
      activity: 'coalesce(habit.days, 0)',
      kmPerDay: 'ridden.km',
    },
  },
  ownerBegin: spanSource(1, 1),
  ownerEnd: spanSource(1, -1),
  multiBegin: spanSource(2, 1),
  multiEnd: spanSource(2, -1),
  /** Days on which owners used the app. */
  appDay: {
    from: `stat_app_day t0 join usr_app_user t on t.id = t0.user_id`,
    at: 't0.stat_date',
    atIs: 'day',
    visible: (
      user,
    ) => sql`${counted(appUser, user)} and exists (select from veh_binding b where b.user_id = t.id and ${sql.raw(isOwner)}
      and b.bind_time < ${startOfDay(sql`(t0.stat_date + 1)`)} and (b.unbind_time is null or b.unbind_time >= ${startOfDay(sql`t0.stat_date`)}))`,
    columns: { cityId: 't.city_id', userId: 't.id' },
  },
};
