import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueAppToken } from '../../src/http/app-call.ts';
import { addRole, addUser, password } from '../access/fixture.ts';
import { addSample, sampleFile, sampleForm } from '../registry/samples.ts';
import { addAppUser } from '../support/app-user.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

let t: TestApp;
let token = '';
beforeAll(async () => {
  t = await createTestApp();
  token = await issueAppToken(t.app, await addAppUser(t));
});
afterAll(() => t.stop());

interface Told {
  id: string;
  rev: number;
}
interface Shown {
  id: string;
  title: string;
  classificationId: string;
  iconUrl: string;
  videoId: string | null;
  viewCount: number;
}

const introduce = <Data = Told>(path: string, body: object, as = 'admin') =>
  t.call<Data>('POST', `/ps/crm/functionIntroduce/${path}`, body, { as });
const classify = <Data = Told>(path: string, body: object, as = 'admin') =>
  t.call<Data>('POST', `/ps/crm/functionClassification/${path}`, body, { as });
const formOf = async (more: object = {}) => ({
  ...(await sampleForm(t, entityNamed('functionIntroduce'))),
  videoId: null,
  featureCode: null,
  ...more,
});
async function shelved(more: object = {}): Promise<string> {
  const { data, code } = await introduce('add', await formOf(more));
  expect(code).toBe(0);
  expect((await introduce<{ changed: number }>('shelf', { ids: [data.id], shelfStatus: 1 })).data.changed).toBe(1);
  return data.id;
}
const classification = async (sort: number): Promise<string> =>
  (await classify('add', { ...(await sampleForm(t, entityNamed('functionClassification'))), sort })).data.id;
const inApp = async (query: object = {}, lang: 'zh' | 'en' = 'zh') =>
  (await t.call<Shown[]>('GET', '/app/v1/guide/functions', query, { as: token, lang })).data;

test('an icon has its size', async () => {
  const icon = await sampleFile(t, 'image', '1', 'user', { width: 100, height: 120 });
  expect(await introduce('add', await formOf({ icon }))).toMatchObject({
    code: 1001,
    data: { errors: [{ field: 'icon' }] },
  });
});

describe('a classification', () => {
  test('in use is not deleted; a disabled one is not chosen, and hides its functions in the app', async () => {
    const id = await classification(10);
    const functionId = await shelved({ classificationId: id });
    const isShown = async () => (await inApp()).some((one) => one.id === functionId);
    expect(await isShown()).toBe(true);
    expect(await classify('batchDelete', { ids: [id] })).toMatchObject({ data: { skipped: [{ id, code: 1006 }] } });
    const { data } = await classify<{ list: { functionCount: number }[] }>('list', { query: { id } });
    expect(data.list).toMatchObject([{ functionCount: 1 }]);

    expect((await classify('enable', { ids: [id], enabled: 0 })).code).toBe(0);
    expect(await isShown()).toBe(false);
    expect(await introduce('add', await formOf({ classificationId: id }))).toMatchObject({
      code: 1001,
      data: { errors: [{ field: 'classificationId' }] },
    });
    expect((await classify('enable', { ids: [id], enabled: 1 })).code).toBe(0);
    expect(await isShown()).toBe(true);
  });

  test('is kept with its own button, and read with the page', async () => {
    await addRole(t, 'functions_reader', ['functionIntroduce', 'functionIntroduce.query']);
    await addUser(t, { username: 'functions.reader', roles: ['functions_reader'] });
    const reader = await t.login('functions.reader', password);
    expect((await classify('list', {}, reader)).code).toBe(0);
    expect((await classify('add', { name: '新的分类', sort: 1, enabled: 1 }, reader)).code).toBe(1003);
  });
});

describe('in the app', () => {
  test('what is on the shelf, in order, for a model, in the language of the caller', async () => {
    const [mine, other] = [
      await addSample(t, entityNamed('vehicleType')),
      await addSample(t, entityNamed('vehicleType')),
    ];
    const [late, early] = [await classification(9000), await classification(8000)];
    const forAll = await shelved({ classificationId: late, sort: 2, titleEn: 'For all' });
    const forMine = await shelved({ classificationId: late, sort: 1, vehicleTypeIds: [mine] });
    const first = await shelved({ classificationId: early, sort: 9, vehicleTypeIds: [other] });
    const draft = (await introduce('add', await formOf({ classificationId: early }))).data.id;
    const own = new Set([forAll, forMine, first, draft]);
    const idsOf = (rows: readonly Shown[]) => rows.map(({ id }) => id).filter((id) => own.has(id));
    expect(idsOf(await inApp())).toEqual([first, forMine, forAll]);
    expect(idsOf(await inApp({ vehicleTypeId: mine }))).toEqual([forMine, forAll]);
    const english = (await inApp({}, 'en')).find(({ id }) => id === forAll);
    expect(english).toMatchObject({ title: 'For all', viewCount: 0 });
    expect((await t.http.inject({ method: 'GET', url: english?.iconUrl ?? '' })).statusCode).toBe(200);
  });

  test('its video is named while that is on the shelf', async () => {
    const videoId = await addSample(t, entityNamed('guideVideo'));
    const id = await shelved({ videoId });
    const shown = async () => (await inApp()).find((one) => one.id === id)?.videoId;
    expect(await shown()).toBeNull();
    await t.call('POST', '/ps/crm/guide/shelf', { ids: [videoId], shelfStatus: 1 }, { as: 'admin' });
    expect(await shown()).toBe(videoId);
  });

  test('readers are counted, of what is on the shelf', async () => {
    const id = await shelved();
    const view = (as = token) => t.call<{ viewCount: number }>('POST', '/app/v1/guide/functionView', { id }, { as });
    await Promise.all([view(), view(), view()]);
    expect((await inApp()).find((one) => one.id === id)).toMatchObject({ viewCount: 3 });
    await introduce('shelf', { ids: [id], shelfStatus: 2 });
    expect((await view()).code).toBe(1002);
    expect((await view('no token')).status).toBe(401);
  });
});
