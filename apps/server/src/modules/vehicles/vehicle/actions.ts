import { codes } from '@wheelhouse/entities/codes';
import { formatDay } from '@wheelhouse/contract';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { unchanged } from '../../../entity/audit.ts';
import { fieldRefusal } from '../../../entity/check.ts';
import { only, type ActionHandlers, type ActionOf } from '../../../entity/hooks.ts';
import { resetDeviceSecret, revokeDevice } from '../../../gateway/service.ts';
import { AppError } from '../../../http/errors.ts';
import { addMonths, nextRecordNo, vehicleTitle, withOpenCase } from '../shared/service.ts';
import { forgetReported, unbindVehicle } from '../binding/service.ts';

const { stopped } = machines['SM-VehicleOperation'].states;
const { bound } = machines['SM-Binding'].states;

type VehicleAction<Action extends keyof ActionHandlers<'vehicle'>> = ActionOf<'vehicle', Action>;

async function activate(action: VehicleAction<'activate'>): Promise<void> {
  const row = only(action);
  if (Number(row.operationStatus) === stopped) throw new AppError(2017);
  if (!row.imei || !row.iccid) throw new AppError(2018);
  const today = formatDay(new Date());
  action.store({
    activationTime: new Date(),
    warrantyEnd: addMonths(today, Number(row.warrantyMonths ?? 0)),
  });
}

async function resetActivation(action: VehicleAction<'reset'>): Promise<void> {
  if (Number(only(action).bindStatus) === bound) throw new AppError(2015);
  action.store({ activationTime: null, warrantyEnd: null });
}

/** Force unbinding from the console, whatever the owner says. */
async function unbind({ tx, ctx, rows, input }: VehicleAction<'unbind'>): Promise<void> {
  for (const { id } of rows)
    await unbindVehicle(tx, {
      vehicleId: id,
      action: codes.BindAction.forceUnbind,
      channel: codes.BindChannel.console,
      operatorId: ctx.user.id,
      reason: input.reason,
    });
}

/** Vehicles with a stolen case are left out; a single one is refused. @throws AppError 2019 */
async function stop(action: VehicleAction<'stop'>): Promise<void> {
  const stolen = await withOpenCase(
    action.tx,
    action.rows.map(({ id }) => id),
  );
  if (stolen.size === action.rows.length) throw new AppError(2019);
  for (const id of stolen) action.leaveOut(id, new AppError(2019));
  action.store({ stopReason: action.input.reasonCode });
}

async function refuseTaken(
  action: VehicleAction<'replaceEcu'>,
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

/** New central control: vehicle and part rows change together, the record of the change is kept, the old device may no longer connect. */
async function replaceEcu(action: VehicleAction<'replaceEcu'>): Promise<{ recordNo: string }> {
  const { tx, ctx, input } = action;
  const row = only(action);
  await refuseTaken(action, 'ecuSn', 'newEcuSn', input.newEcuSn);
  await refuseTaken(action, 'imei', 'newImei', input.newImei);
  await refuseTaken(action, 'iccid', 'newIccid', input.newIccid);
  await refuseTaken(action, 'bleMac', 'newBleMac', input.newBleMac);
  const next = {
    ecuSn: input.newEcuSn,
    imei: input.newImei,
    ...(typeof input.newIccid === 'string' && { iccid: input.newIccid }),
    ...(typeof input.newBleMac === 'string' && { bleMac: input.newBleMac }),
  };
  action.store(next);
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
      oldSn: String(row.ecuSn ?? ''),
      newSn: ecuSn,
      reasonCode: String(input.reasonCode),
      warranty: 1,
      workOrderNo: input.workOrderNo ?? null,
      odometerKm: Number(row.odometerKm ?? 0),
      replaceTime: new Date(),
      operatorId: ctx.user.id,
      createBy: ctx.user.id,
    })
    .execute();
  return { recordNo };
}

/** Handlers of the actions of `entities/vehicles/vehicle-actions.ts`. */
export const vehicleActionHandlers: ActionHandlers<'vehicle'> = {
  // Vehicles that this dealer has since that day are left as they are.
  async assignDealer({ rows, input: { dealerId, shipDate }, leaveOut, store }) {
    for (const row of rows)
      if (row.dealerId === dealerId && row.shipDate === shipDate) leaveOut(row.id, new AppError(unchanged));
    store({ dealerId, shipDate });
  },
  activate,
  reset: resetActivation,
  stop,
  async resume({ store }) {
    store({ stopReason: null });
  },
  unbind,
  replaceEcu,
  resetDeviceSecret: async (action) => resetDeviceSecret(action.tx, only(action).id),
};
