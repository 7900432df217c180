/** What other modules may use of coupons: giving them out, and using them. */
export { issueCoupon, notIssued } from './issue.ts';
export { lockCoupon, restoreCoupon, unlockCoupon, useCoupon } from './use.ts';
