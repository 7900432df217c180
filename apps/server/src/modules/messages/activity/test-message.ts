import { codes } from '@wheelhouse/entities/codes';
import type { Tx } from '../../../db/pool.ts';
import type { CallContext } from '../../../http/context.ts';
import type { Broadcast } from '../broadcast.ts';
import { notifyOwner, testRef, type PushChannel } from '../owners.ts';
import { testUserOf } from '../test-numbers.ts';

/** Sends a message to the sender and to test accounts, marked as a test; to all of them, or to none. @throws AppError 1001 naming the number */
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
      userId: await testUserOf(ctx, tx, 'mobiles', mobile),
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
