import { formatDay } from '@wheelhouse/contract/time';
import { addDays } from '@wheelhouse/entities/statistics/period';
import { todayText } from '../../../db/wall-clock.ts';
import type { App } from '../../../http/context.ts';
import { buildDays } from '../../../modules/statistics/service.ts';

/** Days of batteries that the sample data has snapshots of. */
const batteryDays = 45;

/**
 * What would have been noted day by day: who used the app, by rides and chance, how many vehicles were online at once, and the days of batteries.
 * Chance is a hash of day and user: the same however often it is asked.
 */
export async function fillDays(app: App, begun: Date): Promise<void> {
  const { pool } = app;
  await pool.query(`insert into stat_app_day (stat_date, user_id)
    select d.day::date, u.id from usr_app_user u cross join generate_series(greatest((u.register_time at time zone 'Asia/Shanghai')::date, ${todayText} - 90), ${todayText}, interval '1 day') d(day)
    where not u.deleted and u.last_active_time is not null and d.day <= u.last_active_time
      and abs(hashtext(u.id::text || d.day::text)) % 100 < 8 + abs(hashtext(u.id::text)) % 55 on conflict do nothing`);
  await pool.query(`insert into stat_online_peak (stat_date, vehicle_type_id, dealer_id, peak, peak_time)
    select s.stat_date, case when grouping(t.vehicle_type_id) = 1 then 0 else t.vehicle_type_id end, case when grouping(t.dealer_id) = 1 then 0 else t.dealer_id end,
      ceil(count(*) * 0.34)::int, max(s.trip_time)
    from stat_active_day s join veh_vehicle t on t.id = s.vehicle_id where s.active and not t.deleted
    group by s.stat_date, grouping sets ((), (t.vehicle_type_id), (t.dealer_id), (t.vehicle_type_id, t.dealer_id))
    having grouping(t.dealer_id) = 1 or t.dealer_id is not null on conflict do nothing`);
  const today = formatDay(begun);
  const days = Array.from({ length: batteryDays }, (_, n) => addDays(today, n + 1 - batteryDays));
  await buildDays(app, ['stat_battery_day'], days);
}
