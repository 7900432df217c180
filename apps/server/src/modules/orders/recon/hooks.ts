import { codes, type Code } from '@wheelhouse/entities/codes';
import { parseInstant } from '@wheelhouse/contract/time';
import { sql } from 'kysely';
import { type ActionOf, type HooksOf, only } from '../../../entity/hooks.ts';
import { corrected, post } from '../ledger/service.ts';
import { lockDay } from './compare.ts';
import { statusOf } from './status.ts';

const { ReconItemStatus: item, ReconDiff: diff, ReconStatus: status } = codes;

const why: Partial<Record<Code<'ReconDiff'>, 'missingHere' | 'missingThere' | 'amount' | 'feeRounding'>> = {
  [diff.missingHere]: 'missingHere',
  [diff.missingThere]: 'missingThere',
  [diff.amount]: 'amount',
  [diff.feeRounding]: 'feeRounding',
};

/** What people decide of the differences of whole days. */
export const reconHooks: HooksOf<'recon'> = {
  actions: {
    handle: async ({ tx, ctx, rows, input, store }) => {
      const ids = rows.map(({ id }) => id);
      await sql`
        update ord_recon_item set item_status = ${item.handled}, remark = ${input.remark}, handler_id = ${ctx.user.id}::bigint, handle_time = now(), rev = rev + 1,
          update_time = now(), update_by = ${ctx.user.id}::bigint
        where recon_id = any(${ids}::bigint[]) and item_status = ${item.open} and not deleted`.execute(tx);
      store({ reconStatus: status.handled, remark: input.remark, handlerId: ctx.user.id, handleTime: new Date() });
    },
    // Its call fetches the bill; nothing of the row is changed here.
    rerun: async () => undefined,
  },
};

/** Decides the rows of an action. A day is handled with its last difference. */
async function decide(action: ActionOf<'reconItem', 'handle' | 'correct'>, corrected: 0 | 1): Promise<void> {
  const { tx, ctx, rows, input, store } = action;
  const ids = rows.map(({ id }) => id);
  for (const reconId of [...new Set(rows.map((row) => row.reconId))].toSorted()) {
    await lockDay(tx, reconId);
    await sql`
      update ord_recon set recon_status = ${await statusOf(tx, reconId, ids)}, rev = rev + 1, update_time = now() where id = ${reconId}::bigint`.execute(
      tx,
    );
  }
  store({ itemStatus: item.handled, corrected, remark: input.remark, handlerId: ctx.user.id, handleTime: new Date() });
}

/** What people decide of single differences. */
export const reconItemHooks: HooksOf<'reconItem'> = {
  actions: {
    handle: (action) => decide(action, 0),
    // The ledger's money at the channel becomes what the channel says; the rest waits in suspense, a fee's rounding is its account's.
    correct: async (action) => {
      const { tx, input } = action;
      const { itemNo, orderNo, channelTradeNo, payChannel, diffType, diffFen, channelTime, ourTime } = only(action);
      const because = why[diffType];
      if (because === undefined || payChannel === null) throw new Error(`${itemNo} is not corrected`);
      await post(
        tx,
        corrected({
          reconNo: itemNo,
          channel: payChannel,
          why: because,
          differenceFen: diffFen,
          occurTime: parseInstant(channelTime ?? ourTime ?? '') ?? new Date(),
          note: input.remark,
          ...(orderNo !== null && { orderNo }),
          ...(channelTradeNo !== null && { billRef: channelTradeNo }),
        }),
      );
      await decide(action, 1);
    },
    ask: async () => undefined,
  },
};
