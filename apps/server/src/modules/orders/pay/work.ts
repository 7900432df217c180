import { ChannelFailed } from '../../../adapters/pay/index.ts';
import { withTransaction } from '../../../db/pool.ts';
import { moveNow } from '../../../entity/due.ts';
import type { App } from '../../../http/context.ts';
import { each, type Leased, type Outcome } from '../../../work/define.ts';
import { NotDone } from '../../../work/failure.ts';
import { defineWork } from '../../../work/work.ts';
import { kindOf } from '../kinds.ts';
import { logOrder } from '../log.ts';
import { channelFor } from './channel.ts';
import { closeAtChannel, endPayment } from './close.ts';
import { takeTrade } from './settle.ts';

/** Seconds between questions about an order that is to be paid. */
const askEverySec = 120;
const overTime = { zh: '超时未支付', en: 'Not paid in time' } as const;

interface Waiting {
  readonly id: string;
  readonly orderId: string;
  readonly kind: number;
  readonly tradeNo: string;
  readonly channel: number;
  /** Seconds until it can no longer be paid. */
  readonly left: number;
}

/** Asks for a payment that the channel has not told of; one whose time is over ends, at the channel first. */
async function follow(app: App, { orderId, kind, tradeNo, channel, left }: Leased<Waiting>): Promise<Outcome> {
  try {
    if (left > 0) {
      const news = await (await channelFor(app, channel)).query(tradeNo);
      if ((await takeTrade(app, news)) === 'other') return { againSec: Math.min(askEverySec, Math.ceil(left)) };
      return 'done';
    }
    if (!(await closeAtChannel(app, { tradeNo, channel }))) return 'done';
  } catch (error) {
    if (error instanceof ChannelFailed) throw new NotDone(error.code, '', { cause: error });
    throw error;
  }
  await withTransaction(app.db, async (tx) => {
    if (!(await endPayment(tx, orderId))) return;
    const { entity } = kindOf(kind);
    const effect = async () => ({ closeTime: new Date(), closeReason: overTime.zh });
    await moveNow(tx, app, orderId, { entity, field: 'orderStatus', action: 'close', effect });
    await logOrder(tx, { orderId, event: 'closed', content: overTime.zh });
  });
  return 'done';
}

/** Payments that are awaited. */
export const paymentsAwaited = defineWork<Waiting>({
  name: 'orders.payments',
  label: { zh: '待支付订单', en: 'Payments awaited' },
  table: 'ord_payment',
  key: { id: 'bigint' },
  select: `t.id::text as id, t.order_id::text as order_id, o.kind, t.trade_no, t.channel, extract(epoch from o.expire_time - now())::float8 as left`,
  join: 'join ord_order o on o.id = t.order_id',
  lease: 60,
  backoff: [10, 30, 60, 300],
  atOnce: 40,
  done: 'rest',
  promise: 'atLeastOnce',
  step: each(8, follow),
});
