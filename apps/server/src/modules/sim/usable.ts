import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import { fieldRefusal } from '../../entity/check.ts';
import type { CallContext } from '../../http/context.ts';

const { cancelled } = machines['SM-Sim'].states;

/**
 * Refuses a card for a vehicle whose account is closed or being closed. A card that is not on record here may be in a vehicle: not every
 * fleet manages its cards on this platform.
 * @throws AppError 4005 closed, 4007 being closed, under the field
 */
export async function refuseEndedCard(
  tx: Tx,
  ctx: Pick<CallContext, 'lang'>,
  field: string,
  iccid: string,
): Promise<void> {
  const { rows } = await sql<{ simStatus: number; pendingOp: number | null }>`
    select sim_status::int as sim_status, pending_op::int as pending_op from sim_card where iccid = ${iccid} and not deleted`.execute(
    tx,
  );
  if (rows[0]?.simStatus === cancelled) throw fieldRefusal(ctx, field, 4005);
  if (rows[0]?.pendingOp === codes.SimOpType.cancel) throw fieldRefusal(ctx, field, 4007);
}
