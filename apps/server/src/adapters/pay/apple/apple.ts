import type { PartnerSource } from '@wheelhouse/contract/calls/kit';
import { isDay, parseInstant } from '@wheelhouse/contract/time';
import { sql } from 'kysely';
import { z } from 'zod';
import type { AppleAccount } from '../../../config-pay-apple.ts';
import type { Db } from '../../../db/pool.ts';
import {
  BillUnreadable,
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
} from '../adapter.ts';
import { AppleApi, type HistoryWish } from './api.ts';
import { type ApplePayment, AppleSigned } from './signed.ts';
import { orderTimeOf, tokenOf } from './token.ts';

interface Service {
  readonly db: Db;
  readonly account: AppleAccount;
  readonly isSandbox: boolean;
}

const bought = 'ONE_TIME_CHARGE';
const refunded = 'REFUND';
/** A customer asks Apple for the money; until Apple says REFUND it stays. */
const claimed = 'CONSUMPTION_REQUEST';
const read: ReadonlySet<string> = new Set([bought, claimed, refunded]);

const dayMs = 86_400_000;
/** Notifications of a purchase come within seconds, those of parents who approve it within a day. */
const searchMs = dayMs;
/** Our clock may be ahead of Apple's. */
const skewMs = 60_000;
/** How far back Apple's history goes. */
const historyDays = { Production: 180, Sandbox: 30 } as const;

const noticeBody = z.object({ signedPayload: z.string() });

/** Apple numbers no refunds, and gives a purchase back once: our number of it is made of the purchase's. */
const refundNoOf = (transactionId: string): string => `AP${transactionId}`;

/** A product is a price, and bears it in its name. */
const productIdOf = ({ bundleId }: Pick<AppleAccount, 'bundleId'>, amountFen: number): string =>
  `${bundleId}.fen${amountFen}`;

const answerOf = (status: number): NoticeAnswer => ({ status, contentType: 'text/plain; charset=utf-8', body: '' });

/** @throws NoticeRefused where it was bought for no order */
function newsOf({ transactionId, tradeNo, amountFen, paidTime, payerId }: ApplePayment): TradeNews {
  if (tradeNo === null) throw new NoticeRefused('foreign', 'bought for no order of ours');
  return { tradeNo, state: 'paid', channelTradeNo: transactionId, amountFen, paidTime, payerId };
}

function refundNewsOf({ transactionId, tradeNo, refund }: ApplePayment): RefundNews | undefined {
  if (tradeNo === null || refund === null) return undefined;
  const { amountFen, time: doneTime } = refund;
  const refundNo = refundNoOf(transactionId);
  return { tradeNo, refundNo, channelRefundNo: null, amountFen, state: 'done', doneTime, why: null };
}

/**
 * In-app purchases of the App Store. Nothing is asked to begin one: the app buys a product whose name says its price, with our number of the trade as
 * its token, and sends what Apple signed. Only Apple gives money back.
 */
export class ApplePay implements PayChannel {
  readonly source: PartnerSource;
  readonly answers = { taken: answerOf(200), refused: answerOf(400) };
  readonly #db: Db;
  readonly #account: AppleAccount;
  readonly #api: AppleApi;
  readonly #signed: AppleSigned;

  constructor({ db, account, isSandbox }: Service) {
    this.source = { sandbox: isSandbox, address: account.url };
    this.#db = db;
    this.#account = account;
    this.#api = new AppleApi(account);
    this.#signed = new AppleSigned(account);
  }

