import { codes } from '../codes.ts';
import { defineEntity } from '../define.ts';
import { f, type Row } from '../fields.ts';
import { ordersMachines } from '../machines/orders.ts';
import { reviewFields } from '../review.ts';
import { transitions } from '../transitions.ts';

const { inReview } = ordersMachines['SM-Refund'].states;
const readonly = true;
const remark = { logged: true, min: 5, max: 200, label: { zh: '说明', en: 'Remark' } } as const;

/** Fen; above it two persons approve. */
export const twoAbove = 100_000;
/** Days after which no channel gives money back. */
export const channelDays = 365;

/** What the steps of a refund of a kind of orders ask for. */
const stepsOf = (from: { readonly orderKind: readonly number[] }) =>
  ({
    approve: {
      from,
      path: 'audit',
      fixedInput: { result: 1 },
      confirm: {
        zh: '通过「{name}」？款项将按此金额退回支付账户。超过1000元须两人通过。',
        en: 'Approve “{name}”? That amount goes back to the payer. Above 1,000 yuan two persons approve.',
      },
      input: { remark: f.longText({ logged: true, max: 200, label: remark.label }) },
    },
    reject: {
      from,
      path: 'audit',
      fixedInput: { result: 2 },
      input: { remark: f.longText({ ...remark, required: true }) },
    },
    withdraw: { from, path: 'cancel', confirm: { zh: '撤销「{name}」？', en: 'Withdraw “{name}”?' } },
    retry: {
      from,
      path: 'retry',
      confirm: { zh: '请渠道再次退款「{name}」？', en: 'Ask the channel for “{name}” again?' },
    },
    offline: {
      from,
      path: 'offline',
      danger: true,
      confirm: {
        zh: '登记「{name}」已线下退款？渠道不再退款。',
        en: 'Record that “{name}” was paid back off-line? The channel will not be asked again.',
      },
      input: {
        accountLast4: f.text({
          logged: true,
          required: true,
          max: 4,
          pattern: /^\d{4}$/,
          label: { zh: '收款账号后4位', en: 'Last 4 digits of the account' },
        }),
        voucherFileId: f.file({
          required: true,
          biz: 'evidence',
          maxMb: 5,
          label: { zh: '付款凭证', en: 'Voucher' },
        }),
        remark: f.longText({ ...remark, required: true }),
      },
    },
  }) as const;

/** What is done with the refunds of a kind of orders, by the buttons of its page. */
export function refundMoves<const Page extends 'orderList' | 'blindoOder'>(page: Page, kind: number) {
  // A record is the application: both come with the order.
  const {
    apply: _apply,
    applyRest: _applyRest,
    ...moves
  } = transitions(ordersMachines, 'SM-Refund', stepsOf({ orderKind: [kind] }), { field: 'refundStatus', page });
  return moves;
}

const ofKind =
  (kind: number) =>
  (row: Row): boolean =>
    Number(row['orderKind'] ?? codes.OrderKind.goods) === kind;
const isOfBoxes = ofKind(codes.OrderKind.blindBox);

const isOfHeld = (row: Row): boolean => (row['heldTradeNo'] ?? null) !== null;

