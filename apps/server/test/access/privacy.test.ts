import { afterAll, beforeAll, expect, test } from 'vitest';
import { entityNamed } from '@wheelhouse/entities/registry';
import { addSample } from '../registry/samples.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addAppUser } from '../support/app-user.ts';
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

test('a number that a record shows of its owner needs no right to the page of owners', async () => {
  const vehicleId = await addSample(t, entityNamed('vehicle'));
  const ownerId = await addAppUser(t, 1, '13722220000');
  await t.app.pool.query('update veh_vehicle set owner_user_id = $2, bind_status = 1 where id = $1', [
    vehicleId,
    ownerId,
  ]);
  await addRole(t, 'sees_owner', ['vehicleManage.query', 'privacy.viewPhone']);
  await addRole(t, 'sees_owner_own', ['vehicleManage.query', 'privacy.viewPhone'], 4);
  await addRole(t, 'sees_vehicle', ['vehicleManage.query', 'privacy.viewAddress']);
  const owned = { entity: 'vehicle', id: vehicleId, field: 'ownerMobile' };
  const token = await signedIn('owner.yes', ['sees_owner']);
  expect(await reveal(token, owned)).toMatchObject({ code: 0, data: { value: '13722220000' } });
  expect((await reveal(token, { entity: 'appUser', id: ownerId, field: 'mobile' })).code).toBe(1003);
  const { rows } = await t.app.pool.query(
    `select entity, entity_id as id, field from sys_sensitive_access_log where username = 'owner.yes'`,
  );
  expect(rows).toEqual([owned]);
  expect((await reveal(await signedIn('owner.noright', ['sees_vehicle']), owned)).code).toBe(1003);
  expect((await reveal(await signedIn('owner.nopage', ['no_page']), owned)).code).toBe(1003);
  await addUser(t, { username: 'owner.dealer', roles: ['sees_owner_own'], dealerId });
  expect((await reveal(await t.login('owner.dealer', password), owned)).code).toBe(1011);
  expect((await reveal(token, { ...owned, field: 'ownerUserId' })).code).toBe(1001);
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

test('a search by a whole number: once for the same, sixty different ones an hour, and no part of it', async () => {
  await addRole(t, 'searches', ['appuserManager.query', 'dealerManage.query', 'privacy.search']);
  await addRole(t, 'looks', ['appuserManager.query', 'dealerManage.query']);
  const mine = await addAppUser(t, 1, '13711110000');
  const [may, mayNot] = [await signedIn('search.yes', ['searches']), await signedIn('search.no', ['looks'])];
  const ask = (as: string, query: object) =>
    t.call<{ list: { id: string }[] }>('POST', '/user/crm/appUser/list', { query }, { as });
  const ids = async (as: string, query: object) => (await ask(as, query)).data.list.map((row) => row.id);

  for (const query of [
    { mobile: '137 1111 0000'.replaceAll(' ', '') },
    { keyword: '13711110000' },
    { keyword: '137 1111 0000' },
  ])
    expect(await ids(may, query)).toEqual([mine]);
  // A keyword may be anything: without the right it is compared with nothing sealed.
  expect(await ids(mayNot, { keyword: '13711110000' })).toEqual([]);
  expect((await ask(mayNot, { mobile: '13711110000' })).code).toBe(1003);
  const global = await t.call<{ entity: string }[]>(
    'POST',
    '/search/global',
    { keyword: '13711110000' },
    { as: mayNot },
  );
  expect(global.data).toEqual([]);
  for (const query of [
    { 'mobile.in': ['13711110000'] },
    { 'mobile.like': '0000' },
    { 'mobile.null': 0 },
    { idNumber: '1' },
  ])
    expect((await ask(may, query)).code, JSON.stringify(query)).toBe(1001);

  const logged = async () =>
    (
      await t.app.pool.query<{ entity: string; field: string; reason: string }>(
        `select entity, field, reason from sys_sensitive_access_log where username = 'search.yes' order by id`,
      )
    ).rows;
  expect(await logged()).toEqual([{ entity: 'appUser', field: 'mobile', reason: '按值查询：137****0000' }]);
  for (let n = 1; n < 60; n++) expect((await ask(may, { mobile: String(13711110000 + n) })).code).toBe(0);
  expect((await ask(may, { mobile: '13711119999' })).code).toBe(1122);
  expect((await ask(may, { keyword: '13711119998' })).code).toBe(1122);
  expect(await ids(may, { mobile: '13711110000' })).toEqual([mine]);
  expect(await logged()).toHaveLength(60);
});

test('to a dealer the platform’s people have no names in a history, its own have', async () => {
  const admin = { as: 'admin' };
  const { data: row } = await t.call<{ rev: number }>('POST', '/data/crm/dealer/detail', { id: dealerId }, admin);
  await t.call('POST', '/data/crm/dealer/update', { id: dealerId, rev: row.rev, remark: '老客户' }, admin);
  await addRole(t, 'shop_reader', ['dealerManage.query'], 4);
  const id = await addUser(t, { username: 'shop.reader', roles: ['shop_reader'], dealerId });
  const token = await t.login('shop.reader', password);
  await t.app.pool.query(
    `insert into sys_operation_log (user_id, username, action, entity, entity_id, ip) values ($1, 'shop.reader', 'update', 'dealer', $2, '10.1.1.1')`,
    [id, dealerId],
  );
  const { data } = await t.call<{ list: object[] }>('POST', history, { entity: 'dealer', id: dealerId }, { as: token });
  expect(data.list[0]).toMatchObject({ userId: id, username: 'shop.reader', ip: '10.1.1.1' });
  expect(data.list[1]).toMatchObject({ userId: null, username: null, realName: '平台', ip: null });
  expect(JSON.stringify(data)).not.toMatch(/admin|系统管理员|127\.0\.0\.1/);
});
