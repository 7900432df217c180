import { setTimeout as sleep } from 'node:timers/promises';
import { queryLimits } from '@wheelhouse/contract/list-query';
import { entities, pathOfCall, plain } from '@wheelhouse/entities/registry';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { administer } from '../support/databases.ts';
import { signInAs } from '../support/people.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ env: { DATABASE_POOL: '10' } });
  await administer(t.databaseUrl, async (client) => {
    await client.query(
      `insert into sys_qa (question, answer, category, sort, enabled) select 'q' || g, 'a', 'use', 1, 1 from generate_series(1, 25000) g`,
    );
    await client.query('analyze sys_qa');
  });
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

/** Statements of this database that wait for a lock. */
async function waitingFor(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.n ?? 0;
}

/** While something is locked, whoever needs it waits: `waiting` is how many statements do. */
async function whileLocked(lock: string, work: (waiting: () => Promise<number>) => Promise<void>): Promise<void> {
  // All connections are made before: one that begins waits for some locks as well.
  const made = await Promise.all(Array.from({ length: 10 }, () => t.app.pool.connect()));
  for (const one of made) one.release();
  await administer(t.databaseUrl, async (client) => {
    await client.query('begin');
    await client.query(lock);
    try {
      await work(() => waitingFor(client));
    } finally {
      await client.query('rollback');
    }
  });
}
const vehicles = 'lock table veh_vehicle in access exclusive mode';

const codesOf = async (answers: readonly Promise<{ readonly code: number }>[]): Promise<number[]> =>
  (await Promise.all(answers)).map(({ code }) => code);
const people = (n: number, role = 'ops') =>
  Promise.all(Array.from({ length: n }, () => signInAs(t, { roles: [role] })));

test('one user alone has all connections but two, which are there for whoever comes next', async () => {
  const [busy, other] = await people(2);
  const views = pathOfCall(plain(entities.savedView), 'list');
  // Lists, and a call that is nothing but its own statement.
  for (const path of ['list', 'detail']) {
    let answers: Promise<{ readonly code: number }>[] = [];
    await whileLocked(vehicles, async (waiting) => {
      answers = Array.from({ length: 70 }, () =>
        t.call('POST', `/veh/crm/vehicle/${path}`, { id: '1' }, { as: busy?.token ?? '' }),
      );
      // Those beyond the queue are answered while the table is still locked.
      expect((await Promise.race(answers)).code).toBe(1019);
      await expect.poll(waiting).toBe(8);
      expect((await t.call('POST', views, {}, { as: other?.token ?? '' })).code).toBe(0);
      // Nobody else has called for a second then: those who wait are not slowed down, however long this took.
      await sleep(1_100);
    });
    const codes = await codesOf(answers);
    expect(codes.filter((code) => code === 1019)).toHaveLength(2);
    expect(codes.filter((code) => code === (path === 'list' ? 0 : 1002))).toHaveLength(68);
  }
});

test('statements that read much run two at a time by one user alone, and one by each of those who wait', async () => {
  const [busy, other, third] = await people(3);
  const view = (who: { readonly token: string } | undefined) =>
    t.call(
      'POST',
      '/query/queryview',
      { extend: { view: { code: 'V_VEHICLE_ONLINE_CITY' } }, query: {} },
      { as: who?.token ?? '' },
    );
  let answers: Promise<{ readonly code: number }>[] = [];
  await whileLocked(vehicles, async (waiting) => {
    answers = [view(busy), view(busy), view(busy)];
    await expect.poll(waiting).toBe(2);
    // The second one of the first user is not held against the other.
    answers.push(view(other), view(other));
    await expect.poll(waiting).toBe(3);
    answers.push(view(third));
  });
  expect(await codesOf(answers)).toEqual([0, 0, 0, 0, 0, 0]);
});

test('a user who is alone leaves free what another needs for a change', async () => {
  const [busy, other] = await people(2, 'admin');
  const { rows } = await t.app.pool.query<{ id: string; rev: number }>(
    'select id, rev from sys_qa order by id limit 12',
  );
  const change = ({ id, rev }: { id: string; rev: number }, who: { readonly token: string } | undefined) =>
    t.call('POST', pathOfCall(plain(entities.consoleQa), 'update'), { id, rev, answer: 'b' }, { as: who?.token ?? '' });
  const [last, ...first] = rows;
  if (last === undefined) throw new Error('no rows');
  const answers: Promise<{ readonly code: number }>[] = [];
  await whileLocked('select from sys_qa for update', async (waiting) => {
    answers.push(...first.map((row) => change(row, busy)));
    await expect.poll(waiting).toBe(8);
    // It has one of the connections that were left free, though three of the first user wait.
    answers.push(change(last, other));
    await expect.poll(waiting).toBe(9);
  });
  expect(await codesOf(answers)).toEqual(rows.map(() => 0));
});

test('what would read too much is not begun, whatever call asks for it', async () => {
  const qa = pathOfCall(plain(entities.consoleQa), 'list');
  const ask = (path: string, body: object) => t.call('POST', path, body, { as: 'admin' });
  const broad = { query: { enabled: 1 }, exactTotal: true };
  expect((await ask(qa, broad)).code).toBe(0);

  // The same rows, on a machine that takes very long to read one.
  await administer(t.databaseUrl, async (client) => {
    await client.query(`alter database ${new URL(t.databaseUrl).pathname.slice(1)} set cpu_tuple_cost = 1000`);
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
  });
  await vi.waitFor(async () => expect((await ask(qa, broad)).code).toBe(1021));
  expect((await ask('/rest/r/consoleQa', { consoleQa: broad })).code).toBe(1021);
  expect((await ask(qa, {})).code).toBe(0);
  expect(
    (await ask(pathOfCall(plain(entities.vehicle), 'list'), { query: { online: 1 }, exactTotal: true })).code,
  ).toBe(0);
});
