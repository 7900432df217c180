import { parseInstant } from '@wheelhouse/contract/time';
import { unchanged } from '../../entity/audit.ts';
import { codeErrors } from '../../entity/check-codes.ts';
import { refuseErrors } from '../../entity/check.ts';
import { type ActionHandlers, type ActionOf, type EntityHooks, only, type RefusesOf } from '../../entity/hooks.ts';
import { each } from '../../entity/refusals.ts';
import { entryText } from '../../entity/state-text.ts';
import { AppError } from '../../http/errors.ts';
import { refuseField } from '../../http/field-texts.ts';
import { holdsFunction } from '../access/service.ts';
import { notifyStaff } from '../messages/service.ts';
import { openOrder, openOrderOf } from '../repairs/service.ts';
import { merge, releaseMerged, sendToMerged } from './merging.ts';
import {
  addNote,
  addReply,
  feedbackEntity,
  feedbackLabel,
  feedbackPath,
  feedbackStatus,
  nameOf,
  reopenDays,
  sendReply,
} from './records.ts';

type Name = keyof ActionHandlers<'feedback'>;
type Action<N extends Name = Name> = ActionOf<'feedback', N>;
type Feedback = Action['rows'][number];

const dayMs = 86_400_000;

/** Refuses to claim feedback that somebody has claimed, naming who (9003). */
export const feedbackWrongState: NonNullable<EntityHooks['wrongState']> = async (tx, { status, handlerId }, action) =>
  action === 'claim' && Number(status) === feedbackStatus.inProgress && typeof handlerId === 'string'
    ? new AppError(9003, { user: await nameOf(tx, handlerId) })
    : undefined;

const handlerText = { zh: '由{user}处理', en: 'handled by {user}' } as const;
const tooOldText = { zh: '，已超过30天', en: ', over 30 days ago' } as const;

/** Only its handler deals with feedback that has one. @throws AppError 1004, which names the handler */
async function refuseOthers({ ctx, tx }: Pick<Action, 'ctx' | 'tx'>, row: Feedback): Promise<void> {
  if (row.handlerId === null || row.handlerId === ctx.user.id) return;
  const state = entryText('FeedbackStatus', row.status, ctx.lang);
  const by = handlerText[ctx.lang].replace('{user}', await nameOf(tx, row.handlerId));
  throw new AppError(1004, { state: `${state} · ${by}` });
}

/** The corrected category must still fit its sub-category. A new category without a sub-category has none. @throws AppError 1001 */
async function corrected({ ctx, tx, input }: Action<'reply' | 'follow'>, row: Feedback) {
  const categoryCode = input.categoryCode ?? row.categoryCode;
  const subCode = input.subCode ?? (categoryCode === row.categoryCode ? row.subCode : null);
  const { fields } = feedbackEntity;
  refuseErrors(await codeErrors(tx, ctx.lang, fields, { categoryCode, subCode }, row, feedbackLabel(ctx.lang)));
  return { categoryCode, subCode, priority: input.priority ?? row.priority };
}

const withoutSub = {
  zh: '请先在处理反馈时选择问题小类，再转报修',
  en: 'Choose a sub-category when you handle the feedback, then turn it into an order',
} as const;

/** What an order says is wrong: a category without sub-categories stands for both. @throws AppError 1001 they are no pair for an order */
async function faultOf({ ctx, tx }: Action<'toRepair'>, { categoryCode, subCode }: Feedback) {
  const pair = { categoryCode, subCode: subCode ?? categoryCode };
  const { fields } = feedbackEntity;
  const errors = await codeErrors(tx, ctx.lang, fields, pair, undefined, feedbackLabel(ctx.lang));
  if (errors.length > 0 && subCode === null) throw refuseField(ctx, 'subCode', withoutSub);
  refuseErrors(errors);
  return { faultCategory: pair.categoryCode, faultSub: pair.subCode };
}

/** Stores the reply and sends it, also to the users of merged feedback, and keeps the times of the first and the last reply. */
async function sendAnswer(
  action: Action<'reply' | 'follow'>,
  name: 'reply' | 'follow',
  row: Feedback,
  content: string,
): Promise<void> {
  const { ctx, tx, input } = action;
  await addReply(tx, { feedbackId: row.id, content, images: input.images, operatorId: ctx.user.id });
  await sendReply(tx, row, content);
  await sendToMerged(action, row.id, content, name === 'reply');
  const now = new Date();
  action.store({ replyTime: row.replyTime === null ? now : undefined, lastReplyTime: now, addedTime: null });
}

