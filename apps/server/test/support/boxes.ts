import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { addAppUser } from './app-user.ts';
import type { TestApp } from './app.ts';

const { paid } = machines['SM-BlindOrder'].states;
const { inReview } = machines['SM-Refund'].states;
let numbers = 0;
const next = (prefix: string): string => `${prefix}20260102000000${String(++numbers).padStart(6, '0')}`;

interface Made {
  readonly orderId: string;
  readonly boxId: string;
  readonly userId: string;
}

/** A paid order of one box, as if it had been ordered in the app; nothing is asked of a channel. @param activityId an event with a frozen pool, or any */
export async function addBoxOrder(t: TestApp, activityId: string): Promise<Made> {
  const [userId, orderNo] = [await addAppUser(t), next('BB')];
  const insert = async (text: string, values: readonly unknown[]): Promise<string> =>
    String((await t.app.pool.query<{ id: string }>(`${text} returning id::text as id`, [...values])).rows[0]?.id);
  const orderId = await insert(
    `insert into ord_order (kind, order_no, request_id, activity_id, goods_name, qty, user_id, unit_price_fen, total_fen, discount_fen, pay_fen, refunded_fen,
       pay_channel, channel_trade_no, expire_time, pay_time, order_status, refund_status, grant_failed, invoice_status, open_status, age_confirmed, guardian_consent)
     values (${codes.OrderKind.blindBox}, $1, $1, $2, '年终盲盒', 1, $3, 990, 990, 0, 990, 0, ${codes.PayChannel.eCny}, 'T' || $1, now() + interval '15 minutes', now(), ${paid},
       0, 0, 0, ${codes.BoxOpenStatus.none}, 1, 0)`,
    [orderNo, activityId, userId],
  );
  const drawId = await insert(
    `insert into act_raffle_draw (activity_id, request_no, user_id, lane, n, nonce, version, picked, given, withheld, time, hash, left_times, is_box)
     values ($1, $2, $3, 0, ${numbers}, '', 1, 1, 1, 0, now(), '\\x00', 0, true)`,
    [activityId, `${orderNo}-1`, userId],
  );
  const boxId = await insert(
    `insert into ord_blind_box (blind_box_order_id, box_no, box_state, amount_fen, draw_id) values ($1, 1, ${codes.BoxState.unopened}, 990, $2)`,
    [orderId, drawId],
  );
  return { orderId, boxId, userId };
}

/** A refund in review of the box of such an order. */
export async function addBoxRefund(t: TestApp, activityId: string): Promise<string> {
  const { orderId, boxId } = await addBoxOrder(t, activityId);
  const { rows } = await t.app.pool.query<{ id: string }>(
    `insert into ord_refund (refund_no, order_id, order_no, user_id, pay_channel, pay_fen, amount_fen, reason_code, remark, revoke_goods, refund_status, submit_time, box_nos)
     select $2, o.id, o.order_no, o.user_id, o.pay_channel, o.pay_fen, 990, '${codes.RefundReason.changedMind}', '买错了，希望退款', 1, ${inReview}, now(), '{1}'
     from ord_order o where o.id = $1 returning id::text as id`,
    [orderId, next('RF')],
  );
  const id = String(rows[0]?.id);
  await t.app.pool.query('update ord_order set refunding_fen = 990, refund_status = $2 where id = $1', [
    orderId,
    inReview,
  ]);
  await t.app.pool.query(
    `update ord_blind_box set box_state = ${codes.BoxState.refunding}, refund_id = $2 where id = $1`,
    [boxId, id],
  );
  return id;
}
