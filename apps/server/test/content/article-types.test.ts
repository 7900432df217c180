import type { ArticleTypeNode } from '@wheelhouse/contract/calls/content/publications';
import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepFile } from '../support/keep-file.ts';
import { addRole, addUser, password } from '../access/fixture.ts';
import { sampleFile, sampleForm } from '../registry/samples.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());

interface Told {
  id: string;
  rev: number;
}

const entity = entityNamed('articleType');
const of = <Data = Told>(path: string, body: object = {}, as = 'admin') =>
  t.call<Data>('POST', `/ps/crm/articleType/${path}`, body, { as });
const formOf = async (more: object = {}) => ({ ...(await sampleForm(t, entity)), icon: null, ...more });
async function added(more: object = {}): Promise<string> {
  const { data, code } = await of('add', await formOf(more));
  expect(code).toBe(0);
  return data.id;
}
const tree = async () => (await of<ArticleTypeNode[]>('tree')).data;
const nodeOf = async (id: string) => (await tree()).find((one) => one.id === id);
const move = (id: string, parentId: string | null, beforeId?: string) => of('move', { id, parentId, beforeId });
const refused = (field: string, code = 1001) => ({ code, data: { errors: [{ field }] } });

test('a name stands once under its parent, and again under another one', async () => {
  const [one, other] = [await added(), await added()];
  await added({ name: '同名分类', parentId: one });
  expect(await of('add', await formOf({ name: '同名分类', parentId: one }))).toMatchObject(refused('name', 1009));
  await added({ name: '同名分类', parentId: other });
  await added({ name: '同名分类' });
  expect(await of('add', await formOf({ name: '同名分类' }))).toMatchObject(refused('name', 1009));
});

test('an icon is a small png of 120×120', async () => {
  const size = { width: 120, height: 120 };
  const icon = await sampleFile(t, 'image', '1', 'user', size);
  await added({ icon });
  const wide = await sampleFile(t, 'image', '1', 'user', { width: 130, height: 120 });
  expect(await of('add', await formOf({ icon: wide }))).toMatchObject(refused('icon'));
  const file = { biz: 'image', uploader: { type: 'user', id: '1' } } as const;
  const jpg = await keepFile(t.app, {
    ...file,
    name: 'icon.jpg',
    contentType: 'image/jpeg',
    bytes: Buffer.from('ffd8ff', 'hex'),
  });
  await t.app.pool.query('update sys_file set width = 120, height = 120 where file_id = $1', [jpg]);
  expect(await of('add', await formOf({ icon: jpg }))).toMatchObject(refused('icon'));
  await t.app.pool.query('update sys_file set size = $2 where file_id = $1', [icon, 205 * 1024]);
  expect(await of('add', await formOf({ icon }))).toMatchObject(refused('icon'));
});

describe('the tree', () => {
  test('has two levels, each in its order', async () => {
    const top = await added({ sort: 1 });
    const [late, early] = [await added({ parentId: top, sort: 20 }), await added({ parentId: top, sort: 10 })];
    const node = await nodeOf(top);
    expect(node).toMatchObject({ sort: 1, enabled: 1, showInApp: 1, iconUrl: null });
    expect(node?.children.map(({ id }) => id)).toEqual([early, late]);
    expect(await of('add', await formOf({ parentId: early }))).toMatchObject(refused('parentId'));
    expect(await of('update', { id: top, rev: 1, parentId: top })).toMatchObject(refused('parentId'));
  });

  test('keeps a category with others below it', async () => {
    const top = await added();
    const child = await added({ parentId: top });
    expect(await of('batchDelete', { ids: [top] })).toMatchObject({ data: { skipped: [{ id: top, code: 1006 }] } });
    expect(await of('batchDelete', { ids: [child] })).toMatchObject({ data: { deleted: 1 } });
    expect(await of('batchDelete', { ids: [top] })).toMatchObject({ data: { deleted: 1 } });
  });
});

describe('a category that is moved', () => {
  test('stands before the one named, or last', async () => {
    const top = await added();
    const [a, b, c] = [
      await added({ parentId: top, sort: 5 }),
      await added({ parentId: top, sort: 5 }),
      await added({ parentId: top, sort: 5 }),
    ];
    const order = async () => (await nodeOf(top))?.children.map(({ id }) => id);
    expect((await move(c, top, a)).code).toBe(0);
    expect(await order()).toEqual([c, a, b]);
    expect((await move(c, top)).code).toBe(0);
    expect(await order()).toEqual([a, b, c]);
    const single = await added();
    expect((await move(single, top, b)).code).toBe(0);
    expect(await order()).toEqual([a, single, b, c]);
    expect((await move(single, null, top)).code).toBe(0);
    const roots = (await tree()).map(({ id }) => id);
    expect(roots.indexOf(single)).toBe(roots.indexOf(top) - 1);
  });

  test('does not go too deep, nor beside its own name, nor before what is not there', async () => {
    const [top, other] = [await added(), await added()];
    const child = await added({ name: '重名的子分类', parentId: top });
    expect(await move(top, other)).toMatchObject(refused('parentId'));
    expect(await move(top, child)).toMatchObject(refused('parentId'));
    const twin = await added({ name: '重名的子分类', parentId: other });
    expect(await move(twin, top)).toMatchObject(refused('name', 1009));
    expect(await move(twin, top, other)).toMatchObject({ code: 1002 });
    expect(await move('999999', top)).toMatchObject({ code: 1002 });
  });

  test('all at once stand one after the other', async () => {
    const top = await added();
    const moved = await Promise.all(Array.from({ length: 5 }, () => added()));
    const answers = await Promise.all(moved.map((id) => move(id, top)));
    expect(answers.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
    const places = (await nodeOf(top))?.children.map(({ sort }) => sort);
    expect(places).toEqual([10, 20, 30, 40, 50]);
  });

  test('is moved by those who may edit, and seen by readers', async () => {
    await addRole(t, 'types_reader', ['articleCategory', 'articleCategory.query']);
    await addUser(t, { username: 'types.reader', roles: ['types_reader'] });
    const reader = await t.login('types.reader', password);
    const id = await added();
    expect((await of('tree', {}, reader)).code).toBe(0);
    expect((await of('move', { id, parentId: null }, reader)).code).toBe(1003);
  });
});
