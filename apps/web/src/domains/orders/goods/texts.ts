import { useTexts, type Texts } from '../../../i18n/lang.ts';

export const orderTexts = {
  lists: { zh: '列表', en: 'Lists' },
  orders: { zh: '订单', en: 'Orders' },
  refunds: { zh: '退款单', en: 'Refunds' },
  sums: { zh: '合计', en: 'Sums' },
  count: { zh: '订单数', en: 'Orders' },
  paid: { zh: '已支付', en: 'Paid' },
  refunded: { zh: '已退款', en: 'Refunded' },
  net: { zh: '净额', en: 'Net' },
  boxes: { zh: '盲盒', en: 'Boxes' },
  boxNo: { zh: '{n}号盒', en: 'Box {n}' },
  course: { zh: '进度', en: 'Course' },
  log: { zh: '订单日志', en: 'Order log' },
  ordered: { zh: '下单', en: 'Ordered' },
  payment: { zh: '支付', en: 'Paid' },
  granted: { zh: '发放', en: 'Granted' },
  shipped: { zh: '发货', en: 'Shipped' },
  done: { zh: '完成', en: 'Done' },
  closed: { zh: '关闭', en: 'Closed' },
  comesBack: {
    zh: '快件没有送达，请联系用户：协商再次派送，或为其退款',
    en: 'It has not reached the user: agree with them on another delivery, or on a refund',
  },
  refundSteps: { zh: '退款进度', en: 'Course of the refund' },
  applied: { zh: '申请', en: 'Asked for' },
  firstApproved: { zh: '初审', en: 'First approval' },
  decided: { zh: '审核', en: 'Decided' },
  paidBack: { zh: '到账', en: 'Paid back' },
} as const satisfies Texts;

export const useOrderTexts = () => useTexts(orderTexts);
