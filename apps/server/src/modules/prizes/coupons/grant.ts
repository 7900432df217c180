import type { GrantReport, GrantSkip, NotIssued } from '@wheelhouse/contract/calls/prizes/coupons';
import { codes } from '@wheelhouse/entities/codes';
import { mostGranted } from '@wheelhouse/entities/prizes/coupon';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { z } from 'zod';
import { withTransaction, type Tx } from '../../../db/pool.ts';
import { audit } from '../../../entity/audit.ts';
import { findInScope } from '../../../entity/read.ts';
import { wrongStateOf } from '../../../entity/state-text.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import type { CallContext } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { fileId, id } from '../../../http/kit.ts';
import { issueToMany, notIssued } from './issue.ts';
import { readGrant, reportOf, usersIn } from './grant-rows.ts';

const coupon = entityNamed('coupon');
/** Numbers as text, with their quotes and commas. */
const bodyLimit = 4 * 1024 * 1024;

const named = {
  id,
  mobiles: z.array(z.string().max(40)).min(1).max(mostGranted).optional(),
  fileId: fileId.optional(),
  tagId: id.optional(),
};

interface Open {
  readonly issued: number;
  readonly room: number;
  readonly closed: NotIssued | null;
}

/** The coupon as it is now. @throws AppError 1002; 1004 it is not issued, 6024 not at this time */
async function openCoupon(ctx: CallContext, tx: Tx, couponId: string): Promise<Open> {
  const row = await findInScope(ctx, coupon, couponId, tx);
  const { rows } = await sql<Open>`
    select c.issued, c.total - c.issued as room, coupon_closed(c) as closed from act_coupon c where c.id = ${couponId}::bigint`.execute(
    tx,
  );
  const [open] = rows;
  if (open === undefined) throw new AppError(1002);
  if (open.closed === 'notIssuing') throw wrongStateOf(coupon, 'status', row, ctx);
  if (open.closed !== null) throw notIssued(open.closed);
  return open;
}

/** What a grant would come to now, by the same rules. */
async function foresee(tx: Tx, couponId: string, userIds: readonly string[]): Promise<ReadonlyMap<string, GrantSkip>> {
  const { rows } = await sql<{ userId: string; why: GrantSkip }>`
    with asked as (
      select u.id, u.at, coupons_received(c.id, u.id) >= c.per_user_limit as has_all, c.total - c.issued as room
      from act_coupon c, unnest(${[...userIds]}::bigint[]) with ordinality u (id, at) where c.id = ${couponId}::bigint),
    placed as (select id, has_all, room, count(*) filter (where not has_all) over (order by at) as place from asked)
    select id::text as user_id, case when has_all then 'limit' else 'soldOut' end as why from placed where has_all or place > room`.execute(
    tx,
  );
  return new Map(rows.map(({ userId, why }) => [userId, why]));
}

const grantPreview = defineCall('POST /act/crm/coupon/grantPreview', {
  access: 'coupon.grant',
  effect: 'reads',
  traced: true,
  bodyLimit,
  body: z.object(named),
  summary: { zh: '预览优惠券发放', en: 'What a grant of a coupon would do' },
  run: (ctx, { id: couponId, ...asked }): Promise<GrantReport> =>
    withTransaction(ctx.app.db, async (tx) => {
      await openCoupon(ctx, tx, couponId);
      const resolved = await readGrant(ctx, tx, asked);
      return reportOf(tx, resolved, await foresee(tx, couponId, usersIn(resolved)));
    }),
});

/** All of it in one transaction: a process that dies in between has given nothing, and the answer says of every row what became of it. */
const grant = defineCall('POST /act/crm/coupon/grant', {
  access: 'coupon.grant',
  effect: 'irreversible',
  bodyLimit,
  body: z.object({ ...named, reason: z.string().min(2).max(200) }),
  summary: { zh: '发放优惠券', en: 'Grant a coupon' },
  run: (ctx, { id: couponId, reason, ...asked }): Promise<GrantReport> =>
    withTransaction(ctx.app.db, async (tx) => {
      const { issued } = await openCoupon(ctx, tx, couponId);
      const resolved = await readGrant(ctx, tx, asked);
      const order = { couponId, userIds: usersIn(resolved), source: codes.CouponSource.granted };
      const given = await issueToMany(tx, order, { reason, operator: ctx.user.id });
      const why = new Map(given.flatMap((one) => (one.why === null ? [] : [[one.userId, one.why] as const])));
      const report = await reportOf(tx, resolved, why);
      await audit(tx, ctx, {
        action: 'grant',
        entity: 'coupon',
        entityId: couponId,
        functionCode: 'coupon.grant',
        path: '/act/crm/coupon/grant',
        before: { issued },
        after: { issued: issued + report.granted, '@reason': reason },
      });
      return report;
    }),
});

export const grantCalls: readonly Call[] = [grant, grantPreview];
