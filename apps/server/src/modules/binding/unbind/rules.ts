import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { fieldRefusal } from '../../../entity/check.ts';
import type { HooksOf, SavingOf } from '../../../entity/hooks.ts';
import { AppError } from '../../../http/errors.ts';
import { todayDigits } from '../../../db/wall-clock.ts';

export const unbindStatus = machines['SM-Unbind'].states;
const open = [unbindStatus.pending, unbindStatus.notice, unbindStatus.objected];

/** `UB`, the day, running number. */
async function nextApplicationNo(tx: Tx): Promise<string> {
  const { rows } = await sql<{ no: string }>`
    select 'UB' || ${todayDigits} || lpad(nextval('seq_unbind_application')::text, 6, '0') as no`.execute(tx);
  return rows[0]?.no ?? '';
}

/**
 * Completes an application that is about to be stored.
 * @returns the refusal: 2302 not bound, 2306 another one is being dealt with
 */
export async function fillApplication(
  tx: Tx,
  values: SavingOf<'unbindApplication'>['values'],
): Promise<2302 | 2306 | undefined> {
  const vehicleId = String(values.vehicleId);
  const vehicle = await tx
    .selectFrom('veh_vehicle')
    .select(['bindStatus', 'ownerUserId'])
    .where('id', '=', vehicleId)
    .where('deleted', '=', false)
    .forUpdate()
    .executeTakeFirst();
  if (Number(vehicle?.bindStatus) !== 1) return 2302;
  const other = await tx
    .selectFrom('veh_unbind_application')
    .select('id')
    .where('vehicleId', '=', vehicleId)
    .where('status', 'in', open)
    .where('deleted', '=', false)
    .executeTakeFirst();
  if (other) return 2306;
  values.applicationNo = await nextApplicationNo(tx);
  values.currentOwnerId = vehicle?.ownerUserId ?? null;
  values.submitTime = new Date();
  return undefined;
}

export const unbindRules: Pick<HooksOf<'unbindApplication'>, 'beforeSave' | 'computed'> = {
  async beforeSave({ ctx, tx, old, values }) {
    if (old) throw new AppError(1003);
    const refusal = await fillApplication(tx, values);
    if (refusal) throw fieldRefusal(ctx, 'vehicleId', refusal);
    values.submitDealerId = ctx.user.dealerId;
  },
  computed: {
    waitHours: (t) =>
      `greatest(0, floor(extract(epoch from coalesce(${t}.review_time, now()) - ${t}.submit_time) / 3600))::int`,
  },
};
