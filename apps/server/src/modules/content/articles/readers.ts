import type { ArticleComment } from '@wheelhouse/contract/calls/content/publications';
import { sql } from 'kysely';
import { z } from 'zod';
import { withTransaction, type Tx } from '../../../db/pool.ts';
import { today, wallClock } from '../../../db/wall-clock.ts';
import { defineAppCall } from '../../../http/app-call.ts';
import type { Call } from '../../../http/call.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { id, paging } from '../../../http/kit.ts';
import { sensitiveWordsIn } from '../../reference/service.ts';
import { visible } from './visible.ts';

const blocked = { zh: '包含不允许的词语', en: 'It holds words that are not allowed' } as const;

/** Locks an article that the app shows. @throws AppError 1002 */
async function lockShown(tx: Tx, articleId: string): Promise<{ allowComment: number; allowShare: number }> {
  const { rows } = await sql<{ allowComment: number; allowShare: number }>`
    select v.allow_comment as "allowComment", v.allow_share as "allowShare" ${visible} and a.id = ${articleId} for no key update of a`.execute(
    tx,
  );
  const [found] = rows;
  if (found === undefined) throw new AppError(1002);
  return found;
}

type Noted = (tx: Tx, articleId: string, userId: string) => Promise<unknown>;
/** Triggers keep the numbers of an article, and of its days, with what is noted (`count_article`). */
const noted: Readonly<Record<'view' | 'like' | 'unlike' | 'share', Noted>> = {
  view: (tx, articleId) => sql`select count_article(${articleId}, ${today}, 1, 0, 0, 0)`.execute(tx),
  share: (tx, articleId) => sql`select count_article(${articleId}, ${today}, 0, 0, 0, 1)`.execute(tx),
  like: (tx, articleId, userId) =>
    sql`insert into cnt_article_like (article_id, user_id) values (${articleId}, ${userId}) on conflict do nothing`.execute(
      tx,
    ),
  unlike: (tx, articleId, userId) =>
    sql`delete from cnt_article_like where article_id = ${articleId} and user_id = ${userId}`.execute(tx),
};

const event = defineAppCall('POST /app/v1/article/event', {
  limit: { most: 120, within: 'minute' },
  body: z.object({ id, event: z.enum(['view', 'like', 'unlike', 'share']) }),
  summary: { zh: 'APP：阅读、点赞、分享文章', en: 'App: an article was read, liked or shared' },
  run: ({ app, appUser }, input) =>
    withTransaction(app.db, async (tx) => {
      const { allowShare } = await lockShown(tx, input.id);
      if (input.event === 'share' && allowShare !== 1) throw new AppError(5205);
      await noted[input.event](tx, input.id, appUser.id);
      const { rows } = await sql<{ viewCount: number; likeCount: number; shareCount: number }>`
        select view_count as "viewCount", like_count as "likeCount", share_count as "shareCount" from cnt_article where id = ${input.id}`.execute(
        tx,
      );
      const [now] = rows;
      if (now === undefined) throw new AppError(1002);
      return now;
    }),
});

const comment = defineAppCall('POST /app/v1/article/comment', {
  limit: { most: 30, within: 'hour' },
  body: z.object({ id, text: z.string().min(1).max(200) }),
  summary: { zh: 'APP：评论文章', en: 'App: comment on an article' },
  run: (ctx, input) =>
    withTransaction(ctx.app.db, async (tx) => {
      const { allowComment } = await lockShown(tx, input.id);
      if (allowComment !== 1) throw new AppError(5204);
      // Readers may speak of those whose names they must not take.
      if ((await sensitiveWordsIn(tx, input.text, 'company')).length > 0) throw refuseField(ctx, 'text', blocked);
      const { rows } = await sql<{ id: string }>`
        insert into cnt_article_comment (article_id, user_id, text, hidden) values (${input.id}, ${ctx.appUser.id}, ${input.text}, 0)
        returning id::text as id`.execute(tx);
      return { id: rows[0]?.id ?? '' };
    }),
});

const comments = defineAppCall('GET /app/v1/article/comments', {
  query: z.looseObject({ ...paging({ most: 50 }), id }),
  summary: { zh: 'APP：文章的评论', en: 'App: comments on an article' },
  async run({ app, appUser }, { id: articleId, page, pageSize }) {
    const { rows: shown } = await sql`select 1 ${visible} and a.id = ${articleId}`.execute(app.db);
    if (shown.length === 0) throw new AppError(1002);
    const { rows } = await sql<ArticleComment>`
      select m.id::text as id, u.nickname, m.text, ${wallClock('m.create_time')} as "createTime", (m.user_id = ${appUser.id})::int as mine, m.reply,
        ${wallClock('m.reply_time')} as "replyTime"
      from cnt_article_comment m join usr_app_user u on u.id = m.user_id
      where m.article_id = ${articleId} and m.hidden = 0 and not m.deleted
      order by m.id desc limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(app.db);
    return rows;
  },
});

/** Whether a user likes or has commented on the article `a`. */
export const traces = (userId: string) => sql`
  (exists (select from cnt_article_like k where k.article_id = a.id and k.user_id = ${userId}))::int as liked,
  (exists (select from cnt_article_comment m where m.article_id = a.id and m.user_id = ${userId} and not m.deleted))::int as commented`;

/** What readers do in the owners' app. */
export const articleReaderCalls: readonly Call[] = [event, comment, comments];
