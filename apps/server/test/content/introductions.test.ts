import type { ShownIntroduction } from '@wheelhouse/contract/calls/content/publications';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sampleFile } from '../registry/samples.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());
beforeEach(() => t.app.pool.query('update cnt_app_introduce set deleted = true'));

interface Told {
  id: string;
  rev: number;
}
interface Shelved {
  changed: number;
  skipped: { id: string; code: number }[];
}

const call = <Data = Told>(path: string, body: object, lang: 'zh' | 'en' = 'zh') =>
  t.call<Data>('POST', `/ps/crm/appIntroduce/${path}`, body, { as: 'admin', lang });
const fieldsOf = ({ data }: { data: unknown }): string[] =>
  ((data as { errors?: { field: string }[] } | null)?.errors ?? []).map(({ field }) => field);
const picture = (pixels = { width: 1125, height: 2436 }) => sampleFile(t, 'image', '1', 'user', pixels);
const page = async (more: object = {}) => ({ image: await picture(), imageEn: null, text: '一键解锁', ...more });

const onboarding = async (more: object = {}) => ({
  title: '欢迎使用',
  introType: 1,
  clientOs: ['1', '2'],
  pages: [await page()],
  sort: 10,
  ...more,
});
const whatIsNew = (minVersion: string, maxVersion: string, more: object = {}) =>
  onboarding({ introType: 3, minVersion, maxVersion, ...more });
const about = (more: object = {}) => ({
  title: '关于我们',
  introType: 2,
  clientOs: ['1'],
  content: '<p>我们造智能两轮车。</p>',
  sort: 10,
  ...more,
});
async function added(form: object): Promise<string> {
  const { code, data } = await call('add', form);
  expect(code).toBe(0);
  return data.id;
}
const shelve = async (ids: readonly string[], shelfStatus = 1) =>
  (await call<Shelved>('shelf', { ids, shelfStatus })).data;
const tooMany = (id: string) => ({ changed: 0, skipped: [{ id, code: 5211 }] });

describe('what a type asks for', () => {
  test('pages with pictures of their size, or a text', async () => {
    expect(fieldsOf(await call('add', await onboarding({ pages: [] })))).toEqual(['pages']);
    expect(fieldsOf(await call('add', about({ content: null })))).toEqual(['content']);
    const seven = await Promise.all(Array.from({ length: 7 }, () => page()));
    expect(fieldsOf(await call('add', await onboarding({ pages: seven })))).toEqual(['pages']);
    const small = await page({ imageEn: await picture({ width: 100, height: 200 }) });
    expect(fieldsOf(await call('add', await onboarding({ pages: [await page(), small] })))).toEqual([
      'pages[1].imageEn',
    ]);
    expect(fieldsOf(await call('add', await onboarding({ pages: [{ text: '没有图片' }] })))).toEqual([
      'pages[0].image',
    ]);
    const others = await sampleFile(t, 'image', '2', 'user', { width: 1125, height: 2436 });
    expect(fieldsOf(await call('add', await onboarding({ pages: [await page({ image: others })] })))).toEqual([
      'pages[0].image',
    ]);
    expect(fieldsOf(await call('add', await onboarding({ pages: [await page({ text: '长'.repeat(31) })] })))).toEqual([
      'pages[0].text',
    ]);
  });

  test('versions of what is new, in their order', async () => {
    expect(fieldsOf(await call('add', await whatIsNew('1.0.0', '')))).toEqual(['maxVersion']);
    expect(fieldsOf(await call('add', await whatIsNew('1.10.0', '1.9.9')))).toEqual(['maxVersion']);
    expect(fieldsOf(await call('add', await whatIsNew('1.0', '2.0.0')))).toEqual(['minVersion']);
    await added(await whatIsNew('1.9.9', '1.10.0'));
    await added(await onboarding());
  });

  test('a target that the app can open', async () => {
    const leading = async (jumpType: number, jumpTarget?: string) =>
      call('add', await onboarding({ buttonText: '立即体验', jumpType, jumpTarget }));
    expect(fieldsOf(await leading(3, '1'))).toEqual(['articleId']);
    expect(fieldsOf(await leading(4, '1'))).toEqual(['activityId']);
    expect(fieldsOf(await leading(5, '1'))).toEqual(['jumpType']);
    expect(fieldsOf(await leading(2))).toEqual(['jumpTarget']);
    expect(fieldsOf(await leading(2, 'nowhere'))).toEqual(['jumpTarget']);
    expect(fieldsOf(await leading(1, 'http://example.com'))).toEqual(['jumpTarget']);
    expect(fieldsOf(await leading(1, 'https://evil.example'))).toEqual(['jumpTarget']);
    const { rows } = await t.app.pool.query<{ code: string }>(
      `select code from sys_item_code where category = 'AppPage' and enabled = 1 limit 1`,
    );
    expect((await leading(2, rows[0]?.code)).code).toBe(0);
  });
});

