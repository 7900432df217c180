import type { AudienceCount, MessageStatistics } from '@wheelhouse/contract/calls/messages/messages';
import { codes } from '@wheelhouse/entities/codes';
import type { EntityDef } from '@wheelhouse/entities/define';
import type { Row } from '@wheelhouse/entities/fields';
import { sql } from 'kysely';
import { z } from 'zod';
import { wallClockText } from '../../db/wall-clock.ts';
import { findInScope } from '../../entity/read.ts';
import type { CallContext } from '../../http/context.ts';
import { form, id } from '../../http/kit.ts';
import { audienceOf, estimate, receiver } from './audience.ts';
import type { BroadcastSource } from './broadcast.ts';

// What the calls of each kind of message do: `<base>/estimate` and `<base>/statistics`.

export const estimateBody = z.object({ id: id.optional(), audience: form.optional() });

/** How many people a message would go to: one that is stored, or a form's fields. */
export async function estimateOf(
  ctx: CallContext,
  { entity }: BroadcastSource,
  { id: stored, audience = {} }: z.output<typeof estimateBody>,
): Promise<AudienceCount> {
  const { db } = ctx.app;
  const found =
    stored === undefined
      ? audienceOf(db, entity, audience, ctx.user)
      : audienceOf(db, entity, await findInScope(ctx, entity, stored));
  return estimate(db, await found);
}

const { waiting, sent, delivered, opened, failed, blocked } = codes.PushStatus;

/** SQL of a number of records, from the groups of `r`. */
const records = (condition?: string): string =>
  `coalesce(sum(n)${condition === undefined ? '' : ` filter (where ${condition})`}, 0)::int`;
/** Of those in some states. */
const inStates = (...states: readonly number[]): string => records(`status in (${states.join(', ')})`);
/** SQL of a JSON array of the rows of a query. */
const rowsOf = (query: string): string => `(select coalesce(json_agg(found), '[]') from (${query}) found)`;
const byHour = (time: string): string => `date_bin('1 hour', ${time}, 'epoch')`;

/**
 * What became of a message, from the alias `record`: its records are read once, and by themselves. Their groups are few, as hours are full ones;
 * all numbers are of one moment.
 */
const statisticsSql = `
  with r as materialized (
    select coalesce(receiver, ${receiver.app}) as receiver, channel, status, fail_code, client_os, ${byHour('sent_time')} as sent,
      ${byHour('delivered_time')} as delivered, ${byHour('click_time')} as opened, count(*) as n
    from record group by 1, 2, 3, 4, 5, 6, 7, 8),
  clock as (
    select hour, what, n from r, lateral (values ('sent', sent), ('delivered', delivered), ('opened', opened)) happened (what, hour) where hour is not null)
  select ${rowsOf(`
    select receiver, channel, ${records()} as total, ${inStates(waiting)} as waiting, ${inStates(sent, delivered, opened)} as sent,
      ${inStates(delivered, opened)} as delivered, ${inStates(opened)} as opened, ${inStates(failed)} as failed, ${inStates(blocked)} as blocked
    from r group by 1, 2 order by 1, 2`)} as channels,
  ${rowsOf(`select fail_code as code, ${records()} as n from r where status in (${failed}, ${blocked}) and fail_code is not null group by 1 order by 2 desc, 1`)} as causes,
  ${rowsOf(`
    select ${wallClockText('hour')} as hour, ${records("what = 'sent'")} as sent, ${records("what = 'delivered'")} as delivered,
      ${records("what = 'opened'")} as opened
    from clock group by clock.hour order by clock.hour`)} as hours,
  ${rowsOf(`
    select coalesce(client_os::text, '') as os, ${records()} as total, ${inStates(delivered, opened)} as delivered, ${inStates(opened)} as opened,
      ${inStates(failed)} as failed
    from r where receiver = ${receiver.app} group by 1 order by 1`)} as "byOs"`;

/** What became of a message: of its records, and of those who have none yet. The caller has found that the user may see it. */
export async function statisticsOf(
  ctx: CallContext,
  entity: EntityDef,
  message: string,
  { target, remaining }: Pick<MessageStatistics, 'target' | 'remaining'>,
): Promise<MessageStatistics> {
  const { rows } = await sql<Omit<MessageStatistics, 'target' | 'remaining'>>`
    with record as (select * from msg_push_record where ref_type = ${entity.name} and ref_id = ${message}::text)
    select found.* from (${sql.raw(statisticsSql)}) found`.execute(ctx.app.db);
  const [found = { channels: [], causes: [], hours: [], byOs: [] }] = rows;
  return { target, remaining, ...found };
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
