import fc from 'fast-check';
import type { Page } from '@wheelhouse/contract';
import type { RecordVersion, VersionStep } from '@wheelhouse/contract/calls/kit';
import type { EntityDef } from '@wheelhouse/entities/define';
import type { Row, StoredField } from '@wheelhouse/entities/fields';
import { entities, entityNamed, plain } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canonical, ownContent } from '../../src/entity/approval/keep.ts';
import { coveredFields } from '../../src/entity/approval/rules.ts';
import { rowsById, type WireRow } from '../../src/entity/read.ts';
import { hasColumn } from '../../src/entity/storage.ts';
import { rawFields } from '../../src/entity/write-fields.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';
import { addSample, sampleFile, sampleForm } from './samples.ts';

// Versions of everything that is written over time (`publishable`).

const written = Object.values(entities)
  .map(plain)
  .filter(({ publishable }) => publishable === true);
let t: TestApp;
let other: string;
beforeAll(async () => {
  t = await createTestApp();
  other = (await signInAs(t, { roles: ['admin'] })).token;
});
afterAll(() => t.stop());

test('several entities that differ are publishable', () => expect(written.length).toBeGreaterThan(1));

describe.each(written)('$name', (entity) => {
  const call = <Data>(path: string, body: object, as = 'admin') =>
    t.call<Data>('POST', `${entity.base}/${path}`, body, { as });
  const stored = async (id: string): Promise<WireRow> => {
    const [row] = await rowsById(t.app.pool, entity, [id], rawFields(entity));
    if (row === undefined) throw new Error('no record');
    return row;
  };
  const said = async (id: string): Promise<string> => canonical(ownContent(entity, await stored(id)));
  const versions = async (id: string): Promise<readonly VersionStep[]> =>
    (await call<Page<VersionStep>>('versions', { id, pageSize: 200 })).data.list;
  const change = async (id: string, values: Row, as = 'admin') =>
    call('update', { id, rev: (await stored(id)).rev, ...values }, as);

  test('has content that a version can hold and a form can write', () => {
    for (const name of coveredFields(entity)) {
      const field = entity.fields[name];
      expect(field && hasColumn(field) && field.kind !== 'private', name).toBe(true);
    }
  });

  test('a restored record says what its version said, in every field, after any history', async () => {
    const pool = await valuePool(t, entity);
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ edit: fc.nat(), fields: fc.nat() }) },
      { weight: 1, arbitrary: fc.record({ restore: fc.nat() }) },
    );
    let restored = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 7 }), fc.nat(), async (history, last) => {
        const id = await addSample(t, entity);
        /** What each version has to say: what the record said before what made it. */
        const expected = new Map<number, string>();
        const note = async (before: string): Promise<void> => {
          for (const { number, why } of await versions(id))
            if (!expected.has(number)) expected.set(number, why === 'restored' ? await said(id) : before);
        };
        const restore = async (at: number): Promise<void> => {
          const known = [...expected.keys()];
          const number = known[at % known.length];
          if (number === undefined) return;
          const before = await said(id);
          // By another person: the files of a version are theirs to use, as those of the record are.
          const done = await call('restore', { id, number, rev: (await stored(id)).rev }, other);
          // Unique values may be another record's by now.
          if (done.code !== 0) return expect(done.code).toBe(1009);
          expect(await said(id)).toBe(expected.get(number));
          if (before !== expected.get(number)) restored++;
          await note(before);
        };
        for (const one of history) {
          if ('restore' in one) await restore(one.restore);
          else {
            const before = await said(id);
            // What a check refuses was not written.
            await change(id, pool(one.edit, one.fields));
            await keepAlways(t);
            await note(before);
          }
        }
        await restore(last);
      }),
      { numRuns: 6 },
    );
    expect(restored).toBeGreaterThan(0);
  });

  test('an edit keeps what it replaces, and the next ten minutes of writing nothing more', async () => {
    const id = await addSample(t, entity);
    const before = await said(id);
    const [name = ''] = textNames(entity);
    for (const text of ['第一次修改的文字', '第二次修改的文字', '第三次修改的文字'])
      expect(await change(id, { [name]: valueFor(entity.fields[name], text) })).toMatchObject({ code: 0 });
    const [first, ...more] = await versions(id);
    expect(more).toEqual([]);
    expect(first).toMatchObject({ number: 1, why: 'written', ofNumber: null, current: false });
    const { rows } = await t.app.pool.query<{ content: Row }>(
      'select content from sys_version where entity = $1 and entity_id = $2',
      [entity.name, id],
    );
    const own = Object.fromEntries(coveredFields(entity).map((each) => [each, rows[0]?.content[each]]));
    expect(canonical(own)).toBe(before);
  });

  test('what restoring replaces is kept, a stale restore is refused, and so is a version that is none', async () => {
    const id = await addSample(t, entity);
    const [name = ''] = textNames(entity);
    await change(id, { [name]: valueFor(entity.fields[name], '被恢复替换的文字') });
    const replaced = await said(id);
    const { rev } = await stored(id);
    expect(await call('restore', { id, number: 1, rev: rev - 1 })).toMatchObject({ code: 1005 });
    expect(await call('restore', { id, number: 9, rev })).toMatchObject({ code: 1002 });
    expect(await call('version', { id, number: 9 })).toMatchObject({ code: 1002 });
    expect(await call('restore', { id, number: 1, rev })).toMatchObject({ code: 0 });
    expect((await versions(id)).map(({ number, why, ofNumber, current }) => [number, why, ofNumber, current])).toEqual([
      [3, 'restored', 1, true],
      [2, 'written', null, false],
      [1, 'written', null, true],
    ]);
    const again = await call('restore', { id, number: 2, rev: (await stored(id)).rev });
    expect(again).toMatchObject({ code: 0 });
    expect(await said(id)).toBe(replaced);
    const shown = await call<RecordVersion>('version', { id, number: 1 });
    expect(Object.keys(shown.data.values)).toEqual(expect.arrayContaining([...coveredFields(entity)]));
  });

  // What goes through a review is in `messages/approved.test.ts`.
  test.runIf(entity.calls.includes('shelf'))('what is put on the shelf is kept', async () => {
    const id = await addSample(t, entity);
    expect(await call('shelf', { ids: [id], shelfStatus: 1 })).toMatchObject({ code: 0, data: { changed: 1 } });
    expect((await versions(id)).map(({ why, current }) => [why, current])).toEqual([['published', true]]);
  });

  test('versions are never changed', async () => {
    const id = await addSample(t, entity);
    const [name = ''] = textNames(entity);
    await change(id, { [name]: valueFor(entity.fields[name], '不能改动的版本') });
    const where = 'where entity = $1 and entity_id = $2';
    const run = (statement: string) => t.app.pool.query(`${statement} ${where}`, [entity.name, id]);
    await expect(run(`update sys_version set content = '{}'`)).rejects.toThrow('never changed');
    await expect(run('delete from sys_version')).rejects.toThrow('never changed');
  });
});

