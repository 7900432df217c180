import { dayText, startOfDayText, todayText, wallClockText } from '../../db/wall-clock.ts';
import { proofOf } from '../../proof/define.ts';
import { activeKm } from './active-days.ts';

/** The day that was over at three in the morning, and the one before. */
const days = `${todayText} - 2 and ${todayText} - 1`;
const tripDay = dayText('t.start_time');

export const tripProofs = [
  proofOf({
    name: 'trips.activeDays',
    label: { zh: '活跃车辆', en: 'Active vehicles' },
    proves: {
      zh: '前两天的活跃车辆等于由行程重新计算的结果。',
      en: 'The active vehicles of two days are those that a recount of their trips finds.',
    },
    checked: `select count(*) from stat_active_day where stat_date between ${days} and active`,
    looks: [
      {
        says: {
          zh: '记录的活跃时间为{has}，由行程计算为{should}',
          en: 'It is active since {has}; its trips say {should}',
        },
        entity: 'vehicle',
        sql: `with found as (select t.vehicle_id, ${tripDay} as stat_date, min(t.start_time) as trip_time from veh_trip t
            where not t.deleted and t.distance_km > ${activeKm} and t.start_time >= ${startOfDayText(`(${todayText} - 2)`)}
              and t.start_time < ${startOfDayText(todayText)} group by 1, 2),
          kept as (select vehicle_id, stat_date, trip_time from stat_active_day where stat_date between ${days} and active)
          select vehicle_id as record, vehicle_id || ' ' || stat_date as name, coalesce(${wallClockText('k.trip_time')}, '—') as has,
            coalesce(${wallClockText('f.trip_time')}, '—') as should
          from found f full join kept k using (vehicle_id, stat_date) where f.trip_time is distinct from k.trip_time`,
      },
    ],
  }),
  proofOf({
    name: 'trips.trips',
    label: { zh: '行程', en: 'Trips' },
    proves: {
      zh: '行程在开始之后结束，里程不为负，每辆车最多一个进行中的行程。',
      en: 'A trip ends after it began, its distance is not below zero, and a vehicle is on one trip at most.',
    },
    checked: `select count(*) from veh_trip where start_time > now() - interval '35 days'`,
    looks: [
      {
        says: { zh: '行程的时间或里程不可能：{has}', en: 'A trip of impossible times or distance: {has}' },
        entity: 'trip',
        sql: `select id as record, trip_no as name, distance_km || ' km' as has from veh_trip
          where not deleted and start_time > now() - interval '35 days' and (end_time < start_time or distance_km < 0)`,
      },
      {
        says: { zh: '有{has}个进行中的行程', en: 'It is on {has} trips at once' },
        entity: 'vehicle',
        sql: `select vehicle_id as record, vehicle_id as name, count(*) as has from veh_trip where ongoing = 1 and not deleted group by 1 having count(*) > 1`,
      },
    ],
  }),
];
