import { sql, type RawBuilder } from 'kysely';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import type { BillRow } from '../../../adapters/pay/index.ts';
import type { Tx } from '../../../db/pool.ts';
import { startOfDay } from '../../../db/wall-clock.ts';
import { type OwnRow, type Sides, strongKeys, unpaired } from './match.ts';

/** A day of a channel. */
export interface ChannelDay {
  /** D:PayChannel. */
  readonly channel: number;
  /** YYYY-MM-DD, Asia/Shanghai. */
  readonly day: string;
}

const { BillKind: kind } = codes;
const { refunding } = machines['SM-Refund'].states;
const { taken } = codes.BillState;
/** Clocks of a channel and of the platform differ by less: what happens nearer to midnight may be on the bill of the day beside it. */
const nearMs = 15 * 60_000;
const dayMs = 24 * 3_600_000;
const portion = 5_000;

/** Takes a bill in place of what was known of its day. */
export async function keepBill(tx: Tx, { channel, day }: ChannelDay, bill: readonly BillRow[]): Promise<void> {
  await sql`delete from ord_bill_row where channel = ${channel} and day = ${day}::date`.execute(tx);
  for (let from = 0; from < bill.length; from += portion) {
    const rows = bill.slice(from, from + portion).map((row, at) => ({ ...row, kind: kind[row.kind], seq: from + at }));
    await sql`
      insert into ord_bill_row (channel, day, seq, kind, time, trade_no, channel_trade_no, refund_no, channel_refund_no, amount_fen, fee_milli_fen)
      select ${channel}, ${day}::date, b.seq, b.kind, b.time, b."tradeNo", b."channelTradeNo", b."refundNo", b."channelRefundNo", b."amountFen", b."feeMilliFen"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as b (seq int, kind smallint, time timestamptz, "tradeNo" text, "channelTradeNo" text,
        "refundNo" text, "channelRefundNo" text, "amountFen" bigint, "feeMilliFen" bigint)`.execute(tx);
  }
}

interface StoredRow extends Omit<BillRow, 'kind'> {
  readonly isPay: boolean;
}

const billRows = (where: RawBuilder<unknown>) => sql<StoredRow>`
  select b.kind = ${kind.pay} as is_pay, b.time, b.trade_no, b.channel_trade_no, b.refund_no, b.channel_refund_no, b.amount_fen::float8 as amount_fen,
    b.fee_milli_fen::float8 as fee_milli_fen
  from ord_bill_row b where ${where} order by b.seq`;

const asBill = ({ isPay, ...row }: StoredRow): BillRow => ({ ...row, kind: isPay ? 'pay' : 'refund' });

interface PostedRow extends Omit<OwnRow, 'kind'> {
  readonly isPay: boolean;
}

/**
 * What postings say of a channel: the lines on its account, with the fee taken off them. A fee that came back later belongs to its refund; what went back off-line
 * has no such line, and what a decision of reconciliation has corrected is not compared again.
 */
const postedRows = (channel: number, where: RawBuilder<unknown>) => sql<PostedRow>`
  select t.refund_no is null as is_pay, t.order_no, t.bill_ref as channel_trade_no, t.refund_no, r.channel_refund_no, t.occur_time as time,
    abs(l.fen + l.fee_fen + coalesce(f.fen + f.fee_fen, 0))::float8 as amount_fen, (l.fee_fen + coalesce(f.fee_fen, 0))::float8 as fee_fen
  from ldg_transaction t
  cross join lateral (
    select sum(e.amount_fen) filter (where a.code = ${`channel:${channel}`}) as fen, coalesce(sum(e.amount_fen) filter (where a.code = ${`fee:${channel}`}), 0) as fee_fen
    from ldg_entry e join ldg_account a on a.id = e.account_id where e.transaction_id = t.id) l
  left join lateral (
    select sum(e.amount_fen) filter (where a.code = ${`channel:${channel}`}) as fen, sum(e.amount_fen) filter (where a.code = ${`fee:${channel}`}) as fee_fen
    from ldg_transaction u join ldg_entry e on e.transaction_id = u.id join ldg_account a on a.id = e.account_id
    where u.kind = 'feeReturned' and u.refund_no = t.refund_no) f on t.refund_no is not null
  left join ord_refund r on r.refund_no = t.refund_no
  where ${where} and t.kind in ('paid', 'held', 'refunded', 'heldReturned') and l.fen is not null
  order by t.occur_time, t.id`;

const asOwn = ({ isPay, ...row }: PostedRow): OwnRow => ({ ...row, kind: isPay ? 'pay' : 'refund' });

