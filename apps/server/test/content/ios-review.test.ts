import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSample, sampleForm } from '../registry/samples.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

const { draft, inReview, approved, rejected } = machines['SM-IosReview'].states;

interface Row {
  id: string;
  rev: number;
  versionName: string;
  buildNo: number;
  reviewStatus: number;
  reviewMode: number;
  submitTime: string | null;
  resultTime: string | null;
  rejectReason: string | null;
}

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());

const post = <Data = Row>(path: string, body: object) =>
  t.call<Data>('POST', `/ps/crm/iosReview/${path}`, body, { as: 'admin' });
const formOf = async (more: object = {}) => ({ ...(await sampleForm(t, entityNamed('iosReview'))), ...more });
const one = async (id: string): Promise<Row> => (await post('detail', { id })).data;
async function added(more: object = {}): Promise<Row> {
  const { data, code } = await post('add', await formOf({ hiddenModules: ['raffle', 'blindbox'], ...more }));
  expect(code).toBe(0);
  return one(data.id);
}
const move = (id: string, action: 'submit' | 'approve' | 'reject', more: object = {}) =>
  post('transition', { id, action, ...more });
const config = (query: object) =>
  t.call<{ reviewMode: boolean; hiddenModules: string[] }>('GET', '/app/v1/config/review', query);
const configOf = async ({ versionName, buildNo }: Row) =>
  (await config({ versionName, buildNo: String(buildNo) })).data;

const off = { reviewMode: false, hiddenModules: [] };

test('a version is submitted, rejected, submitted again and approved; the app hides modules meanwhile', async () => {
  const row = await added({ versionName: '3.1.0', buildNo: 31 });
  expect(row).toMatchObject({ reviewStatus: draft, reviewMode: 0 });
  expect(await configOf(row)).toEqual(off);

  expect((await move(row.id, 'submit')).code).toBe(0);
  expect(await one(row.id)).toMatchObject({ reviewStatus: inReview, reviewMode: 1, resultTime: null });
  const on = { reviewMode: true, hiddenModules: ['raffle', 'blindbox'] };
  expect(await configOf(row)).toEqual(on);
  // Another build of the version is another app.
  expect(await configOf({ ...row, buildNo: 32 })).toEqual(off);

  expect(await move(row.id, 'reject')).toMatchObject({ code: 1001, data: { errors: [{ field: 'rejectReason' }] } });
  expect((await move(row.id, 'reject', { rejectReason: '缺少演示账号' })).code).toBe(0);
  expect(await one(row.id)).toMatchObject({ reviewStatus: rejected, rejectReason: '缺少演示账号' });
  // It is submitted again, and still not for everybody.
  expect(await configOf(row)).toEqual(on);

  expect((await move(row.id, 'submit')).code).toBe(0);
  expect(await one(row.id)).toMatchObject({ rejectReason: null, resultTime: null });
  expect((await move(row.id, 'approve')).code).toBe(0);
  const done = await one(row.id);
  expect(done).toMatchObject({ reviewStatus: approved, reviewMode: 0 });
  expect(done.resultTime).not.toBeNull();
  expect(await configOf(row)).toEqual(off);
});

describe('one version at a time', () => {
  test('of two submitted at the same moment, one is', async () => {
    const [first, second] = [await added(), await added()];
    const answers = await Promise.all([move(first.id, 'submit'), move(second.id, 'submit')]);
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([0, 5141]);
    const rows = [await one(first.id), await one(second.id)];
    const [winner] = rows.filter(({ reviewStatus }) => reviewStatus === inReview);
    expect(rows.filter(({ reviewStatus }) => reviewStatus === inReview)).toHaveLength(1);
    expect((await move(winner?.id ?? '', 'approve')).code).toBe(0);
    const other = first.id === winner?.id ? second : first;
    expect((await move(other.id, 'submit')).code).toBe(0);
    expect((await move(other.id, 'approve')).code).toBe(0);
  });

  test('the database keeps it, whoever writes', async () => {
    const [first, second] = [await added(), await added()];
    await expect(
      t.app.pool.query('update ps_ios_review set review_status = 1 where id = any($1::bigint[])', [
        [first.id, second.id],
      ]),
    ).rejects.toThrow('uq_ps_ios_review_in_review');
  });
});

test('what is hidden has to be chosen before it is submitted, and stays chosen', async () => {
  const row = await added({ hiddenModules: [] });
  const refused = { code: 1001, data: { errors: [{ field: 'hiddenModules' }] } };
  expect(await move(row.id, 'submit')).toMatchObject(refused);
  expect((await post('update', { id: row.id, rev: row.rev, hiddenModules: ['mall'] })).code).toBe(0);
  expect((await move(row.id, 'submit')).code).toBe(0);
  const { rev } = await one(row.id);
  expect(await post('update', { id: row.id, rev, hiddenModules: [] })).toMatchObject(refused);
  expect(await post('update', { id: row.id, rev, versionName: '9.9.9' })).toMatchObject({
    code: 1001,
    data: { errors: [{ field: 'versionName' }] },
  });
  expect(await post('batchDelete', { ids: [row.id] })).toMatchObject({ data: { skipped: [{ code: 1004 }] } });
  expect((await move(row.id, 'approve')).code).toBe(0);
});

test('a version and build exist once; the demo account is of the test range', async () => {
  const { versionName, buildNo } = await added();
  expect((await post('add', await formOf({ versionName, buildNo }))).code).toBe(1009);
  expect((await post('add', await formOf({ versionName, buildNo: buildNo + 1 }))).code).toBe(0);
  for (const demoMobile of ['13812345678', '1400000123', '14000010000'])
    expect(await post('add', await formOf({ demoMobile }))).toMatchObject({
      code: 1001,
      data: { errors: [{ field: 'demoMobile' }] },
    });
});

test('a virtual vehicle that is void is not chosen', async () => {
  const demoVirtualVin = await addSample(t, entityNamed('virtualVin'));
  await t.call(
    'POST',
    '/veh/crm/virtualVin/void',
    { ids: [demoVirtualVin], reason: '不再使用的车辆' },
    { as: 'admin' },
  );
  expect(await post('add', await formOf({ demoVirtualVin }))).toMatchObject({
    code: 1001,
    data: { errors: [{ field: 'demoVirtualVin' }] },
  });
});

test.each([{}, { versionName: '1.0.0' }, { versionName: '1.0.0', buildNo: 'x' }])(
  'the app says which version it is: %j is refused',
  async (query) => {
    expect((await config(query)).code).toBe(1001);
  },
);
