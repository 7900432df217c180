import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addDealer, addUser, dealerForm, password } from '../access/fixture.ts';

let t: TestApp;
const base = '/data/crm/itemCode';
interface Entry {
  id: string;
  rev: number;
  category: string;
  code: string;
  name: string;
}
interface Batch {
  changed: number;
  deleted: number;
  skipped: { message: string }[];
}

beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());

let count = 0;
const post = <Data = unknown>(call: string, body: object, as = 'admin') =>
  t.call<Data>('POST', `${base}/${call}`, body, { as });
const form = (more: object = {}) => ({
  category: 'QaCategory',
  categoryDesc: '问答分类',
  code: `X${++count}`,
  name: '新分类',
  nameEn: 'New',
  sort: 50,
  ...more,
});
const added = async (more: object = {}) => {
  const answer = await post<{ id: string }>('add', form(more));
  expect(answer).toMatchObject({ code: 0 });
  return answer.data.id;
};
const detail = async (id: string) => (await post<Entry & Record<string, unknown>>('detail', { id })).data;
const find = async (category: string, code: string) => {
  const { data } = await post<{ list: Entry[] }>('list', { query: { category, code } });
  const [entry] = data.list;
  if (entry === undefined) throw new Error(`no ${category} ${code}`);
  return entry;
};
const update = async (id: string, more: object, as = 'admin') =>
  post('update', { id, rev: (await detail(id)).rev, ...more }, as);
const boot = async (category: string) =>
  (
    await t.call<{ list: Entry[]; version: string }>(
      'GET',
      `${base}/pageItemCode`,
      { category, pageSize: '500' },
      { as: 'admin' },
    )
  ).data;

test('a new entry is in the next boot and what the server accepts, a disabled one is not chosen anew', async () => {
  const before = await boot('QaCategory');
  const id = await added({ code: 'NEWCAT', categoryDesc: '别的名字' });
  const after = await boot('QaCategory');
  expect(after.list.find((entry) => entry.code === 'NEWCAT')).toMatchObject({
    name: '新分类',
    categoryDesc: '问答分类',
  });
  expect(Number(after.version)).toBeGreaterThan(Number(before.version));
  const qa = (question: string) =>
    t.call('POST', '/system/crm/qa/add', { question, answer: '<p>答</p>', category: 'NEWCAT' }, { as: 'admin' });
  expect((await qa('第一个问题')).code).toBe(0);
  expect((await post<Batch>('enable', { ids: [id], enabled: 0 })).data.changed).toBe(1);
  expect(await qa('第二个问题')).toMatchObject({ code: 1001, data: { errors: [{ field: 'category' }] } });
  expect((await post<Batch>('batchDelete', { ids: [id] })).data).toMatchObject({
    deleted: 0,
    skipped: [{ message: '已被1条数据引用，不能删除' }],
  });
  expect(await update(id, { code: 'OTHER' })).toMatchObject({ code: 1142, data: { errors: [{ field: 'code' }] } });
  expect((await update(id, { name: '改名' })).code).toBe(0);
});

test.each([
  [{ category: 'lower' }, 'category'],
  [{ category: 'Gender', categoryDesc: '性别', code: '3' }, 'category'],
  [{ code: '中文' }, 'code'],
  [{ code: 'a b' }, 'code'],
  [{ name: '' }, 'name'],
  [{ sort: -1 }, 'sort'],
  [{ color: 'pink' }, 'color'],
  [{ alarmErrCode: '1A2B' }, 'alarmErrCode'],
  [{ category: 'FaultCode', alarmErrCode: '12' }, 'alarmErrCode'],
  [{ category: 'FaultCode', alarmErrCode: '9001', deviceType: '99' }, 'deviceType'],
  [{ parentCode: 'NOPE' }, 'parentCode'],
  [{ builtIn: 1 }, 'builtIn'],
])('refuses %j', async (more, field) => {
  expect(await post('add', form(more))).toMatchObject({ code: 1001, data: { errors: [{ field }] } });
});

test('codes are unique in a category; alarm codes in a category for a kind of part', async () => {
  await added({ code: 'TWICE' });
  expect((await post('add', form({ code: 'TWICE' }))).code).toBe(1009);
  await added({ category: 'OwnCategory', categoryDesc: '自建', code: 'TWICE' });
  await added({ category: 'FaultCode', code: 'F9001', alarmErrCode: '9001', deviceType: '3' });
  await added({ category: 'FaultCode', code: 'F9002', alarmErrCode: '9001', deviceType: '2' });
  expect(
    await post('add', form({ category: 'FaultCode', code: 'F9003', alarmErrCode: '9001', deviceType: '3' })),
  ).toMatchObject({ code: 1009, data: { errors: [{ field: 'alarmErrCode' }] } });
});

