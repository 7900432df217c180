/**
 * Lifecycles of coupons and winning records.
 */

import type { Machine } from './types.ts';

// prettier-ignore
export const prizesMachines = {
  'SM-Coupon': { entities: ['Coupon'], dictionary: 'CouponStatus',
    states: { draft: 0, issuing: 1, paused: 2, ended: 3 },
    transitions: [
    { from: ['0'], action: 'publish', zh: '发布', en: 'Publish', to: '1', who: 'coupon.publish', note: '6021, codes count' },
    { from: ['1'], action: 'pause', zh: '暂停', en: 'Pause', to: '2', who: 'coupon.pause', note: '' },
    { from: ['2'], action: 'resume', zh: '恢复', en: 'Resume', to: '1', who: 'coupon.pause', note: '' },
    { from: ['1', '2'], action: 'finish', zh: '结束', en: 'Finish', to: '3', who: 'coupon.finish, system', note: '' },
  ], editable: { states: ['0', '1', '2'], reason: { zh: '已结束的优惠券不能编辑', en: 'A coupon that has ended cannot be edited' } }, deletable: ['0'] },
  'SM-UserCoupon': { entities: ['UserCoupon'], dictionary: 'UserCouponStatus',
    states: { unused: 0, locked: 1, used: 2, expired: 3, voided: 4 },
    transitions: [
    { from: ['0'], action: 'lock', zh: '下单锁定', en: 'Lock by order', to: '1', who: 'app', note: '' },
    { from: ['1'], action: 'use', zh: '支付使用', en: 'Paid', to: '2', who: 'system', note: '' },
    { from: ['1'], action: 'unlock', zh: '订单取消', en: 'Order cancelled', to: '0', who: 'system', note: '' },
    { from: ['2'], action: 'restore', zh: '全额退款', en: 'Full refund', to: '0', who: 'system', note: 'still valid' },
    { from: ['0'], action: 'expire', zh: '过期', en: 'Expire', to: '3', who: 'system', note: '' },
    { from: ['0'], action: 'void', zh: '作废', en: 'Void', to: '4', who: 'coupon.void', note: 'reason' },
  ] },
  'SM-Winning': { entities: ['WinningRecord'], dictionary: 'WinningStatus',
    states: { toClaim: 0, toShip: 1, shipped: 2, returned: 3, done: 4, expired: 5, cancelled: 6 },
    transitions: [
    { from: ['0'], action: 'claim', zh: '领取', en: 'Claim', to: '1', who: 'app', note: '6031' },
    { from: ['0'], action: 'grantNow', zh: '自动发放', en: 'Grant at once', to: '4', who: 'system', note: 'coupon, theme, points' },
    { from: ['0'], action: 'expire', zh: '过期', en: 'Expire', to: '5', who: 'system', note: 'stock released' },
    { from: ['1'], action: 'ship', zh: '发货', en: 'Ship', to: '2', who: 'winningRecord.ship', note: 'express number pattern' },
    { from: ['1'], action: 'verify', zh: '核销', en: 'Verify pick-up', to: '4', who: 'winningRecord.verify', note: '6032' },
    { from: ['2'], action: 'sign', zh: '签收', en: 'Signed', to: '4', who: 'app, system', note: '15 d' },
    { from: ['2'], action: 'return', zh: '退回', en: 'Returned', to: '3', who: 'winningRecord.ship', note: '' },
    { from: ['3'], action: 'reship', zh: '重新发货', en: 'Ship again', to: '2', who: 'winningRecord.ship', note: '' },
    { from: ['3'], action: 'close', zh: '关闭', en: 'Close', to: '6', who: 'winningRecord.ship', note: '' },
    { from: ['0', '1'], action: 'cancel', zh: '取消资格', en: 'Cancel', to: '6', who: 'system', note: 'asked for with winningRecord.cancel, approved by another person' },
  ] },
} as const satisfies Record<string, Machine>;
