import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { proofOf } from '../../../proof/define.ts';

const { used, expired } = machines['SM-UserCoupon'].states;

const coupons = proofOf({
  name: 'prizes.coupons',
  label: { zh: '优惠券', en: 'Coupons' },
  proves: {
    zh: '已发、已用和已过期等于用户券的数量，不超过总量和每人限量。',
    en: 'Issued, used and expired are the numbers of the coupons in hands of users, within the total and the limit of each.',
  },
  checked: 'select count(*) from act_user_coupon',
  looks: [
    {
      says: {
        zh: '已发/已用/过期为{has}，用户券为{should}',
        en: 'Issued, used, expired are {has}; of the coupons given they are {should}',
      },
      entity: 'coupon',
      sql: `select c.id as record, c.coupon_no as name, concat_ws(' / ', c.issued, c.used, c.expired) as has, concat_ws(' / ', u.issued, u.used, u.expired) as should
        from act_coupon c cross join lateral (select count(*) as issued, count(*) filter (where status = ${used}) as used, count(*) filter (where status = ${expired}) as expired
          from act_user_coupon where coupon_id = c.id) u where (c.issued, c.used, c.expired) <> (u.issued, u.used, u.expired)`,
    },
    {
      says: { zh: '已发{has}张，总量{should}张', en: '{has} are given of {should}' },
      entity: 'coupon',
      sql: `select id as record, coupon_no as name, issued as has, total as should from act_coupon where issued > total`,
    },
    {
      says: { zh: '用户券状态为已用但没有使用时间', en: 'A coupon is used, and has no time of its use' },
      entity: 'userCoupon',
      sql: `select id as record, id as name from act_user_coupon where status = ${used} and use_time is null`,
    },
  ],
});

const couponCodes = proofOf({
  name: 'prizes.codes',
  label: { zh: '券码', en: 'Codes of coupons' },
  proves: {
    zh: '券码只发给一人，发给的是同一张券的用户，数量与券的记录一致。',
    en: 'A code is given to one person, with a coupon of its own kind, and there are as many as the coupon says.',
  },
  checked: 'select count(*) from act_coupon_code',
  looks: [
    {
      says: { zh: '同一券码保存了{has}次', en: 'The same code is stored {has} times' },
      sql: `select min(id) as name, count(*) as has from act_coupon_code group by code_hash having count(*) > 1`,
    },
    {
      says: { zh: '券码发给了{has}张用户券的同一张', en: '{has} codes were given with the same coupon' },
      sql: `select user_coupon_id as name, count(*) as has from act_coupon_code where user_coupon_id is not null group by 1 having count(*) > 1`,
    },
    {
      says: { zh: '券码属于券{should}，发到了券{has}', en: 'A code of coupon {should} was given with coupon {has}' },
      entity: 'coupon',
      sql: `select k.coupon_id as record, k.id as name, u.coupon_id as has, k.coupon_id as should from act_coupon_code k join act_user_coupon u on u.id = k.user_coupon_id
        where u.coupon_id <> k.coupon_id`,
    },
    {
      says: { zh: '券码类用户券没有券码', en: 'A coupon of a code was given without one' },
      entity: 'userCoupon',
      sql: `select u.id as record, u.id as name from act_user_coupon u join act_coupon c on c.id = u.coupon_id and c.coupon_type = ${codes.CouponType.external}
        left join act_coupon_code k on k.user_coupon_id = u.id where k.id is null`,
    },
  ],
});

export const couponProofs = [coupons, couponCodes];
