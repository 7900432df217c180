import { codes, type Code } from '@wheelhouse/entities/codes';
import { formatMoney } from '@wheelhouse/contract/time';
import { sql } from 'kysely';
import type { TradeNews } from '../../../adapters/pay/index.ts';
import { withTransaction, type Tx } from '../../../db/pool.ts';
import { moveNow } from '../../../entity/due.ts';
import { assignments } from '../../../entity/store.ts';
import type { App } from '../../../http/context.ts';
import { useCoupon } from '../../prizes/coupons/service.ts';
import type { Keeper } from '../kind.ts';
import { kindOf } from '../kinds.ts';
import { logOrder } from '../log.ts';
import { refundWhole } from '../refunds/apply.ts';
import { bookHeld, bookSale } from '../sums.ts';
import { payment as states } from './payment.ts';

/** What came of a channel's news of a trade. */
export type Taken = 'taken' | 'known' | 'differs' | 'late' | 'twice' | 'unknown' | 'other';

interface Payment {
  readonly id: string;
  readonly orderId: string;
  readonly status: number;
  readonly amountFen: number;
  readonly channelTradeNo: string | null;
  readonly userCouponId: string | null;
  readonly kind: number;
}

/** Money that a channel says has come. */
export interface Paid {
  readonly tradeNo: string;
  readonly channelTradeNo: string;
  readonly paidFen: number;
  readonly paidTime: Date;
  readonly payerId: string | null;
}

async function note(tx: Tx, orderId: string, issue: Code<'PayIssue'>, content: string): Promise<void> {
  await sql`
    update ord_order set pay_issue = ${issue}, rev = rev + 1, update_time = now(), update_by = null where id = ${orderId}::bigint`.execute(
    tx,
  );
  await logOrder(tx, { orderId, event: 'issue', content });
}

async function keep(tx: Tx, { id }: Payment, { channelTradeNo, paidFen, paidTime }: Paid): Promise<void> {
  await sql`
    update ord_payment set channel_trade_no = ${channelTradeNo}, paid_fen = ${paidFen}, paid_time = ${paidTime}, next_time = null
    where id = ${id}::bigint`.execute(tx);
}

/** @returns whether it is held since now */
const hold = (
  tx: Tx,
  app: Keeper,
  orderId: string,
  why: 'paidAfterClose' | 'wrongAmount',
  money: Paid,
): Promise<boolean> =>
  bookHeld(tx, app, orderId, { why, billRef: money.channelTradeNo, payFen: money.paidFen, time: money.paidTime });

/** The order was closed before the money came: it is kept with the order, and goes back whole. */
async function takeLate(tx: Tx, app: Keeper, payment: Payment, money: Paid): Promise<Taken> {
  await keep(tx, payment, money);
  const values = { channelTradeNo: money.channelTradeNo, payTime: money.paidTime, payerId: money.payerId };
  const { entity } = kindOf(payment.kind);
  const sets = assignments(entity, values, app.secrets).map(({ column, value }) => sql`${sql.raw(column)} = ${value}`);
  await sql`update ord_order set is_late = true, ${sql.join(sets)} where id = ${payment.orderId}::bigint`.execute(tx);
  await note(tx, payment.orderId, codes.PayIssue.afterClose, formatMoney(money.paidFen));
  await hold(tx, app, payment.orderId, 'paidAfterClose', money);
  await refundWhole(tx, payment.orderId);
  return 'late';
}

/**
 * Takes money into its order, in the transaction of whoever learnt of it first: the payment's row is locked, and what is said again changes nothing. An
 * amount that differs is not the order's money: the order is marked, and not paid.
 */
export async function settlePaid(tx: Tx, app: Keeper, money: Paid): Promise<Taken> {
  const { rows } = await sql<Payment>`
    select p.id::text as id, p.order_id::text as order_id, p.status, p.amount_fen::float8 as amount_fen, p.channel_trade_no,
      o.user_coupon_id::text as user_coupon_id, o.kind
    from ord_payment p join ord_order o on o.id = p.order_id where p.trade_no = ${money.tradeNo} for update of p`.execute(
    tx,
  );
  const [found] = rows;
  if (found === undefined) return 'unknown';
  const { orderId, channelTradeNo } = found;
  if (channelTradeNo === money.channelTradeNo) return 'known';
  if (channelTradeNo !== null) {
    if (!(await hold(tx, app, orderId, 'wrongAmount', money))) return 'known';
    await note(tx, orderId, codes.PayIssue.twice, `${money.channelTradeNo} ${formatMoney(money.paidFen)}`);
    return 'twice';
  }
  if (money.paidFen !== found.amountFen) {
    await keep(tx, found, money);
    await hold(tx, app, orderId, 'wrongAmount', money);
    await note(tx, orderId, codes.PayIssue.amount, `${formatMoney(money.paidFen)} ≠ ${formatMoney(found.amountFen)}`);
    return 'differs';
  }
  if (found.status !== states.waiting) return takeLate(tx, app, found, money);
  await keep(tx, found, money);
  await sql`update ord_payment set status = ${states.paid} where id = ${found.id}::bigint`.execute(tx);
  const kind = kindOf(found.kind);
  await moveNow(tx, app, orderId, {
    entity: kind.entity,
    field: 'orderStatus',
    action: 'pay',
    effect: async () => ({
      channelTradeNo: money.channelTradeNo,
      payTime: money.paidTime,
      payerId: money.payerId,
    }),
  });
  await bookSale(tx, app, orderId, money.paidTime);
  await useCoupon(tx, found.userCouponId);
  await logOrder(tx, { orderId, event: 'paid', content: formatMoney(money.paidFen) });
  await kind.paid(tx, app, orderId);
  return 'taken';
}

/** Takes what a channel says of a trade, in a transaction of its own. */
export async function takeTrade(app: App, news: TradeNews): Promise<Taken> {
  const { tradeNo, state, channelTradeNo, amountFen, paidTime, payerId } = news;
  if (state !== 'paid' || channelTradeNo === null || amountFen === null) return 'other';
  const money = { tradeNo, channelTradeNo, paidFen: amountFen, paidTime: paidTime ?? new Date(), payerId };
  return withTransaction(app.db, (tx) => settlePaid(tx, app, money));
}
