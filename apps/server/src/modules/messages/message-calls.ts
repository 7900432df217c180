import type {
  AudienceCount,
  ChannelCounts,
  HourCounts,
  MessageStatistics,
  OsCounts,
} from '@wheelhouse/contract/calls/messages';
import type { EntityDef } from '@wheelhouse/entities/define';
import type { Row } from '@wheelhouse/entities/fields';
import { sql } from 'kysely';
import { z } from 'zod';
import { wallClock } from '../../db/wall-clock.ts';
import { findInScope } from '../../entity/read.ts';
import type { CallContext } from '../../http/context.ts';
import { form, id } from '../../http/kit.ts';
import { estimate, receiver } from './audience.ts';
import type { BroadcastSource } from './broadcast.ts';

// What the calls of each kind of message do: `<base>/estimate` and `<base>/statistics`.

export const estimateBody = z.object({ id: id.optional(), audience: form.optional() });

/** How many people a message would go to: one that is stored, or a form's fields. */
export const estimateOf = async (
  ctx: CallContext,
  source: BroadcastSource,
  { id: stored, audience = {} }: z.output<typeof estimateBody>,
): Promise<AudienceCount> =>
  estimate(
    ctx.app.db,
    source.audience(stored === undefined ? audience : await findInScope(ctx, source.entity, stored)),
  );

/** What became of a message: of its records, and of those who have none yet. The caller has found that the user may see it. */
export async function statisticsOf(
  ctx: CallContext,
  entity: EntityDef,
  message: string,
  { target, remaining }: Pick<MessageStatistics, 'target' | 'remaining'>,
): Promise<MessageStatistics> {
  const ref = sql`r.ref_type = ${entity.name} and r.ref_id = ${message}::text`;
  const channels = await sql<ChannelCounts>`
    select i.receiver::int as receiver, r.channel::int as channel, count(*)::int as total,
      (count(*) filter (where r.status = 0))::int as waiting, (count(*) filter (where r.status in (1, 2, 3)))::int as sent,
      (count(*) filter (where r.status in (2, 3)))::int as delivered, (count(*) filter (where r.status = 3))::int as opened,
      (count(*) filter (where r.status = 4))::int as failed, (count(*) filter (where r.status = 5))::int as blocked
    from msg_push_record r join msg_inbox i on i.id = r.inbox_id where ${ref} group by 1, 2 order by 1, 2`.execute(
    ctx.app.db,
  );
  const causes = await sql<{ code: string; n: number }>`
    select r.fail_code as code, count(*)::int as n from msg_push_record r where ${ref} and r.status in (4, 5) and r.fail_code is not null
    group by 1 order by 2 desc`.execute(ctx.app.db);
  const hours = await sql<HourCounts>`
    select ${wallClock('hour')} as hour, (count(*) filter (where what = 'sent'))::int as sent,
      (count(*) filter (where what = 'delivered'))::int as delivered, (count(*) filter (where what = 'opened'))::int as opened
    from msg_push_record r, lateral (values ('sent', r.sent_time), ('delivered', r.delivered_time), ('opened', r.click_time)) happened (what, moment),
      lateral (select date_trunc('hour', moment, 'Asia/Shanghai') as hour) clock
    where ${ref} and moment is not null group by hour order by hour`.execute(ctx.app.db);
  const byOs = await sql<OsCounts>`
    select coalesce(u.client_os::text, '') as os, count(*)::int as total, (count(*) filter (where r.status in (2, 3)))::int as delivered,
      (count(*) filter (where r.status = 3))::int as opened, (count(*) filter (where r.status = 4))::int as failed
    from msg_push_record r join msg_inbox i on i.id = r.inbox_id join usr_app_user u on u.id = i.user_id
    where ${ref} and i.receiver = ${receiver.app} group by 1 order by 1`.execute(ctx.app.db);
  return { target, remaining, channels: channels.rows, causes: causes.rows, hours: hours.rows, byOs: byOs.rows };
}

/** The same of a message that one audience gets. */
export async function broadcastStatistics(
  ctx: CallContext,
  entity: EntityDef,
  message: string,
): Promise<MessageStatistics> {
  const { targetCount }: Row = await findInScope(ctx, entity, message);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from msg_audience where ref_type = ${entity.name} and ref_id = ${message}`.execute(
    ctx.app.db,
  );
  return statisticsOf(ctx, entity, message, { target: Number(targetCount ?? 0), remaining: rows[0]?.n ?? 0 });
}
