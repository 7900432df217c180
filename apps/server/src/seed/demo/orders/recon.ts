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

/** What a channel says otherwise, by channel and how many days ago. */
const plants: Readonly<Record<string, (rows: readonly BillRow[], moment: Date) => readonly BillRow[]>> = {
  [`${wechat} 2`]: ([first, ...rest]) => (first ? [{ ...first, feeMilliFen: first.feeMilliFen + 1000 }, ...rest] : []),
  [`${alipay} 3`]: (rows) => rows.slice(1),
  [`${wechat} 4`]: (rows, moment) => [
    ...rows,
    {
      kind: 'pay',
      time: moment,
      tradeNo: `GO${formatDay(moment).replaceAll('-', '')}120000990001`,
      channelTradeNo: `4200009900${formatDay(moment).replaceAll('-', '')}0001`,
      refundNo: null,
      channelRefundNo: null,
      amountFen: 3_900,
      feeMilliFen: 23_000,
    },
  ],
  [`${wechat} 6`]: ([first, ...rest]) => (first ? [{ ...first, amountFen: first.amountFen + 100 }, ...rest] : []),
};

/** The last two weeks by the bills of the channels, which agree with what was paid but for a few rows. */
export async function reconcileDemo(app: App, now: Date): Promise<void> {
  for (let ago = days; ago >= 1; ago--)
    for (const channel of billedChannels) {
      const moment = after(now, -ago * day);
      const of = { channel, day: formatDay(moment) };
      await withTransaction(app.db, async (tx) => {
        const found = await dayOfChannel(tx, of);
        // Longer ago than channels have bills of.
        if (found === undefined) return;
        const bill = (await ownRowsOf(tx, of)).map(billOf);
        await keepBill(tx, of, plants[`${channel} ${ago}`]?.(bill, moment) ?? bill);
        await compareDay(tx, found.id, of);
        const morning = after(new Date(`${of.day}T00:00:00+08:00`), day + 10 * hour);
        await sql`
          update ord_recon set run_time = ${morning}, create_time = ${morning}, update_time = ${morning} where id = ${found.id}::bigint`.execute(
          tx,
        );
      });
    }
}
