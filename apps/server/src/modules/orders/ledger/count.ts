import { sql } from 'kysely';
import { sqlState, withTransaction, type Db } from '../../../db/pool.ts';
import { dayOf } from '../../../db/wall-clock.ts';
import type { App } from '../../../http/context.ts';
import type { Job } from '../../module.ts';

/** SQLSTATE of a lock that was not given in time. */
const lockNotAvailable = '55P03';

/**
 * The last entry before which none is still under way: an entry has its number before it is committed, so the numbers alone do not say so. Whoever posts is
 * waited for, and waits for this one moment; not longer than a second, then the next run tries again.
 * @returns undefined where it did not come to that
 */
async function lastEntry(db: Db): Promise<string | undefined> {
  try {
    return await withTransaction(db, async (tx) => {
      await sql`set local lock_timeout = '1s'`.execute(tx);
      await sql`lock table ldg_entry in share mode`.execute(tx);
      const { rows } = await sql<{ last: string }>`select coalesce(max(id), 0)::text as last from ldg_entry`.execute(
        tx,
      );
      return rows[0]?.last;
    });
  } catch (error) {
    if (sqlState(error) === lockNotAvailable) return undefined;
    throw error;
  }
}

/** Entries of one count: so many are added up within the time of a statement. */
const portion = 500_000;

/** Adds up a portion of what was posted until `last` and is not counted. @returns whether there was anything */
async function countNext(db: Db, last: string): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    with count as (
      insert into ldg_count (from_entry, to_entry)
      select before, least(${last}::bigint, before + ${portion}) from (select coalesce(max(to_entry), 0) as before from ldg_count) c
      where before < ${last}::bigint
      on conflict (from_entry) do nothing returning from_entry, to_entry),
    sums as (
      insert into ldg_day (account_id, day, from_entry, amount_fen)
      select e.account_id, ${dayOf('t.occur_time')}, c.from_entry, sum(e.amount_fen)
      from count c join ldg_entry e on e.id > c.from_entry and e.id <= c.to_entry join ldg_transaction t on t.id = e.transaction_id
      group by 1, 2, 3 having sum(e.amount_fen) <> 0)
    select count(*)::int as n from count`.execute(db);
  return rows[0]?.n === 1;
}

/**
 * Adds up what was posted since the last count, by account and the day on which it happened. Safe to be cut off, and to run beside itself: a count begins where
 * one ended, and only one does.
 */
export async function countDays({ db, log }: Pick<App, 'db' | 'log'>): Promise<void> {
  const last = await lastEntry(db);
  if (last === undefined) log.warn('the ledger is not counted: somebody has been posting for more than a second');
  else while (await countNext(db, last));
}

/** Every night, and twice more where somebody was in the way. */
export const ledgerDay: Job = { name: 'orders.ledgerDay', cron: '5,20,35 0 * * *', run: countDays };
