import { dayText } from '../../../db/wall-clock.ts';
import { proofOf, yuan } from '../../../proof/define.ts';

/** The ledger of double entry. Amounts are fen; above zero is debit. */
export const ledgerProofs = [
  proofOf({
    name: 'orders.ledger',
    label: { zh: '总账平衡', en: 'Ledger' },
    proves: {
      zh: '总账合计为零，每笔凭证的分录齐全、合计为零，且都有科目。',
      en: 'The ledger sums to zero, and so does every posting, which has all its entries, each on an account.',
    },
    checked: 'select count(*) from ldg_entry',
    looks: [
      {
        says: { zh: '全部分录合计为¥{has}，应为¥0.00', en: 'All entries come to ¥{has} instead of ¥0.00' },
        sql: `select '—' as name, ${yuan('sum(amount_fen)')} as has from ldg_entry having coalesce(sum(amount_fen), 0) <> 0`,
      },
      {
        says: { zh: '凭证的分录合计为¥{has}', en: 'Its entries come to ¥{has}' },
        sql: `select t.key as name, ${yuan('sum(e.amount_fen)')} as has from ldg_transaction t join ldg_entry e on e.transaction_id = t.id
          group by t.id having sum(e.amount_fen) <> 0`,
      },
      {
        says: { zh: '凭证有{has}条分录，应有{should}条', en: 'It has {has} entries of {should}' },
        sql: `select t.key as name, count(e.id) as has, t.lines as should from ldg_transaction t left join ldg_entry e on e.transaction_id = t.id
          group by t.id having count(e.id) <> t.lines`,
      },
      {
        says: { zh: '分录没有凭证或科目', en: 'An entry without a posting or an account' },
        sql: `select e.id as name from ldg_entry e left join ldg_transaction t on t.id = e.transaction_id left join ldg_account a on a.id = e.account_id
          where t.id is null or a.id is null`,
      },
    ],
  }),
  proofOf({
    name: 'orders.ledgerDays',
    label: { zh: '总账日计数', en: 'Daily sums of the ledger' },
    proves: {
      zh: '每次计数从上一次结束处开始，各科目的日合计等于其分录之和。',
      en: 'Each count begins where the one before ended, and what it says of every account and day is the sum of the entries.',
    },
    checked: 'select count(*) from ldg_day',
    looks: [
      {
        says: {
          zh: '计数从{has}开始，上一次止于{should}',
          en: 'A count begins at {has}, the one before ended at {should}',
        },
        sql: `select from_entry as name, from_entry as has, should from (
            select from_entry, coalesce(lag(to_entry) over (order by from_entry), 0) as should from ldg_count) c where from_entry <> should`,
      },
      {
        says: { zh: '日计数为¥{has}，分录合计为¥{should}', en: 'The count says ¥{has}, the entries come to ¥{should}' },
        sql: `with entries as (
            select c.from_entry, e.account_id, ${dayText('t.occur_time')} as day, sum(e.amount_fen) as fen
            from ldg_count c join ldg_entry e on e.id > c.from_entry and e.id <= c.to_entry join ldg_transaction t on t.id = e.transaction_id
            group by 1, 2, 3 having sum(e.amount_fen) <> 0)
          select coalesce(a.code, account_id::text) || ' ' || day as name, ${yuan('d.amount_fen')} as has, ${yuan('s.fen')} as should
          from ldg_day d full join entries s using (from_entry, account_id, day) left join ldg_account a on a.id = account_id
          where d.amount_fen is distinct from s.fen`,
      },
    ],
  }),
];
