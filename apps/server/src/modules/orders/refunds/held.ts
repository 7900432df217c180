import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { AppError } from '../../../http/errors.ts';
import { heldReturned, post } from '../ledger/service.ts';
import { applyHeld } from './apply.ts';

const { paidTwice, other } = codes.RefundReason;
const { twice } = codes.PayIssue;
const { apple } = codes.PayChannel;

interface HeldPayment {
  readonly channel: number;
  readonly channelTradeNo: string;
  readonly payFen: number;
  readonly feeFen: number;
}

/** Keeps a payment that its order does not take, as it is posted. */
export async function keepHeld(
  tx: Tx,
  orderId: string,
  { channel, channelTradeNo, payFen, feeFen, occurTime }: HeldPayment & { readonly occurTime: Date },
): Promise<void> {
  await sql`
    insert into ord_held (order_id, channel, channel_trade_no, pay_fen, fee_fen, occur_time)
    values (${orderId}::bigint, ${channel}, ${channelTradeNo}, ${payFen}, ${feeFen}, ${occurTime})`.execute(tx);
  await sql`update ord_order set suspense_fen = suspense_fen + ${payFen} where id = ${orderId}::bigint`.execute(tx);
}

/** @throws AppError 7008 nothing is held, 7006 by Apple alone */
export function refuseHeld({
  suspenseFen,
  payChannel,
}: {
  readonly suspenseFen: number;
  readonly payChannel: number;
}): void {
  if (suspenseFen === 0) throw new AppError(7008);
  if (payChannel === apple) throw new AppError(7006);
}

interface Asked {
  readonly remark: string;
  readonly submitterId: string;
  readonly payIssue: number | null;
}

/**
 * Applies for the oldest payment of an order that is held and nobody has asked back: whoever gives it its refund first has it. Several go back one after the other.
 * @throws AppError 7008 none is left, 7004 another refund of the order is open
 */
export async function returnHeld(tx: Tx, orderId: string, { remark, submitterId, payIssue }: Asked): Promise<string> {
  const { rows } = await sql<{ id: string; channelTradeNo: string; payFen: number }>`
    select id::text as id, channel_trade_no, pay_fen::float8 as pay_fen from ord_held
    where order_id = ${orderId}::bigint and refund_id is null order by ord_held.id limit 1`.execute(tx);
  const [held] = rows;
  if (held === undefined) throw new AppError(7008);
  const refundNo = await applyHeld(tx, orderId, {
    amountFen: held.payFen,
    reasonCode: payIssue === twice ? paidTwice : other,
    remark,
    revokeGoods: 0,
    submitterId,
    heldTradeNo: held.channelTradeNo,
  });
  const { rows: taken } = await sql`
    update ord_held h set refund_id = r.id from ord_refund r
    where h.id = ${held.id}::bigint and h.refund_id is null and r.refund_no = ${refundNo} returning h.id`.execute(tx);
  if (taken.length === 0) throw new AppError(7008);
  return refundNo;
}

/** A refund of a held payment does not happen: the payment is held as before. */
export async function freeHeld(tx: Tx, refundId: string): Promise<void> {
  await sql`
    update ord_held set refund_id = null where refund_id = ${refundId}::bigint and returned_time is null`.execute(tx);
}

interface Back {
  readonly orderId: string;
  readonly refundNo: string;
  readonly isOffline: boolean;
  readonly time: Date;
}

/** Books that a held payment has gone back, once: nothing of it is left in suspense. */
export async function bookHeldBack(tx: Tx, { orderId, refundNo, isOffline, time }: Back): Promise<void> {
  const { rows } = await sql<HeldPayment & { readonly orderNo: string }>`
    with back as (
      update ord_held h set returned_time = ${time} from ord_refund r
      where r.refund_no = ${refundNo} and h.refund_id = r.id and h.returned_time is null
      returning h.channel, h.channel_trade_no, h.pay_fen, h.fee_fen),
    o as (update ord_order o set suspense_fen = suspense_fen - back.pay_fen from back where o.id = ${orderId}::bigint returning o.order_no)
    select back.channel, back.channel_trade_no, back.pay_fen::float8 as pay_fen, back.fee_fen::float8 as fee_fen, o.order_no from back cross join o`.execute(
    tx,
  );
  const [held] = rows;
  if (held === undefined) throw new Error(`${refundNo} gives back nothing that is held`);
  const { orderNo, channel, payFen } = held;
  // The channel keeps its fee of what it does not pay back itself.
  const feeFen = isOffline ? 0 : held.feeFen;
  await sql`update ord_refund set fee_back_fen = ${feeFen} where refund_no = ${refundNo}`.execute(tx);
  const money = { why: 'wrongAmount', orderNo, refundNo, channel, payFen, feeFen, occurTime: time, isOffline } as const;
  await post(tx, heldReturned(money));
}
