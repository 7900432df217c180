import type { Pool } from 'pg';

/** Days in which what was known at their beginning is kept, for late samples; older ones are read from the first sample kept. */
const markDays = 31;
const perStatement = 10_000;

/** Trips whose points are deleted lose their coordinates; their other values stay. */
export async function forgetPlaces(pool: Pool, days: number): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(
      `update veh_trip set start_lng = null, start_lat = null, end_lng = null, end_lat = null, rev = rev + 1, update_time = now()
       where id in (select id from veh_trip where start_lng is not null
         and start_time < ((now() at time zone 'UTC')::date - $1::int)::timestamp at time zone 'UTC' order by start_time limit ${perStatement})`,
      [days],
    );
    if ((rowCount ?? 0) < perStatement) break;
  }
  await pool.query(`delete from veh_trip_mark where ts < now() - make_interval(days => $1)`, [markDays]);
}
