/**
 * Lifecycles of advertisements, promotions, events, wishes, coupons and prizes.
 */

import type { Machine } from './types.ts';

// prettier-ignore
export const marketingMachines = {
  'SM-Raffle': { entities: ['RaffleActivity'], dictionary: 'CampaignStatus',
    states: { draft: 0, notStarted: 1, running: 2, ended: 3, paused: 4, inReview: 5 },
    transitions: [
    { from: ['0'], action: 'submit', zh: '提交', en: 'Submit', to: '5', who: 'AReventManage.edit', note: '6001–6004' },
    { from: ['5'], action: 'approve', zh: '通过', en: 'Approve', to: '1', who: 'AReventManage.audit', by: 'another', note: '5002; stock reserved' },
    { from: ['5'], action: 'reject', zh: '驳回', en: 'Reject', to: '0', who: 'AReventManage.audit', by: 'another', note: 'reason' },
    { from: ['1'], action: 'start', zh: '开始', en: 'Start', to: '2', who: 'system', note: '' },
    { from: ['2'], action: 'pause', zh: '暂停', en: 'Pause', to: '4', who: 'AReventManage.pause, system', note: 'budget or stock gone' },
    { from: ['4'], action: 'resume', zh: '恢复', en: 'Resume', to: '2', who: 'AReventManage.pause', note: '6004' },
    { from: ['1', '2', '4'], action: 'finish', zh: '结束', en: 'Finish', to: '3', who: 'AReventManage.finish, system', note: 'retype name; stock released' },
  ] },
  'SM-Wish': { entities: ['Wish'], dictionary: 'WishStatus',
    states: { inReview: 0, shown: 1, hidden: 2, rejected: 3, granted: 4 },
    transitions: [
    { from: ['0'], action: 'approve', zh: '通过', en: 'Approve', to: '1', who: 'wish.audit, system', note: '' },
    { from: ['0'], action: 'reject', zh: '驳回', en: 'Reject', to: '3', who: 'wish.audit', note: 'reason to user' },
    { from: ['1'], action: 'hide', zh: '隐藏', en: 'Hide', to: '2', who: 'wish.hide', note: '' },
    { from: ['2'], action: 'restore', zh: '恢复', en: 'Restore', to: '1', who: 'wish.hide', note: '' },
    { from: ['1'], action: 'grant', zh: '实现', en: 'Grant', to: '4', who: 'wish.grant', note: '6004' },
  ] },
  'SM-Coupon': { entities: ['Coupon'], dictionary: 'CouponStatus',
    states: { draft: 0, issuing: 1, paused: 2, ended: 3 },
    transitions: [
    { from: ['0'], action: 'publish', zh: '发布', en: 'Publish', to: '1', who: 'coupon.publish', note: '6021, codes count' },
    { from: ['1'], action: 'pause', zh: '暂停', en: 'Pause', to: '2', who: 'coupon.pause', note: '' },
    { from: ['2'], action: 'resume', zh: '恢复', en: 'Resume', to: '1', who: 'coupon.pause', note: '' },
    { from: ['1', '2'], action: 'finish', zh: '结束', en: 'Finish', to: '3', who: 'coupon.finish, system', note: '' },
  ] },
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
    { from: ['0', '1'], action: 'cancel', zh: '取消资格', en: 'Cancel', to: '6', who: 'winningRecord.cancel', note: 'second approver' },
  ] },
  'SM-Ad': { entities: ['Advertisement'], dictionary: 'AdStatus',
    states: { off: 0, waiting: 1, live: 2, ended: 3 },
    transitions: [
    { from: ['0'], action: 'shelfWait', zh: '上架(未到时间)', en: 'Put on shelf (scheduled)', to: '1', who: 'bannerManage.shelf', note: '5161' },
    { from: ['0'], action: 'shelfOn', zh: '上架', en: 'Put on', to: '2', who: 'bannerManage.shelf', note: '5161' },
    { from: ['1'], action: 'start', zh: '开始展示', en: 'Start', to: '2', who: 'system', note: '' },
    { from: ['2'], action: 'end', zh: '展示结束', en: 'End', to: '3', who: 'system', note: '' },
    { from: ['1', '2'], action: 'shelfOff', zh: '下架', en: 'Take off', to: '0', who: 'bannerManage.shelf', note: '' },
  ], deletable: ['0', '3'] },
  'SM-Promotion': { entities: ['Promotion'], dictionary: 'CampaignStatus',
    states: { draft: 0, notStarted: 1, running: 2, ended: 3, paused: 4, inReview: 5 },
    transitions: [
    { from: ['0'], action: 'publish', zh: '发布', en: 'Publish', to: '1', who: 'promotion.publish', note: '1001; starts as 2 when due' },
    { from: ['0'], action: 'startAtOnce', zh: '发布即开始', en: 'Published and started', to: '2', who: 'system', note: 'published when it is due' },
    { from: ['1'], action: 'start', zh: '开始', en: 'Start', to: '2', who: 'system', note: '' },
    { from: ['2'], action: 'pause', zh: '暂停', en: 'Pause', to: '4', who: 'promotion.pause', note: '' },
    { from: ['4'], action: 'resume', zh: '恢复', en: 'Resume', to: '2', who: 'promotion.pause', note: '' },
    { from: ['2', '4'], action: 'end', zh: '结束', en: 'End', to: '3', who: 'system', note: '' },
  ], editable: { states: ['0', '1', '2', '4'], reason: { zh: '已结束的推广不能编辑', en: 'A promotion that has ended cannot be edited' } }, deletable: ['0'] },
} as const satisfies Record<string, Machine>;
