import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { z } from 'zod';
import { withTransaction, type Tx } from '../../../db/pool.ts';
import { defineAppCall } from '../../../http/app-call.ts';
import type { Call } from '../../../http/call.ts';
import { AppError } from '../../../http/errors.ts';
import { digit, serial } from '../../../http/kit.ts';
import { issueCoupon, notIssued } from './issue.ts';
import { ownCoupon, ownCoupons } from './own.ts';

const { draft } = machines['SM-Coupon'].states;

const mine = defineAppCall('GET /app/v1/coupon/mine', {
  query: z.object({ status: digit.optional() }),
  summary: { zh: 'APP：我的优惠券', en: 'App: the coupons of a user' },
  run: (ctx, { status }) => ownCoupons(ctx, status),
});

/** The id of a coupon that was published; nobody learns what is planned. @throws AppError 1002 */
async function publishedCoupon(tx: Tx, couponNo: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id::text as id from act_coupon where lower(coupon_no) = lower(${couponNo}) and status <> ${draft} and not deleted`.execute(
    tx,
  );
  const [found] = rows;
  if (found === undefined) throw new AppError(1002);
  return found.id;
}

const receive = defineAppCall('POST /app/v1/coupon/receive', {
  limit: { most: 100, within: 'minute' },
  body: z.object({ couponNo: serial(1, 12) }),
  summary: { zh: 'APP：领取优惠券', en: 'App: receive a coupon' },
  run: (ctx, { couponNo }) =>
    withTransaction(ctx.app.db, async (tx) => {
      const couponId = await publishedCoupon(tx, couponNo);
      const order = { couponId, userId: ctx.appUser.id, source: codes.CouponSource.received };
      const issued = await issueCoupon(tx, order);
      if ('why' in issued) throw notIssued(issued.why);
      return ownCoupon(ctx, tx, issued.id);
    }),
});

export const couponAppCalls: readonly Call[] = [mine, receive];
