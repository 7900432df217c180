import type { ConsoleNotice } from '@wheelhouse/contract/calls/messages/messages';
import { sql } from 'kysely';
import { z } from 'zod';
import { withTransaction } from '../../../db/pool.ts';
import { wallClock } from '../../../db/wall-clock.ts';
import { signedHtml } from '../../../entity/html.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import type { CallContext } from '../../../http/context.ts';
import { id } from '../../../http/kit.ts';
import { receiver } from '../audience.ts';
import { broadcastStatistics, estimateBody, estimateOf } from '../message-calls.ts';
import { isShown, markPoppedUp, markRead } from '../reading.ts';
import { systemSource } from './source.ts';

const mostShown = 20;

/** Rows of the user's own inbox, over the alias `i`. */
const mine = ({ user }: CallContext) =>
  sql`i.receiver in (${receiver.staff}, ${receiver.dealer}) and i.user_id = ${user.id} and i.ref_type = ${systemSource.entity.name}`;

interface Row extends Omit<ConsoleNotice, 'title' | 'content' | 'attachmentUrls'> {
  readonly title: string;
  readonly titleEn: string | null;
  readonly content: string;
  readonly contentEn: string | null;
  readonly attachments: readonly string[] | null;
}

const consoleActive = defineCall('POST /msg/crm/systemMessage/consoleActive', {
  access: 'login',
  effect: 'reads',
  summary: { zh: '我的生效公告', en: 'Live notices to me' },
  async run(ctx): Promise<readonly ConsoleNotice[]> {
    const { files } = ctx.app;
    const { rows } = await sql<Row>`
      select m.id, m.msg_no, m.title, m.title_en, m.content, m.content_en, m.notice_type, m.pinned::int as pinned, case when i.popup_time is null then m.popup::int else 0 end as popup, m.attachments,
        ${wallClock('m.maintenance_start')} as maintenance_start, ${wallClock('m.maintenance_end')} as maintenance_end, ${wallClock('i.create_time')} as send_time
      from msg_inbox i join msg_system m on m.id::text = i.ref_id
      where ${mine(ctx)} and i.read_time is null and ${isShown} and not m.deleted order by m.pinned desc, i.id desc limit ${mostShown}`.execute(
      ctx.app.db,
    );
    const signed = (html: string): string => signedHtml(html, (fileId) => files.url(fileId));
    return rows.map(({ title, titleEn, content, contentEn, attachments, ...row }) => ({
      ...row,
      title: { zh: title, en: titleEn ?? title },
      content: { zh: signed(content), en: signed(contentEn ?? content) },
      attachmentUrls: (attachments ?? []).map((fileId) => files.url(fileId)),
    }));
  },
});

const read = defineCall('POST /msg/crm/systemMessage/read', {
  access: 'login',
  body: z.object({ id }),
  traced: false,
  summary: { zh: '公告标为已读', en: 'Mark a notice as read' },
  run: (ctx, input) =>
    withTransaction(ctx.app.db, async (tx) => ({
      read: await markRead(tx, sql`${mine(ctx)} and i.ref_id = ${input.id}`),
    })),
});

const popupShown = defineCall('POST /msg/crm/systemMessage/popupShown', {
  access: 'login',
  body: z.object({ id }),
  traced: false,
  summary: { zh: '公告已弹出', en: 'A notice has popped up' },
  run: async (ctx, input) => ({
    shown: await markPoppedUp(ctx.app.db, sql`${mine(ctx)} and i.ref_id = ${input.id}`),
  }),
});

const estimate = defineCall('POST /msg/crm/systemMessage/estimate', {
  access: ['noticeManage.add', 'noticeManage.edit', 'noticeManage.audit', 'noticeManage.publish'],
  body: estimateBody,
  effect: 'reads',
  summary: { zh: '预估公告人数', en: 'Size of a notice’s audience' },
  run: (ctx, input) => estimateOf(ctx, systemSource, input),
});

const statistics = defineCall('POST /msg/crm/systemMessage/statistics', {
  access: 'noticeManage.query',
  body: z.object({ id }),
  summary: { zh: '公告发送统计', en: 'What became of a notice' },
  run: (ctx, input) => broadcastStatistics(ctx, systemSource.entity, input.id),
});

export const systemMessageCalls: readonly Call[] = [estimate, statistics, consoleActive, read, popupShown];
