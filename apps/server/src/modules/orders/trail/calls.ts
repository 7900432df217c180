import type {
  BillLine,
  MoneyTrail,
  TrailDifference,
  TrailOrder,
  TrailRefund,
  TrailRevenue,
} from '@wheelhouse/contract/calls/orders/trail';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../db/pool.ts';
import { wallClock } from '../../../db/wall-clock.ts';
import { findInScope, holds } from '../../../entity/read.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import type { CallContext } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { kindOf } from '../kinds.ts';
import { transactionsOfOrder } from '../ledger/service.ts';

/** Rows of one kind: an order has a handful. */
const most = 100;

/** The order that a number leads to. */
async function orderOf(db: Db, number: string): Promise<TrailOrder | undefined> {
  const { rows } = await sql<TrailOrder>`
    select o.id::text as id, o.kind, o.order_no, o.goods_name, o.pay_fen::float8 as pay_fen, o.refunded_fen::float8 as refunded_fen, o.pay_channel, o.channel_trade_no,
      o.order_status, ${wallClock('o.create_time')} as create_time, ${wallClock('o.pay_time')} as pay_time
    from ord_order o where not o.deleted and o.order_no = (
      select no from (
        select 1 as rank, order_no as no from ord_order where order_no = ${number}
        union all select 2, order_no from ord_refund where refund_no = ${number} or channel_refund_no = ${number}
        union all select 3, order_no from ldg_transaction where bill_ref = ${number} and order_no is not null
        union all select 4, trade_no from ord_payment where channel_trade_no = ${number}
        union all select 5, order_no from ord_recon_item where item_no = ${number}
        union all select 6, trade_no from ord_bill_row where channel_trade_no = ${number} or channel_refund_no = ${number}) n
      order by rank limit 1)`.execute(db);
  return rows[0];
}

/** Rows of bills: of the order, and whatever else bears the number. */
async function billOf(db: Db, numbers: readonly string[]): Promise<readonly BillLine[]> {
  const { rows } = await sql<BillLine>`
    select channel as pay_channel, to_char(day, 'YYYY-MM-DD') as bill_date, kind as bill_kind, ${wallClock('time')} as time, trade_no as order_no, channel_trade_no, refund_no,
      amount_fen::float8 as amount_fen, fee_milli_fen::float8 as fee_milli_fen
    from ord_bill_row
    where trade_no = any(${numbers}::text[]) or channel_trade_no = any(${numbers}::text[]) or refund_no = any(${numbers}::text[]) or channel_refund_no = any(${numbers}::text[])
    order by ord_bill_row.time, seq limit ${most}`.execute(db);
  return rows;
}

async function refundsOf(db: Db, orderNo: string): Promise<readonly TrailRefund[]> {
  const { rows } = await sql<TrailRefund>`
    select refund_no, amount_fen::float8 as amount_fen, refund_status, ${wallClock('create_time')} as create_time, ${wallClock('success_time')} as success_time, channel_refund_no
    from ord_refund where order_no = ${orderNo} and not deleted order by id limit ${most}`.execute(db);
  return rows;
}

async function differencesOf(db: Db, numbers: readonly string[]): Promise<readonly TrailDifference[]> {
  const { rows } = await sql<TrailDifference>`
    select i.id::text as id, i.item_no, i.diff_type, i.item_status, i.diff_fen::float8 as diff_fen, to_char(r.bill_date, 'YYYY-MM-DD') as bill_date
    from ord_recon_item i join ord_recon r on r.id = i.recon_id
    where i.order_no = any(${numbers}::text[]) or i.item_no = any(${numbers}::text[]) or i.channel_trade_no = any(${numbers}::text[])
    order by i.id limit ${most}`.execute(db);
  return rows;
}

async function revenueOf(db: Db, orderNo: string, seesPartners: boolean): Promise<readonly TrailRevenue[]> {
  const { rows } = await sql<TrailRevenue>`
    select entry_no, type, pay_fen::float8 as pay_fen, channel_fee_fen::float8 as channel_fee_fen,
      case when ${seesPartners} then partner_share_fen::float8 end as partner_share_fen, ${wallClock('occur_time')} as occur_time, settle_month, settlement_no
    from ord_theme_revenue where order_no = ${orderNo} and not deleted order by id limit ${most}`.execute(db);
  return rows;
}

/** An order outside the caller's scope is none. */
async function inScope(ctx: CallContext, order: TrailOrder | undefined): Promise<TrailOrder | null> {
  if (order === undefined) return null;
  await findInScope(ctx, kindOf(order.kind).entity, order.id);
  return order;
}

/** Follows money from any of its numbers to all that is known of it. @throws AppError 1002 nothing has the number, 1011 outside the scope */
const trail = defineCall('POST /order/crm/ledger/trail', {
  access: 'revenueManage.query',
  effect: 'reads',
  body: z.object({ number: z.string().trim().min(3).max(80) }),
  summary: { zh: '资金追踪', en: 'Follow money' },
  async run(ctx, { number }): Promise<MoneyTrail> {
    const { db } = ctx.app;
    const order = await inScope(ctx, await orderOf(db, number));
    const numbers = [number, ...(order === null ? [] : [order.orderNo])];
    const [bill, differences] = [await billOf(db, numbers), await differencesOf(db, numbers)];
    if (order === null && bill.length === 0 && differences.length === 0) throw new AppError(1002);
    const refunds = order === null ? [] : await refundsOf(db, order.orderNo);
    const seesPartners = holds(ctx.user, 'revenueManage.settle');
    const ledger = order === null ? [] : await transactionsOfOrder(db, order.orderNo, seesPartners);
    const revenue = order === null ? [] : await revenueOf(db, order.orderNo, seesPartners);
    return { order, bill, refunds, differences, revenue, ledger };
  },
});

export const trailCalls: readonly Call[] = [trail];
