import { dealerUser } from '@wheelhouse/entities/access/dealer-user';
import { sysUser } from '@wheelhouse/entities/access/sys-user';
import { escapeLike, likeText } from '@wheelhouse/contract';
import { plain } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { z } from 'zod';
import { withTransaction } from '../../db/pool.ts';
import { audit } from '../../entity/audit.ts';
import { holds, idsInScope, ownWhere, visibleWhere } from '../../entity/read.ts';
import type { Fragment } from '../../entity/scope.ts';
import { type Call, defineCall } from '../../http/call.ts';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { accountEntity } from './accounts.ts';
import { outranks } from './grants.ts';
import { wallClock } from '../../db/wall-clock.ts';
import { readPage } from '../../entity/sql-page.ts';
import { issueSessions, type SessionRow } from './session-sheet.ts';
import { sessionsOf } from './sessions.ts';
import { id, paged } from '../../http/kit.ts';

const seeOthers = 'operatorManage.query';
const endOthers = 'operatorManage.enable';

/** Condition of sessions that are still valid. */
const open = sql`s.revoked_time is null and s.expire_time > now() and s.last_seen_time > now() - interval '8 hours'`;

/** Accounts of either kind that the user's scope shows, over `u`. */
function inScope(ctx: CallContext): Fragment {
  const kinds = [plain(sysUser), plain(dealerUser)].map((kind) => {
    const parts = [ownWhere(kind, 'u'), visibleWhere(kind, 'u', ctx.user)].filter((part) => part !== undefined);
    return sql`(${sql.join(parts, sql` and `)})`;
  });
  return sql`(${sql.join(kinds, sql` or `)})`;
}

const sessions = sql`sys_session s join sys_user u on u.id = s.user_id`;
const newest = sql`s.last_seen_time desc, s.id desc`;

const columnsFor = ({ user }: CallContext): Fragment =>
  sql`s.id, s.user_id, u.username, u.real_name, u.user_type, s.ip, s.user_agent, s.channel, (s.id = ${user.sessionId})::int as current,
    ${wallClock(sql`s.issued_time`)} as issued_time, ${wallClock(sql`s.last_seen_time`)} as last_seen_time, ${wallClock(sql`s.expire_time`)} as expire_time`;

/** Part of a username or name. */
const keyword = z.string().max(60).optional();

function named(text: string | undefined): Fragment[] {
  const typed = likeText(text ?? '');
  if (typed === '') return [];
  const like = `%${escapeLike(typed)}%`;
  return [sql`(replace(u.username, ' ', '') ilike ${like} or replace(u.real_name, ' ', '') ilike ${like})`];
}

const list = defineCall('POST /system/crm/sysSession/list', {
  access: 'login',
  effect: 'reads',
  ownAccount: true,
  body: z.strictObject({
    /** `mine`, or everybody's in scope. */
    scope: z.enum(['mine', 'all']).default('mine'),
    userId: id.optional(),
    keyword,
    ...paged,
  }),
  summary: { zh: '有效会话：自己的，或管理范围内的', en: 'Open sessions: own, or those in scope' },
  async run(ctx, input) {
    const { user } = ctx;
    const others = input.scope === 'all' || (input.userId !== undefined && input.userId !== user.id);
    if (others && !holds(user, seeOthers)) throw new AppError(1003);
    const where: Fragment[] = [open, others ? inScope(ctx) : sql`s.user_id = ${user.id}`, ...named(input.keyword)];
    if (input.userId !== undefined) where.push(sql`s.user_id = ${input.userId}`);
    const source = { select: columnsFor(ctx), from: sessions, where: sql.join(where, sql` and `), order: newest };
    return readPage(ctx.app.db, source, input);
  },
});

const mostExported = 10_000;

