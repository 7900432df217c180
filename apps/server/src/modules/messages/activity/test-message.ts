import type { Text } from '@wheelhouse/contract/lang';
import { codes } from '@wheelhouse/entities/codes';
import { formats } from '@wheelhouse/entities/formats';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { hashOf } from '../../../entity/seal.ts';
import type { CallContext } from '../../../http/context.ts';
import { refuseField } from '../../../http/field-texts.ts';
import type { Broadcast } from '../broadcast.ts';
import { notifyOwner, testRef, type PushChannel } from '../owners.ts';

const refusals = {
  notMobile: { zh: '{mobile}不是手机号', en: '{mobile} is no mobile number' },
  notOwn: { zh: '{mobile}不是后台账号的手机号', en: '{mobile} is not the number of a console account' },
  noUser: { zh: '{mobile}不是APP用户的手机号', en: '{mobile} is not the number of a user of the app' },
} as const satisfies Record<string, Text>;

/** The user of the app who has the number of an account of the console. @throws AppError 1001 */
async function userOf(ctx: CallContext, tx: Tx, mobile: string): Promise<string> {
  const refuse = (why: keyof typeof refusals) => refuseField(ctx, 'mobiles', refusals[why], { mobile });
  const checked = formats.mobile.check(mobile);
  if (!('value' in checked)) throw refuse('notMobile');
  const hash = hashOf(ctx.app.secrets, checked.value);
  const staff = await sql`
    select 1 from sys_user where mobile_hash = ${hash} and enabled = 1 and not deleted`.execute(tx);
  if (staff.rows.length === 0) throw refuse('notOwn');
  const users = await sql<{ id: string }>`
    select id::text as id from usr_app_user where mobile_hash = ${hash} and not deleted`.execute(tx);
  const [user] = users.rows;
  if (user === undefined) throw refuse('noUser');
  return user.id;
}

/** Sends a message to own numbers, marked as a test; to all of them, or to none. @throws AppError 1001 naming the number */
export async function sendTest(
  ctx: CallContext,
  tx: Tx,
  message: Broadcast,
  mobiles: readonly string[],
): Promise<void> {
  const bySms = message.channels.includes(codes.PushChannel.sms);
  const channels: readonly PushChannel[] = bySms ? ['push', 'sms'] : ['push'];
  for (const mobile of new Set(mobiles))
    await notifyOwner(tx, {
      userId: await userOf(ctx, tx, mobile),
      kind: 'activity',
      title: { zh: `【测试】${message.title.zh}`, en: `[Test] ${message.title.en}` },
      body: message.body,
      route: message.route,
      ...(message.sms && { texts: { sms: message.sms } }),
      urgent: true,
      channels,
      ref: { type: testRef, id: ctx.user.id },
    });
}
