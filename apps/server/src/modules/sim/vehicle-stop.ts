import { codes } from '@wheelhouse/entities/codes';
import type { Tx } from '../../db/pool.ts';
import type { CallContext } from '../../http/context.ts';
import { findCards, judge, type JudgedCard, type OpType } from './judge.ts';
import { writeOperations } from './submit.ts';

const { vehicleStop } = codes.SimStopReason;

/** Asks the carriers about the cards that may have it; the others stay as they are. @returns how many were asked about */
async function ask(
  tx: Tx,
  ctx: CallContext,
  cards: readonly JudgedCard[],
  opType: OpType,
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

/** Vehicles are taken out of operation together with their cards. */
export const suspendWithVehicles = async (tx: Tx, ctx: CallContext, vehicleIds: readonly string[]): Promise<number> =>
  ask(
    tx,
    ctx,
    await findCards(tx, { vehicleIds }, true),
    codes.SimOpType.suspend,
    '车辆停运，同时停机 / Suspended together with its vehicle',
  );

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
