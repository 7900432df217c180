import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { dayText } from '../../db/wall-clock.ts';
import { proofOf, yuan } from '../../proof/define.ts';
import { payment } from './pay/payment.ts';

const { toPay, paid, shipped, done, refunded, closed } = machines['SM-Order'].states;
/** Of goods and of blind boxes alike. */
const wasPaid = `order_status in (${[paid, shipped, done, refunded].join(', ')})`;
const refunds = machines['SM-Refund'].states;
const isBack = `refund_status in (${refunds.refunded}, ${refunds.partlyRefunded})`;
const { toConfirm, confirmed, paid: settled } = machines['SM-Settlement'].states;
const entityOfOrder = `case o.kind when ${codes.OrderKind.blindBox} then 'blindBoxOrder' else 'goodsOrder' end as entity, o.id as record, o.order_no as name`;
const onChannel = (
  key: string,
): string => `(select sum(e.amount_fen) from ldg_transaction t join ldg_entry e on e.transaction_id = t.id
  join ldg_account a on a.id = e.account_id where t.key = ${key} and a.kind in ('revenue', 'discount'))`;

const payments = proofOf({
  name: 'orders.payments',
  label: { zh: '订单支付', en: 'Payments of orders' },
  proves: {
    zh: '已支付的订单都有等额的支付和记账，未支付的订单没有。',
    en: 'Every paid order has a payment of its amount and is booked with it; no other order has.',
  },
  checked: 'select count(*) from ord_order',
  looks: [
    {
      says: { zh: '订单应付¥{should}，渠道收款¥{has}', en: 'The order is of ¥{should}, the payment of ¥{has}' },
      sql: `select ${entityOfOrder}, ${yuan('p.paid_fen')} as has, ${yuan('o.pay_fen')} as should from ord_order o left join ord_payment p on p.order_id = o.id
        where o.${wasPaid} and not o.is_late and (p.status is distinct from ${payment.paid} or p.paid_fen is distinct from o.pay_fen)`,
    },
    {
      says: { zh: '支付已到账，订单仍为未支付或已关闭', en: 'Its payment has arrived, and the order is not paid' },
      sql: `select ${entityOfOrder} from ord_order o join ord_payment p on p.order_id = o.id where p.status = ${payment.paid} and o.order_status in (${toPay}, ${closed})`,
    },
    {
      says: {
        zh: '支付金额¥{has}与订单¥{should}不符',
        en: 'The payment is made out over ¥{has}, the order over ¥{should}',
      },
      sql: `select ${entityOfOrder}, ${yuan('p.amount_fen')} as has, ${yuan('o.pay_fen')} as should from ord_order o join ord_payment p on p.order_id = o.id
        where p.amount_fen <> o.pay_fen`,
    },
    {
      says: { zh: '记账收入¥{has}，订单实付¥{should}', en: 'Booked with ¥{has}, paid with ¥{should}' },
      sql: `select ${entityOfOrder}, ${yuan('-b.fen')} as has, ${yuan('o.pay_fen')} as should
        from ord_order o cross join lateral (select ${onChannel(`'paid:' || o.order_no`)} as fen) b
        where o.${wasPaid} and not o.is_late and o.pay_fen > 0 and coalesce(-b.fen, 0) <> o.pay_fen`,
    },
  ],
});

const refundProof = proofOf({
  name: 'orders.refunds',
  label: { zh: '退款', en: 'Refunds' },
  proves: {
    zh: '退款不超过实付，订单的已退金额等于成功的退款之和，退款都已记账。',
    en: 'No more is paid back than was paid; what an order says was paid back is the sum of its refunds, and each is booked.',
  },
  checked: 'select count(*) from ord_refund',
  looks: [
    {
      says: {
        zh: '已退和退款中共¥{has}，实付¥{should}',
        en: '¥{has} is paid back or about to be, of ¥{should} that was paid',
      },
      sql: `select ${entityOfOrder}, ${yuan('o.refunded_fen + o.refunding_fen')} as has, ${yuan('o.pay_fen')} as should from ord_order o
        where o.refunded_fen + o.refunding_fen > o.pay_fen`,
    },
    {
      says: { zh: '订单已退¥{has}，退款单合计¥{should}', en: 'The order says ¥{has}, its refunds come to ¥{should}' },
      sql: `select ${entityOfOrder}, ${yuan('o.refunded_fen')} as has, ${yuan('r.fen')} as should from ord_order o
        left join (select order_id, sum(amount_fen) as fen from ord_refund where ${isBack} group by 1) r on r.order_id = o.id
        where o.refunded_fen <> coalesce(r.fen, 0)`,
    },
    {
      says: { zh: '记账退款¥{has}，退款单¥{should}', en: 'Booked with ¥{has}, paid back with ¥{should}' },
      sql: `select case r.order_kind when 2 then 'boxRefund' else 'refund' end as entity, r.id as record, r.refund_no as name, ${yuan('b.fen')} as has,
          ${yuan('r.amount_fen')} as should
        from ord_refund r join ord_order o on o.id = r.order_id cross join lateral (select ${onChannel(`'refunded:' || r.refund_no`)} as fen) b
        where r.${isBack} and not o.is_late and coalesce(b.fen, 0) <> r.amount_fen`,
    },
  ],
});

