import { machines } from '@wheelhouse/entities/machines';
import { type ActionOf, type HooksOf, only } from '../../../entity/hooks.ts';
import { each } from '../../../entity/refusals.ts';
import { AppError } from '../../../http/errors.ts';
import { freeze, lockGenerating, release } from './freeze.ts';
import { newValues } from './generate.ts';
import { bookConfirmed, bookPaid } from './book.ts';

const { confirmed, paid } = machines['SM-Settlement'].states;

/** Payment is what is left to do with a confirmed statement; everything else would change it. */
const changes: ReadonlySet<string> = new Set(['generate', 'adjust', 'confirm', 'redo']);

async function generateAgain({ tx, ctx, store, rows }: ActionOf<'settlement', 'generate'>): Promise<void> {
  await lockGenerating(tx);
  for (const row of rows) store(newValues(await freeze(tx, row), ctx.user.id), row.id);
}

async function adjust(action: ActionOf<'settlement', 'adjust'>): Promise<void> {
  const { shareFen, carriedFen } = only(action);
  const { adjustments } = action.input;
  const adjustmentFen = (adjustments ?? []).reduce((sum, { amountFen }) => sum + amountFen, 0);
  action.store({
    adjustments: adjustments === null || adjustments.length === 0 ? null : adjustments,
    adjustmentFen,
    payableFen: shareFen + adjustmentFen + carriedFen,
  });
}

async function confirm({ tx, store, ...action }: ActionOf<'settlement', 'confirm'>): Promise<void> {
  store({ documentHash: await bookConfirmed(tx, only(action), new Date()) });
}

async function pay({ tx, ctx, input, store, ...action }: ActionOf<'settlement', 'pay'>): Promise<void> {
  const paidTime = new Date();
  store({ payerId: ctx.user.id, paidTime, voucherFileId: input.voucherFileId });
  await bookPaid(tx, only(action), paidTime);
}

/** Its number and month stay; what is generated anew may come to something else. */
async function redo(action: ActionOf<'settlement', 'redo'>): Promise<void> {
  const { tx, store } = action;
  await lockGenerating(tx);
  await release(tx, only(action).settlementNo);
  const nothing = { entryCount: 0, grossFen: 0, refundFen: 0, feeFen: 0, shareFen: 0, carriedFen: 0 };
  store({ ...nothing, adjustments: null, adjustmentFen: 0, payableFen: 0, auditorId: null, auditTime: null });
}

export const settlementHooks: HooksOf<'settlement'> = {
  wrongState: async (_tx, { status }, action) =>
    changes.has(action) && (status === confirmed || status === paid) ? new AppError(7021) : undefined,
  refuses: {
    pay: each(({ payableFen }) => {
      if (payableFen <= 0) throw new AppError(7022);
    }),
  },
  actions: { generate: generateAgain, adjust, confirm, pay, redo },
};
