import type { Code } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { audit } from '../../../entity/audit.ts';
import { fieldRefusal } from '../../../entity/check.ts';
import { auditAdded } from '../../../entity/write.ts';
import type { CallContext } from '../../../http/context.ts';
import { nextRecordNo } from '../../fleet/shared/service.ts';
import { piecesOnRecord } from './pieces.ts';
import { replacePart, type FieldNames, type PartChange, type Replaced } from './replace.ts';

const entity = entityNamed('replacementRecord');
const { valid } = machines['SM-Replacement'].states;

/** A change and what else its record says. */
interface RecordedPart extends PartChange {
  /** D:ReplacementSource. */
  readonly source: Code<'ReplacementSource'>;
  /** Kilometres of the vehicle. */
  readonly odometerKm: number;
  /** The repair order by its id or its number; a number that is none of the vehicle's stays as it is. */
  readonly repairOrderId?: string | null;
  readonly workOrderNo?: string | null;
}

/** The repair order of a vehicle by its number. */
async function orderOf(tx: Tx, vehicleId: string, orderNo: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id::text as id from cs_repair_order where order_no = ${orderNo} and vehicle_id = ${vehicleId} and not deleted`.execute(
    tx,
  );
  return rows[0]?.id ?? null;
}

/** The dealer who changed a part: that of the repair order, else that of whoever records it. */
export async function dealerOf(
  tx: Tx,
  { user }: Pick<CallContext, 'user'>,
  repairOrderId: string | null,
): Promise<string | null> {
  if (repairOrderId === null) return user.dealerId;
  const { rows } = await sql<{ dealerId: string | null }>`
    select dealer_id::text as dealer_id from cs_repair_order where id = ${repairOrderId}`.execute(tx);
  return rows[0]?.dealerId ?? user.dealerId;
}

/** Kilometres at the last change of a part of the vehicle, as of a time. */
async function lastOdometer(tx: Tx, vehicleId: string, time: Date): Promise<number> {
  const { rows } = await sql<{ km: number }>`
    select coalesce(max(odometer_km), 0)::float8 as km from veh_replacement_record
    where vehicle_id = ${vehicleId} and replace_time <= ${time} and status = ${valid} and not deleted`.execute(tx);
  return rows[0]?.km ?? 0;
}

/** @throws AppError 5113 below the last record */
export async function refuseLowerOdometer(
  tx: Tx,
  ctx: Pick<CallContext, 'lang'>,
  { vehicleId, odometerKm, replaceTime }: Pick<RecordedPart, 'vehicleId' | 'odometerKm' | 'replaceTime'>,
): Promise<void> {
  if (odometerKm < (await lastOdometer(tx, vehicleId, replaceTime))) throw fieldRefusal(ctx, 'odometerKm', 5113);
}

type Logging = Pick<CallContext, 'user' | 'lang' | 'ip' | 'userAgent' | 'requestId' | 'app'>;

/** Where the operation log says that a change of a part came from. */
interface LoggedBy {
  readonly functionCode: string;
  readonly path: string;
}

/** Logs at the vehicle what a step did to its part of a type. @param step answers the number of the record */
export async function withPartLog(
  tx: Tx,
  ctx: Logging,
  { vehicleId, deviceType }: Pick<PartChange, 'vehicleId' | 'deviceType'>,
  by: LoggedBy,
  step: () => Promise<string>,
): Promise<void> {
  const serials = async () => {
    const pieces = await piecesOnRecord(tx, vehicleId, deviceType);
    return pieces.length === 0 ? null : pieces.map(({ sn }) => sn).join(', ');
  };
  const before = { partSn: await serials() };
  const recordNo = await step();
  const after = { partSn: await serials(), recordNo };
  await audit(tx, ctx, { ...by, action: 'replacePart', entity: 'vehicle', entityId: vehicleId, before, after });
}

async function writeRecord(tx: Tx, ctx: CallContext, part: RecordedPart, replaced: Replaced) {
  const { vehicleId, deviceType, oldSn, reasonCode, warranty, source, odometerKm, replaceTime } = part;
  const workOrderNo = part.workOrderNo ?? null;
  const repairOrderId = part.repairOrderId ?? (workOrderNo === null ? null : await orderOf(tx, vehicleId, workOrderNo));
  const recordNo = await nextRecordNo(tx);
  const { id } = await tx
    .insertInto('veh_replacement_record')
    .values({
      ...replaced,
      recordNo,
      vehicleId,
      deviceType,
      oldSn,
      newImei: part.newImei ?? null,
      newIccid: part.newIccid ?? null,
      newBleMac: part.newBleMac ?? null,
      corrected: part.corrected === true ? 1 : 0,
      reasonCode,
      warranty,
      source,
      status: valid,
      repairOrderId,
      workOrderNo: repairOrderId === null ? workOrderNo : null,
      dealerId: await dealerOf(tx, ctx, repairOrderId),
      odometerKm,
      replaceTime,
      images: [],
      operatorId: ctx.user.id,
      createBy: ctx.user.id,
      updateBy: ctx.user.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await auditAdded(ctx, tx, entity, [id], false);
  return { id, recordNo };
}

interface Changing {
  /** Names of the form's fields, for refusals. */
  readonly fields: FieldNames;
  /** Absent where the log of the vehicle says it already. */
  readonly by?: LoggedBy;
}

/**
 * Changes a part and writes the record of it, where no form of records does. @throws AppError as `replacePart`
 * @for a part of a vehicle that is changed for another: vehicle, part, key and credential change together, and the record that can be voided is
 * written: `repairs/sheet.ts`, `replacements/hooks.ts`
 */
export async function changePart(
  tx: Tx,
  ctx: CallContext,
  part: RecordedPart,
  { fields, by }: Changing,
): Promise<{ id: string; recordNo: string }> {
  const change = async () => writeRecord(tx, ctx, part, await replacePart(tx, ctx, part, fields));
  if (by === undefined) return change();
  let made = { id: '', recordNo: '' };
  await withPartLog(tx, ctx, part, by, async () => {
    made = await change();
    return made.recordNo;
  });
  return made;
}
