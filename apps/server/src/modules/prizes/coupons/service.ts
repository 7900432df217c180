/** What other modules may use of coupons: giving them out. */
export { issueCoupon, notIssued } from './issue.ts';
