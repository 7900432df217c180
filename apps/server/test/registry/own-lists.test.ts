import { entities, pathOfCall, plain } from '@wheelhouse/entities/registry';
import { statistics } from '@wheelhouse/entities/statistics/all';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ZodType } from 'zod';
import type { Call } from '../../src/http/call.ts';
import { calls } from '../../src/modules/index.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

// Lists that have SQL of their own refuse conditions that they do not know, as the lists of entities do: one that is silently left out answers
// more than was asked for.

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());

const standard = new Set(
  Object.values(entities)
    .map(plain)
    .flatMap((entity) => entity.calls.map((call) => pathOfCall(entity, call))),
);

/** Names that the body of a call has. */
const namesOf = (body: ZodType | undefined): readonly string[] =>
  body !== undefined && 'shape' in body ? Object.keys(body.shape as object) : [];

const isList = ({ method, path, proof, body }: Call): boolean =>
  method === 'POST' &&
  !proof &&
  (namesOf(body).some((name) => ['page', 'pageSize', 'query'].includes(name)) || /\/(list|export)\w*$/.test(path));

/** Lists whose answer needs something first, which is refused before conditions are read. */
const first: Readonly<Record<string, object>> = {
  '/veh/crm/trace/list': {
    query: { vin: 'LZX00000000000000', 'startTime.ge': '2026-01-01 00:00:00', 'startTime.le': '2026-01-02 00:00:00' },
  },
  '/veh/crm/simFlow/export': { tab: 'day' },
  '/order/crm/themeRevenue/trend': { granularity: 'day' },
  '/stat/crm/report/export': { report: 'vehicle' },
  '/stat/crm/explore/query': { statistic: 'alarm', measures: ['alarms'] },
  ...Object.fromEntries(
    Object.values(statistics).flatMap(({ base, groups }) =>
      groups === undefined ? [] : [[`${base}/${groups.call}`, { by: Object.keys(groups.parts)[0] }]],
    ),
  ),
};
/** Calls that only look like lists. */
const others: Readonly<Record<string, string>> = {
  '/query/queryview': 'views have conditions of their own',
  '/veh/crm/vehicle/fleet': 'conditions of the vehicle list (`filters.test.ts`)',
  '/veh/crm/vehicle/fleetList': 'conditions of the vehicle list (`filters.test.ts`)',
  '/veh/crm/sapVehicle/export': 'asks SAP',
  '/veh/crm/trace/export': 'the track of one vehicle',
  '/system/crm/work/list': 'takes nothing',
};

const own = calls.filter((call) => isList(call) && !standard.has(call.path) && !(call.path in others));

test('there are such lists', () => {
  expect(own.length).toBeGreaterThan(15);
});

test.each(own.map(({ path, body }) => ({ path, names: namesOf(body) })))('$path', async ({ path, names }) => {
  const nested = names.length === 0 || names.includes('query');
  for (const name of ['nonsense', 'nonsense.eq', 'nonsense.like']) {
    const given = first[path];
    const body = nested ? { ...given, query: { ...recordOf(given), [name]: '1' } } : { ...given, [name]: '1' };
    const { code, data } = await t.call<{ errors?: readonly { field: string }[] }>('POST', path, body, { as: 'admin' });
    expect(code, `${path} ${name}`).toBe(1001);
    expect(JSON.stringify(data), `${path} ${name}`).toContain('nonsense');
  }
});

const recordOf = (given: object | undefined): object => (given && 'query' in given ? (given.query as object) : {});

test.each([
  ['/msg/crm/alarmMessage/list', { channel: '1', alarmType: 'VIBRATION', status: '2' }],
  ['/msg/crm/activityMessage/recipients', { status: 2, channel: 1 }],
  ['/veh/crm/simFlow/day', { carrier: 1, 'statDate.ge': '2026-01-01', 'statDate.le': '2026-01-31' }],
])('%s takes a condition by its name, with or without .eq', async (path, query) => {
  const named = Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name.includes('.') ? name : `${name}.eq`, value]),
  );
  for (const one of [query, named]) {
    const { code, data } = await t.call<object>('POST', path, { id: '1', query: one }, { as: 'admin' });
    expect([0, 1002], `${code} ${JSON.stringify(data)}`).toContain(code);
  }
});
