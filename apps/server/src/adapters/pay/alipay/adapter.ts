import { textOrNull } from '@wheelhouse/contract/object';
import { formatInstant } from '@wheelhouse/contract/time';
import type { AlipayAccount } from '../../../config-pay.ts';
import { exchangeBytes } from '../../partner/exchange.ts';
import {
  ChannelFailed,
  type BillRow,
  type PayChannel,
  type PayParams,
  type PayRequest,
  type RefundNews,
  type RefundRequest,
  type TradeNews,
} from '../adapter.ts';
import { fenOf, yuanOf } from '../yuan.ts';
import { readBill } from './bill.ts';
import { askGateway, failureOf, reach, unknownOutcome } from './gateway.ts';
import { readNotice, stateOf } from './notice.ts';
import { instantOf, plainText, signedRequest } from './wire.ts';

const downloadMs = 60_000;
const notThere = 'ACQ.TRADE_NOT_EXIST';
/** Of closing: the trade does not wait for its payer. */
const notWaiting: ReadonlySet<string> = new Set([
  'ACQ.TRADE_STATUS_ERROR',
  'ACQ.REASON_TRADE_STATUS_INVALID',
  'ACQ.REASON_ILLEGAL_STATUS',
]);
/** Of a refund: it is never done under its number. Others are failures, after which it is asked again. */
const neverDone: ReadonlySet<string> = new Set([
  notThere,
  'ACQ.TRADE_HAS_CLOSE',
  'ACQ.TRADE_HAS_FINISHED',
  'ACQ.TRADE_STATUS_ERROR',
  'ACQ.TRADE_NOT_ALLOW_REFUND',
  'ACQ.REASON_TRADE_STATUS_INVALID',
  'ACQ.REASON_TRADE_REFUND_FEE_ERR',
  'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL',
  'ACQ.REFUND_FEE_ERROR',
  'ACQ.DISCORDANT_REPEAT_REQUEST',
  'ACQ.REFUND_TIME_OUT',
]);

/** The order that the app gives to Alipay's own, signed. Nothing is there at Alipay before the payer opens it. */
function orderOf(account: AlipayAccount, notifyUrl: string, request: PayRequest): PayParams {
  const { tradeNo, amountFen, subject, expireTime } = request;
  const content = JSON.stringify({
    out_trade_no: tradeNo,
    total_amount: yuanOf(amountFen),
    subject: plainText(subject, 256),
    product_code: 'QUICK_MSECURITY_PAY',
    seller_id: account.sellerId,
    time_expire: formatInstant(expireTime),
  });
  const fields = signedRequest(account, 'alipay.trade.app.pay', { notify_url: notifyUrl, content });
  const pairs = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return { orderStr: pairs.join('&') };
}

async function query(account: AlipayAccount, tradeNo: string): Promise<TradeNews> {
  const method = 'alipay.trade.query';
  const answer = await askGateway(account, method, { out_trade_no: tradeNo });
  const nothing = { tradeNo, channelTradeNo: null, paidTime: null, payerId: null };
  // The payer has not opened it.
  if (answer.code === notThere) return { ...nothing, state: 'unpaid', amountFen: null };
  if (!answer.isDone) throw failureOf(method, answer.code);
  const { out_trade_no, trade_status, send_pay_date, total_amount, trade_no, buyer_user_id, buyer_open_id } =
    answer.body;
  const state = stateOf(trade_status, textOrNull(send_pay_date) !== null);
  const amountFen = fenOf(total_amount);
  if (out_trade_no !== tradeNo || state === undefined || amountFen === undefined)
    throw unknownOutcome(method, 'unreadable');
  if (state !== 'paid') return { ...nothing, state, amountFen };
  return {
    tradeNo,
    state,
    channelTradeNo: textOrNull(trade_no),
    amountFen,
    paidTime: instantOf(send_pay_date),
    payerId: textOrNull(buyer_user_id) ?? textOrNull(buyer_open_id),
  };
}

/** A trade that its payer has not opened cannot be closed: its order may be paid until it expires, and is given back then. */
async function close(account: AlipayAccount, tradeNo: string): Promise<'closed' | 'paid'> {
  const method = 'alipay.trade.close';
  const answer = await askGateway(account, method, { out_trade_no: tradeNo });
  if (answer.isDone || answer.code === notThere) return 'closed';
  const { state } = notWaiting.has(answer.code) ? await query(account, tradeNo) : { state: 'unpaid' };
  // Still waiting for its payer: the refusal was about something else, or of a moment ago.
  if (state === 'unpaid') throw failureOf(method, answer.code);
  return state === 'paid' ? 'paid' : 'closed';
}

