import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';

/** D:BindAction. */
export const bindActions = { bind: 1, unbind: 2, share: 3, unshare: 4, forceUnbind: 5, transfer: 6 } as const;
/** D:BindChannel. */
export const bindChannels = { ble: 1, qr: 2, dealer: 3, console: 4, system: 5 } as const;
/** D:BindType. */
export const bindTypes = { owner: 1, share: 2 } as const;

export interface BindingStep {
  readonly vehicleId: string;
  readonly userId: string;
  readonly action: (typeof bindActions)[keyof typeof bindActions];
  readonly channel: (typeof bindChannels)[keyof typeof bindChannels];
  /** The staff member who did it; null for app users and the system. */
  readonly operatorId: string | null;
  readonly reason: string | null;
  readonly applicationNo?: string | null;
}

/** Writes one step of a binding's story, with the odometer of the moment. */
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
