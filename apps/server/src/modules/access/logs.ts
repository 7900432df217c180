import type { OperationEntry, SensitiveEntry } from '@wheelhouse/contract/calls/access/logs';
import { idPattern } from '@wheelhouse/contract/text';
import type { EntityDef } from '@wheelhouse/entities/define';
import { operationLog } from '@wheelhouse/entities/access/operation-log';
import { sensitiveAccessLog } from '@wheelhouse/entities/access/sensitive-access-log';
import { codeOfCall, entities, plain } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { z } from 'zod';
import { readQuery } from '../../entity/query.ts';
import { findInScope, holds, listJson } from '../../entity/read.ts';
import { type Call, defineCall } from '../../http/call.ts';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { accountEntity } from './accounts.ts';
import { type HistoryRow, operationColumns, operations, withActor } from './log-actors.ts';
import { type LogRow, withChanges, withTitles } from './log-rows.ts';
import { wallClock } from '../../db/wall-clock.ts';
import { readPage } from '../../entity/sql-page.ts';
import { changesCall } from './changes.ts';
import { readableEntity } from './privacy.ts';
import { paged, key } from '../../http/kit.ts';

/**
 * Whose log is asked for: one's own, or, with the page of such accounts and within one's scope, somebody else's.
 * @throws AppError 1003, 1002, 1011
 */
async function logOwner(ctx: CallContext, userId: string | undefined): Promise<string> {
  if (userId === undefined || userId === ctx.user.id) return ctx.user.id;
  const pages = [1, 2]
    .map((userType) => accountEntity({ userType }))
    .filter((entity) => holds(ctx.user, `${entity.page}.query`));
  if (pages.length === 0) throw new AppError(1003);
  const found = idPattern.test(userId)
    ? await ctx.app.db.selectFrom('sys_user').select('userType').where('id', '=', userId).executeTakeFirst()
    : undefined;
  const entity = found && accountEntity(found);
  if (entity === undefined || !pages.includes(entity)) throw new AppError(1002);
  return (await findInScope(ctx, entity, userId)).id;
}

/** Names under which changes of a record are logged: entities that share its table share its history. */
const namesOf = (entity: EntityDef): string[] =>
  Object.values(entities)
    .filter((one) => one.table === entity.table)
    .map((one) => one.name);

const logEntity = plain(operationLog);
const sensitiveEntity = plain(sensitiveAccessLog);
const ofUser = z.strictObject({ userId: key.optional(), ...paged });

const loginLogs = defineCall('POST /system/crm/sysUser/loginLogs', {
  access: 'login',
  effect: 'reads',
  ownAccount: true,
  body: ofUser,
  summary: { zh: '登录记录', en: 'Sign-ins' },
  async run(ctx, input) {
    const owner = await logOwner(ctx, input.userId);
    return readPage(
      ctx.app.db,
      {
        select: sql`id, username, result, ip, user_agent, channel, ${wallClock(sql`time`)} as time`,
        from: sql`sys_login_log`,
        where: sql`user_id = ${owner}`,
        order: sql`id desc`,
      },
      input,
    );
  },
});

const operationLogs = defineCall('POST /system/crm/sysUser/operationLogs', {
  access: 'login',
  effect: 'reads',
  body: ofUser,
  summary: { zh: '操作记录', en: 'Operation records of a user' },
  async run(ctx, input) {
    const owner = await logOwner(ctx, input.userId);
    const page = await readPage<LogRow & Omit<OperationEntry, 'changes' | 'entityTitle'>>(
      ctx.app.db,
      { select: operationColumns, from: operations, where: sql`l.user_id = ${owner}`, order: sql`l.id desc` },
      input,
    );
    return withChanges(ctx, page);
  },
});

