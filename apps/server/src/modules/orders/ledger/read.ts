import type { LedgerQuery, LedgerTransaction } from '@wheelhouse/contract/calls/orders/ledger';
import { ledgerKinds } from '@wheelhouse/contract/ledger';
import { keysOf } from '@wheelhouse/contract/object';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../db/pool.ts';
import { wallClock } from '../../../db/wall-clock.ts';
import type { PageSource } from '../../../entity/sql-page.ts';
import type { DayRange } from '../../../http/day-range.ts';

/** Kinds of accounts that tell what partners earn. */
export const partnerKinds: ReadonlySet<string> = new Set(
  keysOf(ledgerKinds).filter((kind) => 'partner' in ledgerKinds[kind]),
);

/** What is asked for, besides the days. */
export type LedgerNumbers = Omit<LedgerQuery, 'occurTime.ge' | 'occurTime.le'>;

const columns = {
  orderNo: sql`t.order_no`,
  refundNo: sql`t.refund_no`,
  settlementNo: sql`t.settlement_no`,
  billRef: sql`t.bill_ref`,
} as const;

function* conditionsOf(numbers: LedgerNumbers, days: DayRange | undefined): Generator<RawBuilder<unknown>> {
  for (const name of keysOf(columns)) if (numbers[name] !== undefined) yield sql`${columns[name]} = ${numbers[name]}`;
  if (days) yield sql`t.occur_time between ${days.from} and ${days.to}`;
  if (numbers.account !== undefined)
    yield sql`exists (select from ldg_entry e join ldg_account a on a.id = e.account_id where e.transaction_id = t.id and a.code = ${numbers.account})`;
}

/**
 * Transactions with their entries, the newest first.
 * @param seesPartners whether they show what partners earn; an account of theirs is not asked for otherwise
 */
export function transactionsOf(numbers: LedgerNumbers, days: DayRange | undefined, seesPartners: boolean): PageSource {
  const shown = seesPartners ? sql`true` : sql`a.kind <> all(${[...partnerKinds]}::text[])`;
  return {
    select: sql<LedgerTransaction>`t.id::text as id, t.kind, t.key, ${wallClock('t.occur_time')} as occur_time, t.order_no, t.refund_no, t.settlement_no, t.bill_ref,
      t.note, ${wallClock('t.create_time')} as create_time, l.lines, (t.lines - jsonb_array_length(l.lines))::int as hidden`,
    from: sql`ldg_transaction t cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('account', a.code, 'amountFen', e.amount_fen) order by e.id), '[]') as lines
      from ldg_entry e join ldg_account a on a.id = e.account_id where e.transaction_id = t.id and ${shown}) l`,
    countFrom: sql`ldg_transaction t`,
    where: sql.join([...conditionsOf(numbers, days)], sql` and `),
    order: sql`t.occur_time desc, t.id desc`,
  };
}

/** The postings of an order, the oldest first; an order has a handful. */
export async function transactionsOfOrder(
  db: Db,
  orderNo: string,
  seesPartners: boolean,
): Promise<readonly LedgerTransaction[]> {
  const { select, from, where } = transactionsOf({ orderNo }, undefined, seesPartners);
  const { rows } = await sql<LedgerTransaction>`
    select ${select} from ${from} where ${where} order by t.occur_time, t.id limit 200`.execute(db);
  return rows;
}
