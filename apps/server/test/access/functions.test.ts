import { closeFunctions, functionSeeds } from '@wheelhouse/entities/access/function-tree';
import { functionsOf, seedRoles } from '@wheelhouse/entities/access/seed-roles';
import { routes } from '@wheelhouse/entities/routes';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '../../src/modules/index.ts';
import { seedAccess } from '../../src/seed/access/access.ts';
import { seedReference } from '../../src/seed/reference/reference.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addRole, addUser, password } from './fixture.ts';

interface Node {
  readonly code: string;
  readonly name: string;
  readonly functionType: number;
  readonly functionUrl: string;
  readonly subSysFunction: readonly Node[];
}

let t: TestApp;
const tree = '/system/crm/sysFunction/tree';
const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.subSysFunction)]);

beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());

/** Function codes of which one is enough; none for calls that are open or for everybody signed in. */
const codesOf = ({ access }: (typeof calls)[number]) =>
  (typeof access === 'string' ? [access] : [...access]).filter((code) => code !== 'public' && code !== 'login');
const parents = new Map(functionSeeds.map((seed) => [seed.code, seed.parentCode]));
const parentOf = (code: string) => parents.get(code);

test('every route that is granted is a page of the tree, under its group or its list', async () => {
  const { data } = await t.call<Node[]>('POST', tree, {}, { as: 'admin' });
  const nodes = new Map(flat(data).map((node) => [node.code, node]));
  for (const route of routes.filter((one) => one.permission === one.name)) {
    expect(nodes.get(route.name)).toMatchObject({ functionType: 1, functionUrl: route.path, name: route.zh });
  }
  for (const route of routes.filter((one) => one.via !== null))
    expect(parentOf(route.name)).toBe(route.via?.split('.')[0]);
});

test('the tree names every guarded call, so that it can be granted', async () => {
  const { data } = await t.call<Node[]>('POST', tree, { scope: 'all' }, { as: 'admin' });
  const guarded = new Map(flat(data).map((node) => [node.code, node.functionUrl.split(';')]));
  const missing = calls.flatMap((call) =>
    codesOf(call)
      .filter((code) => !guarded.get(code)?.includes(call.path))
      .map((code) => `${code} for ${call.path}`),
  );
  expect(missing).toEqual([]);
});

test('granting is closed over, and closing again changes nothing', () => {
  expect([...closeFunctions(['vehicleModelManage.add'], parentOf)].toSorted()).toEqual([
    'equipmentManage',
    'vehicleModelAdd',
    'vehicleModelDetail',
    'vehicleModelManage',
    'vehicleModelManage.add',
    'vehicleModelManage.query',
    'vehicleModelView',
  ]);
  expect(closeFunctions(['no.such', '__proto__'], parentOf).size).toBe(0);
  const code = fc.constantFrom(...parents.keys());
  fc.assert(
    fc.property(fc.array(code, { maxLength: 20 }), (codes) => {
      const closed = closeFunctions(codes, parentOf);
      expect(closeFunctions(closed, parentOf)).toEqual(closed);
      expect([...closed].filter((one) => !closed.has(parentOf(one) ?? one))).toEqual([]);
    }),
    { numRuns: 50 },
  );
});

test('the grant table: what some roles may and may not', () => {
  const of = new Map(seedRoles.map((role) => [role.roleCode, functionsOf(role)]));
  const may = (role: string, code: string) => of.get(role)?.has(code);
  const rows: [string, string, boolean][] = [
    ['cs', 'remoteControl.basic', true],
    ['cs', 'remoteControl.power', false],
    ['cs', 'stolenMonitorManage.lock', true],
    ['cs', 'vehicleManage.edit', false],
    ['cs', 'orderList.refund', true],
    ['cs', 'orderList.refundAudit', false],
    ['finance', 'orderList.refundAudit', true],
    ['ops', 'remoteControl', false],
    ['ops', 'vehicleManage.edit', true],
    ['ops', 'vehicleManage.delete', false],
    ['ota', 'vehicleRemoteDebugging.danger', true],
    ['aftersales', 'vehicleRemoteDebugging.use', false],
    ['marketing', 'equipmentManage', false],
    ['quality', 'alarmManage.handle', true],
    ['sim', 'simIndex.delete', true],
    ['dealer', 'appuserManager', false],
    ['dealer', 'historytrace', false],
    ['dealer', 'simManage', false],
    ['dealer', 'repairListsManage.repair', true],
    ['dealer', 'vehicleManage.query', true],
    ['auditor', 'operatorManage.query', true],
    ['auditor', 'operatorManage.edit', false],
    ['auditor', 'remoteControl.basic', false],
  ];
  expect(rows.filter(([role, code, expected]) => may(role, code) !== expected)).toEqual([]);
  const staffOnly = new Set(functionSeeds.filter((seed) => seed.staffOnly).map((seed) => seed.code));
  expect([...(of.get('dealer') ?? [])].filter((code) => staffOnly.has(code))).toEqual([]);
});

