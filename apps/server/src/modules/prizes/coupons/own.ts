import type { OwnCoupon } from '@wheelhouse/contract/calls/prizes/coupons';
import { machines } from '@wheelhouse/entities/machines';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';
import { inLang } from '../../../db/in-lang.ts';
import { wallClock } from '../../../db/wall-clock.ts';
import { unseal } from '../../../entity/seal.ts';
import type { AppContext } from '../../../http/app-call.ts';

const { unused, locked, used, expired } = machines['SM-UserCoupon'].states;
/** States in which the owner is shown the code of another company. */
const shown: readonly number[] = [unused, locked, used];
const most = 200;

/** The state of a coupon as it is at this moment: time is over when it is, not when a job finds out. */
const statusNow = sql<number>`case when u.status = ${unused} and u.expire_time <= now() then ${expired} else u.status end`;

interface OwnRow extends Omit<OwnCoupon, 'code'> {
  readonly codeEnc: Buffer | null;
}

/** Coupons of the caller that meet a condition over `u`, the newest first. Codes are opened for their owner alone. */
async function ownWhere({ app, appUser, lang }: AppContext, db: Db | Tx, where: RawBuilder<unknown>) {
  const { rows } = await sql<OwnRow>`
    select u.id::text as id, c.coupon_no, ${inLang(lang, 'c.name')} as name, c.coupon_type, c.amount_fen::float8 as amount_fen, c.discount, c.max_off_fen::float8 as max_off_fen,
      c.threshold_fen::float8 as threshold_fen, c.scope, coalesce(c.theme_ids::text[], '{}') as theme_ids, coalesce(c.dealer_ids::text[], '{}') as dealer_ids,
      c.stackable, c.description, ${statusNow} as status, ${wallClock('u.receive_time')} as receive_time, ${wallClock('u.start_time')} as start_time,
      ${wallClock('u.expire_time')} as expire_time, ${wallClock('u.use_time')} as use_time, k.code_enc
    from act_user_coupon u join act_coupon c on c.id = u.coupon_id left join act_coupon_code k on k.user_coupon_id = u.id
    where u.user_id = ${appUser.id}::bigint and not u.deleted and ${where} order by u.id desc limit ${most}`.execute(
    db,
  );
  return rows.map(({ codeEnc, ...row }): OwnCoupon => {
    const code = codeEnc !== null && shown.includes(row.status) ? unseal(app.secrets, codeEnc) : null;
    return { ...row, code };
  });
}

/** The caller's coupons, all or those of a state (D:UserCouponStatus). */
export const ownCoupons = (ctx: AppContext, status: number | undefined): Promise<readonly OwnCoupon[]> =>
  ownWhere(ctx, ctx.app.db, status === undefined ? sql`true` : sql`${statusNow} = ${status}`);

/** One of them. */
export async function ownCoupon(ctx: AppContext, tx: Tx, id: string): Promise<OwnCoupon> {
  const [found] = await ownWhere(ctx, tx, sql`u.id = ${id}::bigint`);
  if (found === undefined) throw new Error(`user coupon ${id} is not its owner's`);
  return found;
}
