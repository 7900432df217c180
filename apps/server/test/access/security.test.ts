import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { functionsOf, seedRoles } from '@wheelhouse/entities/access/seed-roles';
import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessMatrix } from './access-matrix.ts';
import { calls } from '../../src/modules/index.ts';
import { addSample } from '../registry/samples.ts';
import { adminPassword, createTestApp, type TestApp } from '../support/app.ts';

let t: TestApp;
let token: string;
beforeAll(async () => {
  t = await createTestApp();
  token = await t.login('admin', adminPassword);
});
afterAll(() => t.stop());

const me = '/system/crm/sysUser/myInfo';
const ask = (headers: Record<string, string>, payload: string = '{}') =>
  t.http.inject({ method: 'POST', url: me, payload, headers: { 'content-type': 'application/json', ...headers } });

test('every claim of docs/security.md names a test that is there', () => {
  const root = resolve(import.meta.dirname, '../../../..');
  const text = readFileSync(resolve(root, 'docs/security.md'), 'utf8');
  const claims = text.split('\n').filter((line) => line.startsWith('- ') && line.includes('`'));
  const named = [...text.matchAll(/ — `([\w/-]+\.test\.ts)`: (.+)$/gm)].map(([, file = '', name = '']) => ({
    file,
    name,
  }));
  const missing = named.filter(({ file, name }) => {
    const path = resolve(root, 'apps/server/test', file);
    return !existsSync(path) || !readFileSync(path, 'utf8').includes(name);
  });
  expect(missing).toEqual([]);
  expect(named.length).toBeGreaterThan(50);
  const limits = text.slice(text.indexOf('## Known limits'));
  expect(claims.filter((line) => !/ — `[\w/-]+\.test\.ts`: /.test(line) && !limits.includes(line))).toEqual([]);
});

describe('the browser', () => {
  test('a cookie opens nothing', async () => {
    expect((await ask({ authorization: `Bearer ${token}` })).statusCode).toBe(200);
    for (const headers of [
      { cookie: `Admin-Token=${token}` },
      { cookie: `Admin-Token=${token}; token=${token}; session=${token}` },
    ])
      expect((await ask(headers)).json()).toMatchObject({ code: 1102 });
    const stream = await t.http.inject({
      method: 'GET',
      url: '/live/stream?topics=dictionary',
      headers: { cookie: `Admin-Token=${token}` },
    });
    expect(stream.statusCode).toBe(401);
  });

  test('a token in the address opens nothing', async () => {
    for (const name of ['token', 'accessToken', 'Authorization']) {
      const answer = await t.http.inject({ method: 'GET', url: `/data/crm/area/getProvinceInfo?${name}=${token}` });
      expect(answer.statusCode).toBe(401);
    }
  });

  test('other origins get no leave to read', async () => {
    const answer = await ask({ authorization: `Bearer ${token}`, origin: 'https://evil.example' });
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    const preflight = await t.http.inject({
      method: 'OPTIONS',
      url: me,
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    });
    expect(Object.keys(preflight.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  test('a plain form is not taken', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']) {
      const answer = await ask({ authorization: `Bearer ${token}`, 'content-type': type }, '{"realName":"x"}');
      expect(answer.statusCode).toBe(415);
    }
  });

  test('every answer says what it is and may not be guessed at', async () => {
    const answers = [
      await ask({ authorization: `Bearer ${token}` }),
      await ask({}),
      await t.http.inject({ method: 'GET', url: '/common/file/nothing-there-at-all?e=1&s=x' }),
    ];
    for (const { headers } of answers) {
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-type']).toMatch(/^application\/json/);
    }
  });

  test('scripts in rich text are gone before they are stored', async () => {
    const add = (answer: string) =>
      t.call<{ id: string }>(
        'POST',
        '/system/crm/qa/add',
        { question: '脚本会怎样？', answer, category: '1' },
        { as: token },
      );
    // A picture from elsewhere is refused, not dropped in silence.
    expect((await add('<p>文<img src="https://evil.example/x.png" onerror=alert(3)></p>')).code).toBe(1001);
    const { data } = await add(
      '<p onclick="alert(1)">文<script>alert(2)</script><img src=x onerror=alert(3)><a href="javascript:alert(4)">x</a><iframe src="https://evil.example"></iframe></p>',
    );
    const { rows } = await t.app.pool.query<{ answer: string }>('select answer from sys_qa where id = $1', [data.id]);
    expect(rows[0]?.answer).not.toMatch(/script|onclick|onerror|javascript|iframe/i);
    expect(rows[0]?.answer).toContain('文');
  });
});

test('passwords are kept as salted slow hashes', async () => {
  // Those of people that tests make are quick ones.
  const id = await addSample(t, entityNamed('sysUser'));
  const { rows } = await t.app.pool.query<{ hash: string }>(
    'select password_hash as hash from sys_credential where user_id = $1',
    [id],
  );
  expect(rows).toHaveLength(1);
  for (const { hash } of rows) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
});

test('a dealer account reaches its own pages and no others', () => {
  const held = new Set(
    seedRoles.filter(({ roleCode }) => roleCode === 'dealer').flatMap((role) => [...functionsOf(role)]),
  );
  const granted = accessMatrix(calls)
    .filter(({ cells }) => cells['dealer'] === 'granted')
    // A call that several functions guard says nothing of those that the role has not.
    .map((row) => ({ ...row, codes: row.codes.filter((code) => held.has(code)) }));
  const pages = new Set(
    granted.flatMap(({ codes }) =>
      codes.filter((code) => !code.startsWith('privacy.')).map((code) => code.split('.')[0]),
    ),
  );
  const allowed = [
    'vehicleManage',
    'vehicleSeries',
    'vehicleModelManage',
    'vehicleImage',
    'batteryManage',
    'batteryHistory',
    'mileage',
    'alarmManage',
    'dealerManage',
    'repairListsManage',
    'replacementRecord',
    'faultStatisticIndex',
    'alarmStatistics',
    'vehicleRepairStatistics',
    'activationStatistics',
    'exploreStatistics',
    'vehicleStatistics',
    'batteryStatistics',
    'serviceMaintenanceStatistics',
  ];
  expect([...pages].filter((page) => page !== undefined && !allowed.includes(page))).toEqual([]);
  const writes = granted.filter(({ codes }) => codes.every((code) => !/\.(query|export)$|^privacy\./.test(code)));
  expect(
    writes
      .filter(({ codes }) => !codes.some((code) => /^(repairListsManage|replacementRecord)\./.test(code)))
      .map(({ call }) => call.path),
  ).toEqual([]);
  expect(
    granted
      .map(({ call }) => call.path)
      .filter((path) => path.startsWith('/system/') && path !== '/system/crm/privacy/reveal'),
  ).toEqual([]);
});
