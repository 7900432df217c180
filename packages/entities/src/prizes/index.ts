import { coupon } from './coupon.ts';
import { userCoupon } from './user-coupon.ts';

/** Entities of the domain: prizes, coupons and winning records. A new one is added here, one line. */
export const prizesEntities = {
  coupon,
  userCoupon,
} as const;
