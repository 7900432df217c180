import { codes } from '@wheelhouse/entities/codes';
import { z } from 'zod';
import type { WechatAccount } from '../../../config-pay.ts';
import type { SandboxRefund, SandboxTrade } from '../sandbox/book.ts';
import type { SandboxNotice } from '../sandbox/notices.ts';
import { channelTime, sealResource } from './wire.ts';

// What the sandbox of WeChat Pay takes and says.

export const createBody = z.object({
  appid: z.string(),
  mchid: z.string(),
  description: z.string().min(1).max(127),
  out_trade_no: z.string().regex(/^[\w|*-]{6,32}$/),
  time_expire: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  notify_url: z.url(),
  amount: z.object({ total: z.int().min(1), currency: z.literal('CNY') }),
});
export const refundBody = z.object({
  transaction_id: z.string(),
  out_refund_no: z.string().regex(/^[\w|*@-]{1,64}$/),
  reason: z.string().max(80).default(''),
  notify_url: z.url(),
  amount: z.object({ refund: z.int().min(1), total: z.int().min(1), currency: z.literal('CNY') }),
});

export interface Said {
  readonly status: number;
  /** Undefined: nothing. */
  readonly body: object | undefined;
}
const refusal = (status: number, code: string, message: string): Said => ({ status, body: { code, message } });
export const refusals = {
  signature: refusal(401, 'SIGN_ERROR', '签名错误'),
  parameters: refusal(400, 'PARAM_ERROR', '参数错误'),
  noPath: refusal(404, 'NOT_FOUND', '路径不存在'),
  down: refusal(503, 'SYSTEM_ERROR', '系统异常，请稍后重试'),
  refused: refusal(403, 'TRADE_ERROR', '交易错误'),
  otherApp: refusal(400, 'APPID_MCHID_NOT_MATCH', 'appid和mch_id不匹配'),
  noTrade: refusal(404, 'ORDER_NOT_EXIST', '订单不存在'),
  differs: refusal(400, 'INVALID_REQUEST', '请求重入时，参数与首次请求时不一致'),
  paid: refusal(400, 'ORDERPAID', '该订单已支付'),
  closed: refusal(400, 'ORDER_CLOSED', '订单已关闭'),
  notPaid: refusal(400, 'INVALID_REQUEST', '订单未支付'),
  tooMuch: refusal(400, 'INVALID_REQUEST', '退款金额大于可退金额'),
  noRefund: refusal(404, 'RESOURCE_NOT_EXISTS', '退款单不存在'),
  billLater: refusal(400, 'STATEMENT_CREATING', '账单生成中'),
  noBill: refusal(400, 'NO_STATEMENT_EXIST', '账单文件不存在'),
} as const;

type Merchant = Pick<WechatAccount, 'apiKey' | 'appId' | 'mchId'>;

export const tradeBody = ({ appId, mchId }: Merchant, trade: SandboxTrade): object => ({
  appid: appId,
  mchid: mchId,
  out_trade_no: trade.tradeNo,
  trade_type: 'APP',
  trade_state:
    trade.state === 'paid'
      ? trade.refundedFen > 0
        ? 'REFUND'
        : 'SUCCESS'
      : trade.state === 'closed'
        ? 'CLOSED'
        : 'NOTPAY',
  ...(trade.paidTime !== null && {
    transaction_id: trade.channelTradeNo,
    bank_type: 'OTHERS',
    success_time: channelTime(trade.paidTime),
    payer: { openid: trade.payerId },
    amount: { total: trade.amountFen, payer_total: trade.amountFen, currency: 'CNY', payer_currency: 'CNY' },
  }),
});

const refundStates = { processing: 'PROCESSING', done: 'SUCCESS', refused: 'CLOSED' } as const;
const account = '支付用户零钱';

const common = (trade: SandboxTrade, refund: SandboxRefund) => ({
  refund_id: refund.channelRefundNo,
  out_refund_no: refund.refundNo,
  transaction_id: trade.channelTradeNo,
  out_trade_no: trade.tradeNo,
  user_received_account: account,
  ...(refund.doneTime !== null && { success_time: channelTime(refund.doneTime) }),
  amount: {
    total: trade.amountFen,
    refund: refund.amountFen,
    payer_total: trade.amountFen,
    payer_refund: refund.amountFen,
  },
});

export const refundAnswerBody = (trade: SandboxTrade, refund: SandboxRefund): object => ({
  ...common(trade, refund),
  channel: 'ORIGINAL',
  create_time: channelTime(refund.createTime),
  status: refundStates[refund.state],
});

/** The text of a call-back. */
export function noticeBody(merchant: Merchant, { id, createTime, trade, refund }: SandboxNotice): string {
  const kind = refund === null ? 'transaction' : 'refund';
  const told =
    refund === null
      ? { ...tradeBody(merchant, { ...trade, refundedFen: 0 }) }
      : { mchid: merchant.mchId, ...common(trade, refund), refund_status: refundStates[refund.state] };
  return JSON.stringify({
    // The same at every attempt.
    id: `EV-${codes.PayChannel.wechat}-${id.padStart(16, '0')}`,
    create_time: channelTime(createTime),
    resource_type: 'encrypt-resource',
    event_type: refund === null ? 'TRANSACTION.SUCCESS' : `REFUND.${refundStates[refund.state]}`,
    summary: refund === null ? '支付成功' : '退款结果',
    resource: {
      original_type: kind,
      algorithm: 'AEAD_AES_256_GCM',
      ...sealResource(JSON.stringify(told), merchant.apiKey, kind),
    },
  });
}
