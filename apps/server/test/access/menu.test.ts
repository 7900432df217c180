import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addRole, addUser, password } from './fixture.ts';

let t: TestApp;
const base = '/system/crm/sysFunction';
interface Node extends Record<string, unknown> {
  id: string;
  rev: number;
  code: string;
  sort: number;
  subSysFunction: Node[];
}

beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());

const post = <Data = unknown>(call: string, body: object, as = 'admin') =>
  t.call<Data>('POST', `${base}/${call}`, body, { as });
const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.subSysFunction)]);
const tree = async () => flat((await post<Node[]>('tree', { scope: 'all' })).data);
const node = async (code: string) => {
  const found = (await tree()).find((one) => one.code === code);
  if (found === undefined) throw new Error(`no node ${code}`);
  return found;
};
let count = 0;
const form = (more: object = {}) => ({
  code: `own${++count}`,
  name: '自建页面',
  nameEn: 'Own page',
  functionType: 1,
  functionUrl: '/vehicleManage',
  sort: 500,
  ...more,
});
async function added(more: object = {}): Promise<string> {
  const sent = form(more);
  expect(await post('addFunction', sent)).toMatchObject({ code: 0 });
  return sent.code;
}
const update = async (code: string, more: object, as = 'admin') =>
  post('updateFunction', { code, rev: (await node(code)).rev, ...more }, as);
async function signedIn(functions: readonly string[]): Promise<string> {
  const name = `menu${++count}`;
  await addRole(t, name, functions);
  await addUser(t, { username: `user.${name}`, roles: [name] });
  return t.login(`user.${name}`, password);
}

test('a page with a button of its own guards a call', async () => {
  const page = await added({ functionUrl: '/no/such/page' });
  const answer = await post<{ warnings: string[] }>(
    'addFunction',
    form({
      code: `${page}.run`,
      parentCode: page,
      functionType: 2,
      functionUrl: '/veh/crm/vehicleType/list; /no/such/call',
    }),
  );
  expect(answer.data.warnings).toEqual(['本版本没有接口「/no/such/call」']);
  const token = await signedIn([`${page}.run`]);
  expect((await t.call('POST', '/veh/crm/vehicleType/list', {}, { as: token })).code).toBe(0);
  expect((await t.call('POST', '/veh/crm/vehicleType/detail', { id: '1' }, { as: token })).code).toBe(1003);
  expect(await node(`${page}.run`)).toMatchObject({ parentCode: page, functionType: 2, builtIn: 0 });
});

test.each([
  [{ code: '1page' }, 'code'],
  [{ code: 'a.b.c' }, 'code'],
  [{ code: '__proto__' }, 'code'],
  [{ name: '页' }, 'name'],
  [{ nameEn: '' }, 'nameEn'],
  [{ functionType: 4 }, 'functionType'],
  [{ functionUrl: 'javascript:alert(1)' }, 'functionUrl'],
  [{ functionUrl: '//evil.example' }, 'functionUrl'],
  [{ functionType: 2, functionUrl: 'x y' }, 'functionUrl'],
  [{ sort: 10_000 }, 'sort'],
  [{ icon: '<svg>' }, 'icon'],
  [{ functionType: 2, icon: 'CarOutlined', functionUrl: '' }, 'icon'],
  [{ parentCode: 'no.such' }, 'parentCode'],
])('refuses %j', async (more, field) => {
  expect(await post('addFunction', form(more))).toMatchObject({ code: 1001, data: { errors: [{ field }] } });
});

test('codes are unique, nothing hangs under a button, nothing under itself', async () => {
  expect(await post('addFunction', form({ code: 'vehicleManage' }))).toMatchObject({
    code: 1009,
    data: { errors: [{ field: 'code' }] },
  });
  expect((await post('addFunction', form({ parentCode: 'vehicleManage.query' }))).code).toBe(1131);
  const top = await added();
  const below = await added({ parentCode: top });
  const deep = await added({ parentCode: below });
  for (const parentCode of [top, below, deep]) expect((await post('move', { code: top, parentCode })).code).toBe(1132);
  expect((await update(top, { parentCode: deep })).code).toBe(1132);
  expect((await post('move', { code: top, parentCode: 'privacy.export' })).code).toBe(1131);
  expect((await post('move', { code: 'no.such' })).code).toBe(1002);
});

