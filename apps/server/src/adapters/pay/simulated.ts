import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { PartnerSource } from '@wheelhouse/contract/calls/kit';
import { isDay } from '@wheelhouse/contract/time';
import { codes } from '@wheelhouse/entities/codes';
import { z } from 'zod';
import type { App } from '../../http/context.ts';
import {
  type BillRow,
  ChannelFailed,
  type Notice,
  type NoticeAnswer,
  NoticeRefused,
  type NoticeRequest,
  type PayChannel,
  type PayParams,
  type PayRequest,
  type RefundNews,
  type RefundRequest,
  type TradeNews,
} from './adapter.ts';
import { PayBook, type SandboxRefund, type SandboxTrade } from './sandbox/book.ts';
import { Notices, startPayClock } from './sandbox/notices.ts';

/*
 * The channels without a public wire: digital yuan (e-CNY), which is played on this machine, and orders of nothing. Whoever shows them says so: their
 * `source` is a sandbox.
 */

type SimulatedApp = Pick<App, 'config' | 'db' | 'pool' | 'secrets'>;

const source: PartnerSource = { sandbox: true, address: 'simulated' };
const answerOf = (status: number): NoticeAnswer => ({ status, contentType: 'text/plain; charset=utf-8', body: '' });
const answers = { taken: answerOf(200), refused: answerOf(400) };
const signatureHeader = 'x-wheelhouse-signature';

/** A channel that says that it is simulated. */
export interface Simulated extends PayChannel {
  readonly source: PartnerSource;
}

const time = z.coerce.date();
const tradeNews = z.object({
  tradeNo: z.string(),
  state: z.enum(['unpaid', 'paid', 'closed']),
  channelTradeNo: z.string().nullable(),
  amountFen: z.int().nullable(),
  paidTime: time.nullable(),
  payerId: z.string().nullable(),
});
const refundNews = z.object({
  tradeNo: z.string(),
  refundNo: z.string(),
  channelRefundNo: z.string().nullable(),
  amountFen: z.int().nullable(),
  state: z.enum(['processing', 'done', 'refused']),
  doneTime: time.nullable(),
  why: z.string().nullable(),
});
const noticeShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('trade'), id: z.string(), news: tradeNews }),
  z.object({ kind: z.literal('refund'), id: z.string(), news: refundNews }),
]);

const tradeNewsOf = ({ tradeNo, state, channelTradeNo, amountFen, paidTime, payerId }: SandboxTrade): TradeNews => ({
  tradeNo,
  state,
  channelTradeNo,
  amountFen,
  paidTime,
  payerId,
});

const refundNewsOf = ({
  tradeNo,
  refundNo,
  channelRefundNo,
  amountFen,
  state,
  doneTime,
}: SandboxRefund): RefundNews => ({
  tradeNo,
  refundNo,
  channelRefundNo,
  amountFen,
  state,
  doneTime,
  why: state === 'refused' ? 'simulated' : null,
});

const unknown = (what: string): ChannelFailed =>
  new ChannelFailed('unknown', `e-CNY, simulated: no such ${what}`, false);

const minutes = (...all: number[]): number[] => all.map((minute) => minute * 60);

/** Digital yuan, simulated by an installation for itself. */
export class ECny implements Simulated {
  readonly source = source;
  readonly answers = answers;
  readonly #book: PayBook;
  readonly #notices: Notices;
  readonly #notifyUrl: string;
  readonly #key: Buffer;

