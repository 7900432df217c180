import type { MayAnswer } from '@wheelhouse/contract/calls/kit';
import type { EntityDef } from '@wheelhouse/entities/define';
import type { Row } from '@wheelhouse/entities/fields';
import { answersMay, deleteKey, mayPath, switchCalls, switchesOf, switchKey } from '@wheelhouse/entities/may';
import { entities, pathOfCall, plain } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';
import { sumsOfTables } from '../support/tables.ts';
import { addedOtherwise, addSample, sampleInput } from './samples.ts';

// What may be done to a record is what the calls themselves answer: moves along machines are compared in `machines.test.ts`, the rest here.

let t: TestApp;
const judged = Object.values(entities)
  .map(plain)
  .filter(
    (entity) => answersMay(entity) && (entity.calls.includes('add') || addedOtherwise[entity.name] !== undefined),
  );

beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());

async function refusedOf(entity: EntityDef, id: string, as = 'admin'): Promise<MayAnswer['list'][number]['refused']> {
  const { code, data, message } = await t.call<MayAnswer>('POST', mayPath(entity), { ids: [id] }, { as });
  expect(code, message).toBe(0);
  expect(data.list.map((one) => one.id)).toEqual([id]);
  return data.list[0]?.refused ?? {};
}

interface Left {
  readonly skipped?: readonly { readonly code: number; readonly message: string }[];
}

/** The refusal of a call about one record. */
async function refusalOf(path: string, body: Row): Promise<{ readonly code: number; readonly message: string }> {
  const { code, message, data } = await t.call<Left | null>('POST', path, body, { as: 'admin' });
  const left = code === 0 ? data?.skipped?.[0] : undefined;
  return { code: left?.code ?? code, message: left?.message ?? message };
}

/** Actions that move no state: what they refuse whatever they are asked. */
const otherActions = (entity: EntityDef) =>
  Object.entries(entity.actions ?? {}).filter(([, { transition }]) => transition === undefined);

describe.each(judged)('$name', (entity) => {
  test('what is refused beforehand is refused with the same words, and deleted is what may be', async () => {
    const id = await addSample(t, entity);
    for (const [name, action] of otherActions(entity)) {
      const foretold = (await refusedOf(entity, id))[name];
      if (foretold === undefined) continue;
      const input = await sampleInput(t, { ...action.input }, '1');
      const body = { ...input, ...action.fixedInput, ...(action.many === undefined ? { id } : { ids: [id] }) };
      const refusal = await refusalOf(`${entity.base}/${action.path}`, body);
      expect(refusal.code === 1001 ? { ...refusal, ...foretold } : refusal, name).toEqual(foretold);
    }
    for (const { call, field, moves } of switchesOf(entity))
      for (const { to } of moves) {
        const foretold = (await refusedOf(entity, id))[switchKey(call, to)];
        const { code } = await refusalOf(pathOfCall(entity, call), { ids: [id], [switchCalls[call]]: to });
        expect(code, `${field} to ${to}`).toBe(foretold?.code ?? 0);
      }
    if (!entity.calls.includes('batchDelete')) return;
    const foretold = (await refusedOf(entity, id))[deleteKey];
    const refusal = await refusalOf(pathOfCall(entity, 'batchDelete'), { ids: [id] });
    expect(refusal.code, deleteKey).toBe(foretold?.code ?? 0);
    if (foretold !== undefined) return;
    // Of one that is gone everything is refused as unknown.
    const gone = Object.values(await refusedOf(entity, id));
    expect(gone.map(({ code }) => code)).toEqual(gone.map(() => 1002));
    expect(gone.length).toBeGreaterThan(0);
  });
});

test('a question changes nothing, and says of functions that one lacks that one lacks them', async () => {
  const entity = plain(entities.dealer);
  const id = await addSample(t, entity);
  const { token } = await signInAs(t, { roles: ['auditor'] });
  const before = await sumsOfTables(t);
  const refused = await refusedOf(entity, id, token);
  expect(Object.keys(refused)).toEqual(Object.keys(entity.actions ?? {}));
  expect([...new Set(Object.values(refused).map(({ code }) => code))]).toEqual([1003]);
  expect(await sumsOfTables(t)).toEqual(before);
});

test('at most 50 records are asked about at once, and nothing but ids', async () => {
  const path = mayPath(plain(entities.dealer));
  const many = Array.from({ length: 51 }, (_, at) => String(at + 1));
  expect((await t.call('POST', path, { ids: many }, { as: 'admin' })).code).toBe(1001);
  expect((await t.call('POST', path, { ids: ['1'], keys: ['terminate'] }, { as: 'admin' })).code).toBe(1001);
});
