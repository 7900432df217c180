import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import { machines } from '@wheelhouse/entities/machines';
import type { Tx } from '../../../db/pool.ts';
import { type ActionOf, type HooksOf, only, type SavingOf } from '../../../entity/hooks.ts';
import { each } from '../../../entity/refusals.ts';
import { AppError } from '../../../http/errors.ts';
import { addMonths, vehicleTitle } from '../../fleet/shared/service.ts';
import { installBattery, removeBattery, swapBattery } from './batteries.ts';
import { run } from '../../../entity/run.ts';
import { wrongState } from '../../../entity/state-text.ts';

const { confirmed, ignored } = codes.BatteryPendingStatus;
const { repair: forRepair, bmsReported } = codes.BatterySwapReason;

async function setWarranty({
  tx,
  old,
  values,
  ...saving
}: SavingOf<'battery'> & { readonly id: string }): Promise<void> {
  const row = { ...old, ...values };
  if (typeof row.productionDate !== 'string') return;
  const warrantyEnd = addMonths(row.productionDate, Number(row.warrantyMonths));
  await tx.updateTable('veh_battery').set({ warrantyEnd }).where('id', '=', saving.id).execute();
}

const { inStock, idle, inRepair, scrapped } = machines['SM-Battery'].states;

export const batteryHooks: HooksOf<'battery'> = {
  afterSave: setWarranty,
  refuseDelete: async (_tx, row, ctx) =>
    Number(row.status) === inStock ? undefined : wrongState('BatteryStatus', row.status, ctx),
  wrongState: async (tx, row, action) => {
    if (action !== 'install') return undefined;
    if (Number(row.status) === scrapped) return new AppError(2204);
    return row.vehicleId ? new AppError(2203, { vin: await vehicleTitle(tx, String(row.vehicleId)) }) : undefined;
  },
  notChoosable: async (executor, ids, field) => {
    const rows = await run<{ id: string; vin: string | null; status: number }>(
      executor,
      sql`select b.id::text as id, coalesce(v.vin, v.frame_no) as vin, b.status from veh_battery b left join veh_vehicle v on v.id = b.vehicle_id where b.id = any(${[...ids]}::bigint[])`,
    );
    const taken = field === 'batteryIds' ? 2013 : 2203;
    const refusals = new Map<string, AppError>();
    for (const { id, vin, status } of rows) {
      if (status === scrapped) refusals.set(id, new AppError(2204));
      else if (vin !== null) refusals.set(id, new AppError(taken, { vin }));
    }
    return refusals;
  },
  actions: {
    install: async (action) => {
      const { vehicleId, slot, reasonCode } = action.input;
      const { id: batteryId } = only(action);
      await installBattery(action.tx, action.ctx, { batteryId, vehicleId, slot, reason: String(reasonCode) });
    },
    swap: async (action) =>
      swapBattery(action.tx, action.ctx, {
        oldId: only(action).id,
        newId: action.input.newBatteryId,
        reason: String(action.input.reasonCode),
      }),
    remove: async (action) =>
      removeBattery(action.tx, action.ctx, only(action).id, idle, String(action.input.reasonCode)),
    repair: async (action) => {
      const { id, vehicleId } = only(action);
      if (vehicleId !== null) await removeBattery(action.tx, action.ctx, id, inRepair, forRepair);
    },
    scrap: async ({ input: { recycleCode }, store }) => store({ recycleCode }),
  },
};

/** The battery of a serial number, locked. @throws AppError 2206 one that nobody has recorded */
async function reportedBattery(
  tx: Tx,
  sn: string,
): Promise<{ readonly id: string; readonly vehicleId: string | null }> {
  const found = await tx
    .selectFrom('veh_battery')
    .select(['id', 'vehicleId'])
    .where('batterySn', '=', sn)
    .where('deleted', '=', false)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new AppError(2206, { sn });
  return found;
}

/** The record follows what the vehicle reports: the recorded battery is removed from the slot, and the reported one from its former vehicle. */
async function confirm(action: ActionOf<'batteryPending', 'confirm'>): Promise<void> {
  const { tx, ctx } = action;
  const { vehicleId, slot, reportedSn } = only(action);
  const reported = await reportedBattery(tx, reportedSn);
  if (reported.vehicleId !== null) await removeBattery(tx, ctx, reported.id, idle, bmsReported);
  const recorded = await tx
    .selectFrom('veh_battery')
    .select('id')
    .where('vehicleId', '=', vehicleId)
    .where('slot', '=', slot)
    .where('deleted', '=', false)
    .execute();
  for (const { id } of recorded) await removeBattery(tx, ctx, id, idle, bmsReported);
  await installBattery(tx, ctx, { batteryId: reported.id, vehicleId, slot, reason: bmsReported });
  action.store({ status: confirmed, remark: null, handleTime: new Date() });
}

export const batteryPendingHooks: HooksOf<'batteryPending'> = {
  refuses: { confirm: each(({ reportedSn }, { tx }) => reportedBattery(tx, reportedSn)) },
  actions: {
    confirm,
    ignore: async ({ input: { remark }, store }) => store({ status: ignored, remark, handleTime: new Date() }),
  },
};

export const batteryBindingHooks: HooksOf<'batteryBinding'> = {
  computed: { days: (t) => `extract(day from coalesce(${t}.unbind_time, now()) - ${t}.bind_time)::int` },
};
