import { randomUUID } from 'node:crypto';
import { entities, pathOfCall, plain } from '@wheelhouse/entities/registry';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Call } from '../../src/http/call.ts';
import { isTraced } from '../../src/http/trace.ts';
import { calls } from '../../src/modules/index.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addRole, addUser, md5, password } from './fixture.ts';

/** What was tried and refused stands in the operation log, beside what was done. */
let t: TestApp;
let nobody: { id: string; token: string };
const traced = calls.filter(isTraced);
/** These end the session that the other calls need. */
const last = ['/system/crm/sysUser/ssoLogout'];
const guarded = (call: Call) => call.access !== 'login' && call.access !== 'public';

interface Trace {
  readonly user_id: string | null;
  readonly username: string;
  readonly route: string | null;
  readonly function_code: string | null;
  readonly path: string | null;
  readonly action: string;
  readonly entity: string | null;
  readonly entity_id: string | null;
  readonly after: Record<string, unknown> | null;
  readonly ip: string;
  readonly result_code: number;
}
const tracesOf = async (requestId: string): Promise<Trace[]> =>
  (await t.app.pool.query<Trace>('select * from sys_operation_log where request_id = $1 order by id', [requestId]))
    .rows;

async function ask(call: Pick<Call, 'method' | 'path'>, token: string | undefined, payload: object = {}) {
  const requestId = randomUUID();
  const response = await t.http.inject({
    method: call.method,
    url: call.path.replaceAll(/:\w+/g, 'consoleQa'),
    ...(call.method === 'POST' && { payload }),
    headers: { 'x-request-id': requestId, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
  });
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  const code = isJson ? response.json<{ code: number }>().code : 0;
  return { code, traces: await tracesOf(requestId) };
}
const post = (path: string, token: string | undefined, payload: object) =>
  ask({ method: 'POST', path }, token, payload);

beforeAll(async () => {
  t = await createTestApp();
  const id = await addUser(t, { username: 'nobody.here' });
  nobody = { id, token: await t.login('nobody.here', password) };
  await addRole(t, 'askers', ['qa.add', 'qa.edit', 'qa.delete', 'qa.enable']);
});
afterAll(() => t.stop());
afterEach(() => {
  vi.useRealTimers();
});

test('every call that writes: who is refused leaves a trace of it', async () => {
  const silent: string[] = [];
  for (const call of traced.filter(guarded)) {
    const { code, traces } = await ask(call, nobody.token);
    expect(code, call.path).toBe(1003);
    const [trace] = traces;
    const isLogged =
      traces.length === 1 &&
      trace?.result_code === 1003 &&
      trace.user_id === nobody.id &&
      trace.ip === '127.0.0.1' &&
      trace.path === call.path &&
      trace.action !== '' &&
      trace.function_code?.includes('.') === true &&
      (trace.route !== null || trace.function_code.startsWith('privacy.'));
    if (!isLogged) silent.push(`${call.path}: ${JSON.stringify(traces)}`);
  }
  expect(silent).toEqual([]);
  expect(traced.length).toBeGreaterThan(80);
});

test('every call that writes: what is wrong with it is kept without what was sent', async () => {
  const { rows } = await t.app.pool.query<{ n: number }>(
    'select coalesce(max(id), 0)::int as n from sys_operation_log',
  );
  const secret = 'S3cret-of-somebody';
  const body = { id: '424242', ids: ['424242'], rev: 7, password: secret, newPassword: secret, oldPassword: secret };
  const silent: string[] = [];
  const token = await t.login('admin', 'Test-Admin-2026');
  for (const call of traced.filter(({ path }) => !last.includes(path))) {
    const { code, traces } = await ask(call, token, { ...body, remark: secret, otp: secret, mobile: '13812345678' });
    const isKept =
      code === 0 ? traces.length > 0 || call.access === 'login' : traces.some((one) => one.result_code === code);
    if (!isKept) silent.push(`${call.path} answered ${code}: ${JSON.stringify(traces)}`);
  }
  expect(silent).toEqual([]);
  const { rows: texts } = await t.app.pool.query<{ text: string }>(
    'select l::text as text from sys_operation_log l where id > $1',
    [rows[0]?.n],
  );
  expect(texts.length).toBeGreaterThan(60);
  for (const { text } of texts) expect(text).not.toMatch(/S3cret|13812345678/);
});

test('what only reads leaves none', async () => {
  const loud: string[] = [];
  for (const call of calls.filter((one) => !isTraced(one) && one.access !== 'public')) {
    const { traces } = await ask(call, nobody.token);
    if (traces.length > 0) loud.push(call.path);
  }
  expect(loud).toEqual([]);
});

test('no call that changes records through the engine is quiet', () => {
  const writes = Object.values(entities)
    .map(plain)
    .flatMap((entity) => [
      ...entity.calls
        .filter((call) => !['list', 'detail', 'importTemplate'].includes(call))
        .map((call) => pathOfCall(entity, call)),
      ...Object.values(entity.actions ?? {}).map((action) => `${entity.base}/${action.path}`),
      '/rest/w/:modelName',
    ]);
  const loud = new Set(traced.map((call) => call.path));
  expect(writes.filter((path) => !loud.has(path))).toEqual([]);
  expect(writes.length).toBeGreaterThan(80);
});

describe('an attempt', () => {
  const question = (text: string) => ({ question: text, answer: '<p>答</p>', category: '1' });
  let asker: { id: string; token: string };
  beforeAll(async () => {
    const id = await addUser(t, { username: 'asker.one', roles: ['askers'] });
    asker = { id, token: await t.login('asker.one', password) };
  });

  test('outlives the transaction that was rolled back, and names the record and the refused fields', async () => {
    const { data } = await t.call<{ id: string }>('POST', '/system/crm/qa/add', question('轮胎气压是多少？'), {
      as: asker.token,
    });
    const stale = await post('/system/crm/qa/update', asker.token, { id: data.id, rev: 99, question: '改过的问题' });
    expect(stale.code).toBe(1005);
    expect(stale.traces).toMatchObject([
      {
        action: 'update',
        entity: 'consoleQa',
        entity_id: data.id,
        function_code: 'qa.edit',
        route: 'qa',
        result_code: 1005,
      },
    ]);
    const wrong = await post('/system/crm/qa/add', asker.token, { ...question('x'), sort: -1 });
    expect(wrong.traces).toMatchObject([
      { action: 'add', entity_id: null, result_code: 1001, after: { '@fields': 'question, sort' } },
    ]);
    const generic = await post('/rest/w/consoleQa', asker.token, { id: data.id, rev: 99, sort: 1 });
    expect(generic.traces).toMatchObject([
      { action: 'update', entity: 'consoleQa', entity_id: data.id, path: '/rest/w/:modelName', result_code: 1005 },
    ]);
    const history = await t.call<{ list: { action: string }[] }>(
      'POST',
      '/system/crm/operationLog/ofRecord',
      { entity: 'consoleQa', id: data.id },
      { as: asker.token },
    );
    expect(history.data.list.map((row) => row.action)).toEqual(['add']);
  });

  test('on many records is kept for each that was left out', async () => {
    const { data } = await t.call<{ id: string }>('POST', '/system/crm/qa/add', question('怎么充电最快？'), {
      as: asker.token,
    });
    const { code, traces } = await post('/system/crm/qa/batchDelete', asker.token, { ids: [data.id, '999999'] });
    expect(code).toBe(0);
    expect(traces.map((one) => [one.action, one.entity_id, one.result_code])).toEqual([
      ['delete', data.id, 0],
      ['delete', '999999', 1002],
    ]);
  });

  test('that failed for no fault of the caller is kept as well', async () => {
    await t.app.pool.query('alter table sys_qa rename to sys_qa_away');
    const failed = await post('/system/crm/qa/add', asker.token, question('哪里可以维修？'));
    await t.app.pool.query('alter table sys_qa_away rename to sys_qa');
    expect(failed).toMatchObject({ code: 1000, traces: [{ action: 'add', result_code: 1000 }] });
  });

  test('without a session is kept where it would change somebody’s password, the number masked', async () => {
    const body = { mobile: '13800001111', smsCode: '123456', newPassword: md5('Correct-Horse-8') };
    const { code, traces } = await post('/system/crm/mobile/changePassword', undefined, body);
    expect(code).toBe(1110);
    expect(traces).toMatchObject([
      { user_id: null, username: '138****1111', action: 'changePassword', result_code: 1110 },
    ]);
    expect((await post('/system/crm/qa/add', undefined, question('没有登录？'))).traces).toEqual([]);
  });

  test('is found by its result, and belongs to who made it', async () => {
    const { data } = await t.call<{ list: { resultCode: number; userId: string }[]; total: number }>(
      'POST',
      '/system/crm/operationLog/list',
      { query: { userId: asker.id, 'resultCode.ge': 1 }, pageSize: 100 },
      { as: 'admin' },
    );
    expect(new Set(data.list.map((row) => row.resultCode))).toEqual(new Set([1000, 1001, 1002, 1005]));
    const own = await t.call<{ list: { resultCode: number }[] }>(
      'POST',
      '/system/crm/sysUser/operationLogs',
      { pageSize: 100 },
      { as: asker.token },
    );
    expect(own.data.list.filter((row) => row.resultCode !== 0)).toHaveLength(data.total);
  });

  test('of a flood is counted beyond 1000 a minute; the next row states how many were', async () => {
    const id = await addUser(t, { username: 'flood.er', roles: ['askers'] });
    const token = await t.login('flood.er', password);
    const ids = Array.from({ length: 200 }, (_, i) => String(700_000 + i));
    for (let i = 0; i < 6; i++) await post('/system/crm/qa/batchDelete', token, { ids });
    expect((await post('/system/crm/qa/add', token, {})).traces).toEqual([]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    const { traces } = await post('/system/crm/qa/add', token, {});
    expect(traces).toMatchObject([{ user_id: id, result_code: 1001, after: { '@missed': 201 } }]);
  });
});
