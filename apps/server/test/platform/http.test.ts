import { existsSync, readdirSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { calls, createSessions, resetSessions } from './fixture.ts';

const metricsToken = 'a-token-of-metrics';
let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({
    platform: { calls, createSessions },
    env: { METRICS_TOKEN: metricsToken, DOCS: 'true' },
  });
});
afterAll(() => server.stop());
beforeEach(resetSessions);

const raw = (body: string | Buffer, headers: Record<string, string> = {}) =>
  server.http.inject({
    method: 'POST',
    url: '/test/echo',
    headers: { authorization: 'Bearer boss', 'content-type': 'application/json', ...headers },
    payload: body,
  });

test('a call answers an envelope; what it did not return is null', async () => {
  expect(await server.call('POST', '/test/echo', { a: 1 }, { as: 'boss' })).toMatchObject({
    status: 200,
    code: 0,
    data: { a: 1 },
    message: '',
  });
  expect((await server.call('POST', '/test/models/x', {}, { as: 'boss' })).data).toBe('x');
  expect((await server.call('POST', '/test/raw', {}, { as: 'boss' })).data).toEqual({ list: [1, 2] });
});

test('an empty body is an empty object', async () => {
  const answer = await server.http.inject({
    method: 'POST',
    url: '/test/echo',
    headers: { authorization: 'Bearer boss' },
  });
  expect(answer.json()).toEqual({ code: 0, data: {}, message: '' });
  expect((await raw('')).json()).toEqual({ code: 0, data: {}, message: '' });
});

test.each([
  ['no token', {}, '/test/guarded', 401, 1102],
  ['a made-up token', { as: 'nobody' }, '/test/guarded', 401, 1102],
  ["another user's Custom-ID", { as: 'boss', headers: { 'custom-id': 'clerk' } }, '/test/guarded', 401, 1102],
  ['their own Custom-ID', { as: 'boss', headers: { 'custom-id': 'boss' } }, '/test/guarded', 200, 0],
  ['admin', { as: 'boss' }, '/test/guarded', 200, 0],
  ['who holds the function', { as: 'clerk' }, '/test/guarded', 200, 0],
  ['who does not', { as: 'guest' }, '/test/guarded', 200, 1003],
  ['any signed-in user, an open call', { as: 'guest' }, '/test/own', 200, 0],
  ['a password to change, any call', { as: 'fresh' }, '/test/echo', 200, 1003],
  ['a password to change, own account', { as: 'fresh' }, '/test/own', 200, 0],
  ['nobody, a public call', {}, '/test/public', 200, 0],
] as const)('access: %s', async (_name, options, path, status, code) => {
  expect(await server.call('POST', path, {}, options)).toMatchObject({ status, code });
});

test('the body of a call without access is not even read', async () => {
  const answer = await server.http.inject({
    method: 'POST',
    url: '/test/echo',
    headers: { 'content-type': 'application/json' },
    payload: '{',
  });
  expect(answer.statusCode).toBe(401);
});

test('refusals speak the language asked for', async () => {
  expect((await server.call('POST', '/test/refuse', {}, { as: 'boss', lang: 'zh' })).message).toBe(
    '当前状态（1）不允许该操作',
  );
  expect((await server.call('POST', '/test/refuse', {}, { as: 'boss', lang: 'en' })).message).toBe(
    'Not allowed in this state (1)',
  );
});

test('bad input is named by field, in the language asked for', async () => {
  const zh = await server.call('POST', '/test/form', { name: 'abcdef', age: 1.5 }, { as: 'boss', lang: 'zh' });
  expect(zh).toMatchObject({
    status: 200,
    code: 1001,
    data: {
      errors: [
        { field: 'name', message: '不能超过5个字符' },
        { field: 'age', message: '须为整数' },
      ],
    },
  });
  const en = await server.call('POST', '/test/form', {}, { as: 'boss', lang: 'en' });
  expect(en.data).toEqual({ errors: [{ field: 'name', message: 'Required' }] });
  expect(await server.call('GET', '/test/search', { page: 'x' }, { as: 'boss' })).toMatchObject({ code: 1001 });
});

test.each([
  ['half a JSON', '{"a":', {}, 400, 1015],
  ['a prototype', '{"__proto__":{"a":1}}', {}, 400, 1015],
  ['a NUL character', '{"a":"\\u0000"}', {}, 400, 1015],
  ['a NUL in a key', '{"\\u0000":1}', {}, 400, 1015],
  ['half a surrogate pair', '{"a":"\\ud800"}', {}, 400, 1015],
  ['very deep nesting', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, {}, 400, 1015],
  ['too much', JSON.stringify('x'.repeat(1024 * 1024)), {}, 413, 1014],
  ['a form', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 1015],
  ['files where none belong', '--x--', { 'content-type': 'multipart/form-data; boundary=x' }, 415, 1015],
] as const)('malformed: %s', async (_name, body, headers, status, code) => {
  const answer = await raw(body, headers);
  expect({ status: answer.statusCode, code: answer.json().code }).toEqual({ status, code });
  expect(answer.json().message).not.toBe('');
});

