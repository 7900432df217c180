import type { RoleDetail } from '@wheelhouse/contract/calls/access/rights';
import type { EntityDef } from '@wheelhouse/entities/define';
import { dealerUser } from '@wheelhouse/entities/access/dealer-user';
import { sysRole } from '@wheelhouse/entities/access/sys-role';
import { sysUser } from '@wheelhouse/entities/access/sys-user';
import { entities, plain } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { z } from 'zod';
import { withTransaction } from '../../db/pool.ts';
import { setState } from '../../entity/actions.ts';
import { audit } from '../../entity/audit.ts';
import { findInScope, ownWhere, rowsById, visibleWhere, type WireRow } from '../../entity/read.ts';
import type { Fragment } from '../../entity/scope.ts';
import { update } from '../../entity/update.ts';
import { add, batchDelete } from '../../entity/write.ts';
import { type Call, defineCall } from '../../http/call.ts';
import type { CallContext, SessionUser } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { accountEntity } from './accounts.ts';
import { adminCode, anotherAdmin, outranks } from './grants.ts';
import { wallClock } from '../../db/wall-clock.ts';
import { readPage } from '../../entity/sql-page.ts';
import { sessionsOf } from './sessions.ts';
import { id, ids, key, paged, rev, digit } from '../../http/kit.ts';

const entity = plain(sysRole);
const all = Object.values(entities).map(plain);
const roleCode = z.string().max(32);
const named = { roleCode: roleCode.optional(), id: key.nullish() };

/** Id of the role that a call is about, by its code or its id. @throws AppError 1002 */
async function idOf(
  ctx: CallContext,
  input: { readonly roleCode?: string | undefined; readonly id?: string | null | undefined },
): Promise<string> {
  if (input.id !== undefined && input.id !== null) return input.id;
  const found = await ctx.app.db
    .selectFrom('sys_role')
    .select('id')
    .where('roleCode', '=', input.roleCode ?? '')
    .where('deleted', '=', false)
    .executeTakeFirst();
  if (found === undefined) throw new AppError(1002);
  return found.id;
}

const detail = defineCall('POST /system/crm/sysRole/detail', {
  access: 'roleRightsManage.query',
  body: z.looseObject(named),
  summary: { zh: '角色详情（含功能权限）', en: 'A role with its functions' },
  // The definition of the entity says these fields.
  run: async (ctx, input) => (await findInScope(ctx, entity, await idOf(ctx, input))) as WireRow & RoleDetail,
});

/** A copy is a new role as well. */
const addRole = defineCall('POST /system/crm/sysRole/addRole', {
  access: ['roleRightsManage.add', 'roleRightsManage.copy'],
  body: z.looseObject({}),
  summary: { zh: '新增角色', en: 'Add a role' },
  run: (ctx, input) => add(ctx, entity, input),
});

const updateRole = defineCall('POST /system/crm/sysRole/updateRole', {
  access: 'roleRightsManage.edit',
  body: z.looseObject({ ...named, rev }),
  summary: { zh: '修改角色', en: 'Change a role' },
  run: async (ctx, input) => update(ctx, entity, { ...input, id: await idOf(ctx, input) }),
});

const deleteRole = defineCall('POST /system/crm/sysRole/deleteRole', {
  access: 'roleRightsManage.delete',
  body: z.object({ ...named, ids: ids().optional() }),
  summary: { zh: '删除角色', en: 'Delete a role' },
  async run(ctx, input) {
    if (input.ids !== undefined) return batchDelete(ctx, entity, input.ids, all);
    return batchDelete(ctx, entity, [await idOf(ctx, input)], all, true);
  },
});

const enable = defineCall('POST /system/crm/sysRole/enable', {
  access: 'roleRightsManage.enable',
  body: z.object({ ...named, ids: ids().optional(), enabled: digit }),
  summary: { zh: '启用/停用角色', en: 'Enable or disable a role' },
  async run(ctx, input) {
    const { enabled, ids: several } = input;
    if (several !== undefined) return setState(ctx, entity, 'enabled', enabled, several);
    return setState(ctx, entity, 'enabled', enabled, [await idOf(ctx, input)], true);
  },
});

/** Members as far as the user's scope shows such accounts. */
function seen(kind: EntityDef, user: SessionUser): Fragment {
  const parts = [ownWhere(kind, 'u'), visibleWhere(kind, 'u', user)].filter((part) => part !== undefined);
  return sql`(${sql.join(parts, sql` and `)})`;
}

const users = defineCall('POST /system/crm/sysRole/users', {
  access: 'roleRightsManage.users',
  effect: 'reads',
  body: z.strictObject({ roleCode, ...paged }),
  summary: { zh: '角色成员', en: 'Members of a role' },
  async run(ctx, input) {
    const kinds = [plain(sysUser), plain(dealerUser)].map((kind) => seen(kind, ctx.user));
    return readPage(
      ctx.app.db,
      {
        select: sql`u.id, u.username, u.real_name, u.user_type, u.mobile_mask as mobile, u.enabled, u.organization_code, o.name as organization_name,
          u.dealer_id, d.name as dealer_name, ${wallClock(sql`u.last_login_time`)} as last_login_time`,
        from: sql`sys_user_role ur join sys_user u on u.id = ur.user_id left join sys_organization o on o.code = u.organization_code and not o.deleted
          left join dlr_dealer d on d.id = u.dealer_id`,
        where: sql`ur.role_code = ${input.roleCode} and (${sql.join(kinds, sql` or `)})`,
        order: sql`u.id desc`,
      },
      input,
    );
  },
});

const removeUser = defineCall('POST /system/crm/sysRole/removeUser', {
  access: 'roleRightsManage.users',
  body: z.object({ roleCode, userId: id }),
  summary: { zh: '移除角色成员', en: 'Remove a member from a role' },
  async run(ctx, input) {
    const { app, user } = ctx;
    const account = await app.db
      .selectFrom('sys_user')
      .select('userType')
      .where('id', '=', input.userId)
      .executeTakeFirst();
    if (account === undefined) throw new AppError(1002);
    const kind = accountEntity(account);
    const { id } = await findInScope(ctx, kind, input.userId);
    if (id === user.id) throw new AppError(1111);
    await withTransaction(app.db, async (tx) => {
      const [before] = await rowsById(tx, kind, [id], ['id', 'rev', 'roleCodes'], true);
      if (before === undefined || (await outranks(ctx, tx, id))) throw new AppError(before === undefined ? 1002 : 1115);
      if (input.roleCode === adminCode && !(await anotherAdmin(tx, id))) throw new AppError(1112);
      const { rows } =
        await sql`delete from sys_user_role where user_id = ${id} and role_code = ${input.roleCode} returning user_id`.execute(
          tx,
        );
      if (rows.length === 0) throw new AppError(1002);
      await sql`update sys_user set rev = rev + 1, update_by = ${user.id}, update_time = now() where id = ${id}`.execute(
        tx,
      );
      const [after] = await rowsById(tx, kind, [id], ['id', 'rev', 'roleCodes']);
      await audit(tx, ctx, {
        action: 'removeRole',
        entity: kind.name,
        entityId: id,
        before,
        after,
        functionCode: 'roleRightsManage.users',
        path: '/system/crm/sysRole/removeUser',
      });
    });
    sessionsOf(app).forget([id]);
  },
});

export const roleCalls: readonly Call[] = [detail, addRole, updateRole, deleteRole, enable, users, removeUser];