  create({ tradeNo, amountFen }: PayRequest): Promise<PayParams> {
    const appAccountToken = tokenOf(tradeNo);
    return appAccountToken === undefined
      ? Promise.reject(new ChannelFailed('tradeNo', 'not the number of an order', false))
      : Promise.resolve({ productId: productIdOf(this.#account, amountFen), appAccountToken });
  }

  /** What the app sends after a purchase, or again after a start. @throws NoticeRefused it is not Apple's, not of this app, or for no order */
  async readTransaction(signedTransaction: string): Promise<TradeNews> {
    const payment = await this.#signed.payment(signedTransaction);
    const news = newsOf(payment);
    await this.#remember(payment);
    return news;
  }

  async query(tradeNo: string): Promise<TradeNews> {
    const id = (await this.#known(tradeNo)) ?? (await this.#search(tradeNo));
    if (id !== undefined) return newsOf(await this.#payment(id));
    return { tradeNo, state: 'unpaid', channelTradeNo: null, amountFen: null, paidTime: null, payerId: null };
  }

  /** The App Store is not told: who buys nevertheless has paid after close. */
  async close(tradeNo: string): Promise<'closed' | 'paid'> {
    return (await this.query(tradeNo)).state === 'paid' ? 'paid' : 'closed';
  }

  refund(): Promise<RefundNews> {
    return Promise.reject(new ChannelFailed('refundsByApple', 'only Apple gives purchases back', false));
  }

  async queryRefund({ tradeNo, refundNo }: Pick<RefundRequest, 'refundNo' | 'tradeNo'>): Promise<RefundNews> {
    const [, id] = /^AP(\d{1,32})$/.exec(refundNo) ?? [];
    const news = id === undefined ? undefined : refundNewsOf(await this.#payment(id));
    if (news?.tradeNo !== tradeNo) throw new ChannelFailed('refundUnknown', 'Apple has given nothing back', false);
    return news;
  }

  /**
   * Apple has no bill: payments are the transactions of the day, each asked of Apple again, refunds the notifications of the day. What the app never
   * sent comes from Apple's history. What was bought for no order has an empty number of the trade.
   */
  async bill(day: string): Promise<readonly BillRow[]> {
    const from = parseInstant(`${day} 00:00:00`);
    if (from === undefined || !isDay(day)) throw new RangeError('not a day of this calendar');
    const until = new Date(from.getTime() + dayMs);
    if (until.getTime() > Date.now()) throw new ChannelFailed('billNotReady', 'the day is not over', true);
    try {
      return [...(await this.#payments(from, until)), ...(await this.#refunds(from, until))];
    } catch (error) {
      if (error instanceof NoticeRefused) throw new BillUnreadable(error.message, { cause: error });
      throw error;
    }
  }

  async readNotice({ body }: NoticeRequest): Promise<Notice> {
    let signedPayload: string;
    try {
      ({ signedPayload } = noticeBody.parse(JSON.parse(body.toString())));
    } catch (cause) {
      throw new NoticeRefused('signature', 'no signed notification', { cause });
    }
    const { id, type, payment } = await this.#signed.notice(signedPayload, read);
    if (payment === undefined) return { kind: 'other', id };
    const news = newsOf(payment);
    await this.#remember(payment);
    if (type !== refunded) return { kind: 'trade', id, news };
    const refund = refundNewsOf(payment);
    return refund === undefined ? { kind: 'other', id } : { kind: 'refund', id, news: refund };
  }

  /** Apple finds transactions by their own number alone. */
  async #remember({ transactionId, tradeNo, paidTime }: ApplePayment): Promise<void> {
    await sql`
      insert into pay_apple_transaction (transaction_id, trade_no, paid_time) values (${transactionId}, ${tradeNo}, ${paidTime})
      on conflict (transaction_id) do nothing`.execute(this.#db);
  }

  /** The first purchase for an order; a second one is another payment of the same trade. */
  async #known(tradeNo: string): Promise<string | undefined> {
    const { rows } = await sql<{ transactionId: string }>`
      select transaction_id from pay_apple_transaction
      where trade_no = ${tradeNo} order by paid_time, transaction_id limit 1`.execute(this.#db);
    return rows[0]?.transactionId;
  }

  async #search(tradeNo: string): Promise<string | undefined> {
    const made = orderTimeOf(tradeNo)?.getTime();
    const farthestMs = historyDays[this.#account.environment] * dayMs - skewMs;
    if (made === undefined || made >= Date.now() || Date.now() - made > farthestMs) return undefined;
    const time = { from: new Date(made - skewMs), until: new Date(made + searchMs) };
    await this.#learn({ ...time, isStrict: false });
    return this.#known(tradeNo);
  }

  /** Remembers what was bought in a time. */
  async #learn(wish: Omit<HistoryWish, 'type'> & { readonly isStrict: boolean }): Promise<void> {
    for await (const { payment } of this.#history({ ...wish, type: bought })) await this.#remember(payment);
  }

  /** `isStrict`: what cannot be read ends it; else it is left out. @throws NoticeRefused */
  async *#history({ isStrict, ...wish }: HistoryWish & { readonly isStrict: boolean }) {
    for await (const signedPayload of this.#api.history(wish)) {
      const notice = await this.#signed.notice(signedPayload, read).catch((error: unknown) => {
        if (isStrict || !(error instanceof NoticeRefused)) throw error;
        return undefined;
      });
      if (notice?.payment !== undefined) yield { payment: notice.payment, time: notice.time };
    }
  }

  /** As it is now. */
  async #payment(transactionId: string): Promise<ApplePayment> {
    const signed = await this.#api.transaction(transactionId);
    if (signed === undefined) throw new ChannelFailed('4040010', 'Apple knows no such transaction', false);
    return this.#signed.payment(signed).catch((cause: unknown) => {
      throw new ChannelFailed('unverified', 'the answer is not signed by Apple for this app', false, { cause });
    });
  }

  async #payments(from: Date, until: Date): Promise<readonly BillRow[]> {
    await this.#learn({ from, until: new Date(until.getTime() + searchMs), isStrict: true });
    const { rows } = await sql<{ transactionId: string }>`
      select transaction_id from pay_apple_transaction
      where paid_time >= ${from} and paid_time < ${until} order by paid_time, transaction_id`.execute(this.#db);
    const bill: BillRow[] = [];
    for (const { transactionId } of rows) {
      const payment = await this.#payment(transactionId);
      bill.push(this.#row('pay', payment, { time: payment.paidTime, amountFen: payment.amountFen }));
    }
    return bill;
  }

  /** By when Apple told them: each is in the bill of one day. */
  async #refunds(from: Date, until: Date): Promise<readonly BillRow[]> {
    const bill: BillRow[] = [];
    for await (const { payment, time } of this.#history({ type: refunded, from, until, isStrict: true }))
      if (payment.refund !== null)
        bill.push(this.#row('refund', payment, { time, amountFen: payment.refund.amountFen }));
    return bill;
  }

  /** The API says no fees: they are the share that was agreed, and come back with a refund. */
  #row(
    kind: BillRow['kind'],
    { transactionId, tradeNo }: ApplePayment,
    of: Pick<BillRow, 'time' | 'amountFen'>,
  ): BillRow {
    const feeMilliFen = of.amountFen * 10 * this.#account.commission;
    return {
      ...of,
      kind,
      tradeNo: tradeNo ?? '',
      channelTradeNo: transactionId,
      refundNo: kind === 'refund' ? refundNoOf(transactionId) : null,
      channelRefundNo: null,
      feeMilliFen: kind === 'refund' ? -feeMilliFen : feeMilliFen,
    };
  }
}
