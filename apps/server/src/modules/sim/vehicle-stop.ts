import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import type { CallContext } from '../../http/context.ts';
import { findCards, judge, type JudgedCard, type StateOp } from './judge.ts';
import { logMove } from './log-move.ts';
import { writeOperations } from './submit.ts';
import { withdrawOperations } from './withdraw.ts';

const { overuse, vehicleStop } = codes.SimStopReason;
const { waiting } = machines['SM-SimOperation'].states;
const { operating } = machines['SM-VehicleOperation'].states;

/** Asks the carriers about the cards that may have it; the others stay as they are. @returns how many were asked about */
async function ask(
  tx: Tx,
  userId: string | null,
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
    userId,
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

/** What was asked for when the vehicles went the other way, and no carrier knows of yet, is not done. */
async function withdraw(tx: Tx, cards: readonly JudgedCard[], opType: StateOp): Promise<void> {
  await withdrawOperations(
    tx,
    sql`o.sim_id = any(${cards.map(({ id }) => id)}::bigint[]) and o.status = ${waiting} and o.op_type = ${opType} and o.source = ${codes.SimOpSource.vehicleStop}`,
  );
}

const resume = (tx: Tx, userId: string | null, cards: readonly JudgedCard[]): Promise<number> =>
  ask(
    tx,
    userId,
    cards.filter(({ stopReason }) => stopReason === vehicleStop),
    codes.SimOpType.resume,
    '车辆恢复营运 / Resumed together with its vehicle',
  );

/** Vehicles are taken out of operation together with their cards. */
export async function suspendWithVehicles(tx: Tx, ctx: CallContext, vehicleIds: readonly string[]): Promise<number> {
  const cards = await findCards(tx, { vehicleIds }, true);
  await withdraw(tx, cards, codes.SimOpType.resume);
  await keepSuspended(tx, cards);
  return ask(
    tx,
    ctx.user.id,
    cards,
    codes.SimOpType.suspend,
    '车辆停运，同时停机 / Suspended together with its vehicle',
  );
}

/** Cards that were suspended with their vehicle work again with it; those suspended for another reason stay. */
export async function resumeWithVehicles(tx: Tx, ctx: CallContext, vehicleIds: readonly string[]): Promise<number> {
  const cards = await findCards(tx, { vehicleIds }, true);
  await withdraw(tx, cards, codes.SimOpType.suspend);
  return resume(tx, ctx.user.id, cards);
}

/** A card that has just been suspended with its vehicle, which was put back into operation in the meantime, is resumed. */
export async function resumeIfOperating(tx: Tx, simId: string): Promise<void> {
  const { rows } = await sql`
    select 1 from sim_card s join veh_vehicle v on v.iccid = s.iccid and not v.deleted
    where s.id = ${simId} and v.operation_status = ${operating}`.execute(tx);
  if (rows.length > 0) await resume(tx, null, await findCards(tx, { ids: [simId] }, true));
}
