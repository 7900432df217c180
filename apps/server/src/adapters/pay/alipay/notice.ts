import type { KeyObject } from 'node:crypto';
import { textOrNull } from '@wheelhouse/contract/object';
import type { AlipayAccount } from '../../../config-pay.ts';
import { NoticeRefused, type Notice, type NoticeRequest, type TradeNews } from '../adapter.ts';
import { fenOf } from '../yuan.ts';
import { instantOf, isRsa2, signedBytes } from './wire.ts';

// Alipay's calls to us. Source: https://opendocs.alipay.com/open/204/105301.

/** Bytes of a name or value of a form, decoded once. */
const bytesOf = (text: string): Buffer =>
  Buffer.from(
    text.replaceAll('+', ' ').replaceAll(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  );

/** What was sent, byte by byte. @throws NoticeRefused a name comes twice: who reads the other one reads something else */
function readForm(body: Buffer): ReadonlyMap<string, Buffer> {
  const form = new Map<string, Buffer>();
  for (const pair of body.toString('latin1').split('&')) {
    const at = pair.indexOf('=');
    const name = bytesOf(at < 0 ? pair : pair.slice(0, at)).toString();
    if (form.has(name)) throw new NoticeRefused('unreadable', 'a field comes twice');
    form.set(name, bytesOf(at < 0 ? '' : pair.slice(at + 1)));
  }
  return form;
}

/** Reads texts in the charset that the form names. @throws NoticeRefused */
function readerOf(form: ReadonlyMap<string, Buffer>): (bytes: Buffer) => string {
  try {
    const decoder = new TextDecoder(form.get('charset')?.toString() ?? 'utf-8', { ignoreBOM: true });
    return (bytes) => decoder.decode(bytes);
  } catch (error) {
    throw new NoticeRefused('unreadable', 'a charset that is not known', { cause: error });
  }
}

/** The texts of a call whose signature is right. @throws NoticeRefused */
function readSigned({ body }: NoticeRequest, publicKey: KeyObject): (name: string) => string | null {
  const form = readForm(body);
  const { sign, sign_type: type, ...rest } = Object.fromEntries(form);
  if (sign === undefined || type?.toString() !== 'RSA2')
    throw new NoticeRefused('signature', 'it is not signed with RSA2');
  if (!isRsa2(signedBytes(Object.entries(rest)), sign.toString(), publicKey))
    throw new NoticeRefused('signature', 'the signature is wrong');
  const read = readerOf(form);
  return (name) => {
    const bytes = form.get(name);
    return bytes === undefined ? null : textOrNull(read(bytes));
  };
}

/** States of a trade. One that is closed after it was paid is paid, and given back: only then it has a time of payment or a refund. */
export const stateOf = (status: unknown, wasPaid: boolean): TradeNews['state'] | undefined => {
  if (status === 'TRADE_SUCCESS' || status === 'TRADE_FINISHED') return 'paid';
  if (status === 'TRADE_CLOSED') return wasPaid ? 'paid' : 'closed';
  return status === 'WAIT_BUYER_PAY' ? 'unpaid' : undefined;
};

/** @throws NoticeRefused */
export function readNotice(request: NoticeRequest, { publicKey, appId, sellerId }: AlipayAccount): Notice {
  const text = readSigned(request, publicKey);
  if (text('app_id') !== appId) throw new NoticeRefused('foreign', 'it is about another app');
  if (text('seller_id') !== sellerId) throw new NoticeRefused('foreign', 'it is about another seller');
  const [id, tradeNo] = [text('notify_id'), text('out_trade_no')];
  if (id === null || tradeNo === null) throw new NoticeRefused('unreadable', 'it names no trade, or has no id');
  const [refundFee, refundNo] = [text('refund_fee'), text('out_biz_no')];
  const state = stateOf(text('trade_status'), refundFee !== null || text('gmt_payment') !== null);
  if (state === undefined) return { kind: 'other', id };
  if (refundFee !== null && refundNo !== null && state === 'paid') {
    const doneTime = instantOf(text('gmt_refund'));
    // `refund_fee` is what has been given back of the trade in all, so that it is not the amount of this refund.
    const news = { tradeNo, refundNo, channelRefundNo: null, amountFen: null, doneTime, why: null };
    return { kind: 'refund', id, news: { ...news, state: 'done' } };
  }
  const amountFen = fenOf(text('total_amount'));
  if (amountFen === undefined) throw new NoticeRefused('unreadable', 'its amount is no amount');
  const isPaid = state === 'paid';
  return {
    kind: 'trade',
    id,
    news: {
      tradeNo,
      state,
      channelTradeNo: isPaid ? text('trade_no') : null,
      amountFen,
      paidTime: isPaid ? instantOf(text('gmt_payment')) : null,
      payerId: isPaid ? text('buyer_id') : null,
    },
  };
}
