import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import { BillUnreadable, ChannelFailed, type BillRow } from '../../../adapters/pay/index.ts';
import { withTransaction } from '../../../db/pool.ts';
import type { App } from '../../../http/context.ts';
import { each, type Leased, type Outcome } from '../../../work/define.ts';
import { NotDone } from '../../../work/failure.ts';
import { defineWork } from '../../../work/work.ts';
import { channelFor } from '../pay/channel.ts';
import { compareDay, lockDay } from './compare.ts';
import { dayColumns, type ReconDay } from './days.ts';
import { keepBill, type ChannelDay } from './sides.ts';

const { BillState: bill, ReconDiff: diff, ReconItemStatus: item } = codes;
/** Hours after which a channel that has no bill of a day has had no trades on it. */
const emptyAfterHours = 48;

/** Channels write no bill of a day without trades: later it is taken as empty. */
const isOver = (day: string): boolean => Date.now() > Date.parse(`${day}T24:00:00+08:00`) + emptyAfterHours * 3_600_000;

async function fetchBill(app: App, { channel, day }: ChannelDay): Promise<readonly BillRow[]> {
  try {
    return await (await channelFor(app, channel)).bill(day);
  } catch (error) {
    if (error instanceof ChannelFailed && error.code === 'billNotReady' && isOver(day)) return [];
    throw error;
  }
}

async function markUnreadable(app: App, { id }: ReconDay, error: BillUnreadable): Promise<void> {
  await sql`
    update ord_recon set bill_state = ${bill.unreadable}, bill_error = ${error.message.slice(0, 200)}, rev = rev + 1, update_time = now(), update_by = null
    where id = ${id}::bigint`.execute(app.db);
}

/** Days beside one that wait for what its bill says: a payment at midnight, a refund that was accepted before it went through. */
async function waitingBeside(app: App, { channel, day }: ChannelDay): Promise<readonly ReconDay[]> {
  const { rows } = await sql<ReconDay>`
    select ${sql.raw(dayColumns)} from ord_recon t
    where t.pay_channel = ${channel} and t.bill_state = ${bill.taken} and t.bill_date <> ${day}::date and t.bill_date between ${day}::date - 7 and ${day}::date + 1
      and exists (select from ord_recon_item i where i.recon_id = t.id and i.item_status = ${item.open} and i.diff_type = ${diff.acrossMidnight})`.execute(
    app.db,
  );
  return rows;
}

/** Compares a day by the bill that is kept of it. */
export const compareAgain = (app: App, of: ReconDay): Promise<void> =>
  withTransaction(app.db, async (tx) => {
    await lockDay(tx, of.id);
    await compareDay(tx, of.id, of);
  });

/**
 * Fetches the bill of a day and compares it; then the days beside it that waited for it. The same bill again changes nothing that people decided.
 * @throws ChannelFailed, BillUnreadable: nothing of it is taken, and the day says so
 */
export async function reconcile(app: App, of: ReconDay): Promise<void> {
  let rows: readonly BillRow[];
  try {
    rows = await fetchBill(app, of);
  } catch (error) {
    if (error instanceof BillUnreadable) await markUnreadable(app, of, error);
    throw error;
  }
  await withTransaction(app.db, async (tx) => {
    await lockDay(tx, of.id);
    await keepBill(tx, of, rows);
    await compareDay(tx, of.id, of);
  });
  for (const beside of await waitingBeside(app, of)) await compareAgain(app, beside);
}

async function step(app: App, day: Leased<ReconDay>): Promise<Outcome> {
  try {
    await reconcile(app, day);
    return 'done';
  } catch (error) {
    if (error instanceof ChannelFailed) throw new NotDone(error.code, '', { cause: error });
    if (error instanceof BillUnreadable) throw new NotDone('billUnreadable', '', { cause: error });
    throw error;
  }
}

/** Days of channels whose bill is to be fetched and compared. */
export const billsAwaited = defineWork<ReconDay>({
  name: 'orders.recon',
  label: { zh: '渠道对账', en: 'Bills of channels' },
  table: 'ord_recon',
  key: { id: 'bigint' },
  select: dayColumns,
  lease: 300,
  backoff: [300, 900, 1800, 3600],
  atOnce: 4,
  done: 'rest',
  promise: 'atLeastOnce',
  step: each(1, step),
});
