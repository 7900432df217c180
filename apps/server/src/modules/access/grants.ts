import { sql } from 'kysely';
import type { Db, Tx } from '../../db/pool.ts';
import { run } from '../../entity/run.ts';
import type { Fragment } from '../../entity/scope.ts';
import type { CallContext, DataScope, SessionUser } from '../../http/context.ts';
import type { FunctionTree } from './functions.ts';
import { type Rights, rightsOf } from './rights.ts';
import { sessionsOf } from './sessions.ts';

/** The role that passes every check. */
export const adminCode = 'admin';

/** Lock for changes of functions, roles and role members: each rule reads all three. */
export const rightsLock = 'rights';

/** A role, with what assigning it grants. */
export interface GrantedRole {
  readonly roleCode: string;
  readonly enabled: 0 | 1;
  readonly dealerAssignable: 0 | 1;
  readonly dataScope: number;
  readonly functions: readonly string[];
}
export type Roles = ReadonlyMap<string, GrantedRole>;

/** Roles by their codes, with what they were granted; unknown codes are left out. */
export async function rolesByCode(db: Db | Tx, codes: readonly string[]): Promise<Map<string, GrantedRole>> {
  const rows = await run<GrantedRole & Record<string, unknown>>(
    db,
    sql`select r.role_code, r.enabled, r.dealer_assignable, r.data_scope,
      array(select rf.function_code from sys_role_function rf where rf.role_code = r.role_code) as functions
      from sys_role r where r.role_code = any(${[...codes]}::text[]) and not r.deleted`,
  );
  return new Map(rows.map((row) => [row.roleCode, row]));
}

/** An account, stored or new, with what decides its rights and scope. */
export interface Holder {
  /** Absent: a new account, which has made no rows yet. */
  readonly id?: string;
  readonly userType: 1 | 2;
  readonly roleCodes: readonly string[];
  readonly regionScope: readonly string[] | null;
  /** Path of its organization. */
  readonly organizationPath: string | null;
  readonly dealerId: string | null;
  /** City and organization of its dealer: who sees all rows there sees the dealer's. */
  readonly dealerCityId: string | null;
  readonly dealerOrganizationPath: string | null;
}

/** Accounts that are not deleted, as holders of rights; `who` is a condition over `u`. */
function holders(tx: Db | Tx, who: Fragment): Promise<readonly (Holder & { readonly id: string })[]> {
  return run<Holder & { readonly id: string } & Record<string, unknown>>(
    tx,
    sql`select u.id::text as id, u.user_type, u.region_scope, o.path as organization_path, u.dealer_id::text as dealer_id,
      d.city_id::text as dealer_city_id, p.path as dealer_organization_path,
      array(select ur.role_code from sys_user_role ur where ur.user_id = u.id) as role_codes
      from sys_user u left join sys_organization o on o.code = u.organization_code and not o.deleted
      left join dlr_dealer d on d.id = u.dealer_id left join sys_organization p on p.code = d.organization_code and not p.deleted
      where not u.deleted and ${who}`,
  );
}

/** City and organization of a dealer, for an account that is to be its. */
export async function dealerPlace(
  tx: Db | Tx,
  dealerId: string,
): Promise<Pick<Holder, 'dealerCityId' | 'dealerOrganizationPath'>> {
  const [row] = await run<{ dealerCityId: string | null; dealerOrganizationPath: string | null }>(
    tx,
    sql`select d.city_id::text as dealer_city_id, p.path as dealer_organization_path
      from dlr_dealer d left join sys_organization p on p.code = d.organization_code and not p.deleted where d.id = ${dealerId}`,
  );
  return row ?? { dealerCityId: null, dealerOrganizationPath: null };
}

/** Functions that roles grant to an account; disabled and unknown roles grant nothing. */
function rightsBy(holder: Holder, roles: Roles, tree: FunctionTree): Rights {
  const enabled = holder.roleCodes.flatMap((code) => roles.get(code) ?? []).filter((role) => role.enabled === 1);
  return rightsOf(
    {
      ...holder,
      roleCodes: enabled.map((role) => role.roleCode),
      dataScopes: enabled.map((role) => role.dataScope),
      granted: enabled.flatMap((role) => role.functions),
    },
    tree,
  );
}

const below = (path: string | null | undefined, above: string | undefined): boolean =>
  above !== undefined && path !== null && path !== undefined && path.startsWith(above);

/**
 * Whether every row that a holder's scope shows is in the user's, for each kind of rows: parts of a scope are ways to reach rows, and each
 * must lie in the same part of theirs. Rows that an account made itself are seen by those above its organization.
 */
