import { sql } from 'kysely';
import { formatDay } from '@wheelhouse/contract/time';
import type { SimPool } from '@wheelhouse/contract/calls/sim';
import { inLang } from '../../db/in-lang.ts';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { today } from '../../db/wall-clock.ts';
import type { PageSource } from '../../entity/sql-page.ts';
import type { Fragment } from '../../entity/scope.ts';
import type { CallContext } from '../../http/context.ts';
import { dayRange } from '../../http/day-range.ts';
import { cardsSeenBy, whereSeen } from './scope.ts';
import type { AbnormalQuery, CommonQuery, DayQuery, MonthQuery, PoolQuery } from './flow-queries.ts';

// What the tabs of usage show, and its exports write: where the rows of a query come from.

const kbOfMb = 1024;
const mostDays = 92;
const mostMonths = 24;
const abnormalDays = 31;
const { quarter, year } = codes.PackageCycle;
const { active } = machines['SM-Sim'].states;

/** Both ends as days. @throws AppError 1001, 8003, 1012 */
export function daysOf(
  ctx: CallContext,
  from: string,
  to: string,
  days = mostDays,
): { readonly from: string; readonly to: string } {
  const range = dayRange(ctx, ['statDate.ge', 'statDate.le'], [from, to], { days });
  return { from: formatDay(range.from), to: formatDay(range.to) };
}

