import { codes } from '@wheelhouse/entities/codes';
import { formatMoney } from '@wheelhouse/contract/time';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import type { RefundNews } from '../../../adapters/pay/index.ts';
import { withTransaction, type Tx } from '../../../db/pool.ts';
import { moveNow } from '../../../entity/due.ts';
import type { App } from '../../../http/context.ts';
import { restoreCoupon } from '../../prizes/coupons/service.ts';
import { moveStock } from '../../prizes/service.ts';
import { logOrder } from '../log.ts';
import type { Taken } from '../pay/settle.ts';
import { bookBack } from '../sums.ts';
import { mirror } from './apply.ts';

const [order, refund] = [entityNamed('goodsOrder'), entityNamed('refund')];
const { refunded, partlyRefunded, failed } = machines['SM-Refund'].states;

interface Given {
  readonly orderNo: string;
  readonly userCouponId: string | null;
  readonly prizeId: string | null;
  readonly qty: number;
  readonly isUnshipped: boolean;
}

/** What an order has to do with a refund that has gone through. */
interface Done {
  readonly orderId: string;
  readonly refundNo: string;
  readonly amountFen: number;
  readonly revokeGoods: number;
  /** Paid by people, not by the channel. */
  readonly isOffline: boolean;
  readonly time: Date;
}

type Keeper = Pick<App, 'secrets' | 'db'>;

/** Books a refund at its order: the sums, and when all is paid back its state, coupon, stock and what was granted. @returns whether all is paid back */
export async function bookRefund(tx: Tx, app: Pick<Keeper, 'secrets'>, done: Done): Promise<boolean> {
  const { orderId, refundNo, amountFen, revokeGoods, isOffline, time } = done;
  const isWhole = await bookBack(tx, orderId, { refundNo, amountFen, isOffline, time });
  const { rows } = await sql<Given>`
    select o.order_no, o.user_coupon_id::text as user_coupon_id, o.prize_id::text as prize_id, o.qty,
      o.ship_time is null and o.pay_issue is distinct from ${codes.PayIssue.afterClose} as is_unshipped
    from ord_goods_order o where o.id = ${orderId}::bigint`.execute(tx);
  const [given] = rows;
  if (given === undefined) throw new Error(`the order ${orderId} of a refund is gone`);
  await logOrder(tx, { orderId, event: 'refunded', content: `${refundNo} ${formatMoney(amountFen)}` });
  if (revokeGoods === 1)
    await sql`
      update cnt_user_theme set deleted = true, rev = rev + 1, update_time = now() where order_no = ${given.orderNo} and not deleted`.execute(
      tx,
    );
  if (!isWhole) return false;
  await moveNow(tx, app, orderId, { entity: order, field: 'orderStatus', action: 'refunded' });
  await restoreCoupon(tx, given.userCouponId);
  if (given.prizeId !== null && given.isUnshipped)
    await moveStock(tx, {
      prizeId: given.prizeId,
      type: codes.StockLogType.release,
      qty: given.qty,
      goodsOrderId: orderId,
    });
  return true;
}

interface Open extends Omit<Done, 'isOffline' | 'time'> {
  readonly id: string;
}

async function lockOpen(tx: Tx, refundNo: string): Promise<Open | undefined> {
  const { rows } = await sql<Open>`
    select id::text as id, goods_order_id::text as order_id, refund_no, amount_fen::float8 as amount_fen, revoke_goods
    from ord_refund where refund_no = ${refundNo} for update`.execute(tx);
  return rows[0];
}

/** The channel has paid back. What is told again changes nothing. */
async function succeed(tx: Tx, app: Keeper, open: Open, news: RefundNews): Promise<Taken> {
  if (news.amountFen !== null && news.amountFen !== open.amountFen) return 'differs';
  const values = { channelRefundNo: news.channelRefundNo, successTime: news.doneTime ?? new Date(), failReason: null };
  const { rows } = await sql<{ whole: boolean }>`
    select refunded_fen + ${open.amountFen} = pay_fen as whole from ord_goods_order where id = ${open.orderId}::bigint for update`.execute(
    tx,
  );
  const isWhole = rows[0]?.whole === true;
  const action = isWhole ? 'ok' : 'okPart';
  const effect = async () => values;
  if (!(await moveNow(tx, app, open.id, { entity: refund, field: 'refundStatus', action, effect }))) return 'known';
  await sql`update ord_refund set next_time = null where id = ${open.id}::bigint`.execute(tx);
  await bookRefund(tx, app, { ...open, isOffline: false, time: values.successTime });
  await mirror(tx, open.orderId, isWhole ? refunded : partlyRefunded);
  return 'taken';
}

/** It will not be paid back this way: people decide what next. */
async function fail(tx: Tx, app: Keeper, open: Open, why: string): Promise<Taken> {
  const effect = async () => ({ failReason: why.slice(0, 200) });
  if (!(await moveNow(tx, app, open.id, { entity: refund, field: 'refundStatus', action: 'fail', effect })))
    return 'known';
  await sql`update ord_refund set next_time = null where id = ${open.id}::bigint`.execute(tx);
  await mirror(tx, open.orderId, failed);
  await logOrder(tx, {
    orderId: open.orderId,
    event: 'refundFailed',
    content: `${open.refundNo} ${why}`.slice(0, 500),
  });
  return 'taken';
}

/** Takes what a channel says of a refund, once. */
export async function takeRefund(app: App, news: RefundNews): Promise<Taken> {
  if (news.state === 'processing') return 'other';
  return withTransaction(app.db, async (tx) => {
    const open = await lockOpen(tx, news.refundNo);
    if (open === undefined) return 'unknown';
    return news.state === 'done' ? succeed(tx, app, open, news) : fail(tx, app, open, news.why ?? '');
  });
}

/** The channel does not do what it is asked. */
export const failRefund = (app: App, refundNo: string, why: string): Promise<Taken> =>
  withTransaction(app.db, async (tx) => {
    const open = await lockOpen(tx, refundNo);
    return open === undefined ? 'unknown' : fail(tx, app, open, why);
  });
