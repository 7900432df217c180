import type { PoolClient } from 'pg';
import { startOfDayText } from '../../../db/wall-clock.ts';
import { activeKm } from '../../trips/service.ts';

const [start, end] = [startOfDayText('$1::date'), startOfDayText('($1::date + 1)')];

/** Builds again which vehicles were active on a day, from all trips that began on it. @returns its rows */
export async function buildActiveDay(client: PoolClient, day: string): Promise<number> {
  await client.query('delete from stat_active_day where stat_date = $1::date', [day]);
  const { rowCount } = await client.query(
    `insert into stat_active_day (stat_date, vehicle_id, trip_time)
     select $1::date, t.vehicle_id, min(t.start_time) from veh_trip t
     where not t.deleted and t.distance_km > ${activeKm} and t.start_time >= ${start} and t.start_time < ${end} group by 2`,
    [day],
  );
  return rowCount ?? 0;
}
