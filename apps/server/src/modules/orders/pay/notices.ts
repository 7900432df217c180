import { Counter, type Registry } from 'prom-client';
import { sql } from 'kysely';
import type { Notice, NoticeRefused } from '../../../adapters/pay/index.ts';
import { once } from '../../../db/metrics.ts';
import type { App } from '../../../http/context.ts';
import { RateLimit } from '../../../http/rate.ts';
import type { Job } from '../../module.ts';
import type { Taken } from './settle.ts';

const results = ['taken', 'known', 'differs', 'late', 'twice', 'unknown', 'other', 'refused'] as const;
/** Rows that refused calls of a channel may write at once, and after that in an hour: anybody can send them. */
const [burst, perHour] = [30, 30];
const refusedDays = 90;
const longest = { number: 64, notice: 128, said: 200 } as const;

/** Calls of payment channels, by what came of them. */
export function noticeCounter(registry: Registry): Counter<'result'> {
  return once(registry, 'wheelhouse_pay_notices_total', () => {
    const counter = new Counter({
      name: 'wheelhouse_pay_notices_total',
      help: 'Calls of payment channels',
      labelNames: ['result'],
      registers: [registry],
    });
    for (const result of results) counter.inc({ result }, 0);
    return counter;
  });
}

const cut = (text: string | null, most: number): string | null => text?.slice(0, most) ?? null;

/** What a call says, of what operators look for. */
function factsOf(notice: Notice) {
  if (notice.kind === 'other') return { tradeNo: null, refundNo: null, channelTradeNo: null, fen: null };
  const { tradeNo, amountFen: fen } = notice.news;
  return notice.kind === 'trade'
    ? { tradeNo, refundNo: null, channelTradeNo: notice.news.channelTradeNo, fen }
    : { tradeNo, refundNo: notice.news.refundNo, channelTradeNo: null, fen };
}

/** Keeps a call that its channel has signed, with what came of it. */
export async function keepNotice(app: App, channel: number, notice: Notice, result: Taken): Promise<void> {
  const { tradeNo, refundNo, channelTradeNo, fen } = factsOf(notice);
  await sql`
    insert into ord_pay_notify (channel, notice_id, trade_no, refund_no, channel_trade_no, said_fen, result)
    values (${channel}, ${cut(notice.id, longest.notice)}, ${cut(tradeNo, longest.number)}, ${cut(refundNo, longest.number)},
      ${cut(channelTradeNo, longest.number)}, ${fen}, ${result})`.execute(app.db);
  noticeCounter(app.metrics).inc({ result });
}

interface Gate {
  readonly rate: RateLimit;
  /** Calls that were not written, by channel and why. */
  readonly missed: Map<string, number>;
}
const gates = new WeakMap<object, Gate>();

function gateOf({ pool }: App): Gate {
  const known = gates.get(pool) ?? { rate: new RateLimit(burst, perHour / 3600), missed: new Map<string, number>() };
  gates.set(pool, known);
  return known;
}

/** Keeps why a call was refused. Of too many, the next one that is written says how many there were. */
export async function keepRefused(app: App, channel: number, { why, message }: NoticeRefused): Promise<void> {
  noticeCounter(app.metrics).inc({ result: 'refused' });
  const { rate, missed } = gateOf(app);
  const key = `${channel} ${why}`;
  const times = 1 + (missed.get(key) ?? 0);
  if (!rate.take(String(channel))) {
    missed.set(key, times);
    return;
  }
  missed.delete(key);
  await sql`
    insert into ord_pay_notify (channel, result, said, times) values (${channel}, ${why}, ${cut(message, longest.said)}, ${times})`.execute(
    app.db,
  );
}

/** Takes away what was refused long ago. What a channel has signed stays with its order. */
export const noticesKept: Job = {
  name: 'orders.notices',
  cron: '50 4 * * *',
  async run({ db }) {
    await sql`
      delete from ord_pay_notify where notice_id is null and create_time < now() - make_interval(days => ${refusedDays})`.execute(
      db,
    );
  },
};
