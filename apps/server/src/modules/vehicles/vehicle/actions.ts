import { codes } from '@wheelhouse/entities/codes';
import { formatDay } from '@wheelhouse/contract';
import { machines } from '@wheelhouse/entities/machines';
import { unchanged } from '../../../entity/audit.ts';
import {
  type ActionHandlers,
  type ActionOf,
  type Judged,
  only,
  type Refusals,
  type RefusesOf,
} from '../../../entity/hooks.ts';
import { each } from '../../../entity/refusals.ts';
import { resetDeviceSecret } from '../../../gateway/service.ts';
import { AppError } from '../../../http/errors.ts';
import { addMonths, refuseStolen, withOpenCase, withUpdate } from '../../fleet/shared/service.ts';
import { resumeWithVehicles, suspendWithVehicles } from '../../sim/service.ts';
import { changePart } from '../parts/service.ts';
import { requestUnbinding } from './unbinding.ts';

const { stopped } = machines['SM-VehicleOperation'].states;
const { bound } = machines['SM-Binding'].states;

type VehicleAction<Action extends keyof ActionHandlers<'vehicle'>> = ActionOf<'vehicle', Action>;

async function activate(action: VehicleAction<'activate'>): Promise<void> {
  const row = only(action);
  const today = formatDay(new Date());
  action.store({
    activationTime: new Date(),
    warrantyEnd: addMonths(today, Number(row.warrantyMonths ?? 0)),
  });
}

async function resetActivation(action: VehicleAction<'reset'>): Promise<void> {
  action.store({ activationTime: null, warrantyEnd: null });
}

/** Vehicles with a stolen case (2019), or with an update under way (2020); where that leaves none, it is refused as a whole. */
async function unstoppable({ tx, rows }: Judged): Promise<Refusals> {
  const ids = rows.map(({ id }) => id);
  const [stolen, updating] = [await withOpenCase(tx, ids), await withUpdate(tx, ids)];
  const refusals = new Map([
    ...[...updating].map((id) => [id, new AppError(2020)] as const),
    ...[...stolen].map((id) => [id, new AppError(2019)] as const),
  ]);
  const [first] = refusals.values();
  if (first !== undefined && refusals.size === ids.length) throw first;
  return refusals;
}

/** On request their SIM cards are suspended too. */
async function stop({ ctx, tx, rows, input, store }: VehicleAction<'stop'>): Promise<void> {
  store({ stopReason: input.reasonCode });
  const ids = rows.map(({ id }) => id);
  if (input.stopSim === 1) await suspendWithVehicles(tx, ctx, ids);
}

/** What the actions refuse whatever is asked. */
export const vehicleRefusals: RefusesOf<'vehicle'> = {
  activate: each(({ operationStatus, imei, iccid }) => {
    if (Number(operationStatus) === stopped) throw new AppError(2017);
    if (!imei || !iccid) throw new AppError(2018);
  }),
  reset: each(({ bindStatus }) => (Number(bindStatus) === bound ? new AppError(2015) : undefined)),
  stop: unstoppable,
  unbind: each(async ({ id, ownerUserId }, { tx }) => {
    await refuseStolen(tx, id);
    if (ownerUserId === null) throw new AppError(2302);
  }),
};

/** Fields of the dialog, by what a change of a part calls them. */
const ecuFields: Readonly<Record<string, string>> = { newSn: 'newEcuSn', oldSn: 'newEcuSn' };

/** New central control: vehicle and part change together, the record of the change is kept, the old device may no longer connect. */
async function replaceEcu({ tx, ctx, rows, input }: VehicleAction<'replaceEcu'>): Promise<{ recordNo: string }> {
  const row = only({ rows });
  const change = {
    vehicleId: row.id,
    deviceType: codes.DeviceType.centralControl,
    oldSn: row.ecuSn,
    newSn: input.newEcuSn,
    newImei: input.newImei,
    newIccid: input.newIccid,
    newBleMac: input.newBleMac,
    reasonCode: String(input.reasonCode),
    warranty: codes.WarrantyResult.inWarranty,
    source: codes.ReplacementSource.vehicle,
    workOrderNo: input.workOrderNo,
    odometerKm: Number(row.odometerKm ?? 0),
    replaceTime: new Date(),
  };
  const { recordNo } = await changePart(tx, ctx, change, { fields: (name) => ecuFields[name] ?? name });
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
  async resume({ ctx, tx, rows, store }) {
    store({ stopReason: null });
    await resumeWithVehicles(
      tx,
      ctx,
      rows.map(({ id }) => id),
    );
  },
  unbind: requestUnbinding,
  replaceEcu,
  resetDeviceSecret: async (action) => resetDeviceSecret(action.tx, only(action).id, action.ctx.app.config.nats),
};
