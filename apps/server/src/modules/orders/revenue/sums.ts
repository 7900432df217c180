import type { ListQuery } from '@wheelhouse/contract/list-query';
import { codes } from '@wheelhouse/entities/codes';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../db/pool.ts';
import { localTime, startOfDay } from '../../../db/wall-clock.ts';
import { visibleWhere } from '../../../entity/read.ts';
import type { CallContext } from '../../../http/context.ts';
import type { DayRange } from '../../../http/day-range.ts';

const entity = entityNamed('themeRevenue');
const { sale } = codes.RevenueType;
/** What a table of sums has them by: its columns are called as those of entries, and its times are the beginnings of days or months (decision 0058). */
interface Sums {
  readonly table: string;
  readonly unit: 'day' | 'month';
  readonly by: ReadonlySet<string>;
}
const common = ['occurTime', 'type', 'themeType', 'saleMode', 'payChannel', 'clientOs'];
const byDay: Sums = { table: 'ord_revenue_sum', unit: 'day', by: new Set(common) };
const byTheme: Sums = {
  table: 'ord_revenue_theme',
  unit: 'month',
  by: new Set([...common, 'themeId', 'themeNo', 'partnerName']),
};
/** Users of one row of `ord_revenue_payers`. */
const usersOfPart = 32_768;

/** Where something is read that is asked about: what it is read from, as `t`, is narrowed by the condition of the list. */
interface Source {
  readonly from: RawBuilder<unknown>;
  readonly isSummed: boolean;
}

interface Asked {
  readonly ctx: CallContext;
  readonly query: ListQuery;
  readonly period: DayRange;
}

const local = (at: Date) => localTime(sql`${at}::timestamptz`);
/** The first whole day or month of a time, and the first after it that is not whole: between them sums are read. */
const wholeFrom = (unit: 'day' | 'month', { from }: DayRange): RawBuilder<Date> =>
  startOfDay(
    sql`date_trunc(${sql.lit(unit)}, ${local(from)} + interval ${sql.lit(`1 ${unit}`)} - interval '1 microsecond')`,
  );
const wholeUntil = (unit: 'day' | 'month', { to }: DayRange): RawBuilder<Date> =>
  startOfDay(sql`date_trunc(${sql.lit(unit)}, ${local(to)} + interval '1 second')`);

/** Entries of times that are not whole and sums of those that are, or entries alone where a condition asks for what sums do not have. */
function sourceBy({ table, unit, by }: Sums, columns: RawBuilder<unknown>, asked: Asked): Source {
  const { ctx, query, period } = asked;
  if (visibleWhere(entity, 't', ctx.user) !== undefined || query.conditions.some(({ field }) => !by.has(field)))
    return { from: sql`(select t.*, 1 as n from ord_theme_revenue t)`, isSummed: false };
  const [first, end] = [wholeFrom(unit, period), wholeUntil(unit, period)];
  const from = sql`(
    select ${columns}, t.n from ${sql.table(table)} t where t.occur_time >= ${first} and t.occur_time < ${end}
    union all select ${columns}, 1 from ord_theme_revenue t where t.occur_time < ${first}
    union all select ${columns}, 1 from ord_theme_revenue t where t.occur_time >= ${first} and t.occur_time >= ${end})`;
  return { from, isSummed: true };
}

const columnsOfDay = sql`t.type, t.theme_type, t.sale_mode, t.pay_channel, t.client_os, t.occur_time, t.deleted, t.pay_fen, t.channel_fee_fen, t.partner_share_fen, t.own_fen`;

/** For metrics, whatever they are grouped by. */
export const sourceOf = (asked: Asked): Source => sourceBy(byDay, columnsOfDay, asked);
/** For metrics by theme. */
export const sourceByTheme = (asked: Asked): Source =>
  sourceBy(byTheme, sql`${columnsOfDay}, t.theme_no, t.theme_id, t.partner_name`, asked);

/** SQL of how many different users have bought something in a time, whatever else: by the bits of whole months, and the entries of others. */
export function payersOf(where: RawBuilder<unknown>, period: DayRange): RawBuilder<unknown> {
  const [first, end] = [wholeFrom('month', period), wholeUntil('month', period)];
  const entries = (condition: RawBuilder<unknown>) =>
    sql`select t.user_id from ord_theme_revenue t where ${where} and t.type = ${sale} and ${condition}`;
  return sql`(
    with months as materialized (
      select p.part, bit_or(p.users) as users from ord_revenue_payers p where p.month >= ${first} and p.month < ${end} group by p.part),
    others as (
      select distinct user_id from (${entries(sql`t.occur_time < ${first}`)} union all ${entries(sql`t.occur_time >= ${first} and t.occur_time >= ${end}`)}) o)
    select (coalesce((select sum(bit_count(users)) from months), 0) + (
      select count(*) from others o left join months m on m.part = o.user_id / ${sql.lit(usersOfPart)}
      where coalesce(get_bit(m.users, (o.user_id % ${sql.lit(usersOfPart)})::int), 0) = 0))::int as payers)`;
}

/** The same where a condition asks for more: told apart by a hash, since to sort all entries of a year takes ten times as long. */
export const payersAmong = (where: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select count(*)::int as payers from (select t.user_id from ord_theme_revenue t where ${where} and t.type = ${sale} group by t.user_id) u)`;

const sums = ['n', 'pay_fen', 'channel_fee_fen', 'partner_share_fen', 'own_fen'];
const cells = ['occur_time', 'type', 'theme_type', 'sale_mode', 'pay_channel', 'client_os'];

/** Brings together the rows of one time that have come since. */
async function fold(db: Db, table: string, columns: readonly string[]): Promise<void> {
  const [key, all] = [columns.join(', '), [...columns, ...sums].join(', ')];
  await sql`
    with gone as (
      delete from ${sql.table(table)} s using (select distinct occur_time from ${sql.table(table)} group by ${sql.raw(key)} having count(*) > 1) d
      where s.occur_time = d.occur_time returning s.*)
    insert into ${sql.table(table)} (${sql.raw(all)})
    select ${sql.raw(key)}, ${sql.raw(sums.map((name) => `sum(${name})`).join(', '))} from gone group by ${sql.raw(key)}`.execute(
    db,
  );
}

/** Brings together what has come since. Safe to be cut off, and to run beside itself. */
export async function foldRevenue(db: Db): Promise<void> {
  await fold(db, byDay.table, cells);
  await fold(db, byTheme.table, [...cells, 'theme_no', 'theme_id', 'partner_name']);
  await sql`
    with gone as (
      delete from ord_revenue_payers p using (select month, part from ord_revenue_payers group by month, part having count(*) > 1) d
      where p.month = d.month and p.part = d.part returning p.*)
    insert into ord_revenue_payers (month, part, users) select month, part, bit_or(users) from gone group by 1, 2`.execute(
    db,
  );
}
