import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { addAppUser } from './app-user.ts';
import type { TestApp } from './app.ts';
import { putIn } from './pool.ts';

const { paid } = machines['SM-Order'].states;
const { inReview } = machines['SM-Refund'].states;
let numbers = 0;
const next = (prefix: string): string => `${prefix}20260101000000${String(++numbers).padStart(6, '0')}`;

/** Lets the mall sell a prize, of which so many are put in. */
export async function mallGoods(t: TestApp, prizeId: string, stock = 5): Promise<string> {
  await putIn(t, prizeId, stock);
  const sold = 'update act_prize set for_sale = 1, enabled = 1, market_price_fen = 5000 where id = $1';
  await t.app.pool.query(sold, [prizeId]);
  return prizeId;
}

/** A paid order of mall goods with an address, as if it had been ordered in the app; nothing is asked of a channel. */
export async function addOrder(t: TestApp, prizeId: string): Promise<{ readonly id: string; readonly userId: string }> {
  const [userId, goods] = [await addAppUser(t), await mallGoods(t, prizeId)];
  const orderNo = next('GO');
  const { rows } = await t.app.pool.query<{ id: string }>(
    `insert into ord_order (kind, order_no, request_id, goods_type, prize_id, goods_name, qty, user_id, unit_price_fen, total_fen, discount_fen, pay_fen, refunded_fen,
       pay_channel, channel_trade_no, expire_time, pay_time, order_status, refund_status, grant_failed, invoice_status, province_id, city_id)
     values (${codes.OrderKind.goods}, $1, $1, ${codes.GoodsType.physical}, $2, '骑行头盔', 1, $3, 5000, 5000, 0, 5000, 0, ${codes.PayChannel.eCny}, 'T' || $1, now() + interval '15 minutes', now(), ${paid}, 0, 0, 0,
       '310000', '310100') returning id::text as id`,
    [orderNo, goods, userId],
  );
  const id = String(rows[0]?.id);
  await t.app.pool.query(
    `insert into ord_payment (order_id, trade_no, channel, amount_fen, status) values ($1, $2, ${codes.PayChannel.eCny}, 5000, 0)`,
    [id, orderNo],
  );
  await t.app.pool.query(
    `insert into sbx_pay_trade (channel, trade_no, amount_fen, subject, notify_url, expire_time) values (${codes.PayChannel.eCny}, $1, 5000, '骑行头盔', '', now() + interval '15 minutes')`,
    [orderNo],
  );
  await t.app.pool.query(
    `insert into act_prize_stock_log (prize_id, type, qty, available_before, available_after, stock_after, reserved_after, sent_after, goods_order_id)
     values ($1, ${codes.StockLogType.reserve}, 1, 0, 0, 0, 0, 0, $2)`,
    [goods, id],
  );
  return { id, userId };
}

/** A refund in review of part of a paid order. */
export async function addRefund(t: TestApp, prizeId: string): Promise<string> {
  const { id, userId } = await addOrder(t, prizeId);
  const { rows } = await t.app.pool.query<{ id: string }>(
    `insert into ord_refund (refund_no, order_id, order_no, user_id, pay_channel, pay_fen, amount_fen, reason_code, remark, revoke_goods, refund_status, submit_time)
     select $2, o.id, o.order_no, $3, o.pay_channel, o.pay_fen, 1000, '${codes.RefundReason.changedMind}', '买错了，希望退款', 1, ${inReview}, now()
     from ord_order o where o.id = $1 returning id::text as id`,
    [id, next('RF'), userId],
  );
  await t.app.pool.query('update ord_order set refunding_fen = 1000, refund_status = $2 where id = $1', [id, inReview]);
  return String(rows[0]?.id);
}
