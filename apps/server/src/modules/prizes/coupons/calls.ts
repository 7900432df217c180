import type { CodeImport, CouponDay } from '@wheelhouse/contract/calls/prizes/coupons';
import { formatDay } from '@wheelhouse/contract/time';
import type { OutputOf } from '@wheelhouse/entities/calls';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { mostCodes } from '@wheelhouse/entities/prizes/coupon';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { z } from 'zod';
import { withTransaction, type Tx } from '../../../db/pool.ts';
import { dayOf } from '../../../db/wall-clock.ts';
import { runOnMany } from '../../../entity/run-on-many.ts';
import { audit } from '../../../entity/audit.ts';
import { findInScope, list } from '../../../entity/read.ts';
import { withCondition } from '../../../entity/with-condition.ts';
import { wrongStateOf } from '../../../entity/state-text.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import type { CallContext } from '../../../http/context.ts';
import { dayRange } from '../../../http/day-range.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { id, ids, listQuery } from '../../../http/kit.ts';
import { UnreadableFile } from '../../../sheet/check.ts';
import { codeLines, CodeStore } from './codes.ts';
import { grantCalls } from './grant.ts';

const [coupon, userCoupon] = [entityNamed('coupon'), entityNamed('userCoupon')];
const { draft, ended } = machines['SM-Coupon'].states;
const mostBytes = 20 * 1024 * 1024;

const userCoupons = defineCall('POST /act/crm/coupon/userCoupons', {
  access: 'coupon.query',
  body: listQuery.extend({ couponId: id.optional() }),
  summary: { zh: '领取明细', en: 'Who has a coupon' },
  run: (ctx, { couponId, ...input }) => list(ctx, userCoupon, withCondition(input, 'couponId', couponId)),
});

const voidCoupons = defineCall('POST /act/crm/coupon/void', {
  access: 'coupon.void',
  body: z.object({ userCouponIds: ids().optional(), ids: ids().optional(), reason: z.string().optional() }),
  summary: { zh: '作废用户券', en: 'Void user coupons' },
  run: (ctx, { userCouponIds, ids: other, reason }) =>
    runOnMany(ctx, userCoupon, 'void', { ids: userCouponIds ?? other, reason }),
});

const texts = {
  unreadable: { zh: '文件无法读取', en: 'The file cannot be read' },
  empty: { zh: '文件中没有券码', en: 'The file has no codes' },
  notExternal: { zh: '只有第三方券码类型的券可导入券码', en: 'Only coupons of external codes take codes' },
  published: { zh: '发布后只能追加券码', en: 'Codes can only be added once published' },
} as const;

interface Held {
  readonly status: number;
  readonly couponType: number;
  readonly codeCount: number;
}

/**
 * The coupon whose codes are imported: it is neither deleted nor published meanwhile, and goes on being received.
 * @throws AppError 1002; 1001 not of external codes, 1004 it has ended
 */
async function holdForCodes(ctx: CallContext, tx: Tx, couponId: string, replaces: boolean): Promise<Held> {
  const row = await findInScope(ctx, coupon, couponId, tx);
  const { rows } = await sql<Held>`
    select status, coupon_type, coalesce(code_count, 0) as code_count from act_coupon where id = ${couponId} and not deleted for key share`.execute(
    tx,
  );
  const [held] = rows;
  if (held === undefined) throw new AppError(1002);
  if (held.couponType !== codes.CouponType.external) throw refuseField(ctx, 'id', texts.notExternal);
  if (held.status === ended) throw wrongStateOf(coupon, 'status', row, ctx);
  if (replaces && held.status !== draft) throw refuseField(ctx, 'replace', texts.published);
  return held;
}

