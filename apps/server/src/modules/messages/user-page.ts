import type { SentMessage } from '@wheelhouse/contract/calls/messages/messages';
import type { Page } from '@wheelhouse/contract/envelope';
import type { Lang } from '@wheelhouse/contract/lang';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Tx } from '../../db/pool.ts';
import { wallClock } from '../../db/wall-clock.ts';
import { readPage } from '../../entity/sql-page.ts';
import { receiver } from './audience.ts';

export const messageKind = z.enum(['activity', 'system', 'service', 'alarm']);

/** Messages that may say where a vehicle is or was, in the title as well, since operators write their templates: of alarms and of stolen cases. */
const tellsPlace = sql`(i.kind = 'alarm' or coalesce(i.ref_type = 'stolenCase', false))`;

interface Reader {
  readonly lang: Lang;
  /** Whether they may see where vehicles are. */
  readonly mayPlace: boolean;
}

/** What was sent to a user of the app, the newest first, in the reader's language, with what became of it on each channel. */
export function readMessages(
  db: Db,
  { userId, kind }: { readonly userId: string; readonly kind?: z.output<typeof messageKind> | undefined },
  { lang, mayPlace }: Reader,
  paged: { readonly page: number; readonly pageSize: number },
): Promise<Pick<Page<SentMessage>, 'list' | 'total' | 'more'>> {
  const shown = sql`${mayPlace}::boolean or not ${tellsPlace}`;
  return readPage<SentMessage>(
    db,
    {
      select: sql`i.id::text as id, i.kind, case when ${shown} then ${sql.ref(`i.title_${lang}`)} end as title,
        case when ${shown} then ${sql.ref(`i.body_${lang}`)} end as body,
        ${wallClock('i.create_time')} as send_time, ${wallClock('i.read_time')} as read_time, i.withdrawn::int as withdrawn,
        (select coalesce(jsonb_agg(jsonb_build_array(r.channel, r.status, r.fail_code) order by r.channel), '[]')
          from msg_push_record r where r.inbox_id = i.id) as channels`,
      from: sql`msg_inbox i`,
      where: sql`i.receiver = ${receiver.app} and i.user_id = ${userId} and (${kind ?? null}::text is null or i.kind = ${kind ?? null})`,
      order: sql`i.id desc`,
    },
    paged,
  );
}

/** Erases what a user of the app was sent, with its records by channel, and what they chose of messages. */
export async function forgetMessages(tx: Tx, userId: string): Promise<void> {
  await sql`delete from msg_inbox where receiver = ${receiver.app} and user_id = ${userId}`.execute(tx);
  await sql`delete from msg_setting where user_id = ${userId}`.execute(tx);
}

/** Whether a user wants SMS of campaigns; other choices stay. */
export async function allowCampaignSms(tx: Tx, userId: string, allowed: boolean): Promise<void> {
  await sql`insert into msg_setting (user_id, kind, sms) values (${userId}, 'activity', ${allowed})
    on conflict (user_id, kind) do update set sms = excluded.sms`.execute(tx);
}