async function queryRefund(
  account: AlipayAccount,
  { tradeNo, refundNo }: Pick<RefundRequest, 'refundNo' | 'tradeNo'>,
): Promise<RefundNews> {
  const method = 'alipay.trade.fastpay.refund.query';
  const answer = await askGateway(account, method, {
    out_trade_no: tradeNo,
    out_request_no: refundNo,
    query_options: ['gmt_refund_pay'],
  });
  if (!answer.isDone) throw failureOf(method, answer.code);
  const { refund_status, refund_amount, gmt_refund_pay } = answer.body;
  const isDone = refund_status === 'REFUND_SUCCESS';
  return {
    tradeNo,
    refundNo,
    channelRefundNo: null,
    amountFen: isDone ? (fenOf(refund_amount) ?? null) : null,
    // Without a state Alipay has not got it, or not done it yet: asking for the same refund again is safe, and tells which.
    state: isDone ? 'done' : 'processing',
    doneTime: isDone ? instantOf(gmt_refund_pay) : null,
    why: null,
  };
}

async function refund(account: AlipayAccount, request: RefundRequest): Promise<RefundNews> {
  const method = 'alipay.trade.refund';
  const { tradeNo, channelTradeNo, refundNo, amountFen, reason } = request;
  const answer = await askGateway(account, method, {
    out_trade_no: tradeNo,
    trade_no: channelTradeNo,
    out_request_no: refundNo,
    refund_amount: yuanOf(amountFen),
    refund_reason: plainText(reason, 256),
  });
  const news = { tradeNo, refundNo, channelRefundNo: null, amountFen, why: null };
  if (neverDone.has(answer.code)) {
    // Nothing is refused that was done when it was asked for before.
    const known = answer.code === notThere ? undefined : await queryRefund(account, request);
    if (known?.state === 'done' && known.amountFen === amountFen) return known;
    return { ...news, state: 'refused', doneTime: null, why: answer.why ?? answer.code };
  }
  if (!answer.isDone) throw failureOf(method, answer.code);
  const { fund_change, gmt_refund_pay } = answer.body;
  // No money has moved by this request: the refund of this number was done before, or is not done yet.
  if (fund_change !== 'Y') return queryRefund(account, request);
  return { ...news, state: 'done', doneTime: instantOf(gmt_refund_pay) ?? new Date() };
}

async function bill(account: AlipayAccount, day: string): Promise<readonly BillRow[]> {
  const method = 'alipay.data.dataservice.bill.downloadurl.query';
  const answer = await askGateway(account, method, { bill_type: 'trade', bill_date: day });
  if (/bill_not_exist$/i.test(answer.code))
    throw new ChannelFailed('billNotReady', `${method}: no bill of ${day}`, true);
  const { bill_download_url: place } = answer.body;
  const url = textOrNull(place);
  if (!answer.isDone) throw failureOf(method, answer.code);
  if (url === null) throw unknownOutcome(method, 'unreadable');
  // The address is good for 30 seconds, so that it is used at once and once.
  const { bytes } = await reach('download of a bill', () => exchangeBytes(url, { timeoutMs: downloadMs }));
  return readBill(bytes, { day, sellerId: account.sellerId });
}

/** What Alipay takes for "understood" is the word alone. */
const said = (body: string) => ({ status: 200, contentType: 'text/plain', body });

/**
 * Alipay, payments in apps (https://opendocs.alipay.com/open/204/105051).
 * @param notifyUrl where the channel calls back: `POST /pay/v1/callback/2` of this installation
 */
export function alipay(account: AlipayAccount, notifyUrl: string): PayChannel {
  return {
    create: (request) => Promise.resolve(orderOf(account, notifyUrl, request)),
    query: (tradeNo) => query(account, tradeNo),
    close: (tradeNo) => close(account, tradeNo),
    refund: (request) => refund(account, request),
    queryRefund: (request) => queryRefund(account, request),
    bill: (day) => bill(account, day),
    readNotice: (request) => Promise.resolve().then(() => readNotice(request, account)),
    answers: { taken: said('success'), refused: said('fail') },
  };
}
