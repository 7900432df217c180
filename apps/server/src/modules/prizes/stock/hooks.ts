import { type ActionOf, type HooksOf, only } from '../../../entity/hooks.ts';
import { runningNumber } from '../../../db/running-number.ts';
import { AppError } from '../../../http/errors.ts';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { inCodes } from '../../../db/in-codes.ts';
import type { Tx } from '../../../db/pool.ts';
import { moveStock } from './stock.ts';

/** `PZ` and a running number. */
const nextNo = sql<{ no: string }>`select 'PZ' || ${runningNumber('seq_act_prize', 4)} as no`;

async function move(action: ActionOf<'prize', 'stockIn' | 'stockOut'>): Promise<void> {
  const { tx, ctx, input } = action;
  const { type, qty, remark } = input;
  await moveStock(tx, { prizeId: only(action).id, type, qty, remark, operatorId: ctx.user.id });
}

const { notStarted, running, paused } = machines['SM-Raffle'].states;
const { disabled } = machines['SM-Enable'].states;

/** 6012 where an event that was approved and is not over gives the prize. */
async function inEvent(tx: Tx, id: string): Promise<AppError | undefined> {
  const { rows } = await sql`
    select 1 from act_raffle_prize p join act_raffle_activity a on a.id = p.activity_id
    where p.prize_id = ${id} and a.status ${inCodes([notStarted, running, paused])} limit 1`.execute(tx);
  return rows.length > 0 ? new AppError(6012) : undefined;
}

export const prizeHooks: HooksOf<'prize'> = {
  guards: { enabled: async (tx, { id }, to) => (to === disabled ? inEvent(tx, id) : undefined) },
  async beforeSave({ tx, old, values }) {
    if (old !== undefined) return;
    const { rows } = await nextNo.execute(tx);
    values.prizeNo = rows[0]?.no ?? '';
  },
  // Its own entries go with it; what was won keeps its prize.
  leavesReferences: true,
  async refuseDelete(tx, { id }) {
    const { n } = await tx
      .selectFrom('act_winning_record')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('prizeId', '=', id)
      .executeTakeFirstOrThrow();
    return Number(n) > 0 ? new AppError(1006, { n: Number(n) }) : inEvent(tx, id);
  },
  actions: { stockIn: move, stockOut: move },
};
