import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchFile, readBytes } from '../import-export/workbook.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addRole, addUser, password } from './fixture.ts';

let t: TestApp;
interface Session {
  id: string;
  userId: string;
  username: string;
  current: 0 | 1;
  ip: string;
}

beforeAll(async () => {
  t = await createTestApp();
  await addRole(t, 'watcher', ['operatorManage.query']);
  await addRole(t, 'ender', ['operatorManage.query', 'operatorManage.enable']);
  await addRole(t, 'ender_east', ['operatorManage.query', 'operatorManage.enable'], 2);
});
afterAll(() => t.stop());

let count = 0;
async function person(roles: readonly string[] = [], organizationCode = 'HQ') {
  const username = `session.${++count}`;
  const id = await addUser(t, { username, roles, organizationCode });
  return { id, username, token: await t.login(username, password) };
}
const list = async (as: string, body: object = {}) =>
  t.call<{ list: Session[]; total: number }>('POST', '/system/crm/sysSession/list', body, { as });
const end = (as: string, id: string) => t.call<{ ended: number }>('POST', '/system/crm/sysSession/end', { id }, { as });
const endAll = (as: string, body: object = {}) =>
  t.call<{ ended: number }>('POST', '/system/crm/sysSession/endAll', body, { as });
const isOpen = async (token: string) =>
  (await t.call('POST', '/system/crm/sysUser/myInfo', {}, { as: token })).status === 200;

test('one’s own sessions: seen, ended one by one, and all others at once', async () => {
  const me = await person();
  const [second, third] = [await t.login(me.username, password), await t.login(me.username, password)];
  const { data } = await list(me.token);
  expect(data.total).toBe(3);
  expect(data.list.filter((row) => row.current === 1)).toHaveLength(1);
  expect(data.list[0]).toMatchObject({
    userId: me.id,
    username: me.username,
    ip: '127.0.0.1',
    channel: 'password',
    issuedTime: expect.any(String),
  });
  expect(JSON.stringify(data)).not.toMatch(/token/i);
  const newest = (await list(second)).data.list.find((row) => row.current === 1)?.id ?? '';
  expect((await end(me.token, newest)).data).toEqual({ ended: 1 });
  expect([await isOpen(me.token), await isOpen(second), await isOpen(third)]).toEqual([true, false, true]);
  expect((await endAll(me.token)).data).toEqual({ ended: 1 });
  expect([await isOpen(me.token), await isOpen(third)]).toEqual([true, false]);
});

test('those of others: seen with the operators’ page, ended with the right to disable', async () => {
  const [target, nobody, watcher, ender] = [
    await person(['watcher']),
    await person(),
    await person(['watcher']),
    await person(['ender']),
  ];
  const session = (await list(target.token)).data.list[0]?.id ?? '';
  expect((await list(nobody.token, { scope: 'all' })).code).toBe(1003);
  expect((await list(nobody.token, { userId: target.id })).code).toBe(1003);
  expect((await list(watcher.token, { userId: target.id })).data.list.map((row) => row.id)).toEqual([session]);
  expect((await list(watcher.token, { scope: 'all', keyword: target.username })).data.total).toBe(1);
  expect((await end(nobody.token, session)).code).toBe(1002);
  expect((await end(watcher.token, session)).code).toBe(1002);
  expect((await endAll(watcher.token, { userId: target.id })).code).toBe(1003);
  expect(await isOpen(target.token)).toBe(true);
  expect((await end(ender.token, session)).data).toEqual({ ended: 1 });
  expect(await isOpen(target.token)).toBe(false);
  expect((await end(ender.token, session)).code).toBe(1002);
  await t.login(target.username, password);
  expect((await endAll(ender.token, { userId: target.id })).data.ended).toBe(1);
  const { rows } = await t.app.pool.query(
    `select action, function_code from sys_operation_log where entity_id = $1 and action = 'endSession'`,
    [target.id],
  );
  expect(rows).toEqual([
    { action: 'endSession', function_code: 'operatorManage.enable' },
    { action: 'endSession', function_code: 'operatorManage.enable' },
  ]);
});

test('neither outside one’s scope nor of accounts with more rights', async () => {
  const [west, east] = [await person([], 'WEST'), await person([], 'EAST.SH')];
  const ender = await person(['ender_east'], 'EAST');
  const seen = (await list(ender.token, { scope: 'all', pageSize: 200 })).data.list.map((row) => row.userId);
  expect([seen.includes(east.id), seen.includes(west.id)]).toEqual([true, false]);
  expect((await endAll(ender.token, { userId: west.id })).code).toBe(1011);
  expect((await endAll((await person(['ender'])).token, { userId: '1' })).code).toBe(1115);
  expect((await endAll(ender.token, { userId: '999999' })).code).toBe(1002);
});

test('an export has the sessions in scope, for who may export, and is logged', async () => {
  await addRole(t, 'exporter_east', ['operatorManage.query', 'operatorManage.export'], 2);
  const [west, east] = [await person([], 'WEST'), await person([], 'EAST.SH')];
  const exporter = await person(['exporter_east'], 'EAST');
  const path = '/system/crm/sysSession/export';
  expect((await t.call('POST', path, {}, { as: (await person(['watcher'])).token })).code).toBe(1003);
  const { data } = await t.call<{ fileName: string; rows: number }>('POST', path, {}, { as: exporter.token });
  const { rows } = await readBytes(await fetchFile(t, data.fileName, exporter.token));
  const names = rows.map((row) => row.cells[0]);
  expect([names.includes(east.username), names.includes(west.username)]).toEqual([true, false]);
  expect(rows).toHaveLength(data.rows + 2);
  expect(names.at(-1)).toContain(exporter.username);
  const narrowed = await t.call<{ rows: number }>('POST', path, { keyword: east.username }, { as: exporter.token });
  expect(narrowed.data.rows).toBe(1);
  const log = await t.app.pool.query(
    `select after from sys_operation_log where user_id = $1 and action = 'export' order by id`,
    [exporter.id],
  );
  expect(log.rows).toEqual([{ after: { sessions: data.rows } }, { after: { sessions: 1 } }]);
});

test.each([{ id: 'x' }, { id: 5 }, {}, { id: '1; drop table sys_session' }])('refuses %j', async (body) => {
  expect((await t.call('POST', '/system/crm/sysSession/end', body, { as: 'admin' })).code).toBe(1001);
});