const revenue = proofOf({
  name: 'orders.revenue',
  label: { zh: '主题收入', en: 'Revenue of themes' },
  proves: {
    zh: '主题的每笔销售和退款都有收入明细，金额和分成与总账一致。',
    en: 'Every sale and refund of a theme has its entry of revenue, and its amounts and shares are those of the ledger.',
  },
  checked: 'select count(*) from ord_theme_revenue',
  looks: [
    {
      says: { zh: '收入明细¥{has}，订单实付¥{should}', en: 'The entry says ¥{has}, the order ¥{should}' },
      sql: `select 'goodsOrder' as entity, o.id as record, o.order_no as name, ${yuan('v.pay_fen')} as has, ${yuan('o.pay_fen')} as should
        from ord_order o left join ord_theme_revenue v on v.order_no = o.order_no and v.refund_no is null
        where o.goods_type = ${codes.GoodsType.theme} and o.kind = ${codes.OrderKind.goods} and o.${wasPaid} and not o.is_late and v.pay_fen is distinct from o.pay_fen`,
    },
    {
      says: { zh: '收入明细没有对应的订单或退款单', en: 'An entry without its order or refund' },
      entity: 'themeRevenue',
      sql: `select v.id as record, v.entry_no as name from ord_theme_revenue v left join ord_order o on o.order_no = v.order_no
        left join ord_refund r on r.refund_no = v.refund_no where o.id is null or v.refund_no is not null and (r.id is null or r.amount_fen <> -v.pay_fen)`,
    },
    {
      says: {
        zh: '合作方「{has}」的分成与总账不符：应为¥{should}',
        en: 'What the partner “{has}” earns is not what the ledger says: ¥{should}',
      },
      sql: `with entries as (select partner_name as partner, -sum(partner_share_fen) as fen from ord_theme_revenue where partner_name is not null group by 1),
          booked as (select split_part(a.code, ':', 2) as partner, sum(e.amount_fen) as fen from ldg_account a join ldg_entry e on e.account_id = a.id
            where a.kind = 'share' group by 1)
        select partner as name, partner as has, ${yuan('b.fen')} as should from entries e full join booked b using (partner)
        where coalesce(e.fen, 0) <> coalesce(b.fen, 0)`,
    },
  ],
});

const settlements = proofOf({
  name: 'orders.settlements',
  label: { zh: '结算单', en: 'Statements' },
  proves: {
    zh: '结算单的笔数和金额等于其收入明细之和，应付为分成、调整与结转之和，确认后按此记账。',
    en: 'A statement has the number and sums of its entries, its payable is share, adjustments and what was carried over, and it is booked as confirmed.',
  },
  checked: 'select count(*) from ord_settlement',
  looks: [
    {
      says: { zh: '结算单为{has}，明细合计为{should}', en: 'The statement says {has}, its entries come to {should}' },
      entity: 'settlement',
      sql: `select s.id as record, s.settlement_no as name, concat_ws(' / ', s.entry_count, ${yuan('s.gross_fen')}, ${yuan('s.refund_fen')}, ${yuan('s.share_fen')}) as has,
          concat_ws(' / ', v.n, ${yuan('v.gross')}, ${yuan('v.refund')}, ${yuan('v.share')}) as should
        from ord_settlement s cross join lateral (select count(*) as n, coalesce(sum(pay_fen) filter (where type = ${codes.RevenueType.sale}), 0) as gross,
          coalesce(-sum(pay_fen) filter (where type = ${codes.RevenueType.refund}), 0) as refund, coalesce(-sum(channel_fee_fen), 0) as fee, coalesce(-sum(partner_share_fen), 0) as share
          from ord_theme_revenue where settlement_no = s.settlement_no) v
        where s.status in (${toConfirm}, ${confirmed}, ${settled}) and (s.entry_count, s.gross_fen, s.refund_fen, s.fee_fen, s.share_fen) is distinct from (v.n, v.gross, v.refund, v.fee, v.share)`,
    },
    {
      says: { zh: '应付¥{has}，分成、调整与结转合计¥{should}', en: 'Payable is ¥{has}, its parts come to ¥{should}' },
      entity: 'settlement',
      sql: `select id as record, settlement_no as name, ${yuan('payable_fen')} as has, ${yuan('share_fen + adjustment_fen + carried_fen')} as should
        from ord_settlement where payable_fen <> share_fen + adjustment_fen + carried_fen`,
    },
    {
      says: { zh: '已确认¥{should}，记账¥{has}', en: 'Confirmed with ¥{should}, booked with ¥{has}' },
      entity: 'settlement',
      sql: `select s.id as record, s.settlement_no as name, ${yuan('-b.fen')} as has, ${yuan('s.share_fen + s.adjustment_fen')} as should
        from ord_settlement s cross join lateral (select sum(e.amount_fen) as fen from ldg_transaction t join ldg_entry e on e.transaction_id = t.id
          join ldg_account a on a.id = e.account_id where t.settlement_no = s.settlement_no and t.kind = 'settled' and a.kind = 'payable') b
        where s.status in (${confirmed}, ${settled}) and coalesce(-b.fen, 0) <> s.share_fen + s.adjustment_fen`,
    },
  ],
});

