import { seal } from '../../src/entity/seal.ts';
import { savePasswordHash } from '../../src/modules/access/service.ts';
import type { TestApp } from './app.ts';
import { quickHash } from './passwords.ts';

/** Password of every person made here. */
export const personPassword = 'Person-2026';
let people = 0;

interface Person {
  readonly roles: readonly string[];
  /** Makes a dealer account. */
  readonly dealerId?: string;
  readonly organizationCode?: string;
  readonly regionScope?: readonly string[];
}

/** Makes an account with roles and signs it in. @returns its token and id */
export async function signInAs(
  test: TestApp,
  { roles, dealerId, organizationCode = 'HQ', regionScope }: Person,
): Promise<{ token: string; userId: string; username: string }> {
  const { app } = test;
  const n = ++people;
  const username = `person.${n}`;
  const mobile = seal(app.secrets, 'mobile', `139${String(n).padStart(8, '0')}`);
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into sys_user (user_type, username, real_name, mobile_enc, mobile_hash, mobile_mask, organization_code, dealer_id, region_scope, enabled)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 1) returning id`,
    [
      dealerId === undefined ? 1 : 2,
      username,
      `人员${n}`,
      mobile.enc,
      mobile.hash,
      mobile.mask,
      organizationCode,
      dealerId ?? null,
      regionScope ?? null,
    ],
  );
  const userId = rows[0]?.id ?? '';
  await savePasswordHash(app.db, userId, quickHash(personPassword), false);
  for (const role of roles)
    await app.pool.query('insert into sys_user_role (user_id, role_code) values ($1, $2)', [userId, role]);
  return { token: await test.login(username, personPassword), userId, username };
}
