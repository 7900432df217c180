import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/pool.ts';
import { run } from '../../entity/run.ts';
import { scopeWhere } from '../../entity/scope.ts';
import { scopeOf } from '../access/service.ts';
import { today } from '../../db/wall-clock.ts';

/** Recipients of a notice: all users that any of these conditions names. */
export interface Recipients {
  readonly roleCodes?: readonly string[];
  readonly userIds?: readonly string[];
  /** All users who hold this function. */
  readonly functionCode?: string;
  /**
   * The vehicle it is about: of those whom role or function names, only those who see it in their data scope are notified, dealer accounts
   * among them. Without it role and function mean staff alone.
   */
  readonly vehicleId?: string;
}

interface Candidate {
  id: string;
  userType: 1 | 2;
  dealerId: string | null;
  regionScope: readonly string[] | null;
  organizationPath: string | null;
  roleCodes: readonly string[];
  dataScopes: readonly number[];
}

/** Accounts in use that hold a role among `roleCodes` or the function. */
async function candidates(tx: Db | Tx, { roleCodes = [], functionCode, vehicleId }: Recipients): Promise<Candidate[]> {
  if (roleCodes.length === 0 && functionCode === undefined) return [];
  const { rows } = await sql<Candidate>`
    with recursive held as (
      select code, staff_only from sys_function where code = ${functionCode ?? null} and enabled = 1
      union select f.code, f.staff_only from sys_function f join held on f.parent_code = held.code where f.enabled = 1),
    roles as (
      select r.role_code from sys_role r where r.enabled = 1 and not r.deleted and (r.role_code = any(${[...roleCodes]}::text[])
        or ${functionCode !== undefined} and (r.role_code = 'admin'
          or exists (select 1 from sys_role_function rf join held on held.code = rf.function_code where rf.role_code = r.role_code))))
    select u.id, u.user_type, u.dealer_id, u.region_scope, o.path as organization_path,
      array_agg(r.role_code) as role_codes, array_agg(distinct r.data_scope::int) as data_scopes
    from sys_user u
    join sys_user_role ur on ur.user_id = u.id join sys_role r on r.role_code = ur.role_code and r.enabled = 1 and not r.deleted
    left join sys_organization o on o.code = u.organization_code and not o.deleted
    where u.enabled = 1 and not u.deleted
      and (u.valid_until is null or u.valid_until >= ${today})
      and (u.user_type = 1 or ${vehicleId !== undefined} and not exists (select 1 from sys_function f where f.code = ${functionCode ?? null} and f.staff_only = 1))
      and exists (select 1 from sys_user_role h join roles on roles.role_code = h.role_code where h.user_id = u.id)
    group by u.id, o.path order by u.id`.execute(tx);
  return rows;
}

const vehicle = entityNamed('vehicle');

async function sees(tx: Db | Tx, who: Candidate, vehicleId: string): Promise<boolean> {
  if (who.userType === 1 && who.roleCodes.includes('admin')) return true;
  const scope = scopeWhere(vehicle, 't', scopeOf(who), who.id);
  if (scope === undefined) return true;
  const rows = await run<{ id: string }>(
    tx,
    sql`select t.id from veh_vehicle t where t.id = ${vehicleId} and ${scope}`,
  );
  return rows.length > 0;
}

/** Ids of the accounts a notice goes to, each once. */
export async function recipients(tx: Db | Tx, to: Recipients): Promise<string[]> {
  const found = new Set<string>();
  for (const who of await candidates(tx, to)) {
    if (to.vehicleId === undefined || (await sees(tx, who, to.vehicleId))) found.add(who.id);
  }
  const { userIds = [] } = to;
  if (userIds.length > 0) {
    const { rows } = await sql<{
      id: string;
    }>`select id from sys_user where id = any(${[...userIds]}::bigint[]) and enabled = 1 and not deleted`.execute(tx);
    for (const { id } of rows) found.add(id);
  }
  return [...found];
}
