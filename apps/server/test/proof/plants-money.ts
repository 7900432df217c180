import { first, type Plant } from './plant.ts';

export const money: readonly Plant[] = [
  [
    'orders.ledger',
    'an amount is changed',
    `update ldg_entry set amount_fen = amount_fen + 1 where id = ${first('ldg_entry', 'amount_fen > 0')}`,
  ],
  ['orders.ledger', 'an entry is gone', `delete from ldg_entry where id = ${first('ldg_entry')}`],
  [
    'orders.ledger',
    'an entry has no account',
    `update ldg_entry set account_id = 999999 where id = ${first('ldg_entry')}`,
  ],
  [
    'orders.ledger',
    'a posting has no entries',
    `insert into ldg_transaction (kind, key, occur_time, lines) values ('paid', 'paid:nothing', now(), 2)`,
  ],
  [
    'orders.ledgerDays',
    'a daily sum is changed',
    `update ldg_day set amount_fen = amount_fen + 1 where (day, account_id) = (select day, account_id from ldg_day order by 1, 2 limit 1)`,
  ],
  [
    'orders.ledgerDays',
    'a daily sum is gone',
    `delete from ldg_day where (day, account_id) = (select day, account_id from ldg_day order by 1, 2 limit 1)`,
  ],
  ['orders.ledgerDays', 'a count leaves entries out', `update ldg_count set from_entry = from_entry + 2`],
  [
    'orders.sums',
    'totals have one more',
    `update ord_sum set orders = orders + 1 where ctid = (select ctid from ord_sum limit 1)`,
  ],
  [
    'orders.sums',
    'an order changes and its totals do not',
    'alter table ord_order disable trigger summed_update',
    `update ord_order set order_status = 5 where id = ${first('ord_order', 'order_status = 3')}`,
  ],
  [
    'orders.sums',
    'sums of revenue have one more',
    `update ord_revenue_theme set n = n + 1 where ctid = (select ctid from ord_revenue_theme limit 1)`,
  ],
  [
    'orders.payments',
    'more was paid',
    `update ord_payment set paid_fen = paid_fen + 1 where id = ${first('ord_payment', 'status = 1')}`,
  ],
  [
    'orders.payments',
    'a payment is taken back',
    `update ord_payment set status = 0 where id = ${first('ord_payment', 'status = 1')}`,
  ],
  [
    'orders.payments',
    'a paid order is closed',
    `update ord_order set order_status = 5 where id = ${first('ord_order', 'order_status = 3 and not is_late')}`,
  ],
  [
    'orders.payments',
    'a payment of another amount',
    `update ord_payment set amount_fen = amount_fen + 100 where id = ${first('ord_payment')}`,
  ],
  [
    'orders.payments',
    'a sale is not booked',
    `update ldg_transaction set key = 'lost' where id = ${first('ldg_transaction', `key like 'paid:%'`)}`,
  ],
  [
    'orders.refunds',
    'an order says more was refunded',
    `update ord_order set refunded_fen = refunded_fen + 1 where id = ${first('ord_order', 'refunded_fen + refunding_fen < pay_fen and order_status = 3')}`,
  ],
  [
    'orders.refunds',
    'more is refunded than was paid',
    'alter table ord_order drop constraint ck_ord_order_refunds',
    `update ord_order set refunding_fen = pay_fen + 1 where id = ${first('ord_order', 'order_status = 3')}`,
  ],
  [
    'orders.refunds',
    'a refund is gone',
    `delete from ord_refund where id = ${first('ord_refund', 'refund_status in (3, 6)')}`,
  ],
  [
    'orders.refunds',
    'a refund is not booked',
    `update ldg_transaction set key = 'lost' where id = ${first('ldg_transaction', `key like 'refunded:%'`)}`,
  ],
  [
    'orders.revenue',
    'an entry is gone',
    `delete from ord_theme_revenue where id = ${first('ord_theme_revenue', 'type = 1')}`,
  ],
  [
    'orders.revenue',
    'an entry is of another amount',
    `update ord_theme_revenue set pay_fen = pay_fen + 1, own_fen = own_fen + 1 where id = ${first('ord_theme_revenue', 'type = 1')}`,
  ],
  [
    'orders.revenue',
    'a share is changed',
    `update ord_theme_revenue set partner_share_fen = partner_share_fen - 1, own_fen = own_fen - 1 where id = ${first('ord_theme_revenue', 'partner_name is not null')}`,
  ],
  [
    'orders.revenue',
    'an entry of no refund',
    `update ord_theme_revenue set refund_no = 'RF0' where id = ${first('ord_theme_revenue', 'type = 2')}`,
  ],
  [
    'orders.settlements',
    'a share of a statement is changed',
    `update ord_settlement set share_fen = share_fen + 1, payable_fen = payable_fen + 1 where id = ${first('ord_settlement', 'status in (1, 2, 3)')}`,
  ],
  [
    'orders.settlements',
    'a payable does not add up',
    'alter table ord_settlement drop constraint ck_ord_settlement_sums',
    `update ord_settlement set payable_fen = payable_fen + 1 where id = ${first('ord_settlement')}`,
  ],
  [
    'orders.settlements',
    'an entry leaves its statement',
    `update ord_theme_revenue set settlement_no = null, settle_month = null where id = ${first('ord_theme_revenue', `settlement_no in (select settlement_no from ord_settlement where status = 3)`)}`,
  ],
  [
    'orders.settlements',
    'a statement is not booked',
    `update ldg_transaction set settlement_no = 'lost' where id = ${first('ldg_transaction', `kind = 'settled'`)}`,
  ],
  ['orders.boxes', 'a box is gone', `delete from ord_blind_box where id = ${first('ord_blind_box')}`],
  [
    'orders.boxes',
    'a box of another amount',
    `update ord_blind_box set amount_fen = amount_fen + 1 where id = ${first('ord_blind_box')}`,
  ],
];
