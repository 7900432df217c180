import { formatInstant, parseInstant } from '@wheelhouse/contract/time';
import { z } from 'zod';
import type { PayBook, SandboxTrade } from '../sandbox/book.ts';
import { meetFaults } from '../sandbox/faults.ts';
import { fenOf, yuanOf } from '../yuan.ts';

// What the sandbox of Alipay does when its gateway is asked.

const yuan = z.string().transform((text, context) => {
  const fen = fenOf(text);
  if (fen === undefined || fen <= 0) context.addIssue('no amount');
  return fen ?? 0;
});
const instant = z.string().transform((text, context) => {
  const time = parseInstant(text);
  if (time === undefined) context.addIssue('no time');
  return time ?? new Date(0);
});
const contents = {
  order: z.object({
    out_trade_no: z.string().min(1).max(64),
    total_amount: yuan,
    subject: z.string().min(1).max(256),
    product_code: z.literal('QUICK_MSECURITY_PAY'),
    time_expire: instant,
  }),
  trade: z.object({ out_trade_no: z.string().default(''), trade_no: z.string().optional() }),
  refund: z.object({
    refund_amount: yuan,
    refund_reason: z.string().default(''),
    out_request_no: z.string().min(1).max(64),
  }),
  bill: z.object({ bill_type: z.literal('trade'), bill_date: z.iso.date() }),
};
type Content<Name extends keyof typeof contents> = z.output<(typeof contents)[Name]>;

/** What a method answers, before it is signed. */
export type Body = Readonly<Record<string, unknown>>;
const done = (body: Body): Body => ({ code: '10000', msg: 'Success', ...body });
export const refusal = (sub_code: string, sub_msg: string): Body => {
  const [code, msg] = sub_code.startsWith('isv') ? ['40002', 'Invalid Arguments'] : ['40004', 'Business Failed'];
  return { code, msg, sub_code, sub_msg };
};
const notThere = refusal('ACQ.TRADE_NOT_EXIST', '交易不存在');
const notNow = refusal('ACQ.TRADE_STATUS_ERROR', '交易状态不合法');

const isGivenBack = ({ refundedFen, amountFen }: SandboxTrade): boolean => refundedFen === amountFen;
/** Also of a trade that is told of. */
export const statusOf = (trade: SandboxTrade): string => {
  if (trade.state === 'unpaid') return 'WAIT_BUYER_PAY';
  return trade.state === 'closed' || isGivenBack(trade) ? 'TRADE_CLOSED' : 'TRADE_SUCCESS';
};
/** A trade of the sandbox has Alipay's number once it is paid. */
const namesOf = ({ tradeNo, channelTradeNo }: SandboxTrade): Body => ({
  out_trade_no: tradeNo,
  ...(channelTradeNo !== null && { trade_no: channelTradeNo }),
});

interface Parts {
  readonly book: PayBook;
  /** The address of a day's bill; undefined before there is one. */
  readonly billLink: (day: string) => string | undefined;
}

/** @throws ZodError the content is not what the method takes */
export async function runMethod(
  { book, billLink }: Parts,
  method: string,
  { content, notifyUrl }: { readonly content: unknown; readonly notifyUrl: string },
): Promise<Body> {
  if (method === 'alipay.trade.app.pay') return open(book, contents.order.parse(content), notifyUrl);
  if (method === 'alipay.data.dataservice.bill.downloadurl.query') {
    const url = billLink(contents.bill.parse(content).bill_date);
    return url === undefined ? refusal('isp.bill_not_exist', '账单不存在') : done({ bill_download_url: url });
  }
  const { out_trade_no: tradeNo, trade_no: channelTradeNo } = contents.trade.parse(content);
  // Where both are given, its own counts.
  const trade = await (channelTradeNo === undefined ? book.find(tradeNo) : book.findByChannelNo(channelTradeNo));
  if (trade === undefined) return notThere;
  if (method === 'alipay.trade.query') return query(trade);
  if (method === 'alipay.trade.close') return close(book, trade);
  if (method === 'alipay.trade.refund') return refund(book, trade, contents.refund.parse(content));
  if (method === 'alipay.trade.fastpay.refund.query')
    return queryRefund(book, trade, contents.refund.pick({ out_request_no: true }).parse(content).out_request_no);
  return refusal('isv.invalid-method', '不存在的方法名');
}

