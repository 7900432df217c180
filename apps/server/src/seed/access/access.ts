import { adminRole, functionsOf, seedRoles, type SeedRole } from '@wheelhouse/entities/access/seed-roles';
import { sql } from 'kysely';
import { type Tx, withTransaction } from '../../db/pool.ts';
import { seal } from '../../entity/seal.ts';
import type { Call } from '../../http/call.ts';
import type { App } from '../../http/context.ts';
import { hashPassword, md5Upper, randomPassword, savePasswordHash } from '../../modules/access/service.ts';
import { demoAccounts, demoPassword, type SeedAccount } from './accounts.ts';
import { seedFunctions } from './functions.ts';
import { organizations, pathOf } from './organizations.ts';

export { demoPassword } from './accounts.ts';

/**
 * Organization, function tree, roles and the first accounts; run at every start, changes nothing that is there.
 * @param calls of the whole server: what they say of their access is what the tree guards
 * @returns the first administrator's password when it was made up now
 */
export async function seedAccess(app: App, calls: readonly Call[]): Promise<{ adminPassword?: string }> {
  const made = await withTransaction(app.db, async (tx) => {
    await seedOrganizations(tx);
    await seedFunctions(tx, calls);
    await seedRolesOnce(tx);
    return seedAdmin(app, tx);
  });
  if (app.config.seed === 'demo') await seedDemoAccounts(app);
  return made === undefined ? {} : { adminPassword: made };
}

async function seedOrganizations(tx: Tx): Promise<void> {
  const rows = organizations.map((unit, index) => ({
    code: unit.code,
    name: unit.name,
    name_en: unit.nameEn,
    parent_code: unit.parentCode,
    path: pathOf(unit),
    sort: (index + 1) * 10,
  }));
  await sql`
    insert into sys_organization (code, name, name_en, parent_code, path, sort)
    select code, name, name_en, parent_code, path, sort
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (code text, name text, name_en text, parent_code text, path text, sort integer)
    where not exists (select 1 from sys_organization o where lower(o.code) = lower(r.code))
  `.execute(tx);
}

type RoleRow = Pick<SeedRole, 'roleCode' | 'roleName' | 'roleNameEn' | 'dataScope' | 'dealerAssignable'>;

/** @returns whether the role is new; a role that was deleted does not come back */
async function addRole(tx: Tx, role: RoleRow, builtIn: boolean): Promise<boolean> {
  const { rows } = await sql`
    insert into sys_role (role_code, role_name, role_name_en, data_scope, dealer_assignable, built_in, enabled)
    select ${role.roleCode}, ${role.roleName}, ${role.roleNameEn}, ${role.dataScope}, ${Number(role.dealerAssignable)}, ${Number(builtIn)}, 1
    where not exists (select 1 from sys_role r where r.role_code = ${role.roleCode}) returning id
  `.execute(tx);
  return rows.length > 0;
}

async function seedRolesOnce(tx: Tx): Promise<void> {
  await addRole(tx, adminRole, true);
  // The administrator passes every check; the grants let pages about roles show what that means.
  await sql`insert into sys_role_function (role_code, function_code) select ${adminRole.roleCode}, code from sys_function on conflict do nothing`.execute(
    tx,
  );
  for (const role of seedRoles) {
    if (!(await addRole(tx, role, false))) continue;
    const codes = [...functionsOf(role)];
    await sql`insert into sys_role_function (role_code, function_code) select ${role.roleCode}, unnest(${codes}::text[]) on conflict do nothing`.execute(
      tx,
    );
  }
}

/** Makes an account unless the name is taken. @returns its id if it is new */
async function addAccount(
  app: App,
  tx: Tx,
  account: SeedAccount,
  passwordHash: string,
  mustChange = false,
): Promise<string | undefined> {
  const { enc, hash, mask } = seal(app.secrets, 'mobile', account.mobile);
  const { rows } = await sql<{ id: string }>`
    insert into sys_user (user_type, username, real_name, mobile_enc, mobile_hash, mobile_mask, gender, job_no, organization_code, dealer_id, position, enabled)
    select ${account.dealerCode === undefined ? 1 : 2}, ${account.username}, ${account.realName}, ${enc}, ${hash}, ${mask}, ${account.gender ?? null},
      ${account.jobNo ?? null}, ${account.organizationCode}, d.id, ${account.position ?? null}, 1
    from (select 1) one left join dlr_dealer d on d.dealer_code = ${account.dealerCode ?? null} and not d.deleted
    where not exists (select 1 from sys_user u where lower(u.username) = lower(${account.username}))
      and (${account.dealerCode === undefined}::boolean or d.id is not null)
    returning id
  `.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) return undefined;
  await savePasswordHash(tx, id, passwordHash, mustChange);
  await sql`insert into sys_user_role (user_id, role_code) select ${id}, unnest(${[...account.roleCodes]}::text[])`.execute(
    tx,
  );
  return id;
}

/** The first administrator. @returns the password when it was made up */
async function seedAdmin(app: App, tx: Tx): Promise<string | undefined> {
  const { rows } = await sql`select 1 from sys_user where lower(username) = 'admin'`.execute(tx);
  if (rows.length > 0) return undefined;
  const given = app.config.adminPassword;
  const password = given ?? randomPassword(16);
  // A number that nobody has: its owner could sign in by SMS code. The administrator enters a real one.
  const admin: SeedAccount = {
    username: 'admin',
    realName: '系统管理员',
    mobile: '19900000000',
    organizationCode: 'HQ',
    roleCodes: [adminRole.roleCode],
  };
  // A printed password stays in logs and on screens, so it must be changed at the first sign-in.
  await addAccount(app, tx, admin, await hashPassword(md5Upper(password)), given === undefined);
  return given === undefined ? password : undefined;
}

/**
 * Accounts to try every role with (SEED=demo), all with `demoPassword`. Those of dealers are made once their dealer is there: call it again
 * after the demo data.
 */
export async function seedDemoAccounts(app: App): Promise<void> {
  const { rows } = await sql<{
    username: string;
  }>`select username from sys_user where username = any(${demoAccounts.map((account) => account.username)}::text[])`.execute(
    app.db,
  );
  const known = new Set(rows.map((row) => row.username));
  const missing = demoAccounts.filter((account) => !known.has(account.username));
  if (missing.length === 0) return;
  const hashes = await Promise.all(missing.map(() => hashPassword(md5Upper(demoPassword))));
  await withTransaction(app.db, async (tx) => {
    for (const [index, account] of missing.entries()) await addAccount(app, tx, account, hashes[index] ?? '');
  });
}
