import type { Code } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import { cities, nearestCity } from '../fleet/map/service.ts';

export interface BindingStep {
  readonly vehicleId: string;
  readonly userId: string;
  readonly action: Code<'BindAction'>;
  readonly channel: Code<'BindChannel'>;
  /** The staff member who did it; null for app users and the system. */
  readonly operatorId: string | null;
  readonly reason: string | null;
  readonly applicationNo?: string | null;
}

/** A position older than this says nothing of where a vehicle is now. */
const positionHours = 24;

interface Scene {
  readonly km: number | null;
  readonly lng: number | null;
  readonly lat: number | null;
}

/** Logs one step of a binding, with the current odometer and the city that the vehicle is in, where that is known. */
export async function logBinding(tx: Tx, step: BindingStep): Promise<void> {
  const { rows } = await sql<Scene>`
    select s.odometer_km::float8 as km, p.lng, p.lat
    from veh_vehicle_status s left join lateral (select s.gps_lng::float8 as lng, s.gps_lat::float8 as lat
      where s.gps_time > now() - make_interval(hours => ${sql.lit(positionHours)})) p on true
    where s.vehicle_id = ${step.vehicleId}`.execute(tx);
  const { km = null, lng = null, lat = null } = rows[0] ?? {};
  await tx
    .insertInto('veh_binding_log')
    .values({
      vehicleId: step.vehicleId,
      userId: step.userId,
      action: step.action,
      channel: step.channel,
      operatorId: step.operatorId,
      reason: step.reason?.slice(0, 200) ?? null,
      applicationNo: step.applicationNo ?? null,
      odometerKm: km,
      cityId: lng !== null && lat !== null ? (cities[nearestCity(lng, lat)]?.id ?? null) : null,
      createBy: step.operatorId,
    })
    .execute();
}
