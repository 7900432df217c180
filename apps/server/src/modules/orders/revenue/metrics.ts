import type {
  RevenueGranularity,
  RevenueMetrics,
  RevenuePoint,
  RevenueRank,
  RevenueSums,
} from '@wheelhouse/contract/calls/orders/revenue';
import type { ListQuery } from '@wheelhouse/contract/list-query';
import { formatInstant } from '@wheelhouse/contract/time';
import { codes } from '@wheelhouse/entities/codes';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { holds, listWhere } from '../../../entity/read.ts';
import { run } from '../../../entity/run.ts';
import { dayOf } from '../../../db/wall-clock.ts';
import type { CallContext } from '../../../http/context.ts';
import type { DayRange } from '../../../http/day-range.ts';
import { inPeriod } from './period.ts';
import { payersAmong, payersOf, sourceByTheme, sourceOf } from './sums.ts';

const entity = entityNamed('themeRevenue');
const { sale, refund } = codes.RevenueType;

/** Sums of entries `t`, or of sums of them, whose signs say which way money went. What partners get is for those who settle, and so is what is left of it. */
const sumsFor = ({ user }: Pick<CallContext, 'user'>) => {
  const settles = holds(user, 'revenueManage.settle');
  return sql<RevenueSums>`coalesce(sum(t.n) filter (where t.type = ${sale}), 0)::int as orders,
    coalesce(sum(t.pay_fen) filter (where t.type = ${sale}), 0)::float8 as "grossFen",
    coalesce(sum(0 - t.pay_fen) filter (where t.type = ${refund}), 0)::float8 as "refundFen",
    coalesce(sum(t.pay_fen), 0)::float8 as "netFen",
    coalesce(sum(0 - t.channel_fee_fen), 0)::float8 as "channelFeeFen",
    case when ${settles}::boolean then coalesce(sum(0 - t.partner_share_fen), 0)::float8 end as "partnerShareFen",
    case when ${settles}::boolean then coalesce(sum(t.own_fen), 0)::float8 end as "ownRevenueFen"`;
};

/** The metrics of §5 over what a query chooses, within a time. */
export async function metricsOf(ctx: CallContext, query: ListQuery, period: DayRange): Promise<RevenueMetrics> {
  const where = await listWhere(ctx, entity, inPeriod(query, period));
  const { from, isSummed } = sourceOf({ ctx, query, period });
  const isOfAll = isSummed && query.conditions.every(({ field }) => field === 'occurTime');
  const statement = sql`
    select s.*, p.payers, round(s."netFen"::numeric / nullif(p.payers, 0))::float8 as "arppuFen"
    from (select ${sumsFor(ctx)} from ${from} t where ${where}) s cross join ${isOfAll ? payersOf(where, period) : payersAmong(where)} p`;
  const [found] = await ctx.app.reads.run(({ pool }) =>
    run<Omit<RevenueMetrics, 'from' | 'to'>>(pool, statement, { forValues: true }),
  );
  if (found === undefined) throw new Error('a sum has no row');
  return { ...found, from: formatInstant(period.from), to: formatInstant(period.to) };
}

/** The same by day, week or month of Asia/Shanghai; a period in which nothing happened is there with 0. */
export async function trendOf(
  ctx: CallContext,
  query: ListQuery,
  period: DayRange,
  granularity: RevenueGranularity,
): Promise<readonly RevenuePoint[]> {
  const where = await listWhere(ctx, entity, inPeriod(query, period));
  const [from, to] = [formatInstant(period.from), formatInstant(period.to)];
  const statement = sql`
    with p as (
      select d::date as day from generate_series(date_trunc(${granularity}::text, ${from}::timestamp), ${to}::timestamp, ('1 ' || ${granularity}::text)::interval) d),
    e as (select t.*, date_trunc(${granularity}::text, ${dayOf('t.occur_time')}::timestamp)::date as period_day from ${sourceOf({ ctx, query, period }).from} t where ${where})
    select to_char(p.day, 'YYYY-MM-DD') as period, ${sumsFor(ctx)}
    from p left join e t on t.period_day = p.day group by p.day order by p.day`;
  return ctx.app.reads.run(({ pool }) => run<RevenuePoint>(pool, statement, { forValues: true }));
}

/** Themes by net, the most first; versions of a theme are one. */
export async function rankOf(
  ctx: CallContext,
  query: ListQuery,
  period: DayRange,
  topN: number,
): Promise<{ readonly list: readonly RevenueRank[]; readonly total: number }> {
  const where = await listWhere(ctx, entity, inPeriod(query, period));
  const statement = sql`
    with r as (
      select t.theme_no as "themeNo", ${sumsFor(ctx)}, (count(*) over ())::int as total from ${sourceByTheme({ ctx, query, period }).from} t where ${where}
      group by t.theme_no order by "netFen" desc, "grossFen" desc, t.theme_no limit ${topN})
    select r.*, v.theme_name as "themeName", v.partner_name as "partnerName"
    from r cross join lateral (
      select t.theme_name, t.partner_name from ord_theme_revenue t where ${where} and t.theme_no = r."themeNo" order by t.occur_time desc, t.id desc limit 1) v
    order by "netFen" desc, "grossFen" desc, "themeNo"`;
  const rows = await ctx.app.reads.run(({ pool }) =>
    run<RevenueRank & { readonly total: number }>(pool, statement, { forValues: true }),
  );
  return { list: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 };
}
