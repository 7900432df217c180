import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addDealer, addUser, password } from './fixture.ts';

let t: TestApp;
const base = '/system/crm/sysRole';
interface Role {
  id: string;
  rev: number;
  roleCode: string;
  functionCodes: string[];
  userCount: number;
}

beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());

let count = 0;
const post = <Data = unknown>(call: string, body: object, as = 'admin') =>
  t.call<Data>('POST', `${base}/${call}`, body, { as });
const form = (more: object = {}) => {
  const n = ++count;
  return {
    roleCode: `role_${n}`,
    roleName: `角色${n}`,
    dataScope: 1,
    functionCodes: ['vehicleModelManage.query'],
    ...more,
  };
};
async function added(more: object = {}, as = 'admin'): Promise<string> {
  const sent = form(more);
  const answer = await post('addRole', sent, as);
  expect(answer).toMatchObject({ code: 0 });
  return sent.roleCode;
}
const detail = async (roleCode: string) => (await post<Role>('detail', { roleCode })).data;
const update = async (roleCode: string, more: object, as = 'admin') =>
  post('updateRole', { roleCode, rev: (await detail(roleCode)).rev, ...more }, as);
async function member(roleCode: string, dealerId?: string): Promise<{ id: string; token: string; username: string }> {
  const username = `member.${++count}`;
  const id = await addUser(t, { username, roles: [roleCode], ...(dealerId !== undefined && { dealerId }) });
  return { id, username, token: await t.login(username, password) };
}
const manager = [
  'roleRightsManage.add',
  'roleRightsManage.edit',
  'roleRightsManage.delete',
  'roleRightsManage.enable',
  'roleRightsManage.users',
  'vehicleModelManage.add',
];

test('what is ticked brings what it needs: query, page, group and hidden pages', async () => {
  const code = await added({ functionCodes: ['vehicleModelManage.add'] });
  expect((await detail(code)).functionCodes).toEqual([
    'equipmentManage',
    'vehicleModelAdd',
    'vehicleModelDetail',
    'vehicleModelManage',
    'vehicleModelManage.add',
    'vehicleModelManage.query',
    'vehicleModelView',
  ]);
  const { token } = await member(code);
  expect((await t.call('POST', '/veh/crm/vehicleType/list', {}, { as: token })).code).toBe(0);
});

test.each([
  [{ roleCode: 'Admin' }, 'roleCode'],
  [{ roleCode: 'ab' }, 'roleCode'],
  [{ roleName: '角' }, 'roleName'],
  [{ dataScope: 9 }, 'dataScope'],
  [{ functionCodes: [] }, 'functionCodes'],
  [{ functionCodes: ['no.such'] }, 'functionCodes'],
  [{ functionCodes: ['__proto__'] }, 'functionCodes'],
  [{ builtIn: 1 }, 'builtIn'],
  [{ userCount: 1 }, 'userCount'],
])('refuses %j', async (more, field) => {
  expect(await post('addRole', form(more))).toMatchObject({ code: 1001, data: { errors: [{ field }] } });
});

test('code and name are taken once; the code is for good', async () => {
  const sent = form();
  await post('addRole', sent);
  expect(await post('addRole', form({ roleCode: sent.roleCode }))).toMatchObject({
    code: 1009,
    data: { errors: [{ field: 'roleCode' }] },
  });
  expect(await post('addRole', form({ roleName: sent.roleName }))).toMatchObject({
    code: 1009,
    data: { errors: [{ field: 'roleName' }] },
  });
  const { id, rev } = await detail(sent.roleCode);
  expect(await post('updateRole', { id, rev, roleCode: 'another_code' })).toMatchObject({
    code: 1001,
    data: { errors: [{ field: 'roleCode' }] },
  });
});

test('a change needs the present revision; it is logged with what came and what went', async () => {
  const many = Array.from({ length: 30 }, (_, i) => `dictionary.x${i}`);
  await t.app.pool.query(
    `insert into sys_function (code, parent_code, name, name_en, function_type) select c, 'dictionary', c, c, 2 from unnest($1::text[]) c`,
    [many],
  );
  // Written past the calls: the server hears of it a moment later.
  const known = async () => (await t.call('POST', '/system/crm/sysFunction/tree', {}, { as: 'admin' })).data;
  await expect.poll(async () => JSON.stringify(await known()).includes('dictionary.x29')).toBe(true);
  const code = await added({ functionCodes: many });
  const { id, rev, functionCodes } = await detail(code);
  const next = [...functionCodes.filter((one) => one !== 'dictionary.x7'), 'menu.query'];
  expect((await post('updateRole', { roleCode: code, rev, functionCodes: next })).code).toBe(0);
  expect((await post('updateRole', { roleCode: code, rev, functionCodes: next })).code).toBe(1005);
  const { rows } = await t.app.pool.query<{ before: Role; after: Role; route: string; function_code: string }>(
    `select before, after, route, function_code from sys_operation_log where entity = 'sysRole' and entity_id = $1 and action = 'update'`,
    [id],
  );
  expect(rows).toEqual([
    expect.objectContaining({ route: 'roleRightsManage', function_code: 'roleRightsManage.edit' }),
  ]);
  expect(rows[0]?.before.functionCodes).toEqual(['dictionary.x7']);
  expect(rows[0]?.after.functionCodes).toEqual(['menu', 'menu.query']);
});

test('the built-in role is fixed', async () => {
  for (const more of [{ remark: 'x' }, { functionCodes: ['qa'] }])
    expect((await update('admin', more)).code).toBe(1117);
  expect((await post('deleteRole', { roleCode: 'admin' })).code).toBe(1117);
  expect((await post('enable', { roleCode: 'admin', enabled: 0 })).code).toBe(1117);
});