/** Conditions on usage `d`, its card `s` and its model: cards that the caller sees, and what was asked for. */
export function meets({ user }: CallContext, query: CommonQuery, vin: Fragment, model: Fragment): Fragment {
  const { iccid, carrier, poolId, vehicleTypeId, 'usedMb.ge': least, 'usedMb.le': most } = query;
  const conditions = [
    cardsSeenBy(user, 's'),
    iccid === undefined ? undefined : sql`d.iccid = ${iccid}`,
    query.vin === undefined ? undefined : sql`${vin} = ${query.vin}`,
    carrier === undefined ? undefined : sql`s.carrier = ${carrier}`,
    poolId === undefined ? undefined : sql`s.pool_id = ${poolId}`,
    vehicleTypeId === undefined ? undefined : sql`${model} = ${vehicleTypeId}::bigint`,
    least === undefined ? undefined : sql`d.used_kb >= ${least * kbOfMb}::float8`,
    most === undefined ? undefined : sql`d.used_kb <= ${most * kbOfMb}::float8`,
  ].filter((one) => one !== undefined);
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** Whether those conditions are on the card `s` too. */
const asksCards = ({ user }: CallContext, { carrier, poolId }: CommonQuery): boolean =>
  carrier !== undefined || poolId !== undefined || cardsSeenBy(user, 's') !== undefined;

/** Days with their cards and models. */
export const usageOfCards = sql`sim_flow_day d left join sim_card s on s.iccid = d.iccid and not s.deleted left join veh_type m on m.id = d.vehicle_type_id`;

/** The same without the cards where nothing is asked of them: a month of usage has millions of days. */
export const usageOf = (ctx: CallContext, query: CommonQuery): Fragment =>
  asksCards(ctx, query) ? usageOfCards : sql`sim_flow_day d left join veh_type m on m.id = d.vehicle_type_id`;

/** Share of the carrier's figure by which the device's may be another. */
const mostDifference = 0.2;
/** 1: the device counted another volume than the carrier charges; null: it told none. */
const deviceDiffers = sql`case when f.device_kb is not null then (abs(f.device_kb - d.used_kb) > d.used_kb * ${sql.lit(mostDifference)}::float8)::int end`;

export function daySource(ctx: CallContext, query: DayQuery): PageSource {
  const { from, to } = daysOf(ctx, query['statDate.ge'], query['statDate.le']);
  return {
    select: sql`to_char(d.stat_date, 'YYYY-MM-DD') as stat_date, s.id::text as sim_id, d.iccid, d.vin, ${inLang(ctx.lang, 'm.name')} as vehicle_type_name, d.used_kb, d.up_kb, d.down_kb,
        d.session_count, d.online_min, f.device_kb::float8 as device_kb, ${deviceDiffers} as device_differs`,
    from: sql`${usageOfCards} left join sim_device_day f on f.iccid = d.iccid and f.stat_date = d.stat_date`,
    where: sql`d.stat_date between ${from}::date and ${to}::date and ${meets(ctx, query, sql`d.vin`, sql`d.vehicle_type_id`)}`,
    order: sql`d.stat_date desc, d.used_kb desc, d.iccid`,
  };
}

/** What renewals of a card `s` come to in the month of `d`: each is spread evenly over the months of its term; null: no renewal with a fee covers it. */
export const monthFeeText = `(
  select round(sum(r.fee_fen::numeric / greatest(1, extract(year from r.term) * 12 + extract(month from r.term))))::float8
  from (select fee_fen, date_trunc('month', from_date) as first, date_trunc('month', to_date) as until,
      age(date_trunc('month', to_date), date_trunc('month', from_date)) as term
    from sim_renewal where sim_id = s.id and fee_fen is not null) r
  where d.month >= r.first and (d.month < r.until or d.month = r.first))`;
const monthFee = sql.raw(monthFeeText);

export function monthSource(ctx: CallContext, query: MonthQuery): PageSource {
  // The first days of both: so many months are at most 31 days each apart.
  const { from, to } = daysOf(ctx, `${query['statDate.ge']}-01`, `${query['statDate.le']}-01`, (mostMonths - 1) * 31);
  return {
    select: sql`to_char(d.month, 'YYYY-MM') as month, s.id::text as sim_id, d.iccid, coalesce(v.vin, v.frame_no) as vin, d.used_kb::float8 as used_kb, d.up_kb::float8 as up_kb, d.down_kb::float8 as down_kb, d.package_mb,
        round(d.used_kb * 100.0 / (d.package_mb * ${kbOfMb}), 1)::float8 as usage_rate, greatest(0, d.used_kb - d.package_mb * ${kbOfMb}::bigint)::float8 as over_kb, ${monthFee} as fee_fen`,
    from: sql`sim_flow_month d left join sim_card s on s.iccid = d.iccid and not s.deleted left join veh_vehicle v on v.iccid = d.iccid and not v.deleted`,
    where: sql`d.month between ${from}::date and ${to}::date and ${meets(ctx, query, sql`coalesce(v.vin, v.frame_no)`, sql`v.vehicle_type_id`)}`,
    order: sql`d.month desc, d.used_kb desc, d.iccid`,
  };
}

/** Pools in this month: their volume is the month's share of their active cards, and the prediction goes on as the days so far. */
export async function poolRows(ctx: CallContext, { carrier, poolId }: PoolQuery): Promise<readonly SimPool[]> {
  const { rows } = await sql<SimPool>`
    with pools as (
      select s.pool_id, count(*)::int as cards, count(*) filter (where s.sim_status = ${active})::int as active_cards,
        coalesce(sum(s.package_mb / case s.package_cycle when ${quarter} then 3.0 when ${year} then 12.0 else 1.0 end) filter (where s.sim_status = ${active}), 0)::float8 as total_mb, sum(s.month_used_kb)::float8 / ${kbOfMb} as used_mb
      from sim_card s where not s.deleted and ${whereSeen(ctx.user, 's')} and (${carrier ?? null}::int is null or s.carrier = ${carrier ?? null}) and (${poolId ?? null}::text is null or s.pool_id = ${poolId ?? null})
      group by s.pool_id)
    select p.*, round((p.used_mb / extract(day from ${today}::timestamp) * extract(day from date_trunc('month', ${today}::timestamp) + interval '1 month - 1 day'))::numeric, 2)::float8 as predicted_mb,
      case when p.total_mb > 0 then round((p.used_mb * 100 / p.total_mb)::numeric, 1)::float8 else 0 end as rate
    from pools p order by rate desc, p.pool_id`.execute(ctx.app.db);
  return rows;
}

/** Times the median of its model on that day that a card may use. */
const mostTimes = 10;
/** MB that a card may use on a day on which its vehicle has not reported. */
const mostOfflineMb = 50;

/** Days of usage that something is wrong with: 1 far above its model, 2 while the vehicle is silent, 3 by a card in no vehicle. */
export function abnormalSource(ctx: CallContext, query: AbnormalQuery): PageSource {
  const { from, to } = daysOf(ctx, query['statDate.ge'], query['statDate.le'], abnormalDays);
  const between = sql`between ${from}::date and ${to}::date`;
  const found = sql`
    (select d.*, u.median, case when d.vin is null then 3
        when d.used_kb > ${mostOfflineMb * kbOfMb} and not exists (
          select from veh_vehicle v join veh_mileage_day a on a.vehicle_id = v.id and a.stat_date = d.stat_date and not a.deleted where (v.vin = d.vin or v.frame_no = d.vin) and not v.deleted) then 2
        when d.used_kb > ${mostTimes} * u.median then 1 end as rule
      from sim_flow_day d
      left join (select stat_date, vehicle_type_id, percentile_cont(0.5) within group (order by used_kb) as median from sim_flow_day
        where stat_date ${between} and vehicle_type_id is not null group by 1, 2) u on u.stat_date = d.stat_date and u.vehicle_type_id = d.vehicle_type_id
      where d.stat_date ${between} and d.used_kb > 0) d`;
  return {
    select: sql`to_char(d.stat_date, 'YYYY-MM-DD') as stat_date, s.id::text as sim_id, d.iccid, d.vin, ${inLang(ctx.lang, 'm.name')} as vehicle_type_name, d.used_kb, round(d.median)::float8 as median_kb, d.rule`,
    from: sql`${found} left join sim_card s on s.iccid = d.iccid and not s.deleted left join veh_type m on m.id = d.vehicle_type_id`,
    where: sql`d.rule is not null and (${query.rule ?? null}::int is null or d.rule = ${query.rule ?? null}) and ${meets(ctx, query, sql`d.vin`, sql`d.vehicle_type_id`)}`,
    order: sql`d.stat_date desc, d.used_kb desc, d.iccid`,
  };
}