const isWithin = ({ day }: ChannelDay): RawBuilder<unknown> =>
  sql`t.occur_time >= ${startOfDay(sql`${day}`)} and t.occur_time < ${startOfDay(sql`(${day}::date + 1)`)}`;

const numbersOf = (rows: readonly (string | null)[]): readonly string[] => [
  ...new Set(rows.flatMap((one) => (one === null || one === '' ? [] : [one]))),
];

/** The ledger's rows of other days that rows of a bill name. */
async function namedBy(tx: Tx, of: ChannelDay, bill: readonly BillRow[]): Promise<readonly OwnRow[]> {
  const trades = numbersOf(bill.map((row) => (row.kind === 'pay' ? row.channelTradeNo : null)));
  const told = numbersOf(bill.flatMap((row) => [row.refundNo, row.channelRefundNo]));
  const { rows: known } = await sql<{ no: string }>`
    select refund_no as no from ord_refund where channel_refund_no = any(${told}::text[])`.execute(tx);
  const refunds = [...told, ...known.map(({ no }) => no)];
  const named = sql`not (${isWithin(of)}) and (
    (t.refund_no is null and t.bill_ref = any(${trades}::text[])) or t.refund_no = any(${refunds}::text[]))`;
  return (await postedRows(of.channel, named).execute(tx)).rows.map(asOwn);
}

/** Keys of rows of other days' bills that name one of these rows. */
async function billedElsewhere(tx: Tx, { channel, day }: ChannelDay, own: readonly OwnRow[]): Promise<Set<string>> {
  const trades = numbersOf(own.map((row) => (row.kind === 'pay' ? row.channelTradeNo : null)));
  const refunds = numbersOf(own.flatMap((row) => [row.refundNo, row.channelRefundNo]));
  const { rows } = await billRows(sql`b.channel = ${channel} and b.day <> ${day}::date and (
    (b.kind = ${kind.pay} and b.channel_trade_no = any(${trades}::text[])) or b.refund_no = any(${refunds}::text[])
    or b.channel_refund_no = any(${refunds}::text[]))`).execute(tx);
  return new Set(rows.map(asBill).flatMap((row) => strongKeys(row.kind, row)));
}

async function underWay(tx: Tx, bill: readonly BillRow[]): Promise<Set<string>> {
  const refunds = numbersOf(bill.map(({ refundNo }) => refundNo));
  const { rows } = await sql<{ no: string }>`
    select refund_no as no from ord_refund where refund_no = any(${refunds}::text[]) and refund_status = ${refunding}`.execute(
    tx,
  );
  return new Set(rows.map(({ no }) => no));
}

/** Whether the bills of the days before and after are still to come. */
async function awaited(
  tx: Tx,
  { channel, day }: ChannelDay,
): Promise<{ readonly before: boolean; readonly after: boolean }> {
  const { rows } = await sql<{ before: boolean; after: boolean }>`
    select not coalesce(bool_or(bill_date < ${day}::date), false) as before, not coalesce(bool_or(bill_date > ${day}::date), false) as after
    from ord_recon where pay_channel = ${channel} and bill_state = ${taken} and bill_date in (${day}::date - 1, ${day}::date + 1)`.execute(
    tx,
  );
  return rows[0] ?? { before: true, after: true };
}

/** What the ledger says of a day. */
export const ownRowsOf = async (tx: Tx, of: ChannelDay): Promise<readonly OwnRow[]> =>
  (await postedRows(of.channel, isWithin(of)).execute(tx)).rows.map(asOwn);

/** Both sides of a day whose bill is kept. The day decides most of it; numbers of other days are looked for only where it does not. */
export async function sidesOf(tx: Tx, of: ChannelDay): Promise<Sides> {
  const { channel, day } = of;
  const bill = (await billRows(sql`b.channel = ${channel} and b.day = ${day}::date`).execute(tx)).rows.map(asBill);
  const own = await ownRowsOf(tx, of);
  const left = unpaired({ bill, own });
  const named = await namedBy(tx, of, left.bill);
  const elsewhere = await billedElsewhere(tx, of, [...left.own, ...named]);
  const comes = await awaited(tx, of);
  const begins = Date.parse(`${day}T00:00:00+08:00`);
  return {
    bill,
    own,
    ownElsewhere: named.filter((row) => !strongKeys(row.kind, row).some((key) => elsewhere.has(key))),
    billedElsewhere: elsewhere,
    underWay: await underWay(tx, left.bill),
    // A channel counts a refund by when it accepted it: that may have been the day before.
    mayBeBilledLater: ({ kind: of, time }) =>
      (comes.before && (of === 'refund' || time.getTime() < begins + nearMs)) ||
      (comes.after && time.getTime() >= begins + dayMs - nearMs),
  };
}
