import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadFunctionTree } from '../../src/modules/access/functions.ts';
import { accessMatrix, isExpected, type MatrixRow, matrixRoles } from './access-matrix.ts';
import { calls } from '../../src/modules/index.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addDealer, addUser, password } from './fixture.ts';
import { type MatrixAnswer, matrixTable } from './matrix-table.ts';

let t: TestApp;
const tokens = new Map<string, string>();
/** These end the session that the other rows need. */
const enders = ['/system/crm/sysUser/ssoLogout'];
const rows = accessMatrix(calls).filter(({ call }) => !enders.includes(call.path));
const answers = new Map(rows.map((row) => [row, new Map<string, MatrixAnswer>()]));

beforeAll(async () => {
  t = await createTestApp();
  const dealerId = await addDealer(t);
  for (const role of matrixRoles) {
    const username = `matrix.${role}`;
    await addUser(t, { username, roles: [role], ...(role === 'dealer' && { dealerId }) });
    tokens.set(role, await t.login(username, password));
  }
});
afterAll(async () => {
  await t.stop();
  const file = process.env['MATRIX'];
  if (file !== undefined) writeFileSync(file, matrixTable(rows, answers));
});

/** Sends an empty input: a caller who is allowed gets an error that names what is missing. */
async function ask({ call }: MatrixRow, token: string | undefined): Promise<MatrixAnswer> {
  const url = call.path.replaceAll(/:\w+/g, 'x');
  const response = await t.http.inject({
    method: call.method,
    url,
    ...(call.method === 'POST' && { payload: { query: { id: '0' } } }),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  return { status: response.statusCode, code: isJson ? response.json<{ code: number }>().code : 0 };
}

test('nobody without a session gets into anything but what is open', async () => {
  for (const row of rows) {
    const { status } = await ask(row, undefined);
    expect(status === 401, row.call.path).toBe(!Object.values(row.cells).includes('open'));
  }
});

test('the function tree of a new installation guards each call by what the call declares', async () => {
  const tree = await loadFunctionTree(t.app.db);
  for (const { call, codes } of rows)
    expect([...(tree.guardsOf(call.path) ?? [])].toSorted(), call.path).toEqual([...codes].toSorted());
});

test.each(matrixRoles)(
  '%s gets exactly where the tree lets them',
  async (role) => {
    const wrong: string[] = [];
    for (const row of rows) {
      const cell = row.cells[role] ?? 'refused';
      const answer = await ask(row, tokens.get(role));
      answers.get(row)?.set(role, answer);
      const { status, code } = answer;
      if (!isExpected(cell, status, code)) wrong.push(`${row.call.path} is ${cell}, answered ${status} ${code}`);
    }
    expect(wrong).toEqual([]);
  },
  120_000,
);

test('the matrix says something: no role but the administrator gets everywhere, dealers least', () => {
  const guarded = rows.filter(({ codes }) => codes.length > 0);
  expect(guarded.length).toBeGreaterThan(80);
  const granted = new Map(
    matrixRoles.map((role) => [role, guarded.filter(({ cells }) => cells[role] === 'granted').length]),
  );
  expect(granted.get('admin')).toBe(guarded.length);
  for (const role of matrixRoles.slice(1)) expect(granted.get(role), role).toBeLessThan(guarded.length);
  expect(granted.get('dealer')).toBeLessThan(granted.get('ops') ?? 0);
});
