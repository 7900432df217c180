import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addDealer, addRole, addUser, dealerForm, freshMobile, md5, password } from './fixture.ts';

let t: TestApp;
let dealerId: string;
let ops: string;
const base = '/data/crm/dealerUser';
interface Row {
  id: string;
  rev: number;
}
interface Batch {
  changed: number;
  skipped: { message: string }[];
}

beforeAll(async () => {
  t = await createTestApp();
  dealerId = await addDealer(t);
  await addUser(t, { username: 'ops.user', roles: ['ops'] });
  ops = await t.login('ops.user', password);
});
afterAll(() => t.stop());

let count = 0;
const form = (more: object = {}) => ({
  username: `shop.${++count}`,
  realName: '周浦',
  mobile: freshMobile(),
  dealerId,
  roleCodes: ['dealer'],
  ...more,
});
const post = <Data = unknown>(call: string, body: object, as = ops) =>
  t.call<Data>('POST', `${base}/${call}`, body, { as });
async function added(more: object = {}): Promise<{ id: string; initialPassword: string; username: string }> {
  const sent = form(more);
  const answer = await post<{ id: string; initialPassword: string }>('add', sent);
  expect(answer).toMatchObject({ code: 0 });
  return { ...answer.data, username: sent.username };
}

test('an account of a dealer is made by operations and sees its dealer only', async () => {
  const { id, initialPassword, username } = await added();
  const { data } = await post<Record<string, unknown>>('detail', { id });
  expect(data).toMatchObject({
    userType: 2,
    dealerId,
    dealerName: dealerForm.name,
    dealerType: 3,
    position: '2',
    organizationCode: 'EAST.SH',
    roleCodes: ['dealer'],
  });
  const first = await t.login(username, initialPassword);
  await t.call(
    'POST',
    '/system/crm/sysUser/modifyPassword',
    { oldPassword: md5(initialPassword), newPassword: md5('Brand-New-8') },
    { as: first },
  );
  const token = await t.login(username, 'Brand-New-8');
  expect((await t.call('POST', '/system/crm/sysUser/myInfo', {}, { as: token })).data).toMatchObject({
    userType: 2,
    dealerId,
    dataScope: 4,
    mustChangePwd: 0,
  });
  expect(
    (
      await t.call(
        'POST',
        '/system/crm/sysUser/updatePersonalData',
        { realName: '周新', email: 'zhou@example.com' },
        { as: token },
      )
    ).code,
  ).toBe(0);
  const history = await t.call<{ list: { action: string }[] }>(
    'POST',
    '/system/crm/operationLog/ofRecord',
    { entity: 'dealerUser', id },
    { as: ops },
  );
  expect(history.data.list.map((row) => row.action)).toEqual(['updatePersonalData', 'modifyPassword', 'add']);
  expect(
    (await t.call<{ total: number }>('POST', '/system/crm/sysUser/loginLogs', { userId: id }, { as: ops })).data.total,
  ).toBe(2);
  expect((await t.call('POST', '/system/crm/sysUser/loginLogs', { userId: '1' }, { as: ops })).code).toBe(1002);
});

test('operators and dealer accounts have one namespace and two sets of calls', async () => {
  const { id, username } = await added();
  const operator = { username, realName: '同名', mobile: freshMobile(), organizationCode: 'HQ', roleCodes: ['cs'] };
  expect((await t.call('POST', '/system/crm/sysUser/addUser', operator, { as: 'admin' })).code).toBe(1009);
  expect((await t.call('POST', '/system/crm/sysUser/detail', { id }, { as: 'admin' })).code).toBe(1002);
  expect((await t.call('POST', '/system/crm/sysUser/resetPwd', { id }, { as: 'admin' })).code).toBe(1002);
  for (const [call, body] of [
    ['detail', { id: '1' }],
    ['update', { id: '1', rev: 1, realName: '越权' }],
    ['resetPwd', { id: '1' }],
  ] as const)
    expect((await post(call, body)).code, call).toBe(1002);
  expect((await post<{ deleted: number }>('batchDelete', { ids: ['1'] }, 'admin')).data.deleted).toBe(0);
  expect(
    (
      await t.call<{ dealerUser: { list: object[] } }>(
        'POST',
        '/rest/r/dealerUser',
        { dealerUser: { query: { id: '1' } } },
        { as: 'admin' },
      )
    ).data.dealerUser.list,
  ).toEqual([]);
  expect((await post('list', { query: { userType: 1 } })).code).toBe(1001);
});

test('only roles for dealers, one to three; only dealers that are open', async () => {
  await addRole(t, 'inner', ['qa']);
  for (const roleCodes of [['inner'], ['cs'], ['dealer', 'admin'], [], ['a1', 'a2', 'a3', 'a4']])
    expect(await post('add', form({ roleCodes }), 'admin')).toMatchObject({
      code: 1001,
      data: { errors: [{ field: 'roleCodes' }] },
    });
  await t.app.pool.query('update dlr_dealer set status = 2 where id = $1', [dealerId]);
  expect(await post('add', form())).toMatchObject({ code: 1001, data: { errors: [{ field: 'dealerId' }] } });
  await t.app.pool.query('update dlr_dealer set status = 1 where id = $1', [dealerId]);
  expect(await post('add', form({ dealerId: '999999' }))).toMatchObject({
    code: 1001,
    data: { errors: [{ field: 'dealerId' }] },
  });
});

test('a dealer has at most twenty enabled accounts, also when many are asked for at once', async () => {
  const form2 = { ...dealerForm, name: '上海闵行电动车专营店' };
  const { data } = await t.call<{ id: string }>('POST', '/data/crm/dealer/add', form2, { as: 'admin' });
  const answers = await Promise.all(Array.from({ length: 24 }, () => post<Row>('add', form({ dealerId: data.id }))));
  expect(answers.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([
    ...Array<number>(20).fill(0),
    ...Array<number>(4).fill(1120),
  ]);
  const spare = [await added({ dealerId: data.id, enabled: 0 }), await added({ dealerId: data.id, enabled: 0 })];
  const one = answers.find((answer) => answer.code === 0)?.data.id ?? '';
  const enable = async (ids: string[], enabled: number) => (await post<Batch>('enable', { ids, enabled })).data;
  expect(await enable([spare[0]?.id ?? ''], 1)).toMatchObject({
    changed: 0,
    skipped: [{ message: '该经销商账号已达上限20个' }],
  });
  await enable([one], 0);
  expect(
    (
      await enable(
        spare.map((row) => row.id),
        1,
      )
    ).changed,
  ).toBe(1);
}, 60_000);

test('a dealer that is disabled ends the sessions of its accounts', async () => {
  const form3 = { ...dealerForm, name: '上海徐汇电动车专营店' };
  const { data } = await t.call<{ id: string }>('POST', '/data/crm/dealer/add', form3, { as: 'admin' });
  await addUser(t, { username: 'closing.shop', roles: ['dealer'], dealerId: data.id });
  const token = await t.login('closing.shop', password);
  expect(
    (
      await t.call(
        'POST',
        '/data/crm/dealer/transition',
        { id: data.id, action: 'suspend', reason: '合同到期停止合作' },
        { as: 'admin' },
      )
    ).code,
  ).toBe(0);
  await expect
    .poll(async () => (await t.call('POST', '/system/crm/sysUser/myInfo', {}, { as: token })).code)
    .toBe(1121);
});

test('a reset shows the new password once', async () => {
  const { id, username } = await added();
  const { data } = await post<{ newPassword: string }>('resetPwd', { id });
  await expect(t.login(username, data.newPassword)).resolves.toMatch(/^[\w-]{43}$/);
});