test('every call × every role: allowed exactly where the role holds a function that guards it', async () => {
  for (const role of seedRoles) {
    const held = functionsOf(role);
    await addUser(t, { username: `role.${role.roleCode}`, roles: [role.roleCode] });
    const user = await t.app.sessions.authenticate(await t.login(`role.${role.roleCode}`, password), undefined);
    const guardedCalls = calls.filter((call) => codesOf(call).length > 0);
    const wrong = guardedCalls.filter(
      (call) => t.app.sessions.allowed(user, call.path, codesOf(call)) !== codesOf(call).some((code) => held.has(code)),
    );
    expect(wrong.map((call) => `${role.roleCode} ${call.path}`)).toEqual([]);
  }
});

test('the tree of a user has what they were granted and nothing else; all of it is for those who manage roles', async () => {
  await addRole(t, 'small', ['vehicleManage.stop']);
  await addUser(t, { username: 'small.user', roles: ['small'] });
  const token = await t.login('small.user', password);
  const { data } = await t.call<Node[]>('POST', tree, {}, { as: token });
  expect(
    flat(data)
      .map((node) => node.code)
      .toSorted(),
  ).toEqual([
    'ecuDetail',
    'equipmentManage',
    'vehicleManage',
    'vehicleManage.query',
    'vehicleManage.stop',
    'vehicleManageDetail',
  ]);
  expect((await t.call('POST', tree, { scope: 'all' }, { as: token })).code).toBe(1003);
  expect(await t.call('POST', tree, { scope: 'every' }, { as: token })).toMatchObject({
    code: 1001,
    data: { errors: [{ field: 'scope' }] },
  });
});

test('a later start keeps what was edited, and notifies nobody', async () => {
  const query = async (text: string) => (await t.app.pool.query(text)).rows;
  await query(`update sys_function set name = '我的车', sort = 5, hidden = 1 where code = 'vehicleManage'`);
  await query(`delete from sys_role_function where role_code = 'cs' and function_code = 'remoteControl.basic'`);
  await query(`update sys_item_code set name = '女士' where category = 'Gender' and code = '2'`);
  await query(`update sys_item_code set deleted = true where category = 'QaCategory' and code = '5'`);
  const state = () =>
    Promise.all([
      query('select * from sys_function order by id'),
      query('select * from sys_role_function order by 1, 2'),
      query('select * from sys_item_code order by id'),
      query('select version from sys_access_version'),
      query('select * from sys_role order by id'),
      query('select id, username from sys_user order by id'),
    ]);
  const before = await state();
  await seedReference(t.app);
  expect(await seedAccess(t.app, calls)).toEqual({});
  expect(await state()).toEqual(before);
});

test('a node the release no longer has is removed; an administrator’s own stays', async () => {
  const query = (text: string) => t.app.pool.query(text);
  await query(
    `insert into sys_function (code, name, name_en, function_type, built_in) values ('goneManage', '旧', 'Old', 1, 1)`,
  );
  await query(
    `insert into sys_function (code, parent_code, name, name_en, function_type, built_in) values ('ownPage', 'goneManage', '自建', 'Own', 1, 0)`,
  );
  await seedAccess(t.app, calls);
  const { rows } = await query(`select code, parent_code from sys_function where code in ('goneManage', 'ownPage')`);
  expect(rows).toEqual([{ code: 'ownPage', parent_code: null }]);
});
