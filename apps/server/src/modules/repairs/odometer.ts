import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import type { CallContext } from '../../http/context.ts';
import { refuseField } from '../../http/field-texts.ts';

/** Kilometres that a vehicle may be beyond what it last reported: it may have been away for a while. */
const spareOf = (reported: number): number => Math.max(500, reported / 2);

/**
 * A reading far above what the vehicle reports decides about its warranty: whoever enters it says why.
 * @throws AppError 1001
 */
export async function questionOdometer(
  tx: Tx,
  ctx: CallContext,
  vehicleId: string,
  { odometerKm, remark }: { readonly odometerKm: number; readonly remark?: string | null | undefined },
): Promise<void> {
  const { rows } = await sql<{ reported: number }>`
    select odometer_km::float8 as reported from veh_vehicle_status where vehicle_id = ${vehicleId} and odometer_km is not null`.execute(
    tx,
  );
  const [status] = rows;
  const isSaid = typeof remark === 'string' && remark.trim() !== '';
  if (status === undefined || isSaid || odometerKm <= status.reported + spareOf(status.reported)) return;
  throw refuseField(
    ctx,
    'odometerKm',
    {
      zh: '车辆上报的里程为{km}km，差距过大；确认无误请在备注中说明原因',
      en: 'The vehicle reports {km} km. If this is right, say why in the remark',
    },
    { km: Math.round(status.reported) },
  );
}