const boxes = proofOf({
  name: 'orders.boxes',
  label: { zh: '盲盒', en: 'Blind boxes' },
  proves: {
    zh: '已支付的盲盒订单有与数量相等的盒子，各盒金额之和等于实付。',
    en: 'A paid order of blind boxes has as many boxes as were bought, and their amounts are what was paid.',
  },
  checked: 'select count(*) from ord_blind_box',
  looks: [
    {
      says: { zh: '有{has}个盒子，购买{should}个', en: 'It has {has} boxes of {should}' },
      entity: 'blindBoxOrder',
      sql: `select o.id as record, o.order_no as name, count(b.id) as has, o.qty as should from ord_order o left join ord_blind_box b on b.blind_box_order_id = o.id
        where o.kind = ${codes.OrderKind.blindBox} and o.${wasPaid} and not o.is_late group by o.id having count(b.id) <> o.qty`,
    },
    {
      says: { zh: '盒子金额合计¥{has}，实付¥{should}', en: 'Its boxes come to ¥{has}, paid was ¥{should}' },
      entity: 'blindBoxOrder',
      sql: `select o.id as record, o.order_no as name, ${yuan('sum(b.amount_fen)')} as has, ${yuan('o.pay_fen')} as should from ord_order o
        join ord_blind_box b on b.blind_box_order_id = o.id where o.kind = ${codes.OrderKind.blindBox} group by o.id having sum(b.amount_fen) <> o.pay_fen`,
    },
  ],
});

const sums = proofOf({
  name: 'orders.sums',
  label: { zh: '订单合计', en: 'Totals of orders' },
  proves: {
    zh: '列表上方的合计与订单逐笔相加一致。',
    en: 'The totals over the lists are what their orders add up to.',
  },
  checked: 'select count(*) from ord_order where not deleted',
  looks: [
    {
      says: {
        zh: '当日订单合计为{has}，逐笔相加为{should}',
        en: 'The totals of orders of the day say {has}, the orders come to {should}',
      },
      sql: `with told as (select kind, order_status, ${dayText('create_time')} as day, sum(orders) as n, sum(paid_fen) as paid, sum(refunded_fen) as refunded from ord_sum group by 1, 2, 3),
          are as (select kind, order_status, ${dayText('create_time')} as day, count(*) as n,
            coalesce(sum(pay_fen) filter (where pay_time is not null), 0) as paid, sum(refunded_fen) as refunded from ord_order where not deleted group by 1, 2, 3)
        select day::text as name, concat_ws(' / ', coalesce(told.n, 0), ${yuan('told.paid')}, ${yuan('told.refunded')}) as has,
          concat_ws(' / ', coalesce(are.n, 0), ${yuan('are.paid')}, ${yuan('are.refunded')}) as should
        from told full join are using (kind, order_status, day)
        where (coalesce(told.n, 0), coalesce(told.paid, 0), coalesce(told.refunded, 0)) <> (coalesce(are.n, 0), coalesce(are.paid, 0), coalesce(are.refunded, 0))`,
    },
    {
      says: {
        zh: '主题收益合计为{has}，逐笔相加为{should}',
        en: 'The sums of revenue say {has}, the entries come to {should}',
      },
      sql: `with days as (select to_char(${dayText('occur_time')}, 'YYYY-MM-DD') as name, sum(n) as n, sum(pay_fen) as paid, sum(partner_share_fen) as share from ord_revenue_sum group by 1),
          months as (select to_char(${dayText('occur_time')}, 'YYYY-MM') as name, sum(n) as n, sum(pay_fen) as paid, sum(partner_share_fen) as share from ord_revenue_theme group by 1),
          told as (select * from days union all select * from months),
          are as (select to_char(${dayText('occur_time')}, f) as name, count(*) as n, sum(pay_fen) as paid, sum(partner_share_fen) as share
            from ord_theme_revenue cross join (values ('YYYY-MM-DD'), ('YYYY-MM')) v (f) group by 1)
        select name, concat_ws(' / ', coalesce(told.n, 0), ${yuan('told.paid')}, ${yuan('told.share')}) as has, concat_ws(' / ', coalesce(are.n, 0), ${yuan('are.paid')}, ${yuan('are.share')}) as should
        from told full join are using (name)
        where (coalesce(told.n, 0), coalesce(told.paid, 0), coalesce(told.share, 0)) <> (coalesce(are.n, 0), coalesce(are.paid, 0), coalesce(are.share, 0))`,
    },
  ],
});

export const orderProofs = [payments, refundProof, revenue, settlements, boxes, sums];