  constructor({ config, db, pool, secrets }: SimulatedApp, notifyUrl: string) {
    // In production nobody pays with money that is not there.
    const moves = !config.production;
    this.#notifyUrl = notifyUrl;
    this.#key = Buffer.from(hkdfSync('sha256', secrets.sealKey, '', 'wheelhouse simulated e-CNY', 32));
    const numbers = { trade: 'SIM', refund: 'SIMR', length: 24 };
    this.#book = new PayBook(db, { channel: codes.PayChannel.eCny, numbers, moves });
    this.#notices = new Notices(this.#book, {
      retrySeconds: minutes(1, 5, 30, 120, 720),
      tell: ({ id, trade, refund }, isForged) => {
        const notice: Notice =
          refund === null
            ? { kind: 'trade', id, news: tradeNewsOf(trade) }
            : { kind: 'refund', id, news: refundNewsOf(refund) };
        const body = JSON.stringify(notice);
        const signature = this.#sign(Buffer.from(isForged ? `${body} ` : body)).toString('hex');
        return Promise.resolve({ body, headers: { 'content-type': 'application/json', [signatureHeader]: signature } });
      },
      isTaken: ({ status }) => status === answers.taken.status,
    });
    if (moves) startPayClock(pool, this.#book, this.#notices);
  }

  /** What the clock does every second: pays, gives back and tells what is due. */
  async round(): Promise<void> {
    await this.#book.move();
    await this.#notices.deliver();
  }

  /** Pays after two seconds, unless the amount ends in 13 fen. */
  async create(request: PayRequest): Promise<PayParams> {
    const trade = await this.#book.create({ ...request, notifyUrl: this.#notifyUrl });
    if (trade === 'differs')
      throw new ChannelFailed('differs', 'e-CNY, simulated: another trade has this number', false);
    if (trade.state !== 'unpaid') throw new ChannelFailed(trade.state, 'e-CNY, simulated: the trade is over', false);
    return { simulated: 'true', tradeNo: trade.tradeNo };
  }

  async query(tradeNo: string): Promise<TradeNews> {
    const trade = await this.#book.find(tradeNo);
    if (trade === undefined) throw unknown('trade');
    return tradeNewsOf(trade);
  }

  async close(tradeNo: string): Promise<'closed' | 'paid'> {
    const state = await this.#book.close(tradeNo);
    if (state === 'unknown') throw unknown('trade');
    return state;
  }

  async refund({ tradeNo, refundNo, amountFen, reason }: RefundRequest): Promise<RefundNews> {
    const notifyUrl = this.#notifyUrl;
    const refund = await this.#book.refund({ tradeNo, refundNo, amountFen, reason, notifyUrl });
    if (typeof refund === 'string') throw new ChannelFailed(refund, 'e-CNY, simulated: not refunded', false);
    return refundNewsOf(refund);
  }

  async queryRefund({ refundNo }: Pick<RefundRequest, 'refundNo'>): Promise<RefundNews> {
    const refund = await this.#book.findRefund(refundNo);
    if (refund === undefined) throw unknown('refund');
    return refundNewsOf(refund);
  }

  /** Without fees. */
  async bill(day: string): Promise<readonly BillRow[]> {
    if (!isDay(day)) throw new RangeError('not a day of this calendar');
    if (Date.now() < Date.parse(`${day}T24:00:00+08:00`))
      throw new ChannelFailed('billNotReady', 'the day is not over', true);
    const { trades, refunds } = await this.#book.day(day);
    const common = { refundNo: null, channelRefundNo: null, feeMilliFen: 0 };
    return [
      ...trades.map(({ tradeNo, channelTradeNo, amountFen, paidTime, createTime }) => ({
        ...common,
        kind: 'pay' as const,
        time: paidTime ?? createTime,
        tradeNo,
        channelTradeNo: channelTradeNo ?? '',
        amountFen,
      })),
      ...refunds
        .filter(({ refund }) => refund.state !== 'refused')
        .map(({ refund, trade }) => ({
          ...common,
          kind: 'refund' as const,
          time: refund.createTime,
          tradeNo: trade.tradeNo,
          channelTradeNo: trade.channelTradeNo ?? '',
          refundNo: refund.refundNo,
          channelRefundNo: refund.channelRefundNo,
          amountFen: refund.amountFen,
        })),
    ];
  }

  async readNotice({ headers, body }: NoticeRequest): Promise<Notice> {
    const given = Buffer.from(String(headers[signatureHeader] ?? ''), 'hex');
    const right = this.#sign(body);
    if (given.length !== right.length || !timingSafeEqual(given, right))
      throw new NoticeRefused('signature', 'a wrong signature');
    const read = noticeShape.safeParse(JSON.parse(body.toString()));
    if (!read.success) throw new NoticeRefused('unreadable', 'it cannot be read');
    return Promise.resolve(read.data);
  }

  #sign(body: Buffer): Buffer {
    return createHmac('sha256', this.#key).update(body).digest();
  }
}

const nothingPaid = (): Promise<never> => Promise.reject(new ChannelFailed('nothingPaid', 'nothing was paid', false));

/** Orders of nothing: paid by being asked for. */
class ZeroPay implements Simulated {
  readonly source = source;
  readonly answers = answers;

  create({ amountFen }: PayRequest): Promise<PayParams> {
    return amountFen === 0
      ? Promise.resolve({})
      : Promise.reject(new ChannelFailed('amount', 'only orders of nothing are paid with nothing', false));
  }

  query(tradeNo: string): Promise<TradeNews> {
    const none = { paidTime: null, payerId: null };
    return Promise.resolve({ ...none, tradeNo, state: 'paid', channelTradeNo: `ZERO${tradeNo}`, amountFen: 0 });
  }

  close(): Promise<'paid'> {
    return Promise.resolve('paid');
  }

  refund = nothingPaid;
  queryRefund = nothingPaid;

  bill(): Promise<readonly BillRow[]> {
    return Promise.resolve([]);
  }

  readNotice(): Promise<never> {
    return Promise.reject(new NoticeRefused('foreign', 'this channel calls nobody'));
  }
}

export const zeroPay: Simulated = new ZeroPay();

const opened = new WeakMap<App['pool'], ECny>();

/** The one of this process; it calls back at `notifyUrl`. */
export function eCnyPay(app: SimulatedApp, notifyUrl: string): ECny {
  const channel = opened.get(app.pool) ?? new ECny(app, notifyUrl);
  opened.set(app.pool, channel);
  return channel;
}
