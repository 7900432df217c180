import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operators, totalLimit } from '@wheelhouse/contract';
import { codeOfCall, entities, nameKey, pathOfCall, plain } from '@wheelhouse/entities/registry';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addSample } from './samples.ts';

const all = Object.values(entities).map(plain);
const listed = all.filter((entity) => entity.calls.includes('list'));
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  for (const entity of all) if (entity.calls.includes('add')) await addSample(app, entity);
});
afterAll(async () => app.stop());

const wide = (text: string): string =>
  text.replace(/[0-9A-Za-z]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0));

interface ListData {
  list: Record<string, unknown>[];
  total: number;
}
const ask = (path: string, body: unknown) => app.call<ListData>('POST', path, body, { as: 'admin' });

/** Trips are listed by vehicle and time only: see test/trips. */
const free = listed.filter(({ name }) => name !== 'trip');
describe.each(free)('$name list', (entity) => {
  const path = pathOfCall(entity, 'list');
  test('defaults, the declared filters and the default order work', async () => {
    const plainList = await ask(path, {});
    expect(plainList.code, plainList.message).toBe(0);
    expect(plainList.data.list.length).toBeLessThanOrEqual(10);
    for (const page of ['abc', 1.5, null, -3, [], {}]) {
      expect((await ask(path, { page })).data.list.map((r) => r['id'])).toEqual(
        plainList.data.list.map((r) => r['id']),
      );
    }
    const row = plainList.data.list[0];
    for (const [name, ops] of Object.entries(entity.list.filters)) {
      // A list is found by any of its members.
      const value = [row?.[name]].flat()[0];
      // Private values are read masked: what is read does not find its row.
      const masked = /\*{3}/.test(String(value)) || entity.fields[name]?.kind === 'private';
      if (name === 'keyword' || value === null || value === undefined || masked) continue;
      for (const op of Array.isArray(ops) ? ops : [ops]) {
        const query =
          op === 'range'
            ? { [`${name}.ge`]: value, [`${name}.le`]: value }
            : op === 'in'
              ? { [`${name}.in`]: [value] }
              : op === 'like'
                ? // As an input method for Chinese may write it.
                  { [`${name}.like`]: `%${wide(String(value))}%` }
                : { [name]: value };
        const found = await ask(path, { query, pageSize: 200 });
        expect(found.code, `${name} ${op}: ${found.message}`).toBe(0);
        expect(
          found.data.list.map((r) => r['id'] ?? r['vehicleId']),
          `${name} ${op}`,
        ).toContain(row?.['id'] ?? row?.['vehicleId']);
      }
    }
  });

  test('references come with what people call the records, one name an id', async () => {
    const { data } = await ask(path, { pageSize: 200 });
    for (const row of data.list)
      for (const [name, value] of Object.entries(row)) {
        const field = entity.fields[name];
        if (field?.kind === 'ref' && value !== null) expect(row, name).toHaveProperty(nameKey(name));
        if (field?.kind !== 'refMany' || !Array.isArray(value)) continue;
        const names = row[nameKey(name)];
        expect(names, name).toHaveLength(value.length);
        expect(names, name).not.toContain('');
      }
  });

  test('unknown fields, operators and orders are refused by name', async () => {
    for (const body of [
      { query: { noSuchField: 1 } },
      { query: { 'id.regex': 'x' } },
      { orderBy: 'noSuchField desc' },
      { orderBy: 'id; drop table sys_user' },
      { orderBy: '(select 1)' },
      { query: { __proto__x: 1 } },
      { query: { 'constructor.eq': 1 } },
    ]) {
      const answer = await app.call<{ errors: { field: string }[] }>('POST', path, body, { as: 'admin' });
      expect(answer.code, JSON.stringify(body)).toBe(1001);
      expect(answer.data.errors[0]?.field).toBeTruthy();
    }
  });
});

const fieldNames = fc.constantFrom(
  ...new Set(
    all.flatMap((entity) => [
      ...Object.keys(entity.fields),
      'id',
      'createTime',
      'keyword',
      'rev',
      'deleted',
      'password',
    ]),
  ),
);
const key = fc.oneof(
  fc
    .tuple(fieldNames, fc.constantFrom('', '.eq', ...operators.map((op) => `.${op}`), '.regex', '..'))
    .map(([a, b]) => a + b),
  fc.string({ maxLength: 20 }),
);
const scalar = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.double(),
  fc.integer(),
  fc.bigInt().map(String),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom(
    "' or 1=1 --",
    '%',
    '_',
    '\\',
    '%_%',
    '2025-02-30',
    '2025-01-01 25:00:00',
    '9999999999999999999',
    '-1',
    'NaN',
    '{}',
    '\u0000',
    '1e400',
    '2025-01-01',
  ),
);
const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 5 }), fc.object({ maxDepth: 2 }));

describe('any query', () => {
  test('is answered or refused, never a failure and never an injection', async () => {
    const before = await app.app.pool.query<{ n: string }>(
      "select count(*) as n from sys_operation_log where result_code = 0 and action = any (array['add', 'update', 'delete', 'import'])",
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...listed),
        fc.dictionary(key, value, { maxKeys: 5 }),
        value,
        value,
        value,
        async (entity, query, page, pageSize, orderBy) => {
          const answer = await ask(pathOfCall(entity, 'list'), { page, pageSize, orderBy, query });
          expect(answer.status).toBeLessThan(500);
          expect(typeof answer.message).toBe('string');
          if (answer.code === 0) expect(answer.data.list.length).toBeLessThanOrEqual(200);
        },
      ),
      { numRuns: 400, seed: 20_261_122 },
    );
    const after = await app.app.pool.query<{ n: string }>(
      "select count(*) as n from sys_operation_log where result_code = 0 and action = any (array['add', 'update', 'delete', 'import'])",
    );
    expect(after.rows).toEqual(before.rows);
  });

  test('every list names the function that guards it', () => {
    for (const entity of listed) expect(codeOfCall(entity, 'list')).toMatch(/^(login|\w+\.(query|rule|log|settle))$/);
  });
});

test('conditions narrow the total of a long list whose rows have the key of others', async () => {
  const rest = async (query: object) =>
    (
      await app.call<{ bluetoothState: ListData }>(
        'POST',
        '/rest/r/bluetoothState',
        { bluetoothState: { query } },
        { as: 'admin' },
      )
    ).data.bluetoothState.total;
  // Vehicles do not matter here.
  await app.app.pool.query(`
    alter table veh_bluetooth_state drop constraint veh_bluetooth_state_vehicle_id_fkey;
    insert into veh_bluetooth_state (vehicle_id) select n from generate_series(1000001, 1000000 + ${2 * totalLimit}) n`);
  expect(await rest({})).toBe(totalLimit);
  expect(await rest({ 'vehicleId.eq': '1000001' })).toBe(1);
});
