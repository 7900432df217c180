import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operators, type Operator, queryLimits } from '@wheelhouse/contract';
import type { EntityDef, HiddenOperator } from '@wheelhouse/entities/define';
import type { Mask } from '@wheelhouse/entities/fields';
import { entities, pathOfCall, plain, shownAs } from '@wheelhouse/entities/registry';
import { maskOf } from '../../src/entity/seal.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';

const all = Object.values(entities).map(plain);
let t: TestApp;
let clerk: string;
beforeAll(async () => {
  t = await createTestApp();
  // Sees every page that has a sealed filter, and may not search by sealed values.
  await t.app.pool.query(
    `insert into sys_role (role_code, role_name, data_scope, dealer_assignable, built_in, enabled) values ('clerk', '文员', 1, 0, 0, 1)`,
  );
  await t.app.pool.query(
    `insert into sys_role_function (role_code, function_code) select 'clerk', code from sys_function where code <> 'privacy.search'`,
  );
  clerk = (await signInAs(t, { roles: ['clerk'] })).token;
});
afterAll(() => t.stop());

interface Refusal {
  readonly errors?: readonly { field: string; allowed?: readonly string[] }[];
}
type Ask = (query: object, as?: string) => Promise<{ code: number; data: Refusal }>;

/** Every call that takes conditions on an entity. */
function callsOf(entity: EntityDef): Record<string, Ask> {
  const post = (path: string, body: (query: object) => object): Ask => {
    return (query, as = 'admin') => t.call<Refusal>('POST', path, body(query), { as });
  };
  const calls: Record<string, Ask> = {};
  if (entity.calls.includes('list')) calls['list'] = post(pathOfCall(entity, 'list'), (query) => ({ query }));
  if (entity.calls.includes('export'))
    calls['export'] = post(pathOfCall(entity, 'export'), (query) => ({ query, reason: '核对导出条件' }));
  if (entity.name === 'vehicle') {
    calls['map'] = post('/veh/crm/vehicle/fleet', (query) => ({ bbox: [70, 10, 140, 55], zoom: 4, query }));
    calls['area'] = post('/veh/crm/vehicle/fleetList', (query) => ({ query }));
  }
  return calls;
}

const wire: Readonly<Record<HiddenOperator, readonly Operator[]>> = {
  eq: ['eq'],
  like: ['eq', 'like'],
  range: ['eq', 'ge', 'le'],
  in: ['eq', 'in'],
  ne: ['eq', 'ne'],
  null: ['eq', 'null'],
};

/** What the definition says, read here once more, by hand. */
function declared({ list, keyedBy }: EntityDef, name: string): readonly Operator[] {
  const common: Record<string, HiddenOperator[]> = keyedBy
    ? {}
    : { id: ['in', 'ne'], createTime: ['range'], updateTime: ['range'] };
  const filters: Readonly<Record<string, HiddenOperator | readonly HiddenOperator[] | undefined>> = list.filters;
  const hidden: typeof filters = list.hiddenFilters ?? {};
  return [filters[name], hidden[name], common[name]].flat().flatMap((one) => (one === undefined ? [] : wire[one]));
}

const namesOf = (entity: EntityDef): string[] => [
  ...Object.keys(entity.fields),
  'id',
  'rev',
  'deleted',
  'createTime',
  'createBy',
  'updateBy',
];
const samples: Readonly<Record<Operator, unknown>> = {
  eq: '1',
  ne: '1',
  like: '1',
  ge: '1',
  le: '1',
  in: ['1'],
  null: 1,
};

interface Condition {
  readonly name: string;
  readonly op: Operator;
}

/** Lists that first want a range add its conditions. */
const atOnce = queryLimits.conditions - 2;

const namedBy = ({ name, op }: Condition): string => (op === 'eq' ? name : `${name}.${op}`);

/** What the refusals name, asked with as many conditions as a call may have at a time. */
async function refusedBy(conditions: readonly Condition[], ask: Ask): Promise<(string | undefined)[]> {
  const named: (string | undefined)[] = [];
  for (let from = 0; from < conditions.length; from += atOnce) {
    const some = conditions.slice(from, from + atOnce);
    const { code, data } = await ask(Object.fromEntries(some.map(({ name, op }) => [`${name}.${op}`, samples[op]])));
    if (code !== 1001) throw new Error(`${some.map(namedBy).join()}: ${code}`);
    named.push(...(data.errors ?? []).map(({ field }) => field));
  }
  return named;
}

