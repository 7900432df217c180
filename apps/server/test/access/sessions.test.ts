import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { closeApp, createApp } from '../../src/app.ts';
import { createHttp } from '../../src/http/server.ts';
import { calls, provide } from '../../src/modules/index.ts';
import { sessionsOf } from '../../src/modules/access/service.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addDealer, addRole, addUser, grant, md5, password, setRoles } from './fixture.ts';

let t: TestApp;
const myInfo = '/system/crm/sysUser/myInfo';
const tree = '/system/crm/sysFunction/tree';
/** Guarded by `dealerManage.query`. */
const dealers = '/data/crm/dealer/list';

beforeAll(async () => {
  t = await createTestApp();
  await addRole(t, 'reader', ['dealerManage.query']);
  await addRole(t, 'nothing', []);
});
afterAll(() => t.stop());

let count = 0;
async function signedIn(
  roles: readonly string[] = ['reader'],
  more: Partial<Parameters<typeof addUser>[1]> = {},
): Promise<{ id: string; token: string; name: string }> {
  const name = `session.${++count}`;
  const id = await addUser(t, { username: name, roles, ...more });
  return { id, name, token: await t.login(name, password) };
}
const ask = (token: string, path = myInfo, headers: Record<string, string> = {}) =>
  t.call('POST', path, {}, { as: token, headers });
/** Changes travel by NOTIFY: they arrive within milliseconds, not at once. */
const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 15_000, interval: 10 });
const run = (text: string, ...values: unknown[]) => t.app.pool.query(text, values);