test('unknown paths and unreadable addresses are refused as calls', async () => {
  expect(await server.call('POST', '/veh/crm/noSuchThing/list')).toMatchObject({ status: 404, code: 1013 });
  expect(await server.call('GET', '/test/echo')).toMatchObject({ status: 404, code: 1013 });
  expect(await server.call('POST', '/%zz')).toMatchObject({ status: 400, code: 1015 });
  expect(await server.call('POST', '/test/models/%00', {}, { as: 'boss' })).toMatchObject({ status: 400, code: 1015 });
});

test('a defect shows the caller its request id only', async () => {
  const id = '0b0a3a6e-1b1e-4c4c-9d2c-000000000001';
  const answer = await server.call('POST', '/test/defect', {}, { as: 'boss', headers: { 'x-request-id': id } });
  expect(answer).toMatchObject({ status: 500, code: 1000, data: null, message: '请求失败，请重试' });
  expect(answer.headers['x-request-id']).toBe(id);
  expect(
    (await server.call('POST', '/test/public', {}, { headers: { 'x-request-id': 'made up' } })).headers['x-request-id'],
  ).toMatch(/^[0-9a-f-]{36}$/);
});

test.each([
  ["select 'x'::int", 200, 1001],
  ['select 1e30::bigint', 200, 1001],
  ["select '2026-13-01'::date", 200, 1001],
  ['do $$ begin raise unique_violation; end $$', 200, 1009],
  [
    'create temp table a (id int primary key); create temp table b (a int references a); insert into b values (1)',
    200,
    1002,
  ],
  [
    'create temp table c (id int primary key); create temp table d (c int references c); insert into c values (1); insert into d values (1); delete from c',
    200,
    1006,
  ],
  ['do $$ begin raise deadlock_detected; end $$', 200, 1005],
  ['do $$ begin raise query_canceled; end $$', 503, 1000],
  ['select * from no_such_table', 500, 1000],
] as const)('database: %s', async (text, status, code) => {
  expect(await server.call('POST', '/test/sql', { text }, { as: 'boss' })).toMatchObject({ status, code });
});

test('columns arrive in the types that the platform promises', async () => {
  const text =
    "select 9007199254740993::int8 as big_id, 1.50::numeric as price, date '2026-01-02' as day, timestamptz '2026-01-02 03:04:05Z' as at, '{\"a_b\":1}'::jsonb as doc";
  const answer = await server.call('POST', '/test/sql', { text }, { as: 'boss' });
  expect(answer.data).toEqual([
    { bigId: '9007199254740993', price: 1.5, day: '2026-01-02', at: '2026-01-02T03:04:05.000Z', doc: { a_b: 1 } },
  ]);
});

test('no JSON at all makes the server fail', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.json({ maxDepth: 4, stringUnit: 'binary' }),
      fc.constantFrom('/test/echo', '/test/form', '/test/sql'),
      async (body, url) => {
        const answer = await server.http.inject({
          method: 'POST',
          url,
          headers: { authorization: 'Bearer boss', 'content-type': 'application/json' },
          payload: body,
        });
        // Free SQL text may well name things that do not exist.
        expect(answer.statusCode).toBeLessThan(500);
      },
    ),
    { numRuns: 200 },
  );
});

