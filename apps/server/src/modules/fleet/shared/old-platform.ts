import type { Lang } from '@wheelhouse/contract/lang';
import type { Tx } from '../../../db/pool.ts';
import { refuseField } from '../../../http/field-texts.ts';

/** Models of the old platform play no sounds and show no themes. @throws AppError 1001 under `vehicleTypeIds` */
export async function refuseOldPlatform(
  ctx: { readonly lang: Lang },
  tx: Tx,
  vehicleTypeIds: readonly string[],
): Promise<void> {
  const isOld = await tx
    .selectFrom('veh_type')
    .select('name')
    .where('id', 'in', vehicleTypeIds)
    .where('otaGeneration', '=', 1)
    .executeTakeFirst();
  if (isOld) throw refuseField(ctx, 'vehicleTypeIds', 'oldPlatform', { name: isOld.name });
}