test('two levels: a parent of the parent category, no parent of a parent', async () => {
  const father = await added({ category: 'TwoLevels', categoryDesc: '两级', code: 'A' });
  await added({ category: 'TwoLevels', code: 'A1', parentCode: 'A' });
  expect((await post('add', form({ category: 'TwoLevels', code: 'A11', parentCode: 'A1' }))).code).toBe(1001);
  expect((await update(father, { parentCode: 'A' })).code).toBe(1001);
  expect((await post<Batch>('batchDelete', { ids: [father] })).data.deleted).toBe(0);
  const { data } = await t.call<{ code: string; children: { code: string }[] }[]>(
    'GET',
    `${base}/getFatherSonType`,
    { code: 'TwoLevels' },
    { as: 'admin' },
  );
  expect(data.map((entry) => [entry.code, entry.children.map((child) => child.code)])).toEqual([['A', ['A1']]]);
});

test('entries of the release: looks may change, meaning and presence not; for the administrator only', async () => {
  const entry = await find('AlarmType', 'CELL_OVER_TEMP');
  expect((await update(entry.id, { name: '电芯温度过高', color: 'danger' })).code).toBe(0);
  for (const more of [{ code: 'OTHER' }, { alarmErrCode: '9999' }, { parentCode: '1' }, { category: 'FaultCode' }])
    expect(await update(entry.id, more)).toMatchObject({
      code: 1001,
      data: { errors: [{ field: Object.keys(more)[0] }] },
    });
  expect((await post<Batch>('enable', { ids: [entry.id], enabled: 0 })).data.skipped).toMatchObject([
    { message: '内置字典不可删除或停用' },
  ]);
  expect((await post<Batch>('batchDelete', { ids: [entry.id] })).data.skipped).toMatchObject([
    { message: '内置字典不可删除或停用' },
  ]);
  await addUser(t, { username: 'dict.ops', roles: ['ops'] });
  const ops = await t.login('dict.ops', password);
  expect((await update(entry.id, { name: 'x' }, ops)).code).toBe(1141);
  expect((await update(await added(), { name: '运营改名' }, ops)).code).toBe(0);
});

test('what records of any domain use stays', async () => {
  const id = await added({ category: 'VehicleBrand', categoryDesc: '品牌', code: 'BRANDX' });
  const dealerId = await addDealer(t);
  const { data } = await t.call<{ rev: number }>('POST', '/data/crm/dealer/detail', { id: dealerId }, { as: 'admin' });
  expect(
    (
      await t.call(
        'POST',
        '/data/crm/dealer/update',
        { id: dealerId, rev: data.rev, brands: ['BRANDX'], name: dealerForm.name },
        { as: 'admin' },
      )
    ).code,
  ).toBe(0);
  expect((await post<Batch>('batchDelete', { ids: [id] })).data).toMatchObject({
    deleted: 0,
    skipped: [{ message: '已被1条数据引用，不能删除' }],
  });
});

test('a category is renamed in all its entries, and listed with their number', async () => {
  const id = await added({ category: 'Renamed', categoryDesc: '旧名', code: 'A' });
  await added({ category: 'Renamed', code: 'B' });
  expect((await update(id, { categoryDesc: '新名' })).code).toBe(0);
  const { data } = await post<
    { category: string; categoryDesc: string; count: number; builtIn: number; fixed: number }[]
  >('categories', {});
  expect(data.find((row) => row.category === 'Renamed')).toMatchObject({
    categoryDesc: '新名',
    count: 2,
    builtIn: 0,
    fixed: 0,
  });
  expect(data.find((row) => row.category === 'Gender')).toMatchObject({ builtIn: 1, fixed: 1 });
});

test('refresh raises the version and says so to open consoles', async () => {
  const heard: unknown[] = [];
  const stop = t.app.live.subscribe('dictionary', (data) => heard.push(data));
  const { version } = await boot('Gender');
  const answer = await post<{ version: string }>('refresh', {});
  expect(Number(answer.data.version)).toBeGreaterThan(Number(version));
  await expect.poll(() => heard.length).toBeGreaterThan(0);
  stop();
});

test('an export names its file after the dictionary', async () => {
  expect((await post<{ fileName: string }>('export', { query: { category: 'Gender' } })).data.fileName).toMatch(
    /^字典项_/,
  );
});
