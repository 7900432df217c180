import { sql } from 'kysely';
import { z } from 'zod';
import type { Tx } from '../../../db/pool.ts';
import type { AppContext } from '../../../http/app-call.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { format } from '../../../http/kit.ts';

const area = z.string().regex(/^\d{6}$/);
/** Where the app has something sent. */
export const address = z.object({
  receiver: z.string().min(2).max(20),
  mobile: format('mobile'),
  provinceId: area,
  cityId: area,
  districtId: area,
  address: z.string().min(5).max(100),
});

/** @throws AppError 1001 the areas do not lie in each other */
export async function refuseWrongArea(
  tx: Tx,
  ctx: AppContext,
  { provinceId, cityId, districtId }: z.output<typeof address>,
): Promise<void> {
  const { rows } = await sql`
    select 1 from sys_area d join sys_area c on c.id = d.parent_id
    where d.id = ${districtId} and c.id = ${cityId} and c.parent_id = ${provinceId}`.execute(tx);
  if (rows.length === 0) throw refuseField(ctx, 'address.districtId', 'invalid');
}
