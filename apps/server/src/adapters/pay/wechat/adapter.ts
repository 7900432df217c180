import { z } from 'zod';
import type { WechatAccount } from '../../../config-pay.ts';
import {
  type BillRow,
  ChannelFailed,
  type Notice,
  NoticeRefused,
  type NoticeRequest,
  type PayChannel,
  type PayParams,
  type PayRequest,
  type RefundNews,
  type RefundRequest,
  type TradeNews,
} from '../adapter.ts';
import * as answers from './answers.ts';
import { readBill, unpackBill } from './bill.ts';
import { ask, download } from './client.ts';
import { channelTime, freshNonce, nowSec, openResource, signLines, whyForeign } from './wire.ts';

const tradesPath = '/v3/pay/transactions';
const refundsPath = '/v3/refund/domestic/refunds';
const [mostSubject, mostReason] = [127, 80];
/** The second is its name elsewhere in the documents. */
const paidCodes: ReadonlySet<string> = new Set(['ORDERPAID', 'ORDER_PAID']);
/** Nothing happened on that day. */
const noBillCode = 'NO_STATEMENT_EXIST';
const billLaterCode = 'STATEMENT_CREATING';

const codeOf = (error: unknown): string => (error instanceof ChannelFailed ? error.code : '');
const cut = (text: string, most: number): string => text.slice(0, most).toWellFormed();

/** What the app hands to WeChat's own software. */
function appParams({ appId, mchId, privateKey }: WechatAccount, prepayId: string): PayParams {
  const [timestamp, noncestr] = [String(nowSec()), freshNonce()];
  return {
    appid: appId,
    partnerid: mchId,
    prepayid: prepayId,
    package: 'Sign=WXPay',
    noncestr,
    timestamp,
    sign: signLines([appId, timestamp, noncestr, prepayId], privateKey),
  };
}

/** @throws NoticeRefused where it is not of that shape */
function read<Shape extends z.ZodType>(shape: Shape, text: string): z.output<Shape> {
  try {
    return shape.parse(JSON.parse(text));
  } catch (error) {
    throw new NoticeRefused('unreadable', 'it cannot be read', { cause: error });
  }
}

/** WeChat Pay v3, payments in apps (https://pay.weixin.qq.com/doc/v3/merchant). */
class WechatPay implements PayChannel {
  readonly answers = {
    taken: { status: 200, contentType: 'application/json', body: '{"code":"SUCCESS","message":"成功"}' },
    refused: { status: 400, contentType: 'application/json', body: '{"code":"FAIL","message":"失败"}' },
  };
  readonly #account: WechatAccount;
  readonly #notifyUrl: string;

  constructor(account: WechatAccount, notifyUrl: string) {
    this.#account = account;
    this.#notifyUrl = notifyUrl;
  }

  async create({ tradeNo, amountFen, subject, expireTime }: PayRequest): Promise<PayParams> {
    const { appId, mchId } = this.#account;
    const body = {
      appid: appId,
      mchid: mchId,
      description: cut(subject, mostSubject),
      out_trade_no: tradeNo,
      time_expire: channelTime(expireTime),
      notify_url: this.#notifyUrl,
      amount: { total: amountFen, currency: 'CNY' },
    };
    const { prepay_id } = await ask(
      this.#account,
      { method: 'POST', path: `${tradesPath}/app`, body },
      answers.prepaid,
    );
    return appParams(this.#account, prepay_id);
  }

  async query(tradeNo: string): Promise<TradeNews> {
    const { appId, mchId } = this.#account;
    const path = `${tradesPath}/out-trade-no/${encodeURIComponent(tradeNo)}?mchid=${mchId}`;
    const answer = await ask(this.#account, { method: 'GET', path }, answers.tradeAnswer);
    if (answer.mchid !== mchId || answer.appid !== appId || answer.out_trade_no !== tradeNo)
      throw new ChannelFailed('unreadable', 'WeChat Pay: an answer about something else', true);
    return answers.tradeNews(answer);
  }

  async close(tradeNo: string): Promise<'closed' | 'paid'> {
    const path = `${tradesPath}/out-trade-no/${encodeURIComponent(tradeNo)}/close`;
    try {
      await ask(this.#account, { method: 'POST', path, body: { mchid: this.#account.mchId } }, z.unknown());
      return 'closed';
    } catch (error) {
      if (paidCodes.has(codeOf(error))) return 'paid';
      throw error;
    }
  }

  async refund({ channelTradeNo, refundNo, amountFen, totalFen, reason }: RefundRequest): Promise<RefundNews> {
    const body = {
      transaction_id: channelTradeNo,
      out_refund_no: refundNo,
      ...(reason !== '' && { reason: cut(reason, mostReason) }),
      notify_url: this.#notifyUrl,
      amount: { refund: amountFen, total: totalFen, currency: 'CNY' },
    };
    return answers.refundNews(
      await ask(this.#account, { method: 'POST', path: refundsPath, body }, answers.refundAnswer),
    );
  }

  async queryRefund({ refundNo }: Pick<RefundRequest, 'refundNo'>): Promise<RefundNews> {
    const path = `${refundsPath}/${encodeURIComponent(refundNo)}`;
    return answers.refundNews(await ask(this.#account, { method: 'GET', path }, answers.refundAnswer));
  }

  async bill(day: string): Promise<readonly BillRow[]> {
    const path = `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL&tar_type=GZIP`;
    try {
      const place = await ask(this.#account, { method: 'GET', path }, answers.billPlace);
      return readBill(await unpackBill(await download(this.#account, place.download_url), place.hash_value));
    } catch (error) {
      if (codeOf(error) === noBillCode) return [];
      if (codeOf(error) !== billLaterCode) throw error;
      throw new ChannelFailed('billNotReady', 'WeChat Pay: the bill is being made', true, { cause: error });
    }
  }

  async readNotice({ headers, body }: NoticeRequest): Promise<Notice> {
    const header = (name: string): string | undefined => {
      const value = headers[name];
      return typeof value === 'string' ? value : undefined;
    };
    const why = whyForeign({ header, body }, this.#account.platformKeys);
    if (why !== undefined) throw new NoticeRefused(why.why, why.said);
    const { id, event_type: event, resource } = read(answers.notice, body.toString('utf8'));
    if (event === 'TRANSACTION.SUCCESS') {
      const trade = read(answers.tradeAnswer, this.#open(resource));
      this.#isOurs(trade.mchid, trade.appid);
      return { kind: 'trade', id, news: answers.tradeNews(trade) };
    }
    if (!/^REFUND\.(?:SUCCESS|ABNORMAL|CLOSED)$/.test(event)) return { kind: 'other', id };
    const refund = read(answers.refundNotice, this.#open(resource));
    this.#isOurs(refund.mchid);
    return { kind: 'refund', id, news: answers.refundNews(refund) };
  }

  #open(resource: z.output<typeof answers.notice>['resource']): string {
    try {
      return openResource(resource, this.#account.apiKey);
    } catch (error) {
      throw new NoticeRefused('changed', 'what it holds was changed, or is not sealed with our key', { cause: error });
    }
  }

  /** @throws NoticeRefused; a refund names no app */
  #isOurs(mchId: string, appId = this.#account.appId): void {
    if (mchId !== this.#account.mchId || appId !== this.#account.appId)
      throw new NoticeRefused('foreign', 'it is about another merchant or app');
  }
}

/** @param notifyUrl where the channel calls back: `POST /pay/v1/callback/1` of this installation */
export const wechatPay = (account: WechatAccount, notifyUrl: string): PayChannel => new WechatPay(account, notifyUrl);
