import { formatMoney } from '@wheelhouse/contract/time';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import type { RefundNews } from '../../../adapters/pay/index.ts';
import { withTransaction, type Tx } from '../../../db/pool.ts';
import { moveNow } from '../../../entity/due.ts';
import type { App } from '../../../http/context.ts';
import { restoreCoupon } from '../../prizes/coupons/service.ts';
import { kindOf } from '../kinds.ts';
import { logOrder } from '../log.ts';
import { payment } from '../pay/payment.ts';
import type { Taken } from '../pay/settle.ts';
import { bookBack } from '../sums.ts';
import { mirror, refundByChannel } from './apply.ts';
import { bookHeldBack } from './held.ts';

const refund = entityNamed('refund');
const { refunded, partlyRefunded, failed } = machines['SM-Refund'].states;

interface Given {
  readonly kind: number;
  readonly userCouponId: string | null;
  /** Paid after it was closed: coupon and stock went back then, and may be others' since. */
  readonly isHeld: boolean;
}

/** What an order has to do with a refund that has gone through. */
interface Done {
  readonly orderId: string;
  readonly refundNo: string;
  readonly amountFen: number;
  readonly revokeGoods: number;
  /** It gives back a payment that the order does not take. */
  readonly isOfHeld: boolean;
  /** Paid by people, not by the channel. */
  readonly isOffline: boolean;
  readonly time: Date;
  readonly operatorId?: string;
}

type Keeper = Pick<App, 'secrets' | 'db'>;

async function logRefunded(tx: Tx, { orderId, refundNo, amountFen, isOffline, operatorId }: Done): Promise<void> {
  const event = isOffline ? 'refundedOffline' : 'refunded';
  await logOrder(tx, { orderId, event, content: `${refundNo} ${formatMoney(amountFen)}`, operatorId });
}

/** Books a refund at its order: the sums, and when all is paid back its state, coupon, stock and what was granted. @returns whether all is paid back */
export async function bookRefund(tx: Tx, app: Pick<Keeper, 'secrets'>, done: Done): Promise<boolean> {
  const { orderId, refundNo, amountFen, revokeGoods, isOffline, time } = done;
  if (done.isOfHeld) {
    await bookHeldBack(tx, { orderId, refundNo, isOffline, time });
    await logRefunded(tx, done);
    return true;
  }
  const isWhole = await bookBack(tx, orderId, { refundNo, amountFen, isOffline, time });
  const { rows } = await sql<Given>`
    select o.kind, o.user_coupon_id::text as user_coupon_id, o.is_late as is_held
    from ord_order o where o.id = ${orderId}::bigint`.execute(tx);
  const [given] = rows;
  if (given === undefined) throw new Error(`the order ${orderId} of a refund is gone`);
  await logRefunded(tx, done);
  if (given.isHeld) return isWhole;
  const kind = kindOf(given.kind);
  if (isWhole) {
    await moveNow(tx, app, orderId, { entity: kind.entity, field: 'orderStatus', action: 'refunded' });
    await restoreCoupon(tx, given.userCouponId);
  }
  await kind.returned(tx, app, { orderId, refundNo, isWhole, revokes: revokeGoods === 1 });
  return isWhole;
}

interface Open extends Omit<Done, 'isOffline' | 'time' | 'operatorId'> {
  readonly id: string;
}

async function lockOpen(tx: Tx, refundNo: string): Promise<Open | undefined> {
  const { rows } = await sql<Open>`
    select id::text as id, order_id::text as order_id, refund_no, amount_fen::float8 as amount_fen, revoke_goods,
      held_trade_no is not null as is_of_held
    from ord_refund where refund_no = ${refundNo} for update`.execute(tx);
  return rows[0];
}

/**
 * A refund that nobody here asked for: the App Store gives money back by itself. It becomes a refund of the order, once.
 * @returns undefined where the order has no such payment, or another refund is open: then it waits for the reconciliation
 */
async function madeByChannel(tx: Tx, { tradeNo, refundNo, state, amountFen }: RefundNews): Promise<Open | undefined> {
  if (state !== 'done') return undefined;
  const { rows } = await sql<{ orderId: string; leftFen: number; isOpen: boolean; known: string | null }>`
    select o.id::text as order_id, (o.pay_fen - o.refunded_fen - o.refunding_fen)::float8 as left_fen,
      exists (select from ord_refund r where r.order_id = o.id and r.is_open) as is_open,
      (select r.refund_no from ord_refund r where r.order_id = o.id and r.channel_refund_no = ${refundNo}) as known
    from ord_order o join ord_payment p on p.order_id = o.id
    where p.trade_no = ${tradeNo} and p.status = ${payment.paid} for update of o`.execute(tx);
  const [found] = rows;
  if (found === undefined) return undefined;
  if (found.known !== null) return lockOpen(tx, found.known);
  const fen = amountFen ?? found.leftFen;
  if (found.isOpen || fen <= 0 || fen > found.leftFen) return undefined;
  return lockOpen(tx, await refundByChannel(tx, found.orderId, fen));
}

/** The channel has paid back. What is told again changes nothing. */
async function succeed(tx: Tx, app: Keeper, open: Open, news: RefundNews): Promise<Taken> {
  if (news.amountFen !== null && news.amountFen !== open.amountFen) return 'differs';
  const values = {
    channelRefundNo: open.refundNo === news.refundNo ? news.channelRefundNo : news.refundNo,
    successTime: news.doneTime ?? new Date(),
    failReason: null,
  };
  const { rows } = await sql<{ whole: boolean }>`
    select refunded_fen + ${open.amountFen} = pay_fen as whole from ord_order where id = ${open.orderId}::bigint for update`.execute(
    tx,
  );
  const isWhole = open.isOfHeld || rows[0]?.whole === true;
  const action = isWhole ? 'ok' : 'okPart';
  const effect = async () => values;
  if (!(await moveNow(tx, app, open.id, { entity: refund, field: 'refundStatus', action, effect }))) return 'known';
  await sql`update ord_refund set next_time = null where id = ${open.id}::bigint`.execute(tx);
  await bookRefund(tx, app, { ...open, isOffline: false, time: values.successTime });
  if (!open.isOfHeld) await mirror(tx, open.orderId, isWhole ? refunded : partlyRefunded);
  return 'taken';
}

/** It will not be paid back this way: people decide what next. */
async function fail(tx: Tx, app: Keeper, open: Open, why: string): Promise<Taken> {
  const effect = async () => ({ failReason: why.slice(0, 200) });
  if (!(await moveNow(tx, app, open.id, { entity: refund, field: 'refundStatus', action: 'fail', effect })))
    return 'known';
  await sql`update ord_refund set next_time = null where id = ${open.id}::bigint`.execute(tx);
  if (!open.isOfHeld) await mirror(tx, open.orderId, failed);
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
    const open = (await lockOpen(tx, news.refundNo)) ?? (await madeByChannel(tx, news));
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
