import type { Notice, NoticeChange, NoticePage } from '@wheelhouse/contract/notice';
import { formatInstant } from '@wheelhouse/contract/time';
import { sql } from 'kysely';
import { z } from 'zod';
import { notifyLive } from '../../db/live.ts';
import { withTransaction } from '../../db/pool.ts';
import { type Call, defineCall } from '../../http/call.ts';
import { noticeTopic } from './staff.ts';
import { id, paging } from '../../http/kit.ts';
import type { TopicKind } from '../../http/live-stream.ts';

interface Row {
  id: string;
  level: number;
  titleZh: string;
  titleEn: string;
  bodyZh: string;
  bodyEn: string;
  path: string;
  createTime: Date;
  readTime: Date | null;
}

const list = defineCall('POST /msg/crm/notice/list', {
  access: 'login',
  effect: 'reads',
  body: z.strictObject({
    ...paging({ most: 100 }),
    unread: z.boolean().default(false),
  }),
  summary: { zh: '我的站内通知', en: 'My notices' },
  async run({ app, user }, { page, pageSize, unread }): Promise<NoticePage> {
    const { rows } = await sql<Row>`
      select id, level, title_zh, title_en, body_zh, body_en, path, create_time, read_time from msg_notice
      where user_id = ${user.id} and (read_time is null or not ${unread}) order by id desc limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(
      app.db,
    );
    const counts = await sql<{ total: number; unread: number }>`
      select count(*)::int as total, (count(*) filter (where read_time is null))::int as unread from msg_notice where user_id = ${user.id}`.execute(
      app.db,
    );
    const [count = { total: 0, unread: 0 }] = counts.rows;
    return {
      list: rows.map(({ id, level, titleZh, titleEn, bodyZh, bodyEn, path, createTime, readTime }): Notice => ({
        id,
        level,
        title: { zh: titleZh, en: titleEn },
        body: { zh: bodyZh, en: bodyEn },
        path,
        createTime: formatInstant(createTime),
        read: readTime === null ? 0 : 1,
      })),
      total: unread ? count.unread : count.total,
      unread: count.unread,
    };
  },
});

const read = defineCall('POST /msg/crm/notice/read', {
  access: 'login',
  body: z.union([
    z.object({ all: z.literal(true) }),
    z.object({
      ids: z.array(id).min(1).max(200),
    }),
  ]),
  traced: false,
  summary: { zh: '标为已读', en: 'Mark notices as read' },
  async run({ app, user }, input) {
    return withTransaction(app.db, async (tx) => {
      const those = 'all' in input ? sql`` : sql`and id = any(${input.ids}::bigint[])`;
      const { rows } = await sql<{ id: string }>`
        update msg_notice set read_time = now() where user_id = ${user.id} and read_time is null ${those} returning id`.execute(
        tx,
      );
      // Other pages of the same user.
      const ids = rows.map((row) => row.id);
      const change: NoticeChange = ids.length > 200 ? { all: true } : { read: ids };
      if (ids.length > 0) await notifyLive(tx, noticeTopic(user.id), change);
      return { read: ids.length };
    });
  },
});

/** `notice:<user id>`: for that user alone. */
export const ownNotices: TopicKind = { authorize: async (user, id) => user.id === id };

export const messageCalls: readonly Call[] = [list, read];
