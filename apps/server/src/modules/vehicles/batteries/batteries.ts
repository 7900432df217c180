import { machines } from '@wheelhouse/entities/machines';
import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import type { CallContext } from '../../../http/context.ts';
import { vehicleTitle } from '../../fleet/shared/service.ts';
import { AppError } from '../../../http/errors.ts';
import { touched } from '../../../entity/hooks.ts';
import { wrongState } from '../../../entity/state-text.ts';

const { firstInstall } = codes.BatterySwapReason;
const { inStock, inUse, idle, scrapped } = machines['SM-Battery'].states;
/** States of batteries that may go into a vehicle. */
export const freeBatteryStates: readonly number[] = [inStock, idle];

/** Who acts, and the language of refusals. */
type Acting = Pick<CallContext, 'user' | 'lang'>;

interface Install {
  readonly batteryId: string;
  readonly vehicleId: string;
  readonly slot: number;
  readonly reason: string;
}

/** The battery, locked, when it may go into the slot. @throws AppError 2202–2205 */
async function freeBattery(tx: Tx, ctx: Acting, { batteryId, vehicleId, slot }: Install) {
  const battery = await tx
    .selectFrom('veh_battery')
    .selectAll()
    .where('id', '=', batteryId)
    .where('deleted', '=', false)
    .forUpdate()
    .executeTakeFirst();
  const vehicle = await tx
    .selectFrom('veh_vehicle as v')
    .innerJoin('veh_type as t', 't.id', 'v.vehicleTypeId')
    .select(['v.id', 't.batteryType', 't.batteryCount'])
    .where('v.id', '=', vehicleId)
    .where('v.deleted', '=', false)
    .executeTakeFirst();
  if (!battery || !vehicle) throw new AppError(1002);
  if (Number(battery.status) === scrapped) throw new AppError(2204);
  if (battery.vehicleId === null && !freeBatteryStates.includes(Number(battery.status)))
    throw wrongState('BatteryStatus', battery.status, ctx);
  if (battery.vehicleId !== null) throw new AppError(2203, { vin: await vehicleTitle(tx, battery.vehicleId) });
  if (String(battery.batteryType) !== String(vehicle.batteryType)) throw new AppError(2202);
  const taken = await tx
    .selectFrom('veh_battery')
    .select('id')
    .where('vehicleId', '=', vehicleId)
    .where('slot', '=', slot)
    .where('deleted', '=', false)
    .executeTakeFirst();
  if (taken || slot > vehicle.batteryCount) throw new AppError(2205);
  return battery;
}

/** Puts a free battery into a vehicle's slot. @throws AppError 2202–2205 */
export async function installBattery(tx: Tx, ctx: Acting, install: Install): Promise<void> {
  const { batteryId, vehicleId, slot, reason } = install;
  const battery = await freeBattery(tx, ctx, install);
  const odometer = await odometerOf(tx, vehicleId);
  await tx
    .updateTable('veh_battery')
    .set({ ...touched(ctx), vehicleId, slot, status: inUse })
    .where('id', '=', batteryId)
    .execute();
  await tx
    .insertInto('veh_battery_binding')
    .values({
      batteryId,
      vehicleId,
      slot,
      bindTime: new Date(),
      odometerStartKm: odometer,
      cycleStart: battery.cycleCount,
      sohStart: battery.soh,
      reason,
      operatorId: ctx.user.id,
      createBy: ctx.user.id,
    })
    .execute();
  // This also closes the open question whether the battery is in this slot.
  await tx
    .updateTable('veh_battery_pending')
    .set({ ...touched(ctx), status: codes.BatteryPendingStatus.confirmed, handleTime: new Date() })
    .where('vehicleId', '=', vehicleId)
    .where('slot', '=', slot)
    .where('reportedSn', '=', battery.batterySn)
    .where('status', '=', codes.BatteryPendingStatus.toConfirm)
    .execute();
}

/** Takes a battery out of its vehicle and closes its binding; `status` is its state afterwards, `reason` a code of D:BatterySwapReason. */
export async function removeBattery(
  tx: Tx,
  ctx: Acting,
  batteryId: string,
  status: number,
  reason: string | null = null,
): Promise<void> {
  const battery = await tx
    .selectFrom('veh_battery')
    .selectAll()
    .where('id', '=', batteryId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const odometer = battery.vehicleId === null ? null : await odometerOf(tx, battery.vehicleId);
  await tx
    .updateTable('veh_battery')
    .set({ ...touched(ctx), vehicleId: null, slot: null, status })
    .where('id', '=', batteryId)
    .execute();
  await tx
    .updateTable('veh_battery_binding')
    .set({
      ...touched(ctx),
      unbindTime: new Date(),
      odometerEndKm: odometer,
      cycleEnd: battery.cycleCount,
      sohEnd: battery.soh,
      unbindReason: reason,
    })
    .where('batteryId', '=', batteryId)
    .where('unbindTime', 'is', null)
    .execute();
}

async function odometerOf(tx: Tx, vehicleId: string): Promise<number | null> {
  const { rows } = await sql<{
    km: number | null;
  }>`select odometer_km::float8 as km from veh_vehicle_status where vehicle_id = ${vehicleId}`.execute(tx);
  return rows[0]?.km ?? null;
}

/** Another battery into the slot of one that is in a vehicle, which becomes idle. @throws AppError 1004 when it is in none, 2202–2205 */
export async function swapBattery(
  tx: Tx,
  ctx: Acting,
  { oldId, newId, reason }: { readonly oldId: string; readonly newId: string; readonly reason: string },
): Promise<void> {
  const old = await tx
    .selectFrom('veh_battery')
    .select(['vehicleId', 'slot', 'status'])
    .where('id', '=', oldId)
    .where('deleted', '=', false)
    .forUpdate()
    .executeTakeFirst();
  if (!old?.vehicleId || old.slot === null) throw wrongState('BatteryStatus', old?.status, ctx);
  await removeBattery(tx, ctx, oldId, 2, reason);
  await installBattery(tx, ctx, { batteryId: newId, vehicleId: old.vehicleId, slot: old.slot, reason });
}

/**
 * Brings a vehicle's batteries in line with its form: new ones installed in free slots, missing ones removed to idle.
 * @throws AppError 2013 a battery is elsewhere, 2202 wrong type, 2205 no slot left
 */
export async function setBatteries(
  tx: Tx,
  ctx: CallContext,
  vehicleId: string,
  wanted: readonly string[],
): Promise<void> {
  const present = await tx
    .selectFrom('veh_battery')
    .select(['id', 'slot'])
    .where('vehicleId', '=', vehicleId)
    .where('deleted', '=', false)
    .execute();
  for (const one of present) if (!wanted.includes(one.id)) await removeBattery(tx, ctx, one.id, 2);
  const slots = new Set(present.filter((one) => wanted.includes(one.id)).map((one) => one.slot));
  for (const id of wanted) {
    if (present.some((one) => one.id === id)) continue;
    const slot = [1, 2, 3].find((n) => !slots.has(n)) ?? 4;
    slots.add(slot);
    await installBattery(tx, ctx, { batteryId: id, vehicleId, slot, reason: firstInstall });
  }
}
