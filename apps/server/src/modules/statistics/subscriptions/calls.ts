import type { ReportDeliveryRow } from '@wheelhouse/contract/calls/statistics';
import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import { z } from 'zod';
import { wallClockText } from '../../../db/wall-clock.ts';
import { notifyLive } from '../../../db/live.ts';
import { withTransaction, type Db, type Tx } from '../../../db/pool.ts';
import { audit } from '../../../entity/audit.ts';
import { nameFor } from '../../../entity/hidden.ts';
import { readPage } from '../../../entity/sql-page.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import type { CallContext } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { id, paged } from '../../../http/kit.ts';
import { addressesOf, maySubscribe, statisticNamed } from './receivers.ts';
import { deliveryTopic } from './schedule.ts';

/** The statistic of a subscription that is the user's own, or anybody's for an administrator. @throws AppError 1002 */
async function ownStatistic(db: Db | Tx, { user }: CallContext, subscriptionId: string): Promise<string> {
  const { rows } = await sql<{ statistic: string }>`
    select statistic from stat_subscription
    where id = ${subscriptionId} and not deleted and (owner_id = ${user.id} or ${user.isAdmin})`.execute(db);
  const [found] = rows;
  if (found === undefined) throw new AppError(1002);
  return found.statistic;
}

const send = defineCall('POST /stat/crm/subscription/send', {
  access: 'login',
  body: z.strictObject({ id }),
  effect: 'irreversible',
  summary: { zh: '立即给自己发送报表', en: 'Send a report to oneself now' },
  async run(ctx, input) {
    return withTransaction(ctx.app.db, async (tx) => {
      const statistic = statisticNamed(await ownStatistic(tx, ctx, input.id));
      if (statistic === undefined || !maySubscribe(ctx.user, statistic)) throw new AppError(1003);
      if (!(await addressesOf(tx, [ctx.user.id])).has(ctx.user.id))
        throw refuseField(ctx, 'id', { zh: '请先填写您的邮箱', en: 'Enter your own mail address first' });
      // One a minute: whoever clicks twice gets one mail.
      const { numAffectedRows = 0n } = await sql`
        insert into stat_delivery (subscription_id, due_time, user_id, asked)
        values (${input.id}, date_trunc('minute', now()), ${ctx.user.id}, true)
        on conflict on constraint uq_stat_delivery do nothing`.execute(tx);
      await notifyLive(tx, deliveryTopic, {});
      await audit(tx, ctx, {
        action: 'send',
        entity: 'reportSubscription',
        entityId: input.id,
        path: '/stat/crm/subscription/send',
      });
      return { queued: Number(numAffectedRows) };
    });
  },
});

interface Row extends Omit<ReportDeliveryRow, 'userName'> {
  readonly userId: string;
  readonly dealerId: string | null;
  readonly realName: string;
}

const deliveries = defineCall('POST /stat/crm/subscription/deliveries', {
  access: 'login',
  body: z.strictObject({ id, ...paged }),
  effect: 'reads',
  summary: { zh: '报表发送记录', en: 'Deliveries of a report' },
  async run(ctx, { id: subscriptionId, ...page }) {
    await ownStatistic(ctx.app.db, ctx, subscriptionId);
    const found = await readPage<Row>(
      ctx.app.db,
      {
        select: sql`t.id::text as id, ${sql.raw(wallClockText('t.due_time'))} as due_time, ${sql.raw(wallClockText('t.sent_time'))} as sent_time,
          ${sql.raw(wallClockText(`case when t.state = ${codes.ReportDelivery.waiting} then t.next_time end`))} as next_time, t.asked::int as asked, t.state::int as state, t.reason,
          coalesce(t.detail, t.last_error) as detail, t.attempts::int as attempts, u.id::text as user_id, u.dealer_id::text as dealer_id, u.real_name`,
        from: sql`stat_delivery t join sys_user u on u.id = t.user_id`,
        where: sql`t.subscription_id = ${subscriptionId}`,
        order: sql`t.due_time desc, t.id desc`,
      },
      page,
    );
    const list = found.list.map(({ userId, dealerId, realName, ...row }) => ({
      ...row,
      userName: nameFor(ctx, { id: userId, dealerId, name: realName }),
    }));
    return { ...found, list };
  },
});

/** Beside the standard calls of subscriptions. */
export const subscriptionCalls: readonly Call[] = [send, deliveries];
