import { factSql } from '../../../db/facts.ts';
import { todayText } from '../../../db/wall-clock.ts';
import type { App } from '../../../http/context.ts';

/** Notes how many vehicles are online now, of all, of each model, of each dealer and of each model of a dealer, where it is the most of the day. */
export async function noteOnline({ pool }: App): Promise<void> {
  await pool.query(`
    insert into stat_online_peak as p (stat_date, vehicle_type_id, dealer_id, peak, peak_time)
    select ${todayText}, case when grouping(t.vehicle_type_id) = 1 then 0 else t.vehicle_type_id end,
      case when grouping(t.dealer_id) = 1 then 0 else t.dealer_id end, count(*)::int, now()
    from veh_vehicle_status s join veh_vehicle t on t.id = s.vehicle_id
    where not t.deleted and ${factSql('online', 's')} group by grouping sets ((), (t.vehicle_type_id), (t.dealer_id), (t.vehicle_type_id, t.dealer_id))
    having grouping(t.dealer_id) = 1 or t.dealer_id is not null
    order by 2, 3
    on conflict (stat_date, vehicle_type_id, dealer_id) do update set peak = excluded.peak, peak_time = excluded.peak_time where p.peak < excluded.peak`);
}
