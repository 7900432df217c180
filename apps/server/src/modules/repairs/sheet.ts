import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { auditedFromFen, freeResults, sumOfParts } from '@wheelhouse/entities/repairs/repair-actions';
import { serialOf } from '@wheelhouse/entities/vehicles/part-serial';
import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import type { ActionOf } from '../../entity/hooks.ts';
import { AppError } from '../../http/errors.ts';
import { refuseField } from '../../http/field-texts.ts';
import { refuseOtherParts, type ReviewedPart } from './review.ts';
import { changePart } from '../vehicles/parts/service.ts';

type Sheet = ActionOf<'repairOrder', 'complete' | 'requestAudit'>;
type Input = Sheet['input'];
type Order = Sheet['rows'][number];
type Part = NonNullable<Input['parts']>[number];

const { centralControl } = codes.DeviceType;
/** State of a replacement record that is not voided. */
const { valid } = machines['SM-Replacement'].states;

/** What the owner pays is nothing under warranty, and no new part has the number of the old one. @throws AppError 1001 */
export function checkSheet(ctx: Sheet['ctx'], input: Input): void {
  if (freeResults.includes(input.warrantyResult))
    for (const name of ['laborFen', 'partsFen', 'otherFen'] as const)
      if (input[name] > 0) throw refuseField(ctx, name, { zh: '保内不收费', en: 'Free under warranty' });
  for (const [at, { oldSn, newSn }] of (input.parts ?? []).entries())
    if (newSn !== null && newSn === oldSn)
      throw refuseField(ctx, `parts[${at}].newSn`, { zh: '新旧件序列号相同', en: 'Same as the old part' });
}

/** Parts under warranty above 500 yuan need a decision of after-sales about just these. @throws AppError 5153; 1023 about others */
export async function refuseUnaudited(tx: Tx, row: Order, input: Input): Promise<void> {
  const parts = (input.parts ?? []).map(reviewedPart);
  const sum = sumOfParts(parts);
  if (!freeResults.includes(input.warrantyResult) || sum <= auditedFromFen) return;
  if (Number(row.auditResult) !== input.warrantyResult) throw new AppError(5153);
  if (!(await refuseOtherParts(tx, row, parts)) && sum > Number(row.auditFen ?? 0)) throw new AppError(5153);
}

const reviewedPart = ({ deviceType, partName, oldSn, newSn, qty, priceFen }: Part): ReviewedPart => ({
  deviceType: Number(deviceType),
  partName,
  oldSn,
  newSn,
  qty,
  priceFen,
});

/** Columns of the order that the sheet fills. */
export const sheetOf = ({ diagnosis, causeCode, measures, warrantyResult, laborFen, partsFen, otherFen }: Input) => ({
  diagnosis,
  causeCode,
  measures,
  warrantyResult,
  laborFen,
  partsFen,
  otherFen,
});

/** Writes the parts of a sheet in the place of those before, with their replacement records in the same order. */
export async function writeParts(
  tx: Tx,
  orderId: string,
  userId: string,
  { parts, warrantyResult }: Input,
  recordIds: readonly (string | null)[] = [],
): Promise<void> {
  await sql`delete from cs_repair_part where order_id = ${orderId}`.execute(tx);
  for (const [at, { deviceType, partName, oldSn, newSn, qty, priceFen }] of (parts ?? []).entries())
    await sql`
      insert into cs_repair_part
        (order_id, device_type, part_name, old_sn, new_sn, qty, price_fen, warranty_result, replacement_record_id, create_by, update_by)
      values (${orderId}, ${deviceType}, ${partName}, ${oldSn}, ${newSn}, ${qty}, ${priceFen}, ${warrantyResult}, ${recordIds[at] ?? null},
        ${userId}, ${userId})`.execute(tx);
}

/** A serial number as records hold it. */
function storedSn(deviceType: unknown, sn: string): string {
  const found = serialOf(deviceType, sn);
  return 'value' in found ? found.value : sn;
}

/** The record of a change that is known: a sheet that is filled in again may write the same numbers otherwise. */
async function knownChange(tx: Tx, order: Order, { deviceType, oldSn, newSn }: Part): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select r.id::text as id from veh_replacement_record r
    where vehicle_id = ${order.vehicleId} and device_type = ${deviceType} and lower(old_sn) = lower(${oldSn})
      and lower(new_sn) = lower(${storedSn(deviceType, newSn ?? '')}) and status = ${valid} and not deleted
    order by r.id desc limit 1`.execute(tx);
  return rows[0]?.id;
}

/** Changes a part of the vehicle, as its sheet says. @returns its record */
async function change(
  tx: Tx,
  ctx: Sheet['ctx'],
  order: Order,
  { deviceType, oldSn, newSn }: Part,
  { at, warranty }: { readonly at: number; readonly warranty: number },
): Promise<string> {
  const part = {
    vehicleId: order.vehicleId,
    deviceType: Number(deviceType),
    oldSn: oldSn ?? '',
    newSn: newSn ?? '',
    reasonCode: codes.ReplaceReason.fault,
    warranty,
    source: codes.ReplacementSource.repair,
    repairOrderId: order.id,
    odometerKm: order.odometerKm ?? 0,
    replaceTime: new Date(),
  };
  const by = { functionCode: 'repairListsManage.repair', path: '/cs/crm/repairOrder/transition' };
  const { id } = await changePart(tx, ctx, part, { fields: (name) => `parts[${at}].${name}`, by });
  return id;
}

/**
 * Writes the parts that were used in the place of those before. A part with both numbers was changed: it gets its replacement record, or
 * keeps the one it has. A central control is changed at its vehicle, with its new address and keys, never by a sheet.
 * @throws AppError 5111 another part is on record than the old one, 5112 the new one is in another vehicle; 1001 a central control that was not
 * changed; 2201–2206 a battery that does not fit
 */
export async function recordParts(tx: Tx, ctx: Sheet['ctx'], order: Order, input: Input): Promise<void> {
  const recordIds: (string | null)[] = [];
  for (const [at, part] of (input.parts ?? []).entries()) {
    const isChange = part.oldSn !== null && part.newSn !== null;
    const known = isChange ? await knownChange(tx, order, part) : undefined;
    if (isChange && known === undefined && Number(part.deviceType) === centralControl)
      throw refuseField(ctx, `parts[${at}].newSn`, {
        zh: '请先在车辆页更换中控，再填写此件',
        en: 'Replace the ECU on the page of the vehicle first',
      });
    if (isChange && known === undefined)
      recordIds.push(await change(tx, ctx, order, part, { at, warranty: input.warrantyResult }));
    else recordIds.push(known ?? null);
  }
  await writeParts(tx, order.id, ctx.user.id, input, recordIds);
}

/** Fen of the parts stored with an order. */
export async function storedPartsFen(tx: Tx, orderId: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(qty * price_fen), 0)::float8 as sum from cs_repair_part where order_id = ${orderId} and not deleted`.execute(
    tx,
  );
  return rows[0]?.sum ?? 0;
}
