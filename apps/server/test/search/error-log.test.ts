import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';

interface Reported {
  message: string;
  count: number;
  realName: string | null;
  lastTime: string;
  stack: string;
}
let app: TestApp;
let ops: string;
beforeAll(async () => {
  app = await createTestApp();
  await app.app.pool.query(
    `insert into sys_role (role_code, role_name, data_scope, dealer_assignable, built_in, enabled) values ('engineer', '工程师', 5, 0, 0, 1), ('plainuser', '普通', 1, 0, 0, 1)`,
  );
  await app.app.pool.query(
    `insert into sys_role_function (role_code, function_code) values ('engineer', 'operatorManage'), ('engineer', 'operatorManage.query')`,
  );
  ops = (await signInAs(app, { roles: ['engineer'] })).token;
});
afterAll(() => app.stop());

const list = (as: string, body: object = {}) =>
  app.call<{ list: Reported[]; total: number }>('POST', '/system/crm/errorLog/list', body, { as });

test('engineers read what consoles reported: the same fault once, with its number, latest first', async () => {
  const { token } = await signInAs(app, { roles: ['plainuser'] });
  const report = (message: string, as: string) =>
    app.call(
      'POST',
      '/system/crm/errorLog/report',
      { message, stack: 'Error: x\n at Page (page.js:1:1)', url: '/dashboard', appVersion: '5.2.0' },
      { as },
    );
  for (const message of ['row 17 of undefined', 'row 18 of undefined', '<img src=x onerror=alert(1)>'])
    expect((await report(message, token)).code).toBe(0);
  const { data } = await list(ops);
  expect(data.total).toBe(2);
  expect(data.list.map(({ message, count }) => [message, count])).toEqual([
    ['<img src=x onerror=alert(1)>', 1],
    ['row 17 of undefined', 2],
  ]);
  expect(data.list[0]?.lastTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  // Beyond the reader's data scope people stay unnamed.
  expect(data.list[0]?.realName).toBeNull();
  expect((await list('admin')).data.list[0]?.realName).toMatch(/^人员/);
  expect((await list(ops, { keyword: 'OF undef' })).data.total).toBe(1);
  expect((await list(ops, { appVersion: '0.0.1' })).data.total).toBe(0);
  for (const keyword of ['%', '_', "' or 1=1 --"])
    expect((await list(ops, { keyword: `x${keyword}y` })).data.total).toBe(0);
});

test('nobody else does', async () => {
  const { token } = await signInAs(app, { roles: ['plainuser'] });
  expect((await list(token)).code).toBe(1003);
  expect((await app.call('POST', '/system/crm/errorLog/list', {})).status).toBe(401);
});
