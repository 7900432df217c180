import type { DraftAnswer, DraftMark } from '@wheelhouse/contract/calls/kit';
import type { EntityDef } from '@wheelhouse/entities/define';
import { storedAddress } from '@wheelhouse/entities/rich-text';
import { entities, plain, writableFields } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';
import { addSample, sampleFile } from './samples.ts';

// Drafts of everything that is written over time (`publishable`): one for each person and record, kept beside it.

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

const typed = '还没写完，太短也不要紧';

/** A text field of the form. */
function textIn(entity: EntityDef): string {
  const name = writableFields(entity).find((one) => entity.fields[one]?.kind === 'text');
  if (name === undefined) throw new Error(`${entity.name} has no text`);
  return name;
}

describe.each(written)('$name', (entity) => {
  const call = <Data>(path: string, body: object, as = 'admin') =>
    t.call<Data>('POST', `${entity.base}/${path}`, body, { as });
  const save = (body: { readonly id?: string; readonly rev: number | null; readonly values: object }, as?: string) =>
    call<DraftMark>('saveDraft', { baseRev: body.id === undefined ? null : 1, ...body }, as);
  const read = async (id?: string, as?: string) => (await call<DraftAnswer>('draft', { id }, as)).data;

  test('what is typed is kept as it was typed, beside the record, for whoever typed it', async () => {
    const id = await addSample(t, entity);
    const before = (await call<object>('detail', { id })).data;
    const name = textIn(entity);
    const first = await save({ id, rev: null, values: { [name]: 'a' } });
    expect(first.code).toBe(0);
    const second = await save({ id, rev: first.data.rev, values: { [name]: typed } });
    expect(second.data.rev).toBe(first.data.rev + 1);
    const { draft, others } = await read(id);
    expect(draft).toMatchObject({ rev: second.data.rev, baseRev: 1, values: { [name]: typed } });
    expect(others).toEqual([]);
    // Another person has none, and knows that somebody is writing.
    const theirs = await read(id, other);
    expect(theirs.draft).toBeNull();
    expect(theirs.others).toHaveLength(1);
    // The record is as it was.
    expect((await call<object>('detail', { id })).data).toEqual(before);
    await call('dropDraft', { id });
    expect((await read(id)).draft).toBeNull();
  });

  test('of two windows the second is told, and nothing is written over', async () => {
    const name = textIn(entity);
    const first = await save({ rev: null, values: { [name]: '第一个窗口' } });
    expect((await save({ rev: null, values: { [name]: '第二个窗口' } })).code).toBe(1005);
    const next = await save({ rev: first.data.rev, values: { [name]: '第一个窗口写完了' } });
    expect((await save({ rev: first.data.rev, values: { [name]: '第二个窗口' } })).code).toBe(1005);
    expect((await read())?.draft).toMatchObject({
      rev: next.data.rev,
      baseRev: null,
      values: { [name]: '第一个窗口写完了' },
    });
    await call('dropDraft', {});
    expect((await read()).draft).toBeNull();
  });

  test('keeps what the form has and nothing else', async () => {
    const id = await addSample(t, entity);
    const state = Object.keys(entity.machines ?? {})[0] ?? 'id';
    await save({ id, rev: null, values: { [state]: 3, createBy: '1', unknown: 'x', [textIn(entity)]: typed } });
    expect(Object.keys((await read(id)).draft?.values ?? {})).toEqual([textIn(entity)]);
  });

  test('formatted text is cleaned, pictures are held and shown again, and may still be saved', async () => {
    const name = writableFields(entity).find((one) => entity.fields[one]?.kind === 'richText');
    const field = name === undefined ? undefined : entity.fields[name];
    if (name === undefined || field?.kind !== 'richText') return;
    const picture = await sampleFile(t, 'image');
    const id = await addSample(t, entity);
    await save({
      id,
      rev: null,
      values: { [name]: `<p onclick="x()">图<script>alert(1)</script><img src="${storedAddress(picture)}"></p>` },
    });
    const html = String((await read(id)).draft?.values[name]);
    expect(html).toContain(picture);
    expect(html).not.toMatch(/script|onclick/);
    const held = async () =>
      (
        await t.app.pool.query<{ n: number }>(`select count(*)::int as n from sys_file_use where file_id = $1`, [
          picture,
        ])
      ).rows[0]?.n;
    expect(await held()).toBe(1);
    await call('dropDraft', { id });
    expect(await held()).toBe(0);
  });
});
