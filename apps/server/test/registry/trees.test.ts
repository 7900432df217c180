import { entities, labelOf, pathOfCall, plain } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { snake } from '../../src/entity/storage.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addSample } from './samples.ts';

// Every tree of records (`f.parent`).

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());

const trees = Object.values(entities)
  .map(plain)
  .flatMap((entity) =>
    Object.entries(entity.fields).flatMap(([name, field]) =>
      field.kind === 'ref' && field.tree ? [{ entity, name, ...field.tree }] : [],
    ),
  );

test('there are trees', () => expect(trees.length).toBeGreaterThan(0));

describe.each(trees)('$entity.name: $name', ({ entity, name, levels, refusal = 1001 }) => {
  const call = <Data>(path: 'detail' | 'update' | 'batchDelete', body: object) =>
    t.call<Data>('POST', pathOfCall(entity, path), body, { as: 'admin' });
  const put = async (id: string, parent: string | null) => {
    const { data } = await call<{ rev: number }>('detail', { id });
    return call('update', { id, rev: data.rev, [name]: parent });
  };
  const refused = { code: refusal, data: { errors: [{ field: name }] } };
  const some = async (count: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let n = 0; n < count; n++) ids.push(await addSample(t, entity));
    return ids;
  };
  /** A branch of so many levels, from the top. */
  const branch = async (count: number): Promise<readonly string[]> => {
    const ids = await some(count);
    for (const [at, id] of ids.entries())
      if (at > 0) expect(await put(id, ids[at - 1] ?? '')).toMatchObject({ code: 0 });
    return ids;
  };
  const column = snake(name);

  test('is no deeper than it may be, with what hangs below a record that moves', async () => {
    const [full, low] = [await branch(levels), await branch(levels)];
    const [other = ''] = await some(1);
    expect(await put(other, full.at(-1) ?? '')).toMatchObject(refused);
    expect(await put(low[0] ?? '', other)).toMatchObject(refused);
    expect(await put(low[1] ?? '', other)).toMatchObject({ code: 0 });
    expect(await put(low[1] ?? '', null)).toMatchObject({ code: 0 });
  });

  test('nothing is below itself', async () => {
    const ids = await branch(levels);
    for (const below of ids) expect(await put(ids[0] ?? '', below)).toMatchObject(refused);
  });

  test('a refusal names the field and says why, in both languages', async () => {
    const [id = ''] = await some(1);
    const { data } = await call<{ rev: number }>('detail', { id });
    for (const lang of ['zh', 'en'] as const) {
      const body = { id, rev: data.rev, [name]: id };
      const answer = await t.call<{ errors: { field: string; message: string }[] }>(
        'POST',
        pathOfCall(entity, 'update'),
        body,
        {
          as: 'admin',
          lang,
        },
      );
      expect(answer.code).toBe(refusal);
      if (refusal === 1001) expect(answer.data.errors[0]?.message).toContain(labelOf(entity, name)[lang]);
    }
  });

  test('moves at once leave a tree', async () => {
    const [one = '', two = ''] = await some(2);
    // A move takes long enough for the other one to begin.
    await t.app.pool.query(`
      create function hold_move() returns trigger language plpgsql as $$ begin perform pg_sleep(0.3); return new; end $$;
      create trigger hold_move before update of ${column} on ${entity.table} for each row execute function hold_move()`);
    const moves = await Promise.all([put(one, two), put(two, one)]);
    await t.app.pool.query(`drop trigger hold_move on ${entity.table}; drop function hold_move()`);
    expect(moves.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, refusal]);
  });

  test.runIf(entity.calls.includes('batchDelete'))('a record with others below it is not deleted', async () => {
    const [top = '', below = ''] = await branch(2);
    expect(await call('batchDelete', { ids: [top] })).toMatchObject({
      data: { deleted: 0, skipped: [{ code: 1006 }] },
    });
    expect(await call('batchDelete', { ids: [below] })).toMatchObject({ data: { deleted: 1 } });
  });

  test('the form offers what is not at the last level', async () => {
    const ids = await branch(levels);
    const ask = (more: object) =>
      t.call<{ id: string }[]>(
        'POST',
        '/ref/options',
        { entity: entity.name, field: `${entity.name}.${name}`, limit: 50, ...more },
        { as: 'admin' },
      );
    await t.app.pool.query(`update ${entity.table} set deleted = true where id <> all($1::bigint[])`, [ids]);
    const of = async (more: object) => (await ask(more)).data.map(({ id }) => id).toSorted();
    expect(await of({})).toEqual(ids.slice(0, -1).toSorted());
    expect(await of({ all: true })).toEqual(ids.toSorted());
  });

  test('a record is offered what it may be put below, and nothing else', async () => {
    const ids = [...(await branch(levels)), ...(await branch(2)), ...(await some(1))];
    await t.app.pool.query(`update ${entity.table} set deleted = true where id <> all($1::bigint[])`, [ids]);
    for (const record of ids) {
      const question = { entity: entity.name, field: `${entity.name}.${name}`, record, limit: 50 };
      const { data } = await t.call<{ id: string }[]>('POST', '/ref/options', question, { as: 'admin' });
      const before = (await call<Record<string, string | null>>('detail', { id: record })).data[name] ?? null;
      const fitting: string[] = [];
      for (const place of ids) {
        const { code } = await put(record, place);
        if (code === 0) fitting.push(place);
        if (code === 0) await put(record, before);
      }
      expect(data.map(({ id }) => id).toSorted()).toEqual(fitting.toSorted());
    }
  });
});
