import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueAppToken } from '../../src/http/app-call.ts';
import { addRole, addUser, password } from '../access/fixture.ts';
import { sendFile, workbookOf } from '../import-export/workbook.ts';
import { addSample, bindOwner } from '../registry/samples.ts';
import { addAppUser } from '../support/app-user.ts';
import { adminPassword, createTestApp, type TestApp } from '../support/app.ts';
import { addFeedback } from '../support/feedback.ts';

let t: TestApp;
let owner = '';
let token = '';
beforeAll(async () => {
  t = await createTestApp();
  owner = await addAppUser(t);
  token = await issueAppToken(t.app, owner);
});
afterAll(() => t.stop());

let asked = 0;
const formOf = (more: object = {}) => ({
  categoryCode: 'P01',
  subCode: 'P0101',
  question: `充电时指示灯不亮 ${++asked}`,
  answer: '<p>请更换插座，再检查充电口。</p>',
  ...more,
});
const call = <Data = { id: string; rev: number }>(path: string, body: object, as = 'admin') =>
  t.call<Data>('POST', `/ps/crm/faq/${path}`, body, { as });
const fieldsOf = ({ data }: { data: unknown }): string[] =>
  ((data as { errors?: { field: string }[] }).errors ?? []).map(({ field }) => field);
const shelve = (ids: readonly string[], shelfStatus = 1) =>
  call<{ changed: number; skipped: { id: string; code: number }[] }>('shelf', { ids, shelfStatus });
async function shelved(more: object = {}): Promise<string> {
  const { code, data } = await call('add', formOf(more));
  expect(code).toBe(0);
  expect((await shelve([data.id])).data.changed).toBe(1);
  return data.id;
}

describe('a category and its sub-categories', () => {
  test('belong together, whichever of the two is changed', async () => {
    expect(fieldsOf(await call('add', formOf({ subCode: 'P0201' })))).toEqual(['subCode']);
    expect(fieldsOf(await call('add', formOf({ categoryCode: 'P0101' })))).toEqual(['categoryCode']);
    const { data } = await call('add', formOf());
    expect(fieldsOf(await call('update', { ...data, categoryCode: 'P02' }))).toEqual(['subCode']);
    expect((await call('update', { ...data, categoryCode: 'P02', subCode: 'P0201' })).code).toBe(0);
  });

  test('a category without any stands for itself; another does not', async () => {
    expect((await call('add', formOf({ categoryCode: 'P06', subCode: 'P06' }))).code).toBe(0);
    expect(fieldsOf(await call('add', formOf({ subCode: 'P01' })))).toEqual(['subCode']);
  });

  test('a retired sub-category stays with its question, and is not chosen anew', async () => {
    const { data } = await call('add', formOf({ categoryCode: 'P05', subCode: 'P0501' }));
    const turn = (enabled: number) =>
      t.app.pool.query(
        `update sys_item_code set enabled = $1 where category = 'LargeProblemClassification' and code = 'P0501'`,
        [enabled],
      );
    await turn(0);
    expect((await call('update', { ...data, sort: 7 })).code).toBe(0);
    expect(fieldsOf(await call('add', formOf({ categoryCode: 'P05', subCode: 'P0501' })))).toEqual(['subCode']);
    await turn(1);
  });
});

test('an import checks them as a form does, and says row and column', async () => {
  const columns = ['categoryCode', 'subCode', 'question', 'answer'] as const;
  const forms = [{}, { subCode: 'P0201' }, { categoryCode: 'P0101' }, { categoryCode: 'P06', subCode: 'P06' }];
  const rows = forms.map((more) => columns.map((name) => formOf(more)[name]));
  const { data } = await sendFile(
    t,
    '/ps/crm/faq',
    await workbookOf(columns, rows),
    await t.login('admin', adminPassword),
  );
  expect(data).toMatchObject({ success: 2, failed: 2 });
  expect(data.errors.map(({ row, field }) => ({ row, field }))).toEqual([
    { row: 3, field: 'subCode' },
    { row: 4, field: 'categoryCode' },
  ]);
});

test('no two questions of a sub-category are the same', async () => {
  const form = formOf();
  expect((await call('add', form)).code).toBe(0);
  expect((await call('add', form)).code).toBe(1009);
  expect((await call('add', { ...form, categoryCode: 'P02', subCode: 'P0201' })).code).toBe(0);
});

test('at most ten hot questions are on the shelf (5241), also when they are put there together', async () => {
  await t.app.pool.query('update cnt_faq set hot = 0');
  const ids: string[] = [];
  for (let n = 0; n < 12; n++) ids.push((await call('add', formOf({ hot: 1 }))).data.id);
  const answers = await Promise.all([shelve(ids.slice(0, 6)), shelve(ids.slice(6))]);
  expect(answers.reduce((sum, { data }) => sum + data.changed, 0)).toBe(10);
  const skipped = answers.flatMap(({ data }) => data.skipped);
  expect(skipped.map(({ code }) => code)).toEqual([5241, 5241]);
  const left = skipped.map(({ id }) => id);
  const shown = ids.filter((id) => !left.includes(id));
  await shelve(shown.slice(0, 1), 2);
  expect((await shelve(left.slice(0, 1))).data.changed).toBe(1);
});

