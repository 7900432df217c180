import { proofOf } from '../../../proof/define.ts';

export const tagProofs = [
  proofOf({
    name: 'users.tags',
    label: { zh: '标签人数', en: 'Users with tags' },
    proves: { zh: '标签的人数等于其成员的数量。', en: 'A tag counts as many users as have it.' },
    checked: 'select count(*) from usr_tag_member where not deleted',
    looks: [
      {
        says: { zh: '人数为{has}，成员为{should}', en: 'It counts {has} users of {should}' },
        entity: 'userTag',
        sql: `select t.id as record, t.name, t.user_count as has, coalesce(m.n, 0) as should from usr_tag t
          left join (select tag_id, count(*) as n from usr_tag_member where not deleted group by 1) m on m.tag_id = t.id
          where not t.deleted and t.user_count <> coalesce(m.n, 0)`,
      },
    ],
  }),
];
