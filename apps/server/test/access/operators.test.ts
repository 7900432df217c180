import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addAppUser } from '../support/app-user.ts';
import { addFeedback } from '../support/feedback.ts';
import { addRole, md5, password } from './fixture.ts';
import { addClerkRoles, type Batch, operatorCalls, operatorForm, type Row } from './operators-kit.ts';

let t: TestApp;
const base = '/system/crm/sysUser';
const { post, detail, added, update, signIn, clerk } = operatorCalls(() => t);

beforeAll(async () => {
  t = await createTestApp();
  await addClerkRoles(t);
});
afterAll(() => t.stop());

test('an operator is added with a password shown once, which they have to change', async () => {
  const { id, initialPassword, username } = await added({
    email: 'zhang@example.com',
    jobNo: 'W-1',
    regionScope: ['310000'],
    remark: '测试',
  });
  expect(initialPassword).toMatch(/^[A-HJ-NP-Za-km-z2-9]{10}$/);
  const token = await t.login(username, initialPassword);
  const me = await t.call<{ mustChangePwd: number }>('POST', `${base}/myInfo`, {}, { as: token });
  expect(me.data.mustChangePwd).toBe(1);
  expect((await t.call('POST', `${base}/list`, {}, { as: token })).code).toBe(1003);
  const change = { oldPassword: md5(initialPassword), newPassword: md5('Brand-New-8') };
  expect((await t.call('POST', `${base}/modifyPassword`, change, { as: token })).code).toBe(0);
  const again = await t.login(username, 'Brand-New-8');
  expect((await t.call('POST', `${base}/list`, {}, { as: again })).code).toBe(0);
  const row = await detail(id);
  expect(row).toMatchObject({
    userType: 1,
    roleCodes: ['lesser'],
    organizationName: '客户服务部',
    enabled: 1,
    locked: 0,
    lockedUntil: null,
    totpEnabled: 0,
  });
  expect(String(row['mobile'])).toMatch(/^199\*{4}\d{4}$/);
  const { rows } = await t.app.pool.query<{ text: string }>(
    `select l::text as text from sys_operation_log l where entity_id = $1`,
    [id],
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { text } of rows) expect(text).not.toContain(initialPassword);
});

test('names are never used twice, whatever their letters’ case, and numbers not at the same time', async () => {
  const first = operatorForm();
  const { data } = await post<{ id: string }>('addUser', first);
  const refused = async (more: object) => post<{ errors: { field: string }[] }>('addUser', operatorForm(more));
  expect(await refused({ username: first.username.toUpperCase() })).toMatchObject({
    code: 1009,
    message: '用户名已存在',
    data: { errors: [{ field: 'username' }] },
  });
  expect(await refused({ mobile: first.mobile })).toMatchObject({
    code: 1009,
    data: { errors: [{ field: 'mobile' }] },
  });
  expect((await post<Batch>('batchDelete', { ids: [data.id] })).data.deleted).toBe(1);
  expect((await refused({ username: first.username })).code).toBe(1009);
  expect((await refused({ mobile: first.mobile })).code).toBe(0);
});

test.each([
  [{ username: '1abc' }, 'username'],
  [{ username: 'abc' }, 'username'],
  [{ realName: '张' }, 'realName'],
  [{ mobile: '12345678901' }, 'mobile'],
  [{ jobNo: '工号' }, 'jobNo'],
  [{ roleCodes: [] }, 'roleCodes'],
  [{ roleCodes: ['ops', 'cs', 'ota', 'sim', 'finance', 'auditor'] }, 'roleCodes'],
  [{ roleCodes: ['no_such'] }, 'roleCodes'],
  [{ organizationCode: 'NOWHERE' }, 'organizationCode'],
  [{ regionScope: ['310115'] }, 'regionScope'],
  [{ validUntil: '2020-01-01' }, 'validUntil'],
  [{ userType: 2 }, 'userType'],
  [{ dealerId: '1' }, 'dealerId'],
  [{ locked: 1 }, 'locked'],
  [{ passwordHash: 'x' }, 'passwordHash'],
])('refuses %j', async (more, field) => {
  const answer = await post<{ errors: { field: string }[] }>('addUser', operatorForm(more));
  expect(answer).toMatchObject({ code: 1001, data: { errors: [{ field }] } });
});

test('a disabled role cannot be given, but stays with those who have it', async () => {
  await addRole(t, 'closing', ['operatorManage.query']);
  const { id } = await added({ roleCodes: ['closing'] });
  await t.app.pool.query(`update sys_role set enabled = 0 where role_code = 'closing'`);
  expect((await update(id, { roleCodes: ['closing', 'lesser'] })).code).toBe(0);
  expect((await post('addUser', operatorForm({ roleCodes: ['closing'] }))).code).toBe(1001);
});