describe.each(all.filter((entity) => Object.keys(callsOf(entity)).length > 0))('$name', (entity) => {
  test('what no filter declares is refused by name, in every call', async () => {
    const refused = namesOf(entity).flatMap((name) =>
      operators.filter((op) => !declared(entity, name).includes(op)).map((op) => ({ name, op })),
    );
    // Trips are found by a vehicle and a range, which come first.
    if (entity.name === 'trip') {
      for (const ask of Object.values(callsOf(entity))) expect((await ask({ 'tripNo.like': '1' })).code).toBe(2421);
      return;
    }
    for (const [call, ask] of Object.entries(callsOf(entity)))
      expect(await refusedBy(refused, ask), call).toEqual(refused.map(namedBy));
  });

  test('a sealed value is searched by equality alone, with the right, and that is kept', async () => {
    const calls = callsOf(entity);
    for (const name of Object.keys(entity.fields)) {
      const shown = shownAs(entity, name);
      if (shown.kind !== 'private' || declared(entity, name).length === 0) continue;
      expect(declared(entity, name)).toEqual(['eq']);
      for (const [call, ask] of Object.entries(calls)) {
        const value = `139${Math.random().toFixed(8).slice(2)}`;
        // The log keeps the masked form, which another value may have too.
        const before = await kept(entity, name, shown.mask, value);
        expect((await ask({ [name]: value }, clerk)).code, `${call} ${name}`).toBe(1003);
        expect(await kept(entity, name, shown.mask, value)).toBe(before);
        expect((await ask({ [name]: value })).code, `${call} ${name}`).toBe(0);
        expect(await kept(entity, name, shown.mask, value), `${call} ${name}`).toBe(before + 1);
      }
    }
  });
});

test('what a list is counted by is a choice of a dictionary that filters it', () => {
  const wrong = all.filter(
    ({ fields, list: { counters, filters } }) =>
      counters !== undefined &&
      (fields[counters]?.kind !== 'dict' ||
        ![filters[counters]].flat().some((operator) => operator === 'eq' || operator === 'in')),
  );
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

async function kept(entity: EntityDef, field: string, mask: Mask, value: string): Promise<number> {
  const { rows } = await t.app.pool.query(
    `select reason from sys_sensitive_access_log where entity = $1 and field = $2 and entity_id = '*' and reason = '按值查询：' || $3`,
    [entity.name, field, maskOf(mask, value)],
  );
  expect(JSON.stringify(rows)).not.toContain(value);
  return rows.length;
}

describe('/rest/r', () => {
  test.each(all)('$name: declared filters and fields with an index, never a sealed or hidden one', async (entity) => {
    if (entity.name === 'trip') return;
    const refused: Condition[] = [];
    for (const name of namesOf(entity)) {
      const field = entity.fields[name];
      const indexed =
        field !== undefined &&
        field.right === undefined &&
        ['text', 'int', 'decimal', 'money', 'flag', 'date', 'instant', 'dict', 'ref', 'area', 'tags'].includes(
          field.kind,
        ) &&
        (field.index === true ||
          field.unique !== undefined ||
          field.kind === 'ref' ||
          entity.uniqueTogether?.some(([first]) => first === name) === true);
      for (const op of operators)
        if (!declared(entity, name).includes(op) && !(indexed && op !== 'like' && op !== 'ne'))
          refused.push({ name, op });
    }
    const ask: Ask = (query) => t.call('POST', `/rest/r/${entity.name}`, { [entity.name]: { query } }, { as: 'admin' });
    expect(await refusedBy(refused, ask)).toEqual(refused.map(namedBy));
  });
});

test('a value that is none of a filter’s is refused with those that are', async () => {
  for (const [query, field, allowed] of [
    [{ 'online.eq': 'banana' }, 'online', ['0', '1']],
    [{ 'activationStatus.eq': 'x' }, 'activationStatus', ['0', '1', '2', '3']],
    [{ 'soc.like': '1' }, 'soc.like', ['eq', 'ge', 'le']],
  ] as const) {
    const { code, data } = await t.call<Refusal>('POST', '/veh/crm/vehicle/list', { query }, { as: 'admin' });
    expect(code).toBe(1001);
    expect(data.errors?.[0]).toMatchObject({ field });
    expect(data.errors?.[0]?.allowed).toEqual(expect.arrayContaining([...allowed].slice(0, 2)));
  }
});
