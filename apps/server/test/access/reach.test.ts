import fc from 'fast-check';
import { functionSeeds } from '@wheelhouse/entities/access/function-tree';
import { usccCheckDigit } from '@wheelhouse/entities/formats';
import { entities, plain } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addRole, addUser, dealerForm, freshMobile, grant, md5, password, setRoles } from './fixture.ts';

/** Scope is a right: nobody gives, changes or takes over what they do not have themselves. */
let t: TestApp;
const system = '/system/crm';
const keeping = ['query', 'add', 'edit', 'enable', 'resetPwd', 'delete', 'unlock'].map(
  (action) => `operatorManage.${action}`,
);
const roleKeeping = ['query', 'add', 'edit', 'enable', 'delete', 'users'].map((action) => `roleRightsManage.${action}`);
const dealerKeeping = ['query', 'add', 'edit', 'enable', 'resetPwd', 'delete'].map(
  (action) => `dealerAccountManage.${action}`,
);
const keepers = [...keeping, ...roleKeeping, ...dealerKeeping, 'dealerManage.query'];
const more = ['vehicleManage.query', 'batteryManage.query', 'dictionary.query'];

const post = <Data = unknown>(path: string, body: object, as = 'admin') =>
  t.call<Data>('POST', `${system}/${path}`, body, { as });
const usccOf = (index: number) => `91310115MA1K4BRY${index}${usccCheckDigit(`91310115MA1K4BRY${index}`)}`;
/** Dealers in two cities, of two branches: the rows that scopes are about. */
const dealers: string[] = [];

beforeAll(async () => {
  t = await createTestApp();
  const places = [
    { provinceId: '310000', cityId: '310100', districtId: '310115', organizationCode: 'EAST.SH' },
    { provinceId: '310000', cityId: '310100', districtId: '310115', organizationCode: 'WEST' },
    { provinceId: '440000', cityId: '440300', districtId: '440305', organizationCode: 'EAST' },
    { provinceId: '440000', cityId: '440300', districtId: '440305', organizationCode: 'SOUTH' },
  ];
  for (const [index, place] of places.entries()) {
    const form = { ...dealerForm, ...place, name: `电动车门店${index}`, uscc: usccOf(index) };
    const { data } = await t.call<{ id: string }>('POST', '/data/crm/dealer/add', form, { as: 'admin' });
    dealers.push(data.id);
  }
  if (dealers.some((id) => id === undefined)) throw new Error('a dealer was refused');
});
afterAll(() => t.stop());

let count = 0;
const seen = async (token: string): Promise<string[]> => {
  const answer = await t.call<{ list: { id: string }[] }>(
    'POST',
    '/data/crm/dealer/list',
    { pageSize: 100 },
    { as: token },
  );
  return answer.code === 0 ? answer.data.list.map((row) => row.id).toSorted((a, b) => Number(a) - Number(b)) : [];
};
const signedIn = async (user: Omit<Parameters<typeof addUser>[1], 'username'>) => {
  const username = `reach.${++count}`;
  const id = await addUser(t, { username, ...user });
  return { id, username, token: await t.login(username, password) };
};
interface RoleRow {
  readonly rev: number;
  readonly functionCodes: readonly string[];
}
const role = async (roleCode: string) => (await post<RoleRow>('sysRole/detail', { roleCode })).data;
const account = async (id: string) => (await post<{ rev: number }>('sysUser/detail', { id })).data;

test('a dealer’s rows lie in its city and its organization, for every entity that dealers see', () => {
  const staffOnly = new Set(functionSeeds.filter((seed) => seed.staffOnly).map((seed) => seed.code));
  const odd = Object.values(entities)
    .map(plain)
    .flatMap(({ name, page, scope }) => {
      if (!scope?.dealer || staffOnly.has(`${page}.query`)) return [];
      const at = scope.dealer === 'id' ? '' : `${scope.dealer}.`;
      return [scope.city].flat().includes(`${at}cityId`) && scope.organization === `${at}organizationCode`
        ? []
        : [name];
    });
  expect(odd).toEqual([]);
});

