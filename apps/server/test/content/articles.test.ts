import type { AppArticle, AppArticleCard } from '@wheelhouse/contract/calls/content/publications';
import type { VersionStep } from '@wheelhouse/contract/calls/kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueAppToken } from '../../src/http/app-call.ts';
import { articleJobs } from '../../src/modules/content/articles/jobs.ts';
import { sampleFile } from '../registry/samples.ts';
import { addAppUser } from '../support/app-user.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';

let t: TestApp;
let auditor = '';
let token = '';
let typeId = '';
let written = 0;
beforeAll(async () => {
  t = await createTestApp();
  auditor = (await signInAs(t, { roles: ['admin'] })).token;
  token = await issueAppToken(t.app, await addAppUser(t));
  typeId = await addType();
});
afterAll(() => t.stop());

/** A category at the top, or below one. */
async function addType(parentId?: string): Promise<string> {
  const form = { name: `分类${++written}`, parentId, sort: 10, showInApp: 1 };
  const { data, message } = await t.call<{ id: string } | null>('POST', '/ps/crm/articleType/add', form, {
    as: 'admin',
  });
  if (data === null) throw new Error(message);
  return data.id;
}

interface Article {
  readonly id: string;
  readonly rev: number;
  readonly status: number;
  readonly live: number;
  readonly liveVersion: number | null;
  readonly title: string;
  readonly summary: string | null;
  readonly publishTime: string | null;
}

const text = '<p>新车到手后，请先检查刹车、灯光和胎压，再到空旷处熟悉加速与制动。</p>';
const formOf = async (more: object = {}) => ({
  title: `新车到手后的五件事 ${++written}`,
  typeId,
  cover: await sampleFile(t, 'image', '1', 'user', { width: 702, height: 395 }),
  content: text,
  ...more,
});
const call = <Data = { id: string; rev: number }>(path: string, body: object, as = 'admin') =>
  t.call<Data>('POST', `/ps/crm/article/${path}`, body, { as });
const read = async (id: string) => (await call<Article>('detail', { id })).data;
const move = async (id: string, action: string, more: object = {}, as = 'admin') =>
  call('transition', { id, rev: (await read(id)).rev, action, ...more }, as);
async function add(more: object = {}): Promise<string> {
  const { code, data, message } = await call('add', await formOf(more));
  expect(code, message).toBe(0);
  return data.id;
}
async function published(more: object = {}): Promise<string> {
  const id = await add(more);
  expect((await move(id, 'submit')).code).toBe(0);
  expect((await move(id, 'approve', {}, auditor)).code).toBe(0);
  return id;
}
const refusedDeletion = async (id: string) =>
  (await call<{ skipped: { code: number }[] }>('batchDelete', { ids: [id] })).data.skipped[0]?.code;
const inApp = <Data>(path: string) => t.call<Data>('GET', `/app/v1/article/${path}`, undefined, { as: token });
const detailInApp = (id: string) => inApp<AppArticle>(`detail?id=${id}`);
const fieldsOf = ({ data }: { data: unknown }): string[] =>
  ((data as { errors?: { field: string }[] }).errors ?? []).map(({ field }) => field);

describe('an article', () => {
  test('has 20 letters at least, whatever its marks, and a summary of its first 60', async () => {
    expect(fieldsOf(await call('add', await formOf({ content: `<p>${'<b>短</b>'.repeat(19)}</p>` })))).toEqual([
      'content',
    ]);
    const id = await add({ content: `<h2>标题</h2><p>${'字'.repeat(70)}</p>` });
    expect((await read(id)).summary).toBe(`标题 ${'字'.repeat(57)}`);
  });

  test('is text or a page of an allowed host, and nothing else', async () => {
    const link = { contentType: 2, content: undefined };
    expect(fieldsOf(await call('add', await formOf({ contentType: 3 })))).toEqual(['contentType']);
    expect(fieldsOf(await call('add', await formOf(link)))).toEqual(['linkUrl']);
    expect(fieldsOf(await call('add', await formOf({ ...link, linkUrl: 'https://evil.example/x' })))).toEqual([
      'linkUrl',
    ]);
  });

  test('stands in a category that has none below it', async () => {
    const below = await addType(typeId);
    expect(fieldsOf(await call('add', await formOf()))).toEqual(['typeId']);
    await t.call('POST', '/ps/crm/articleType/batchDelete', { ids: [below] }, { as: 'admin' });
  });

  test('three of a category are pinned, also when several are pinned at once', async () => {
    const own = await addType();
    const ids = await Promise.all([1, 2, 3, 4, 5].map(() => add({ typeId: own })));
    const codes = await Promise.all(ids.map(async (id) => (await call('pin', { id, pinned: 1 })).code));
    expect(codes.filter((code) => code === 0)).toHaveLength(3);
    expect(codes.filter((code) => code === 5201)).toHaveLength(2);
    expect((await call('add', await formOf({ typeId: own, pinned: 1 }))).code).toBe(5201);
  });
});

