import { codes, type Code } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';

const { ReconStatus: status, ReconItemStatus: item, ReconDiff: diff } = codes;

/**
 * What a day comes to: by its open differences, and by whether people have decided any.
 * @param decided differences that are decided in this transaction, and not stored yet
 */
export async function statusOf(tx: Tx, reconId: string, decided: readonly string[] = []): Promise<Code<'ReconStatus'>> {
  const { rows } = await sql<{ open: number; more: number; less: number; amount: number; handled: number }>`
    select count(*) filter (where is_open)::int as open, count(*) filter (where is_open and diff_fen > 0)::int as more,
      count(*) filter (where is_open and diff_fen < 0)::int as less, count(*) filter (where is_open and diff_type = ${diff.amount})::int as amount,
      count(*) filter (where is_handled)::int as handled
    from (
      select diff_fen, diff_type, item_status = ${item.open} and not is_decided as is_open, item_status = ${item.handled} or is_decided as is_handled
      from (
        select diff_fen, diff_type, item_status, id = any(${[...decided]}::bigint[]) as is_decided from ord_recon_item
        where recon_id = ${reconId}::bigint and not deleted) i) s`.execute(tx);
  const { open = 0, more = 0, less = 0, amount = 0, handled = 0 } = rows[0] ?? {};
  if (open === 0) return handled > 0 ? status.handled : status.balanced;
  if (amount > 0 || (more > 0 && less > 0)) return status.differs;
  return more > 0 ? status.more : less > 0 ? status.less : status.differs;
}
