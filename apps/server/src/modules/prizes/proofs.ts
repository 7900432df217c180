import { proofOf } from '../../proof/define.ts';

const stock = proofOf({
  name: 'prizes.stock',
  label: { zh: '奖品库存', en: 'Stock of prizes' },
  proves: {
    zh: '库存、预留和已发等于库存日志之和，从不为负，每条日志接着上一条。',
    en: 'Stock, reserved and sent are the sums of the stock log, never below zero, and each entry follows from the one before.',
  },
  checked: 'select count(*) from act_prize_stock_log',
  looks: [
    {
      says: {
        zh: '库存/预留/已发为{has}，日志合计为{should}',
        en: 'Stock, reserved, sent are {has}, the log comes to {should}',
      },
      entity: 'prize',
      sql: `select p.id as record, p.prize_no as name, concat_ws(' / ', p.stock, p.reserved, p.sent) as has, concat_ws(' / ', l.stock, l.reserved, l.sent) as should
        from act_prize p cross join lateral (select coalesce(sum(case type when 1 then qty when 2 then -qty else 0 end), 0) as stock,
          coalesce(sum(case type when 3 then qty when 4 then -qty when 5 then -qty when 6 then qty else 0 end), 0) as reserved,
          coalesce(sum(case type when 5 then qty when 6 then -qty else 0 end), 0) as sent from act_prize_stock_log where prize_id = p.id) l
        where (p.stock, p.reserved, p.sent) <> (l.stock, l.reserved, l.sent)`,
    },
    {
      says: { zh: '可用库存为{has}', en: 'Available is {has}' },
      entity: 'prize',
      sql: `select id as record, prize_no as name, stock - reserved - sent as has from act_prize where least(stock, reserved, sent, stock - reserved - sent) < 0`,
    },
    {
      says: {
        zh: '日志前可用{has}，上一条之后为{should}',
        en: 'An entry begins with {has}, the one before ended with {should}',
      },
      entity: 'prize',
      sql: `select l.prize_id as record, p.prize_no || ' #' || l.id as name, l.available_before as has, l.should
        from (select id, prize_id, available_before, coalesce(lag(available_after) over (partition by prize_id order by id), 0) as should from act_prize_stock_log) l
        join act_prize p on p.id = l.prize_id where l.available_before <> l.should`,
    },
  ],
});

export const prizeProofs = [stock];
