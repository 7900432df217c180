import type { Code } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';

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

/** Logs one step of a binding, with the current odometer. */
export async function logBinding(tx: Tx, step: BindingStep): Promise<void> {
  const { rows } = await sql<{ km: number | null }>`
    select odometer_km::float8 as km from veh_vehicle_status where vehicle_id = ${step.vehicleId}`.execute(tx);
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
      odometerKm: rows[0]?.km ?? null,
      createBy: step.operatorId,
    })
    .execute();
}