describe('review', () => {
  test('words that are blocked stop it, and are named', async () => {
    await t.app.pool.query(
      `insert into sys_item_code (category, category_desc, code, name, name_en, built_in, enabled, sort)
        values ('SensitiveWord', '敏感词', 'gambling', '赌博网站', '赌博网站', 0, 1, 1)`,
    );
    const id = await add({ content: `${text}<p>赌博网站</p>` });
    const refused = await move(id, 'submit');
    expect(refused.code).toBe(5202);
    expect(refused.message).toContain('赌博网站');
  });

  test('the app shows what was approved, also while the next version is written and reviewed', async () => {
    const id = await published();
    expect(await read(id)).toMatchObject({ status: 2, live: 1, liveVersion: 2 });
    const first = (await detailInApp(id)).data;
    expect(first.content).toContain('胎压');
    // Nobody edits what is published.
    expect((await call('update', { id, rev: (await read(id)).rev, title: '改了的标题' })).code).toBe(1004);
    await move(id, 'revise');
    await call('update', {
      id,
      rev: (await read(id)).rev,
      title: '改了的标题',
      content: '<p>第二版的内容，同样不少于二十个字，足够读者阅读。</p>',
    });
    expect((await detailInApp(id)).data).toEqual(first);
    await move(id, 'submit');
    expect((await detailInApp(id)).data).toEqual(first);
    expect((await move(id, 'approve')).code).toBe(5002);
    await move(id, 'approve', {}, auditor);
    const second = (await detailInApp(id)).data;
    expect(second.title).toBe('改了的标题');
    expect(second.content).toContain('第二版');
    const versions = (await call<readonly VersionStep[]>('revisions', { id })).data;
    expect(versions.map(({ why }) => why).slice(0, 2)).toEqual(['approved', 'submitted']);
    expect((await read(id)).liveVersion).toBe(versions[0]?.number);
  });

  test('a time of publishing is kept, and the database publishes', async () => {
    const time = new Date(Date.now() + 3_600_000 + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
    const id = await add({ publishTime: time });
    await move(id, 'submit');
    expect(fieldsOf(await move(id, 'approve', {}, auditor))).toEqual(['publishTime']);
    expect((await move(id, 'approveTimer', { publishTime: time }, auditor)).code).toBe(0);
    expect(await read(id)).toMatchObject({ status: 3, live: 0 });
    expect((await detailInApp(id)).code).toBe(1002);
    const job = articleJobs[0];
    await job?.run(t.app);
    expect((await read(id)).status).toBe(3);
    await t.app.pool.query(`update cnt_article set publish_time = now() - interval '1 second' where id = $1`, [id]);
    await job?.run(t.app);
    expect(await read(id)).toMatchObject({ status: 2, live: 1 });
    expect((await detailInApp(id)).code).toBe(0);
  });
});

describe('live', () => {
  test('taken off it is gone at once, whatever is being written; put on again it is there', async () => {
    const id = await published();
    expect(await refusedDeletion(id)).toBe(1004);
    await move(id, 'revise');
    expect(await refusedDeletion(id)).toBe(5203);
    expect((await move(id, 'shelfOff')).code).toBe(1001);
    expect((await move(id, 'shelfOff', { remark: '内容有误，先下架' })).code).toBe(0);
    expect((await detailInApp(id)).code).toBe(1002);
    expect(await read(id)).toMatchObject({ status: 4, live: 0, liveVersion: null });
    expect((await move(id, 'shelfOn')).code).toBe(0);
    expect((await detailInApp(id)).code).toBe(0);
  });

  test('a draft that was never published cannot be taken off', async () => {
    expect((await move(await add(), 'shelfOff', { remark: '从未发布的草稿' })).code).toBe(1004);
  });

  test('a disabled category hides its articles, in a list that knows its sub-categories', async () => {
    const above = await addType();
    const below = await addType(above);
    const id = await published({ typeId: below });
    const shown = async () =>
      (await inApp<readonly AppArticleCard[]>(`list?typeId=${above}`)).data.map((one) => one.id);
    expect(await shown()).toEqual([id]);
    const { data } = await t.call<{ articleCount: number }>(
      'POST',
      '/ps/crm/articleType/detail',
      { id: above },
      { as: 'admin' },
    );
    expect(data.articleCount).toBe(1);
    const { data: list } = await call<{ total: number }>('list', { query: { typeId: above } });
    expect(list.total).toBe(1);
    await t.call('POST', '/ps/crm/articleType/enable', { ids: [above], enabled: 0 }, { as: 'admin' });
    expect(await shown()).toEqual([]);
    expect((await detailInApp(id)).code).toBe(1002);
  });
});
