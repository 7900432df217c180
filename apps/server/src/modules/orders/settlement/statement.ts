import type { StatementLine } from '@wheelhouse/contract/calls/orders/settlement';
import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import type { Db } from '../../../db/pool.ts';

/** What is printed of a statement: only what is fixed with its confirmation, so that it is the same whenever it is printed. */
export interface Printed {
  readonly settlementNo: string;
  readonly month: string;
  readonly partnerName: string;
  readonly entryCount: number;
  readonly grossFen: number;
  readonly refundFen: number;
  readonly feeFen: number;
  readonly shareFen: number;
  readonly adjustmentFen: number;
  readonly carriedFen: number;
  readonly payableFen: number;
  readonly adjustments: readonly { readonly amountFen: number; readonly reason: string }[] | null;
  /** YYYY-MM-DD HH:mm:ss, Asia/Shanghai. */
  readonly generateTime: string;
}

const { sale } = codes.RevenueType;

/** What the entries of a statement come to, theme by theme. */
export async function linesOf(db: Db, settlementNo: string): Promise<readonly StatementLine[]> {
  const { rows } = await sql<StatementLine>`
    select t.theme_no, (array_agg(t.theme_name order by t.occur_time desc, t.id desc))[1] as theme_name,
      (count(*) filter (where t.type = ${sale}))::int as orders, coalesce(sum(t.pay_fen) filter (where t.type = ${sale}), 0)::float8 as gross_fen,
      coalesce(sum(0 - t.pay_fen) filter (where t.type <> ${sale}), 0)::float8 as refund_fen, sum(0 - t.channel_fee_fen)::float8 as fee_fen,
      sum(0 - t.partner_share_fen)::float8 as share_fen
    from ord_theme_revenue t where t.settlement_no = ${settlementNo} group by t.theme_no order by t.theme_no`.execute(
    db,
  );
  return rows;
}
