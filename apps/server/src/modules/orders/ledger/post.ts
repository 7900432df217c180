import { ledgerKinds, type LedgerAccount, type LedgerKind } from '@wheelhouse/contract/ledger';
import { keysOf } from '@wheelhouse/contract/object';
import { CompiledQuery, sql } from 'kysely';
import { prepare } from '../../../db/prepared.ts';
import type { Tx } from '../../../db/pool.ts';
import type { Line, Posting } from './posting.ts';

/** What was posted under a key says something else. It is a defect of whoever posts, and shows as an error: nothing is posted, and nothing is left out. */
export class LedgerConflict extends Error {
  constructor(key: string, posted: string, given: string) {
    super(`the ledger has ${key} as ${posted}, not as ${given}`);
    this.name = 'LedgerConflict';
  }
}

const kinds: readonly string[] = keysOf(ledgerKinds);
const isKind = (kind: string): kind is LedgerKind => kinds.includes(kind);

function sideOf(account: string): string {
  const [kind = ''] = account.split(':');
  if (!isKind(kind)) throw new RangeError(`no kind of account: ${account}`);
  return ledgerKinds[kind].side;
}

/** The lines as text, in an order of their own: the same for the same posting. */
const textOf = (kind: string, lines: readonly Line[]): string =>
  [kind, ...lines.map(({ account, amountFen }) => `${account} ${amountFen}`).toSorted()].join(', ');

/** One statement. Who makes an account that somebody else makes at the same moment waits for its one row: the only lock on what is shared, at its first use. */
const statement = `
  with given as (select l.code, l.side, l.amount, l.n from unnest($1::text[], $2::text[], $3::bigint[]) with ordinality l (code, side, amount, n)),
  made as (
    insert into ldg_account (code, kind, side)
    select distinct g.code, split_part(g.code, ':', 1), g.side from given g where not exists (select from ldg_account a where a.code = g.code) order by 1
    on conflict (code) do update set code = excluded.code returning id, code),
  posted as (
    insert into ldg_transaction (kind, key, occur_time, order_no, refund_no, settlement_no, bill_ref, note, lines)
    values ($4::text, $5::text, $6::timestamptz, $7::text, $8::text, $9::text, $10::text, $11::text, cardinality($1::text[]))
    on conflict (key) do nothing returning id)
  insert into ldg_entry (transaction_id, account_id, amount_fen)
  select p.id, coalesce(a.id, m.id), g.amount from posted p cross join given g left join ldg_account a on a.code = g.code left join made m on m.code = g.code
  order by g.n returning id`;

/** What the ledger has under a key. Who posts the same at the same moment has waited for it. */
async function postedAs(tx: Tx, key: string): Promise<string> {
  const { rows } = await sql<{ kind: string; account: LedgerAccount; amountFen: number }>`
    select t.kind, a.code as account, e.amount_fen::float8 as amount_fen from ldg_transaction t join ldg_entry e on e.transaction_id = t.id
    join ldg_account a on a.id = e.account_id where t.key = ${key}`.execute(tx);
  return textOf(rows[0]?.kind ?? '', rows);
}

/**
 * Posts in the caller's transaction, by one statement, or by two where the key is known. What was posted stays, and is put right by a further posting.
 * @returns `known`: the same was posted before, and nothing is; `empty`: no line has an amount
 * @throws LedgerConflict something else was posted under the key; RangeError an amount is no whole number, or an account none of the chart; what the database
 * says where the lines do not sum to zero. The caller's transaction fails with it
 * @for money that moves: a posting of the ledger of double entry: `orders/ledger/postings.ts` makes it of an event
 */
export async function post(tx: Tx, posting: Posting): Promise<'posted' | 'known' | 'empty'> {
  const { kind, key, occurTime, orderNo, refundNo, settlementNo, billRef, note } = posting;
  const wrong = posting.lines.find(({ amountFen }) => !Number.isSafeInteger(amountFen));
  if (wrong) throw new RangeError(`${key}: ${wrong.amountFen} on ${wrong.account} is no whole number of fen`);
  const lines = posting.lines.filter(({ amountFen }) => amountFen !== 0);
  if (lines.length === 0) return 'empty';
  const accounts = lines.map(({ account }) => account);
  const numbers = [orderNo, refundNo, settlementNo, billRef, note].map((one) => one ?? null);
  const values = [accounts, accounts.map(sideOf), lines.map(({ amountFen }) => amountFen), kind, key, occurTime];
  prepare(statement);
  const { rows } = await tx.executeQuery(CompiledQuery.raw(statement, [...values, ...numbers]));
  if (rows.length > 0) return 'posted';
  const [known, given] = [await postedAs(tx, key), textOf(kind, lines)];
  if (known !== given) throw new LedgerConflict(key, known, given);
  return 'known';
}
