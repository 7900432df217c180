import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import { audit, unchanged } from '../../entity/audit.ts';
import type { ActionOf } from '../../entity/hooks.ts';
import { AppError } from '../../http/errors.ts';
import { refuseField } from '../../http/field-texts.ts';
import { addNote, addReply, feedbackStatus, nameOf, sendReply } from './records.ts';

const { unhandled, inProgress, replied, followingUp } = feedbackStatus;
const toDealWith: readonly number[] = [unhandled, inProgress, followingUp];
const numbersNoted = 20;

type Merge = ActionOf<'feedback', 'merge'>;

interface Main {
  readonly id: string;
  readonly feedbackNo: string;
  readonly status: number;
  readonly handlerId: string | null;
  readonly mergedIntoId: string | null;
}

/** Read after the lock: a join of the locking statement would not see into what the feedback was merged meanwhile. */
async function numberOf(tx: Tx, id: string): Promise<string> {
  const { rows } = await sql<{ no: string }>`select feedback_no as no from cs_feedback where id = ${id}`.execute(tx);
  return rows[0]?.no ?? '';
}

/** What the others are merged into, locked. @throws AppError 1001 where it is not dealt with any more, or merged itself */
async function lockMain({ ctx, tx, input }: Merge): Promise<Main> {
  const { rows } = await sql<Main>`
    select id::text as id, feedback_no, status, handler_id::text as handler_id, merged_into_id::text as merged_into_id
    from cs_feedback where id = ${input.mergedIntoId} and not deleted for update`.execute(tx);
  const [main] = rows;
  if (main === undefined) throw refuseField(ctx, 'mergedIntoId', 'invalid');
  if (main.mergedIntoId !== null) {
    const no = await numberOf(tx, main.mergedIntoId);
    throw refuseField(ctx, 'mergedIntoId', { zh: `该反馈已合并到${no}`, en: `It is merged into ${no}` });
  }
  if (!toDealWith.includes(main.status))
    throw refuseField(ctx, 'mergedIntoId', { zh: '请选择尚未处理完的反馈', en: 'Choose feedback that is not done' });
  return main;
}

/** Whoever merges into feedback that nobody has claimed, claims it. @returns its handler */
async function handlerOf({ ctx, tx }: Merge, { id, status, handlerId }: Main): Promise<string> {
  if (status !== unhandled) return handlerId ?? ctx.user.id;
  await sql`update cs_feedback set status = ${inProgress}, handler_id = ${ctx.user.id}, rev = rev + 1, update_by = ${ctx.user.id}, update_time = now()
    where id = ${id}`.execute(tx);
  await addNote(tx, { feedbackId: id, action: 'claim', operatorId: ctx.user.id });
  const [before, after] = [{ status }, { status: inProgress, handlerId: ctx.user.id }];
  await audit(tx, ctx, { ...logged('claim', id), before, after });
  return ctx.user.id;
}

const logged = (action: string, id: string) => ({ action, entity: 'feedback', entityId: id });
const noteMerge = (tx: Tx, feedbackId: string, { feedbackNo }: Main, operatorId: string): Promise<void> =>
  addNote(tx, { feedbackId, action: 'merge', content: feedbackNo, operatorId });
/** Numbers for a note, the first of many. */
const listed = (numbers: readonly string[]): string => {
  const more = numbers.length - numbersNoted;
  return `${numbers.slice(0, numbersNoted).join(' ')}${more > 0 ? ` +${more}` : ''}`;
};

/** What was merged into feedback that is merged itself comes along. */
async function bringAlong({ ctx, tx }: Merge, ids: readonly string[], main: Main, handlerId: string): Promise<void> {
  const { rows } = await sql<{ id: string; fromId: string }>`
    update cs_feedback f set merged_into_id = ${main.id}, handler_id = ${handlerId}, rev = f.rev + 1, update_by = ${ctx.user.id}, update_time = now()
    from cs_feedback old where old.id = f.id and f.merged_into_id = any(${ids}::bigint[]) and not f.deleted
    returning f.id::text as id, old.merged_into_id::text as from_id`.execute(tx);
  for (const { id } of rows) await noteMerge(tx, id, main, ctx.user.id);
  const after = { mergedIntoId: main.id };
  const entries = rows.map(({ id, fromId }) => ({ ...logged('merge', id), before: { mergedIntoId: fromId }, after }));
  await audit(tx, ctx, ...entries);
}

