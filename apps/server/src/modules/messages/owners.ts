import { codes } from '@wheelhouse/entities/codes';
import type { Text } from '@wheelhouse/contract/lang';
import { formatInstant } from '@wheelhouse/contract/time';
import { sql } from 'kysely';
import type { SmsTemplate } from '../../adapters/sms/index.ts';
import { notifyLive } from '../../db/live.ts';
import type { Db, Tx } from '../../db/pool.ts';

/** Live topic: messages wait to be delivered. */
export const deliveryTopic = 'push.due';

/** Priorities of records: what goes to many waits for what concerns one. Only messages to many are counted (`msg_push_count`). */
export const toOne = 0;
export const toMany = 1;

/** What test messages are about: they belong to no statistics, and whoever sends one wants it now. */
export const testRef = 'messageTest';

export type PushChannel = keyof (typeof codes)['PushChannel'];

export interface OwnerMessage {
  /** The app user's row id. */
  readonly userId: string;
  readonly kind: 'activity' | 'alarm' | 'system' | 'service';
  readonly title: Text;
  readonly body: Text;
  /** Whole texts of channels that say something else than the inbox. */
  readonly texts?: Readonly<Partial<Record<PushChannel, Text>>>;
  /** The SMS provider's approved template that makes the text of the SMS. */
  readonly smsTemplate?: SmsTemplate;
  /** Page of the app it opens. */
  readonly route?: string;
  /** D:PushSound of the push; the phone's own unless given. */
  readonly sound?: string;
  /** Goes out whatever the user has turned off. */
  readonly urgent?: boolean;
  /** `push` unless given. */
  readonly channels?: readonly PushChannel[];
  /** The same user gets a message with the same key once. */
  readonly dedupeKey?: string;
  /** Row id of the vehicle it is about. */
  readonly vehicleId?: string | null;
  /** What it is about, for `pushLog`. */
  readonly ref?: { readonly type: string; readonly id: string };
}

/**
 * Sends an owner a message when the transaction commits. The delivery job passes it to the push or SMS service, tries again what failed
 * for the moment, and keeps result and time of each channel.
 * @returns the message; an earlier one when `dedupeKey` was used before
 */
export async function notifyOwner(tx: Db | Tx, message: OwnerMessage): Promise<{ pushId: string }> {
  const { userId, kind, title, body, route = null, sound = null, vehicleId = null } = message;
  const { channels = ['push'], dedupeKey = null, ref } = message;
  const ways = [...new Set(channels)];
  const channelCodes = ways.map((channel) => codes.PushChannel[channel]);
  const own = ways.map((channel) => message.texts?.[channel] ?? { zh: null, en: null });
  const isUrgent = message.urgent === true;
  const smsTemplate = message.smsTemplate === undefined ? null : JSON.stringify(message.smsTemplate);
  const { rows } = await sql<{ id: string }>`
    with made as (
      insert into msg_inbox (user_id, kind, title_zh, title_en, body_zh, body_en, route, sound, vehicle_id, ref_type, ref_id, dedupe_key)
      values (${userId}, ${kind}, ${title.zh}, ${title.en}, ${body.zh}, ${body.en}, ${route}, ${sound}, ${vehicleId}, ${ref?.type ?? null}, ${ref?.id ?? null}, ${dedupeKey})
      on conflict (receiver, user_id, dedupe_key) where dedupe_key is not null do nothing returning id),
    sent as (
      insert into msg_push_record (inbox_id, user_id, ref_type, ref_id, channel, text_zh, text_en, sms_template, status, fail_code, next_time)
      select made.id, ${userId}::bigint, ${ref?.type ?? null}, ${ref?.id ?? null}, c, text_zh, text_en,
        case when c = ${codes.PushChannel.sms} then ${smsTemplate}::jsonb end, case when why is null then 0 else 5 end, why,
        case when why is null then now() end
      from made, unnest(${channelCodes}::smallint[], ${own.map(({ zh }) => zh)}::text[], ${own.map(({ en }) => en)}::text[])
        as way (c, text_zh, text_en), lateral (
        select case when not ${isUrgent}::boolean then message_refused(${userId}, ${kind}, c) end as why) refused)
    select id from made`.execute(tx);
  const [made] = rows;
  if (made) {
    await notifyLive(tx, deliveryTopic, {});
    return { pushId: made.id };
  }
  const earlier = await sql<{
    id: string;
  }>`select id from msg_inbox where receiver = 1 and user_id = ${userId} and dedupe_key = ${dedupeKey}`.execute(tx);
  const [known] = earlier.rows;
  if (!known) throw new Error('message was neither made nor found');
  return { pushId: known.id };
}

/** One channel of a message, as pages show it. */
export interface PushLogRow {
  readonly pushId: string;
  readonly userId: string;
  readonly nickname: string | null;
  readonly title: Text;
  readonly body: Text;
  /** D:PushChannel. */
  readonly channel: number;
  /** D:PushStatus. */
  readonly status: number;
  readonly attempts: number;
  readonly failCode: string | null;
  readonly createTime: string;
  readonly sentTime: string | null;
  readonly deliveredTime: string | null;
}

interface LogRow {
  pushId: string;
  userId: string;
  nickname: string | null;
  titleZh: string;
  titleEn: string;
  bodyZh: string;
  bodyEn: string;
  channel: number;
  status: number;
  attempts: number;
  failCode: string | null;
  createTime: Date;
  sentTime: Date | null;
  deliveredTime: Date | null;
}

const instant = (time: Date | null): string | null => time && formatInstant(time);

/** Messages about something, a row a channel, newest first; at most 200. */
export async function pushLog(
  db: Db | Tx,
  { refType, refId }: { readonly refType: string; readonly refId: string },
): Promise<PushLogRow[]> {
  const { rows } = await sql<LogRow>`
    select p.id as push_id, p.user_id, u.nickname, p.title_zh, p.title_en, p.body_zh, p.body_en, c.channel, c.status, c.attempts, c.fail_code,
      p.create_time, c.sent_time, c.delivered_time
    from msg_inbox p join msg_push_record c on c.inbox_id = p.id left join usr_app_user u on u.id = p.user_id
    where p.ref_type = ${refType} and p.ref_id = ${refId} order by p.id desc, c.channel limit 200`.execute(db);
  return rows.map(({ titleZh, titleEn, bodyZh, bodyEn, createTime, sentTime, deliveredTime, ...row }) => ({
    ...row,
    title: { zh: titleZh, en: titleEn },
    body: { zh: bodyZh, en: bodyEn },
    createTime: formatInstant(createTime),
    sentTime: instant(sentTime),
    deliveredTime: instant(deliveredTime),
  }));
}