test('large answers are compressed for who accepts it', async () => {
  const ask = (encoding: string) =>
    server.http.inject({
      method: 'POST',
      url: '/test/large',
      headers: { authorization: 'Bearer boss', 'accept-encoding': encoding },
    });
  const [plain, gzip, br] = [await ask('identity'), await ask('gzip'), await ask('gzip, br')];
  expect([plain, gzip, br].map((answer) => answer.headers['content-encoding'])).toEqual([undefined, 'gzip', 'br']);
  expect(br.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
});

function multipart(parts: readonly (readonly [head: string, body: string])[]) {
  const payload = `${parts.map(([head, body]) => `--XX\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`).join('')}--XX--\r\n`;
  return server.http.inject({
    method: 'POST',
    url: '/test/upload',
    headers: { authorization: 'Bearer boss', 'content-type': 'multipart/form-data; boundary=XX' },
    payload,
  });
}

test('files arrive with their names and are gone afterwards', async () => {
  const answer = (
    await multipart([
      ['name="note"', '备注'],
      ['name="file"; filename="车辆 清单.txt"', 'hello world'],
    ])
  ).json();
  expect(answer).toMatchObject({
    code: 0,
    data: { note: '备注', files: [{ field: 'file', fileName: '车辆 清单.txt', size: 11, start: 'hello worl' }] },
  });
  expect(existsSync(answer.data.files[0].path)).toBe(false);
});

test('a file over the limit, one too many, or half a body is refused and leaves nothing', async () => {
  expect((await multipart([['name="file"; filename="a"', 'x'.repeat(1_000_001)]])).json()).toMatchObject({
    code: 1032,
  });
  const file = (name: string) => [`name="file"; filename="${name}"`, 'x'] as const;
  expect((await multipart([file('a'), file('b'), file('c')])).json()).toMatchObject({ code: 1014 });
  const half = await server.http.inject({
    method: 'POST',
    url: '/test/upload',
    headers: { authorization: 'Bearer boss', 'content-type': 'multipart/form-data; boundary=XX' },
    payload: '--XX\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
  });
  expect(half.statusCode).toBeLessThan(500);
  expect(half.json().code).not.toBe(0);
  expect(readdirSync(join(server.app.config.dataDir, 'tmp'))).toEqual([]);
});

test('downloads carry any name safely, and ranges where the file is on disk', async () => {
  const name = 'a"b\r\nSet-Cookie: x=1 车辆.txt';
  const whole = await server.http.inject({ method: 'GET', url: '/test/file', query: { name, from: 'path' } });
  expect(whole.headers['set-cookie']).toBeUndefined();
  expect(whole.headers['content-disposition']).toContain(
    "filename*=UTF-8''a%22b__Set-Cookie%3A%20x%3D1%20%E8%BD%A6%E8%BE%86.txt",
  );
  expect(whole.headers['content-type']).toBe('text/plain');
  const part = await server.http.inject({
    method: 'GET',
    url: '/test/file',
    query: { name, from: 'path' },
    headers: { range: 'bytes=0-5' },
  });
  expect({ status: part.statusCode, body: part.body }).toEqual({ status: 206, body: 'import' });
  const stream = await server.http.inject({ method: 'GET', url: '/test/file', query: { name, from: 'stream' } });
  expect(stream.body).toBe(whole.body);
  const missing = await server.http.inject({ method: 'GET', url: '/test/file', query: { name, from: 'missing' } });
  expect(missing.json()).toMatchObject({ code: 1017 });
});

test('health and readiness answer anybody, documentation where it is on, metrics who shows the token', async () => {
  expect((await server.http.inject('/healthz')).json()).toEqual({ status: 'up' });
  expect((await server.http.inject('/readyz')).json()).toEqual({ status: 'up' });
  expect((await server.http.inject('/metrics')).json()).toMatchObject({ code: 1102 });
  const authorization = `Bearer ${metricsToken}`;
  expect(
    (await server.http.inject({ url: '/metrics', headers: { authorization: `${authorization}.` } })).statusCode,
  ).toBe(401);
  const metrics = await server.http.inject({ url: '/metrics', headers: { authorization } });
  expect(metrics.body).toContain('http_request_duration_seconds_bucket');
  const docs = (await server.http.inject('/docs/json')).json();
  expect(docs.paths['/test/form'].post.requestBody.content['application/json'].schema.properties.name).toMatchObject({
    type: 'string',
    minLength: 2,
  });
  expect(docs.paths['/test/models/{model}'].post.parameters).toMatchObject([{ name: 'model', in: 'path' }]);
});

test('without demo data neither metrics nor documentation answer by themselves', async () => {
  const plain = await createTestApp({ platform: { calls, createSessions } });
  for (const url of ['/metrics', '/docs', '/docs/json'])
    expect((await plain.http.inject(url)).statusCode, url).toBe(404);
  await plain.stop();
});

test('a caller who leaves in the middle of an upload is no failure of the server', async () => {
  await server.http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.http.server.address() as AddressInfo;
  const seen = server.errors.length;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    'POST /test/upload HTTP/1.1\r\nhost: x\r\nauthorization: Bearer boss\r\ncontent-type: multipart/form-data; boundary=b\r\n' +
      'content-length: 100000\r\n\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nbeginning',
  );
  // Its head has come, its body has begun.
  server.http.server.once('request', () => socket.destroy());
  await vi.waitFor(async () => {
    const metrics = await server.app.metrics.metrics();
    expect(metrics).toMatch(/http_request_duration_seconds_count\{.*route="\/test\/upload",status="400",code="1015"/);
  });
  expect(server.errors.slice(seen)).toEqual([]);
});
