import { sql } from 'kysely';
import type { AppContext } from '../../http/app-call.ts';
import { AppError } from '../../http/errors.ts';
import { bindingOf } from '../binding/service.ts';
import { vehicleByName } from '../fleet/shared/service.ts';

/** Model of a vehicle of the caller's. @throws AppError 1002 there is none, 1011 it is not theirs */
export async function ownModel({ app, appUser }: AppContext, vin: string): Promise<string> {
  const vehicle = await vehicleByName(app.db, vin);
  if ((await bindingOf(app.db, vehicle.id, appUser.id)) === undefined) throw new AppError(1011);
  const { rows } = await sql<{ model: string }>`
    select vehicle_type_id::text as model from veh_vehicle where id = ${vehicle.id}`.execute(app.db);
  return rows[0]?.model ?? '';
}
