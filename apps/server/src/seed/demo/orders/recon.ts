import { codes } from '@wheelhouse/entities/codes';
import { formatDay } from '@wheelhouse/contract/time';
import { sql } from 'kysely';
import type { BillRow } from '../../../adapters/pay/index.ts';
import { withTransaction } from '../../../db/pool.ts';
import type { App } from '../../../http/context.ts';
import { billedChannels, compareDay, dayOfChannel, keepBill, ownRowsOf } from '../../../modules/orders/service.ts';
import { after, day, hour } from '../clock.ts';

type OwnRow = Awaited<ReturnType<typeof ownRowsOf>>[number];

const days = 14;
const { wechat, alipay } = codes.PayChannel;

const billOf = ({
  kind,
  time,
  orderNo,
  channelTradeNo,
  refundNo,
  channelRefundNo,
  amountFen,
  feeFen,
}: OwnRow): BillRow => ({
  kind,
  time,
  tradeNo: orderNo,
  channelTradeNo: channelTradeNo ?? '',
  refundNo,
  channelRefundNo,
  amountFen,
  feeMilliFen: feeFen * 1000,
});

type Plant = (rows: readonly BillRow[], moment: Date) => readonly BillRow[];

/** What channels say otherwise, on their latest days with payments. */
const plants: Readonly<Record<number, readonly Plant[]>> = {
  [wechat]: [
    ([first, ...rest]) => (first ? [{ ...first, feeMilliFen: first.feeMilliFen + 1000 }, ...rest] : []),
    (rows, moment) => [...rows, unknownAt(moment)],
    ([first, ...rest]) => (first ? [{ ...first, amountFen: first.amountFen + 100 }, ...rest] : []),
  ],
  [alipay]: [(rows) => rows.slice(1)],
};

/** A payment that the platform knows nothing of. */
const unknownAt = (moment: Date): BillRow => ({
  kind: 'pay',
  time: moment,
  tradeNo: `GO${formatDay(moment).replaceAll('-', '')}120000990001`,
  channelTradeNo: `4200009900${formatDay(moment).replaceAll('-', '')}0001`,
  refundNo: null,
  channelRefundNo: null,
  amountFen: 3_900,
  feeMilliFen: 23_000,
});

/** The bills of a channel, the oldest first. */
async function billsOf(app: App, now: Date, channel: number) {
  const bills = await withTransaction(app.db, async (tx) => {
    const found: { readonly day: string; readonly moment: Date; readonly rows: readonly BillRow[] }[] = [];
    for (let ago = 1; ago <= days; ago++) {
      const moment = after(now, -ago * day);
      const of = { channel, day: formatDay(moment) };
      found.push({ day: of.day, moment, rows: (await ownRowsOf(tx, of)).map(billOf) });
    }
    return found;
  });
  const left = [...(plants[channel] ?? [])];
  return bills
    .map(({ rows, ...of }) => {
      const plant = rows.some(({ kind }) => kind === 'pay') ? left.shift() : undefined;
      return { ...of, rows: plant?.(rows, of.moment) ?? rows };
    })
    .toReversed();
}

/** The last two weeks by the bills of the channels, which agree with what was paid but for a few rows. */
export async function reconcileDemo(app: App, now: Date): Promise<void> {
  for (const channel of billedChannels)
    for (const { day: date, rows } of await billsOf(app, now, channel))
      await withTransaction(app.db, async (tx) => {
        const of = { channel, day: date };
        const found = await dayOfChannel(tx, of);
        // Longer ago than channels have bills of.
        if (found === undefined) return;
        await keepBill(tx, of, rows);
        await compareDay(tx, found.id, of);
        const morning = after(new Date(`${date}T00:00:00+08:00`), day + 10 * hour);
        await sql`
          update ord_recon set run_time = ${morning}, create_time = ${morning}, update_time = ${morning} where id = ${found.id}::bigint`.execute(
          tx,
        );
      });
}