describe('whose scope is one region', () => {
  let clerk: { id: string; token: string };
  beforeAll(async () => {
    await addRole(t, 'regional', keepers, 3);
    await addRole(t, 'branch', ['dealerManage.query'], 2);
    await addRole(t, 'everywhere', ['dealerManage.query']);
    clerk = await signedIn({ roles: ['regional'], regionScope: ['310000'], organizationCode: 'HQ' });
  });

  test.each([1, 2])('does not turn their own role into scope %i', async (dataScope) => {
    const before = await seen(clerk.token);
    const sent = { roleCode: 'regional', rev: (await role('regional')).rev, dataScope };
    expect(await post('sysRole/updateRole', sent, clerk.token)).toMatchObject({
      code: 1115,
      data: { errors: [{ field: 'dataScope' }] },
    });
    expect(await seen(clerk.token)).toEqual(before);
    expect(before).toEqual(dealers.slice(0, 2));
  });

  test('changes no role of members who see more, whatever it grants', async () => {
    await addRole(t, 'mixed', ['dealerManage.query'], 3);
    await signedIn({ roles: ['mixed', 'everywhere'], regionScope: [] });
    const { rev } = await role('mixed');
    const sent = { roleCode: 'mixed', rev, functionCodes: ['dealerManage.query', 'operatorManage.query'] };
    expect((await post('sysRole/updateRole', sent, clerk.token)).code).toBe(1115);
    expect((await post('sysRole/enable', { roleCode: 'mixed', enabled: 0 }, clerk.token)).code).toBe(1115);
    expect((await post('sysRole/updateRole', { roleCode: 'mixed', rev, remark: '说明' }, clerk.token)).code).toBe(0);
  });

  test.each([
    ['all', { roles: ['everywhere'] }],
    ['another region', { roles: ['regional'], regionScope: ['440000'] }],
    ['an organization', { roles: ['branch'], organizationCode: 'EAST' }],
  ])('touches no account that sees %s', async (_what, user) => {
    const { id, username } = await signedIn(user);
    // Accounts are seen by organization: whoever keeps them all, but covers some only.
    await addRole(t, `keeper_${++count}`, keepers, 2);
    const keeper = await signedIn({ roles: [`keeper_${count}`], organizationCode: 'EAST.SH' });
    await t.app.pool.query(`update sys_user set organization_code = 'EAST.SH' where id = $1`, [id]);
    await t.app.pool.query(`insert into sys_totp (user_id, secret_enc, confirmed_time) values ($1, '\\x00', now())`, [
      id,
    ]);
    const { rev } = await account(id);
    const tried = {
      'sysUser/resetPwd': { id },
      'sysUser/resetTotp': { id, reason: '手机丢失' },
      'sysUser/updateUser': { id, rev, mobile: freshMobile() },
      'sysSession/endAll': { userId: id },
      'sysRole/removeUser': { userId: id, roleCode: user.roles[0] },
    };
    const covered = user.roles[0] === 'branch';
    for (const [call, body] of Object.entries(tried)) {
      if (covered) continue;
      expect((await post(call, body, keeper.token)).code, call).toBe(1115);
    }
    for (const call of ['enable', 'batchDelete']) {
      const { data } = await post<{ skipped: unknown[] }>(`sysUser/${call}`, { ids: [id], enabled: 0 }, keeper.token);
      if (!covered) expect(data.skipped, call).toHaveLength(1);
    }
    for (let i = 0; i < 5; i++) await post('sysUser/ssoLogin', { username, password: md5('wrong') }, '');
    if (!covered) expect((await post('sysUser/unlock', { id }, keeper.token)).code).toBe(1115);
  });

  test('keeps accounts of dealers in their region, and no others', async () => {
    await addRole(t, 'shops', ['dealerManage.query'], 4);
    await t.app.pool.query(`update sys_role set dealer_assignable = 1 where role_code = 'shops'`);
    const shop = <Data>(call: string, body: object) =>
      t.call<Data>('POST', `/data/crm/dealerUser/${call}`, body, { as: clerk.token });
    const form = (dealerId: string | undefined) => ({
      username: `shop.${++count}`,
      realName: '店员',
      mobile: freshMobile(),
      dealerId,
      roleCodes: ['shops'],
    });
    const inside = await shop<{ id: string }>('add', form(dealers[0]));
    expect(inside).toMatchObject({ code: 0 });
    expect((await shop('add', form(dealers[3]))).code).not.toBe(0);
    expect((await shop('resetPwd', { id: inside.data.id })).code).toBe(0);
    await t.app.pool.query('update sys_user set dealer_id = $2 where id = $1', [inside.data.id, dealers[3]]);
    expect((await shop('resetPwd', { id: inside.data.id })).code).not.toBe(0);
  });
});