/** The record whose history is asked for, under the names it is logged by. @throws AppError 1001, 1002, 1003, 1011 */
async function recordOf(
  ctx: CallContext,
  input: { readonly entity: string; readonly id: string },
): Promise<{ names: string[]; id: string }> {
  // Nodes of the function tree are no entity; their page is the menu's.
  if (input.entity === 'sysFunction') {
    if (!holds(ctx.user, 'menu.query')) throw new AppError(1003);
    return { names: ['sysFunction'], id: input.id };
  }
  const entity = readableEntity(ctx, input.entity);
  return { names: namesOf(entity), id: (await findInScope(ctx, entity, input.id)).id };
}

const ofRecord = defineCall('POST /system/crm/operationLog/ofRecord', {
  access: 'login',
  effect: 'reads',
  body: z.strictObject({ entity: z.string().max(40), id: key, ...paged }),
  summary: { zh: '一条记录的变更历史', en: 'Change history of one record' },
  async run(ctx, input) {
    const { names, id } = await recordOf(ctx, input);
    const page = await readPage<HistoryRow>(
      ctx.app.db,
      {
        select: sql`${operationColumns}, u.dealer_id::text as actor_dealer_id`,
        from: operations,
        // Refused attempts are only in the log of the user who made them.
        where: sql`l.entity = any(${names}::text[]) and l.entity_id = ${id} and l.result_code = 0`,
        order: sql`l.id desc`,
      },
      input,
    );
    return withChanges(ctx, { ...page, list: page.list.map((one) => withActor(ctx, one)) });
  },
});

const sensitiveLogs = defineCall('POST /system/crm/sysUser/sensitiveLogs', {
  access: 'login',
  effect: 'reads',
  body: ofUser,
  summary: { zh: '敏感查看记录', en: 'Sensitive access of a user' },
  async run(ctx, input) {
    const owner = await logOwner(ctx, input.userId);
    const page = await readPage<Omit<SensitiveEntry, 'entityTitle'>>(
      ctx.app.db,
      {
        select: sql`id, user_id, username, entity, entity_id, field, reason, ip, request_id, ${wallClock(sql`time`)} as time`,
        from: sql`sys_sensitive_access_log`,
        where: sql`user_id = ${owner}`,
        order: sql`id desc`,
      },
      input,
    );
    return { ...page, list: await withTitles(ctx, page.list) };
  },
});

/** The operation log as its entity finds it, each row with what it changed, as far as the reader may see it. */
const list = defineCall('POST /system/crm/operationLog/list', {
  access: codeOfCall(logEntity, 'list'),
  body: z.looseObject({}),
  summary: { zh: '操作日志', en: 'Operation log' },
  async run(ctx, input) {
    const json = await listJson(ctx, logEntity, readQuery(ctx, logEntity, input));
    // The engine has just written this text.
    const page = JSON.parse(json) as { list: (LogRow & { readonly id: string })[]; total: number; more?: true };
    const { rows } = await sql<Pick<LogRow, 'before' | 'after'> & { readonly id: string }>`
      select id, before, after from sys_operation_log where id = any(${page.list.map((row) => row.id)}::bigint[])
    `.execute(ctx.app.db);
    const sides = new Map(rows.map(({ id, before, after }) => [id, { before, after }]));
    return withChanges(ctx, {
      ...page,
      list: page.list.map((row) => ({ ...row, before: null, after: null, ...sides.get(row.id) })),
    });
  },
});

/** Who saw what, each row with the title of the record. */
const sensitiveList = defineCall('POST /system/crm/sensitiveAccessLog/list', {
  access: codeOfCall(sensitiveEntity, 'list'),
  body: z.looseObject({}),
  summary: { zh: '敏感查看记录', en: 'Sensitive access' },
  async run(ctx, input) {
    const json = await listJson(ctx, sensitiveEntity, readQuery(ctx, sensitiveEntity, input));
    // The engine has just written this text.
    const page = JSON.parse(json) as { list: Pick<LogRow, 'entity' | 'entityId'>[]; total: number; more?: true };
    return { ...page, list: await withTitles(ctx, page.list) };
  },
});

export const logCalls: readonly Call[] = [
  loginLogs,
  operationLogs,
  sensitiveLogs,
  ofRecord,
  list,
  sensitiveList,
  changesCall,
];
