import type { Row } from '@wheelhouse/entities/fields';
import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { touched, type ActionContext, type EntityHooks, type Saving } from '../../entity/hooks.ts';

/** D:BatterySwapReason of a first install. */
const firstInstall = '1';

interface Install {
  readonly batteryId: string;
  readonly vehicleId: string;
  readonly slot: number;
  readonly reason: string;
}

/** Puts a free battery into a vehicle's slot (catalogue 02 §14). @throws AppError 2202–2205 */
export async function installBattery(
  tx: Tx,
  ctx: Pick<CallContext, 'user'>,
  { batteryId, vehicleId, slot, reason }: Install,
): Promise<void> {
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
  if (Number(battery.status) === 4) throw new AppError(2204);
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
  const odometer = await odometerOf(tx, vehicleId);
  await tx
    .updateTable('veh_battery')
    .set({ ...touched(ctx), vehicleId, slot, status: 1 })
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
}

/** Takes a battery out of its vehicle and closes its binding; `status` is its state afterwards. */
export async function removeBattery(
  tx: Tx,
  ctx: Pick<CallContext, 'user'>,
  batteryId: string,
  status: number,
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

/** What people call a vehicle: its VIN, else its frame number. */
export async function vehicleTitle(tx: Tx, vehicleId: string): Promise<string> {
  const row = await tx
    .selectFrom('veh_vehicle')
    .select(['vin', 'frameNo'])
    .where('id', '=', vehicleId)
    .executeTakeFirst();
  return row?.vin ?? row?.frameNo ?? vehicleId;
}

/**
 * Makes a vehicle's batteries those of its form: new ones installed in free slots, missing ones removed to idle.
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

/** `YYYY-MM-DD` some months later; the last day of a shorter month. */
export function addMonths(day: string, months: number): string {
  const [y = 0, m = 1, d = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(y, m - 1 + months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(y, m - 1 + months, Math.min(d, last))).toISOString().slice(0, 10);
}

async function setWarranty({ tx, old, values, ...saving }: Saving & { readonly id: string }): Promise<void> {
  const row: Row = { ...old, ...values };
  if (typeof row['productionDate'] !== 'string') return;
  const warrantyEnd = addMonths(row['productionDate'], Number(row['warrantyMonths']));
  await tx.updateTable('veh_battery').set({ warrantyEnd }).where('id', '=', saving.id).execute();
}

const one = (action: ActionContext) => {
  const row = action.rows[0];
  if (!row) throw new AppError(1002);
  return row;
};

async function setStatus(action: ActionContext, status: number, more: { recycleCode?: string } = {}): Promise<void> {
  await action.tx
    .updateTable('veh_battery')
    .set({ ...touched(action.ctx), ...more, status })
    .where('id', '=', one(action).id)
    .execute();
}

export const batteryHooks: EntityHooks = {
  afterSave: setWarranty,
  refuseDelete: async (_tx, row) => (Number(row['status']) === 0 ? undefined : new AppError(1004, { state: '' })),
  actions: {
    install: async (action) => {
      const { input } = action;
      await installBattery(action.tx, action.ctx, {
        batteryId: one(action).id,
        vehicleId: String(input['vehicleId']),
        slot: Number(input['slot']),
        reason: String(input['reasonCode']),
      });
    },
    remove: async (action) => removeBattery(action.tx, action.ctx, one(action).id, 2),
    repair: async (action) => {
      if (one(action)['vehicleId'] !== null) await removeBattery(action.tx, action.ctx, one(action).id, 3);
      else await setStatus(action, 3);
    },
    repaired: async (action) => setStatus(action, 2),
    scrap: async (action) => setStatus(action, 4, { recycleCode: String(action.input['recycleCode']) }),
  },
};
