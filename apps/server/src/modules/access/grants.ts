import { sql } from 'kysely';
import type { Db, Tx } from '../../db/pool.ts';
import { run } from '../../entity/run.ts';
import type { CallContext, DataScope } from '../../http/context.ts';
import type { FunctionTree } from './functions.ts';
import { scopeOf } from './rights.ts';
import { sessionsOf } from './sessions.ts';

/** The role that passes every check. */
export const adminCode = 'admin';

/** Lock of whoever changes the function tree or grants functions of it. */
export const treeLock = 'function tree';

/** A role as far as giving it to somebody is concerned. */
export interface GrantedRole {
  readonly roleCode: string;
  readonly enabled: 0 | 1;
  readonly dealerAssignable: 0 | 1;
  readonly dataScope: number;
  readonly functions: readonly string[];
}

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

/** Everything that roles amount to, whoever has them. */
function effective(tree: FunctionTree, roles: Iterable<GrantedRole>): Set<string> {
  return tree.effective([...roles].flatMap((role) => role.functions));
}

/** Whether these roles allow something that the user himself may not do. `admin` may everything, and nobody else may give that role. */
export async function exceeds(ctx: CallContext, tx: Db | Tx, roles: Iterable<GrantedRole>): Promise<boolean> {
  const { user } = ctx;
  if (user.isAdmin) return false;
  const given = [...roles];
  if (given.some((role) => role.roleCode === adminCode)) return true;
  const held = effective(await sessionsOf(ctx.app).treeIn(tx), given);
  return [...held].some((code) => !user.functions.has(code));
}

/**
 * Whether an account may do more than the user: whoever could reset its password, or change the number that codes are sent to, would
 * have its rights.
 */
export async function outranks(ctx: CallContext, tx: Db | Tx, userId: string): Promise<boolean> {
  if (ctx.user.isAdmin || userId === ctx.user.id) return false;
  const codes = await run<{ code: string }>(
    tx,
    sql`select role_code as code from sys_user_role where user_id = ${userId}`,
  );
  const roles = await rolesByCode(
    tx,
    codes.map((row) => row.code),
  );
  return exceeds(
    ctx,
    tx,
    [...roles.values()].filter((role) => role.enabled === 1),
  );
}

/** What decides which rows an account of staff would see. */
export interface Reach {
  readonly organizationCode: string;
  readonly regionScope: readonly string[];
  readonly roles: Iterable<GrantedRole>;
}

/** Path of an organization; undefined when there is none of that code. */
export async function organizationPath(tx: Db | Tx, code: string): Promise<string | undefined> {
  const [row] = await run<{ path: string }>(
    tx,
    sql`select path from sys_organization where code = ${code} and not deleted`,
  );
  return row?.path;
}

function within(inner: DataScope, outer: DataScope): boolean {
  if (outer.kind === 'all') return true;
  if (inner.kind === 'all') return false;
  const { cityIds = [], organizationPath: path, dealerId } = inner;
  const cities = new Set(outer.cityIds);
  if (cityIds.some((id) => !cities.has(id))) return false;
  if (path !== undefined && (outer.organizationPath === undefined || !path.startsWith(outer.organizationPath)))
    return false;
  return dealerId === undefined || dealerId === outer.dealerId;
}

/** Whether an account of staff would see no more than the user who makes it: its organization is his or below it, its scope part of his. */
export async function reachesWithin(ctx: CallContext, tx: Db | Tx, reach: Reach): Promise<boolean> {
  const { user } = ctx;
  if (user.scope.kind === 'all') return true;
  const path = await organizationPath(tx, reach.organizationCode);
  const own = user.scope.organizationPath ?? (await organizationPath(tx, user.organizationCode));
  if (path === undefined || own === undefined || !path.startsWith(own)) return false;
  const dataScopes = [...reach.roles].filter((role) => role.enabled === 1).map((role) => role.dataScope);
  const regionScope = reach.regionScope.length === 0 ? null : reach.regionScope;
  const scope = scopeOf({ userType: 1, dealerId: null, dataScopes, regionScope, organizationPath: path });
  return within(scope, user.scope);
}

/** Serialises what could leave the console without an administrator, or a dealer with too many accounts. */
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
