import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';
import { prizesMachines } from '../machines/prizes.ts';
import { transitions } from '../transitions.ts';

const { unused } = prizesMachines['SM-UserCoupon'].states;
const readonly = true;

/** A coupon in somebody's hands 用户券. The coupon's calls list and void them. */
export const userCoupon = defineEntity({
  name: 'userCoupon',
  table: 'act_user_coupon',
  domain: 'prizes',
  label: { zh: '用户券', en: 'User coupon' },
  base: '/act/crm/coupon',
  page: 'coupon',
  title: ['nickname', 'couponNo'],
  calls: ['list'],
  callPaths: { list: 'userCoupons' },
  fields: {
    couponId: f.ref('coupon', { required: true, readonly, label: { zh: '优惠券', en: 'Coupon' } }),
    couponNo: f.lookup('couponId', 'couponNo'),
    userId: f.ref('appUser', { required: true, readonly, label: { zh: '用户', en: 'User' } }),
    nickname: f.lookup('userId', 'nickname'),
    mobile: f.lookup('userId', 'mobile'),
    n: f.int({ required: true, readonly, min: 1, max: 100, label: { zh: '第几张', en: 'Which one' } }),
    status: f.dict('UserCouponStatus', { required: true, readonly, default: unused, index: true }),
    source: f.dict('CouponSource', { required: true, readonly }),
    receiveTime: f.instant({ required: true, readonly, index: true, label: { zh: '领取时间', en: 'Received' } }),
    startTime: f.instant({ required: true, readonly, label: { zh: '生效时间', en: 'Valid from' } }),
    expireTime: f.instant({ required: true, readonly, index: true, label: { zh: '到期时间', en: 'Expires' } }),
    useTime: f.instant({ readonly, label: { zh: '使用时间', en: 'Used at' } }),
    grantReason: f.text({ readonly, max: 200, label: { zh: '发放原因', en: 'Reason of the grant' } }),
    voidReason: f.text({ readonly, max: 200, label: { zh: '作废原因', en: 'Reason why void' } }),
  },
  list: {
    columns: [
      'userId',
      'mobile',
      'status',
      'source',
      'receiveTime',
      'expireTime',
      'useTime',
      'n',
      'grantReason',
      'voidReason',
    ],
    filters: { mobile: 'eq', status: 'eq', source: 'eq', receiveTime: 'range' },
    hiddenFilters: { couponId: 'eq', userId: 'eq' },
    order: 'id desc',
    also: ['nickname', 'couponNo'],
  },
  machines: { status: 'SM-UserCoupon' },
  scope: { city: 'userId.cityId' },
  uniqueTogether: [['couponId', 'userId', 'n']],
  actions: transitions(prizesMachines, 'SM-UserCoupon', {
    void: {
      path: 'void',
      many: 200,
      danger: true,
      confirm: {
        zh: '作废{n}张券？用户将不能再使用，且不可恢复。',
        en: 'Void {n} {n|coupon|coupons}? They cannot be used any more, nor restored.',
      },
      input: {
        reason: f.longText({ logged: true, required: true, min: 2, max: 200, label: { zh: '原因', en: 'Reason' } }),
      },
    },
  }),
});
