/**
 * Dictionaries of prizes, coupons and winning records.
 */

import type { Dictionary } from './types.ts';

// prettier-ignore
export const prizesDictionaries = [
  { category: 'PrizeKind', zh: '奖品种类', en: 'Prize kind', flag: 'B', entries: [
    { code: '1', zh: '实物', en: 'Physical' },
    { code: '2', zh: '优惠券', en: 'Coupon' },
    { code: '3', zh: '主题', en: 'Theme' },
    { code: '4', zh: '积分', en: 'Points' },
    { code: '5', zh: '谢谢参与', en: 'No prize' },
  ] },
  { category: 'PrizeCategory', zh: '奖品类别', en: 'Prize category', flag: 'E', entries: [
    { code: '1', zh: '骑行装备', en: 'Riding gear' },
    { code: '2', zh: '配件', en: 'Parts' },
    { code: '3', zh: '数码', en: 'Digital' },
    { code: '4', zh: '周边', en: 'Merchandise' },
    { code: '5', zh: '卡券', en: 'Cards' },
  ] },
  { category: 'DeliveryMode', zh: '发放方式', en: 'Delivery', flag: 'B', entries: [
    { code: '1', zh: '快递', en: 'Express' },
    { code: '2', zh: '到店自提', en: 'Pick-up at dealer' },
  ] },
  { category: 'StockLogType', zh: '库存变动', en: 'Stock change', flag: 'B', entries: [
    { code: '1', zh: '入库', en: 'In' },
    { code: '2', zh: '出库', en: 'Out' },
    { code: '3', zh: '预留', en: 'Reserve' },
    { code: '4', zh: '释放', en: 'Release' },
    { code: '5', zh: '发放', en: 'Send' },
    { code: '6', zh: '退回', en: 'Return' },
  ] },
  { category: 'CouponType', zh: '优惠券类型', en: 'Coupon type', flag: 'B', entries: [
    { code: '1', zh: '满减', en: 'Amount off' },
    { code: '2', zh: '折扣', en: 'Percent off' },
    { code: '3', zh: '兑换', en: 'Exchange' },
    { code: '4', zh: '第三方券码', en: 'External code' },
  ] },
  { category: 'CouponScope', zh: '券适用范围', en: 'Coupon scope', flag: 'B', entries: [
    { code: '1', zh: '主题', en: 'Themes' },
    { code: '2', zh: '盲盒', en: 'Blind boxes' },
    { code: '3', zh: '商城', en: 'Mall' },
    { code: '4', zh: '门店服务', en: 'Dealer service' },
  ] },
  { category: 'CouponStatus', zh: '券状态', en: 'Coupon status', flag: 'B', entries: [
    { code: '0', zh: '草稿', en: 'Draft', color: 'default' },
    { code: '1', zh: '发放中', en: 'Issuing', color: 'success' },
    { code: '2', zh: '已暂停', en: 'Paused', color: 'warning' },
    { code: '3', zh: '已结束', en: 'Ended', color: 'default' },
  ] },
  { category: 'UserCouponStatus', zh: '用户券状态', en: 'User coupon status', flag: 'B', entries: [
    { code: '0', zh: '未使用', en: 'Unused', color: 'success' },
    { code: '1', zh: '锁定', en: 'Locked', color: 'warning' },
    { code: '2', zh: '已使用', en: 'Used', color: 'default' },
    { code: '3', zh: '已过期', en: 'Expired', color: 'default' },
    { code: '4', zh: '已作废', en: 'Void', color: 'danger' },
  ] },
  { category: 'CouponSource', zh: '用户券来源', en: 'Source of a user coupon', flag: 'B', entries: [
    { code: '1', zh: '领取', en: 'Received' },
    { code: '2', zh: '发放', en: 'Granted' },
    { code: '3', zh: '中奖', en: 'Won' },
  ] },
  { category: 'ValidMode', zh: '有效期方式', en: 'Validity mode', flag: 'B', entries: [
    { code: '1', zh: '固定日期', en: 'Fixed dates' },
    { code: '2', zh: '领取后天数', en: 'Days after receipt' },
  ] },
  { category: 'WinSource', zh: '中奖来源', en: 'How it was won', flag: 'B', entries: [
    { code: '1', zh: '抽奖', en: 'Draw' },
    { code: '2', zh: '心愿', en: 'Wish' },
    { code: '3', zh: '盲盒', en: 'Blind box' },
  ] },
  { category: 'WinningStatus', zh: '中奖状态', en: 'Winning status', flag: 'B', entries: [
    { code: '0', zh: '待领取', en: 'To claim', color: 'warning' },
    { code: '1', zh: '待发货', en: 'To ship', color: 'warning' },
    { code: '2', zh: '已发货', en: 'Shipped', color: 'primary' },
    { code: '3', zh: '退回待处理', en: 'Returned', color: 'danger' },
    { code: '4', zh: '已完成', en: 'Done', color: 'success' },
    { code: '5', zh: '已过期', en: 'Expired', color: 'default' },
    { code: '6', zh: '已取消', en: 'Cancelled', color: 'default' },
  ] },
] as const satisfies readonly Dictionary[];
