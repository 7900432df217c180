import { machines } from '@wheelhouse/entities/machines';
import { todayText } from '../../db/wall-clock.ts';
import { proofOf } from '../../proof/define.ts';

const { suspended, preCancelled } = machines['SM-Sim'].states;
const { toApprove, waiting, running, succeeded, failed } = machines['SM-SimOperation'].states;
const month = `date_trunc('month', ${todayText}::timestamp)::date`;

export const simProofs = [
  proofOf({
    name: 'sim.cards',
    label: { zh: 'SIM卡状态', en: 'States of SIM cards' },
    proves: {
      zh: '卡的状态是运营商最近一次确认的状态，只有停机的卡有停机原因。',
      en: 'The state of a card is the one that its carrier confirmed last, and only a suspended card has a reason for it.',
    },
    checked: 'select count(*) from sim_card where not deleted',
    looks: [
      {
        says: {
          zh: '状态为{has}，运营商最近确认为{should}',
          en: 'Its state is {has}, the carrier has confirmed {should}',
        },
        entity: 'simCard',
        sql: `select s.id as record, s.iccid as name, s.sim_status as has, l.state as should from sim_card s
          cross join lateral (select (after ->> 'simStatus')::int as state from sys_operation_log where entity = 'simCard' and entity_id = s.id::text
            and result_code = 0 and jsonb_typeof(after -> 'simStatus') = 'number' order by id desc limit 1) l
          where not s.deleted and s.sim_status <> l.state`,
      },
      {
        says: { zh: '未停机的卡有停机原因{has}', en: 'A card that is not suspended has the reason {has}' },
        entity: 'simCard',
        sql: `select id as record, iccid as name, stop_reason as has from sim_card where sim_status not in (${suspended}, ${preCancelled}) and stop_reason is not null and not deleted`,
      },
    ],
  }),
  proofOf({
    name: 'sim.operations',
    label: { zh: 'SIM操作', en: 'SIM operations' },
    proves: {
      zh: '卡上标记的操作就是它唯一未结束的操作单，结束的操作单都有结束时间。',
      en: 'What a card shows as under way is its one open operation; every operation that ended has its time.',
    },
    checked: 'select count(*) from sim_operation',
    looks: [
      {
        says: {
          zh: '卡标记的操作为{has}，未结束的操作单为{should}',
          en: 'The card shows {has} under way, its open operation is {should}',
        },
        entity: 'simCard',
        sql: `select s.id as record, s.iccid as name, coalesce(s.pending_op::text, '—') as has, coalesce(o.types, '—') as should from sim_card s
          cross join lateral (select string_agg(op_type::text, ', ' order by id) as types from sim_operation where sim_id = s.id and status in (${toApprove}, ${waiting}, ${running}) and not deleted) o
          where not s.deleted and s.pending_op::text is distinct from o.types`,
      },
      {
        says: { zh: '已结束的操作单没有结束时间', en: 'An operation has ended without a time' },
        entity: 'simOperation',
        sql: `select id as record, op_no as name from sim_operation where status in (${succeeded}, ${failed}) and finish_time is null`,
      },
    ],
  }),
  proofOf({
    name: 'sim.usage',
    label: { zh: 'SIM流量', en: 'SIM usage' },
    proves: {
      zh: '本月流量等于每日流量之和，卡上的本月流量与它一致。',
      en: 'The usage of this month is the sum of its days, and the card says the same.',
    },
    checked: 'select count(*) from sim_flow_month',
    looks: [
      {
        says: {
          zh: '月流量{has} KB，每日之和{should} KB',
          en: 'The month says {has} KB, its days come to {should} KB',
        },
        sql: `select m.iccid || ' ' || to_char(m.month, 'YYYY-MM') as name, m.used_kb as has, d.kb as should from sim_flow_month m
          cross join lateral (select sum(used_kb) as kb from sim_flow_day where iccid = m.iccid and stat_date >= m.month and stat_date < m.month + interval '1 month') d
          where m.month = ${month} and m.used_kb <> coalesce(d.kb, 0)`,
      },
      {
        says: {
          zh: '卡上本月流量{has} KB，月流量{should} KB',
          en: 'The card says {has} KB this month, its usage {should} KB',
        },
        entity: 'simCard',
        sql: `select s.id as record, s.iccid as name, s.month_used_kb as has, m.used_kb as should from sim_card s join sim_flow_month m on m.iccid = s.iccid
          and m.month = ${month} where not s.deleted and s.month_used_kb <> m.used_kb`,
      },
    ],
  }),
];
