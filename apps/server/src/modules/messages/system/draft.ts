import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import type { CallContext } from '../../../http/context.ts';
import { receiver } from '../audience.ts';
import { nextMessageNo } from '../message-steps.ts';

const { draft } = machines['SM-Message'].states;
const channels = ['1', '2'];
/** Days until it expires, unless whoever finishes the draft says otherwise. */
const days = 30;

/** A notice to users of the app that another module proposes. Texts are plain. */
interface NoticeDraft {
  /** D:NoticeType. */
  readonly noticeType: string;
  readonly title: string;
  readonly titleEn: string;
  readonly text: string;
  readonly textEn: string | null;
  /** D:ClientOs. */
  readonly clientOs: string;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A paragraph a line. */
const htmlOf = (text: string): string =>
  text
    .split('\n')
    .map((line) => `<p>${line.replaceAll(/[&<>]/g, (sign) => escapes[sign] ?? sign)}</p>`)
    .join('');

/**
 * Writes a draft of a system notice, to be finished and submitted on its own page.
 * @for a draft of a notice beside something else: `ota/hooks.ts`
 */
export async function draftNotice(ctx: Pick<CallContext, 'user'>, tx: Tx, notice: NoticeDraft): Promise<void> {
  const { noticeType, title, titleEn, text, textEn, clientOs } = notice;
  const msgNo = await nextMessageNo(tx, 'MN', 'seq_msg_system');
  await sql`
    insert into msg_system (msg_no, title, title_en, notice_type, receivers, channels, client_os, content, content_en, pinned, popup,
      end_time, status, target_count, read_count, create_by, update_by)
    values (${msgNo}, ${title}, ${titleEn}, ${noticeType}, ${[String(receiver.app)]}::text[], ${channels}::text[], ${[clientOs]}::text[],
      ${htmlOf(text)}, ${textEn === null ? null : htmlOf(textEn)}, 0, 0, date_trunc('hour', now()) + make_interval(days => ${days}),
      ${draft}, 0, 0, ${ctx.user.id}, ${ctx.user.id})`.execute(tx);
}
