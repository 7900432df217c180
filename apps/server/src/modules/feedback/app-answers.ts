import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { z } from 'zod';
import { withTransaction, type Tx } from '../../db/pool.ts';
import { wrongState } from '../../entity/state-text.ts';
import { defineAppCall, type AppContext } from '../../http/app-call.ts';
import { AppError } from '../../http/errors.ts';
import { code, fileId } from '../../http/kit.ts';
import { notifyStaff } from '../messages/service.ts';
import { refuseForeignFiles } from '../fleet/shared/service.ts';
import { addNote, addReply, answerDays, feedbackPath, feedbackStatus } from './records.ts';

const { unhandled, inProgress, replied, followingUp, closed } = feedbackStatus;
const replyEntity = entityNamed('feedbackReply');
const feedbackNo = code(/^FB\d{14}$/);
const content = z.string().min(2).max(500);

interface Own {
  readonly id: string;
  readonly feedbackNo: string;
  readonly status: number;
  readonly handlerId: string | null;
  /** The last reply is too long ago to be answered. */
  readonly late: boolean;
}

/** Feedback of the caller, locked. @throws AppError 1002; 1004 in another state than these */
async function lockOwn(ctx: AppContext, tx: Tx, no: string, from: readonly number[]): Promise<Own> {
  const { rows } = await sql<Own>`
    select id::text as id, feedback_no, status, handler_id::text as handler_id,
      coalesce(last_reply_time <= now() - make_interval(days => ${answerDays}), false) as late
    from cs_feedback where feedback_no = ${no} and user_id = ${ctx.appUser.id} and not deleted for update`.execute(tx);
  const [row] = rows;
  if (!row) throw new AppError(1002);
  if (!from.includes(row.status) || (row.status === replied && row.late))
    throw wrongState('FeedbackStatus', row.late ? closed : row.status, ctx);
  return row;
}

/** Moves feedback along its machine for its user, and logs it as the app's. What is taken up again is no longer merged into another. */
async function move(tx: Tx, { id, status }: Own, action: 'append' | 'close', to: number): Promise<void> {
  const isEnd = to === closed;
  await sql`update cs_feedback set status = ${to}, reopened = case when ${isEnd} then reopened else 1 end,
      merged_into_id = case when ${isEnd} then merged_into_id end, added_time = case when not ${isEnd} then now() end,
      close_time = case when ${isEnd} then now() end, rev = rev + 1, update_by = null, update_time = now()
    where id = ${id}`.execute(tx);
  const [before, after] = [JSON.stringify({ status }), JSON.stringify({ status: to })];
  await sql`insert into sys_operation_log (username, action, entity, entity_id, before, after)
    values ('app', ${action}, 'feedback', ${id}, ${before}::jsonb, ${after}::jsonb)`.execute(tx);
}

/** A message of the user, which takes up what was answered. Its handler is notified. */
async function addMessage(
  ctx: AppContext,
  tx: Tx,
  own: Own,
  { text, images }: { readonly text: string; readonly images: readonly string[] },
): Promise<void> {
  await refuseForeignFiles(tx, ctx, replyEntity, 'images', images);
  await addReply(tx, { feedbackId: own.id, content: text, images });
  if (own.status === replied) await move(tx, own, 'append', inProgress);
  else
    await sql`
      update cs_feedback set added_time = case when last_reply_time is not null then coalesce(added_time, now()) end, rev = rev + 1, update_time = now()
      where id = ${own.id}`.execute(tx);
  await addNote(tx, { feedbackId: own.id, action: 'append' });
  if (own.handlerId === null) return;
  await notifyStaff(tx, {
    userIds: [own.handlerId],
    level: 2,
    title: { zh: '用户追问了反馈', en: 'A user has added to feedback' },
    body: { zh: `反馈${own.feedbackNo}有新内容。`, en: `Feedback ${own.feedbackNo} has a new message.` },
    path: feedbackPath(own.id),
  });
}

export const append = defineAppCall('POST /app/v1/feedback/append', {
  limit: { most: 30, within: 'hour' },
  body: z.object({ feedbackNo, content, images: z.array(fileId).max(6).default([]) }),
  summary: { zh: 'APP：补充反馈', en: 'App: add to own feedback' },
  run: (ctx, { feedbackNo: no, content: text, images }) =>
    withTransaction(ctx.app.db, async (tx) => {
      const own = await lockOwn(ctx, tx, no, [unhandled, inProgress, replied, followingUp]);
      await addMessage(ctx, tx, own, { text, images });
    }),
});

export const satisfy = defineAppCall('POST /app/v1/feedback/satisfy', {
  limit: { most: 30, within: 'hour' },
  body: z.object({
    feedbackNo,
    satisfied: z.union([z.literal(0), z.literal(1)]),
    text: z.string().max(200).nullish(),
  }),
  summary: { zh: 'APP：评价反馈的处理', en: 'App: say whether a reply helped' },
  run: (ctx, { feedbackNo: no, satisfied, text }) =>
    withTransaction(ctx.app.db, async (tx) => {
      const own = await lockOwn(ctx, tx, no, [replied]);
      const said = text === null || text === undefined || text.trim() === '' ? null : text;
      await sql`update cs_feedback set satisfied = ${satisfied}, satisfied_text = ${said} where id = ${own.id}`.execute(
        tx,
      );
      await addNote(tx, { feedbackId: own.id, action: satisfied === 1 ? 'satisfied' : 'unsatisfied', content: said });
      if (satisfied === 1) await move(tx, own, 'close', closed);
      else if (said !== null) await addMessage(ctx, tx, own, { text: said, images: [] });
      else await sql`update cs_feedback set rev = rev + 1, update_time = now() where id = ${own.id}`.execute(tx);
    }),
});
