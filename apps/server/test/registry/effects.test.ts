import { entities, pathOfCall, plain } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Call } from '../../src/http/call.ts';
import { effectOf } from '../../src/http/effect.ts';
import { calls } from '../../src/modules/index.ts';
import { views } from '../../src/modules/statistics/views.ts';
import { adminPassword, createTestApp, type TestApp } from '../support/app.ts';
import { changedTables, sumsOfTables } from '../support/tables.ts';
import { addedOtherwise, addSample } from './samples.ts';

/** What calls do, as they say it: to the documentation, and to what is logged. */
let t: TestApp;
const all = Object.values(entities).map(plain);
const ids = new Map<string, string>();

beforeAll(async () => {
  t = await createTestApp({ env: { DOCS: 'true' } });
  for (const entity of all)
    if (entity.calls.includes('add') || addedOtherwise[entity.name] !== undefined)
      ids.set(entity.name, await addSample(t, entity));
}, 120_000);
afterAll(() => t.stop());

test('the documentation says of every call what it does', async () => {
  const { paths } = (await t.http.inject('/docs/json')).json<{
    paths: Record<string, Record<string, { 'x-effect'?: string }>>;
  }>();
  for (const call of calls.filter(({ hidden }) => !hidden)) {
    const documented = paths[call.path.replaceAll(/:(\w+)/g, '{$1}')]?.[call.method.toLowerCase()];
    expect(documented?.['x-effect'], call.path).toBe(effectOf(call));
  }
});

test('what an entity deletes is gone, and what its lists and exports answer changes nothing', () => {
  const of = new Map(calls.map((call) => [call.path, effectOf(call)]));
  for (const entity of all)
    for (const call of entity.calls) {
      const effect = of.get(pathOfCall(entity, call));
      if (call === 'batchDelete') expect(effect, entity.name).toBe('irreversible');
      else
        expect(effect, `${entity.name} ${call}`).toBe(
          /^(list|detail|export|importTemplate)$/.test(call) ? 'reads' : 'changes',
        );
    }
});

/** A workbook that is given out. */
const ofReading = new Set(['sys_issued_file']);

/** Bodies that a reading call takes: of nothing, of a day, of each record that it may be about. */
function bodiesOf({ path }: Call): object[] {
  if (path === '/query/queryview') return Object.keys(views).map((code) => ({ 'extend.view.code': code }));
  const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  const range = { from: day, to: day, 'startTime.ge': day, 'startTime.le': `${day} 23:59:59` };
  const own = all.filter((entity) => path.startsWith(`${entity.base}/`) && ids.has(entity.name));
  const vehicleId = ids.get('vehicle');
  const reason = '核对数据用途';
  if (/export/i.test(path)) return [{ query: {}, reason }];
  const about = own.map(({ name }) => ({ id: ids.get(name) }));
  if (path.endsWith('/may')) return own.map(({ name }) => ({ ids: [ids.get(name)] }));
  return [
    {},
    { query: {}, reason },
    { ...range, vehicleId },
    ...about,
    ...about.map((one) => ({ ...range, vehicleId, ...one })),
  ];
}

/** Calls of one user that are under way at once: as many as they may have. */
const atOnce = 6;
/** Calls between two looks at the tables. */
const together = 80;

test('no call that reads changes a record', async () => {
  const reading = calls.filter((call) => effectOf(call) === 'reads' && call.proof === undefined && !call.upload);
  const as = await t.login('admin', adminPassword);
  const loud: string[] = [];
  let before = await sumsOfTables(t);
  let answered = 0;
  for (let from = 0; from < reading.length; from += together) {
    const some = reading.slice(from, from + together);
    const questions = some.flatMap((call) => bodiesOf(call).map((body) => ({ call, body }))).values();
    const askOn = async (): Promise<void> => {
      for (const { call, body } of questions) {
        const { code } = await t.call(call.method, call.path.replaceAll(/:\w+/g, 'vehicle'), body, { as });
        if (code === 0) answered++;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, askOn));
    const after = await sumsOfTables(t);
    const changed = changedTables(before, after).filter((name) => !ofReading.has(name));
    if (changed.length > 0)
      loud.push(`${changed.join(', ')} changed by one of ${some.map(({ path }) => path).join(', ')}`);
    before = after;
  }
  expect(loud).toEqual([]);
  expect(answered).toBeGreaterThan(300);
});
