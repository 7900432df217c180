import type { ArticleDay } from '@wheelhouse/contract/calls/content/publications';
import type { VersionStep } from '@wheelhouse/contract/calls/kit';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { z } from 'zod';
import { today } from '../../../db/wall-clock.ts';
import { versionsOf } from '../../../entity/publishable/versions.ts';
import { findInScope, list } from '../../../entity/read.ts';
import { withCondition } from '../../../entity/with-condition.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import { id, ids, key, listQuery } from '../../../http/kit.ts';
import { usesOf } from './uses.ts';

const mostShown = 200;

const revisions = defineCall('POST /ps/crm/article/revisions', {
  access: 'article.query',
  effect: 'reads',
  body: z.object({ id: key }),
  summary: { zh: '文章的全部版本', en: 'Versions of an article' },
  async run(ctx, { id: articleId }): Promise<readonly VersionStep[]> {
    const page = await versionsOf(ctx, entityNamed('article'), { id: articleId, page: 1, pageSize: mostShown });
    return page.list;
  },
});

const comments = defineCall('POST /ps/crm/article/comments', {
  access: 'article.query',
  body: listQuery.extend({ articleId: id.optional() }),
  summary: { zh: '文章的评论', en: 'Comments on an article' },
  run: (ctx, { articleId, ...input }) =>
    list(ctx, entityNamed('articleComment'), withCondition(input, 'articleId', articleId)),
});

const shownDays = 30;

const statistics = defineCall('POST /ps/crm/article/statistics', {
  access: 'article.query',
  effect: 'reads',
  body: z.object({ id }),
  summary: { zh: '文章近30天的数据', en: 'What readers did with an article in the last 30 days' },
  async run(ctx, input) {
    await findInScope(ctx, entityNamed('article'), input.id);
    const { rows } = await sql<ArticleDay>`
      select to_char(d.day, 'YYYY-MM-DD') as "statDate", coalesce(s.views, 0) as views, coalesce(s.likes, 0) as likes,
        coalesce(s.comments, 0) as comments, coalesce(s.shares, 0) as shares
      from generate_series(${today}::date - ${shownDays - 1}::int, ${today}::date, interval '1 day') d (day)
        left join cnt_article_day s on s.article_id = ${input.id} and s.stat_date = d.day::date
      order by d.day`.execute(ctx.app.db);
    return rows;
  },
});

const uses = defineCall('POST /ps/crm/article/uses', {
  access: 'article.shelf',
  effect: 'reads',
  body: z.object({ ids: ids() }),
  summary: {
    zh: '文章被哪些广告、推广和消息使用',
    en: 'What leads to articles: advertisements, promotions and messages',
  },
  run: (ctx, input) => usesOf(ctx.app.db, input.ids),
});

export const articleCalls: readonly Call[] = [revisions, comments, statistics, uses];
