import { entities, pathOfCall, plain } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addRole, addUser, password } from '../access/fixture.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addSample } from './samples.ts';

/** Records that people put in an order: every entity with the call `sort`. */
const sorted = Object.values(entities)
  .map(plain)
  .filter((entity) => entity.calls.includes('sort'));

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());

test('how-to videos are among them', () => {
  expect(sorted.map(({ name }) => name)).toContain('guideVideo');
});

describe.each(sorted.map((entity) => ({ name: entity.name, entity })))('$name', ({ entity }) => {
  const as = { as: 'admin' } as const;
  const path = pathOfCall(entity, 'sort');
  const sort = (items: object[], by: { as: string } = as) =>
    t.call<{ changed: number; skipped: { id: string }[]; errors: { field: string }[] }>('POST', path, { items }, by);
  const placeOf = async (id: string) =>
    (await t.call<{ sort: number }>('POST', pathOfCall(entity, 'detail'), { id }, as)).data.sort;

  test('several change their places at once, with a trace each', async () => {
    const [a, b] = [await addSample(t, entity), await addSample(t, entity)];
    const items = [
      { id: a, sort: 11 },
      { id: b, sort: 12 },
      { id: '999999999', sort: 13 },
    ];
    expect((await sort(items)).data).toMatchObject({ changed: 2, skipped: [{ id: '999999999' }] });
    expect([await placeOf(a), await placeOf(b)]).toEqual([11, 12]);
    // What stays as it is, is no change.
    expect((await sort(items.slice(0, 2))).data).toMatchObject({ changed: 0, skipped: [] });
    const { rows } = await t.app.pool.query<{ after: { sort: number } }>(
      `select after from sys_operation_log where entity = $1 and action = 'sort' and entity_id = any($2) order by id`,
      [entity.name, [a, b]],
    );
    expect(rows.map(({ after }) => after.sort)).toEqual([11, 12]);
  });

  test('a place that the form would not take is refused, and nothing moves', async () => {
    const [a, b] = [await addSample(t, entity), await addSample(t, entity)];
    const before = await placeOf(a);
    for (const bad of [-1, 10_000, 1.5, '3'])
      expect(
        await sort([
          { id: a, sort: 5 },
          { id: b, sort: bad },
        ]),
        String(bad),
      ).toMatchObject({ code: 1001 });
    expect(await placeOf(a)).toBe(before);
    expect((await sort([])).code).toBe(1001);
  });

  test('who may not edit may not sort', async () => {
    const id = await addSample(t, entity);
    const role = `sort_${entity.name}`.toLowerCase();
    await addRole(t, role, [`${entity.page}.query`]);
    await addUser(t, { username: `sort.${entity.name}`, roles: [role] });
    const token = await t.login(`sort.${entity.name}`, password);
    expect((await sort([{ id, sort: 1 }], { as: token })).code).toBe(1003);
  });
});
