import { plain } from '@wheelhouse/entities/registry';
import { bluetoothSetup } from '@wheelhouse/entities/bluetooth/bluetooth-setup';
import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import { lockInScope } from '../../entity/read.ts';
import { updateIn } from '../../entity/update.ts';
import type { CallContext } from '../../http/context.ts';
import { refuseField } from '../../http/field-texts.ts';

const setups = plain(bluetoothSetup);
const lastModel = {
  zh: '「{name}」只有这一个车型：请停用或编辑该设置',
  en: '“{name}” has no other model: disable or edit it instead',
} as const;

/** The enabled setup that names a model, as SQL; `model` is the column with its id. */
export const setupOf = (model: string): string =>
  `(select m.setup_id from veh_bluetooth_setup_model m where m.vehicle_type_id = ${model})`;

/** Changes the models of a setup as if on its own page: next version, history and log with it. */
async function changeModels(
  ctx: CallContext,
  tx: Tx,
  setupId: string,
  change: (models: readonly string[]) => readonly string[],
): Promise<void> {
  const { setupName, vehicleTypeIds } = await lockInScope(ctx, tx, setups, setupId, ['setupName', 'vehicleTypeIds']);
  const models = change(vehicleTypeIds);
  if (models.length === 0) throw refuseField(ctx, 'bluetoothSetupId', lastModel, { name: setupName });
  await updateIn(ctx, tx, setups, { key: setupId, input: { vehicleTypeIds: models } });
}

/**
 * Gives a model to an enabled setup. The setups' own lists say which models they are for, so the one that had it changes too.
 * @throws AppError 1001 for the last model of a setup, 9011 where a third one has got the model meanwhile
 */
export async function chooseSetup(ctx: CallContext, tx: Tx, modelId: string, setupId: string): Promise<void> {
  const { rows } = await sql<{ id: string | null }>`
    select ${sql.raw(setupOf('y.id'))}::text as id from veh_type y where y.id = ${modelId}`.execute(tx);
  const present = rows[0]?.id ?? null;
  if (present === setupId) return;
  if (present !== null) await changeModels(ctx, tx, present, (models) => models.filter((id) => id !== modelId));
  await changeModels(ctx, tx, setupId, (models) => [...models, modelId]);
}
