import type { Text } from '@wheelhouse/contract/lang';
import { codes } from '@wheelhouse/entities/codes';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import { startOfDay, today } from '../../db/wall-clock.ts';
import { receiver } from './audience.ts';
import { toMany } from './owners.ts';

const pushed = codes.PushStatus;
const { inbox, push, sms } = codes.PushChannel;

/** Pushes of one kind that a user of the app gets on a day; more are blocked, their inbox rows stay. */
const pushesPerDay = { system: 1, service: 3, activity: 2 } as const;

/** What is the same for everybody who gets a message. */
interface Box {
  readonly kind: keyof typeof pushesPerDay;
  readonly refType: string;
  readonly refId: string;
  readonly route: string;
  /** D:PushSound of the push; the phone's own unless given. */
  readonly sound?: string | null;
  /** D:PushChannel; the inbox is always one of them. */
  readonly channels: readonly number[];
  readonly pinned: boolean;
  readonly expireTime: Date | null;
}

/** One text for everybody, or none, as columns of `people`. */
export const sameText = (text: Text | undefined, name: string): RawBuilder<unknown> =>
  sql`${text?.zh ?? null}::text as ${sql.ref(`${name}_zh`)}, ${text?.en ?? null}::text as ${sql.ref(`${name}_en`)}`;

/**
 * Puts a message into inboxes, with a record for each channel: all of it happens, or nothing. Who has it by `dedupe_key` already is left out.
 * @param people statement, which may also write, of `receiver`, `user_id`, `dedupe_key`, and texts in both languages (`…_zh`, `…_en`): `title`,
 * `body`, and whole texts of `push` and `sms`, null where they say what the inbox says; and of `sms_template`, the approved template of the SMS
 * (`SmsTemplate`), null where it has none; and of `vehicle_id`, the vehicle it is about, or null
 * @returns the inbox rows
 * @for a message whose text differs by recipient: the one way into inboxes, with opt-outs, quiet hours and daily limits: `messages/reminders/runs.ts`
 */
export async function fillInboxes(
  tx: Tx,
  { kind, refType, refId, route, sound = null, channels, pinned, expireTime }: Box,
  people: RawBuilder<unknown>,
): Promise<readonly { readonly id: string; readonly dedupeKey: string }[]> {
  const ways = [...new Set([inbox, ...channels])];
  // Two messages that are sent to a user's phone at the same moment count each other; the inbox alone has no limit.
  if (ways.length > 1)
    await sql`select pg_advisory_xact_lock(hashtext('message.perDay'), hashtext(${kind}))`.execute(tx);
  const { rows } = await sql<{ id: string; dedupeKey: string }>`
    with people as (${people}),
    boxes as (
      insert into msg_inbox (receiver, user_id, kind, title_zh, title_en, body_zh, body_en, route, sound, vehicle_id, ref_type, ref_id, dedupe_key, pinned, expire_time, withdrawn)
      select receiver, user_id, ${kind}, title_zh, title_en, body_zh, body_en, ${route}, ${sound}, vehicle_id, ${refType}, ${refId}::text, dedupe_key, ${pinned}, ${expireTime}::timestamptz,
        receiver = ${receiver.app} and message_unwanted(user_id, ${kind})
      from people on conflict (receiver, user_id, dedupe_key) where dedupe_key is not null do nothing returning id, receiver, user_id, dedupe_key, withdrawn),
    turns as (
      select b.*, p.push_zh, p.push_en, p.sms_zh, p.sms_en, p.sms_template, row_number() over (partition by b.receiver, b.user_id order by b.id) - 1 as earlier
      from boxes b join people p on (p.receiver, p.user_id, p.dedupe_key) = (b.receiver, b.user_id, b.dedupe_key)),
    ways as (
      select b.*, c, case when b.withdrawn then 'optedOut' when c <> ${inbox} then coalesce(message_refused(b.user_id, ${kind}, c), case when b.earlier + (
        select count(*) from msg_inbox i join msg_push_record r on r.inbox_id = i.id and r.channel = c and r.status <> ${pushed.blocked}
        where i.receiver = ${receiver.app} and i.user_id = b.user_id and i.ref_type = ${refType}
          and i.create_time >= ${startOfDay(today)} - interval '2 hours'
          and message_due(${kind}, i.create_time) >= message_day(${kind})) >= ${pushesPerDay[kind]}::int then 'cap' end) end as why
      from turns b, unnest(${ways}::smallint[]) c where b.receiver = ${receiver.app} or c = ${inbox}),
    records as (
      insert into msg_push_record (inbox_id, user_id, ref_type, ref_id, channel, priority, receiver, client_os, text_zh, text_en, sms_template, status, fail_code, next_time, sent_time, delivered_time)
      select id, user_id, ${refType}, ${refId}::text, c, ${toMany}, receiver,
        case when receiver = ${receiver.app} then (select u.client_os from usr_app_user u where u.id = user_id) end,
        case when c = ${push} then push_zh when c = ${sms} then sms_zh end, case when c = ${push} then push_en when c = ${sms} then sms_en end,
        case when c = ${sms} then sms_template end,
        case when why is not null then ${pushed.blocked}::smallint when c = ${inbox} then ${pushed.delivered}::smallint else ${pushed.waiting}::smallint end, why,
        case when c <> ${inbox} and why is null then message_due(${kind}, now()) end, case when c = ${inbox} and why is null then now() end,
        case when c = ${inbox} and why is null then now() end from ways)
    select id::text as id, dedupe_key from boxes`.execute(tx);
  return rows;
}
