import { codes } from '@wheelhouse/entities/codes';
import type { PersonalData } from '@wheelhouse/contract/calls/access/account';
import { sql } from 'kysely';
import { z } from 'zod';
import { withTransaction } from '../../db/pool.ts';
import { audit } from '../../entity/audit.ts';
import { type Call, defineCall } from '../../http/call.ts';
import type { CallContext, DataScope } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { accountEntity, savePasswordHash } from './accounts.ts';
import { guarded } from './login.ts';
import { wallClock } from '../../db/wall-clock.ts';
import { hashPassword, md5Pattern, refuseWeak, verifyPassword } from './password.ts';
import { endSessionsOf } from './session-store.ts';
import { sessionsOf } from './sessions.ts';
import { key } from '../../http/kit.ts';

interface OwnRow extends Omit<PersonalData, 'avatarUrl'> {
  readonly passwordHash: string | null;
}

async function ownRow(ctx: CallContext): Promise<OwnRow> {
  const { rows } = await sql<OwnRow>`
    select u.id, u.rev, u.username as user_name, u.real_name, u.mobile_mask as mobile, u.gender, u.email, u.avatar, u.job_no, u.organization_code,
      o.name as organization_name, o.name_en as organization_name_en, d.name as dealer_name, u.position, u.valid_until,
      ${wallClock(sql`u.last_login_time`)} as last_login_time, c.last_login_ip, c.password_hash,
      coalesce((select json_agg(json_build_object('roleCode', r.role_code, 'roleName', r.role_name, 'roleNameEn', r.role_name_en) order by r.role_code)
        from sys_user_role ur join sys_role r on r.role_code = ur.role_code and not r.deleted where ur.user_id = u.id), '[]') as roles
    from sys_user u
    left join sys_credential c on c.user_id = u.id
    left join sys_organization o on o.code = u.organization_code and not o.deleted
    left join dlr_dealer d on d.id = u.dealer_id
    where u.id = ${ctx.user.id} and not u.deleted`.execute(ctx.app.db);
  const [row] = rows;
  if (row === undefined) throw new AppError(1102, undefined, { status: 401 });
  return row;
}

/** The widest of a user's scopes, as D:DataScope. */
function scopeCode(scope: DataScope): number {
  const { all, organization, regions, dealer, own } = codes.DataScope;
  if (scope.kind === 'all') return all;
  if (scope.organizationPath !== undefined) return organization;
  if (scope.cityIds !== undefined) return regions;
  return scope.dealerId !== undefined ? dealer : own;
}

const avatarUrl = (ctx: CallContext, avatar: string | null) => (avatar === null ? null : ctx.app.files.url(avatar));

async function currentUser(ctx: CallContext) {
  const { user } = ctx;
  const row = await ownRow(ctx);
  return {
    id: user.id,
    userName: user.username,
    realName: row.realName,
    organizationCode: row.organizationCode,
    organizationName: row.organizationName,
    avatar: row.avatar,
    avatarUrl: avatarUrl(ctx, row.avatar),
    roleCodes: user.roleCodes,
    userFunctions: [...user.functions],
    userType: user.userType,
    dealerId: user.dealerId,
    dealerName: row.dealerName,
    mustChangePwd: user.mustChangePwd ? 1 : 0,
    dataScope: scopeCode(user.scope),
  };
}

const myInfo = defineCall('POST /system/crm/sysUser/myInfo', {
  access: 'login',
  effect: 'reads',
  ownAccount: true,
  body: z.object({}),
  summary: { zh: '当前用户', en: 'Current user' },
  run: currentUser,
});

/** The same for the console, whose browser keeps it. */
const myInfoKept = defineCall('GET /system/crm/sysUser/myInfo', {
  access: 'login',
  ownAccount: true,
  kept: true,
  query: z.object({}),
  summary: { zh: '当前用户', en: 'Current user' },
  run: currentUser,
});

const getPersonalDataId = defineCall('POST /system/crm/sysUser/getPersonalDataId', {
  access: 'login',
  effect: 'reads',
  ownAccount: true,
  body: z.object({ id: key.optional() }),
  summary: { zh: '个人资料', en: 'Own profile' },
  async run(ctx, { id }) {
    if (id !== undefined && id !== ctx.user.id) throw new AppError(1003);
    const { passwordHash: _, ...row } = await ownRow(ctx);
    return { ...row, avatarUrl: avatarUrl(ctx, row.avatar) };
  },
});

const sameAsOld = { zh: '新密码不能与原密码相同', en: 'Must differ from the old password' } as const;

const modifyPassword = defineCall('POST /system/crm/sysUser/modifyPassword', {
  access: 'login',
  ownAccount: true,
  body: z
    .object({ oldPassword: z.string().regex(md5Pattern), newPassword: z.string().regex(md5Pattern) })
    .refine((form) => form.oldPassword !== form.newPassword, { path: ['newPassword'], params: { text: sameAsOld } }),
  summary: {
    zh: '修改密码（均为大写MD5）；随后需重新登录',
    en: 'Change the password (both as upper-case MD5); login is required afterwards',
  },
  async run(ctx, { oldPassword, newPassword }) {
    const { app, user } = ctx;
    const { passwordHash, userName } = await ownRow(ctx);
    await guarded(
      ctx,
      { kind: 'login-name', account: user, name: user.username, refusal: 1109 },
      async () => passwordHash !== null && verifyPassword(passwordHash, oldPassword),
    );
    refuseWeak(newPassword, userName);
    const hash = await hashPassword(newPassword);
    await withTransaction(app.db, async (tx) => {
      await savePasswordHash(tx, user.id, hash, false);
      await endSessionsOf(tx, [user.id], 'password');
      await audit(tx, ctx, { action: 'modifyPassword', entity: accountEntity(user).name, entityId: user.id });
    });
    sessionsOf(app).forget([user.id]);
  },
});

export const accountCalls: readonly Call[] = [myInfo, myInfoKept, getPersonalDataId, modifyPassword];