describe('nobody grants beyond their own rights', () => {
  test('neither by a new role nor by a changed, enabled or wider one', async () => {
    const own = await added({ functionCodes: manager });
    const { token } = await member(own);
    const made = await added({ functionCodes: ['vehicleModelManage.add'] }, token);
    expect(await post('addRole', form({ functionCodes: ['vehicleModelManage.delete'] }), token)).toMatchObject({
      code: 1115,
      data: { errors: [{ field: 'functionCodes' }] },
    });
    expect((await update(made, { functionCodes: ['orderList.refundAudit'] }, token)).code).toBe(1115);
    const more = await added({ functionCodes: ['orderList.refundAudit'], enabled: 0 });
    expect((await post('enable', { roleCode: more, enabled: 1 }, token)).code).toBe(1115);
    const narrow = await added({ functionCodes: manager, dataScope: 2 });
    const { token: branch } = await member(narrow);
    expect((await post('addRole', form({ dataScope: 1 }), branch)).code).toBe(1115);
    expect((await post('addRole', form({ dataScope: 2 }), branch)).code).toBe(0);
  });

  test('nor shuts themselves out', async () => {
    const own = await added({ functionCodes: manager });
    const { id, token } = await member(own);
    expect((await update(own, { functionCodes: ['roleRightsManage.query'] }, token)).code).toBe(1119);
    expect((await post('enable', { roleCode: own, enabled: 0 }, token)).code).toBe(1119);
    expect((await post('removeUser', { roleCode: own, userId: id }, token)).code).toBe(1111);
    expect((await update(own, { functionCodes: manager.slice(1) }, token)).code).toBe(0);
  });
});

test('a role is deleted once nobody has it; its code begins anew', async () => {
  const code = await added();
  const { id: roleId } = await detail(code);
  const { id } = await member(code);
  expect(await post('deleteRole', { roleCode: code })).toMatchObject({ code: 1118, message: '该角色下还有1个用户' });
  expect((await post('removeUser', { roleCode: code, userId: id })).code).toBe(0);
  expect((await post('deleteRole', { roleCode: code })).code).toBe(0);
  expect((await post('deleteRole', { roleCode: code })).code).toBe(1002);
  expect((await post('deleteRole', { id: roleId })).code).toBe(1002);
  expect((await post('enable', { id: roleId, enabled: 0 })).code).toBe(1002);
  expect(await post('deleteRole', { ids: [roleId] })).toMatchObject({
    code: 0,
    data: { deleted: 0, skipped: [{ id: roleId, code: 1002 }] },
  });
  await added({ roleCode: code, functionCodes: ['qa'] });
  expect((await detail(code)).functionCodes).toEqual(['qa']);
});

test('members: seen in scope, taken out one by one, logged', async () => {
  const code = await added();
  const [one, two] = [await member(code), await member(code)];
  const { data } = await post<{ list: { id: string; username: string; mobile: string }[]; total: number }>('users', {
    roleCode: code,
  });
  expect(data.list.map((row) => row.id)).toEqual([two.id, one.id]);
  expect(data.list[0]?.mobile).toMatch(/^199\*{4}\d{4}$/);
  expect((await post('removeUser', { roleCode: code, userId: one.id })).code).toBe(0);
  expect((await post('removeUser', { roleCode: code, userId: one.id })).code).toBe(1002);
  expect((await post<{ total: number }>('users', { roleCode: code })).data.total).toBe(1);
  expect((await post('removeUser', { roleCode: 'admin', userId: '1' })).code).toBe(1111);
  const { rows } = await t.app.pool.query(
    `select action, before, after from sys_operation_log where entity_id = $1 and entity = 'sysUser'`,
    [one.id],
  );
  expect(rows).toEqual([{ action: 'removeRole', before: { roleCodes: [code] }, after: { roleCodes: [] } }]);
});

test('what is for staff only never reaches a dealer', async () => {
  const own = await added({ functionCodes: ['vehicleManage.query'], dealerAssignable: 1 });
  expect(await update(own, { functionCodes: ['vehicleManage.edit'] })).toMatchObject({
    code: 1116,
    data: { errors: [{ field: 'functionCodes' }] },
  });
  const inner = await added({ functionCodes: ['vehicleManage.edit'] });
  expect(await update(inner, { dealerAssignable: 1 })).toMatchObject({
    code: 1116,
    data: { errors: [{ field: 'dealerAssignable' }] },
  });
  const { token } = await member(own, await addDealer(t));
  expect((await update(own, { dealerAssignable: 0 })).code).toBe(1118);
  expect((await t.call('POST', '/veh/crm/vehicle/list', {}, { as: token })).code).toBe(0);
  // A function that becomes a matter of staff is lost at once, whatever roles say.
  await t.app.pool.query(`update sys_function set staff_only = 1 where code = 'vehicleManage.query'`);
  await expect.poll(async () => (await t.call('POST', '/veh/crm/vehicle/list', {}, { as: token })).code).toBe(1003);
});

test('disabling a role takes its rights from members at once; enabling gives them back', async () => {
  const code = await added();
  const { token } = await member(code);
  const list = async () => (await t.call('POST', '/veh/crm/vehicleType/list', {}, { as: token })).code;
  await t.call('POST', '/system/crm/sysFunction/tree', {}, { as: token });
  expect(await list()).toBe(0);
  expect((await post('enable', { roleCode: code, enabled: 0 })).code).toBe(0);
  expect([await list(), await list()]).toEqual([1108, 1003]);
  expect((await post('enable', { roleCode: code, enabled: 1 })).code).toBe(0);
  expect([await list(), await list()]).toEqual([1108, 0]);
  expect((await post('enable', { roleCode: code, enabled: 1 })).code).toBe(1004);
});
