import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { type ActionHandlers, type ActionOf, type HooksOf, only, type RefusesOf } from '../../../entity/hooks.ts';
import { each } from '../../../entity/refusals.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { award } from '../../prizes/service.ts';
import { tellUser } from './records.ts';

/** What users know it as. */
const wall = '心愿墙';
/** Wishes that stand at the top of the wall. */
const mostPinned = 5;

/** One after the other, so that no two take the last place. @throws AppError 6051 */
async function refuseSixth(tx: Tx, wishId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('wish.top'))`.execute(tx);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from act_wish where top = 1 and not deleted and id <> ${wishId}`.execute(tx);
  if ((rows[0]?.n ?? 0) >= mostPinned) throw new AppError(6051);
}

const refuses: RefusesOf<'wish'> = {
  pin: each(({ id }, { tx }) => refuseSixth(tx, id)),
};

/** Keeps the answer with the wish, and sends it. */
async function answer(
  action: ActionOf<'wish', 'reply' | 'grant'>,
  template: 'WISH_REPLY' | 'WISH_GRANTED',
): Promise<void> {
  const { ctx, tx, input, store } = action;
  const row = only(action);
  await tellUser(tx, row, { template, values: { reply: input.content } });
  store({ replyContent: input.content, replyTime: new Date(), replyBy: ctx.user.id });
}

const onePrize = { zh: '只能奖励一种', en: 'Choose one of them' } as const;
const { physical, coupon, theme } = codes.PrizeKind;

/** The prize with which a wish is granted, if there is one. What is scarce is taken last. */
async function giveFor(action: ActionOf<'wish', 'grant'>): Promise<void> {
  const { ctx, tx, input } = action;
  const { id: wishId, userId } = only(action);
  const given = [
    { field: 'prizeId', prizeKind: physical, prizeId: input.prizeId },
    { field: 'couponId', prizeKind: coupon, prizeId: input.couponId },
    { field: 'themeId', prizeKind: theme, prizeId: input.themeId },
  ].flatMap(({ prizeId, ...one }) => (prizeId ? [{ ...one, prizeId }] : []));
  const [first, second] = given;
  if (second !== undefined) throw refuseField(ctx, second.field, onePrize);
  if (first === undefined) return;
  const { prizeKind, prizeId } = first;
  await award(tx, ctx.app, { userId, wishId, prizeKind, prizeId, source: codes.WinSource.wish, activityName: wall });
}

const actions: ActionHandlers<'wish'> = {
  async reject({ tx, rows, input, store }) {
    store({ rejectReason: input.remark });
    for (const row of rows) await tellUser(tx, row, { template: 'WISH_REJECTED', values: { reason: input.remark } });
  },
  // What is not on the wall takes no place at its top.
  hide: async ({ store }) => store({ top: 0 }),
  async grant(action) {
    await answer(action, 'WISH_GRANTED');
    await giveFor(action);
  },
  reply: (action) => answer(action, 'WISH_REPLY'),
  pin: async ({ store }) => store({ top: 1 }),
  unpin: async ({ store }) => store({ top: 0 }),
};

export const wishHooks: HooksOf<'wish'> = { actions, refuses };
