import { dealerOpen } from './accounts.ts';
import { createHash } from 'node:crypto';
import { areas } from '@wheelhouse/entities/areas/areas';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/pool.ts';
import type { DataScope, SessionUser } from '../../http/context.ts';
import type { FunctionTree } from './functions.ts';
import { today } from '../../db/wall-clock.ts';

/** An account with its rights as the database has them now. */
export interface AccountRow {
  readonly userId: string;
  readonly username: string;
  readonly realName: string;
  readonly userType: 1 | 2;
  readonly dealerId: string | null;
  readonly organizationCode: string;
  readonly organizationPath: string | null;
  readonly regionScope: readonly string[] | null;
  readonly enabled: 0 | 1;
  readonly deleted: boolean;
  /** Last day on which they may sign in has passed. */
  readonly outdated: boolean;
  readonly dealerOpen: boolean;
  readonly mustChangePwd: 0 | 1;
  readonly roleCodes: readonly string[];
  readonly dataScopes: readonly number[];
  readonly granted: readonly string[];
}

/** A session with its account. */
export interface SessionRow extends AccountRow {
  readonly id: string;
  readonly issuedTime: Date;
  readonly lastSeenTime: Date;
  readonly expireTime: Date;
  readonly functionVersion: string | null;
  readonly revokedTime: Date | null;
  readonly revokedReason: string | null;
}

/** Of an account `u`: what `AccountRow` says, and the joins it is read from. */
const accountColumns = sql`u.id as user_id, u.username, u.real_name, u.user_type, u.dealer_id, u.organization_code, u.region_scope, u.enabled, u.deleted,
      coalesce(u.valid_until < ${today}, false) as outdated,
      ${dealerOpen} as dealer_open,
      o.path as organization_path, coalesce(c.must_change_pwd, 0) as must_change_pwd,
      coalesce(r.role_codes, '{}') as role_codes, coalesce(r.data_scopes, '{}') as data_scopes, coalesce(f.granted, '{}') as granted`;
const accountJoins = sql`left join sys_credential c on c.user_id = u.id
    left join dlr_dealer d on d.id = u.dealer_id
    left join sys_organization o on o.code = u.organization_code and not o.deleted
    left join lateral (
      select array_agg(r.role_code order by r.role_code) as role_codes, array_agg(distinct r.data_scope::int) as data_scopes
      from sys_user_role ur join sys_role r on r.role_code = ur.role_code and r.enabled = 1 and not r.deleted where ur.user_id = u.id
    ) r on true
    left join lateral (
      select array_agg(distinct rf.function_code) as granted from sys_role_function rf where rf.role_code = any(r.role_codes)
    ) f on true`;

/** Session, user and rights in one statement. */
export async function loadSession(db: Db, tokenHash: Buffer): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select s.id, s.issued_time, s.last_seen_time, s.expire_time, s.function_version, s.revoked_time, s.revoked_reason, ${accountColumns}
    from sys_session s join sys_user u on u.id = s.user_id ${accountJoins} where s.token_hash = ${tokenHash}`.execute(
    db,
  );
  return rows[0];
}

/** An account and its rights, whether it is signed in or not. */
export async function loadAccount(db: Db | Tx, userId: string): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`
    select ${accountColumns} from sys_user u ${accountJoins} where u.id = ${userId}`.execute(db);
  return rows[0];
}

/**
 * Rows that an account may see, whether it is signed in or not. Of one that is deleted: what it could see at last, so that a tag, a message or
 * a roll-out stays what it was when its author leaves.
 */
export async function scopeOfAccount(db: Db | Tx, userId: string): Promise<DataScope> {
  const account = await loadAccount(db, userId);
  if (account === undefined) return { kind: 'limited' };
  return account.userType === 1 && account.roleCodes.includes('admin') ? { kind: 'all' } : scopeOf(account);
}

const citiesOf = new Map<string, string[]>();
for (const area of areas)
  if (area.levelType === 2) citiesOf.set(area.parentId, [...(citiesOf.get(area.parentId) ?? []), area.id]);

/** City codes of regions given as provinces or cities. */
function cities(regions: readonly string[]): string[] {
  return [...new Set(regions.flatMap((id) => citiesOf.get(id) ?? [id]))];
}

/**
 * Rows a user may see: what their roles give, together. Regions of their account narrow "all" and are what
 * "given regions" means. A dealer account sees its own dealer and nothing else, whatever its roles say.
 */
export function scopeOf(
  row: Pick<AccountRow, 'userType' | 'dealerId' | 'dataScopes' | 'regionScope' | 'organizationPath'>,
): DataScope {
  if (row.userType === 2)
    return row.dealerId === null ? { kind: 'limited' } : { kind: 'limited', dealerId: row.dealerId };
  const has = (scope: number) => row.dataScopes.includes(scope);
  const regions = cities(row.regionScope ?? []);
  if (has(1) && regions.length === 0) return { kind: 'all' };
  return {
    kind: 'limited',
    ...((has(1) || has(3)) && regions.length > 0 && { cityIds: regions }),
    ...(has(2) && row.organizationPath !== null && { organizationPath: row.organizationPath }),
    ...(has(4) && row.dealerId !== null && { dealerId: row.dealerId }),
    ...(has(5) && { own: true as const }),
  };
}

/** What an account's roles give it: the same for its session and for who asks whether it may be changed. */
export interface Rights {
  /** Has the role `admin`: passes every permission check. */
  readonly isAdmin: boolean;
  /** Codes of the functions it holds. */
  readonly functions: ReadonlySet<string>;
  readonly scope: DataScope;
}

type RightsSource = Parameters<typeof scopeOf>[0] & Pick<AccountRow, 'roleCodes' | 'granted'>;

/** @param row the account with its enabled roles: their codes, data scopes and functions together */
export function rightsOf(row: RightsSource, tree: FunctionTree): Rights {
  const isAdmin = row.userType === 1 && row.roleCodes.includes('admin');
  const functions = isAdmin ? new Set(tree.codes) : tree.effective(row.granted);
  // Whatever roles say: what became a matter of staff after it was granted is lost at once.
  if (row.userType === 2) for (const code of tree.staffOnly(functions)) functions.delete(code);
  return { isAdmin, functions, scope: isAdmin ? { kind: 'all' } : scopeOf(row) };
}

/** The user as calls see them; without a session the id is empty. */
export function userOf(row: AccountRow, tree: FunctionTree, sessionId = ''): SessionUser {
  const rights = rightsOf(row, tree);
  return {
    sessionId,
    id: row.userId,
    username: row.username,
    realName: row.realName,
    userType: row.userType,
    dealerId: row.dealerId,
    organizationCode: row.organizationCode,
    roleCodes: row.roleCodes,
    paths: tree.pathsGuardedBy(rights.functions),
    mustChangePwd: row.mustChangePwd === 1,
    ...rights,
  };
}

/** Names what a user may do at this moment: two equal versions need no reloading of functions and menu. */
export function rightsVersion(user: SessionUser, tree: FunctionTree): string {
  const held = user.isAdmin ? 'admin' : [...user.functions].toSorted().join(';');
  return `${tree.version}.${createHash('sha256').update(held).digest('base64url').slice(0, 22)}`;
}
