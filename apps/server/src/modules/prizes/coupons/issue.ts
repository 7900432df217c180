import type { NotIssued } from '@wheelhouse/contract/calls/prizes/coupons';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { AppError } from '../../../http/errors.ts';

export interface IssueOrder {
  readonly couponId: string;
  readonly userId: string;
  /** D:CouponSource. */
  readonly source: number;
}

/** The user's coupon, or why there is none. */
export type Issued = { readonly id: string } | { readonly why: NotIssued };

interface Given {
  readonly userId: string;
  readonly userCouponId: string | null;
  readonly why: NotIssued | null;
}

/** Gives a coupon to users, in their order as far as it goes; each is named once. One function of the database decides and writes. */
export async function issueToMany(
  tx: Tx,
  order: { readonly couponId: string; readonly userIds: readonly string[]; readonly source: number },
  by: { readonly reason: string | null; readonly operator: string | null } = { reason: null, operator: null },
): Promise<readonly Given[]> {
  const { rows } = await sql<Given>`
    select g.user_id::text as user_id, g.user_coupon_id::text as user_coupon_id, g.why
    from issue_coupons(${order.couponId}::bigint, ${[...order.userIds]}::bigint[], ${order.source}::smallint, ${by.reason}::text, ${by.operator}::bigint) g`.execute(
    tx,
  );
  return rows;
}

/**
 * Gives a user a coupon, with its code where it has one. The check is the write: what is left, the user's limit, the coupon's state and its time are
 * decided by what is stored. A refusal leaves nothing behind. It locks the coupon: call it last in its transaction, and several in the order of
 * their ids.
 * @for giving out something of which there are so many: one conditional update as the last statement, and a check of the database behind it
 */
export async function issueCoupon(tx: Tx, { couponId, userId, source }: IssueOrder): Promise<Issued> {
  const [given] = await issueToMany(tx, { couponId, userIds: [userId], source });
  if (given === undefined) throw new Error('a coupon was neither given nor refused');
  const { userCouponId, why } = given;
  return userCouponId === null ? { why: why ?? 'notIssuing' } : { id: userCouponId };
}

const refusalCodes = {
  soldOut: 6022,
  limit: 6023,
  notIssuing: 6024,
  outsidePeriod: 6024,
} as const satisfies Record<NotIssued, number>;

/** What is said when there is no coupon for a user. */
export const notIssued = (why: NotIssued): AppError => new AppError(refusalCodes[why]);
