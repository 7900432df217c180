import type { PoolClient } from 'pg';
import { startOfDayText } from '../../../db/wall-clock.ts';

/** Snapshots older than this say nothing of a battery any more. */
const knownDays = 90;
const [start, end] = [startOfDayText('$1::date'), startOfDayText('($1::date + 1)')];

/**
 * A day of batteries from their bindings and snapshots: in use at its end, health and cycles by the last snapshot until then, and charges: from the
 * first snapshot that charges to the last one of the same stretch, with what it added.
 */
const build = `
  insert into stat_battery_day (stat_date, battery_type, manufacturer, vehicle_type_id, dealer_id, in_use, soh_count, soh_sum, below_80, below_70, cycle_sum, charges, depth_sum)
  select $1::date, b.battery_type, b.manufacturer, v.vehicle_type_id, v.dealer_id, count(*)::int, count(s.soh)::int, coalesce(sum(round(s.soh::numeric)), 0)::bigint,
    count(*) filter (where round(s.soh::numeric) < 80)::int, count(*) filter (where round(s.soh::numeric) < 70)::int,
    coalesce(sum(s.cyc) filter (where s.soh is not null), 0)::bigint, coalesce(sum(c.charges), 0)::int, coalesce(sum(c.depth), 0)::bigint
  from veh_battery_binding h join veh_battery b on b.id = h.battery_id join veh_vehicle v on v.id = h.vehicle_id
    left join lateral (select p.soh, p.cyc from veh_battery_snapshot p where p.battery_id = b.id and p.ts < ${end} and p.ts >= ${end} - interval '${knownDays} days'
      order by p.ts desc limit 1) s on true
    left join lateral (
      select count(*)::int as charges, sum(greatest(0, k.last_soc - k.first_soc))::int as depth from (
        select (array_agg(g.soc order by g.ts))[1] as first_soc, (array_agg(g.soc order by g.ts desc))[1] as last_soc from (
          select p.ts, p.soc, p.chg, count(*) filter (where p.chg is distinct from 1) over (order by p.ts) as stretch
          from veh_battery_snapshot p where p.battery_id = b.id and p.ts >= ${start} and p.ts < ${end}) g
        where g.chg = 1 group by g.stretch) k) c on true
  where not h.deleted and not b.deleted and not v.deleted and h.bind_time < ${end} and (h.unbind_time is null or h.unbind_time >= ${end})
  group by b.battery_type, b.manufacturer, v.vehicle_type_id, v.dealer_id`;

/** Builds a day of batteries again, in the caller's transaction. @returns its rows */
export async function buildBatteryDay(client: PoolClient, day: string): Promise<number> {
  await client.query('delete from stat_battery_day where stat_date = $1::date', [day]);
  return (await client.query(build, [day])).rowCount ?? 0;
}
