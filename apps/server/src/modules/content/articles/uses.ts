import type { ArticleUse } from '@wheelhouse/contract/calls/content/publications';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import type { Db } from '../../../db/pool.ts';

const ad = machines['SM-Ad'].states;
const promotion = machines['SM-Promotion'].states;
const message = machines['SM-Message'].states;

/** What leads to articles and is live, or about to be: advertisements, promotions and messages. They name an article by its id or by its address. */
export async function usesOf(db: Db, articleIds: readonly string[]): Promise<readonly ArticleUse[]> {
  const { rows } = await sql<ArticleUse>`
    select w.id::text as "articleId", u.kind, u.id::text as id, u.name
    from (select id, '(articleId=|/app/article/)' || id || '(?![0-9])' as pattern from unnest(${[...articleIds]}::bigint[]) id) w
      cross join lateral (
        select 'advertisement' as kind, a.id, a.title as name from ps_advertisement a
        where not a.deleted and a.status in (${ad.waiting}, ${ad.live})
          and (a.jump_target ~ w.pattern or (a.jump_type = ${codes.JumpType.article} and a.jump_target = w.id::text))
        union all
        select 'promotion', p.id, p.name from ps_promotion p
        where not p.deleted and p.status in (${promotion.notStarted}, ${promotion.running}, ${promotion.paused}) and p.landing_url ~ w.pattern
        union all
        select 'activityMessage', m.id, m.title from msg_activity m
        where not m.deleted and m.status in (${message.inReview}, ${message.waiting}, ${message.sending}, ${message.sent})
          and m.end_time > now() and concat_ws(' ', m.page_param, m.link_url, m.content, m.content_en) ~ w.pattern
        union all
        select 'systemMessage', m.id, m.title from msg_system m
        where not m.deleted and m.status in (${message.inReview}, ${message.waiting}, ${message.sending}, ${message.sent})
          and m.end_time > now() and concat_ws(' ', m.content, m.content_en) ~ w.pattern
      ) u
    order by 1, 2, u.id limit 200`.execute(db);
  return rows;
}
