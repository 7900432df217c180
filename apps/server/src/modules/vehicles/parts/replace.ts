import { codes } from '@wheelhouse/entities/codes';
import { serialOf } from '@wheelhouse/entities/vehicles/part-serial';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { fieldRefusal } from '../../../entity/check.ts';
import type { CallContext } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { refuseEndedCard } from '../../sim/service.ts';
import { holderOf, isKept, lockVehicle, newPiece, piecesOnRecord, sameSn, type Piece } from './pieces.ts';
import { putPart } from './put.ts';

const { centralControl } = codes.DeviceType;
const { warranty: underWarranty, upgrade, repair } = codes.BatterySwapReason;

type Acting = Pick<CallContext, 'user' | 'lang'>;

/** One part of a vehicle that was changed for another. */
export interface PartChange {
  readonly vehicleId: string;
  /** D:DeviceType. */
  readonly deviceType: number;
  readonly oldSn: string;
  readonly newSn: string;
  /** Of a central control. Without a new ICCID or Bluetooth MAC, SIM card or Bluetooth module move to the new part. */
  readonly newImei?: string | null;
  readonly newIccid?: string | null;
  readonly newBleMac?: string | null;
  /** The serial number on record was wrong: the part that was taken out is another one. */
  readonly corrected?: boolean;
  /** D:ReplaceReason. */
  readonly reasonCode: string;
  /** D:WarrantyResult. */
  readonly warranty: number;
  readonly replaceTime: Date;
}

/** Fields of a change, by the names under which the caller's form shows refusals. */
type FieldName = 'oldSn' | 'newSn' | 'newImei' | 'newIccid' | 'newBleMac';
export type FieldNames = (name: FieldName) => string;
const ownNames: FieldNames = (name) => name;

/** A part changed for another: columns of the record, which voiding reads. */
export interface Replaced {
  readonly newSn: string;
  readonly recordedSn: string | null;
  readonly oldImei: string | null;
  readonly oldIccid: string | null;
  readonly oldBleMac: string | null;
  readonly oldSoftwareVersion: string | null;
  readonly oldHardwareVersion: string | null;
  readonly oldInstallTime: Date | null;
}

const { upgrade: toUpgrade } = codes.ReplaceReason;
const { inWarranty, goodwill } = codes.WarrantyResult;

/** Why a battery was changed, of the reasons that its own history knows. */
function swapReasonOf({ reasonCode, warranty }: Pick<PartChange, 'reasonCode' | 'warranty'>): string {
  if (reasonCode === toUpgrade) return upgrade;
  return warranty === inWarranty || warranty === goodwill ? underWarranty : repair;
}

/** The part that a change takes out. @throws AppError 5111 another one is on record, and nobody said that this is wrong */
async function takenOut(tx: Tx, ctx: Acting, change: PartChange, fields: FieldNames): Promise<Piece | undefined> {
  const pieces = await piecesOnRecord(tx, change.vehicleId, change.deviceType);
  const named = pieces.find(({ sn }) => sameSn(sn, change.oldSn));
  if (named !== undefined || pieces.length === 0) return named;
  // Of several batteries a correction does not say which one is not there.
  if (change.corrected !== true || pieces.length > 1) throw fieldRefusal(ctx, fields('oldSn'), 5111);
  return pieces[0];
}

/** @throws AppError 1001, 2009, 2201 a serial number that is none; 5112 of a part in another vehicle */
async function freeSerial(tx: Tx, ctx: Acting, change: PartChange, fields: FieldNames): Promise<string> {
  const field = fields('newSn');
  const found = serialOf(change.deviceType, change.newSn);
  if ('code' in found) throw fieldRefusal(ctx, field, found.code, found.params);
  const vin = await holderOf(tx, change.vehicleId, change.deviceType, found.value);
  if (vin !== undefined) throw fieldRefusal(ctx, field, 5112, { vin });
  return found.value;
}

type Identity = Pick<PartChange, 'vehicleId' | 'newImei' | 'newIccid' | 'newBleMac'>;
const identities = { newImei: 'imei', newIccid: 'iccid', newBleMac: 'ble_mac' } as const;

