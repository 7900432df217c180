import type { LedgerBalance } from '@wheelhouse/contract/calls/orders/ledger';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../db/pool.ts';
import { dayOf } from '../../../db/wall-clock.ts';

/** What was counted, and what was posted since: the whole ledger as `account_id`, `amount_fen`, of what happened until the end of a day where one is given. */
const moved = (day: string | undefined): RawBuilder<unknown> => sql`(
  select d.account_id, d.amount_fen from ldg_day d ${day === undefined ? sql`` : sql`where d.day <= ${day}::date`}
  union all
  select e.account_id, e.amount_fen from ldg_entry e
  ${day === undefined ? sql`` : sql`join ldg_transaction t on t.id = e.transaction_id and ${dayOf('t.occur_time')} <= ${day}::date`}
  where e.id > (select coalesce(max(to_entry), 0) from ldg_count))`;

/**
 * The balance of every account that has moved: exact, whatever arrived late.
 * @param day the end of which it is of (YYYY-MM-DD, Asia/Shanghai), by when things happened; now unless given
 */
export async function balances(db: Db, day?: string): Promise<readonly LedgerBalance[]> {
  const { rows } = await sql<LedgerBalance>`
    select a.code as account, a.kind, a.side, m.balance_fen
    from (select account_id, sum(amount_fen)::float8 as balance_fen from ${moved(day)} m group by 1) m join ldg_account a on a.id = m.account_id
    order by a.kind, a.code`.execute(db);
  return rows;
}

/** What the whole ledger comes to, in fen: anything but 0 is damage. Reads counts and what was posted since, not all entries. */
export async function wholeSum(db: Db): Promise<number> {
  const { rows } = await sql<{
    sum: number;
  }>`select coalesce(sum(amount_fen), 0)::float8 as sum from ${moved(undefined)} m`.execute(db);
  return rows[0]?.sum ?? Number.NaN;
}
