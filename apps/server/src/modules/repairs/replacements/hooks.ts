import { textOrNull } from '@wheelhouse/contract/object';
import { codes } from '@wheelhouse/entities/codes';
import { parseInstant } from '@wheelhouse/contract';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { type ActionOf, type HooksOf, type Judged, only, type SavingOf } from '../../../entity/hooks.ts';
import { each } from '../../../entity/refusals.ts';
import type { CallContext } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { nextRecordNo } from '../../fleet/shared/service.ts';
import {
  dealerOf,
  isInPlace,
  lockVehicle,
  type RecordedChange,
  refuseLowerOdometer,
  replacePart,
  restorePart,
  withPartLog,
} from '../../vehicles/parts/service.ts';

const { valid } = machines['SM-Replacement'].states;
/** Hours in which a record can be voided. */
const voidableHours = 24;
const hourMs = 3_600_000;

/** @throws AppError 1001 an order of another vehicle */
async function refuseForeignOrder(tx: Tx, ctx: CallContext, orderId: string, vehicleId: string): Promise<void> {
  const { rows } = await sql`
    select 1 from cs_repair_order where id = ${orderId} and vehicle_id = ${vehicleId} and not deleted`.execute(tx);
  if (rows.length === 0)
    throw refuseField(ctx, 'repairOrderId', { zh: '不是该车辆的报修单', en: 'Not an order of this vehicle' });
}

/** Adding a record changes the part. */
async function beforeAdd({ ctx, tx, values }: SavingOf<'replacementRecord'>): Promise<void> {
  const vehicleId = String(values.vehicleId);
  const deviceType = Number(values.deviceType);
  const replaceTime = parseInstant(String(values.replaceTime)) ?? new Date();
  // The form compares days alone.
  if (replaceTime.getTime() > Date.now()) throw refuseField(ctx, 'replaceTime', 'past');
  const repairOrderId = textOrNull(values.repairOrderId);
  if (repairOrderId !== null) await refuseForeignOrder(tx, ctx, repairOrderId, vehicleId);
  await refuseLowerOdometer(tx, ctx, { vehicleId, odometerKm: Number(values.odometerKm), replaceTime });
  const recordNo = await nextRecordNo(tx);
  const by = { functionCode: 'replacementRecord.add', path: '/veh/crm/replacementRecord/add' };
  await withPartLog(tx, ctx, { vehicleId, deviceType }, by, async () => {
    const replaced = await replacePart(tx, ctx, {
      vehicleId,
      deviceType,
      oldSn: String(values.oldSn),
      newSn: String(values.newSn),
      newImei: textOrNull(values.newImei),
      newIccid: textOrNull(values.newIccid),
      newBleMac: textOrNull(values.newBleMac),
      corrected: Number(values.corrected) === 1,
      reasonCode: String(values.reasonCode),
      warranty: Number(values.warranty),
      replaceTime,
    });
    Object.assign(values, replaced);
    return recordNo;
  });
  Object.assign(values, {
    recordNo,
    source: codes.ReplacementSource.manual,
    status: valid,
    dealerId: await dealerOf(tx, ctx, repairOrderId),
    operatorId: ctx.user.id,
  });
}

type Voiding = ActionOf<'replacementRecord', 'void'>;
type Stored = Voiding['rows'][number];

const changeOf = (row: Stored): RecordedChange => ({
  vehicleId: row.vehicleId,
  deviceType: Number(row.deviceType),
  newSn: row.newSn,
  newImei: row.newImei,
  newIccid: row.newIccid,
  newBleMac: row.newBleMac,
  recordedSn: row.recordedSn,
  oldImei: row.oldImei,
  oldIccid: row.oldIccid,
  oldBleMac: row.oldBleMac,
  oldSoftwareVersion: row.oldSoftwareVersion,
  oldHardwareVersion: row.oldHardwareVersion,
  oldInstallTime: row.oldInstallTime === null ? null : (parseInstant(row.oldInstallTime) ?? null),
});

const states = {
  old: { zh: '录入已超过24小时', en: 'entered more than 24 h ago' },
  unknown: { zh: '旧件信息未留存', en: 'the old part was not kept' },
  newer: { zh: '该部件已再次更换', en: 'the part was changed again' },
} as const;

/** Whether the new part of a record was changed again. */
async function isChangedAgain(tx: Tx, { id, vehicleId, deviceType, newSn }: Stored): Promise<boolean> {
  const { rows } = await sql`
    select 1 from veh_replacement_record
    where vehicle_id = ${vehicleId} and device_type = ${deviceType} and lower(old_sn) = lower(${newSn}) and id > ${id} and status = ${valid} and not deleted limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** @throws AppError 1004 after 24 hours, when something newer was done to the part, or where an old record does not know the former one */
async function refuseVoid(row: Stored, { ctx, tx }: Judged): Promise<void> {
  const refuse = (state: keyof typeof states) => new AppError(1004, { state: states[state][ctx.lang] });
  const entered = parseInstant(row.createTime)?.getTime() ?? 0;
  if (Date.now() - entered > voidableHours * hourMs) throw refuse('old');
  const change = changeOf(row);
  await lockVehicle(tx, change.vehicleId);
  // A vehicle is never without its central control and its address.
  if (change.deviceType === codes.DeviceType.centralControl && (change.recordedSn === null || change.oldImei === null))
    throw refuse('unknown');
  if ((await isChangedAgain(tx, row)) || !(await isInPlace(tx, change))) throw refuse('newer');
}

/** Voiding puts the former part back on record. */
async function voidRecord({ tx, ctx, rows, input, store }: Voiding): Promise<void> {
  const row = only({ rows });
  const change = changeOf(row);
  const by = { functionCode: 'replacementRecord.void', path: '/veh/crm/replacementRecord/void' };
  await withPartLog(tx, ctx, change, by, async () => {
    await restorePart(tx, ctx, change);
    return row.recordNo;
  });
  store({ voidReason: input.reason, voidTime: new Date(), voidById: ctx.user.id });
}

export const replacementHooks: HooksOf<'replacementRecord'> = {
  async beforeSave(saving) {
    if (saving.old === undefined) await beforeAdd(saving);
  },
  actions: { void: voidRecord },
  refuses: { void: each(refuseVoid) },
};
