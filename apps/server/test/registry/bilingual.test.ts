import type { Page } from '@wheelhouse/contract';
import { type Row } from '@wheelhouse/entities/fields';
import { entities, inBothLanguages, pathOfCall, plain } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { likeFields } from '../../src/entity/storage.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { sampleForm } from './samples.ts';

/** Every text of the registry that is kept in both languages. */
const pairs = Object.values(entities)
  .map(plain)
  .flatMap((entity) =>
    Object.keys(entity.fields).flatMap((name) => {
      const [, english] = inBothLanguages(entity.fields, name);
      return english === undefined ? [] : [{ entity, name, english, at: `${entity.name}.${name}` }];
    }),
  );

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());

test('there are some', () => expect(pairs.length).toBeGreaterThan(0));

describe.each(pairs)('$at', ({ entity, name, english }) => {
  test('is two fields of one kind, and one column', () => {
    expect(entity.fields[english]?.kind).toBe(entity.fields[name]?.kind);
    expect(entity.list.columns).not.toContain(english);
  });

  const isSearched = likeFields(entity).has(name);
  test.runIf(isSearched && entity.calls.includes('add'))('is found by its words in either language', async () => {
    const words = `Zephyr ${Math.random().toString(36).slice(2, 10)}`;
    const own = entity.list.filters[name] !== undefined;
    for (const [field, other] of [
      [name, english],
      [english, name],
    ] as const) {
      const text = `${words}${field === name ? 'a' : 'b'}`;
      const form = { ...(await sampleForm(t, entity)), [field]: text };
      const added = await t.call<{ id: string }>('POST', pathOfCall(entity, 'add'), form, { as: 'admin' });
      expect(added).toMatchObject({ code: 0 });
      const query = { [own ? `${name}.like` : 'keyword']: text };
      const { data } = await t.call<Page<Row>>('POST', pathOfCall(entity, 'list'), { query }, { as: 'admin' });
      expect(data.list).toMatchObject([{ id: added.data.id, [field]: text }]);
      // Both come with the row, so that the console shows the one of its language.
      expect(data.list[0]).toHaveProperty(other);
    }
  });
});
