import { fenOfMilli } from '@wheelhouse/contract/money';
import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { differencesOf, figuresOf, netOf, type Difference, type Sides } from './match.ts';
import { takeReturnedFees } from './fees.ts';
import { sidesOf, type ChannelDay } from './sides.ts';
import { statusOf } from './status.ts';

const { BillKind: kind, ReconItemStatus: item, BillState: bill } = codes;

/** A difference as a row. */
function rowOf(difference: Difference) {
  const { type, ref, own, bill: told, isOpen } = difference;
  return {
    ref,
    kind: kind[difference.kind],
    type,
    orderNo: own?.orderNo ?? (told?.tradeNo === '' ? null : (told?.tradeNo ?? null)),
    channelTradeNo: told?.channelTradeNo ?? own?.channelTradeNo ?? null,
    refundNo: own?.refundNo ?? told?.refundNo ?? null,
    ...figuresOf(difference),
    ourTime: own?.time ?? null,
    channelTime: told?.time ?? null,
    status: isOpen ? item.open : item.gone,
  };
}

type Row = ReturnType<typeof rowOf>;
interface Decided extends Pick<Row, 'ref' | 'kind' | 'ourFen' | 'channelFen' | 'ourFeeFen' | 'channelFeeFen'> {}

const nameOf = ({ kind: of, ref }: Pick<Row, 'kind' | 'ref'>): string => `${of} ${ref}`;
const figures = (row: Decided): string =>
  [nameOf(row), row.ourFen, row.channelFen, row.ourFeeFen, row.channelFeeFen].join(' ');

/** What people have decided, by the figures they decided on: the same again is not asked of them twice. */
async function decided(tx: Tx, reconId: string): Promise<Set<string>> {
  const { rows } = await sql<Decided>`
    select ref, bill_kind as kind, our_fen::float8 as our_fen, channel_fen::float8 as channel_fen, our_fee_fen::float8 as our_fee_fen,
      channel_fee_fen::float8 as channel_fee_fen
    from ord_recon_item where recon_id = ${reconId}::bigint and item_status = ${item.handled}`.execute(tx);
  return new Set(rows.map(figures));
}

/** Writes the differences of a day. Those that are no longer found are gone; what people decided stays as they saw it. */
async function keepDifferences(tx: Tx, reconId: string, found: readonly Difference[]): Promise<void> {
  const known = await decided(tx, reconId);
  const rows = found.map(rowOf).filter((row) => !known.has(figures(row)));
  await sql`
    update ord_recon_item t set item_status = ${item.gone}, close_time = now(), rev = rev + 1, update_time = now(), update_by = null
    where recon_id = ${reconId}::bigint and item_status = ${item.open}
      and not (t.bill_kind || ' ' || t.ref = any(${rows.map(nameOf)}::text[]))`.execute(tx);
  await sql`
    insert into ord_recon_item as t (recon_id, ref, bill_kind, diff_type, order_no, channel_trade_no, refund_no, our_fen, channel_fen, our_fee_fen, channel_fee_fen, diff_fen,
      our_time, channel_time, item_status, corrected, close_time)
    select ${reconId}::bigint, d.ref, d.kind, d.type, d."orderNo", d."channelTradeNo", d."refundNo", d."ourFen", d."channelFen", d."ourFeeFen", d."channelFeeFen", d."diffFen",
      d."ourTime", d."channelTime", d.status, 0, case when d.status = ${item.gone} then now() end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d (ref text, kind smallint, type smallint, "orderNo" text, "channelTradeNo" text, "refundNo" text,
      "ourFen" bigint, "channelFen" bigint, "ourFeeFen" bigint, "channelFeeFen" bigint, "diffFen" bigint, "ourTime" timestamptz, "channelTime" timestamptz, status smallint)
    on conflict (recon_id, bill_kind, ref) where item_status in (${sql.lit(item.open)}, ${sql.lit(item.gone)}) do update set
      diff_type = excluded.diff_type, order_no = excluded.order_no, channel_trade_no = excluded.channel_trade_no, refund_no = excluded.refund_no, our_fen = excluded.our_fen,
      channel_fen = excluded.channel_fen, our_fee_fen = excluded.our_fee_fen, channel_fee_fen = excluded.channel_fee_fen, diff_fen = excluded.diff_fen,
      our_time = excluded.our_time, channel_time = excluded.channel_time, item_status = excluded.item_status,
      close_time = case when excluded.item_status = t.item_status then t.close_time else excluded.close_time end,
      rev = t.rev + 1, update_time = now(), update_by = null
    where (t.diff_type, t.our_fen, t.channel_fen, t.our_fee_fen, t.channel_fee_fen, t.item_status)
      is distinct from (excluded.diff_type, excluded.our_fen, excluded.channel_fen, excluded.our_fee_fen, excluded.channel_fee_fen, excluded.item_status)`.execute(
    tx,
  );
}

function sumsOf({ bill: told, own }: Sides) {
  const [ourFen, channelFen] = [netOf(own), netOf(told)];
  return {
    ourFen,
    channelFen,
    diffFen: channelFen - ourFen,
    ourFeeFen: own.reduce((sum, { feeFen }) => sum + feeFen, 0),
    channelFeeFen: fenOfMilli(told.reduce((sum, { feeMilliFen }) => sum + feeMilliFen, 0)),
  };
}

/** One takes a bill, compares or decides at a time. */
export async function lockDay(tx: Tx, reconId: string): Promise<void> {
  await sql`select 1 from ord_recon where id = ${reconId}::bigint for update`.execute(tx);
}

/** Compares a day whose bill is kept, in the transaction of whoever has locked it. What it gives back of fees is booked first. */
export async function compareDay(tx: Tx, reconId: string, of: ChannelDay): Promise<void> {
  const told = await sidesOf(tx, of);
  const sides = (await takeReturnedFees(tx, told)) ? await sidesOf(tx, of) : told;
  const found = differencesOf(sides);
  await keepDifferences(tx, reconId, found);
  const { ourFen, channelFen, diffFen, ourFeeFen, channelFeeFen } = sumsOf(sides);
  await sql`
    update ord_recon set our_count = ${sides.own.length}, our_fen = ${ourFen}, channel_count = ${sides.bill.length}, channel_fen = ${channelFen}, diff_fen = ${diffFen},
      our_fee_fen = ${ourFeeFen}, channel_fee_fen = ${channelFeeFen}, item_count = ${found.length}, recon_status = ${await statusOf(tx, reconId)},
      bill_state = ${bill.taken}, bill_error = null, run_time = now(), rev = rev + 1, update_time = now(), update_by = null
    where id = ${reconId}::bigint`.execute(tx);
}
