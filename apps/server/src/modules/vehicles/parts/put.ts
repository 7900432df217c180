import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { touched } from '../../../entity/hooks.ts';
import { revokeDevice } from '../../../gateway/service.ts';
import type { CallContext } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { installBattery, removeBattery, swapBattery } from '../batteries/service.ts';
import { forgetReported, resetKeys } from '../../binding/service.ts';
import { columnOf, isKept, type Piece } from './pieces.ts';

const { centralControl, battery, motor } = codes.DeviceType;
const { idle } = machines['SM-Battery'].states;

type Acting = Pick<CallContext, 'user' | 'lang'>;

/** One part of a vehicle in the place of another one; either may be unknown. */
interface Putting {
  readonly vehicleId: string;
  /** D:DeviceType. */
  readonly deviceType: number;
  readonly from: Piece | undefined;
  readonly to: Piece | undefined;
  /** D:BatterySwapReason. */
  readonly swapReason: string;
}

/** @throws AppError 2206 */
async function batteryId(tx: Tx, sn: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id::text as id from veh_battery where battery_sn = ${sn} and not deleted`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new AppError(2206, { sn });
  return row.id;
}

async function freeSlot(tx: Tx, vehicleId: string): Promise<number> {
  const { rows } = await sql<{ slot: number }>`
    select n.slot from generate_series(1, 3) as n(slot)
    where not exists (select from veh_battery b where b.vehicle_id = ${vehicleId} and b.slot = n.slot and not b.deleted) order by 1`.execute(
    tx,
  );
  // A fourth one is refused: no slot is left.
  return rows[0]?.slot ?? 4;
}

async function putBattery(tx: Tx, ctx: Acting, { vehicleId, from, to, swapReason: reason }: Putting): Promise<void> {
  const newId = to && (await batteryId(tx, to.sn));
  const oldId = from && (await batteryId(tx, from.sn));
  if (oldId !== undefined && newId !== undefined) await swapBattery(tx, ctx, { oldId, newId, reason });
  else if (newId !== undefined)
    await installBattery(tx, ctx, { batteryId: newId, vehicleId, slot: await freeSlot(tx, vehicleId), reason });
  else if (oldId !== undefined) await removeBattery(tx, ctx, oldId, idle, reason);
}

async function putInVehicle(tx: Tx, ctx: Acting, { vehicleId, deviceType, to }: Putting): Promise<void> {
  const column = columnOf(deviceType);
  if (column === undefined) return;
  const identity =
    deviceType === centralControl && to ? sql`, imei = ${to.imei}, iccid = ${to.iccid}, ble_mac = ${to.bleMac}` : sql``;
  await sql`
    update veh_vehicle set ${sql.raw(column)} = ${to?.sn ?? null}${identity}, rev = rev + 1, update_by = ${ctx.user.id}, update_time = now()
    where id = ${vehicleId}`.execute(tx);
}

/** The row of the electronic part: what its device reported is that of another part now. */
async function putEcu(tx: Tx, ctx: Acting, { vehicleId, deviceType, from, to }: Putting): Promise<void> {
  const known = tx
    .updateTable('veh_ecu')
    .where('vehicleId', '=', vehicleId)
    .where('deviceType', '=', deviceType)
    .where('deleted', '=', false);
  // Of several batteries one has the management system that is on record.
  const own = deviceType === battery ? known.where('sn', '=', from?.sn ?? '') : known;
  if (to === undefined) {
    await own.set({ ...touched(ctx), deleted: true }).execute();
    return;
  }
  const { numUpdatedRows } = await own
    .set({ ...touched(ctx), ...to, lastReportTime: null, resetCount: null })
    .executeTakeFirst();
  // Motors and batteries report as other parts do only where their device says so.
  if (numUpdatedRows > 0n || deviceType === battery || deviceType === motor) return;
  await tx
    .insertInto('veh_ecu')
    .values({ ...to, vehicleId, deviceType, createBy: ctx.user.id })
    .execute();
}

/**
 * Puts a part on record in the place of another: vehicle, battery and electronic part change together. The device of a central control that was
 * taken out may not connect again, the new one gets the whole configuration and a new Bluetooth key, and the owner and shared users are notified.
 * @throws AppError 2202–2206 a battery that does not fit
 */
export async function putPart(tx: Tx, ctx: Acting, putting: Putting): Promise<void> {
  const { vehicleId, deviceType } = putting;
  if (!isKept(deviceType)) return;
  if (deviceType === battery) await putBattery(tx, ctx, putting);
  await putInVehicle(tx, ctx, putting);
  await putEcu(tx, ctx, putting);
  if (deviceType !== centralControl) return;
  await revokeDevice(tx, vehicleId);
  await forgetReported(tx, vehicleId);
  await resetKeys(tx, vehicleId);
}
