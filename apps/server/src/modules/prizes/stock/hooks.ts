import { type ActionOf, type HooksOf, only } from '../../../entity/hooks.ts';
import { runningNumber } from '../../../db/running-number.ts';
import { AppError } from '../../../http/errors.ts';
import { sql } from 'kysely';
import { moveStock } from './stock.ts';

/** `PZ` and a running number. */
const nextNo = sql<{ no: string }>`select 'PZ' || ${runningNumber('seq_act_prize', 4)} as no`;

async function move(action: ActionOf<'prize', 'stockIn' | 'stockOut'>): Promise<void> {
  const { tx, ctx, input } = action;
  const { type, qty, remark } = input;
  await moveStock(tx, { prizeId: only(action).id, type, qty, remark, operatorId: ctx.user.id });
}

export const prizeHooks: HooksOf<'prize'> = {
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
    return Number(n) > 0 ? new AppError(1006, { n: Number(n) }) : undefined;
  },
  actions: { stockIn: move, stockOut: move },
};
