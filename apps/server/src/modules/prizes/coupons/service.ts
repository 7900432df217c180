/** What other modules may use of coupons: giving them out. */
export { issueCoupon, notIssued, type IssueOrder, type Issued } from './issue.ts';