function scopeWithin(holder: Holder, inner: DataScope, user: SessionUser): boolean {
  const outer = user.scope;
  if (outer.kind === 'all') return true;
  if (inner.kind === 'all') return false;
  const { cityIds = [], organizationPath, dealerId, own } = inner;
  const cities = new Set(outer.cityIds);
  if (!cityIds.every((id) => cities.has(id))) return false;
  if (organizationPath !== undefined && !below(organizationPath, outer.organizationPath)) return false;
  if (own && holder.id !== undefined && !(holder.id === user.id && outer.own)) {
    if (!below(holder.organizationPath, outer.organizationPath)) return false;
  }
  return (
    dealerId === undefined ||
    dealerId === outer.dealerId ||
    cities.has(holder.dealerCityId ?? '') ||
    below(holder.dealerOrganizationPath, outer.organizationPath)
  );
}

/**
 * The one rule for assigning and changing rights: a user covers an account when the account may do nothing that the user may not do, by
 * function and by scope. `admin` covers everybody and is covered by nobody else.
 */
function covers(user: SessionUser, holder: Holder, rights: Rights): boolean {
  if (user.isAdmin) return true;
  if (rights.isAdmin) return false;
  return [...rights.functions].every((code) => user.functions.has(code)) && scopeWithin(holder, rights.scope, user);
}

/** Whether an account, as it will be stored, stays within the user's own rights. */
export async function coversHolder(ctx: CallContext, tx: Tx, holder: Holder): Promise<boolean> {
  if (ctx.user.isAdmin) return true;
  const tree = await sessionsOf(ctx.app).treeIn(tx);
  const roles = await rolesByCode(tx, holder.roleCodes);
  return covers(ctx.user, holder, rightsBy(holder, roles, tree));
}

/**
 * Whether an account may do more than the user, or see more rows: whoever could reset its password, end its sessions, or change the number
 * that codes are sent to, would have its rights.
 */
export async function outranks(ctx: CallContext, tx: Db | Tx, userId: string): Promise<boolean> {
  const { user } = ctx;
  if (user.isAdmin || userId === user.id) return false;
  const [holder] = await holders(tx, sql`u.id = ${userId}`);
  if (holder === undefined) return false;
  const tree = await sessionsOf(ctx.app).treeIn(tx);
  const roles = await rolesByCode(tx, holder.roleCodes);
  return !covers(user, holder, rightsBy(holder, roles, tree));
}

/**
 * Whether the user may turn a role from `before` into `after` (absent: there is none): what comes or goes they hold themselves, and they cover
 * every member with it and without it. Their own rights may shrink so.
 */
export async function mayTurnRole(
  ctx: CallContext,
  tx: Tx,
  before: GrantedRole | undefined,
  after: GrantedRole | undefined,
): Promise<boolean> {
  const { user } = ctx;
  if (user.isAdmin) return true;
  const tree = await sessionsOf(ctx.app).treeIn(tx);
  const [was, is] = [before, after].map((role) => tree.effective(role?.enabled === 1 ? role.functions : []));
  const turned = [...(was ?? [])]
    .filter((code) => !is?.has(code))
    .concat([...(is ?? [])].filter((code) => !was?.has(code)));
  if (turned.some((code) => !user.functions.has(code))) return false;
  // A user with a limited scope cannot create a role that sees everything.
  const widened = after?.enabled === 1 && after.dataScope === 1 && (before?.enabled !== 1 || before.dataScope !== 1);
  if (widened && user.scope.kind !== 'all') return false;
  const roleCode = (after ?? before)?.roleCode;
  const members = await holders(
    tx,
    sql`u.id in (select ur.user_id from sys_user_role ur where ur.role_code = ${roleCode})`,
  );
  const stored = await rolesByCode(tx, [...new Set(members.flatMap((member) => member.roleCodes))]);
  return [before, after].every((role) => {
    const roles = new Map(stored);
    if (role === undefined) roles.delete(roleCode ?? '');
    else roles.set(role.roleCode, role);
    return members.every((member) => covers(user, member, rightsBy(member, roles, tree)));
  });
}

/** Path of an organization; undefined when there is none of that code. */
export async function organizationPath(tx: Db | Tx, code: string): Promise<string | undefined> {
  const [row] = await run<{ path: string }>(
    tx,
    sql`select path from sys_organization where code = ${code} and not deleted`,
  );
  return row?.path;
}

/** Serialises changes that could remove the last administrator or exceed a dealer's number of accounts. */
export async function oneAtATime(tx: Tx, what: string): Promise<void> {
  await run(tx, sql`select pg_advisory_xact_lock(hashtext(${`wheelhouse ${what}`}))`);
}

/** Whether, without this account, an enabled administrator is left who does not expire. */
export async function anotherAdmin(tx: Tx, userId: string): Promise<boolean> {
  await oneAtATime(tx, 'administrators');
  const rows = await run(
    tx,
    sql`select 1 from sys_user u join sys_user_role ur on ur.user_id = u.id and ur.role_code = ${adminCode}
      where u.user_type = 1 and u.enabled = 1 and not u.deleted and u.valid_until is null and u.id <> ${userId} limit 1`,
  );
  return rows.length > 0;
}

/** Whether an account as read by the engine is an administrator's. */
export const isAdminRow = (roleCodes: unknown): boolean => Array.isArray(roleCodes) && roleCodes.includes(adminCode);
