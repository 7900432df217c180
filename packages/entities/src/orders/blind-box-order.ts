import { codes } from '../codes.ts';
import type { ActionDefs } from '../define.ts';
import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';
import { ordersMachines } from '../machines/orders.ts';
import { returnHeldBy } from './held-input.ts';
import {
  buyerFields,
  clientOsField,
  closeFields,
  finishTimeField,
  kindField,
  money,
  orderNoField,
  paymentFields,
  paymentShown,
  refundStatusField,
} from './order-fields.ts';
import { refundInput } from './refund-input.ts';

const { toPay, paid, opened, done } = ordersMachines['SM-BlindOrder'].states;
const readonly = true;

const actions = {
  refund: {
    label: { zh: '申请退款', en: 'Apply for a refund' },
    path: 'refund',
    button: 'blindoOder.refund',
    where: ['row', 'detail'],
    from: { orderStatus: [paid, opened, done] },
    next: false,
    effect: 'changes',
    input: {
      boxNos: f.tags({
        required: true,
        min: 1,
        max: 10,
        label: { zh: '退款的盒', en: 'Boxes' },
        help: {
          zh: '已开的盒只在商品异常、无法发货、重复支付、未成年人消费时可退',
          en: 'An opened box goes back only for a fault, no delivery, a double payment or a minor',
        },
      }),
      ...refundInput,
    },
  },
  returnHeld: returnHeldBy('blindoOder.refund'),
  regrant: {
    label: { zh: '补发', en: 'Grant again' },
    path: 'regrant',
    button: 'blindoOder.regrant',
    where: ['row', 'detail'],
    from: { grantFailed: [1] },
    input: {
      boxNo: f.int({
        min: 1,
        max: 10,
        logged: true,
        label: { zh: '盒号', en: 'Box no.' },
        help: { zh: '不填为全部发放失败的盒', en: 'Empty: all boxes that could not be granted' },
      }),
    },
  },
  note: {
    label: { zh: '备注', en: 'Note' },
    path: 'note',
    button: 'blindoOder.note',
    where: ['row', 'detail'],
    next: false,
    input: { content: f.longText({ required: true, min: 1, max: 500, label: { zh: '备注', en: 'Note' } }) },
  },
} as const satisfies ActionDefs;

/** Order of blind boxes 盲盒订单, from the app. It shares table, payment, refunds and sums with orders of goods (decision 0046). */
export const blindBoxOrder = defineEntity({
  name: 'blindBoxOrder',
  table: 'ord_order',
  domain: 'orders',
  label: { zh: '盲盒订单', en: 'Blind-box order' },
  base: '/order/crm/blindBoxOrder',
  page: 'blindoOder',
  title: ['orderNo', 'goodsName'],
  fixedValues: { kind: codes.OrderKind.blindBox },
  external: true,
  calls: ['list', 'detail', 'export'],
  fields: {
    orderNo: orderNoField(/^BB\d{20}$/),
    kind: kindField(codes.OrderKind.blindBox),
    activityId: f.ref('raffleActivity', {
      required: true,
      readonly,
      index: true,
      label: { zh: '盲盒活动', en: 'Event' },
    }),
    activityName: f.lookup('activityId', 'name', { label: { zh: '活动名称', en: 'Name of the event' } }),
    /** As it was when it was ordered. */
    goodsName: f.text({ required: true, readonly, max: 40, label: { zh: '盲盒', en: 'Boxes of' } }),
    ...buyerFields,
    clientOs: clientOsField,
    boxCount: f.int({ required: true, readonly, min: 1, max: 10 }),
    unitPriceFen: f.money({ ...money, label: { zh: '单价', en: 'Price of a box' } }),
    ...paymentFields,
    results: f.computed(f.images({ max: 10 }), { label: { zh: '开出物品', en: 'Items' } }),
    openStatus: f.dict('BoxOpenStatus', { required: true, readonly, default: codes.BoxOpenStatus.none, index: true }),
    orderStatus: f.dict('BlindOrderStatus', { required: true, readonly, default: toPay, index: true }),
    refundStatus: refundStatusField,
    grantFailed: f.flag({ required: true, readonly, default: 0, label: { zh: '发放失败', en: 'Not granted' } }),
    ageConfirmed: f.flag({
      required: true,
      readonly,
      default: 0,
      label: { zh: '确认已满18周岁', en: 'Says to be 18 or older' },
    }),
    guardianConsent: f.flag({
      required: true,
      readonly,
      default: 0,
      label: { zh: '监护人同意', en: "Guardian's consent" },
    }),
    ...closeFields,
    finishTime: finishTimeField,
  },
  list: {
    columns: [
      'orderNo',
      'activityName',
      'orderStatus',
      'openStatus',
      'refundStatus',
      'boxCount',
      'payFen',
      'results',
      'userId',
      'mobile',
      'unitPriceFen',
      'discountFen',
      'payChannel',
      'payIssue',
      'suspenseFen',
      'createTime',
      'payTime',
    ],
    identity: ['orderNo', 'activityName'],
    decides: ['payFen'],
    filters: {
      orderNo: 'eq',
      channelTradeNo: 'eq',
      mobile: 'eq',
      activityId: 'eq',
      orderStatus: 'in',
      openStatus: 'eq',
      refundStatus: 'eq',
      payChannel: 'eq',
      payTime: 'range',
      payFen: 'range',
      payIssue: 'eq',
      suspenseFen: 'range',
      grantFailed: 'eq',
      createTime: 'range',
    },
    hiddenFilters: { userId: 'eq' },
    counters: 'orderStatus',
    keyword: {
      eq: ['orderNo', 'channelTradeNo'],
      like: [],
      label: { zh: '盲盒订单号或渠道交易号', en: 'Blind-box order or channel no.' },
    },
    order: 'createTime desc',
    also: ['refundedFen', 'grantFailed', 'openStatus'],
  },
  detail: [
    {
      title: { zh: '订单', en: 'Order' },
      fields: [
        'orderNo',
        'orderStatus',
        'activityId',
        'goodsName',
        'boxCount',
        'openStatus',
        'grantFailed',
        'ageConfirmed',
        'guardianConsent',
        'finishTime',
      ],
    },
    {
      title: { zh: '金额与支付', en: 'Money' },
      fields: ['unitPriceFen', 'totalFen', ...paymentShown],
    },
    { title: { zh: '用户', en: 'User' }, fields: ['userId', 'mobile', 'clientOs', 'createTime'] },
  ],
  scope: { city: 'userId.cityId' },
  machines: { orderStatus: 'SM-BlindOrder' },
  actions,
  exportLimit: 50_000,
});