describe('states', () => {
  test('disabling ends sessions at once; an expired account is not enabled again', async () => {
    const { id, token } = await clerk(['lesser']);
    expect((await post<Batch>('enable', { ids: [id], enabled: 0 })).data).toEqual({ changed: 1, skipped: [] });
    expect(await t.call('POST', `${base}/myInfo`, {}, { as: token })).toMatchObject({ status: 401, code: 1106 });
    await t.app.pool.query(`update sys_user set valid_until = '2020-01-01' where id = $1`, [id]);
    expect((await post<Batch>('enable', { ids: [id], enabled: 1 })).data).toMatchObject({
      changed: 0,
      skipped: [{ message: '账号已停用或已过有效期' }],
    });
    await t.app.pool.query(`update sys_user set valid_until = null where id = $1`, [id]);
    expect((await post<Batch>('enable', { ids: [id], enabled: 1 })).data.changed).toBe(1);
    expect((await post<Batch>('enable', { ids: [id], enabled: 1 })).data.skipped).toHaveLength(1);
    expect((await update(id, { enabled: 0 })).code).toBe(1001);
  });

  test('a new password ends sessions and lockout and must be changed', async () => {
    const { id, token } = await clerk(['lesser']);
    const { data: before } = await post<Row>('detail', { id });
    const username = String(before['username']);
    for (let i = 0; i < 5; i++) await signIn(username, 'wrong');
    expect(await signIn(username, password)).toBe(1103);
    const { data, code } = await post<{ newPassword: string }>('resetPwd', { id });
    expect(code).toBe(0);
    expect((await t.call('POST', `${base}/myInfo`, {}, { as: token })).status).toBe(401);
    expect(await signIn(username, password)).toBe(1101);
    expect(await signIn(username, data.newPassword)).toBe(0);
    const { rows } = await t.app.pool.query<{ text: string }>(
      `select l::text as text from sys_operation_log l where entity_id = $1 and action = 'resetPwd'`,
      [id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).not.toContain(data.newPassword);
  });

  test('a lock is seen and taken away', async () => {
    const { id, username } = await added();
    expect((await post('unlock', { id })).code).toBe(1004);
    for (let i = 0; i < 5; i++) await signIn(username, 'wrong');
    expect(await detail(id)).toMatchObject({
      locked: 1,
      lockedUntil: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
    expect((await post('unlock', { id })).code).toBe(0);
    expect(await signIn(username, 'wrong')).toBe(1101);
  });

  test('open work has to be handed over first', async () => {
    const { id } = await added();
    const owner = await addAppUser(t);
    const give = async (status: number): Promise<string> => {
      const feedbackId = await addFeedback(t, owner);
      const values = [feedbackId, status, id];
      await t.app.pool.query('update cs_feedback set status = $2, handler_id = $3 where id = $1', values);
      return feedbackId;
    };
    const [claimed, followed] = [await give(1), await give(3)];
    // One waits for its user, the other is closed.
    await give(2);
    await give(4);
    expect((await post<Batch>('batchDelete', { ids: [id] })).data).toEqual({
      deleted: 0,
      skipped: [{ id, code: 1113, message: '该用户还有2个未完成工单，请先转交' }],
    });
    const { rows } = await t.app.pool.query<{ id: string }>(
      `select id::text as id from sys_user where username = 'admin'`,
    );
    await t.app.pool.query('update cs_feedback set handler_id = $2 where id = any($1)', [
      [claimed, followed],
      rows[0]?.id,
    ]);
    expect((await post<Batch>('batchDelete', { ids: [id] })).data.deleted).toBe(1);
  });
});

test('a change of roles is reported once, on the next call, and applies from then on', async () => {
  const { id, token } = await clerk(['lesser']);
  await t.call('POST', '/system/crm/sysFunction/tree', {}, { as: token });
  expect((await post('list', {}, token)).code).toBe(0);
  expect((await update(id, { roleCodes: ['other'] })).code).toBe(0);
  await vi.waitFor(async () => expect((await post('list', {}, token)).code).toBe(1108), {
    timeout: 15_000,
    interval: 10,
  });
  expect((await post('list', {}, token)).code).toBe(1003);
});

test('lists find by role and by organization with what is below it; dealer accounts are not among operators', async () => {
  const here = await added({ organizationCode: 'SOUTH', roleCodes: ['lesser_east'] });
  const ids = async (query: object) =>
    (await post<{ list: Row[] }>('list', { query, pageSize: 200 })).data.list.map((row) => row.id);
  for (const query of [
    { roleCode: 'lesser_east' },
    { roleCodes: 'lesser_east' },
    { 'roleCodes.in': ['lesser_east', 'none'] },
    { organizationCode: 'SOUTH' },
    { organizationCode: 'HQ' },
  ])
    expect(await ids(query), JSON.stringify(query)).toContain(here.id);
  expect(await ids({ organizationCode: 'WEST' })).not.toContain(here.id);
  expect(await ids({ organizationCode: "' or 1=1 --" })).toEqual([]);
  expect((await post('list', { query: { 'roleCodes.like': 'x' } })).code).toBe(1001);
  expect((await post<{ list: Row[] }>('list', { query: { username: here.username } })).data.list[0]).toMatchObject({
    roleCodes: ['lesser_east'],
    organizationName: '华南大区',
  });
});

test('the export is masked and logged', async () => {
  const answer = await post<{ fileName: string; masked: boolean }>('export', { query: {} });
  expect(answer).toMatchObject({ code: 0, data: { masked: true, fileName: expect.stringMatching(/^操作员_/) } });
});
