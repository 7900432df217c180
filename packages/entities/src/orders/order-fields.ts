import type { codes } from '../codes.ts';
import { f } from '../fields.ts';
import { suspenseField } from './held-input.ts';

// What orders of all kinds have: they share the table, and with it payment, refunds and sums. Each definition has the groups where its pages show them.

const readonly = true;
/** Fen. */
export const money = { required: true, readonly, min: 0 } as const;

/** A number of 20 digits after the two letters of its kind. */
export const orderNoField = (pattern: RegExp) =>
  f.text({ required: true, readonly, max: 22, pattern, unique: 'ever', label: { zh: '订单号', en: 'Order no.' } });

export const kindField = (kind: (typeof codes.OrderKind)[keyof typeof codes.OrderKind]) =>
  f.dict('OrderKind', { required: true, readonly, default: kind, label: { zh: '订单种类', en: 'Order kind' } });

/** Who has bought. */
export const buyerFields = {
  userId: f.ref('appUser', { required: true, readonly, index: true, label: { zh: '用户', en: 'User' } }),
  mobile: f.lookup('userId', 'mobile'),
};

export const clientOsField = f.dict('ClientOs', { readonly });

/** From the total to what was paid, and how. */
export const paymentFields = {
  totalFen: f.money({ ...money, label: { zh: '总额', en: 'Total' } }),
  userCouponId: f.ref('userCoupon', { readonly, label: { zh: '优惠券', en: 'Coupon' } }),
  discountFen: f.money({ ...money, default: 0, label: { zh: '优惠', en: 'Discount' } }),
  payFen: f.money({ ...money, label: { zh: '实付', en: 'Amount' } }),
  refundedFen: f.money({ ...money, default: 0, label: { zh: '已退', en: 'Refunded' } }),
  payChannel: f.dict('PayChannel', { required: true, readonly, index: true }),
  channelTradeNo: f.text({ readonly, max: 64, label: { zh: '渠道交易号', en: 'Channel trade no.' } }),
  payerId: f.private('idNumber', { readonly, label: { zh: '付款账号', en: 'Payer' } }),
  expireTime: f.instant({ required: true, readonly, label: { zh: '支付截止', en: 'To be paid until' } }),
  payTime: f.instant({ readonly, index: true }),
  payIssue: f.dict('PayIssue', { readonly, index: true, label: { zh: '支付异常', en: 'Payment issue' } }),
  suspenseFen: suspenseField,
};

export const refundStatusField = f.dict('RefundStatus', { required: true, readonly, default: 0, index: true });

/** How an order that was not paid ended. */
export const closeFields = {
  closeTime: f.instant({ readonly, label: { zh: '关闭时间', en: 'Closed at' } }),
  closeReason: f.text({ readonly, max: 200, label: { zh: '关闭原因', en: 'Reason of closing' } }),
};

export const finishTimeField = f.instant({ readonly, label: { zh: '完成时间', en: 'Done at' } });

/** Of a detail page: what of the money follows the price. */
export const paymentShown = [
  'userCouponId',
  'discountFen',
  'payFen',
  'refundedFen',
  'refundStatus',
  'payChannel',
  'channelTradeNo',
  'payerId',
  'payTime',
  'payIssue',
  'suspenseFen',
  'expireTime',
  'closeTime',
  'closeReason',
] as const;