describe('in the app', () => {
  interface Shown {
    id: string;
    question: string;
    helpful: number;
    unhelpful: number;
    vote: 0 | 1 | null;
  }
  const list = async (query: object = {}, lang: 'zh' | 'en' = 'zh') =>
    (await t.call<Shown[]>('GET', '/app/v1/faq/list', query, { as: token, lang })).data;
  const vote = (id: string, helpful: 0 | 1, as = token) =>
    t.call<{ helpful: number; unhelpful: number }>('POST', '/app/v1/faq/vote', { id, helpful }, { as });

  test('what is on the shelf, found by its text and keywords, in the language of the caller', async () => {
    const id = await shelved({
      categoryCode: 'P04',
      subCode: 'P0401',
      question: '打开应用就退出',
      questionEn: 'The app closes at once',
      keywords: ['崩溃'],
      answer: '<p class="x">请重新<b>安装</b>最新版本的应用。</p>',
    });
    const draft = (await call('add', formOf({ categoryCode: 'P04', subCode: 'P0402' }))).data.id;
    const ids = async (query: object) => (await list(query)).map((one) => one.id);
    expect(await ids({ category: 'P04' })).toEqual([id]);
    expect(await ids({ sub: 'P0402' })).toEqual([]);
    for (const keyword of ['崩溃', '就退出', 'CLOSES', '重新安装'])
      expect(await ids({ keyword }), keyword).toEqual([id]);
    expect(await ids({ keyword: 'class' })).toEqual([]);
    expect((await list({ category: 'P04' }, 'en'))[0]?.question).toBe('The app closes at once');
    expect((await vote(draft, 1)).code).toBe(1002);
  });

  test('a user has one vote about a question, however often and at once it is sent', async () => {
    const id = await shelved({ categoryCode: 'P07', subCode: 'P0701' });
    await Promise.all(Array.from({ length: 5 }, () => vote(id, 1)));
    expect((await list({ sub: 'P0701' }))[0]).toMatchObject({ id, helpful: 1, unhelpful: 0, vote: 1 });
    const other = await issueAppToken(t.app, await addAppUser(t));
    await vote(id, 0, other);
    expect((await vote(id, 0)).data).toEqual({ helpful: 0, unhelpful: 2 });
    const { data: days } = await call<{ statDate: string; helpful: number; unhelpful: number }[]>('votes', { id });
    expect(days).toHaveLength(30);
    expect(days.at(-1)).toMatchObject({ helpful: 0, unhelpful: 2 });
    const { data: row } = await call<{ rev: number }>('detail', { id });
    expect(row.rev, 'votes change nothing that people edit').toBe(2);
  });

  test('a vehicle sees the questions for its model and for all; vehicles of others are refused', async () => {
    const vehicleId = await addSample(t, entityNamed('vehicle'));
    const rider = await issueAppToken(t.app, await bindOwner(t, vehicleId));
    const { rows } = await t.app.pool.query<{ vin: string; model: string }>(
      'select vin, vehicle_type_id::text as model from veh_vehicle where id = $1',
      [vehicleId],
    );
    const [{ vin, model } = { vin: '', model: '' }] = rows;
    const about = (models: readonly string[], id: string) =>
      t.app.pool.query('update cnt_faq set vehicle_type_ids = $2::bigint[] where id = $1', [id, models]);
    const category = { categoryCode: 'P03', subCode: 'P0301' };
    const [all, own, other] = [await shelved(category), await shelved(category), await shelved(category)];
    await about([model], own);
    await about([await addSample(t, entityNamed('vehicleType'))], other);
    const ask = (of: string, as = token) =>
      t.call<Shown[]>('GET', '/app/v1/faq/list', { sub: 'P0301', vin: of }, { as });
    expect((await ask(vin, rider)).data.map(({ id }) => id).toSorted()).toEqual([all, own].toSorted());
    expect((await ask(vin)).code).toBe(1011);
    expect((await ask('LZX00000000000000')).code).toBe(1002);
  });
});

describe('made of feedback', () => {
  test('takes the right to do so, and the log of the feedback says it', async () => {
    const feedbackId = await addFeedback(t, owner);
    await addRole(t, 'faq_editor', ['commonProblemManage', 'commonProblemManage.query', 'commonProblemManage.add']);
    await addUser(t, { username: 'faq.editor', roles: ['faq_editor'] });
    const editor = await t.login('faq.editor', password);
    expect((await call('add', formOf({ feedbackId }), editor)).code).not.toBe(0);
    expect((await call('add', formOf(), editor)).code).toBe(0);

    const form = formOf({ feedbackId });
    expect((await call('add', form)).code).toBe(0);
    const notes = await t.call<{ list: { action: string; content: string }[] }>(
      'POST',
      '/cs/crm/feedbackNote/list',
      { query: { feedbackId } },
      { as: 'admin' },
    );
    expect(notes.data.list).toMatchObject([{ action: 'toFaq', content: form.question }]);
  });
});
