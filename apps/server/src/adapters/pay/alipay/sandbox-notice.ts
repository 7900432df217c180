import type { KeyObject } from 'node:crypto';
import { formatDay, formatInstant } from '@wheelhouse/contract/time';
import type { AlipayAccount } from '../../../config-pay.ts';
import type { NoticeCall, NoticeWire, SandboxNotice } from '../sandbox/notices.ts';
import { yuanOf } from '../yuan.ts';
import { gbkOf } from './gbk.ts';
import { rsa2, signedBytes, type Fields } from './wire.ts';

const [minute, hour] = [60, 3_600];
/** Eight deliveries in some 25 hours. */
const retrySeconds = [4 * minute, 10 * minute, 10 * minute, hour, 2 * hour, 6 * hour, 15 * hour];

/** Alipay's amounts of a payment out of the payer's balance, in JSON that went through HTML. */
const fundsOf = (yuan: string): string =>
  JSON.stringify([{ amount: yuan, fundChannel: 'ALIPAYACCOUNT' }]).replaceAll('"', '&quot;');

function fieldsOf({ id, createTime, trade, refund }: SandboxNotice): Fields {
  const yuan = yuanOf(trade.amountFen);
  const isWhole = trade.refundedFen === trade.amountFen;
  const isClosed = trade.state === 'closed' || (refund !== null && isWhole);
  return {
    notify_id: `${formatDay(createTime).replaceAll('-', '')}00222${id.padStart(21, '0')}`,
    notify_type: 'trade_status_sync',
    notify_time: formatInstant(new Date()),
    version: '1.0',
    out_trade_no: trade.tradeNo,
    subject: trade.subject,
    body: '',
    total_amount: yuan,
    gmt_create: formatInstant(trade.createTime),
    trade_status: isClosed ? 'TRADE_CLOSED' : 'TRADE_SUCCESS',
    ...(trade.paidTime !== null && {
      trade_no: trade.channelTradeNo ?? '',
      buyer_id: trade.payerId ?? '',
      buyer_logon_id: '138****0000',
      buyer_pay_amount: yuan,
      receipt_amount: yuan,
      invoice_amount: yuan,
      point_amount: '0.00',
      fund_bill_list: fundsOf(yuan),
      gmt_payment: formatInstant(trade.paidTime),
    }),
    ...(refund?.doneTime && {
      out_biz_no: refund.refundNo,
      // Of the trade in all, not of this refund.
      refund_fee: yuanOf(trade.refundedFen),
      gmt_refund: `${formatInstant(refund.doneTime)}.${String(refund.doneTime.getUTCMilliseconds()).padStart(3, '0')}`,
    }),
  };
}

const escaped = (bytes: Buffer): string =>
  [...bytes]
    .map((byte) => {
      const char = String.fromCharCode(byte);
      if (/[\w.*-]/.test(char)) return char;
      return byte === 0x20 ? '+' : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');

/** News of payments come in UTF-8 and of refunds in GBK, so that both are met. */
function callOf(fields: Fields, charset: 'utf-8' | 'gbk', privateKey: KeyObject): NoticeCall {
  const encode = charset === 'gbk' ? gbkOf : (text: string) => Buffer.from(text);
  const signed = Object.entries({ ...fields, charset }).map(([name, value]) => [name, encode(value)] as const);
  const added = { sign_type: 'RSA2', sign: rsa2(signedBytes(signed), privateKey) };
  const all = [...signed, ...Object.entries(added).map(([name, value]) => [name, Buffer.from(value)] as const)];
  return {
    headers: { 'content-type': `application/x-www-form-urlencoded; charset=${charset}` },
    body: all.map(([name, value]) => `${name}=${escaped(value)}`).join('&'),
  };
}

/** How the sandbox calls back. @param account the merchant's, whose key signs what is forged; `privateKey` is Alipay's */
export const noticeWire = (account: Omit<AlipayAccount, 'url'>, privateKey: KeyObject): NoticeWire => ({
  retrySeconds,
  tell: (notice, isForged) => {
    const { appId, sellerId } = account;
    const fields = { ...fieldsOf(notice), app_id: appId, auth_app_id: appId, seller_id: sellerId };
    const key = isForged ? account.privateKey : privateKey;
    return Promise.resolve(callOf(fields, notice.refund === null ? 'utf-8' : 'gbk', key));
  },
  isTaken: ({ status, body }) => status === 200 && body === 'success',
});
