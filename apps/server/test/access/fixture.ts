import { createHash, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { seal } from '../../src/entity/seal.ts';
import { savePasswordHash } from '../../src/modules/access/service.ts';
import type { TestApp } from '../support/app.ts';
import { quickHash } from '../support/passwords.ts';

export const md5 = (text: string): string => createHash('md5').update(text).digest('hex').toUpperCase();
export const password = 'Correct-Horse-7';

interface NewUser {
  readonly username: string;
  readonly roles?: readonly string[];
  readonly mobile?: string;
  readonly organizationCode?: string;
  readonly regionScope?: readonly string[];
  readonly dealerId?: string;
  readonly mustChangePwd?: boolean;
}

let mobiles = randomInt(10_000);
/** A number nobody has used in this run; its last four digits, which stay in its mask, are its own as well. */
export const freshMobile = (): string =>
  `199${[randomInt(10_000), ++mobiles % 10_000].map((part) => String(part).padStart(4, '0')).join('')}`;

/** An account with the password `password`. @returns its id */
export async function addUser(t: TestApp, user: NewUser): Promise<string> {
  const { db, secrets } = t.app;
  const { enc, hash, mask } = seal(secrets, 'mobile', user.mobile ?? freshMobile());
  const { rows } = await sql<{ id: string }>`
    insert into sys_user (user_type, username, real_name, mobile_enc, mobile_hash, mobile_mask, organization_code, dealer_id, region_scope, enabled)
    values (${user.dealerId === undefined ? 1 : 2}, ${user.username}, '测试员', ${enc}, ${hash}, ${mask}, ${user.organizationCode ?? 'HQ'}, ${user.dealerId ?? null},
      ${user.regionScope ? [...user.regionScope] : null}::text[], 1) returning id`.execute(db);
  const id = rows[0]?.id ?? '';
  await savePasswordHash(db, id, quickHash(password), user.mustChangePwd ?? false);
  await setRoles(t, id, user.roles ?? []);
  return id;
}

export async function setRoles(t: TestApp, userId: string, roles: readonly string[]): Promise<void> {
  await sql`delete from sys_user_role where user_id = ${userId}`.execute(t.app.db);
  await sql`insert into sys_user_role (user_id, role_code) select ${userId}, unnest(${[...roles]}::text[])`.execute(
    t.app.db,
  );
}

/** A role with exactly these functions. */
export async function addRole(
  t: TestApp,
  roleCode: string,
  functions: readonly string[],
  dataScope = 1,
): Promise<void> {
  await sql`insert into sys_role (role_code, role_name, data_scope, dealer_assignable, built_in, enabled) values (${roleCode}, ${`角色${roleCode}`}, ${dataScope}, 0, 0, 1)`.execute(
    t.app.db,
  );
  await grant(t, roleCode, functions);
}

export async function grant(t: TestApp, roleCode: string, functions: readonly string[]): Promise<void> {
  await sql`delete from sys_role_function where role_code = ${roleCode}`.execute(t.app.db);
  await sql`insert into sys_role_function (role_code, function_code) select ${roleCode}, unnest(${[...functions]}::text[])`.execute(
    t.app.db,
  );
}

/** A form of a dealer that the server takes. */
export const dealerForm = {
  name: '上海浦东电动车专营店',
  dealerType: 3,
  level: 'A',
  uscc: '91310115MA1K4BRY2L',
  contactName: '王小明',
  contactMobile: '13812345678',
  servicePhone: '400-000-0000',
  provinceId: '310000',
  cityId: '310100',
  districtId: '310115',
  address: '世纪大道100号',
  lng: 121.5,
  lat: 31.2,
  serviceItems: ['1'],
  contractStart: '2026-01-01',
  contractEnd: '2099-12-31',
  organizationCode: 'EAST.SH',
} as const;

export async function addDealer(t: TestApp): Promise<string> {
  const answer = await t.call<{ id: string }>('POST', '/data/crm/dealer/add', dealerForm, { as: 'admin' });
  if (answer.code !== 0) throw new Error(`dealer: ${JSON.stringify(answer)}`);
  return answer.data.id;
}