/**
 * Merges feedback that says the same: its users get the replies to the main one. Left out are the main one, where it was chosen among the
 * others, and what is merged into it already (1022), and what colleagues deal with (9003).
 */
export async function merge(action: Merge): Promise<void> {
  const { ctx, tx, rows, store, leaveOut } = action;
  const main = await lockMain(action);
  const merged: Merge['rows'][number][] = [];
  for (const row of rows) {
    const { id, handlerId, mergedIntoId } = row;
    if (id === main.id || mergedIntoId === main.id) leaveOut(id, new AppError(unchanged));
    else if (handlerId === null || handlerId === ctx.user.id) merged.push(row);
    else leaveOut(id, new AppError(9003, { user: await nameOf(tx, handlerId) }));
  }
  if (merged.length === 0) return;
  const handlerId = await handlerOf(action, main);
  store({ mergedIntoId: main.id, handlerId, deptCode: null });
  const ids = merged.map(({ id }) => id);
  await bringAlong(action, ids, main, handlerId);
  for (const id of ids) await noteMerge(tx, id, main, ctx.user.id);
  const content = listed(merged.map(({ feedbackNo }) => feedbackNo));
  await addNote(tx, { feedbackId: main.id, action: 'absorb', content, operatorId: ctx.user.id });
}

interface MergedFeedback {
  readonly id: string;
  readonly feedbackNo: string;
  readonly userId: string;
  readonly vehicleId: string | null;
}

/** Sends a reply to the users of what is merged into this feedback and still waits. An answer makes them wait for their users as well. */
export async function sendToMerged(
  { ctx, tx, input }: Pick<ActionOf<'feedback', 'reply' | 'follow'>, 'ctx' | 'tx' | 'input'>,
  mainId: string,
  content: string,
  isAnswer: boolean,
): Promise<void> {
  const status = isAnswer ? replied : inProgress;
  const { rows } = await sql<MergedFeedback>`
    update cs_feedback set status = ${status}, reply_time = coalesce(reply_time, now()), last_reply_time = now(), added_time = null, satisfied = null,
      satisfied_text = null, rev = rev + 1, update_by = ${ctx.user.id}, update_time = now()
    where merged_into_id = ${mainId} and status = ${inProgress} and not deleted
    returning id::text as id, feedback_no, user_id::text as user_id, vehicle_id::text as vehicle_id`.execute(tx);
  const operatorId = ctx.user.id;
  for (const one of rows) {
    await addReply(tx, { feedbackId: one.id, content, images: input.images, operatorId });
    await sendReply(tx, one, content);
    await addNote(tx, { feedbackId: one.id, action: 'reply', operatorId });
  }
  const [before, after] = [{ status: inProgress }, { status }];
  await audit(tx, ctx, ...rows.map(({ id }) => ({ ...logged('reply', id), before, after })));
}

/** What was merged into feedback that turns out to be invalid stands for itself again. */
export async function releaseMerged(
  { ctx, tx }: Pick<ActionOf<'feedback', 'invalid'>, 'ctx' | 'tx'>,
  mainIds: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ id: string; fromId: string }>`
    update cs_feedback f set merged_into_id = null, rev = f.rev + 1, update_by = ${ctx.user.id}, update_time = now()
    from cs_feedback old where old.id = f.id and f.merged_into_id = any(${mainIds}::bigint[]) and not f.deleted
    returning f.id::text as id, old.merged_into_id::text as from_id`.execute(tx);
  for (const { id } of rows) await addNote(tx, { feedbackId: id, action: 'release', operatorId: ctx.user.id });
  const after = { mergedIntoId: null };
  const entries = rows.map(({ id, fromId }) => ({ ...logged('release', id), before: { mergedIntoId: fromId }, after }));
  await audit(tx, ctx, ...entries);
}
