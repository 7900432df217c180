import { dayText, todayText } from '../../db/wall-clock.ts';
import { proofOf } from '../../proof/define.ts';

export const contentProofs = [
  proofOf({
    name: 'content.articles',
    label: { zh: '文章计数', en: 'Counters of articles' },
    proves: {
      zh: '文章的点赞和评论数等于点赞和可见评论的数量，每日计数之和等于总数。',
      en: 'An article has as many likes and comments as it counts, and the counts of its days are its totals.',
    },
    checked: 'select count(*) from cnt_article',
    looks: [
      {
        says: { zh: '点赞/评论为{has}，实际为{should}', en: 'It counts likes, comments {has}; there are {should}' },
        entity: 'article',
        sql: `select a.id as record, a.title as name, a.like_count || ' / ' || a.comment_count as has, l.n || ' / ' || c.n as should from cnt_article a
          cross join lateral (select count(*) as n from cnt_article_like where article_id = a.id) l
          cross join lateral (select count(*) as n from cnt_article_comment where article_id = a.id and hidden = 0 and not deleted) c
          where (a.like_count, a.comment_count) <> (l.n, c.n)`,
      },
      {
        says: {
          zh: '浏览/点赞/评论/分享为{has}，每日之和为{should}',
          en: 'It counts views, likes, comments, shares {has}; its days come to {should}',
        },
        entity: 'article',
        sql: `select a.id as record, a.title as name, concat_ws(' / ', a.view_count, a.like_count, a.comment_count, a.share_count) as has,
            concat_ws(' / ', d.views, d.likes, d.comments, d.shares) as should
          from cnt_article a cross join lateral (select coalesce(sum(views), 0) as views, coalesce(sum(likes), 0) as likes, coalesce(sum(comments), 0) as comments,
            coalesce(sum(shares), 0) as shares from cnt_article_day where article_id = a.id) d
          where (a.view_count, a.like_count, a.comment_count, a.share_count) <> (d.views, d.likes, d.comments, d.shares)`,
      },
      {
        says: {
          zh: '当日点赞/评论为{has}，实际为{should}',
          en: 'On this day it counts likes, comments {has}; there are {should}',
        },
        entity: 'article',
        sql: `with likes as (select article_id, ${dayText('like_time')} as stat_date, count(*) as n from cnt_article_like where like_time >= now() - interval '35 days' group by 1, 2),
            comments as (select article_id, ${dayText('create_time')} as stat_date, count(*) as n from cnt_article_comment
              where hidden = 0 and not deleted and create_time >= now() - interval '35 days' group by 1, 2)
          select d.article_id as record, a.title || ' ' || d.stat_date as name, d.likes || ' / ' || d.comments as has, coalesce(l.n, 0) || ' / ' || coalesce(c.n, 0) as should
          from cnt_article_day d join cnt_article a on a.id = d.article_id left join likes l using (article_id, stat_date) left join comments c using (article_id, stat_date)
          where d.stat_date > ${todayText} - 34 and (d.likes, d.comments) <> (coalesce(l.n, 0), coalesce(c.n, 0))`,
      },
    ],
  }),
  proofOf({
    name: 'content.faqs',
    label: { zh: 'FAQ评价', en: 'Votes on FAQs' },
    proves: { zh: 'FAQ的有用和无用数等于评价的用户数。', en: 'A FAQ has as many votes each way as users who voted.' },
    checked: 'select count(*) from cnt_faq_vote',
    looks: [
      {
        says: {
          zh: '有用/无用为{has}，评价为{should}',
          en: 'It counts helpful, unhelpful {has}; the votes are {should}',
        },
        entity: 'faq',
        sql: `select f.id as record, f.question as name, f.helpful || ' / ' || f.unhelpful as has, v.yes || ' / ' || v.no as should from cnt_faq f
          cross join lateral (select count(*) filter (where helpful = 1) as yes, count(*) filter (where helpful = 0) as no from cnt_faq_vote where faq_id = f.id) v
          where (f.helpful, f.unhelpful) <> (v.yes, v.no)`,
      },
    ],
  }),
];
