import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';
import { AppError } from '../../../http/errors.ts';
import { serial } from '../../../http/kit.ts';

/** A vehicle's VIN, frame number or IMEI as an app or a device sends it. */
export const vinInput = serial(15, 17);

/** A vehicle found by one of its names. */
export interface BoundVehicle {
  readonly id: string;
  readonly imei: string;
  readonly activationStatus: number;
  readonly operationStatus: number;
  readonly warrantyMonths: number;
}

/** A vehicle by VIN, frame number or, from its QR code, IMEI. @throws AppError 1002 */
export async function vehicleByName(db: Db | Tx, name: string): Promise<BoundVehicle> {
  const { rows } = await sql<BoundVehicle>`
    select v.id::text as id, coalesce(v.imei, '') as imei, v.activation_status, v.operation_status, y.warranty_months
    from veh_vehicle v join veh_type y on y.id = v.vehicle_type_id
    where not v.deleted and (v.vin = ${name} or v.frame_no = ${name} or v.imei = ${name}) limit 1`.execute(db);
  const [found] = rows;
  if (!found) throw new AppError(1002);
  return found;
}

/** What people call a vehicle: its VIN, else its frame number. */
export async function vehicleTitle(tx: Tx, vehicleId: string): Promise<string> {
  const row = await tx
    .selectFrom('veh_vehicle')
    .select(['vin', 'frameNo'])
    .where('id', '=', vehicleId)
    .executeTakeFirst();
  return row?.vin ?? row?.frameNo ?? vehicleId;
}
