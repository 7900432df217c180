import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import type { CallContext } from '../../http/context.ts';
import { findCards, judge, type JudgedCard, type StateOp } from './judge.ts';
import { logMove } from './log-move.ts';
import { writeOperations } from './submit.ts';

const { overuse, vehicleStop } = codes.SimStopReason;

/** Asks the carriers about the cards that may have it; the others stay as they are. @returns how many were asked about */
async function ask(
  tx: Tx,
  ctx: CallContext,
  cards: readonly JudgedCard[],
  opType: StateOp,
  remark: string,
): Promise<number> {
  const refusals = await judge(tx, cards, opType);
  const accepted = cards.filter(({ id }) => !refusals.has(id));
  if (accepted.length === 0) return 0;
  await writeOperations(tx, accepted, {
    opType,
    source: codes.SimOpSource.vehicleStop,
    reasonCode: vehicleStop,
    remark,
    planTime: null,
    userId: ctx.user.id,
  });
  return accepted.length;
}

/** Cards that are suspended for their volume stay so with their vehicles: a new month alone does not resume them. */
async function keepSuspended(tx: Tx, cards: readonly JudgedCard[]): Promise<void> {
  const ids = cards.filter(({ stopReason }) => stopReason === overuse).map(({ id }) => id);
  if (ids.length === 0) return;
  await sql`update sim_card set stop_reason = ${vehicleStop}, rev = rev + 1, update_time = now() where id = any(${ids}::bigint[])`.execute(
    tx,
  );
  for (const id of ids) await logMove(tx, 'simCard', id, 'suspend', { stopReason: vehicleStop });
}

/** Vehicles are taken out of operation together with their cards. */
export async function suspendWithVehicles(tx: Tx, ctx: CallContext, vehicleIds: readonly string[]): Promise<number> {
  const cards = await findCards(tx, { vehicleIds }, true);
  await keepSuspended(tx, cards);
  return ask(tx, ctx, cards, codes.SimOpType.suspend, '车辆停运，同时停机 / Suspended together with its vehicle');
}

/** Cards that were suspended with their vehicle work again with it; those suspended for another reason stay. */
export async function resumeWithVehicles(tx: Tx, ctx: CallContext, vehicleIds: readonly string[]): Promise<number> {
  const cards = await findCards(tx, { vehicleIds }, true);
  return ask(
    tx,
    ctx,
    cards.filter(({ stopReason }) => stopReason === vehicleStop),
    codes.SimOpType.resume,
    '车辆恢复营运 / Resumed together with its vehicle',
  );
}
