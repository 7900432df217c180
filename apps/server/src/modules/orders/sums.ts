import { codes } from '@wheelhouse/entities/codes';
import { atRate, backFen, shareFen } from '@wheelhouse/contract/money';
import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import type { App } from '../../http/context.ts';
import {
  feeReturned,
  held,
  heldReturned,
  paid,
  post,
  refunded,
  type Goods,
  type Sale,
  type Share,
} from './ledger/service.ts';
import { keepHeld } from './refunds/held.ts';
import { addEntry } from './revenue/entries.ts';

const { wechat, alipay, apple } = codes.PayChannel;
type Configured = Pick<App, 'config'>;
/** Percent that the App Store keeps, unless the account says otherwise. */
const usualCommission = 30;

/** What a channel keeps of a payment, in 1e-4. Source: chapter 10, §5 of the catalogue. */
function feeRate({ config }: Configured, channel: number): number {
  if (channel === apple) return (config.pay.apple?.commission ?? usualCommission) * 100;
  return channel === wechat || channel === alipay ? 60 : 0;
}
const feeOf = (app: Configured, channel: number, fen: number): number => atRate(fen, feeRate(app, channel));

interface Order {
  readonly orderNo: string;
  readonly kind: number;
  readonly goodsType: number | null;
  readonly channel: number;
  readonly channelTradeNo: string | null;
  readonly payFen: number;
  readonly discountFen: number;
  readonly refundedFen: number;
  readonly feeFen: number;
  readonly feeBackFen: number;
  readonly discountBackFen: number;
  readonly shareFen: number;
  readonly rate: number | null;
  readonly partner: string | null;
  readonly isHeld: boolean;
}

/** The order, locked: its sums are changed by one at a time. */
async function lockOrder(tx: Tx, orderId: string): Promise<Order> {
  const { rows } = await sql<Order>`
    select order_no, kind, goods_type, pay_channel as channel, channel_trade_no, pay_fen::float8 as pay_fen, discount_fen::float8 as discount_fen,
      refunded_fen::float8 as refunded_fen, fee_fen::float8 as fee_fen, fee_back_fen::float8 as fee_back_fen, discount_back_fen::float8 as discount_back_fen,
      share_fen::float8 as share_fen, settlement_rate as rate, partner_name as partner, is_late as is_held
    from ord_order where id = ${orderId}::bigint for update`.execute(tx);
  const [order] = rows;
  if (order === undefined) throw new Error(`there is no order ${orderId}`);
  return order;
}

function goodsOf({ kind, goodsType }: Order): Goods {
  if (kind === codes.OrderKind.blindBox) return 'blindBox';
  return goodsType === codes.GoodsType.theme ? 'theme' : 'mall';
}
const partOf = ({ partner }: Order, fen: number): Share | null =>
  partner === null ? null : { partner, shareFen: fen };

const saleOf = (
  order: Order,
  occurTime: Date,
  parts: Pick<Sale, 'payFen' | 'discountFen' | 'feeFen' | 'share'>,
): Sale => ({
  orderNo: order.orderNo,
  goods: goodsOf(order),
  channel: order.channel,
  occurTime,
  ...(order.channelTradeNo !== null && { billRef: order.channelTradeNo }),
  ...parts,
});

/** Books that an order is paid: fee and share as of now, kept with it. */
export async function bookSale(tx: Tx, app: Configured, orderId: string, time: Date): Promise<void> {
  const order = await lockOrder(tx, orderId);
  const { channel, payFen, discountFen, rate } = order;
  const feeFen = feeOf(app, channel, payFen);
  const share = rate === null ? 0 : shareFen({ payFen, refundedFen: 0, feeFen, rate });
  await sql`update ord_order set fee_fen = ${feeFen}, share_fen = ${share} where id = ${orderId}::bigint`.execute(tx);
  const sale = saleOf(order, time, { payFen, discountFen, feeFen, share: partOf(order, share) });
  await post(tx, paid(sale));
  if (sale.goods === 'theme') await addEntry(tx, orderId, sale);
}

/** Books money that came for an order that takes none: it is closed, or another amount came. @returns false where that is booked already */
export async function bookHeld(
  tx: Tx,
  app: Configured,
  orderId: string,
  money: {
    readonly why: 'paidAfterClose' | 'wrongAmount';
    readonly billRef: string;
    readonly payFen: number;
    readonly time: Date;
  },
): Promise<boolean> {
  const { orderNo, channel } = await lockOrder(tx, orderId);
  const { time: occurTime, payFen } = money;
  const feeFen = feeOf(app, channel, payFen);
  if (money.why === 'paidAfterClose')
    await sql`update ord_order set fee_fen = ${feeFen} where id = ${orderId}::bigint`.execute(tx);
  const posting = held({ why: money.why, orderNo, channel, billRef: money.billRef, payFen, feeFen, occurTime });
  if ((await post(tx, posting)) !== 'posted') return false;
  if (money.why === 'wrongAmount')
    await keepHeld(tx, orderId, { channel, channelTradeNo: money.billRef, payFen, feeFen, occurTime });
  return true;
}