/** The next edit keeps what it replaces however young the latest version is. */
async function keepAlways({ app }: TestApp): Promise<void> {
  await app.pool.query(`alter table sys_version disable trigger kept`);
  await app.pool.query(`update sys_version set kept_time = kept_time - interval '11 minutes'`);
  await app.pool.query(`alter table sys_version enable trigger kept`);
}

const texts: ReadonlySet<string> = new Set(['text', 'longText', 'richText']);
/** Fields that take any words. */
const textNames = (entity: EntityDef): readonly string[] =>
  coveredFields(entity).filter((name) => {
    const field = entity.fields[name];
    return (
      field !== undefined && texts.has(field.kind) && field.required === true && !('pattern' in field && field.pattern)
    );
  });
const valueFor = (field: EntityDef['fields'][string] | undefined, text: string): string =>
  field?.kind === 'richText' ? `<p>${text}，足够长的内容</p>` : text;

/** Changes of a record, by two numbers: which values, and of which fields. Files are the administrator's. */
async function valuePool(app: TestApp, entity: EntityDef): Promise<(edit: number, fields: number) => Row> {
  const forms: Row[] = [];
  for (let n = 0; n < 3; n++) {
    const picture = await sampleFile(app, 'image');
    const rich = `<h2>标题${n}</h2><p>第${n}段，<strong>重点</strong>。</p><p><img src="/common/file/${picture}"></p><ul><li>一</li><li>二</li></ul>`;
    const own: Record<string, unknown> = {};
    for (const name of coveredFields(entity)) {
      const field = entity.fields[name];
      if (field?.kind === 'richText') own[name] = rich;
      else if (field?.kind === 'tags' && n !== 1) own[name] = [`标签${n}`, '又一个'].slice(0, n + 1);
      else if (field?.kind === 'refMany' && field.required !== true) own[name] = await records(app, field, n);
      else if (field?.kind === 'flag') own[name] = n % 2;
    }
    forms.push({ ...(await sampleForm(app, entity)), ...own });
  }
  return (edit, fields) => {
    const form = forms[edit % forms.length] ?? {};
    return Object.fromEntries(
      coveredFields(entity).flatMap((name, at) =>
        ((fields >> (at % 16)) & 1) === 1 && name in form ? [[name, form[name]]] : [],
      ),
    );
  };
}

async function records(app: TestApp, field: Extract<StoredField, { kind: 'refMany' }>, n: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < n; at++) ids.push(await addSample(app, plain(entityNamed(field.to))));
  return ids;
}