async function deal(action: Action<'reply' | 'follow'>, name: 'reply' | 'follow', row: Feedback): Promise<void> {
  const { ctx, tx, input } = action;
  await refuseOthers(action, row);
  // What is dealt with on its own is no longer merged.
  action.store({ ...(await corrected(action, row)), handlerId: ctx.user.id, mergedIntoId: null });
  if (input.replyContent !== null && input.replyContent !== undefined)
    await sendAnswer(action, name, row, input.replyContent);
  await addNote(tx, { feedbackId: row.id, action: name, content: input.internalNote, operatorId: ctx.user.id });
}

/** The moment from which the days of reopening count. */
const endOf = ({ closeTime, lastReplyTime, createTime }: Feedback): number =>
  parseInstant(String(closeTime ?? lastReplyTime ?? createTime))?.getTime() ?? 0;

/** What the actions refuse whatever is asked. */
export const feedbackRefusals: RefusesOf<'feedback'> = {
  reopen: each((row, { ctx }) => {
    if (endOf(row) < Date.now() - reopenDays * dayMs)
      throw new AppError(1004, { state: entryText('FeedbackStatus', row.status, ctx.lang) + tooOldText[ctx.lang] });
  }),
  // Without a vehicle there is nothing to repair (9002), with an open order nothing more (3004).
  toRepair: each(async ({ id, vehicleId }, { tx }) => {
    if (vehicleId === null) throw new AppError(9002);
    const open = await openOrderOf(tx, 'feedback', id);
    if (open) throw new AppError(3004, { no: open.orderNo });
  }),
};

/** Effects of the actions of `entities/feedback/feedback-actions.ts`. */
export const feedbackHandlers: ActionHandlers<'feedback'> = {
  async claim({ ctx, tx, rows, store }) {
    store({ handlerId: ctx.user.id });
    for (const { id } of rows) await addNote(tx, { feedbackId: id, action: 'claim', operatorId: ctx.user.id });
  },
  // The assignee must hold `appFeedbackManage.deal`.
  async assign({ ctx, tx, rows, input, store, leaveOut }) {
    const { userId } = input;
    if (!(await holdsFunction(tx, userId, 'appFeedbackManage.deal')))
      throw refuseField(ctx, 'userId', { zh: '该用户没有处理反馈的权限', en: 'This user cannot handle feedback' });
    store({ handlerId: userId, mergedIntoId: null });
    const name = await nameOf(tx, userId);
    for (const { id, feedbackNo, status, handlerId } of rows) {
      if (Number(status) === feedbackStatus.inProgress && handlerId === userId) {
        leaveOut(id, new AppError(unchanged));
        continue;
      }
      await addNote(tx, { feedbackId: id, action: 'assign', content: name, operatorId: ctx.user.id });
      if (userId === ctx.user.id) continue;
      await notifyStaff(tx, {
        userIds: [userId],
        level: 2,
        title: { zh: '有反馈指派给您', en: 'Feedback assigned to you' },
        body: { zh: `反馈${feedbackNo}请您处理。`, en: `Please handle feedback ${feedbackNo}.` },
        path: feedbackPath(id),
      });
    }
  },
  async reply(action) {
    const row = only(action);
    await deal(action, 'reply', row);
    action.store({ satisfied: null, satisfiedText: null, deptCode: null });
  },
  async follow(action) {
    const row = only(action);
    await deal(action, 'follow', row);
    action.store({ deptCode: action.input.deptCode });
  },
  async invalid(action) {
    const { ctx, tx, rows, input, store } = action;
    store({ reasonCode: input.reasonCode, closeTime: new Date(), addedTime: null });
    for (const { id } of rows)
      await addNote(tx, { feedbackId: id, action: 'invalid', content: input.remark, operatorId: ctx.user.id });
    const ids = rows.map(({ id }) => id);
    await releaseMerged(action, ids);
  },
  merge,
  async reopen(action) {
    const { ctx, tx, input, store } = action;
    const row = only(action);
    store({
      handlerId: ctx.user.id,
      mergedIntoId: null,
      reopened: 1,
      closeTime: null,
      satisfied: null,
      satisfiedText: null,
    });
    await addNote(tx, { feedbackId: row.id, action: 'reopen', content: input.reason, operatorId: ctx.user.id });
  },
  async toRepair(action): Promise<{ repairOrderId: string }> {
    const { ctx, tx } = action;
    const row = only(action);
    if (row.vehicleId === null) throw new AppError(9002);
    const order = await openOrder(ctx, tx, {
      vehicleId: row.vehicleId,
      feedbackId: row.id,
      ...(await faultOf(action, row)),
      faultDesc: row.content,
      priority: row.priority,
    });
    await addNote(tx, { feedbackId: row.id, action: 'toRepair', content: order.orderNo, operatorId: ctx.user.id });
    return { repairOrderId: order.id };
  },
  async note(action) {
    const { ctx, tx, input } = action;
    await addNote(tx, { feedbackId: only(action).id, action: 'note', content: input.content, operatorId: ctx.user.id });
  },
};
