import { z } from 'zod';
import type { RefundNews, TradeNews } from '../adapter.ts';

// What WeChat Pay says, and what it means here.

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const fen = z.int().min(0);

/** REFUND is a trade that was paid and given back, in part or whole; PAYERROR may still be paid. */
const states = {
  SUCCESS: 'paid',
  REFUND: 'paid',
  NOTPAY: 'unpaid',
  USERPAYING: 'unpaid',
  PAYERROR: 'unpaid',
  CLOSED: 'closed',
  REVOKED: 'closed',
} as const;

/** ABNORMAL: it did not reach the payer's card, and somebody has to see to it at the channel. */
const refundStates = { PROCESSING: 'processing', SUCCESS: 'done', CLOSED: 'refused', ABNORMAL: 'refused' } as const;
const refundState = z.enum(['PROCESSING', 'SUCCESS', 'CLOSED', 'ABNORMAL']);

export const prepaid = z.object({ prepay_id: z.string().min(1) });

/** Of a query, and in a call-back. */
export const tradeAnswer = z.object({
  appid: z.string(),
  mchid: z.string(),
  out_trade_no: z.string(),
  transaction_id: z.string().optional(),
  trade_state: z.enum(['SUCCESS', 'REFUND', 'NOTPAY', 'USERPAYING', 'PAYERROR', 'CLOSED', 'REVOKED']),
  success_time: instant.optional(),
  payer: z.object({ openid: z.string().optional() }).optional(),
  amount: z.object({ total: fen.optional(), currency: z.literal('CNY').optional() }).optional(),
});

export function tradeNews(answer: z.output<typeof tradeAnswer>): TradeNews {
  return {
    tradeNo: answer.out_trade_no,
    state: states[answer.trade_state],
    channelTradeNo: answer.transaction_id ?? null,
    // Not payer_total, which leaves out what coupons of the channel paid.
    amountFen: answer.amount?.total ?? null,
    paidTime: answer.success_time ?? null,
    payerId: answer.payer?.openid ?? null,
  };
}

const refundFields = {
  out_trade_no: z.string(),
  out_refund_no: z.string(),
  refund_id: z.string(),
  success_time: instant.optional(),
  amount: z.object({ refund: fen }),
};
/** Of an application and a query. */
export const refundAnswer = z.object({ ...refundFields, status: refundState });
/** In a call-back, where the state has another name. */
export const refundNotice = z
  .object({ ...refundFields, mchid: z.string(), refund_status: refundState })
  .transform(({ refund_status: status, ...rest }) => ({ ...rest, status }));

export function refundNews(answer: z.output<typeof refundAnswer>): RefundNews {
  const state = refundStates[answer.status];
  return {
    tradeNo: answer.out_trade_no,
    refundNo: answer.out_refund_no,
    channelRefundNo: answer.refund_id,
    amountFen: answer.amount.refund,
    state,
    doneTime: state === 'done' ? (answer.success_time ?? null) : null,
    why: state === 'refused' ? answer.status : null,
  };
}

/** Where a bill is to be had for five minutes. */
export const billPlace = z.object({
  hash_type: z.literal('SHA1'),
  hash_value: z.string().regex(/^[0-9a-f]{40}$/i),
  download_url: z.url(),
});

/** A call-back before it is opened. */
export const notice = z.object({
  id: z.string().min(1).max(64),
  event_type: z.string(),
  resource: z.object({
    algorithm: z.literal('AEAD_AES_256_GCM'),
    ciphertext: z.base64(),
    nonce: z.string().regex(/^[ -~]{12}$/),
    associated_data: z.string().max(16).default(''),
  }),
});

/** The code of a refusal, as far as it may be kept and shown. */
const refusal = z.object({ code: z.string().regex(/^\w{1,40}$/) });
export const refusalCode = (body: unknown, status: number): string => {
  const read = refusal.safeParse(body);
  return read.success ? read.data.code : `HTTP_${status}`;
};
