import type { OwnCoupon } from '@wheelhouse/contract/calls/prizes/coupons';
import { parseInstant } from '@wheelhouse/contract/time';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import type { Session } from './session.ts';

const { unused } = machines['SM-UserCoupon'].states;

/** What is to be bought. */
interface Purchase {
  /** D:CouponScope. */
  readonly scope: number;
  readonly themeId?: string;
  readonly totalFen: number;
}

const fits = (
  { couponType, scope, themeIds, thresholdFen, startTime }: OwnCoupon,
  of: Purchase,
  now: number,
): boolean =>
  couponType !== codes.CouponType.external &&
  scope === of.scope &&
  (themeIds.length === 0 || (of.themeId !== undefined && themeIds.includes(of.themeId))) &&
  thresholdFen <= of.totalFen &&
  (parseInstant(startTime)?.getTime() ?? 0) <= now;

/** A coupon of theirs for what they are about to buy, as the part of an order that names it. The one whose time is over first. */
export async function couponFor({ ask, now }: Session, of: Purchase): Promise<{ readonly couponId?: string }> {
  const mine = await ask('GET /app/v1/coupon/mine', { status: String(unused) });
  const [coupon] = mine
    .filter((one) => fits(one, of, now))
    .toSorted((one, two) => one.expireTime.localeCompare(two.expireTime));
  return coupon === undefined ? {} : { couponId: coupon.id };
}
