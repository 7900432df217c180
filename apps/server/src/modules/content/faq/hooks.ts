import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { fieldRefusal } from '../../../entity/check.ts';
import { type HooksOf, nextOf } from '../../../entity/hooks.ts';
import { AppError } from '../../../http/errors.ts';
import { noteFaq } from '../../feedback/service.ts';

const { onShelf } = machines['SM-Shelf'].states;
const mostHot = 10;

/** One after the other, so that no two take the last place. @returns refusal 5241 when the shelf has as many hot questions as it may */
async function tooHot(tx: Tx): Promise<AppError | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('faq.hot'))`.execute(tx);
  const { rows } = await sql<{ hot: number }>`
    select count(*)::int as hot from cnt_faq where hot = 1 and shelf_status = ${onShelf} and not deleted`.execute(tx);
  return (rows[0]?.hot ?? 0) >= mostHot ? new AppError(5241) : undefined;
}

export const faqHooks: HooksOf<'faq'> = {
  async beforeSave({ ctx, old, values }) {
    const { feedbackId } = values;
    if (typeof feedbackId !== 'string' || feedbackId === old?.feedbackId) return;
    if (!ctx.user.functions.has('appFeedbackManage.toFaq')) throw fieldRefusal(ctx, 'feedbackId', 1003);
  },
  async afterSave(saving) {
    const { ctx, tx, old, values } = saving;
    const { feedbackId } = values;
    if (typeof feedbackId === 'string' && feedbackId !== old?.feedbackId)
      await noteFaq(tx, { feedbackId, question: String(nextOf(saving, 'question')), operatorId: ctx.user.id });
  },
  guards: {
    shelfStatus: async (tx, { hot }, to) => (to === onShelf && hot === 1 ? tooHot(tx) : undefined),
  },
};
