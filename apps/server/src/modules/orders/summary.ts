import type { OrderSums } from '@wheelhouse/contract/calls/orders/orders';
import type { Condition, ListQuery } from '@wheelhouse/contract/list-query';
import { isDay } from '@wheelhouse/contract/time';
import type { EntityDef } from '@wheelhouse/entities/define';
import type { Row } from '@wheelhouse/entities/fields';
import { sql, type RawBuilder } from 'kysely';
import { readQuery } from '../../entity/query.ts';
import { listWhere, visibleWhere } from '../../entity/read.ts';
import { run } from '../../entity/run.ts';
import type { App, CallContext } from '../../http/context.ts';
import type { Job } from '../module.ts';
import { foldRevenue } from './revenue/sums.ts';

/** By what `ord_sum` has its sums: its columns are called as those of orders (decision 0058). */
const summedBy = new Set(['orderStatus', 'refundStatus', 'goodsType', 'payChannel']);

/** Whether a condition takes whole days. */
const isOfDays = ({ field, op, value }: Condition): boolean =>
  field === 'createTime' &&
  (isDay(String(value)) ||
    (op === 'ge' && String(value).endsWith(' 00:00:00')) ||
    (op === 'le' && String(value).endsWith(' 23:59:59')));

const isSummed = (ctx: CallContext, entity: EntityDef, { conditions }: ListQuery): boolean =>
  visibleWhere(entity, 't', ctx.user) === undefined &&
  conditions.every((condition) => summedBy.has(condition.field) || isOfDays(condition));

/** The same columns of single orders. */
const single = sql`(select o.*, 1 as orders, case when o.pay_time is not null then o.pay_fen else 0 end as paid_fen from ord_order o)`;

/** Over what the list of a kind of orders is narrowed to: money that came, and what of it went back. */
export async function sumsOf(ctx: CallContext, entity: EntityDef, asked: Row): Promise<OrderSums> {
  const query = readQuery(ctx, entity, { query: asked });
  const where = await listWhere(ctx, entity, query);
  const from: RawBuilder<unknown> = isSummed(ctx, entity, query) ? sql`ord_sum` : single;
  const statement = sql<OrderSums>`
    select s.orders, s.paid_fen as "paidFen", s.refunded_fen as "refundedFen", s.paid_fen - s.refunded_fen as "netFen"
    from (select coalesce(sum(t.orders), 0)::int as orders, coalesce(sum(t.paid_fen), 0)::float8 as paid_fen, coalesce(sum(t.refunded_fen), 0)::float8 as refunded_fen
      from ${from} t where ${where}) s`;
  const [sums] = await ctx.app.reads.run(({ pool }) => run<OrderSums>(pool, statement, { forValues: true }));
  if (sums === undefined) throw new Error('a sum has no row');
  return sums;
}

/** Brings together the rows of sums of orders, and of revenue, that have come since. Safe to be cut off, and to run beside itself. */
export async function foldSums({ db }: Pick<App, 'db'>): Promise<void> {
  await sql`
    with gone as (
      delete from ord_sum s using (
        select distinct kind, create_time from ord_sum group by kind, create_time, order_status, refund_status, goods_type, pay_channel having count(*) > 1) d
      where s.kind = d.kind and s.create_time = d.create_time returning s.*)
    insert into ord_sum (kind, order_status, refund_status, goods_type, pay_channel, create_time, orders, paid_fen, refunded_fen)
    select kind, order_status, refund_status, goods_type, pay_channel, create_time, sum(orders), sum(paid_fen), sum(refunded_fen) from gone
    group by 1, 2, 3, 4, 5, 6 having sum(orders) <> 0 or sum(paid_fen) <> 0 or sum(refunded_fen) <> 0`.execute(db);
  await foldRevenue(db);
}

export const sumsFolded: Job = { name: 'orders.sumsFolded', cron: '50 * * * *', run: foldSums };
