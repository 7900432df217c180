import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessCalls } from '../../src/modules/access/calls.ts';
import { fileCalls } from '../../src/modules/files/calls.ts';
import { referenceCalls } from '../../src/modules/reference/calls.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());

const sessionEnders = ['ssoLogout', 'modifyPassword'];
const calls = [...accessCalls, ...referenceCalls, ...fileCalls].filter(
  (call) => !sessionEnders.some((name) => call.path.endsWith(name)),
);
const names = [
  'id',
  'entity',
  'field',
  'reason',
  'page',
  'pageSize',
  'userId',
  'category',
  'keyword',
  'code',
  'name',
  'scope',
  'fileName',
  'delete',
  'e',
  's',
  'mobile',
  'message',
  'stack',
  'realName',
  'gender',
  'avatar',
  'biz',
];
const word = fc.constantFrom(
  'dealer',
  'sysUser',
  'contactMobile',
  '1',
  '0',
  'mine',
  'true',
  "' or 1=1 --",
  '%',
  '../x',
);
const value = fc.oneof(word, fc.jsonValue(), fc.string({ unit: 'binary' }));
const body = fc.oneof(
  fc.jsonValue(),
  fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 8, noNullPrototype: true }),
);

test.each(calls.map((call) => [call.path, call] as const))(
  '%s takes any junk without a server error',
  async (_path, call) => {
    await fc.assert(
      fc.asyncProperty(body, async (given) => {
        const isGet = call.method === 'GET';
        const query =
          isGet && typeof given === 'object' && given !== null
            ? Object.fromEntries(Object.entries(given).map(([key, one]) => [key, JSON.stringify(one)]))
            : given;
        const path = call.path.replace(
          ':fileId',
          encodeURIComponent(JSON.stringify(given).slice(0, 40).toWellFormed()),
        );
        const answer = await t.call(call.method, path, isGet ? query : JSON.stringify(given), {
          as: 'admin',
          headers: isGet ? {} : { 'content-type': 'application/json' },
        });
        expect(answer.status).toBeLessThan(500);
        expect(answer.code).toBeTypeOf('number');
      }),
      { numRuns: 40 },
    );
  },
  60_000,
);
