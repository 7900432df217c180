import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addDealer, addRole, addUser, dealerForm, password } from './fixture.ts';

let t: TestApp;
let dealerId: string;
const path = '/system/crm/privacy/reveal';
const history = '/system/crm/operationLog/ofRecord';

beforeAll(async () => {
  t = await createTestApp();
  dealerId = await addDealer(t);
  await addRole(t, 'sees', ['dealerManage.query', 'privacy.viewPhone']);
  await addRole(t, 'sees_east', ['dealerManage.query', 'privacy.viewPhone'], 2);
  await addRole(t, 'no_right', ['dealerManage.query', 'privacy.viewIdNumber']);
  await addRole(t, 'no_page', ['privacy.viewPhone']);
});
afterAll(() => t.stop());

async function signedIn(username: string, roles: readonly string[], organizationCode = 'HQ'): Promise<string> {
  await addUser(t, { username, roles, organizationCode });
  return t.login(username, password);
}
const reveal = (as: string, body: object = {}) =>
  t.call<{ value: string }>(
    'POST',
    path,
    { entity: 'dealer', id: dealerId, field: 'contactMobile', reason: '联系客户', ...body },
    { as },
  );

test('reveals one field of one record and keeps who, what and why', async () => {
  const token = await signedIn('reveal.yes', ['sees']);
  expect(await reveal(token)).toMatchObject({ code: 0, data: { value: dealerForm.contactMobile } });
  expect((await reveal(token, { field: 'contactName', reason: '  合同核对 ' })).data.value).toBe(
    dealerForm.contactName,
  );
  const { rows } = await t.app.pool.query(
    'select username, entity, entity_id, field, reason from sys_sensitive_access_log order by id',
  );
  expect(rows).toEqual([
    { username: 'reveal.yes', entity: 'dealer', entity_id: dealerId, field: 'contactMobile', reason: '联系客户' },
    { username: 'reveal.yes', entity: 'dealer', entity_id: dealerId, field: 'contactName', reason: '合同核对' },
  ]);
  await expect(t.app.pool.query('delete from sys_sensitive_access_log')).rejects.toThrow(/append only/);
});

test('needs the right of the field, the page, and the record in scope', async () => {
  expect((await reveal(await signedIn('reveal.noright', ['no_right']))).code).toBe(1003);
  expect((await reveal(await signedIn('reveal.nopage', ['no_page']))).code).toBe(1003);
  expect((await reveal(await signedIn('reveal.plain', []))).code).toBe(1003);
  expect((await reveal(await signedIn('reveal.east', ['sees_east'], 'EAST'))).code).toBe(0);
  expect((await reveal(await signedIn('reveal.west', ['sees_east'], 'WEST'))).code).toBe(1011);
});

test.each([
  [{ entity: 'noSuch' }, 1001, 'entity'],
  [{ entity: '__proto__' }, 1001, 'entity'],
  [{ field: 'name' }, 1001, 'field'],
  [{ field: 'contact_mobile; drop table sys_user' }, 1001, 'field'],
  [{ field: 'constructor' }, 1001, 'field'],
  [{ reason: 'x' }, 1001, 'reason'],
  [{ id: 7 }, 1001, 'id'],
  [{ id: '0' }, 1002, undefined],
  [{ id: '999999' }, 1002, undefined],
])('refuses %j', async (body, code, field) => {
  const answer = await reveal('admin', body);
  expect(answer).toMatchObject({ code, ...(field && { data: { errors: [{ field }] } }) });
});

test('sixty an hour', async () => {
  const token = await signedIn('reveal.much', ['sees']);
  for (let i = 0; i < 60; i++) expect((await reveal(token)).code).toBe(0);
  expect(await reveal(token)).toMatchObject({ code: 1122, message: '查看敏感信息过于频繁' });
});

test('the history of a record: who changed what, in scope, private values masked', async () => {
  const token = await signedIn('history.yes', ['sees']);
  const { data: row } = await t.call<{ rev: number }>(
    'POST',
    '/data/crm/dealer/detail',
    { id: dealerId },
    { as: 'admin' },
  );
  expect(
    (
      await t.call(
        'POST',
        '/data/crm/dealer/update',
        { id: dealerId, rev: row.rev, contactMobile: '13900001111', remark: '重点客户' },
        { as: 'admin' },
      )
    ).code,
  ).toBe(0);
  const answer = await t.call<{
    list: { action: string; username: string; realName: string; changes: unknown[] }[];
    total: number;
  }>('POST', history, { entity: 'dealer', id: dealerId }, { as: token });
  expect(answer.data.total).toBe(2);
  const [latest] = answer.data.list;
  expect(latest).toMatchObject({ action: 'update', username: 'admin', realName: '系统管理员' });
  expect(latest?.changes).toContainEqual({
    field: 'contactMobile',
    label: '联系电话',
    labelEn: 'Contact mobile',
    before: '138****5678',
    after: '139****1111',
  });
  expect(JSON.stringify(answer.data)).not.toContain('13900001111');
  expect(
    (
      await t.call(
        'POST',
        history,
        { entity: 'dealer', id: dealerId },
        { as: await signedIn('history.west', ['sees_east'], 'WEST') },
      )
    ).code,
  ).toBe(1011);
  expect(
    (
      await t.call(
        'POST',
        history,
        { entity: 'dealer', id: dealerId },
        { as: await signedIn('history.nopage', ['no_page']) },
      )
    ).code,
  ).toBe(1003);
});
