import { machines } from '@wheelhouse/entities/machines';
import { formatDay, parseInstant } from '@wheelhouse/contract/time';
import { sql } from 'kysely';
import { withTransaction, type Tx } from '../../../db/pool.ts';
import { wallClock } from '../../../db/wall-clock.ts';
import type { App } from '../../../http/context.ts';
import {
  bookBack,
  bookConfirmed,
  bookPaid,
  bookSale,
  generate,
  type Printed,
} from '../../../modules/orders/service.ts';
import { after, day, hour } from '../clock.ts';
import { copyRows } from '../copy.ts';
import { draw, type Color } from '../draw.ts';
import { keepDemoFile } from '../keep.ts';

const { closed, toPay } = machines['SM-Order'].states;
const { refunded, partlyRefunded } = machines['SM-Refund'].states;
const { confirmed, paid } = machines['SM-Settlement'].states;

interface Money {
  readonly orderId: string;
  readonly time: Date;
  readonly refundNo: string | null;
  readonly amountFen: number;
}

/** What was paid and paid back and stands in no posting, as it happened. */
async function unbooked(tx: Tx): Promise<readonly Money[]> {
  const { rows } = await sql<Money>`
    select o.id::text as order_id, o.pay_time as time, null::text as refund_no, o.pay_fen::float8 as amount_fen from ord_order o
    where o.order_status not in (${toPay}, ${closed}) and o.pay_time is not null and o.request_id like 'demo-%'
      and not exists (select from ldg_transaction t where t.key = 'paid:' || o.order_no)
    union all
    select r.order_id::text, r.success_time, r.refund_no, r.amount_fen::float8 from ord_refund r join ord_order o on o.id = r.order_id
    where r.refund_status in (${refunded}, ${partlyRefunded}) and o.request_id like 'demo-%'
      and not exists (select from ldg_transaction t where t.key = 'refunded:' || r.refund_no)
    order by time`.execute(tx);
  return rows;
}

/** YYYY-MM so many months before that of a time, and its end. */
function monthBefore(time: Date, n: number): { readonly month: string; readonly over: Date } {
  const [year = 0, of = 0] = formatDay(time).split('-').map(Number);
  const text = (months: number): string => new Date(Date.UTC(year, of - 1 - n + months, 1)).toISOString().slice(0, 10);
  return { month: text(0).slice(0, 7), over: parseInstant(`${text(1)} 00:00:00`) ?? time };
}

type Statement = Printed & { readonly id: string };

async function statementsOf(tx: Tx, numbers: readonly string[]): Promise<readonly Statement[]> {
  const { rows } = await sql<Statement>`
    select id::text as id, settlement_no, month, partner_name, entry_count, gross_fen::float8 as gross_fen, refund_fen::float8 as refund_fen,
      fee_fen::float8 as fee_fen, share_fen::float8 as share_fen, adjustment_fen::float8 as adjustment_fen, carried_fen::float8 as carried_fen,
      payable_fen::float8 as payable_fen, adjustments, ${wallClock('generate_time')} as generate_time
    from ord_settlement where settlement_no = any(${[...numbers]}::text[]) order by id`.execute(tx);
  return rows;
}

const [paper, line, seal]: readonly Color[] = [
  [255, 253, 246],
  [170, 176, 190],
  [207, 34, 46],
];
/** A bank's slip, as it may look. */
const voucherOf = (): Promise<Buffer> =>
  draw(720, 420, (x, y) => {
    const fromSeal = Math.hypot(x - 570, y - 300);
    if (fromSeal > 62 && fromSeal < 70) return seal ?? null;
    const isLine = y % 52 < 3 && x > 60 && x < 660 && y > 60 && y < 380;
    return (isLine ? line : paper) ?? null;
  });

async function keepVoucher(app: App, now: Date): Promise<string> {
  const file = { biz: 'evidence', name: '付款回单.png', contentType: 'image/png', bytes: await voucherOf() } as const;
  const { id, row } = await keepDemoFile(app, now, { ...file, facts: { width: 720, height: 420 } });
  const client = await app.pool.connect();
  try {
    await copyRows(client, 'sys_file', [row]);
  } finally {
    client.release();
  }
  return id;
}

const personNamed = async (tx: Tx, username: string): Promise<string | null> => {
  const { rows } = await sql<{ id: string }>`
    select id::text as id from sys_user where username in (${username}, 'admin') and not deleted order by username = 'admin' limit 1`.execute(
    tx,
  );
  return rows[0]?.id ?? null;
};

const adjustments = [
  { amountFen: 2_000, reason: '首页推荐位补贴' },
  { amountFen: -350, reason: '上月素材返工费扣回' },
];

/** The statements of a month that has been over for so long: generated on the 3rd, and as far as they would be by now. */
async function settleMonth(app: App, { month, over }: ReturnType<typeof monthBefore>, n: number): Promise<void> {
  const numbers = await generate(app, { month });
  const voucher = n >= 3 && numbers.length > 0 ? await keepVoucher(app, over) : null;
  await withTransaction(app.db, async (tx) => {
    const [made, finance] = [after(over, 2 * day + 11 * hour), await personNamed(tx, 'finance.xu')];
    const [judged, done] = [after(made, day + 4 * hour), after(made, 3 * day)];
    await sql`update ord_settlement set generate_time = ${made}, create_time = ${made}, update_time = ${made} where settlement_no = any(${[...numbers]}::text[])`.execute(
      tx,
    );
    for (const [at, { id }] of (await statementsOf(tx, numbers)).entries())
      if (n === 2 && at === 0)
        await sql`
          update ord_settlement set adjustments = ${JSON.stringify(adjustments)}::jsonb, adjustment_fen = 1650, payable_fen = payable_fen + 1650, update_by = ${finance}::bigint
          where id = ${id}::bigint`.execute(tx);
    for (const one of n < 2 ? [] : await statementsOf(tx, numbers)) {
      const documentHash = await bookConfirmed(tx, one, judged);
      await sql`
        update ord_settlement set status = ${confirmed}, document_hash = ${documentHash}, auditor_id = ${await personNamed(tx, 'admin')}::bigint, audit_time = ${judged}
        where id = ${one.id}::bigint`.execute(tx);
      if (voucher === null || one.payableFen <= 0) continue;
      await bookPaid(tx, one, done);
      await sql`
        update ord_settlement set status = ${paid}, payer_id = ${finance}::bigint, paid_time = ${done}, voucher_file_id = ${voucher} where id = ${one.id}::bigint`.execute(
        tx,
      );
    }
  });
}

/** Books what the demo's owners have paid and got back by the code that books it for people, and settles the months that are over. */
export async function bookRevenue(app: App, now: Date): Promise<void> {
  await withTransaction(app.db, async (tx) => {
    for (const { orderId, time, refundNo, amountFen } of await unbooked(tx))
      if (refundNo === null) await bookSale(tx, app, orderId, time);
      else await bookBack(tx, orderId, { refundNo, amountFen, isOffline: false, time });
  });
  for (const n of [4, 3, 2, 1]) await settleMonth(app, monthBefore(now, n), n);
}