const fields = {
  refundNo: f.text({
    required: true,
    readonly,
    max: 22,
    pattern: /^RF\d{20}$/,
    unique: 'ever',
    label: { zh: '退款单号', en: 'Refund no.' },
  }),
  orderKind: f.dict('OrderKind', {
    required: true,
    readonly,
    default: codes.OrderKind.goods,
    label: { zh: '订单种类', en: 'Order kind' },
  }),
  goodsOrderId: f.ref('goodsOrder', {
    readonly,
    index: true,
    visible: ofKind(codes.OrderKind.goods),
    label: { zh: '订单', en: 'Order' },
  }),
  blindBoxOrderId: f.ref('blindBoxOrder', {
    readonly,
    index: true,
    visible: isOfBoxes,
    label: { zh: '盲盒订单', en: 'Blind-box order' },
  }),
  boxNos: f.tags({ readonly, max: 10, visible: isOfBoxes, label: { zh: '退款的盒', en: 'Boxes' } }),
  orderNo: f.text({ required: true, readonly, max: 22, index: true, label: { zh: '订单号', en: 'Order no.' } }),
  userId: f.ref('appUser', { required: true, readonly, index: true, label: { zh: '用户', en: 'User' } }),
  mobile: f.lookup('userId', 'mobile'),
  payChannel: f.dict('PayChannel', { required: true, readonly }),
  payFen: f.money({ required: true, readonly, min: 0, label: { zh: '订单实付', en: 'Paid' } }),
  amountFen: f.money({ required: true, readonly, min: 1, label: { zh: '退款金额', en: 'Amount' } }),
  reasonCode: f.dict('RefundReason', { required: true, readonly }),
  remark: f.longText({ required: true, readonly, max: 200, label: remark.label }),
  evidence: f.images({ readonly, max: 6, label: { zh: '凭证', en: 'Evidence' } }),
  /** It gives back a payment that the order does not take: the channel's number of it. */
  heldTradeNo: f.text({
    readonly,
    max: 64,
    visible: isOfHeld,
    label: { zh: '退回的异常交易', en: 'Held payment' },
  }),
  revokeGoods: f.flag({
    required: true,
    readonly,
    default: 1,
    label: { zh: '收回权益', en: 'Take back what was granted' },
  }),
  refundStatus: f.dict('RefundStatus', { required: true, readonly, default: inReview, index: true }),
  ...reviewFields(),
  firstAuditorId: f.ref('sysUser', { readonly, label: { zh: '初审人', en: 'First approver' } }),
  firstAuditTime: f.instant({ readonly, label: { zh: '初审时间', en: 'First approved at' } }),
  channelRefundNo: f.text({ readonly, max: 64, label: { zh: '渠道退款号', en: 'Channel refund no.' } }),
  failReason: f.text({ readonly, max: 200, label: { zh: '失败原因', en: 'Why it failed' } }),
  successTime: f.instant({ readonly, index: true, label: { zh: '到账时间', en: 'Refunded at' } }),
  accountLast4: f.text({ readonly, max: 4, label: { zh: '收款账号后4位', en: 'Last 4 digits of the account' } }),
  voucherFileId: f.file({ readonly, biz: 'evidence', maxMb: 5, label: { zh: '付款凭证', en: 'Voucher' } }),
} as const;

/** What the refunds of all kinds of orders have: they share the table. */
export const refundShape = {
  table: 'ord_refund',
  domain: 'orders',
  title: ['refundNo'],
  calls: ['list', 'detail'],
  fields,
  list: {
    columns: [
      'refundNo',
      'orderNo',
      'refundStatus',
      'amountFen',
      'payFen',
      'reasonCode',
      'remark',
      'userId',
      'mobile',
      'payChannel',
      'createTime',
      'successTime',
      'submitterId',
      'firstAuditorId',
      'auditorId',
      'failReason',
    ],
    identity: ['refundNo', 'orderNo'],
    decides: ['amountFen'],
    filters: {
      refundNo: 'eq',
      orderNo: 'eq',
      mobile: 'eq',
      refundStatus: 'in',
      reasonCode: 'eq',
      payChannel: 'eq',
      createTime: 'range',
      successTime: 'range',
      amountFen: 'range',
    },
    hiddenFilters: { goodsOrderId: 'eq', blindBoxOrderId: 'eq', userId: 'eq' },
    keyword: { eq: ['refundNo', 'orderNo'], like: [], label: { zh: '退款单号或订单号', en: 'Refund or order no.' } },
    counters: 'refundStatus',
    order: 'createTime desc',
    also: ['orderKind', 'boxNos', 'heldTradeNo'],
  },
  detail: [
    {
      title: { zh: '退款', en: 'Refund' },
      fields: [
        'refundNo',
        'orderNo',
        'goodsOrderId',
        'blindBoxOrderId',
        'boxNos',
        'refundStatus',
        'amountFen',
        'payFen',
        'payChannel',
        'reasonCode',
        'remark',
        'evidence',
        'revokeGoods',
        'heldTradeNo',
        'userId',
        'mobile',
        'createTime',
      ],
    },
    {
      title: { zh: '审核与到账', en: 'Review and payment' },
      fields: [
        'submitterId',
        'submitTime',
        'firstAuditorId',
        'firstAuditTime',
        'auditorId',
        'auditTime',
        'auditRemark',
        'channelRefundNo',
        'successTime',
        'failReason',
        'accountLast4',
        'voucherFileId',
      ],
    },
  ],
  scope: { city: 'userId.cityId' },
  machines: { refundStatus: 'SM-Refund' },
} as const;

/** Refund 退款单: one application for money back of an order, and what became of it. What is approved is never changed: amount, order and reason are fixed. */
export const refund = defineEntity({
  ...refundShape,
  name: 'refund',
  label: { zh: '退款单', en: 'Refund' },
  base: '/order/crm/refund',
  page: 'orderList',
  actions: refundMoves('orderList', codes.OrderKind.goods),
});
