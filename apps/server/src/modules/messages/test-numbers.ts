import type { Text } from '@wheelhouse/contract/lang';
import { formats } from '@wheelhouse/entities/formats';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/pool.ts';
import { hashOfReleased } from '../../entity/sealed-lookup.ts';
import type { CallContext } from '../../http/context.ts';
import { refuseField } from '../../http/field-texts.ts';

// Test messages go to the sender, and to users of the app whom an administrator has made test accounts: the same for texts, calls and pushes.

const refusals = {
  notMobile: { zh: '{mobile}不是手机号', en: '{mobile} is no mobile number' },
  notOwn: {
    zh: '{mobile}不是您的手机号，也不是测试账号',
    en: '{mobile} is neither your own number nor a test account',
  },
  noUser: { zh: '{mobile}未注册APP', en: '{mobile} does not use the app' },
} as const satisfies Record<string, Text>;

interface Found {
  readonly isOwn: boolean;
  readonly userId: string | null;
}

async function find(ctx: CallContext, db: Db | Tx, field: string, mobile: string): Promise<Found> {
  const refuse = (why: keyof typeof refusals) => refuseField(ctx, field, refusals[why], { mobile });
  const checked = formats.mobile.check(mobile);
  if (!('value' in checked)) throw refuse('notMobile');
  const hash = hashOfReleased(ctx.app, checked.value);
  const { rows } = await sql<Found>`
    select own."isOwn", (select u.id::text from usr_app_user u where u.mobile_hash = ${hash} and not u.deleted and (u.test_account = 1 or own."isOwn")) as "userId"
    from (select exists (select from sys_user where id = ${ctx.user.id} and mobile_hash = ${hash}) as "isOwn") own`.execute(
    db,
  );
  const found = rows[0] ?? { isOwn: false, userId: null };
  if (!found.isOwn && found.userId === null) throw refuse('notOwn');
  return found;
}

/** @throws AppError 1001 a number to which no test goes */
export const refuseForeignNumber = async (ctx: CallContext, field: string, mobile: string): Promise<void> => {
  await find(ctx, ctx.app.db, field, mobile);
};

/** The user of the app to whom a test goes. @throws AppError 1001 */
export async function testUserOf(ctx: CallContext, tx: Tx, field: string, mobile: string): Promise<string> {
  const { userId } = await find(ctx, tx, field, mobile);
  if (userId === null) throw refuseField(ctx, field, refusals.noUser, { mobile });
  return userId;
}
