import { isDerived, type Row, type StoredField } from '@wheelhouse/entities/fields';
import { lockedInUse } from '@wheelhouse/entities/in-use';
import { type Machine, machines } from '@wheelhouse/entities/machines';
import { dictionaries } from '@wheelhouse/entities/dictionaries';
import { entities, pathOfCall, plain } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { putInto } from './moves.ts';
import { addSample, sampleForm } from './samples.ts';

/** Records in use, on the shelf for instance: only their order and their texts change. */
const found = Object.values(entities)
  .map(plain)
  .flatMap((entity) =>
    Object.entries(entity.machines ?? {}).flatMap(([state, name]) => {
      const machine: Machine | undefined = name && machines[name];
      return (
        machine?.inUse?.states.map((code) => ({ entity, state, code, at: `${entity.name} ${state} ${code}` })) ?? []
      );
    }),
  );

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());
const as = { as: 'admin' } as const;

test('models and sounds are among them', () => {
  expect(found.map(({ entity }) => entity.name)).toEqual(expect.arrayContaining(['vehicleType', 'soundEffect']));
});

/** Another value of a kind that has one at hand. */
function otherValue(field: StoredField, value: unknown): unknown {
  if (field.kind === 'int' || field.kind === 'decimal') return Number(value ?? 0) + 1;
  if (field.kind === 'flag') return 1 - Number(value);
  if (field.kind !== 'dict') return undefined;
  const codes = dictionaries.find((one) => one.category === field.dict)?.entries.map((entry) => entry.code) ?? [];
  return codes.find((one) => one !== String(value));
}

describe.each(found)('$at', ({ entity, state, code }) => {
  test('what is technical stays, texts and order change, and it is not deleted', async () => {
    const id = await addSample(t, entity);
    await putInto(t, { entity, field: state }, id, Number(code), '1');
    const read = async () =>
      (await t.call<Row & { rev: number }>('POST', pathOfCall(entity, 'detail'), { id }, as)).data;
    const other = await sampleForm(t, entity, { alone: true });
    const refused: string[] = [];
    const tried: string[] = [];
    for (const [name, field] of Object.entries(entity.fields)) {
      const row = await read();
      if (isDerived(field) || field.readonly) continue;
      const value = otherValue(field, row[name]) ?? other[name];
      if (value === undefined || String(value) === String(row[name])) continue;
      tried.push(name);
      const answer = await t.call<{ errors?: { field: string; message: string }[] }>(
        'POST',
        pathOfCall(entity, 'update'),
        { id, rev: row.rev, [name]: value },
        { ...as, lang: 'en' },
      );
      const reason = lockedInUse(entity, name, field, row)?.en;
      if (answer.data?.errors?.some((error) => error.field === name && error.message === reason)) refused.push(name);
    }
    const isText = (name: string) =>
      [
        'name',
        'title',
        'description',
        'summary',
        'content',
        'question',
        'answer',
        'buttonText',
        'changeNote',
        'sort',
      ].includes(name.replace(/En$/, ''));
    expect(refused).toEqual(tried.filter((name) => !isText(name)));
    expect(refused.length).toBeGreaterThan(2);
    const row = await read();
    const renamed = await t.call(
      'POST',
      pathOfCall(entity, 'update'),
      { id, rev: row.rev, [entity.title[0] ?? '']: '在架改名' },
      as,
    );
    expect(renamed.code, renamed.message).toBe(0);
    const gone = await t.call('POST', pathOfCall(entity, 'batchDelete'), { ids: [id] }, as);
    expect(gone.data).toMatchObject({
      deleted: 0,
      skipped: [{ id, code: 1004, message: '当前状态（上架）不允许该操作' }],
    });
  });
});
