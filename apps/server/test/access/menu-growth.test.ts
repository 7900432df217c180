import fc from 'fast-check';
import { functionSeeds } from '@wheelhouse/entities/access/function-tree';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Call } from '../../src/http/call.ts';
import { calls } from '../../src/modules/index.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addDealer, addRole, addUser, password, setRoles } from './fixture.ts';

/** Rights follow from what was granted: no change of the function tree by who is no administrator lets anybody do more than before. */
let t: TestApp;
const base = '/system/crm/sysFunction';
const guarded = calls.filter((call) => call.proof === undefined && call.access !== 'login' && call.access !== 'public');
const menuRights = ['menu.query', 'menu.add', 'menu.edit', 'menu.move', 'menu.delete'];
/** Functions that an administrator made: both hold the tool, one of them the report, nobody the third. */
const own = ['tools', 'tools.open', 'tools.report', 'tools.idle'];
const tokens = new Map<string, string>();

const post = (call: string, body: object, as = 'admin') => t.call<unknown>('POST', `${base}/${call}`, body, { as });

const revOf = async (code: string) =>
  (await t.app.pool.query<{ rev: number }>('select rev from sys_function where code = $1', [code])).rows[0]?.rev ?? 1;

beforeAll(async () => {
  t = await createTestApp();
  const node = (code: string, functionType: number, functionUrl: string, parentCode: string | null = 'tools') =>
    post('addFunction', { code, parentCode, name: '工具', nameEn: 'Tool', functionType, functionUrl, sort: 900 });
  await node('tools', 1, '', null);
  await node('tools.open', 2, '/veh/crm/vehicleType/list');
  await node('tools.report', 2, '/veh/crm/vehicleType/detail');
  await node('tools.idle', 2, '');
  // Switched off by an administrator: batteries, and a function of dealers.
  for (const code of ['batteryManage', 'dealerManage.query']) {
    await post('updateFunction', { code, rev: await revOf(code), enabled: 0 });
  }
  await addRole(t, 'keepers', [...menuRights, 'tools.open', 'vehicleModelManage.query']);
  await addRole(t, 'helpers', [
    ...menuRights,
    'tools.report',
    'batteryManage.query',
    'dealerManage.query',
    'vehicleSeries.query',
  ]);
  const dealerId = await addDealer(t);
  await addUser(t, { username: 'menu.keeper', roles: ['keepers'] });
  await addUser(t, { username: 'menu.helper', roles: ['helpers'] });
  await addUser(t, { username: 'menu.dealer', roles: [], dealerId });
  await addRole(t, 'shop', ['tools.idle', 'vehicleManage.query']);
  await setRoles(
    t,
    (await t.app.pool.query<{ id: string }>(`select id from sys_user where username = 'menu.dealer'`)).rows[0]?.id ??
      '',
    ['shop'],
  );
  for (const name of ['menu.keeper', 'menu.helper', 'menu.dealer']) tokens.set(name, await t.login(name, password));
});
afterAll(() => t.stop());

/** Calls that a user gets into: everything but those refused for lack of rights. */
async function allowedCalls(token: string): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}` };
  // Loading the functions acknowledges that rights changed.
  await post('tree', {}, token);
  const ask = async ({ method, path }: Call) => {
    const url = path.replaceAll(/:\w+/g, 'x');
    const response = await t.http.inject({
      method,
      url,
      headers,
      ...(method === 'POST' && { payload: { query: { id: '0' } } }),
    });
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    return isJson && response.json<{ code: number }>().code === 1003 ? [] : [path];
  };
  const open: string[] = [];
  for (const call of guarded) open.push(...(await ask(call)));
  return open;
}
const everybody = async () =>
  new Map(
    await Promise.all([...tokens].map(async ([name, token]) => [name, new Set(await allowedCalls(token))] as const)),
  );

const places = functionSeeds.filter((seed) => seed.functionType === 1).map((seed) => seed.code);
const buttons = functionSeeds.filter((seed) => seed.functionType !== 1).map((seed) => seed.code);
const who = fc.constantFrom('menu.keeper', 'menu.helper');
// By weight, so that what the keepers can do does not grow rare as pages are added.
const parent = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('operatorManage', 'roleRightsManage', 'vehicleManage', null, 'tools') },
  { weight: 1, arbitrary: fc.constantFrom(...places) },
);
const code = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...own, 'extra', 'extra.a', 'operatorManage.extra') },
  { weight: 1, arbitrary: fc.constantFrom(...places, ...buttons) },
);
const url = fc
  .array(
    fc.constantFrom('/veh/crm/vehicleType/list', '/veh/crm/vehicleType/detail', ...guarded.map((call) => call.path)),
    { maxLength: 2 },
  )
  .map((paths) => paths.join(';'));
const flag = fc.constantFrom(0, 1, 1, 1);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ call: fc.constant('move'), who, code, parentCode: parent }) },
  {
    weight: 1,
    arbitrary: fc.record({
      call: fc.constant('addFunction'),
      who,
      code,
      parentCode: parent,
      functionType: fc.constantFrom(1, 2, 3),
      functionUrl: url,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record(
      {
        call: fc.constant('updateFunction'),
        who,
        code,
        parentCode: parent,
        functionUrl: url,
        enabled: flag,
        staffOnly: flag,
      },
      { requiredKeys: ['call', 'who', 'code'] },
    ),
  },
  { weight: 1, arbitrary: fc.record({ call: fc.constant('deleteFunction'), who, code }) },
);

test('a held button under another page gives nothing of that page', async () => {
  const keeper = tokens.get('menu.keeper') ?? '';
  const list = async () => (await t.call('POST', '/system/crm/sysUser/list', {}, { as: keeper })).code;
  await post('tree', {}, keeper);
  expect((await post('move', { code: 'tools.open', parentCode: 'operatorManage' }, keeper)).code).toBe(0);
  await post('tree', {}, keeper);
  expect(await list()).toBe(1003);
  // Nor does the page come along when an administrator saves the role again.
  const { data } = await t.call<{ rev: number; functionCodes: string[] }>(
    'POST',
    '/system/crm/sysRole/detail',
    { roleCode: 'keepers' },
    { as: 'admin' },
  );
  const saved = await t.call(
    'POST',
    '/system/crm/sysRole/updateRole',
    { roleCode: 'keepers', rev: data.rev, functionCodes: data.functionCodes },
    { as: 'admin' },
  );
  expect(saved.code).toBe(0);
  await post('tree', {}, keeper);
  expect(await list()).toBe(1003);
});

// After the others: it leaves the tree in some state.
test('whatever two colluding keepers of the menu do, nobody gets into a call that was closed to them', async () => {
  const before = await everybody();
  let done = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
      // An administrator switches on again what the last steps switched off.
      for (const one of own) await post('updateFunction', { code: one, rev: await revOf(one), enabled: 1 });
      for (const { call, who: name, ...sent } of steps) {
        const form =
          call === 'addFunction'
            ? { name: '工具', nameEn: 'Tool' }
            : call === 'updateFunction'
              ? { rev: await revOf(sent.code) }
              : {};
        await post('tree', {}, tokens.get(name));
        if ((await post(call, { ...form, ...sent }, tokens.get(name))).code === 0) done++;
      }
      for (const [name, allowed] of await everybody())
        expect(
          [...allowed].filter((path) => !before.get(name)?.has(path)),
          name,
        ).toEqual([]);
    }),
    { numRuns: 12 },
  );
  expect(done).toBeGreaterThan(5);
}, 120_000);
