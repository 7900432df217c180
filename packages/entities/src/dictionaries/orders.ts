/**
 * Dictionaries of orders, refunds and settlement.
 */

import type { Dictionary } from './types.ts';

// prettier-ignore
export const ordersDictionaries = [
  { category: 'PayChannel', zh: '支付渠道', en: 'Pay channel', flag: 'B', entries: [
    { code: '1', zh: '微信支付', en: 'WeChat Pay' },
    { code: '2', zh: '支付宝', en: 'Alipay' },
    { code: '3', zh: '苹果内购', en: 'Apple IAP' },
    { code: '4', zh: '数字人民币', en: 'e-CNY' },
    { code: '5', zh: '零元支付', en: 'Zero' },
  ] },
  { category: 'OrderKind', zh: '订单种类', en: 'Order kind', flag: 'B', entries: [
    { code: '1', zh: '商品', en: 'Goods' },
    { code: '2', zh: '盲盒', en: 'Blind boxes' },
  ] },
  { category: 'BlindOrderStatus', zh: '盲盒订单状态', en: 'Blind-box order status', flag: 'B', entries: [
    { code: '0', zh: '待支付', en: 'To pay', color: 'warning' },
    { code: '1', zh: '已支付', en: 'Paid', color: 'primary' },
    { code: '2', zh: '已开盒', en: 'Opened', color: 'primary' },
    { code: '3', zh: '已完成', en: 'Done', color: 'success' },
    { code: '4', zh: '已退款', en: 'Refunded', color: 'danger' },
    { code: '5', zh: '已关闭', en: 'Closed', color: 'default' },
  ] },
  { category: 'BoxOpenStatus', zh: '开盒状态', en: 'Box open status', flag: 'B', entries: [
    { code: '0', zh: '未开', en: 'Unopened', color: 'default' },
    { code: '1', zh: '部分', en: 'Partly', color: 'warning' },
    { code: '2', zh: '已开', en: 'Opened', color: 'success' },
  ] },
  { category: 'BoxState', zh: '盲盒状态', en: 'Box state', flag: 'B', entries: [
    { code: '0', zh: '未开', en: 'Unopened', color: 'default' },
    { code: '1', zh: '已开', en: 'Opened', color: 'success' },
    { code: '2', zh: '退款中', en: 'Being refunded', color: 'warning' },
    { code: '3', zh: '已退款', en: 'Refunded', color: 'danger' },
  ] },
  { category: 'GrantState', zh: '发放状态', en: 'Grant state', flag: 'B', entries: [
    { code: '0', zh: '待发放', en: 'To grant', color: 'default' },
    { code: '1', zh: '已发放', en: 'Granted', color: 'success' },
    { code: '2', zh: '发放失败', en: 'Not granted', color: 'danger' },
  ] },
  { category: 'OrderStatus', zh: '订单状态', en: 'Order status', flag: 'B', entries: [
    { code: '0', zh: '待支付', en: 'To pay', color: 'warning' },
    { code: '1', zh: '已支付', en: 'Paid', color: 'primary' },
    { code: '2', zh: '已发货', en: 'Shipped', color: 'primary' },
    { code: '3', zh: '已完成', en: 'Done', color: 'success' },
    { code: '4', zh: '已退款', en: 'Refunded', color: 'danger' },
    { code: '5', zh: '已关闭', en: 'Closed', color: 'default' },
  ] },
  // What came from a channel otherwise than the order says.
  { category: 'PayIssue', zh: '支付异常', en: 'Payment issue', flag: 'B', entries: [
    { code: '1', zh: '金额异常', en: 'Amount differs', color: 'danger' },
    { code: '2', zh: '关闭后支付', en: 'Paid after close', color: 'warning' },
    { code: '3', zh: '重复支付', en: 'Paid twice', color: 'warning' },
  ] },
  { category: 'OrderEvent', zh: '订单动作', en: 'Order event', flag: 'B', entries: [
    { code: 'created', zh: '下单', en: 'Ordered' },
    { code: 'paid', zh: '支付', en: 'Paid', color: 'success' },
    { code: 'issue', zh: '支付异常', en: 'Payment issue', color: 'danger' },
    { code: 'closed', zh: '关闭', en: 'Closed' },
    { code: 'opened', zh: '开盒', en: 'Boxes opened', color: 'success' },
    { code: 'granted', zh: '发放', en: 'Granted', color: 'success' },
    { code: 'grantFailed', zh: '发放失败', en: 'Not granted', color: 'danger' },
    { code: 'shipped', zh: '发货', en: 'Shipped' },
    { code: 'received', zh: '收货', en: 'Received', color: 'success' },
    { code: 'invoiced', zh: '开票', en: 'Invoiced' },
    { code: 'note', zh: '备注', en: 'Note' },
    { code: 'refundApplied', zh: '申请退款', en: 'Refund asked for', color: 'warning' },
    { code: 'refundApproved', zh: '退款通过', en: 'Refund approved' },
    { code: 'refundRejected', zh: '退款驳回', en: 'Refund rejected', color: 'danger' },
    { code: 'refundWithdrawn', zh: '撤销退款', en: 'Refund withdrawn' },
    { code: 'refunded', zh: '退款到账', en: 'Refunded', color: 'success' },
    { code: 'refundedOffline', zh: '线下退款', en: 'Paid back off-line', color: 'success' },
    { code: 'refundRetried', zh: '重试退款', en: 'Refund asked for again' },
    { code: 'refundFailed', zh: '退款失败', en: 'Refund failed', color: 'danger' },
  ] },
  { category: 'GoodsType', zh: '商品类型', en: 'Goods type', flag: 'B', entries: [
    { code: '1', zh: '主题', en: 'Theme' },
    { code: '2', zh: '音效', en: 'Sound' },
    { code: '3', zh: '流量服务', en: 'SIM service' },
    { code: '4', zh: '实物', en: 'Mall goods' },
  ] },
  { category: 'RefundStatus', zh: '退款状态', en: 'Refund status', flag: 'B', entries: [
    { code: '0', zh: '无', en: 'None', color: 'default' },
    { code: '1', zh: '待审核', en: 'In review', color: 'warning' },
    { code: '2', zh: '退款中', en: 'Refunding', color: 'primary' },
    { code: '3', zh: '已退款', en: 'Refunded', color: 'success' },
    { code: '4', zh: '退款失败', en: 'Failed', color: 'danger' },
    { code: '5', zh: '已驳回', en: 'Rejected', color: 'danger' },
    { code: '6', zh: '部分退款', en: 'Partly refunded', color: 'success' },
  ] },
  { category: 'RefundReason', zh: '退款原因', en: 'Refund reason', flag: 'E', entries: [
    { code: '1', zh: '不想要', en: 'Changed mind' },
    { code: '2', zh: '重复支付', en: 'Paid twice' },
    { code: '3', zh: '商品异常', en: 'Goods fault' },
    { code: '4', zh: '未成年人消费', en: "Minor's purchase" },
    { code: '5', zh: '无法发货', en: 'Undeliverable' },
    { code: '9', zh: '其他', en: 'Other' },
  ] },
  { category: 'InvoiceStatus', zh: '发票状态', en: 'Invoice status', flag: 'B', entries: [
    { code: '0', zh: '未申请', en: 'None', color: 'default' },
    { code: '1', zh: '待开', en: 'Requested', color: 'warning' },
    { code: '2', zh: '已开', en: 'Issued', color: 'success' },
    { code: '3', zh: '已红冲', en: 'Reversed', color: 'danger' },
  ] },
  { category: 'ExpressCompany', zh: '快递公司', en: 'Express company', flag: 'E', entries: [
    { code: 'SF', zh: '顺丰', en: 'SF' },
    { code: 'JD', zh: '京东', en: 'JD' },
    { code: 'EMS', zh: 'EMS', en: 'EMS' },
    { code: 'YTO', zh: '圆通', en: 'YTO' },
    { code: 'ZTO', zh: '中通', en: 'ZTO' },
  ] },
  // The codes are those of Kuaidi100.
  { category: 'ExpressState', zh: '快递状态', en: 'Express state', flag: 'B', entries: [
    { code: '0', zh: '运输中', en: 'In transit', color: 'primary' },
    { code: '1', zh: '已揽收', en: 'Collected', color: 'primary' },
    { code: '2', zh: '疑难件', en: 'In trouble', color: 'warning' },
    { code: '3', zh: '已签收', en: 'Signed for', color: 'success' },
    { code: '4', zh: '退回已签收', en: 'Back with sender', color: 'danger' },
    { code: '5', zh: '派送中', en: 'Out for delivery', color: 'primary' },
    { code: '6', zh: '退回途中', en: 'Going back', color: 'warning' },
    { code: '7', zh: '转投其他快递', en: 'Handed over', color: 'primary' },
    { code: '8', zh: '清关中', en: 'In customs', color: 'primary' },
    { code: '14', zh: '收件人拒收', en: 'Refused', color: 'danger' },
  ] },
  { category: 'RevenueType', zh: '收益类型', en: 'Type of revenue', flag: 'B', entries: [
    { code: '1', zh: '销售', en: 'Sale' },
    { code: '2', zh: '退款', en: 'Refund', color: 'warning' },
  ] },
  { category: 'SettlementStatus', zh: '结算状态', en: 'Settlement status', flag: 'B', entries: [
    { code: '0', zh: '待生成', en: 'To generate', color: 'default' },
    { code: '1', zh: '待确认', en: 'To confirm', color: 'warning' },
    { code: '2', zh: '已确认', en: 'Confirmed', color: 'primary' },
    { code: '3', zh: '已付款', en: 'Paid', color: 'success' },
  ] },
  { category: 'ReconStatus', zh: '对账状态', en: 'Reconciliation', flag: 'B', entries: [
    { code: '0', zh: '平账', en: 'Balanced', color: 'success' },
    { code: '1', zh: '长款', en: 'Channel more', color: 'warning' },
    { code: '2', zh: '短款', en: 'Channel less', color: 'danger' },
    { code: '3', zh: '金额不符', en: 'Amount differs', color: 'danger' },
    { code: '4', zh: '已处理', en: 'Handled', color: 'default' },
  ] },
  { category: 'BillState', zh: '账单状态', en: 'Bill', flag: 'B', entries: [
    { code: '1', zh: '待取', en: 'Awaited', color: 'primary' },
    { code: '2', zh: '已取', en: 'Taken', color: 'success' },
    { code: '3', zh: '不可读', en: 'Unreadable', color: 'danger' },
  ] },
  { category: 'BillKind', zh: '账单类型', en: 'Kind of a row of a bill', flag: 'B', entries: [
    { code: '1', zh: '支付', en: 'Payment' },
    { code: '2', zh: '退款', en: 'Refund' },
  ] },
  // How a channel's bill and the ledger differ.
  { category: 'ReconDiff', zh: '差异类型', en: 'Kind of difference', flag: 'B', entries: [
    { code: '1', zh: '平台缺失', en: 'Missing here', color: 'danger' },
    { code: '2', zh: '渠道缺失', en: 'Missing there', color: 'danger' },
    { code: '3', zh: '金额不符', en: 'Amount differs', color: 'danger' },
    { code: '4', zh: '手续费尾差', en: 'Fee rounding', color: 'default' },
    { code: '5', zh: '跨日', en: 'Across midnight', color: 'default' },
  ] },
  { category: 'ReconItemStatus', zh: '差异状态', en: 'State of a difference', flag: 'B', entries: [
    { code: '0', zh: '待处理', en: 'To handle', color: 'warning' },
    { code: '1', zh: '已处理', en: 'Handled', color: 'default' },
    { code: '2', zh: '已消除', en: 'Gone', color: 'success' },
  ] },
] as const satisfies readonly Dictionary[];