/** Everybody's open sessions in scope, as the list shows them, in a workbook for the caller. */
const exportAll = defineCall('POST /system/crm/sysSession/export', {
  access: 'operatorManage.export',
  body: z.strictObject({ keyword }),
  summary: { zh: '导出在线会话', en: 'Export open sessions' },
  async run(ctx, input) {
    const where = sql.join([open, inScope(ctx), ...named(input.keyword)], sql` and `);
    const { rows } =
      await sql<SessionRow>`select ${columnsFor(ctx)} from ${sessions} where ${where} order by ${newest} limit ${mostExported + 1}`.execute(
        ctx.app.db,
      );
    if (rows.length > mostExported) throw new AppError(1007, { n: mostExported });
    await withTransaction(ctx.app.db, (tx) =>
      audit(tx, ctx, {
        action: 'export',
        entity: 'sysUser',
        entityId: null,
        after: { sessions: rows.length },
        path: '/system/crm/sysSession/export',
      }),
    );
    return { fileName: await issueSessions(ctx, rows), rows: rows.length };
  },
});

/** @throws AppError 1003, 1002, 1011 outside the scope, 1115 for an account with more rights */
async function mayEndOf(ctx: CallContext, userId: string): Promise<string> {
  const { app, user } = ctx;
  const account = await app.db.selectFrom('sys_user').select('userType').where('id', '=', userId).executeTakeFirst();
  const entity = accountEntity(account ?? { userType: 1 });
  if (userId === user.id) return entity.name;
  if (!holds(user, endOthers)) throw new AppError(1003);
  if (account === undefined) throw new AppError(1002);
  if (!(await idsInScope(app.pool, entity, user, [userId])).has(userId)) throw new AppError(1011);
  if (await outranks(ctx, app.db, userId)) throw new AppError(1115);
  return entity.name;
}

/** Ends the open sessions that `which` names, of one user, and logs it on their account. */
async function end(ctx: CallContext, userId: string, which: Fragment): Promise<{ ended: number }> {
  const { app, user } = ctx;
  const entity = await mayEndOf(ctx, userId);
  const reason = userId === user.id ? 'logout' : 'ended';
  const ended = await withTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      update sys_session s set revoked_time = now(), revoked_reason = ${reason} where s.user_id = ${userId} and ${which} and ${open} returning s.id
    `.execute(tx);
    if (rows.length > 0) {
      const after = { sessions: rows.length };
      await audit(tx, ctx, {
        action: 'endSession',
        entity,
        entityId: userId,
        after,
        ...(userId !== user.id && { functionCode: endOthers }),
      });
    }
    return rows.length;
  });
  sessionsOf(app).forget([userId]);
  return { ended };
}

const endOne = defineCall('POST /system/crm/sysSession/end', {
  effect: 'irreversible',
  access: 'login',
  ownAccount: true,
  body: z.object({ id }),
  summary: { zh: '结束一个会话', en: 'End one session' },
  async run(ctx, input) {
    const { rows } = await sql<{
      userId: string;
    }>`select user_id from sys_session s where s.id = ${input.id} and ${open}`.execute(ctx.app.db);
    const [session] = rows;
    // An unknown session and one the user may not see get the same answer.
    if (session === undefined || (session.userId !== ctx.user.id && !holds(ctx.user, endOthers)))
      throw new AppError(1002);
    return end(ctx, session.userId, sql`s.id = ${input.id}`);
  },
});

const endAll = defineCall('POST /system/crm/sysSession/endAll', {
  effect: 'irreversible',
  access: 'login',
  ownAccount: true,
  body: z.object({ userId: id.optional() }),
  summary: { zh: '结束自己的其他会话，或某用户的全部会话', en: 'End own other sessions, or all sessions of a user' },
  run: (ctx, { userId = ctx.user.id }) =>
    end(ctx, userId, userId === ctx.user.id ? sql`s.id <> ${ctx.user.sessionId}` : sql`true`),
});

export const sessionCalls: readonly Call[] = [list, exportAll, endOne, endAll];
