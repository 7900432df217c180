import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { moveForWinning } from '../stock/stock.ts';

const { toClaim, toShip, cancelled } = machines['SM-Winning'].states;
const { unused, voided } = machines['SM-UserCoupon'].states;
const { coupon, theme } = codes.PrizeKind;

interface Won {
  readonly id: string;
  readonly recordNo: string;
  readonly prizeKind: number;
  readonly userId: string;
  readonly prizeId: string | null;
  readonly couponId: string | null;
  readonly status: number;
}

/** Takes back what a winning record gave, as far as it is still there: a theme, a coupon that was not used, a prize that was not sent. */
export async function revokeWinning(tx: Tx, winningId: string): Promise<void> {
  const { rows } = await sql<Won>`
    select id::text as id, record_no, prize_kind, user_id::text as user_id, prize_id::text as prize_id, coupon_id::text as coupon_id, status
    from act_winning_record where id = ${winningId}::bigint for update`.execute(tx);
  const [won] = rows;
  if (won === undefined) return;
  if (won.prizeKind === theme)
    await sql`
      update cnt_user_theme set deleted = true, rev = rev + 1, update_time = now() where order_no = ${won.recordNo} and not deleted`.execute(
      tx,
    );
  // The one that came with the record, or another that was won alike.
  if (won.prizeKind === coupon)
    await sql`
      update act_user_coupon set status = ${voided}, rev = rev + 1, update_time = now(), update_by = null where id = (
        select u.id from act_user_coupon u join act_winning_record w on w.id = ${winningId}::bigint
        where u.user_id = ${won.userId}::bigint and u.coupon_id = ${won.couponId}::bigint and u.source = ${codes.CouponSource.won} and u.status = ${unused} and not u.deleted
        order by abs(extract(epoch from u.create_time - w.win_time)), u.id limit 1 for update of u)`.execute(tx);
  if (won.prizeId === null || (won.status !== toClaim && won.status !== toShip)) return;
  await sql`
    update act_winning_record set status = ${cancelled}, rev = rev + 1, update_time = now(), update_by = null where id = ${winningId}::bigint`.execute(
    tx,
  );
  await moveForWinning(tx, won, 'release');
}
