import { machines } from '@wheelhouse/entities/machines';
import { codes } from '@wheelhouse/entities/codes';
import { formatDay } from '@wheelhouse/contract';
import { sql } from 'kysely';
import type { Secrets } from '../../config.ts';
import type { Db, Tx } from '../../db/pool.ts';
import { AppError } from '../../http/errors.ts';
import { attributeOwner, type Caller } from '../marketing/promotions/service.ts';
import { addMonths, type BoundVehicle, refuseStolen } from '../fleet/shared/service.ts';
import { provesPossession, type BleProof } from './ble.ts';
import { bleKeyVersion } from './device-config.ts';
import { logBinding } from './log.ts';
import { lockBindings } from './unbind.ts';

const { bound } = machines['SM-Binding'].states;
const { notActivated, activated } = machines['SM-VehicleActivation'].states;
const { stopped } = machines['SM-VehicleOperation'].states;

/** What a QR code on a vehicle says: its number alone, or an address with it (`…?vin=…`). */
export function nameInQr(qr: string): string {
  const parts = qr.toUpperCase().match(/[A-HJ-NPR-Z0-9]{17}|\d{15}/g);
  return parts?.at(-1) ?? '';
}

/** The first owner starts the warranty (SM-VehicleActivation, appBind). */
async function activate(tx: Tx, { id, warrantyMonths }: BoundVehicle): Promise<void> {
  await tx
    .updateTable('veh_vehicle')
    .set({
      activationStatus: activated,
      activationTime: new Date(),
      warrantyEnd: addMonths(formatDay(new Date()), warrantyMonths),
    })
    .where('id', '=', id)
    .execute();
}

interface Bind {
  readonly userId: string;
  readonly vehicle: BoundVehicle;
  readonly channel: (typeof codes)['BindChannel']['ble' | 'qr'];
  readonly proof: BleProof;
  /** Where the app called from: by it, its user is known as one who scanned a promotion's code. */
  readonly caller: Caller;
}

/**
 * Makes an app user the owner (SM-Binding, bind). The same owner again changes nothing.
 * @returns the Bluetooth key's version; undefined when the proof is not one
 * @throws AppError 2301 somebody else's, 2017 stopped, 2019 stolen case open
 */
export async function bindVehicle(
  tx: Tx,
  secrets: Pick<Secrets, 'sealKey'>,
  { userId, vehicle, channel, proof, caller }: Bind,
): Promise<number | undefined> {
  const bindings = await lockBindings(tx, vehicle.id);
  const version = await bleKeyVersion(tx, vehicle.id);
  if (!provesPossession(secrets, { imei: vehicle.imei, version, userId }, proof, Date.now())) return undefined;
  const owner = bindings.find(({ bindType }) => bindType === codes.BindType.owner);
  if (owner?.userId === userId) return version;
  if (owner) throw new AppError(2301);
  if (vehicle.operationStatus === stopped) throw new AppError(2017);
  await refuseStolen(tx, vehicle.id, 2019);
  await tx
    .insertInto('veh_binding')
    .values({
      vehicleId: vehicle.id,
      userId,
      bindType: codes.BindType.owner,
      status: bound,
      bindTime: new Date(),
      channel,
      keyVersion: version,
    })
    .execute();
  await tx
    .updateTable('veh_vehicle')
    .set({ bindStatus: bound, ownerUserId: userId, rev: sql`rev + 1`, updateTime: new Date() })
    .where('id', '=', vehicle.id)
    .execute();
  if (vehicle.activationStatus === notActivated) await activate(tx, vehicle);
  await logBinding(tx, {
    vehicleId: vehicle.id,
    userId,
    action: codes.BindAction.bind,
    channel,
    operatorId: null,
    reason: null,
  });
  await attributeOwner(tx, secrets, { userId, caller });
  return version;
}

/** Users beside the owner who may use a vehicle at a time. */
export const mostShares = 5;

/**
 * Lets another user use the owner's vehicle.
 * @returns why not: `full` five have it already, `known` they have it or own it
 * @throws AppError 1011 not the caller's vehicle
 */
export async function shareVehicle(
  tx: Tx,
  { vehicleId, ownerId, userId }: { readonly vehicleId: string; readonly ownerId: string; readonly userId: string },
): Promise<'full' | 'known' | undefined> {
  const bindings = await lockBindings(tx, vehicleId);
  if (!bindings.some((one) => one.bindType === codes.BindType.owner && one.userId === ownerId))
    throw new AppError(1011);
  if (bindings.some((one) => one.userId === userId)) return 'known';
  if (bindings.length - 1 >= mostShares) return 'full';
  await tx
    .insertInto('veh_binding')
    .values({
      vehicleId,
      userId,
      bindType: codes.BindType.share,
      status: bound,
      bindTime: new Date(),
      channel: codes.BindChannel.ble,
      keyVersion: await bleKeyVersion(tx, vehicleId),
    })
    .execute();
  await logBinding(tx, {
    vehicleId,
    userId,
    action: codes.BindAction.share,
    channel: codes.BindChannel.ble,
    operatorId: null,
    reason: null,
  });
  return undefined;
}

/** How a user may use a vehicle; undefined when they may not. */
export async function bindingOf(
  db: Db | Tx,
  vehicleId: string,
  userId: string,
): Promise<{ readonly bindType: number } | undefined> {
  const found = await db
    .selectFrom('veh_binding')
    .select('bindType')
    .where('vehicleId', '=', vehicleId)
    .where('userId', '=', userId)
    .where('status', '=', bound)
    .where('deleted', '=', false)
    .where((eb) => eb.or([eb('expireTime', 'is', null), eb('expireTime', '>', new Date())]))
    .executeTakeFirst();
  return found && { bindType: Number(found.bindType) };
}