// What follows tries chains: whoever is taken over acts as well.
const roleCodes = ['chain_a', 'chain_b', 'chain_c', 'chain_d'];
const aFunction = fc.constantFrom(...keepers, ...more);
const someFunctions = fc.oneof(fc.constant(keepers), fc.uniqueArray(aFunction, { minLength: 1, maxLength: 12 }));
const aScope = fc.constantFrom(1, 2, 3, 4, 5);
const anOrganization = fc.constantFrom('HQ', 'EAST', 'EAST.SH', 'WEST');
const someRegions = fc.constantFrom([], ['310000'], ['440000'], ['310000', '440000']);
const someRoles = fc.uniqueArray(fc.constantFrom(...roleCodes), { minLength: 1, maxLength: 2 });
const index = fc.nat(9);
const world = fc.record({
  roles: fc.tuple(...roleCodes.map(() => fc.record({ functions: someFunctions, dataScope: aScope }))),
  accounts: fc.array(fc.record({ roles: someRoles, organizationCode: anOrganization, regionScope: someRegions }), {
    minLength: 4,
    maxLength: 4,
  }),
});
const step = fc.oneof(
  fc.record({
    what: fc.constant('role' as const),
    by: index,
    roleCode: fc.constantFrom(...roleCodes),
    functionCodes: someFunctions,
    dataScope: aScope,
  }),
  fc.record({
    what: fc.constant('scope' as const),
    by: index,
    roleCode: fc.constantFrom(...roleCodes),
    dataScope: aScope,
  }),
  fc.record({
    what: fc.constant('add' as const),
    by: index,
    roleCodes: someRoles,
    organizationCode: anOrganization,
    regionScope: someRegions,
  }),
  fc.record({
    what: fc.constant('edit' as const),
    by: index,
    of: index,
    roleCodes: someRoles,
    organizationCode: anOrganization,
    regionScope: someRegions,
  }),
  fc.record({ what: fc.constant('reset' as const), by: index, of: index }),
  fc.record({
    what: fc.constant('enableRole' as const),
    by: index,
    roleCode: fc.constantFrom(...roleCodes),
    enabled: fc.constantFrom(0, 1),
  }),
);

interface Person {
  readonly id: string;
  readonly username: string;
  token: string;
  /** Somebody who belongs to the attacker: made or taken over by them. */
  taken: boolean;
}
interface Reach {
  readonly functions: ReadonlySet<string>;
  readonly rows: ReadonlySet<string>;
}

const reachOf = async ({ token }: Person): Promise<Reach> => {
  await post('sysFunction/tree', {}, token);
  const { data } = await post<{ userFunctions: string[] }>('sysUser/myInfo', {}, token);
  return { functions: new Set(data.userFunctions), rows: new Set(await seen(token)) };
};