test('pages keep their order and pictures; a picture that is taken out is no longer held', async () => {
  const pages = [await page({ text: '一' }), await page({ text: '二' })];
  const id = await added(await onboarding({ pages }));
  const detail = async () =>
    (
      await call<{ rev: number; pages: unknown; pagesUrl: { image: string; imageEn: string | null }[] }>('detail', {
        id,
      })
    ).data;
  const { rev, ...stored } = await detail();
  expect(stored.pages).toEqual(pages);
  expect(stored.pagesUrl).toEqual([
    { image: expect.any(String) as string, imageEn: null },
    { image: expect.any(String) as string, imageEn: null },
  ]);
  const url = stored.pagesUrl[0]?.image ?? '';
  expect((await t.http.inject({ method: 'GET', url })).statusCode).toBe(200);
  const held = async () =>
    (
      await t.app.pool.query(`select 1 from sys_file_use where table_name = 'cnt_app_introduce' and record_id = $1`, [
        id,
      ])
    ).rows.length;
  expect(await held()).toBe(2);
  expect((await call('update', { id, rev, pages: [pages[1], pages[0]] })).code).toBe(0);
  expect((await detail()).pages).toEqual([pages[1], pages[0]]);
  expect((await call('update', { id, rev: rev + 1, pages: [pages[0]] })).code).toBe(0);
  expect(await held()).toBe(1);
  // What a version holds is put back from it.
  const { data } = await call<{ list: { number: number }[] }>('versions', { id });
  const first = data.list.at(-1)?.number;
  const restored = await call('restore', { id, rev: rev + 2, number: first });
  expect(restored.code).toBe(0);
  expect((await detail()).pages).toEqual(pages);
});

