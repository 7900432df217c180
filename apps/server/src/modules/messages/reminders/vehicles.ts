import { listOf } from '@wheelhouse/contract/object';
import { codes } from '@wheelhouse/entities/codes';
import type { Row } from '@wheelhouse/entities/fields';
import { machines } from '@wheelhouse/entities/machines';
import { readCondition, type ReminderCondition } from '@wheelhouse/entities/messages/reminder-condition';
import { sql, type RawBuilder } from 'kysely';
import { isTrue } from '../../../db/facts.ts';
import { dayOf, today } from '../../../db/wall-clock.ts';
import { idsOf, vehiclesWhere } from '../../audience/service.ts';

const { cancelled } = machines['SM-Sim'].states;

/** What decides which vehicles a reminder is about. */
export interface ReminderRange {
  /** Empty while it was never saved: nobody was reminded yet. */
  readonly id: string | null;
  /** D:ReminderType. */
  readonly reminderType: string;
  readonly condition: ReminderCondition;
  readonly vehicleTypeIds: readonly string[];
  /** City codes, or codes of provinces for all their cities. */
  readonly cityCodes: readonly string[];
  readonly dealerIds: readonly string[];
  /** Days in which the same vehicle is not reminded again, but of the same date; null: a reminder that is sent once. */
  readonly repeatDays: number | null;
}

/** An interval as forms may give it; a form that is only tried has not been checked. */
const daysOf = (value: unknown): number | null => {
  const days = Number(value);
  return Number.isInteger(days) && days >= 1 && days <= 365 ? days : null;
};

/** The range that a row or form describes. */
export function rangeOf(row: Row): ReminderRange {
  const { id, reminderType, condition, vehicleTypeIds, cityCodes, dealerIds, mode, repeatDays } = row;
  return {
    id: idsOf([id])[0] ?? null,
    reminderType: String(reminderType),
    condition: readCondition(reminderType, condition),
    vehicleTypeIds: idsOf(vehicleTypeIds),
    cityCodes: listOf(cityCodes),
    dealerIds: idsOf(dealerIds),
    repeatDays: Number(mode) === codes.ReminderMode.rule ? daysOf(repeatDays) : null,
  };
}

type Sql = RawBuilder<unknown>;

const activated = dayOf('v.activation_time');

/**
 * When and why a vehicle `v` is due, as a lateral `x`: `due_date`, `soh`, and `marks`, which name what the reminder is about so that the
 * same is not reminded of twice; a lasting state has no marks. A vehicle that is not due has no row.
 */
type Judge = (condition: ReminderCondition) => Sql;

const maintenance: Judge = ({ mileageKm = null, months = null }) => sql`(
  select m.due_date, null::int as soh, m.marks from (
    select case when e.n >= ${months}::int then (${activated} + make_interval(months => e.n / ${months}::int * ${months}::int))::date else ${today} end as due_date,
      array_remove(array[
        case when s.odometer_km >= ${mileageKm}::int then 'km:' || ${mileageKm}::int || ':' || floor(s.odometer_km / ${mileageKm}::int)::int end,
        case when e.n >= ${months}::int then 'months:' || ${months}::int || ':' || e.n / ${months}::int end], null) as marks
    from (select (extract(year from a.age) * 12 + extract(month from a.age))::int as n from (select age(${today}, ${activated}) as age) a) e) m
  where cardinality(m.marks) > 0)`;

/** Of several days before a date, the nearest one that has come: a day on which nothing ran is made up for. */
const before =
  (date: Sql): Judge =>
  ({ daysBefore = [] }) =>
    sql`(
  select d.due_date, null::int as soh, array['date:' || d.due_date || ':' || min(n)] as marks
  from (select ${date} as due_date) d, unnest(${[...daysBefore]}::int[]) n
  where d.due_date >= ${today} and n >= d.due_date - ${today} group by d.due_date)`;

const sold = sql`coalesce(v.sale_date, ${activated})`;
/** Inspection and insurance last a year from the sale. */
const anniversary = sql`(${sold} + make_interval(years => extract(year from age(${today} - 1, ${sold}))::int + 1))::date`;

const battery: Judge = ({ soh = null }) => sql`(
  select ${today} as due_date, b.soh, '{}'::text[] as marks
  from (select min(b.soh)::int as soh from veh_battery b where b.vehicle_id = v.id and not b.deleted) b where b.soh < ${soh}::int)`;

const idle: Judge = ({ idleDays = null }) => sql`(
  select ${today} as due_date, null::int as soh, '{}'::text[] as marks
  from (select coalesce((select coalesce(t.end_time, t.start_time) from veh_trip t where t.vehicle_id = v.id and not t.deleted
    order by t.start_time desc limit 1), v.activation_time) as ridden) r
  where ${today} - ${dayOf('r.ridden')} >= ${idleDays}::int)`;

/** The platform reaches a vehicle as long as the card in it. */
const cardEnd = sql`(select c.expire_time from sim_card c where c.iccid = v.iccid and c.sim_status <> ${cancelled} and not c.deleted)`;

const { ReminderType: type } = codes;
const judges: Readonly<Record<string, Judge>> = {
  [type.maintenance]: maintenance,
  [type.warranty]: before(sql`v.warranty_end`),
  [type.inspection]: before(anniversary),
  [type.battery]: battery,
  [type.service]: before(cardEnd),
  [type.idle]: idle,
};

/**
 * The vehicles in range that are due today, each once: `vehicle_id`, `user_id`, `due_date`, `marks`, `facts` (values of the template's
 * variables), `last_date`, and `why` it is left out, null for those that are reminded. The dry run and the runs have this one statement.
 */
export function dueVehicles(range: ReminderRange): RawBuilder<unknown> {
  const judge = judges[range.reminderType];
  if (judge === undefined) throw new Error(`nothing is due of type ${range.reminderType}`);
  const { id, repeatDays } = range;
  return sql`
    select v.id as vehicle_id, u.id as user_id, x.due_date, x.marks, l.last_date,
      jsonb_build_object('nickname', u.nickname, 'vehicleName', y.name, 'vehicleNameEn', y.name_en, 'vin6', right(coalesce(v.vin, v.frame_no), 6),
        'odometerKm', floor(s.odometer_km)::bigint, 'dueDate', x.due_date, 'daysLeft', greatest(x.due_date - ${today}, 0), 'soh', x.soh,
        'dealerName', coalesce(d.short_name, d.name), 'dealerPhone', d.service_phone) as facts,
      case when v.owner_user_id is null then 'noOwner'
        when u.deleted or not ${isTrue('mayUseApp', 'u')} then 'ownerOff'
        when l.last_date + ${repeatDays}::int > ${today} and coalesce(l.marks[1], '') not like 'date:' || x.due_date || ':%' then 'repeat'
        when cardinality(x.marks) > 0 and x.marks <@ l.marks then 'reminded' end as why
    from veh_vehicle v
    join veh_type y on y.id = v.vehicle_type_id
    left join dlr_dealer d on d.id = v.dealer_id
    left join veh_vehicle_status s on s.vehicle_id = v.id
    cross join lateral ${judge(range.condition)} x
    left join usr_app_user u on u.id = v.owner_user_id
    left join msg_service_last l on l.message_id = ${id}::bigint and l.vehicle_id = v.id
    where not v.deleted and ${isTrue('activated', 'v')} and ${vehiclesWhere(range)}`;
}
