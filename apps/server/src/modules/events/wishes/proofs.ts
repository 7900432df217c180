import { proofOf } from '../../../proof/define.ts';

export const wishProofs = [
  proofOf({
    name: 'events.wishes',
    label: { zh: '心愿点赞', en: 'Likes of wishes' },
    proves: { zh: '心愿的点赞数等于点赞的用户数。', en: 'A wish has as many likes as users who like it.' },
    checked: 'select count(*) from act_wish',
    looks: [
      {
        says: { zh: '点赞数为{has}，点赞的用户有{should}人', en: 'It counts {has} likes of {should} users' },
        entity: 'wish',
        sql: `select w.id as record, w.wish_no as name, w.like_count as has, coalesce(l.n, 0) as should from act_wish w
          left join (select wish_id, count(*) as n from act_wish_like group by 1) l on l.wish_id = w.id where w.like_count <> coalesce(l.n, 0)`,
      },
    ],
  }),
];
