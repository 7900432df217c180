import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { moveDue } from '../../../entity/due.ts';
import type { App } from '../../../http/context.ts';
import type { Job } from '../../module.ts';
import { removeLeft } from './codes.ts';

const { unused, expired } = machines['SM-UserCoupon'].states;
/** User coupons that expire in one transaction: the coupon's numbers change with them, and wait no longer than that. */
const atOnce = 1_000;

/** Expires what is due, one coupon at a time, so that nobody waits for two. Asks the clock of the database. */
async function expireDue({ db }: Pick<App, 'db'>): Promise<void> {
  const due = sql`u.status = ${unused} and u.expire_time <= now() and not u.deleted`;
  const { rows } = await sql<{ couponId: string }>`
    select distinct u.coupon_id::text as coupon_id from act_user_coupon u where ${due} order by 1`.execute(db);
  for (const { couponId } of rows)
    for (let moved = atOnce; moved === atOnce;) {
      const { numAffectedRows = 0n } = await sql`
        update act_user_coupon set status = ${expired}, rev = rev + 1, update_by = null, update_time = now() where id in (
          select u.id from act_user_coupon u where u.coupon_id = ${couponId} and ${due} order by u.id limit ${atOnce} for update skip locked)`.execute(
        db,
      );
      moved = Number(numAffectedRows);
    }
}

/** Coupons end with their validity, and expire in people's hands (SM-Coupon, SM-UserCoupon); codes go with the draft that had them. What may be used goes by the time itself, not by this job. */
const due: Job = {
  name: 'prizes.coupons',
  cron: '* * * * *',
  async run(app) {
    const when = sql`t.valid_mode = ${codes.ValidMode.fixed} and t.valid_end <= now()`;
    await moveDue(app, { entity: entityNamed('coupon'), action: 'finish', when });
    await expireDue(app);
    await removeLeft(app);
  },
};

export const couponJobs: readonly Job[] = [due];
