import type { OrderSums } from '@wheelhouse/contract/calls/orders/orders';
import type { EntityDef } from '@wheelhouse/entities/define';
import type { Row } from '@wheelhouse/entities/fields';
import { sql } from 'kysely';
import { readQuery } from '../../entity/query.ts';
import { listWhere } from '../../entity/read.ts';
import { run } from '../../entity/run.ts';
import type { CallContext } from '../../http/context.ts';

/** Over what the list of a kind of orders is narrowed to: money that came, and what of it went back. */
export async function sumsOf(ctx: CallContext, entity: EntityDef, query: Row): Promise<OrderSums> {
  const where = await listWhere(ctx, entity, readQuery(ctx, entity, { query }));
  const statement = sql<OrderSums>`
    select count(*)::int as orders, coalesce(sum(s.pay_fen) filter (where s.was_paid), 0)::float8 as "paidFen",
      coalesce(sum(s.refunded_fen), 0)::float8 as "refundedFen",
      (coalesce(sum(s.pay_fen) filter (where s.was_paid), 0) - coalesce(sum(s.refunded_fen), 0))::float8 as "netFen"
    from (select t.pay_fen, t.refunded_fen, t.pay_time is not null as was_paid from ord_order t where ${where}) s`;
  const [sums] = await ctx.app.reads.run(({ pool }) => run<OrderSums>(pool, statement));
  if (sums === undefined) throw new Error('a sum has no row');
  return sums;
}
