import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import type { CallContext } from '../../../http/context.ts';
import { refuseField } from '../../../http/field-texts.ts';

/** Models that a package is for are of its generation. @throws AppError 1001 that names the first that is not */
export async function refuseOtherGeneration(
  ctx: Pick<CallContext, 'lang'>,
  tx: Tx,
  vehicleTypeIds: readonly string[],
  generation: number,
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from veh_type where id = any(${[...vehicleTypeIds]}::bigint[]) and ota_generation <> ${generation}
    order by id limit 1`.execute(tx);
  const [other] = rows;
  if (other === undefined) return;
  throw refuseField(
    ctx,
    'vehicleTypeIds',
    { zh: '车型「{name}」属于另一代OTA平台', en: 'Model “{name}” is of the other OTA generation' },
    { name: other.name },
  );
}
