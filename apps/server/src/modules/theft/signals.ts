import type { BatteryForecast, NetworkHint } from '@wheelhouse/contract/theft';
import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import { wallClock } from '../../db/wall-clock.ts';

/** A control unit that reports every ten seconds needs about this much, percent an hour. */
const standbyDrop = 0.4;
const hourMs = 3_600_000;

/** How long the battery will last at the pace of the last hours. */
export async function forecast(db: Db, vehicleId: string, now = Date.now()): Promise<BatteryForecast> {
  const { rows } = await sql<{ soc: number | null; rangeKm: number | null; used: number | null; hours: number | null }>`
    select s.soc::int as soc, s.estimated_range_km::float8 as range_km, d.used, d.hours from veh_vehicle_status s left join lateral (
      select (max(t.soc) - s.soc)::float8 as used, (extract(epoch from now() - min(t.ts)) / 3600)::float8 as hours
      from veh_telemetry t where t.vehicle_id = s.vehicle_id and t.ts > now() - interval '6 hours' and t.soc is not null) d on true
    where s.vehicle_id = ${vehicleId}`.execute(db);
  const { soc = null, rangeKm = null, used = null, hours = null } = rows[0] ?? {};
  const measured = used !== null && hours !== null && hours >= 0.5 ? used / hours : 0;
  const assumed = measured < standbyDrop;
  const dropPerHour = assumed ? standbyDrop : Math.round(measured * 100) / 100;
  return {
    soc,
    dropPerHour,
    assumed,
    rangeKm,
    emptyAt: soc === null ? null : Math.round(now + (soc / dropPerHour) * hourMs),
  };
}

/** The last radio values, for a search without a GPS fix. */
export async function networkHint(db: Db, vehicleId: string): Promise<NetworkHint | null> {
  const { rows } = await sql<NetworkHint>`
    select csq::int as csq, rsrp_dbm::int as rsrp_dbm, reported_iccid as iccid, coalesce(extra -> 'net' -> 'cell', extra -> 'cell') as cell,
      coalesce(extra -> 'net' -> 'wifi', extra -> 'wifi') as wifi, ${wallClock('recv_time')} as recv_time
    from veh_vehicle_status where vehicle_id = ${vehicleId}`.execute(db);
  return rows[0] ?? null;
}
