import type { Pool, PoolClient } from 'pg';
import { dayText, startOfDayText, todayText } from '../../db/wall-clock.ts';

/** A trip of more than so many kilometres makes its vehicle active on the day on which it begins. */
export const activeKm = 0.1;

/** A vehicle's day that trips were found in, or are no longer. */
export interface VehicleDay {
  readonly vehicle_id: string;
  /** `YYYY-MM-DD` in Asia/Shanghai. */
  readonly stat_date: string;
}

const count = `with found as materialized (
    select k.vehicle_id, k.stat_date, (select min(t.start_time) from veh_trip t where t.vehicle_id = k.vehicle_id and not t.deleted and t.distance_km > ${activeKm}
      and t.start_time >= ${startOfDayText('k.stat_date')} and t.start_time < ${startOfDayText('(k.stat_date + 1)')}) as trip_time
    from json_to_recordset($1) as k(vehicle_id bigint, stat_date date)),
  gone as (delete from stat_active_day s using found f where f.trip_time is null and s.stat_date = f.stat_date and s.vehicle_id = f.vehicle_id)
  insert into stat_active_day as s (stat_date, vehicle_id, trip_time) select stat_date, vehicle_id, trip_time from found where trip_time is not null
  order by vehicle_id, stat_date
  on conflict (stat_date, vehicle_id) do update set trip_time = excluded.trip_time where s.trip_time is distinct from excluded.trip_time`;

/** Keeps on which days vehicles were active, in the transaction that changes their trips: whatever comes late counts on its own day. */
export async function countActiveDays(client: PoolClient, days: readonly VehicleDay[]): Promise<void> {
  await client.query(count, [JSON.stringify(days)]);
}

/** The same from all trips that there are, for an installation that is filled. */
export async function countAllActiveDays(client: PoolClient): Promise<void> {
  await client.query(`insert into stat_active_day (stat_date, vehicle_id, trip_time)
    select ${dayText('start_time')}, vehicle_id, min(start_time) from veh_trip where not deleted and distance_km > ${activeKm} group by 1, 2
    on conflict (stat_date, vehicle_id) do nothing`);
}

const keptDays = 400;

/** Active days end when no statistic shows them any more. */
export async function forgetActiveDays(pool: Pool): Promise<void> {
  await pool.query(`delete from stat_active_day where stat_date < ${todayText} - ${keptDays}`);
}
