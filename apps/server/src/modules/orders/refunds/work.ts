import { channelDays } from '@wheelhouse/entities/orders/refund';
import { machines } from '@wheelhouse/entities/machines';
import { ChannelFailed, type RefundNews } from '../../../adapters/pay/index.ts';
import type { App } from '../../../http/context.ts';
import { each, type Leased, type Outcome } from '../../../work/define.ts';
import { NotDone } from '../../../work/failure.ts';
import { defineWork } from '../../../work/work.ts';
import { channelFor } from '../pay/channel.ts';
import { failRefund, takeRefund } from './finish.ts';

const { refunding } = machines['SM-Refund'].states;
/** Seconds between questions about a refund that a channel works on. */
const askEverySec = 30;
const tooOld = { zh: '订单已超过渠道退款期限，请线下退款', en: 'Too old for the channel: pay back off-line' } as const;

interface Asked {
  readonly refundNo: string;
  readonly status: number;
  readonly tradeNo: string;
  readonly channelTradeNo: string | null;
  readonly channel: number;
  readonly amountFen: number;
  readonly totalFen: number;
  readonly reason: string;
  /** Days since it was paid. */
  readonly days: number | null;
}

/** The same number is the same refund, however often it is asked for. */
async function ask(app: App, asked: Asked): Promise<RefundNews> {
  const { refundNo, tradeNo, channelTradeNo, amountFen, totalFen, reason } = asked;
  const channel = await channelFor(app, asked.channel);
  return channel.refund({ refundNo, tradeNo, channelTradeNo: channelTradeNo ?? '', amountFen, totalFen, reason });
}

async function pay(app: App, asked: Leased<Asked>): Promise<Outcome> {
  // Told of, or decided, meanwhile.
  if (asked.status !== refunding) return 'done';
  if ((asked.days ?? 0) > channelDays) {
    await failRefund(app, asked.refundNo, tooOld.zh);
    return 'done';
  }
  try {
    const news = await ask(app, asked);
    return (await takeRefund(app, news)) === 'other' ? { againSec: askEverySec } : 'done';
  } catch (error) {
    if (!(error instanceof ChannelFailed)) throw error;
    if (error.isPassing) throw new NotDone(error.code, '', { cause: error });
    await failRefund(app, asked.refundNo, error.code);
    return 'done';
  }
}

/** Approved refunds, on their way through the channel. */
export const refundsAsked = defineWork<Asked>({
  name: 'orders.refunds',
  label: { zh: '渠道退款', en: 'Refunds by channels' },
  table: 'ord_refund',
  key: { id: 'bigint' },
  select: `t.refund_no, t.refund_status as status, t.order_no as trade_no, coalesce(t.held_trade_no, o.channel_trade_no) as channel_trade_no, t.pay_channel as channel, t.amount_fen::float8 as amount_fen, t.pay_fen::float8 as total_fen,
    t.remark as reason, extract(epoch from now() - coalesce(h.occur_time, o.pay_time))::float8 / 86400 as days`,
  join: 'join ord_order o on o.id = t.order_id left join ord_held h on h.refund_id = t.id',
  lease: 60,
  backoff: [10, 60, 300, 1800],
  atOnce: 20,
  done: 'rest',
  promise: 'atLeastOnce',
  step: each(4, pay),
});
