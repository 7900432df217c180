import type { OwnOrder } from '@wheelhouse/contract/calls/orders/orders';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { z } from 'zod';
import { withTransaction, type Tx } from '../../../db/pool.ts';
import { wallClock } from '../../../db/wall-clock.ts';
import { wrongState } from '../../../entity/state-text.ts';
import { defineAppCall, type AppContext } from '../../../http/app-call.ts';
import type { Call } from '../../../http/call.ts';
import { AppError } from '../../../http/errors.ts';
import { code, digit } from '../../../http/kit.ts';
import { refundUnopened } from '../boxes/refund.ts';
import { applyForRefund } from '../refunds/apply.ts';
import { refuseRefund, refuseUsed } from '../refunds/rules.ts';
import { createOrder, newOrder } from './create.ts';

const { paid, shipped, done } = machines['SM-Order'].states;
const refundable: ReadonlySet<number> = new Set([paid, shipped, done]);
const mostShown = 200;

const create = defineAppCall('POST /app/v1/order/create', {
  limit: { most: 100, within: 'hour' },
  body: newOrder,
  summary: { zh: 'APP：下单', en: 'App: order something' },
  run: (ctx, asked) => createOrder(ctx, asked),
});

const mine = defineAppCall('GET /app/v1/order/list', {
  query: z.object({ status: digit.optional() }),
  summary: { zh: 'APP：我的订单', en: 'App: the orders of the caller' },
  async run({ app, appUser }, { status = null }) {
    const { rows } = await sql<OwnOrder>`
      select o.order_no, o.kind, o.goods_type, o.goods_name, o.qty, o.total_fen::float8 as total_fen, o.discount_fen::float8 as discount_fen, o.pay_fen::float8 as pay_fen,
        o.refunded_fen::float8 as refunded_fen, o.pay_channel, o.order_status, o.refund_status, ${wallClock('o.create_time')} as create_time,
        ${wallClock('o.expire_time')} as expire_time, ${wallClock('o.pay_time')} as pay_time, o.express_company, o.express_no,
        array(select b.box_no from ord_blind_box b where b.blind_box_order_id = o.id and b.box_state = ${codes.BoxState.unopened} order by 1) as to_open
      from ord_order o where o.user_id = ${appUser.id}::bigint and not o.deleted and (${status}::int is null or o.order_status = ${status}::int)
      order by o.id desc limit ${mostShown}`.execute(app.db);
    return rows;
  },
});

interface Bought {
  readonly id: string;
  readonly orderStatus: number;
  readonly refundStatus: number;
  readonly payChannel: number;
  readonly payFen: number;
  readonly leftFen: number;
  readonly grantTime: string | null;
  readonly kind: number;
}

interface Wish {
  readonly orderNo: string;
  readonly reasonCode: '1' | '2' | '3' | '4' | '5' | '9';
  readonly text: string;
}

async function applyIn(
  tx: Tx,
  ctx: AppContext,
  { orderNo, reasonCode, text }: Wish,
): Promise<{ readonly refundNo: string }> {
  const { rows } = await sql<Bought>`
    select o.id::text as id, o.order_status, o.refund_status, o.pay_channel, o.pay_fen::float8 as pay_fen,
      (o.pay_fen - o.refunded_fen - o.refunding_fen)::float8 as left_fen, ${wallClock('o.grant_time')} as grant_time, o.kind
    from ord_order o where o.order_no = ${orderNo} and o.user_id = ${ctx.appUser.id}::bigint and not o.deleted for update`.execute(
    tx,
  );
  const [bought] = rows;
  if (bought === undefined) throw new AppError(1002);
  if (!refundable.has(bought.orderStatus)) throw wrongState('OrderStatus', bought.orderStatus, ctx);
  refuseRefund(bought);
  refuseUsed(bought, { reasonCode });
  const asked = { reasonCode, remark: text, revokeGoods: 1 } as const;
  if (bought.kind === codes.OrderKind.blindBox) return { refundNo: await refundUnopened(tx, ctx, bought.id, asked) };
  const amountFen = bought.leftFen;
  if (amountFen === 0) throw new AppError(7005, { n: '0.00' });
  return { refundNo: await applyForRefund(tx, bought.id, { amountFen, ...asked }) };
}

const refundApply = defineAppCall('POST /app/v1/order/refundApply', {
  limit: { most: 20, within: 'day' },
  body: z.object({
    orderNo: code(/^(GO|BB)\d{20}$/),
    reasonCode: z.literal(Object.values(codes.RefundReason)),
    text: z.string().min(5).max(200),
  }),
  summary: { zh: 'APP：申请退款', en: 'App: ask for the money back' },
  run: (ctx, wish) => withTransaction(ctx.app.db, (tx) => applyIn(tx, ctx, wish)),
});

export const orderAppCalls: readonly Call[] = [create, mine, refundApply];
