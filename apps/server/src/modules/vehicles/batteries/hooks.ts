import { sql } from 'kysely';
import type { Row } from '@wheelhouse/entities/fields';
import { touched, type ActionContext, type EntityHooks, type Saving } from '../../../entity/hooks.ts';
import { AppError } from '../../../http/errors.ts';
import { addMonths, vehicleTitle } from '../shared/service.ts';
import { installBattery, removeBattery, swapBattery } from './batteries.ts';
import { run } from '../../../entity/run.ts';
import { wrongState } from '../../../entity/state-text.ts';

/** D:BatterySwapReason of an exchange that the BMS told first. */
const toldByBms = '5';

async function setWarranty({ tx, old, values, ...saving }: Saving & { readonly id: string }): Promise<void> {
  const row: Row = { ...old, ...values };
  if (typeof row['productionDate'] !== 'string') return;
  const warrantyEnd = addMonths(row['productionDate'], Number(row['warrantyMonths']));
  await tx.updateTable('veh_battery').set({ warrantyEnd }).where('id', '=', saving.id).execute();
}

const one = (action: ActionContext) => {
  const row = action.rows[0];
  if (!row) throw new AppError(1002);
  return row;
};
const reasonOf = ({ input }: ActionContext): string | null =>
  typeof input['reasonCode'] === 'string' ? input['reasonCode'] : null;

async function setStatus(action: ActionContext, status: number, more: { recycleCode?: string } = {}): Promise<void> {
  await action.tx
    .updateTable('veh_battery')
    .set({ ...touched(action.ctx), ...more, status })
    .where('id', '=', one(action).id)
    .execute();
}

/** D:BatteryStatus. */
const scrapped = 4;

/** SM-Battery. */
export const batteryHooks: EntityHooks = {
  afterSave: setWarranty,
  refuseDelete: async (_tx, row, ctx) =>
    Number(row['status']) === 0 ? undefined : wrongState('BatteryStatus', row['status'], ctx),
  wrongState: async (tx, row, action) => {
    if (action !== 'install') return undefined;
    if (Number(row['status']) === scrapped) return new AppError(2204);
    return row['vehicleId'] ? new AppError(2203, { vin: await vehicleTitle(tx, String(row['vehicleId'])) }) : undefined;
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
      const { input } = action;
      await installBattery(action.tx, action.ctx, {
        batteryId: one(action).id,
        vehicleId: String(input['vehicleId']),
        slot: Number(input['slot']),
        reason: String(input['reasonCode']),
      });
    },
    swap: async (action) =>
      swapBattery(action.tx, action.ctx, {
        oldId: one(action).id,
        newId: String(action.input['newBatteryId']),
        reason: String(action.input['reasonCode']),
      }),
    remove: async (action) => removeBattery(action.tx, action.ctx, one(action).id, 2, reasonOf(action)),
    repair: async (action) => {
      if (one(action)['vehicleId'] !== null) await removeBattery(action.tx, action.ctx, one(action).id, 3, '4');
      else await setStatus(action, 3);
    },
    repaired: async (action) => setStatus(action, 2),
    scrap: async (action) => setStatus(action, 4, { recycleCode: String(action.input['recycleCode']) }),
  },
};

/** The record follows what the vehicle reports: whatever was recorded in the slot comes out, the reported battery leaves where it was. */
async function confirm(action: ActionContext): Promise<void> {
  const { tx, ctx } = action;
  const row = one(action);
  const { vehicleId, slot, reportedSn } = row as unknown as { vehicleId: string; slot: number; reportedSn: string };
  const reported = await tx
    .selectFrom('veh_battery')
    .select(['id', 'vehicleId', 'status'])
    .where('batterySn', '=', reportedSn)
    .where('deleted', '=', false)
    .forUpdate()
    .executeTakeFirst();
  if (!reported) throw new AppError(2206, { sn: reportedSn });
  if (reported.vehicleId !== null) await removeBattery(tx, ctx, reported.id, 2, toldByBms);
  const recorded = await tx
    .selectFrom('veh_battery')
    .select('id')
    .where('vehicleId', '=', vehicleId)
    .where('slot', '=', slot)
    .where('deleted', '=', false)
    .execute();
  for (const { id } of recorded) await removeBattery(tx, ctx, id, 2, toldByBms);
  await installBattery(tx, ctx, { batteryId: reported.id, vehicleId, slot, reason: toldByBms });
  await settle(action, 1, null);
}

async function settle(action: ActionContext, status: 1 | 2, remark: string | null): Promise<void> {
  await action.tx
    .updateTable('veh_battery_pending')
    .set({ ...touched(action.ctx), status, remark, handleTime: new Date() })
    .where('id', '=', one(action).id)
    .execute();
}

export const batteryPendingHooks: EntityHooks = {
  actions: { confirm, ignore: (action) => settle(action, 2, String(action.input['remark'])) },
};

export const batteryBindingHooks: EntityHooks = {
  computed: { days: (t) => `extract(day from coalesce(${t}.unbind_time, now()) - ${t}.bind_time)::int` },
};