/** A new password that only the attacker knows becomes the one they act with. */
async function takeOver(person: Person, given: string): Promise<void> {
  const first = await t.login(person.username, given);
  const changed = `Taken-Over-${++count}`;
  await post('sysUser/modifyPassword', { oldPassword: md5(given), newPassword: md5(changed) }, first);
  person.token = await t.login(person.username, changed);
  person.taken = true;
}

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

async function take(people: Person[], one: Step): Promise<void> {
  const own = people.filter((person) => person.taken);
  const { token } = own[one.by % own.length] ?? { token: '' };
  const target = 'of' in one ? people[one.of % people.length] : undefined;
  await post('sysFunction/tree', {}, token);
  if (one.what === 'role' || one.what === 'scope') {
    const { what: _, by: __, ...sent } = one;
    await post('sysRole/updateRole', { ...sent, rev: (await role(one.roleCode)).rev }, token);
  } else if (one.what === 'enableRole') {
    await post('sysRole/enable', { roleCode: one.roleCode, enabled: one.enabled }, token);
  } else if (one.what === 'add') {
    const { what: _, by: __, ...sent } = one;
    const username = `chain.${++count}`;
    const form = { ...sent, username, realName: '测试员', mobile: freshMobile() };
    const answer = await post<{ id: string; initialPassword: string }>('sysUser/addUser', form, token);
    if (answer.code !== 0) return;
    const made: Person = { id: answer.data.id, username, token: '', taken: true };
    people.push(made);
    await takeOver(made, answer.data.initialPassword);
  } else if (one.what === 'edit' && target) {
    const { what: _, by: __, of: ___, ...sent } = one;
    await post('sysUser/updateUser', { ...sent, id: target.id, rev: (await account(target.id)).rev }, token);
  } else if (one.what === 'reset' && target) {
    const answer = await post<{ newPassword: string }>('sysUser/resetPwd', { id: target.id }, token);
    if (answer.code === 0) await takeOver(target, answer.data.newPassword);
  }
}

test('chains of calls and takeovers never reach a function or a row outside of one’s own', async () => {
  for (const code of roleCodes) await addRole(t, code, []);
  await fc.assert(
    fc.asyncProperty(world, fc.array(step, { minLength: 6, maxLength: 12 }), async (given, steps) => {
      await t.app.pool.query(`delete from sys_user_role where role_code = any($1)`, [roleCodes]);
      for (const [at, code] of roleCodes.entries()) {
        const { functions, dataScope } = given.roles[at] ?? { functions: [], dataScope: 5 };
        await grant(t, code, functions);
        await t.app.pool.query('update sys_role set data_scope = $2, enabled = 1 where role_code = $1', [
          code,
          dataScope,
        ]);
      }
      const people: Person[] = [];
      for (const user of given.accounts) people.push({ ...(await signedIn({ ...user, roles: [] })), taken: false });
      for (const [at, { id }] of people.entries()) await setRoles(t, id, given.accounts[at]?.roles ?? []);
      // Rows that somebody made themselves are in their own scope.
      for (const [at, id] of dealers.entries())
        await t.app.pool.query('update dlr_dealer set create_by = $2 where id = $1', [id, people[at]?.id]);
      await t.app.sessions.authenticate(people[0]?.token ?? '', undefined);
      const [attacker] = people;
      if (attacker === undefined) throw new Error('nobody');
      attacker.taken = true;
      const before = new Map<string, Reach>();
      for (const person of people) before.set(person.id, await reachOf(person));
      for (const one of steps) await take(people, one);
      const mine = before.get(attacker.id);
      for (const person of people) {
        const was = person.taken ? undefined : before.get(person.id);
        const is = await reachOf(person);
        const beyond = {
          functions: [...is.functions].filter((code) => !mine?.functions.has(code) && !was?.functions.has(code)),
          rows: [...is.rows].filter((id) => !mine?.rows.has(id) && !was?.rows.has(id)),
        };
        expect(beyond, person.username).toEqual({ functions: [], rows: [] });
      }
    }),
    { numRuns: 15 },
  );
}, 180_000);