/** What identifies a central control belongs to one vehicle. @throws AppError 2012 the SIM card, 1009 IMEI or address of another vehicle */
async function refuseTakenIdentity(tx: Tx, ctx: Acting, change: Identity, fields: FieldNames): Promise<void> {
  for (const name of ['newImei', 'newIccid', 'newBleMac'] as const) {
    const { [name]: value } = change;
    if (typeof value !== 'string') continue;
    const { rows } = await sql<{ vin: string }>`
      select coalesce(vin, frame_no, id::text) as vin from veh_vehicle
      where ${sql.raw(identities[name])} = ${value} and not deleted and id <> ${change.vehicleId} limit 1`.execute(tx);
    const vin = rows[0]?.vin;
    if (vin === undefined) continue;
    throw name === 'newIccid'
      ? fieldRefusal(ctx, fields(name), 2012, { vin })
      : fieldRefusal(ctx, fields(name), 1009, { field: `${value} (${vin})` });
  }
}

/**
 * Changes a part of a vehicle for another one, with all consequences, for every reason: forms, the exchange of a central control at the
 * vehicle, the parts of a repair.
 * @returns what its record keeps of the part that was taken out
 * @throws AppError 5111, 5112, 2009, 2012, 2201–2206, 4005, 4007, 1009, 1001, under the names that `fields` gives
 */
export async function replacePart(
  tx: Tx,
  ctx: Acting,
  change: PartChange,
  fields: FieldNames = ownNames,
): Promise<Replaced> {
  const { vehicleId, deviceType, replaceTime } = change;
  await lockVehicle(tx, vehicleId);
  const newSn = await freeSerial(tx, ctx, change, fields);
  const from = await takenOut(tx, ctx, change, fields);
  if (from !== undefined && sameSn(from.sn, newSn))
    throw refuseField(ctx, fields('newSn'), { zh: '该部件已在此车上', en: 'This part is in the vehicle already' });
  await refuseTakenIdentity(tx, ctx, change, fields);
  if (typeof change.newIccid === 'string') await refuseEndedCard(tx, ctx, fields('newIccid'), change.newIccid);
  const identity =
    deviceType === centralControl
      ? {
          imei: change.newImei ?? from?.imei ?? null,
          iccid: change.newIccid ?? from?.iccid ?? null,
          bleMac: change.newBleMac ?? from?.bleMac ?? null,
        }
      : {};
  const to = newPiece(newSn, { ...identity, installTime: replaceTime });
  await putPart(tx, ctx, { vehicleId, deviceType, from, to, swapReason: swapReasonOf(change) });
  return {
    newSn,
    recordedSn: from?.sn ?? null,
    oldImei: from?.imei ?? null,
    oldIccid: from?.iccid ?? null,
    oldBleMac: from?.bleMac ?? null,
    oldSoftwareVersion: from?.softwareVersion ?? null,
    oldHardwareVersion: from?.hardwareVersion ?? null,
    oldInstallTime: from?.installTime ?? null,
  };
}

/** A change as its record states it. */
export interface RecordedChange extends Replaced {
  readonly vehicleId: string;
  readonly deviceType: number;
  readonly newImei: string | null;
  readonly newIccid: string | null;
  readonly newBleMac: string | null;
}

/** Whether the vehicle still has the new part of a change. */
export async function isInPlace(tx: Tx, { vehicleId, deviceType, newSn }: RecordedChange): Promise<boolean> {
  if (!isKept(deviceType)) return true;
  const pieces = await piecesOnRecord(tx, vehicleId, deviceType);
  return pieces.some(({ sn }) => sameSn(sn, newSn));
}

/** Puts the part that a change took out back on record. @throws AppError 5112, 2012, 1009 where another vehicle has it by now; 2202–2206 */
export async function restorePart(tx: Tx, ctx: Acting, change: RecordedChange): Promise<void> {
  const { vehicleId, deviceType, newSn, recordedSn } = change;
  if (recordedSn !== null) {
    const vin = await holderOf(tx, vehicleId, deviceType, recordedSn);
    if (vin !== undefined) throw new AppError(5112, { vin });
    const back = { newImei: change.oldImei, newIccid: change.oldIccid, newBleMac: change.oldBleMac };
    await refuseTakenIdentity(tx, ctx, { vehicleId, ...back }, ownNames);
  }
  const to =
    recordedSn === null
      ? undefined
      : newPiece(recordedSn, {
          imei: change.oldImei,
          iccid: change.oldIccid,
          bleMac: change.oldBleMac,
          softwareVersion: change.oldSoftwareVersion,
          hardwareVersion: change.oldHardwareVersion,
          installTime: change.oldInstallTime,
        });
  const from = newPiece(newSn, { imei: change.newImei, iccid: change.newIccid, bleMac: change.newBleMac });
  await putPart(tx, ctx, { vehicleId, deviceType, from, to, swapReason: repair });
}
