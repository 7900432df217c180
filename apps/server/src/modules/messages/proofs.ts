import { proofOf } from '../../proof/define.ts';

/** Inboxes are kept for 180 days (`jobs.ts`): of older messages the counters alone are left. */
const kept = `interval '179 days'`;

export const messageProofs = [
  proofOf({
    name: 'messages.counts',
    label: { zh: '推送计数', en: 'Counters of messages' },
    proves: {
      zh: '群发消息各渠道各状态的计数等于推送记录的数量。',
      en: 'What a message to many counts by channel and state is the number of its records.',
    },
    checked: 'select count(*) from msg_push_record where priority > 0 and ref_id is not null',
    looks: [
      {
        says: {
          zh: '渠道与状态{should}，计数与记录相差{has}',
          en: 'By channel and state {should}, counter and records differ by {has}',
        },
        // Records of users who have closed their account are erased, and still counted.
        sql: `with counted as (select ref_type, ref_id, channel, status, sum(n) as n from msg_push_count group by 1, 2, 3, 4),
            recent as (select ref_type, ref_id from msg_inbox where ref_id is not null group by 1, 2 having min(create_time) > now() - ${kept}),
            records as (select ref_type, ref_id, channel, status, count(*) as n from msg_push_record where priority > 0 and ref_id is not null group by 1, 2, 3, 4)
          select ref_type as entity, ref_id as record, '#' || ref_id as name,
            channel || ', ' || status as should, coalesce(c.n, 0) - coalesce(r.n, 0) as has
          from counted c full join records r using (ref_type, ref_id, channel, status)
          where (ref_type, ref_id) in (select ref_type, ref_id from recent)
            and (coalesce(c.n, 0) < coalesce(r.n, 0) or coalesce(c.n, 0) > coalesce(r.n, 0) and not exists (select from usr_app_user u where u.deleted))`,
      },
      {
        says: { zh: '计数为{has}，低于零', en: 'A counter is {has}, below zero' },
        sql: `select ref_type || ' ' || ref_id as name, sum(n) as has from msg_push_count group by ref_type, ref_id, channel, status having sum(n) < 0`,
      },
    ],
  }),
  proofOf({
    name: 'messages.inboxes',
    label: { zh: '收件箱', en: 'Inboxes' },
    proves: {
      zh: '推送记录都有收件箱中的消息，消息的已读数不超过目标数，也不低于收件箱中的已读。',
      en: 'Every push record belongs to a message of an inbox; what a message counts as read is what was read, and no more than it was sent to.',
    },
    checked: 'select count(*) from msg_inbox',
    looks: [
      {
        says: { zh: '推送记录没有收件箱消息', en: 'A push record without its message' },
        sql: `select r.ref_type || ' ' || coalesce(r.ref_id, '') as name from msg_push_record r left join msg_inbox i on i.id = r.inbox_id where i.id is null`,
      },
      ...(['activity', 'system'] as const).map((kind) => ({
        says: { zh: '已读{has}，收件箱中已读{should}', en: 'It counts {has} as read, in inboxes {should} are' },
        entity: `${kind}Message` as const,
        sql: `select m.id as record, m.msg_no as name, m.read_count as has, i.n as should from msg_${kind} m
          cross join lateral (select count(*) as n from msg_inbox where ref_type = '${kind}Message' and ref_id = m.id::text and read_time is not null) i
          where m.read_count < i.n or m.read_count > m.target_count`,
      })),
    ],
  }),
];