test('no token, a made-up one, a very long one: 401 with the envelope', async () => {
  for (const headers of [
    {},
    { authorization: 'Bearer ' },
    { authorization: `Bearer ${'x'.repeat(5000)}` },
    { authorization: 'Basic abc' },
    { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' },
  ]) {
    expect(await t.call('POST', myInfo, {}, { headers })).toMatchObject({
      status: 401,
      code: 1102,
      message: '登录状态无效，请重新登录',
    });
  }
});

test('Custom-ID must be the user’s own', async () => {
  const { id, token } = await signedIn();
  expect((await ask(token, myInfo, { 'custom-id': id })).code).toBe(0);
  expect(await ask(token, myInfo, { 'custom-id': '1' })).toMatchObject({ status: 401, code: 1102 });
});

test('signing out ends this session and no other', async () => {
  const { name, token } = await signedIn();
  const other = await t.login(name, password);
  expect((await ask(token, '/system/crm/sysUser/ssoLogout')).code).toBe(0);
  expect(await ask(token)).toMatchObject({ status: 401, code: 1102 });
  expect((await ask(other)).code).toBe(0);
});

test('a session ends after 8 idle hours and after 24 hours whatever happens', async () => {
  const [idle, old] = [await signedIn(), await signedIn()];
  await run(`update sys_session set last_seen_time = now() - interval '8 hours' where user_id = $1`, idle.id);
  await run('update sys_session set expire_time = now() where user_id = $1', old.id);
  sessionsOf(t.app).forget();
  for (const { token } of [idle, old]) expect(await ask(token)).toMatchObject({ status: 401, code: 1105 });
});

test('use keeps a session alive', async () => {
  const { id, token } = await signedIn();
  await run(`update sys_session set last_seen_time = now() - interval '7 hours' where user_id = $1`, id);
  sessionsOf(t.app).forget();
  await ask(token);
  const { rows } = await run(
    `select last_seen_time > now() - interval '1 minute' as fresh from sys_session where user_id = $1`,
    id,
  );
  expect(rows).toEqual([{ fresh: true }]);
});

describe('a change takes effect on the next call', () => {
  test('account disabled, then enabled again: the old session stays over', async () => {
    const { id, token, name } = await signedIn();
    await ask(token);
    await run('update sys_user set enabled = 0 where id = $1', id);
    await soon(async () => expect(await ask(token)).toMatchObject({ status: 401, code: 1106 }));
    await run('update sys_user set enabled = 1 where id = $1', id);
    await soon(async () => expect((await ask(await t.login(name, password))).code).toBe(0));
    expect((await ask(token)).status).toBe(401);
  });

  test('dealer suspended', async () => {
    const dealerId = await addDealer(t);
    const { token } = await signedIn(['dealer'], { dealerId });
    expect((await ask(token)).code).toBe(0);
    await run('update dlr_dealer set status = 2 where id = $1', dealerId);
    await soon(async () => expect(await ask(token)).toMatchObject({ status: 401, code: 1121 }));
  });

  test('role taken away, disabled, given other functions', async () => {
    await addRole(t, 'changing', ['dealerManage.query']);
    const { id, token } = await signedIn(['changing']);
    expect((await ask(token, dealers)).code).toBe(0);
    await grant(t, 'changing', []);
    await soon(async () => expect((await ask(token, dealers)).code).toBe(1003));
    await grant(t, 'changing', ['dealerManage.query']);
    await soon(async () => expect((await ask(token, dealers)).code).toBe(0));
    await run(`update sys_role set enabled = 0 where role_code = 'changing'`);
    await soon(async () => expect((await ask(token, dealers)).code).toBe(1003));
    await setRoles(t, id, ['reader']);
    await soon(async () => expect((await ask(token, dealers)).code).toBe(0));
  });

  test('a function disabled, or a page above it', async () => {
    const { token } = await signedIn();
    for (const code of ['dealerManage.query', 'dealerManage', 'guideUseManage']) {
      await run('update sys_function set enabled = 0 where code = $1', code);
      await soon(async () => expect((await ask(token, dealers)).code).toBe(1003));
      await run('update sys_function set enabled = 1 where code = $1', code);
      await soon(async () => expect((await ask(token, dealers)).code).toBe(0));
    }
  });

  test('in another process as well', async () => {
    const { id, token } = await signedIn();
    const app = await createApp({
      config: t.app.config,
      secrets: t.app.secrets,
      databaseUrl: t.databaseUrl,
      log: t.app.log,
      provide,
    });
    const http = await createHttp(app, calls);
    const there = async () =>
      (
        await http.inject({ method: 'POST', url: dealers, payload: {}, headers: { authorization: `Bearer ${token}` } })
      ).json<{ code: number }>().code;
    try {
      expect(await there()).toBe(0);
      await setRoles(t, id, ['nothing']);
      await soon(async () => expect(await there()).toBe(1003));
    } finally {
      await http.close();
      await closeApp(app);
    }
  });
});

describe('1108 permissions changed', () => {
  test('is said once, to clients that have loaded their functions', async () => {
    await addRole(t, 'growing', ['dealerManage.query']);
    const [{ token }, script] = [await signedIn(['growing']), await signedIn(['growing'])];
    await ask(token, tree);
    expect((await ask(token, dealers)).code).toBe(0);
    await grant(t, 'growing', ['dealerManage.query', 'dealerManage.add']);
    await soon(async () => expect(await ask(token, dealers)).toMatchObject({ status: 200, code: 1108 }));
    for (const path of [myInfo, tree]) expect((await ask(token, path)).code).toBe(0);
    expect((await ask(token, dealers)).code).toBe(0);
    expect((await ask(script.token, dealers)).code).toBe(0);
  });

  test('is not said of what is the client’s own doing or open to all', async () => {
    await addRole(t, 'shrinking', ['dealerManage.query']);
    const { token } = await signedIn(['shrinking']);
    await ask(token, tree);
    await grant(t, 'shrinking', []);
    await soon(async () =>
      expect((await t.call<{ userFunctions: string[] }>('POST', myInfo, {}, { as: token })).data.userFunctions).toEqual(
        [],
      ),
    );
    for (const [method, path] of [
      ['POST', tree],
      ['GET', '/data/crm/area/getCityAll'],
      ['POST', '/system/crm/sysUser/ssoLogout'],
    ] as const) {
      expect((await t.call(method, path, method === 'GET' ? undefined : {}, { as: token })).code).toBe(0);
    }
  });
});

test('who has to change their password can do nothing else', async () => {
  const { token, name } = await signedIn(['admin'], { mustChangePwd: true });
  expect(await ask(token)).toMatchObject({ code: 0, data: { mustChangePwd: 1 } });
  for (const path of [dealers, tree, '/rest/r/dealer']) expect((await ask(token, path)).code).toBe(1003);
  const modify = (oldPassword: string, newPassword: string, as = token) =>
    t.call('POST', '/system/crm/sysUser/modifyPassword', { oldPassword, newPassword }, { as });
  expect((await modify(md5('wrong'), md5('New-Pass-2026'))).code).toBe(1109);
  expect((await modify(md5(password), md5('123456'))).code).toBe(1107);
  expect((await modify(md5(password), md5(name))).code).toBe(1107);
  expect(await modify(md5(password), md5(password))).toMatchObject({
    code: 1001,
    data: { errors: [{ field: 'newPassword' }] },
  });
  expect((await modify(md5(password), md5('New-Pass-2026'))).code).toBe(0);
  expect(await ask(token)).toMatchObject({ status: 401, code: 1102 });
  const fresh = await t.login(name, 'New-Pass-2026');
  expect(await ask(fresh)).toMatchObject({ code: 0, data: { mustChangePwd: 0 } });
  expect((await ask(fresh, dealers)).code).toBe(0);
});

describe('data scope', () => {
  const scopeOf = async (token: string) => (await t.app.sessions.authenticate(token, undefined)).scope;

  test('is what the roles give together', async () => {
    for (const [code, scope] of [
      ['own_org', 2],
      ['regions', 3],
      ['own_rows', 5],
    ] as const)
      await addRole(t, code, [], scope);
    const regions = ['310000', '330100'];
    const one = async (roles: readonly string[], more = {}) => scopeOf((await signedIn(roles, more)).token);
    expect(await one([])).toEqual({ kind: 'limited' });
    expect(await one(['reader'])).toEqual({ kind: 'all' });
    expect(await one(['reader'], { regionScope: regions })).toEqual({ kind: 'limited', cityIds: ['310100', '330100'] });
    expect(await one(['own_org'], { organizationCode: 'EAST' })).toEqual({
      kind: 'limited',
      organizationPath: '/HQ/EAST/',
    });
    expect(await one(['own_org', 'regions', 'own_rows'], { organizationCode: 'EAST', regionScope: regions })).toEqual({
      kind: 'limited',
      organizationPath: '/HQ/EAST/',
      cityIds: ['310100', '330100'],
      own: true,
    });
    expect(await one(['regions'])).toEqual({ kind: 'limited' });
  });

  test('of a dealer account is its dealer, whatever its roles say', async () => {
    await sql`update dlr_dealer set status = 1`.execute(t.app.db);
    const { rows } = await run('select id from dlr_dealer limit 1');
    const dealerId = String(rows[0]?.id);
    const { token } = await signedIn(['reader', 'admin'], { dealerId });
    const user = await t.app.sessions.authenticate(token, undefined);
    expect(user).toMatchObject({ scope: { kind: 'limited', dealerId }, isAdmin: false, userType: 2 });
  });
});
