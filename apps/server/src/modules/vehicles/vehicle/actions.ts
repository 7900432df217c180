import { formatDay } from '@wheelhouse/contract';
import type { Row } from '@wheelhouse/entities/fields';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { unchanged } from '../../../entity/audit.ts';
import { fieldRefusal } from '../../../entity/check.ts';
import { touched, type ActionContext, type ActionHandler } from '../../../entity/hooks.ts';
import { resetDeviceSecret, revokeDevice } from '../../../gateway/service.ts';
import { AppError } from '../../../http/errors.ts';
import { addMonths, vehicleTitle, withOpenCase } from '../shared/service.ts';
import { forgetReported, bindActions, bindChannels, unbindVehicle } from '../binding/service.ts';

const ids = (action: Pick<ActionContext, 'rows'>) => action.rows.map((row) => row.id);
const only = (action: ActionContext) => {
  const row = action.rows[0];
  if (!row) throw new AppError(1002);
  return row;
};

async function activate(action: ActionContext): Promise<void> {
  const row = only(action);
  if (Number(row['operationStatus']) === 1) throw new AppError(2017);
  if (!row['imei'] || !row['iccid']) throw new AppError(2018);
  const today = formatDay(new Date());
  await action.tx
    .updateTable('veh_vehicle')
    .set({
      ...touched(action.ctx),
      activationStatus: 1,
      activationTime: new Date(),
      warrantyEnd: addMonths(today, Number(row['warrantyMonths'] ?? 0)),
    })
    .where('id', '=', row.id)
    .execute();
}

async function resetActivation(action: ActionContext): Promise<void> {
  if (Number(only(action)['bindStatus']) === 1) throw new AppError(2015);
  await action.tx
    .updateTable('veh_vehicle')
    .set({ ...touched(action.ctx), activationStatus: 0, activationTime: null, warrantyEnd: null })
    .where('id', 'in', ids(action))
    .execute();
}

/** Force unbinding from the console, whatever the owner says. */
async function unbind({ tx, ctx, rows, input }: ActionContext): Promise<void> {
  for (const { id } of rows)
    await unbindVehicle(tx, {
      vehicleId: id,
      action: bindActions.forceUnbind,
      channel: bindChannels.console,
      operatorId: ctx.user.id,
      reason: String(input['reason']),
    });
}

/** Vehicles with a stolen case go on as they are; one alone is refused. @throws AppError 2019 */
async function stop(action: ActionContext): Promise<void> {
  const stolen = await withOpenCase(action.tx, ids(action));
  const rows = action.rows.filter((row) => !stolen.has(row.id));
  if (rows.length === 0) throw new AppError(2019);
  for (const id of stolen) action.leaveOut(id, new AppError(2019));
  await setOperation({ ...action, rows }, 1);
}

async function refuseTaken(
  action: ActionContext,
  column: 'imei' | 'ecuSn' | 'iccid' | 'bleMac',
  field: string,
  value: unknown,
): Promise<void> {
  if (typeof value !== 'string') return;
  const other = await action.tx
    .selectFrom('veh_vehicle')
    .select('id')
    .where(column, '=', value)
    .where('deleted', '=', false)
    .where('id', '!=', only(action).id)
    .executeTakeFirst();
  if (!other) return;
  const vin = await vehicleTitle(action.tx, other.id);
  throw column === 'iccid'
    ? fieldRefusal(action.ctx, field, 2012, { vin })
    : fieldRefusal(action.ctx, field, 1009, { field: `${value} (${vin})` });
}

/** `RC`, day, running number. */
async function nextRecordNo(tx: Tx): Promise<string> {
  const { rows } = await sql<{ no: string }>`
    select 'RC' || to_char(now() at time zone 'Asia/Shanghai', 'YYYYMMDD') || lpad(nextval('seq_replacement_record')::text, 6, '0') as no
  `.execute(tx);
  return rows[0]?.no ?? '';
}

/** New central control: vehicle and part rows change together, the record of the change is kept, the old device may no longer connect. */
async function replaceEcu(action: ActionContext): Promise<{ recordNo: string }> {
  const { tx, ctx, input } = action;
  const row = only(action);
  await refuseTaken(action, 'ecuSn', 'newEcuSn', input['newEcuSn']);
  await refuseTaken(action, 'imei', 'newImei', input['newImei']);
  await refuseTaken(action, 'iccid', 'newIccid', input['newIccid']);
  await refuseTaken(action, 'bleMac', 'newBleMac', input['newBleMac']);
  const given = (name: string) => (typeof input[name] === 'string' ? String(input[name]) : undefined);
  const next = {
    ecuSn: String(input['newEcuSn']),
    imei: String(input['newImei']),
    ...(given('newIccid') !== undefined && { iccid: String(input['newIccid']) }),
    ...(given('newBleMac') !== undefined && { bleMac: String(input['newBleMac']) }),
  };
  await tx
    .updateTable('veh_vehicle')
    .set({ ...touched(action.ctx), ...next })
    .where('id', '=', row.id)
    .execute();
  const { ecuSn, ...same } = next;
  await tx
    .updateTable('veh_ecu')
    .set({
      ...same,
      sn: ecuSn,
      softwareVersion: null,
      hardwareVersion: null,
      installTime: new Date(),
      lastReportTime: null,
      rev: sql`rev + 1`,
      updateTime: sql`now()`,
    })
    .where('vehicleId', '=', row.id)
    .where('deviceType', '=', 1)
    .where('deleted', '=', false)
    .execute();
  await revokeDevice(tx, row.id);
  await forgetReported(tx, row.id);
  const recordNo = await nextRecordNo(tx);
  await tx
    .insertInto('veh_replacement_record')
    .values({
      recordNo,
      vehicleId: row.id,
      deviceType: 1,
      oldSn: String(row['ecuSn'] ?? ''),
      newSn: ecuSn,
      reasonCode: String(input['reasonCode']),
      warranty: 1,
      workOrderNo: given('workOrderNo') ?? null,
      odometerKm: Number(row['odometerKm'] ?? 0),
      replaceTime: new Date(),
      operatorId: ctx.user.id,
      createBy: ctx.user.id,
    })
    .execute();
  return { recordNo };
}

async function setOperation(action: ActionContext, operationStatus: 0 | 1): Promise<void> {
  await action.tx
    .updateTable('veh_vehicle')
    .set({
      ...touched(action.ctx),
      operationStatus,
      stopReason: operationStatus === 1 ? String(action.input['reasonCode']) : null,
    })
    .where('id', 'in', ids(action))
    .execute();
}

/** Vehicles that this dealer has since that day are left as they are. */
async function assignDealer(action: ActionContext): Promise<void> {
  const values = { dealerId: String(action.input['dealerId']), shipDate: String(action.input['shipDate']) };
  const has = (row: Row) => row['dealerId'] === values.dealerId && row['shipDate'] === values.shipDate;
  for (const { id } of action.rows.filter(has)) action.leaveOut(id, new AppError(unchanged));
  const rows = action.rows.filter((row) => !has(row));
  if (rows.length === 0) return;
  await action.tx
    .updateTable('veh_vehicle')
    .set({ ...touched(action.ctx), ...values })
    .where('id', 'in', ids({ rows }))
    .execute();
}

/** Handlers of the actions of `entities/vehicles/vehicle-actions.ts`. */
export const vehicleActionHandlers: Readonly<Record<string, ActionHandler>> = {
  assignDealer,
  activate,
  resetActivation,
  stop,
  resume: (action) => setOperation(action, 0),
  unbind,
  replaceEcu,
  resetDeviceSecret: async (action) => resetDeviceSecret(action.tx, only(action).id),
};