test('nodes of the release: names and visibility are the operator’s, codes and guards are not', async () => {
  expect((await update('vehicleManage.stop', { name: '停用车辆', sort: 77, hidden: 1 })).code).toBe(0);
  expect(await node('vehicleManage.stop')).toMatchObject({ name: '停用车辆', sort: 77, hidden: 1 });
  for (const more of [{ functionUrl: '/x' }, { staffOnly: 0 }, { functionType: 3 }])
    expect(await update('vehicleManage.stop', more)).toMatchObject({
      code: 1001,
      data: { errors: [{ field: Object.keys(more)[0] }] },
    });
  expect(await update('vehicleManage.stop', { parentCode: 'dealerManage' })).toMatchObject({
    code: 1001,
    data: { errors: [{ field: 'parentCode' }] },
  });
  expect((await post('deleteFunction', { code: 'vehicleManage.stop' })).code).toBe(1135);
});

test('a change needs the present revision and is logged', async () => {
  const code = await added();
  const { id, rev } = await node(code);
  expect((await post('updateFunction', { code, rev, name: '新名称' })).code).toBe(0);
  expect((await post('updateFunction', { code, rev, name: '新名称' })).code).toBe(1005);
  const history = await t.call<{ list: { action: string; functionCode: string; changes: object[] }[] }>(
    'POST',
    '/system/crm/operationLog/ofRecord',
    { entity: 'sysFunction', id },
    { as: 'admin' },
  );
  expect(history.data.list[0]).toMatchObject({
    action: 'update',
    functionCode: 'menu.edit',
    changes: [{ field: 'name', label: '名称', before: '自建页面', after: '新名称' }],
  });
  const token = await signedIn(['roleRightsManage.query']);
  expect(
    (await t.call('POST', '/system/crm/operationLog/ofRecord', { entity: 'sysFunction', id }, { as: token })).code,
  ).toBe(1003);
});

test('deleting: children first, and no role may hold it', async () => {
  const top = await added();
  const button = await added({ code: `${top}.go`, parentCode: top, functionType: 2, functionUrl: '' });
  await addRole(t, 'holder', [button]);
  expect((await post('deleteFunction', { code: top })).code).toBe(1133);
  expect(await post('deleteFunction', { code: button })).toMatchObject({
    code: 1134,
    message: '已授予1个角色，不能删除',
  });
  await t.app.pool.query(`delete from sys_role_function where role_code = 'holder'`);
  expect((await post('deleteFunction', { code: button })).code).toBe(0);
  expect((await post('deleteFunction', { code: top })).code).toBe(0);
  expect((await tree()).some((one) => one.code === top)).toBe(false);
});

test('moving orders the siblings', async () => {
  const top = await added();
  const [a, b, c] = [
    await added({ parentCode: top }),
    await added({ parentCode: top }),
    await added({ parentCode: top }),
  ];
  const order = async () => (await node(top)).subSysFunction.map((one) => one.code);
  expect(await order()).toEqual([a, b, c]);
  expect((await post('move', { code: c, parentCode: top, beforeCode: a })).code).toBe(0);
  expect(await order()).toEqual([c, a, b]);
  expect((await post('move', { code: c, parentCode: top })).code).toBe(0);
  expect(await order()).toEqual([a, b, c]);
  expect((await post('move', { code: c, parentCode: null })).code).toBe(0);
  expect(await order()).toEqual([a, b]);
  expect(await post('move', { code: a, parentCode: top, beforeCode: c })).toMatchObject({
    code: 1001,
    data: { errors: [{ field: 'beforeCode' }] },
  });
});

describe('a change reaches everybody', () => {
  test('clients are asked to load their functions again', async () => {
    const token = await signedIn(['vehicleModelManage.query']);
    const list = async () => (await t.call('POST', '/veh/crm/vehicleType/list', {}, { as: token })).code;
    await post('tree', {}, token);
    expect(await list()).toBe(0);
    await added();
    expect([await list(), await list()]).toEqual([1108, 0]);
  });

  test('a disabled page is nobody’s but the administrator’s', async () => {
    const token = await signedIn(['vehicleModelManage.query']);
    expect((await update('vehicleModelManage', { enabled: 0 })).code).toBe(0);
    expect((await t.call('POST', '/veh/crm/vehicleType/list', {}, { as: token })).code).toBe(1003);
    expect((await t.call('POST', '/veh/crm/vehicleType/list', {}, { as: 'admin' })).code).toBe(0);
    await update('vehicleModelManage', { enabled: 1 });
  });

  test('nobody opens a call that they may not call themselves', async () => {
    const token = await signedIn(['menu.add', 'menu.edit', 'vehicleModelManage.query']);
    const own = await added({ code: `open${++count}.x`, functionType: 2, functionUrl: '' });
    expect((await update(own, { functionUrl: '/system/crm/sysUser/resetPwd' }, token)).code).toBe(1115);
    expect(
      (await post('addFunction', form({ functionType: 2, functionUrl: '/system/crm/sysUser/resetPwd' }), token)).code,
    ).toBe(1115);
    expect((await update(own, { functionUrl: '/veh/crm/vehicleType/list' }, token)).code).toBe(0);
  });
});