describe('on the shelf', () => {
  test('versions of one platform and type do not overlap', async () => {
    const first = await added(await whatIsNew('5.1.0', '5.1.9'));
    expect(await shelve([first])).toMatchObject({ changed: 1 });
    for (const [from, to] of [
      ['5.1.9', '5.2.0'],
      ['5.0.0', '5.1.0'],
      ['5.0.0', '6.0.0'],
    ] as const) {
      const id = await added(await whatIsNew(from, to));
      expect(await shelve([id])).toMatchObject(tooMany(id));
    }
    const later = await added(await whatIsNew('5.1.10', '5.2.0'));
    const elsewhere = await added(await whatIsNew('5.1.0', '5.1.9', { clientOs: ['3'] }));
    const another = await added(await onboarding());
    expect(await shelve([later, elsewhere, another])).toMatchObject({ changed: 3 });
    const unlimited = await added(await onboarding({ minVersion: '6.0.0' }));
    expect(await shelve([unlimited])).toMatchObject(tooMany(unlimited));
    expect(await shelve([another], 2)).toMatchObject({ changed: 1 });
    expect(await shelve([unlimited])).toMatchObject({ changed: 1 });
  });

  test('what is about us stands once per platform', async () => {
    const [one, two] = [await added(about()), await added(about({ clientOs: ['1', '3'] }))];
    const other = await added(about({ clientOs: ['2'] }));
    expect(await shelve([one, two, other])).toMatchObject({ changed: 2, skipped: [{ id: two, code: 5211 }] });
  });

  test('of those that are put on at once, one is', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => added(about())));
    const answers = await Promise.all(ids.map((id) => shelve([id])));
    expect(answers.filter(({ changed }) => changed === 1)).toHaveLength(1);
  });

  test('versions and platforms stay as they are; texts and order may change', async () => {
    const id = await added(await whatIsNew('7.0.0', '7.0.9'));
    await shelve([id]);
    const { data } = await call('detail', { id });
    const { rev } = data;
    for (const change of [{ maxVersion: '7.5.0' }, { clientOs: ['3'] }, { introType: 1 }, { pages: [await page()] }])
      expect(fieldsOf(await call('update', { id, rev, ...change }))).toEqual(Object.keys(change));
    expect((await call('update', { id, rev, title: '全新7.0', sort: 3 })).code).toBe(0);
    expect((await call<{ skipped: unknown[] }>('batchDelete', { ids: [id] })).data.skipped).toMatchObject([
      { id, code: 1004 },
    ]);
  });

  test('a type without versions leaves none behind', async () => {
    const id = await added(await whatIsNew('8.0.0', '8.0.9'));
    const { rev } = (await call('detail', { id })).data;
    expect((await call('update', { id, rev, ...about({ clientOs: ['1'] }) })).code).toBe(0);
    expect((await call('detail', { id })).data).toMatchObject({ minVersion: null, maxVersion: null, pages: null });
    await shelve([id]);
    const other = await added(about());
    expect(await shelve([other])).toMatchObject(tooMany(other));
  });
});

describe('in the app', () => {
  const shown = async (query: object, lang: 'zh' | 'en' = 'zh') =>
    (await t.call<ShownIntroduction[]>('GET', '/app/v1/intro', query, { lang })).data;

  test('what is on the shelf for its platform and version, before anybody signs in', async () => {
    const pages = [await page(), await page({ imageEn: await picture(), text: null })];
    const id = await added(await whatIsNew('5.1.0', '5.1.9', { pages, titleEn: 'New', buttonText: '知道了' }));
    const asked = { type: '3', clientOs: '2', version: '5.1.4' };
    expect(await shown(asked)).toEqual([]);
    await shelve([id]);
    const [found] = await shown(asked, 'en');
    expect(found).toMatchObject({
      id,
      title: 'New',
      introType: 3,
      content: null,
      buttonText: '知道了',
      jumpType: 0,
      jumpTarget: null,
      pages: [{ text: '一键解锁' }, { text: null }],
    });
    const chinese = (await shown(asked))[0];
    expect(chinese?.title).toBe('欢迎使用');
    const fileOf = (url?: string) => url?.split('?')[0];
    expect(fileOf(found?.pages[0]?.imageUrl)).toBe(fileOf(chinese?.pages[0]?.imageUrl));
    expect(fileOf(found?.pages[1]?.imageUrl)).not.toBe(fileOf(chinese?.pages[1]?.imageUrl));
    for (const { imageUrl } of found?.pages ?? [])
      expect((await t.http.inject({ method: 'GET', url: imageUrl })).statusCode).toBe(200);
    expect(await shown({ ...asked, version: '5.1.10' })).toEqual([]);
    expect(await shown({ ...asked, clientOs: '3' })).toEqual([]);
    expect(await shown({ ...asked, type: '1' })).toEqual([]);
  });

  test('what is about us, without scripts', async () => {
    const id = await added(about({ content: '<p onclick="x()">我们</p><script>x()</script>' }));
    await shelve([id]);
    const [found] = await shown({ type: '2', clientOs: '1', version: '1.0.0' });
    expect(found).toMatchObject({ id, pages: [], content: '<p>我们</p>' });
  });

  test('a question that is none is refused', async () => {
    const { code } = await t.call('GET', '/app/v1/intro', { type: '9', clientOs: '1', version: '1.0.0' });
    expect(code).toBe(1001);
  });
});
