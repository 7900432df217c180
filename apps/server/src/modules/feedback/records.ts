import type { Lang } from '@wheelhouse/contract/lang';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed, labelOf } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/pool.ts';
import { todayDigits } from '../../db/wall-clock.ts';
import { notifyOwner } from '../messages/service.ts';
import { builtInText } from '../templates/service.ts';

export const feedbackStatus = machines['SM-Feedback'].states;
export const feedbackEntity = entityNamed('feedback');
/** Names of its fields in a language. */
export const feedbackLabel =
  (lang: Lang) =>
  (name: string): string =>
    labelOf(feedbackEntity, name)[lang];

/** Hours in which feedback is to be taken, and a user who adds to an answer is to hear again; then it is overdue. */
export const answerHours = 24;
const tooLate = `now() - interval '${answerHours} hours'`;
/** Condition over an alias: the feedback, or what its user added, waits longer than it may. */
export const overdue = (t: string): string =>
  `(${t}.status = ${feedbackStatus.unhandled} and ${t}.create_time < ${tooLate} or ${t}.added_time is not null and ${t}.added_time < ${tooLate})`;
/** Days in which a user may answer a reply; then the feedback is closed. */
export const answerDays = 7;
/** Days after its end in which feedback can be opened again. */
export const reopenDays = 30;

/** How much feedback waits for a user who has claimed it or was given it. What is merged is answered with the one it was merged into. */
export async function openFeedbackOf(tx: Tx, userId: string): Promise<number> {
  const { inProgress, followingUp } = feedbackStatus;
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from cs_feedback
    where handler_id = ${userId} and status in (${inProgress}, ${followingUp}) and merged_into_id is null and not deleted`.execute(
    tx,
  );
  return rows[0]?.n ?? 0;
}

/** Name of a user of the console. */
export async function nameOf(tx: Tx, userId: string): Promise<string> {
  const row = await tx.selectFrom('sys_user').select('realName').where('id', '=', userId).executeTakeFirst();
  return row?.realName ?? '';
}

/** `FB`, the day, running number. */
export async function nextFeedbackNo(tx: Tx): Promise<string> {
  const { rows } = await sql<{ no: string }>`
    select 'FB' || ${todayDigits} || lpad(nextval('seq_feedback')::text, 6, '0') as no`.execute(tx);
  return rows[0]?.no ?? '';
}

/** Empties the contact in the feedback of an erased user; the feedback stays. */
export async function forgetFeedbackContacts(tx: Tx, userId: string): Promise<void> {
  await sql`
    update cs_feedback set contact_enc = null, contact_hash = null, contact_mask = null, rev = rev + 1, update_time = now(), update_by = null
    where user_id = ${userId} and contact_enc is not null`.execute(tx);
}

interface NewReply {
  readonly feedbackId: string;
  readonly content: string;
  readonly images: readonly string[] | null | undefined;
  /** Who of the staff wrote it; without, the user did. */
  readonly operatorId?: string;
}

/** Adds a message to the conversation. */
export async function addReply(tx: Tx, { feedbackId, content, images, operatorId }: NewReply): Promise<void> {
  const files = images && images.length > 0 ? [...images] : null;
  await sql`
    insert into cs_feedback_reply (feedback_id, side, content, images, operator_id, create_by)
    values (${feedbackId}, ${operatorId === undefined ? 'user' : 'staff'}, ${content}, ${files}::text[], ${operatorId ?? null}, ${operatorId ?? null})`.execute(
    tx,
  );
}

/** What the log of the staff names: an action of the console, or what the user or the system did. */
type NoteAction =
  | 'claim'
  | 'assign'
  | 'reply'
  | 'follow'
  | 'invalid'
  | 'reopen'
  | 'toRepair'
  | 'toFaq'
  | 'merge'
  | 'absorb'
  | 'release'
  | 'note'
  | 'append'
  | 'satisfied'
  | 'unsatisfied'
  | 'close';

interface NewNote {
  readonly feedbackId: string;
  readonly action: NoteAction;
  readonly content?: string | null | undefined;
  readonly operatorId?: string | null;
}

/** Adds a line to the log of the staff. */
export async function addNote(
  tx: Db | Tx,
  { feedbackId, action, content = null, operatorId = null }: NewNote,
): Promise<void> {
  await sql`
    insert into cs_feedback_note (feedback_id, action, content, operator_id, create_by)
    values (${feedbackId}, ${action}, ${content}, ${operatorId}, ${operatorId})`.execute(tx);
}

/** Says in the log of the staff that a question came of the feedback. */
export const noteFaq = (
  tx: Tx,
  {
    feedbackId,
    question,
    operatorId,
  }: { readonly feedbackId: string; readonly question: string; readonly operatorId: string },
): Promise<void> => addNote(tx, { feedbackId, action: 'toFaq', content: question, operatorId });

const shownInPush = 80;
const shortened = (text: string): string => {
  const letters = [...text];
  return letters.length > shownInPush ? `${letters.slice(0, shownInPush - 1).join('')}…` : text;
};

interface Answered {
  readonly id: string;
  readonly feedbackNo: string;
  readonly userId: string;
  readonly vehicleId: string | null;
}

/** Puts a reply into the user's inbox, and pushes it to the phone. */
export async function sendReply(tx: Tx, answered: Answered, content: string): Promise<void> {
  const { id, feedbackNo, userId, vehicleId } = answered;
  await notifyOwner(tx, {
    userId,
    kind: 'service',
    ...(await builtInText(tx, 'FEEDBACK_REPLY', { feedbackNo, reply: shortened(content) })),
    route: `/feedback/${feedbackNo}`,
    vehicleId,
    ref: { type: 'feedback', id },
  });
}

/** Page of the console about one feedback. */
export const feedbackPath = (id: string): string => `/businessManage/appFeedbackDetail?id=${id}`;
