import { codes, type Code } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';

const { unused, locked, used, expired } = machines['SM-UserCoupon'].states;
const { amount, percent, exchange } = codes.CouponType;

/** What a coupon is to be used for. */
interface Purchase {
  readonly userCouponId: string;
  readonly userId: string;
  readonly scope: Code<'CouponScope'>;
  readonly themeId: string | null;
  readonly totalFen: number;
}

interface Locked {
  readonly couponType: number;
  readonly amountFen: number | null;
  /** Tenths: 85 % is paid of 8.5. */
  readonly tenths: number | null;
  readonly maxOffFen: number | null;
}

/** What a coupon takes off, in fen: at most all of it. What is paid of a percentage is rounded half up. */
function offOf({ couponType, amountFen, tenths, maxOffFen }: Locked, totalFen: number): number {
  if (couponType === amount) return Math.min(totalFen, amountFen ?? 0);
  if (couponType === exchange) return totalFen;
  const paid = Math.floor((totalFen * (tenths ?? 100) + 50) / 100);
  return Math.min(totalFen - paid, maxOffFen ?? totalFen);
}

/**
 * Sets a coupon of the user aside for an order (SM-UserCoupon lock): the check is the write. @returns fen off; undefined where it cannot be used for this
 * @for a discount on something that is bought: `lockCoupon`, then `useCoupon` when it is paid or `unlockCoupon` when not
 */
export async function lockCoupon(
  tx: Tx,
  { userCouponId, userId, scope, themeId, totalFen }: Purchase,
): Promise<number | undefined> {
  const { rows } = await sql<Locked>`
    update act_user_coupon u set status = ${locked}, rev = u.rev + 1, update_time = now(), update_by = null
    from act_coupon c
    where u.id = ${userCouponId}::bigint and u.user_id = ${userId}::bigint and u.status = ${unused} and not u.deleted
      and u.start_time <= now() and u.expire_time > now() and c.id = u.coupon_id and c.scope = ${scope}
      and c.coupon_type in (${amount}, ${percent}, ${exchange}) and c.threshold_fen <= ${totalFen}
      and (coalesce(cardinality(c.theme_ids), 0) = 0 or exists (
        select from cnt_app_theme a join cnt_app_theme b using (theme_no) where a.id = ${themeId}::bigint and b.id = any(c.theme_ids)))
    returning c.coupon_type, c.amount_fen::float8 as amount_fen, (c.discount * 10)::int as tenths, c.max_off_fen::float8 as max_off_fen`.execute(
    tx,
  );
  const [coupon] = rows;
  return coupon && offOf(coupon, totalFen);
}

/** Moves a coupon along its machine, if it is in the state that the step begins in. @returns whether it was */
async function move(tx: Tx, id: string | null, from: number, to: number): Promise<boolean> {
  if (id === null) return false;
  const { rows } = await sql`
    update act_user_coupon set status = case when ${to}::smallint = ${unused} and expire_time <= now() then ${expired}::smallint else ${to}::smallint end,
      use_time = case when ${to}::smallint = ${used} then now() end, rev = rev + 1, update_time = now(), update_by = null
    where id = ${id}::bigint and status = ${from} returning id`.execute(tx);
  return rows.length > 0;
}

/** The order is paid. */
export const useCoupon = (tx: Tx, id: string | null): Promise<boolean> => move(tx, id, locked, used);
/** The order is closed: it can be used again, unless its time is over. */
export const unlockCoupon = (tx: Tx, id: string | null): Promise<boolean> => move(tx, id, locked, unused);
/** All of the order is paid back. */
export const restoreCoupon = (tx: Tx, id: string | null): Promise<boolean> => move(tx, id, used, unused);