/** Alipay's own app hands in the order that it was given: from now on the trade is there. */
async function open(book: PayBook, order: Content<'order'>, notifyUrl: string): Promise<Body> {
  const { out_trade_no: tradeNo, total_amount: amountFen, subject, time_expire: expireTime } = order;
  if ((await meetFaults(book.db, book.channel, tradeNo)).refuse === 'create')
    return refusal('ACQ.ACCESS_FORBIDDEN', '无权限使用接口');
  const trade = await book.create({ tradeNo, amountFen, subject, notifyUrl, expireTime });
  if (trade === 'differs') return refusal('ACQ.CONTEXT_INCONSISTENT', '交易信息被篡改');
  if (trade.state === 'closed') return refusal('ACQ.TRADE_HAS_CLOSE', '交易已经关闭');
  if (trade.state === 'paid') return refusal('ACQ.TRADE_HAS_SUCCESS', '交易已被支付');
  return done({ ...namesOf(trade), total_amount: yuanOf(amountFen) });
}

function query(trade: SandboxTrade): Body {
  const { amountFen, paidTime, payerId } = trade;
  return done({
    ...namesOf(trade),
    trade_status: statusOf(trade),
    total_amount: yuanOf(amountFen),
    ...(paidTime !== null && { send_pay_date: formatInstant(paidTime), buyer_user_id: payerId }),
  });
}

async function close(book: PayBook, trade: SandboxTrade): Promise<Body> {
  const { tradeNo, notifyUrl: url, state } = trade;
  if (state !== 'unpaid' || (await book.close(tradeNo)) !== 'closed') return notNow;
  await book.note(book.db, { tradeNo, refundNo: null, url });
  return done(namesOf(trade));
}

/** Done when it is answered. The same number again moves no money. */
async function refund(book: PayBook, trade: SandboxTrade, wish: Content<'refund'>): Promise<Body> {
  const { refund_amount: amountFen, refund_reason: reason, out_request_no: refundNo } = wish;
  const { tradeNo } = trade;
  const isRefused = (await meetFaults(book.db, book.channel, tradeNo)).refuse === 'refund';
  const known = await book.findRefund(refundNo);
  // What is refused is told by the answer alone.
  const notifyUrl = isRefused ? '' : trade.notifyUrl;
  const taken = await book.refund({ tradeNo, refundNo, amountFen, reason, notifyUrl });
  if (taken === 'unknown') return notThere;
  if (taken === 'unpaid') return notNow;
  if (taken === 'differs') return refusal('ACQ.DISCORDANT_REPEAT_REQUEST', '请求信息不一致');
  if (taken === 'tooMuch') return refusal('ACQ.REASON_TRADE_REFUND_FEE_ERR', '退款金额无效');
  const settled = taken.state === 'processing' ? await book.settle(refundNo) : taken;
  if (settled?.state === 'refused') return refusal('ACQ.TRADE_NOT_ALLOW_REFUND', '当前交易不允许退款');
  const after = (await book.find(tradeNo)) ?? trade;
  return done({
    ...namesOf(trade),
    fund_change: known === undefined && settled?.state === 'done' ? 'Y' : 'N',
    refund_fee: yuanOf(after.refundedFen),
    buyer_user_id: trade.payerId,
    ...(settled?.doneTime && { gmt_refund_pay: formatInstant(settled.doneTime) }),
  });
}

/** Of a refund that is not done it says nothing. */
async function queryRefund(book: PayBook, trade: SandboxTrade, refundNo: string): Promise<Body> {
  const found = await book.findRefund(refundNo);
  if (found?.state !== 'done' || found.tradeNo !== trade.tradeNo) return done({});
  return done({
    ...namesOf(trade),
    out_request_no: refundNo,
    total_amount: yuanOf(trade.amountFen),
    refund_amount: yuanOf(found.amountFen),
    refund_status: 'REFUND_SUCCESS',
    ...(found.doneTime && { gmt_refund_pay: formatInstant(found.doneTime) }),
  });
}
