import { codes } from '@wheelhouse/entities/codes';
import { formatMoney } from '@wheelhouse/contract/time';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { AppError } from '../../../http/errors.ts';
import { logOrder } from '../log.ts';
import { numberNow } from '../number.ts';

const { inReview, refunding } = machines['SM-Refund'].states;

export interface Application {
  readonly amountFen: number;
  readonly reasonCode: string;
  readonly remark: string;
  readonly evidence?: readonly string[];
  readonly revokeGoods: 0 | 1;
  /** Of an order of blind boxes. */
  readonly boxNos?: readonly string[];
  /** The channel's number of a payment that the order does not take: it goes back, not the order's money. */
  readonly heldTradeNo?: string;
  /** Who applies in the console; nobody: the buyer, or the system. */
  readonly submitterId?: string;
}

/** The state of an order's refunds is that of its newest. */
export async function mirror(tx: Tx, orderId: string, refundStatus: number): Promise<void> {
  await sql`
    update ord_order set refund_status = ${refundStatus}, rev = rev + 1, update_time = now() where id = ${orderId}::bigint`.execute(
    tx,
  );
}

/** Gives back what an application has taken aside. */
export async function release(tx: Tx, orderId: string, amountFen: number): Promise<void> {
  await sql`
    update ord_order set refunding_fen = refunding_fen - ${amountFen} where id = ${orderId}::bigint`.execute(tx);
}

/** Takes an amount aside: the check is the write. @throws AppError 7005 there is not so much left, and how much is */
async function reserve(tx: Tx, orderId: string, amountFen: number): Promise<void> {
  const { rows } = await sql`
    update ord_order set refunding_fen = refunding_fen + ${amountFen}
    where id = ${orderId}::bigint and refunded_fen + refunding_fen + ${amountFen} <= pay_fen returning id`.execute(tx);
  if (rows.length > 0) return;
  const { rows: left } = await sql<{ fen: number }>`
    select (pay_fen - refunded_fen - refunding_fen)::float8 as fen from ord_order where id = ${orderId}::bigint`.execute(
    tx,
  );
  throw new AppError(7005, { n: formatMoney(left[0]?.fen ?? 0) });
}

async function insert(tx: Tx, orderId: string, status: number, asked: Application): Promise<string> {
  const {
    amountFen,
    reasonCode,
    remark,
    evidence = [],
    revokeGoods,
    boxNos,
    submitterId = null,
    heldTradeNo = null,
  } = asked;
  const { rows } = await sql<{ refundNo: string }>`
    insert into ord_refund (refund_no, order_id, order_no, user_id, pay_channel, pay_fen, amount_fen, reason_code, remark, evidence, revoke_goods, box_nos,
      held_trade_no, refund_status, submitter_id, submit_time, create_by, update_by, next_time)
    select ${numberNow('RF', 'seq_ord_refund')},
      o.id, o.order_no, o.user_id, o.pay_channel, case when ${heldTradeNo}::text is null then o.pay_fen else ${amountFen} end, ${amountFen}, ${reasonCode}, ${remark}, ${[...evidence]}::text[], ${revokeGoods}, ${boxNos === undefined ? null : [...boxNos]}::text[],
      ${heldTradeNo}::text, ${status}, ${submitterId}::bigint, now(), ${submitterId}::bigint, ${submitterId}::bigint, case when ${status} = ${refunding} then now() end
    from ord_order o where o.id = ${orderId}::bigint
    on conflict (order_id) where is_open and not deleted do nothing returning refund_no`.execute(tx);
  const [made] = rows;
  if (made === undefined) throw new AppError(7004);
  return made.refundNo;
}

/** Applies for money back of an order; the order's row is locked with it. @throws AppError 7004 one is open, 7005 more than is left */
export async function applyForRefund(tx: Tx, orderId: string, asked: Application): Promise<string> {
  await reserve(tx, orderId, asked.amountFen);
  const refundNo = await insert(tx, orderId, inReview, asked);
  await mirror(tx, orderId, inReview);
  const content = `${refundNo} ${formatMoney(asked.amountFen)}`;
  await logOrder(tx, { orderId, event: 'refundApplied', content, operatorId: asked.submitterId });
  return refundNo;
}

/** Applies for a payment that the order does not take: the order's own sums and state stay as they are. @throws AppError 7004 one is open */
export async function applyHeld(tx: Tx, orderId: string, asked: Application): Promise<string> {
  const refundNo = await insert(tx, orderId, inReview, asked);
  const content = `${refundNo} ${formatMoney(asked.amountFen)} ${asked.heldTradeNo ?? ''}`.trim();
  await logOrder(tx, { orderId, event: 'refundApplied', content, operatorId: asked.submitterId });
  return refundNo;
}

/** Writes a refund that nobody has to approve. */
async function begin(tx: Tx, orderId: string, amountFen: number, remark: string): Promise<string> {
  await reserve(tx, orderId, amountFen);
  const asked = { amountFen, reasonCode: codes.RefundReason.other, remark, revokeGoods: 1 } as const;
  const refundNo = await insert(tx, orderId, refunding, asked);
  await mirror(tx, orderId, refunding);
  await logOrder(tx, { orderId, event: 'refundApproved', content: `${refundNo} ${formatMoney(amountFen)}` });
  return refundNo;
}

/** Gives back all that came for an order after it was closed. */
export async function refundWhole(tx: Tx, orderId: string): Promise<void> {
  const { rows } = await sql<{ fen: number }>`
    select pay_fen::float8 as fen from ord_order where id = ${orderId}::bigint`.execute(tx);
  await begin(tx, orderId, rows[0]?.fen ?? 0, '订单关闭后支付，自动退款');
}

/** What a channel gives back by itself, as it tells of it. @returns the refund's number */
export const refundByChannel = (tx: Tx, orderId: string, amountFen: number): Promise<string> =>
  begin(tx, orderId, amountFen, '渠道直接退款');
