import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import type { App } from '../../../http/context.ts';
import { unlockCoupon } from '../../prizes/coupons/service.ts';
import { kindOf } from '../kinds.ts';
import { channelFor } from './channel.ts';
import { payment } from './payment.ts';
import { takeTrade } from './settle.ts';

interface Open {
  readonly userCouponId: string | null;
  readonly kind: number;
}

/**
 * Ends a payment that nothing came of, and gives back what the order held: its coupon and its stock. @returns whether it was waiting: otherwise the money has come
 * meanwhile
 */
export async function endPayment(tx: Tx, orderId: string): Promise<boolean> {
  const { rows } = await sql<Open>`
    with p as (
      update ord_payment set status = ${payment.closed}, next_time = null where order_id = ${orderId}::bigint and status = ${payment.waiting} returning order_id)
    select o.user_coupon_id::text as user_coupon_id, o.kind from ord_order o join p on p.order_id = o.id`.execute(tx);
  const [open] = rows;
  if (open === undefined) return false;
  await unlockCoupon(tx, open.userCouponId);
  await kindOf(open.kind).released(tx, orderId);
  return true;
}

/**
 * Ends a trade at its channel, before it ends here: afterwards nobody can pay it. @returns false where it was paid meanwhile: that money is taken
 * @throws ChannelFailed
 */
export async function closeAtChannel(
  app: App,
  { tradeNo, channel: code }: { readonly tradeNo: string; readonly channel: number },
): Promise<boolean> {
  const channel = await channelFor(app, code);
  if ((await channel.close(tradeNo)) === 'closed') return true;
  await takeTrade(app, await channel.query(tradeNo));
  return false;
}
