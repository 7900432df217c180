import { queryLimits } from '@wheelhouse/contract/list-query';
import { entities, pathOfCall, plain } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());

const list = (query: object, as = 'admin') =>
  t.call<{ total: number }>('POST', '/veh/crm/vehicle/list', { query }, { as });
const many = Array.from({ length: 1000 }, (_, n) => String(n + 1));

test('a call asks for so many conditions, values and models, and a refusal says how many', async () => {
  const names = ['soc', 'odometerKm', 'productionDate', 'activationTime', 'lastReportTime', 'createTime', 'updateTime'];
  const over = Object.fromEntries(
    [...names, 'id', 'vin', 'color', 'imei', 'iccid', 'dealerId'].flatMap((name) =>
      ['eq', 'ge', 'le', 'ne'].map((op) => [`${name}.${op}`, '1']),
    ),
  );
  expect(Object.keys(over).length).toBeGreaterThan(queryLimits.conditions);
  const refused = await list(over);
  expect(refused.code).toBe(1018);
  for (const n of Object.values(queryLimits)) expect(refused.message).toContain(String(n));
  expect((await list({ 'id.in': many, 'vehicleTypeId.in': many })).code).toBe(0);
  expect((await list({ 'id.in': many, 'vehicleTypeId.in': many, online: 1 })).code).toBe(1018);
  expect((await list({ 'id.in': [...many, '1001'] })).code).toBe(1001);

  const rest = (models: readonly string[], query: object) =>
    t.call('POST', `/rest/r/${models.join(',')}`, Object.fromEntries(models.map((one) => [one, { query }])), {
      as: 'admin',
    });
  const models = ['vehicle', 'battery', 'dealer', 'vehicleType', 'ecu', 'alarm'];
  expect((await rest(models, {})).code).toBe(1018);
  expect((await rest(models.slice(0, 5), {})).code).toBe(0);
  // The budget is the call's, over all its models.
  expect((await rest(['vehicle', 'battery', 'dealer'], { 'id.in': many })).code).toBe(1018);
});

test('a list of values is one parameter', async () => {
  const { pool } = t.app;
  const { query } = pool;
  const most: number[] = [];
  pool.query = ((...given: Parameters<typeof query>) => {
    const [config] = given as unknown as [{ values?: unknown[] }];
    most.push(config.values?.length ?? 0);
    return query.apply(pool, given);
  }) as typeof query;
  expect((await list({ 'id.in': many, 'vehicleTypeId.in': many })).code).toBe(0);
  pool.query = query;
  expect(Math.max(...most)).toBeLessThan(20);
});

test('who makes many calls at once waits for himself; beyond that he is refused, and others are answered', async () => {
  const [busy, other] = [await signInAs(t, { roles: ['ops'] }), await signInAs(t, { roles: ['ops'] })];
  const client = await t.app.pool.connect();
  await client.query('begin');
  await client.query('lock table veh_vehicle in access exclusive mode');
  let answers: ReturnType<typeof list>[];
  try {
    answers = Array.from({ length: 70 }, () => list({}, busy.token));
    // Those beyond the queue are answered while the table is still locked.
    expect((await Promise.race(answers)).code).toBe(1019);
    const views = pathOfCall(plain(entities.savedView), 'list');
    expect((await t.call('POST', views, {}, { as: other.token })).code).toBe(0);
  } finally {
    await client.query('rollback');
    client.release();
  }
  const codes = (await Promise.all(answers)).map(({ code }) => code);
  expect(codes.filter((code) => code === 0)).toHaveLength(61);
  expect(codes.filter((code) => code === 1019)).toHaveLength(9);
});
