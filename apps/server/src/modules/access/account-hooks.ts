import { formatDay } from '@wheelhouse/contract/time';
import type { StoredRowOf } from '@wheelhouse/entities/rows';
import { sql } from 'kysely';
import {
  type ActionContext,
  type EntityHooks,
  type HooksOf,
  type Judged,
  only,
  type Saving,
  type StateGuard,
} from '../../entity/hooks.ts';
import { each } from '../../entity/refusals.ts';
import { run } from '../../entity/run.ts';
import { column, type Fragment } from '../../entity/scope.ts';
import { AppError } from '../../http/errors.ts';
import { savePasswordHash } from './accounts.ts';
import { checkDealerAccount, checkOperator, hasRoom, type AccountSaving } from './account-rules.ts';
import { forgetProofs } from './attempts.ts';
import { anotherAdmin, isAdminRow, outranks } from './grants.ts';
import { openWork } from './open-work.ts';
import { hashPassword, md5Upper, randomPassword } from './password.ts';
import { endSessionsOf } from './session-store.ts';
import { sessionsOf } from './sessions.ts';
import { wallClockText } from '../../db/wall-clock.ts';

/** An account of either kind. */
type Account = Pick<StoredRowOf<'sysUser' | 'dealerUser'>, 'id' | 'enabled' | 'roleCodes'> &
  Partial<Pick<StoredRowOf<'sysUser'>, 'validUntil' | 'dealerId'>>;
type AccountHooks = EntityHooks<Account>;

const lockOf = (user: string, what: string) =>
  `(select ${what} from sys_attempt a where a.kind in ('login-name', 'login-otp') and a.owner = 'user:' || ${user}.id and a.locked_until > now() order by a.locked_until desc limit 1)`;

const computed = {
  roleCodes: (user) =>
    `array(select ur.role_code from sys_user_role ur where ur.user_id = ${user}.id order by ur.role_code)`,
  organizationName: (user) =>
    `(select o.name from sys_organization o where o.code = ${user}.organization_code and not o.deleted)`,
  locked: (user) => `coalesce(${lockOf(user, '1')}, 0)`,
  lockedUntil: (user) => lockOf(user, wallClockText('a.locked_until')),
  totpEnabled: (user) =>
    `(case when exists (select 1 from sys_totp m where m.user_id = ${user}.id and m.confirmed_time is not null) then 1 else 0 end)`,
} satisfies EntityHooks['computed'];

function withRole(alias: string, roles: readonly string[]): Fragment {
  return sql`${column(alias, 'id')} in (select ur.user_id from sys_user_role ur where ur.role_code = any(${[...roles]}::text[]))`;
}

/** An organization stands for all that is below it. */
function inOrganization(alias: string, codes: readonly string[]): Fragment {
  return sql`${column(alias, 'organization_code')} in (select o.code from sys_organization o
    join sys_organization above on above.code = any(${[...codes]}::text[]) and starts_with(o.path, above.path) where not o.deleted)`;
}

const conditions: EntityHooks['conditions'] = {
  roleCodes: withRole,
  organizationCode: inOrganization,
};

async function saveRoles({ ctx, tx, values, id }: AccountSaving & { readonly id: string }): Promise<void> {
  const codes = values.roleCodes;
  if (!Array.isArray(codes)) return;
  const roles = codes.map(String);
  await run(tx, sql`delete from sys_user_role where user_id = ${id} and role_code <> all(${roles}::text[])`);
  await run(
    tx,
    sql`insert into sys_user_role (user_id, role_code, create_by) select ${id}, unnest(${roles}::text[]), ${ctx.user.id} on conflict do nothing`,
  );
}

/** A password known to another person: it must be changed at the first sign-in. */
async function givePassword({ tx }: Pick<Saving, 'tx'>, userId: string): Promise<string> {
  const password = randomPassword(10);
  await savePasswordHash(tx, userId, await hashPassword(md5Upper(password)), true);
  return password;
}

async function afterSave(saving: AccountSaving & { readonly id: string }): Promise<void> {
  await saveRoles(saving);
  if (saving.old === undefined) saving.answer.initialPassword = await givePassword(saving, saving.id);
}

/** Neither one's own account nor one with more rights. @throws AppError 1111, 1115 */
async function refuseOwnOrHigher({ id }: Pick<Account, 'id'>, { ctx, tx }: Judged): Promise<void> {
  if (id === ctx.user.id) throw new AppError(1111);
  if (await outranks(ctx, tx, id)) throw new AppError(1115);
}

async function resetPwd(action: ActionContext): Promise<{ newPassword: string }> {
  const { tx } = action;
  const { id } = only(action);
  const newPassword = await givePassword(action, id);
  await endSessionsOf(tx, [id], 'reset');
  await forgetProofs(tx, id);
  return { newPassword };
}

async function unlock({ tx, rows }: ActionContext): Promise<void> {
  for (const { id } of rows) await forgetProofs(tx, id);
}

/** Removes the second factor, for a user who lost phone and recovery codes. */
async function resetTotp(action: ActionContext): Promise<void> {
  const { tx } = action;
  const { id } = only(action);
  await run(tx, sql`delete from sys_totp where user_id = ${id}`);
  await endSessionsOf(tx, [id], 'reset');
  await forgetProofs(tx, id);
}

const refusesEnding: AccountHooks['refuseDelete'] = async (tx, row, ctx) => {
  if (row.id === ctx.user.id) return new AppError(1111);
  if (await outranks(ctx, tx, row.id)) return new AppError(1115);
  const isLasting = Number(row.enabled) === 1 && (row.validUntil ?? null) === null && isAdminRow(row.roleCodes);
  return isLasting && !(await anotherAdmin(tx, row.id)) ? new AppError(1112) : undefined;
};

const refuseDelete: AccountHooks['refuseDelete'] = async (tx, row, ctx) => {
  const refusal = await refusesEnding(tx, row, ctx);
  if (refusal) return refusal;
  const n = await openWork(tx, row.id);
  return n > 0 ? new AppError(1113, { n }) : undefined;
};

const mayBeEnabled: StateGuard<Account> = async (tx, row, to, ctx) => {
  if (to === 0) return refusesEnding(tx, row, ctx);
  if (await outranks(ctx, tx, row.id)) return new AppError(1115);
  const day = row.validUntil;
  if (typeof day === 'string' && day < formatDay(new Date())) return new AppError(1106);
  const dealerId = row.dealerId;
  return typeof dealerId === 'string' && !(await hasRoom(tx, dealerId)) ? new AppError(1120) : undefined;
};

const committed: EntityHooks['committed'] = (ctx, ids) => sessionsOf(ctx.app).forget(ids);
const any = { computed, conditions, afterSave, refuseDelete, leavesReferences: true, committed } as const;

const guards = { enabled: mayBeEnabled } as const;
const higher = each<Account>(async ({ id }, { ctx, tx }) =>
  (await outranks(ctx, tx, id)) ? new AppError(1115) : undefined,
);
const ownOrHigher = each<Account>((account, judged) => refuseOwnOrHigher(account, judged));

export const operatorHooks: HooksOf<'sysUser'> = {
  ...any,
  guards,
  beforeSave: checkOperator,
  actions: { resetPwd, unlock, resetTotp },
  refuses: { resetPwd: ownOrHigher, unlock: higher, resetTotp: ownOrHigher },
};
export const dealerAccountHooks: HooksOf<'dealerUser'> = {
  ...any,
  guards,
  beforeSave: checkDealerAccount,
  actions: { resetPwd },
  refuses: { resetPwd: ownOrHigher },
};
