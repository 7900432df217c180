/**
 * Lifecycles of orders, refunds and settlements.
 */

import type { Machine } from './types.ts';

// prettier-ignore
export const ordersMachines = {
  'SM-BlindOrder': { entities: ['BlindBoxOrder'], dictionary: 'BlindOrderStatus',
    states: { toPay: 0, paid: 1, opened: 2, done: 3, refunded: 4, closed: 5 },
    transitions: [
    { from: ['0'], action: 'pay', zh: '支付', en: 'Pay', to: '1', who: 'system', note: 'amount must match' },
    { from: ['0'], action: 'close', zh: '关闭', en: 'Close', to: '5', who: 'system, app', note: '15 min' },
    { from: ['1'], action: 'open', zh: '开盒', en: 'Open all', to: '2', who: 'app, system', note: 'auto after 7 d' },
    { from: ['2'], action: 'finish', zh: '完成', en: 'Finish', to: '3', who: 'system', note: 'items granted or signed' },
    { from: ['1', '2', '3'], action: 'refunded', zh: '退款成功', en: 'Refunded', to: '4', who: 'system', note: 'full refund only; 7001' },
  ] },
  'SM-Order': { entities: ['GoodsOrder'], dictionary: 'OrderStatus',
    states: { toPay: 0, paid: 1, shipped: 2, done: 3, refunded: 4, closed: 5 },
    transitions: [
    { from: ['0'], action: 'pay', zh: '支付', en: 'Pay', to: '1', who: 'system', note: 'amount must match' },
    { from: ['0'], action: 'close', zh: '关闭', en: 'Close', to: '5', who: 'orderList.close, system, app', note: '1004 when paid' },
    { from: ['1'], action: 'grant', zh: '发放完成', en: 'Granted', to: '3', who: 'system', note: 'virtual goods' },
    { from: ['1'], action: 'ship', zh: '发货', en: 'Ship', to: '2', who: 'orderList.ship', note: '7003, 7004' },
    { from: ['2'], action: 'receive', zh: '确认收货', en: 'Received', to: '3', who: 'app, system', note: '15 d' },
    { from: ['1', '2', '3'], action: 'refunded', zh: '退款成功', en: 'Refunded', to: '4', who: 'system', note: 'full refund only' },
  ] },
  'SM-Refund': { entities: ['Refund'], dictionary: 'RefundStatus',
    states: { none: 0, inReview: 1, refunding: 2, refunded: 3, failed: 4, rejected: 5, partlyRefunded: 6 },
    transitions: [
    { from: ['0'], action: 'apply', zh: '申请', en: 'Apply', to: '1', who: 'orderList.refund, blindoOder.refund, app', note: '7001–7007' },
    { from: ['1'], action: 'approve', zh: '通过', en: 'Approve', to: '2', who: 'orderList.refundAudit, blindoOder.refundAudit', by: 'another', note: '5002; over 1 000 yuan two approvals' },
    { from: ['1'], action: 'reject', zh: '驳回', en: 'Reject', to: '5', who: 'orderList.refundAudit, blindoOder.refundAudit', by: 'another', note: 'reason' },
    { from: ['1'], action: 'withdraw', zh: '撤销', en: 'Withdraw', to: '0', who: 'orderList.refund, blindoOder.refund, app', note: 'applicant' },
    { from: ['2'], action: 'ok', zh: '退款成功', en: 'Refunded', to: '3', who: 'system', note: 'full' },
    { from: ['2'], action: 'okPart', zh: '部分退款成功', en: 'Partly refunded', to: '6', who: 'system', note: 'may apply again for the rest' },
    { from: ['2'], action: 'fail', zh: '退款失败', en: 'Failed', to: '4', who: 'system', note: '' },
    { from: ['4'], action: 'retry', zh: '重试', en: 'Retry', to: '2', who: 'orderList.refundAudit, blindoOder.refundAudit', note: '' },
    { from: ['4'], action: 'offline', zh: '线下退款', en: 'Offline refund', to: '3', who: 'orderList.refundAudit, blindoOder.refundAudit', note: 'voucher' },
    { from: ['6'], action: 'applyRest', zh: '再次申请', en: 'Apply for the rest', to: '1', who: 'orderList.refund, blindoOder.refund, app', note: '7005' },
  ] },
  'SM-Settlement': { entities: ['Settlement'], dictionary: 'SettlementStatus',
    states: { toGenerate: 0, toConfirm: 1, confirmed: 2, paid: 3 },
    transitions: [
    { from: ['0'], action: 'generate', zh: '生成', en: 'Generate', to: '1', who: 'revenueManage.settle, system', note: '' },
    { from: ['1'], action: 'confirm', zh: '确认', en: 'Confirm', to: '2', who: 'revenueManage.confirm', by: 'another', note: '5002' },
    { from: ['1'], action: 'redo', zh: '作废重算', en: 'Void and redo', to: '0', who: 'revenueManage.confirm', note: '' },
    { from: ['2'], action: 'pay', zh: '付款', en: 'Pay', to: '3', who: 'revenueManage.pay', note: 'voucher; 7021 on change' },
  ] },
} as const satisfies Record<string, Machine>;
