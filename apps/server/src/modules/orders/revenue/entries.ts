import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import type { Sale } from '../ledger/service.ts';
import { numberNow } from '../number.ts';

/** What was posted of an order: a sale, or with its number a refund, or the fee of that refund. What a returned fee adds to a share is a share below zero. */
type Posted = Pick<Sale, 'occurTime' | 'payFen' | 'feeFen' | 'share'> & {
  readonly refundNo?: string;
  readonly isFee?: true;
};

/**
 * Appends the entry of a posting, with its amounts: entries and ledger cannot say different things. Signs are ours: of a sale what is paid is above zero, fee and
 * share are below; of a refund it is the other way round. Nothing is negated to -0.
 */
export async function addEntry(tx: Tx, orderId: string, posted: Posted): Promise<void> {
  const { occurTime, refundNo = null, payFen, feeFen, share, isFee = false } = posted;
  const shareFen = share?.shareFen ?? 0;
  const sign = refundNo === null ? 1 : -1;
  const [pay, fee, partner] = [payFen, -feeFen, -shareFen].map((fen) => sign * fen + 0);
  const { sale, refund, feeReturned } = codes.RevenueType;
  const type = refundNo === null ? sale : isFee ? feeReturned : refund;
  await sql`
    insert into ord_theme_revenue (entry_no, type, order_no, refund_no, theme_id, theme_no, theme_name, theme_type, sale_mode, partner_name, user_id, pay_channel,
      client_os, pay_fen, channel_fee_fen, settlement_rate, partner_share_fen, own_fen, occur_time)
    select ${numberNow('TR', 'seq_ord_theme_revenue')}, ${type}, o.order_no, ${refundNo}::text, o.theme_id, t.theme_no, t.name, t.theme_type, t.sale_mode,
      o.partner_name, o.user_id, o.pay_channel, o.client_os, ${pay}, ${fee}, case when o.partner_name is not null then o.settlement_rate / 100.0 end,
      ${partner}, ${payFen * sign - feeFen * sign - shareFen * sign}, ${occurTime}
    from ord_order o join cnt_app_theme t on t.id = o.theme_id where o.id = ${orderId}::bigint`.execute(tx);
}