interface Back {
  readonly refundNo: string;
  readonly amountFen: number;
  readonly isOffline: boolean;
  readonly time: Date;
}

/** Books a refund that has arrived: the order's sums, what of fee, coupon and share goes back, and the posting. @returns whether all is paid back */
export async function bookBack(
  tx: Tx,
  orderId: string,
  { refundNo, amountFen, isOffline, time }: Back,
): Promise<boolean> {
  const order = await lockOrder(tx, orderId);
  const { payFen, feeFen, feeBackFen, discountFen, discountBackFen, rate, channel, orderNo } = order;
  const gone = { payFen, refundedFen: order.refundedFen + amountFen };
  // The channel keeps its fee of what it does not pay back itself. It may have given back more of it before than its part.
  const feeBack = isOffline ? 0 : Math.max(0, backFen(feeFen, gone, 0) - feeBackFen);
  const discountBack = backFen(discountFen, gone, discountBackFen);
  const left = rate === null ? 0 : shareFen({ ...gone, feeFen: feeFen - feeBackFen - feeBack, rate });
  const shareBack = order.shareFen - left;
  await sql`
    update ord_order set refunded_fen = refunded_fen + ${amountFen}, refunding_fen = refunding_fen - ${amountFen}, fee_back_fen = fee_back_fen + ${feeBack},
      discount_back_fen = discount_back_fen + ${discountBack}, share_fen = ${left} where id = ${orderId}::bigint`.execute(
    tx,
  );
  await sql`
    update ord_refund set fee_back_fen = ${feeBack}, share_back_fen = ${shareBack} where refund_no = ${refundNo}`.execute(
    tx,
  );
  const sale = saleOf(order, time, {
    payFen: amountFen,
    discountFen: discountBack,
    feeFen: feeBack,
    share: partOf(order, shareBack),
  });
  if (order.isHeld) {
    const money = { orderNo, refundNo, channel, payFen: amountFen, feeFen: feeBack, occurTime: time, isOffline };
    await post(tx, heldReturned({ why: 'paidAfterClose', ...money }));
  } else {
    await post(tx, refunded({ ...sale, refundNo, isOffline }));
    if (sale.goods === 'theme') await addEntry(tx, orderId, { ...sale, refundNo });
  }
  return gone.refundedFen === payFen;
}

interface FeeBack {
  readonly refundNo: string;
  /** Above zero: what the channel gave back besides what was booked with the refund. */
  readonly feeFen: number;
  readonly time: Date;
}

/**
 * Books that a channel gave the fee of a refund back, and had not with the refund: once a refund, with what that adds to the partner's share, in ledger and revenue
 * alike. @returns false where nothing is booked: it is known, is more than the channel has kept, or the refund is not of the order's own money
 */
export async function bookFeeBack(tx: Tx, { refundNo, feeFen: back, time }: FeeBack): Promise<boolean> {
  const { rows } = await sql<{ orderId: string; isKnown: boolean }>`
    select r.order_id::text as order_id, exists (select from ldg_transaction t where t.key = 'feeReturned:' || r.refund_no) as is_known
    from ord_refund r where r.refund_no = ${refundNo} and r.held_trade_no is null`.execute(tx);
  const [refund] = rows;
  if (refund === undefined || refund.isKnown) return false;
  const { orderId } = refund;
  const order = await lockOrder(tx, orderId);
  const { payFen, refundedFen, feeFen, feeBackFen, rate, orderNo, channel } = order;
  const kept = feeFen - feeBackFen - back;
  if (kept < 0) return false;
  const share = rate === null ? 0 : shareFen({ payFen, refundedFen, feeFen: kept, rate });
  const more = share - order.shareFen;
  const { rows: taken } = await sql`
    update ord_order set fee_back_fen = fee_back_fen + ${back}, share_fen = ${share}
    where id = ${orderId}::bigint and fee_back_fen + ${back} <= fee_fen returning id`.execute(tx);
  if (taken.length === 0) return false;
  await sql`
    update ord_refund set fee_back_fen = fee_back_fen + ${back}, share_back_fen = share_back_fen - ${more} where refund_no = ${refundNo}`.execute(
    tx,
  );
  await post(
    tx,
    feeReturned({ orderNo, refundNo, channel, feeFen: back, share: partOf(order, more), occurTime: time }),
  );
  if (goodsOf(order) === 'theme' && !order.isHeld)
    await addEntry(tx, orderId, {
      refundNo,
      isFee: true,
      occurTime: time,
      payFen: 0,
      feeFen: back,
      share: partOf(order, 0 - more),
    });
  return true;
}
