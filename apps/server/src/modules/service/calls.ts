import type { OwnServiceAccount, ServiceSummary } from '@wheelhouse/contract/calls/service';
import { codes } from '@wheelhouse/entities/codes';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { z } from 'zod';
import { withTransaction, type Tx } from '../../db/pool.ts';
import { runAction } from '../../entity/actions.ts';
import { audit } from '../../entity/audit.ts';
import { touched } from '../../entity/hooks.ts';
import { findInScope, visibleWhere } from '../../entity/read.ts';
import { wrongState } from '../../entity/state-text.ts';
import { defineCall, type Call } from '../../http/call.ts';
import type { CallContext } from '../../http/context.ts';
import { dayRange } from '../../http/day-range.ts';
import { AppError } from '../../http/errors.ts';
import { id } from '../../http/kit.ts';
import { logDays } from './hooks.ts';
import { eventOf, logPresence, type OnlineStatus } from './presence.ts';

const { ServiceOnline: states, ServiceLogEvent: event } = codes;
const account = entityNamed('serviceAccount');
const log = entityNamed('serviceAccountLog');

interface Own {
  readonly onlineStatus: number;
  readonly enabled: number;
}

/** Moves the caller's own account. @throws AppError 1004 disabled, or busy while it is offline */
async function moveOwn(ctx: CallContext, tx: Tx, accountId: string, from: Own, to: OnlineStatus): Promise<void> {
  if (from.enabled !== 1) throw wrongState('EnableStatus', from.enabled, ctx);
  if (from.onlineStatus === to) return;
  if (to === states.busy && from.onlineStatus !== states.online)
    throw wrongState('ServiceOnline', from.onlineStatus, ctx);
  await logPresence(tx, { accountId, event: eventOf(to), ip: ctx.ip });
  await tx
    .updateTable('cs_service_account')
    .set({ ...touched(ctx), onlineStatus: to, ...(to !== states.offline && { lastOnlineTime: sql<Date>`now()` }) })
    .where('id', '=', accountId)
    .execute();
  await audit(tx, ctx, {
    action: 'online',
    entity: account.name,
    entityId: accountId,
    before: { onlineStatus: from.onlineStatus },
    after: { onlineStatus: to },
    path: '/cs/crm/serviceAccount/online',
  });
}

/** Whether the account is the caller's; then it was moved. */
const movedOwn = (ctx: CallContext, accountId: string, to: OnlineStatus): Promise<boolean> =>
  withTransaction(ctx.app.db, async (tx) => {
    const { rows } = await sql<Own>`
      select online_status, enabled from cs_service_account
      where id = ${accountId} and sys_user_id = ${ctx.user.id} and not deleted for update`.execute(tx);
    const [own] = rows;
    if (own === undefined) return false;
    await moveOwn(ctx, tx, accountId, own, to);
    return true;
  });

const online = defineCall('POST /cs/crm/serviceAccount/online', {
  access: 'login',
  body: z.object({ id, onlineStatus: z.union([z.literal(0), z.literal(1), z.literal(2)]) }),
  summary: { zh: '切换自己的客服状态，或强制客服离线', en: 'Set the own service state, or take an account offline' },
  async run(ctx, input) {
    if (await movedOwn(ctx, input.id, input.onlineStatus)) return null;
    // Nobody goes online for somebody else.
    if (input.onlineStatus !== states.offline) throw new AppError(1003);
    await runAction(ctx, account, 'forceOffline', { id: input.id });
    return null;
  },
});

const mine = defineCall('POST /cs/crm/serviceAccount/mine', {
  access: 'login',
  effect: 'reads',
  body: z.object({}),
  summary: { zh: '自己的客服账号', en: 'Own service accounts' },
  async run({ app, user }) {
    const { rows } = await sql<OwnServiceAccount>`
      select id::text as id, account_no, nickname, account_type, online_status from cs_service_account
      where sys_user_id = ${user.id} and enabled = 1 and not deleted order by account_type`.execute(app.db);
    return rows;
  },
});

/** A stretch of presence runs from its entry to the next one of the account; it began before the range where the last entry before it says so. */
const logSummary = defineCall('POST /cs/crm/serviceAccount/logSummary', {
  access: 'customerServiceAccountLog.query',
  body: z.object({ accountId: id.nullish(), from: z.string(), to: z.string() }),
  summary: { zh: '客服账号统计', en: 'Figures of service accounts' },
  async run(ctx, { accountId, ...input }) {
    const { from, to } = dayRange(ctx, ['from', 'to'], [input.from, input.to], { days: logDays });
    if (accountId) await findInScope(ctx, account, accountId);
    const seen = visibleWhere(log, 't', ctx.user) ?? sql`true`;
    const one = accountId ? sql`t.account_id = ${accountId}` : sql`true`;
    const { rows } = await sql<ServiceSummary>`
      with entry as (
        select t.* from cs_service_account_log t where ${one} and ${seen} and t.time <= ${to}
          and t.time >= ${from}::timestamptz - make_interval(days => ${logDays})
      ), presence as (
        select e.event, greatest(e.time, ${from}) as began,
          least(coalesce(lead(e.time) over (partition by e.account_id order by e.time, e.id), now()), ${to}::timestamptz) as ended
        from entry e where e.event in (${event.login}, ${event.logout}, ${event.busy}, ${event.forcedOffline})
      )
      select
        coalesce((select round((sum(extract(epoch from p.ended - p.began)) / 3600)::numeric, 1) from presence p
          where p.event in (${event.login}, ${event.busy}) and p.ended > p.began), 0)::float8 as online_hours,
        count(*) filter (where e.event = ${event.sessionStart})::int as sessions,
        round(avg(e.first_response_sec))::int as first_response_sec,
        round(avg(e.score), 1)::float8 as rating
      from entry e where e.time >= ${from}`.execute(ctx.app.db);
    const [row] = rows;
    if (row === undefined) throw new Error('an aggregate answers one row');
    return row;
  },
});

export const serviceAccountCalls: readonly Call[] = [online, mine, logSummary];
