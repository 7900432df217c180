import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { startOfDay } from '../../../db/wall-clock.ts';

const { toGenerate, confirmed } = machines['SM-Settlement'].states;
const { sale } = codes.RevenueType;

/** Of which month of which partner a statement is. */
export interface Statement {
  readonly settlementNo: string;
  /** YYYY-MM, of Asia/Shanghai. */
  readonly month: string;
  readonly partnerName: string;
}

/** What its entries come to, in fen. */
export interface StatementSums {
  readonly entryCount: number;
  readonly grossFen: number;
  readonly refundFen: number;
  readonly feeFen: number;
  readonly shareFen: number;
  readonly carriedFen: number;
}

/** The moment at which a month is over. `month` is SQL of YYYY-MM. */
export const endOfMonth = (month: RawBuilder<unknown>): RawBuilder<Date> =>
  startOfDay(sql`((${month} || '-01')::date + interval '1 month')`);

/**
 * Entries `t` that a statement of a month takes: all that are not settled and happened before it was over, so that what came late for an earlier month is in
 * it as well. Only what belongs to a month that was voided waits for that one.
 */
export const dueIn = (month: string): RawBuilder<boolean> => sql`t.settlement_no is null and t.partner_name is not null
  and t.occur_time < ${endOfMonth(sql`${month}::text`)}
  and not exists (select from ord_settlement v where v.partner_name = t.partner_name and v.status = ${toGenerate} and v.month < ${month}
    and t.occur_time < ${endOfMonth(sql`v.month`)})`;

/** One generates at a time: two would share out the same entries. Rows are locked before. */
export const lockGenerating = (tx: Tx): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtext('ord_settlement'))`.execute(tx);

/** Puts entries, and what earlier statements left below zero, into a statement. @returns what they come to */
export async function freeze(tx: Tx, { settlementNo, month, partnerName }: Statement): Promise<StatementSums> {
  const { rows } = await sql<Omit<StatementSums, 'carriedFen'>>`
    with mine as (
      update ord_theme_revenue t set settlement_no = ${settlementNo}, settle_month = ${month} where t.partner_name = ${partnerName} and ${dueIn(month)}
      returning t.type, t.pay_fen, t.channel_fee_fen, t.partner_share_fen)
    select count(*)::int as entry_count, coalesce(sum(pay_fen) filter (where type = ${sale}), 0)::float8 as gross_fen,
      coalesce(sum(0 - pay_fen) filter (where type <> ${sale}), 0)::float8 as refund_fen, coalesce(sum(0 - channel_fee_fen), 0)::float8 as fee_fen,
      coalesce(sum(0 - partner_share_fen), 0)::float8 as share_fen from mine`.execute(tx);
  const [sums] = rows;
  if (sums === undefined) throw new Error('a sum has no row');
  const { rows: carried } = await sql<{ fen: number }>`
    with below as (
      update ord_settlement set carried_to = ${settlementNo}
      where partner_name = ${partnerName} and status = ${confirmed} and payable_fen < 0 and carried_to is null returning payable_fen)
    select coalesce(sum(payable_fen), 0)::float8 as fen from below`.execute(tx);
  return { ...sums, carriedFen: carried[0]?.fen ?? 0 };
}

/** Gives entries of a statement that is voided back, and what it had taken over. */
export async function release(tx: Tx, settlementNo: string): Promise<void> {
  await sql`update ord_theme_revenue set settlement_no = null, settle_month = null where settlement_no = ${settlementNo}`.execute(
    tx,
  );
  await sql`update ord_settlement set carried_to = null where carried_to = ${settlementNo}`.execute(tx);
}
