import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { z } from 'zod';
import type { PayParams } from '../../../adapters/pay/index.ts';
import { withTransaction, type Tx } from '../../../db/pool.ts';
import type { AppContext } from '../../../http/app-call.ts';
import type { App } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { id } from '../../../http/kit.ts';
import { lockCoupon } from '../../prizes/coupons/service.ts';
import { logOrder } from '../log.ts';
import { askChannel, channelFor } from './channel.ts';
import { settlePaid } from './settle.ts';

const { wechat, alipay, apple, eCny } = codes.PayChannel;
// The states of all kinds of orders have the same codes.
const { toPay } = machines['SM-Order'].states;

/** Minutes in which an order is paid. */
export const payMinutes = 15;
/** Seconds after which a channel that has not called is asked. */
const askAfterSec = 60;

/** What the app says of any order. */
export const anyOrder = {
  couponId: id.optional(),
  requestId: z.string().regex(/^[\w-]{8,40}$/),
  payChannel: z.literal([wechat, alipay, apple, eCny]).optional(),
  clientOs: z.literal([1, 2, 3]).optional(),
};

/** An order that is stored, and what it was asked by. */
export interface Made {
  readonly id: string;
  readonly orderNo: string;
  readonly goodsName: string;
  readonly payFen: number;
  readonly payChannel: number;
  readonly orderStatus: number;
  readonly expireTime: Date;
  readonly asked: string;
}

/** SQL of an order `o` as it is made. */
export const madeColumns =
  sql.raw(`o.id::text as id, o.order_no, o.goods_name, o.pay_fen::float8 as pay_fen, o.pay_channel, o.order_status, o.expire_time,
  o.kind || ' ' || coalesce(o.goods_type::text, '') || ' ' || coalesce(o.theme_id, o.prize_id, o.activity_id) || ' ' || o.qty as asked`);

/** The order of the same request, if it was made before; the same at the same moment waits. @throws AppError 6046 it was for something else */
async function madeBefore(tx: Tx, userId: string, requestId: string, asked: string): Promise<Made | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('ord_order request'), hashtext(${`${userId} ${requestId}`}))`.execute(
    tx,
  );
  const { rows } = await sql<Made>`
    select ${madeColumns} from ord_order o where o.user_id = ${userId}::bigint and o.request_id = ${requestId}`.execute(
    tx,
  );
  const [made] = rows;
  if (made !== undefined && made.asked !== asked) throw new AppError(6046);
  return made;
}

/** What a coupon of the caller takes off. @throws AppError 1001 it cannot be used for this */
export async function discountBy(
  tx: Tx,
  ctx: AppContext,
  couponId: string | undefined,
  purchase: Omit<Parameters<typeof lockCoupon>[1], 'userCouponId' | 'userId'>,
): Promise<number> {
  if (couponId === undefined) return 0;
  const off = await lockCoupon(tx, { userCouponId: couponId, userId: ctx.appUser.id, ...purchase });
  if (off === undefined) throw refuseField(ctx, 'couponId', 'invalid');
  return off;
}

async function begin(tx: Tx, app: App, made: Made): Promise<void> {
  await sql`
    insert into ord_payment (order_id, trade_no, channel, amount_fen, next_time)
    values (${made.id}::bigint, ${made.orderNo}, ${made.payChannel}, ${made.payFen}, now() + make_interval(secs => ${askAfterSec}))`.execute(
    tx,
  );
  await logOrder(tx, { orderId: made.id, event: 'created' });
  if (made.payFen > 0) return;
  const money = {
    tradeNo: made.orderNo,
    channelTradeNo: `ZERO${made.orderNo}`,
    paidFen: 0,
    paidTime: new Date(),
    payerId: null,
  };
  await settlePaid(tx, app, money);
}

/** Asks the channel for what is still to be paid. @throws AppError 1020 it does not answer */
async function askForMoney(app: App, made: Made): Promise<PayParams | null> {
  if (made.payFen === 0 || made.orderStatus !== toPay) return null;
  const { orderNo: tradeNo, payFen: amountFen, goodsName: subject, expireTime } = made;
  return askChannel(async () =>
    (await channelFor(app, made.payChannel)).create({ tradeNo, amountFen, subject, expireTime }),
  );
}

interface Ordering {
  readonly requestId: string;
  /** What is asked for, as `madeColumns` says it. */
  readonly asked: string;
  /** Stores the order. */
  readonly store: (tx: Tx) => Promise<Made>;
  /** What is held for it that others wait for: last in the transaction. */
  readonly hold?: (tx: Tx, made: Made) => Promise<void>;
}

/** Makes an order with its payment, or takes the one of the same request, and asks for the money when it is stored. Nothing to pay is paid at once. */
export async function order(
  ctx: AppContext,
  { requestId, asked, store, hold }: Ordering,
): Promise<{ readonly orderNo: string; readonly payFen: number; readonly payParams: PayParams | null }> {
  const made = await withTransaction(ctx.app.db, async (tx) => {
    const before = await madeBefore(tx, ctx.appUser.id, requestId, asked);
    if (before !== undefined) return before;
    const stored = await store(tx);
    await begin(tx, ctx.app, stored);
    await hold?.(tx, stored);
    return stored;
  });
  return { orderNo: made.orderNo, payFen: made.payFen, payParams: await askForMoney(ctx.app, made) };
}