/** What a file of codes says, stored unless a line of it is refused. @throws AppError 1001 unreadable or empty, 1016 too many rows */
async function storeCodes(ctx: CallContext, tx: Tx, couponId: string, path: string) {
  const store = new CodeStore(ctx.app, tx, { id: couponId, by: ctx.user.id });
  try {
    for await (const line of codeLines(path, mostCodes)) {
      if (store.total >= mostCodes) throw new AppError(1016, { n: mostCodes });
      await store.take(line);
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    throw refuseField(ctx, 'file', texts.unreadable);
  }
  const stored = await store.end();
  if (stored.total === 0) throw refuseField(ctx, 'file', texts.empty);
  return stored;
}

/** Takes a transaction back with what is to be answered all the same. */
class TakenBack extends Error {
  readonly answer: CodeImport;

  constructor(answer: CodeImport) {
    super('codes were refused');
    this.answer = answer;
  }
}

async function importIn(ctx: CallContext, tx: Tx, couponId: string, path: string, replaces: boolean) {
  const { codeCount } = await holdForCodes(ctx, tx, couponId, replaces);
  if (replaces)
    await sql`delete from act_coupon_code where coupon_id = ${couponId} and user_coupon_id is null`.execute(tx);
  const { total, failed, faults } = await storeCodes(ctx, tx, couponId, path);
  if (failed > 0) throw new TakenBack({ total, imported: 0, failed, errors: faults, codeCount });
  const change = total - (replaces ? codeCount : 0);
  const { rows } = await sql<{ codeCount: number }>`
    update act_coupon set code_count = coalesce(code_count, 0) + ${change}::int, rev = rev + 1, update_by = ${ctx.user.id}, update_time = now()
    where id = ${couponId} returning code_count`.execute(tx);
  const after = rows[0]?.codeCount ?? total;
  await audit(tx, ctx, {
    action: 'importCodes',
    entity: 'coupon',
    entityId: couponId,
    functionCode: 'coupon.codes',
    path: '/act/crm/coupon/importCodes',
    before: { codeCount },
    after: { codeCount: after },
  });
  return { total, imported: total, failed: 0, errors: [], codeCount: after };
}

const importCodes = defineCall('POST /act/crm/coupon/importCodes', {
  access: 'coupon.codes',
  upload: { maxBytes: mostBytes },
  body: z.object({ id, replace: z.enum(['0', '1']).optional() }),
  summary: { zh: '导入券码（csv、xlsx，最多10万行）', en: 'Import codes (csv or xlsx, up to 100,000 rows)' },
  async run(ctx, { id: couponId, replace }): Promise<CodeImport> {
    const [file] = ctx.files;
    if (file === undefined) throw refuseField(ctx, 'file', 'required');
    try {
      return await withTransaction(ctx.app.db, (tx) => importIn(ctx, tx, couponId, file.path, replace === '1'));
    } catch (error) {
      if (error instanceof TakenBack) return error.answer;
      throw error;
    }
  },
});

const { expired, voided } = machines['SM-UserCoupon'].states;

const statistics = defineCall('POST /act/crm/coupon/statistics', {
  access: 'coupon.query',
  body: z.object({ id, from: z.string().max(20), to: z.string().max(20) }),
  summary: { zh: '优惠券数据', en: 'What became of a coupon by day' },
  async run(ctx, input) {
    const { from, to } = dayRange(ctx, ['from', 'to'], [input.from, input.to], { days: 366 });
    await findInScope(ctx, coupon, input.id);
    return ctx.app.reads.run(async ({ db }) => {
      const { rows: days } = await sql<CouponDay>`
        with events as (
          select e.day, e.kind, count(*)::int as n from act_user_coupon u,
            lateral (values (${dayOf('u.receive_time')}, 1), (${dayOf('u.use_time')}, 2),
              (case when u.status = ${expired} then ${dayOf('u.expire_time')} end, 3)) e (day, kind)
          where u.coupon_id = ${input.id} and not u.deleted and e.day is not null group by 1, 2)
        select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(sum(e.n) filter (where e.kind = 1), 0)::int as received,
          coalesce(sum(e.n) filter (where e.kind = 2), 0)::int as used, coalesce(sum(e.n) filter (where e.kind = 3), 0)::int as expired
        from generate_series(${formatDay(from)}::date, ${formatDay(to)}::date, interval '1 day') as d (day) left join events e on e.day = d.day::date
        group by d.day order by d.day`.execute(db);
      const { rows: numbers } = await sql<OutputOf<'POST /act/crm/coupon/statistics'>['now']>`
        select c.total, c.issued, c.used, c.expired,
          (select count(*)::int from act_user_coupon u where u.coupon_id = c.id and u.status = ${voided} and not u.deleted) as voided
        from act_coupon c where c.id = ${input.id}`.execute(db);
      const [now] = numbers;
      if (now === undefined) throw new AppError(1002);
      return { days, now };
    });
  },
});

export const couponCalls: readonly Call[] = [userCoupons, voidCoupons, importCodes, statistics, ...grantCalls];
