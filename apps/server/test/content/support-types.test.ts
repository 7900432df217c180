import type { SupportType } from '@wheelhouse/contract/calls/content/content';
import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueAppToken } from '../../src/http/app-call.ts';
import { sampleFile, sampleForm } from '../registry/samples.ts';
import { addAppUser } from '../support/app-user.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';

let t: TestApp;
let token = '';
let onlooker = '';
beforeAll(async () => {
  t = await createTestApp();
  token = await issueAppToken(t.app, await addAppUser(t));
  await t.app.pool.query(
    `insert into sys_role (role_code, role_name, data_scope, dealer_assignable, built_in, enabled) values ('onlooker', '旁观', 1, 0, 0, 1)`,
  );
  await t.app.pool.query(
    `insert into sys_role_function (role_code, function_code) values ('onlooker', 'commonProblemManage.query')`,
  );
  onlooker = (await signInAs(t, { roles: ['onlooker'] })).token;
});
afterAll(() => t.stop());

const call = <Data = { id: string }>(path: string, body: object, as = 'admin') =>
  t.call<Data>('POST', `/ps/crm/supportType/${path}`, body, { as });
/** A day of the week that is neither today nor next to it, whatever the clock shows when it is asked. */
const otherDay = ((Math.floor((Date.now() / 3_600_000 + 8) / 24) + 6) % 7) + 1;
const never = [{ days: [otherDay], from: '09:00', to: '18:00' }];
const always = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '23:59' }];
const formOf = async (more: object = {}) => ({
  ...(await sampleForm(t, entityNamed('supportType'))),
  categoryCode: 'P03',
  serviceHours: always,
  enabled: 1,
  ...more,
});
const add = async (more: object = {}): Promise<string> => {
  const { data, message } = await call<{ id: string } | null>('add', await formOf(more));
  if (data === null) throw new Error(message);
  return data.id;
};
const inApp = async (lang: 'zh' | 'en' = 'zh') =>
  (await t.call<readonly SupportType[]>('GET', '/app/v1/faq/types', undefined, { as: token, lang })).data;

describe('types of support', () => {
  test('are shown in their order, in the caller’s language, with the hours in which somebody answers', async () => {
    const later = await add({ name: '定位与联网', nameEn: 'Position & network', sort: 20 });
    const closed = await add({ name: '账号问题', nameEn: null, sort: 10, serviceHours: never });
    const own = (await inApp()).filter(({ id }) => id === later || id === closed);
    expect(own).toMatchObject([
      { id: closed, name: '账号问题', openNow: 0, serviceHours: never },
      { id: later, name: '定位与联网', categoryCode: 'P03', openNow: 1, serviceHours: always },
    ]);
    expect(own[0]?.iconUrl).toMatch(/^\//);
    expect((await inApp('en')).find(({ id }) => id === later)?.name).toBe('Position & network');
    await call('enable', { ids: [later], enabled: 0 });
    expect((await inApp()).map(({ id }) => id)).not.toContain(later);
  });

  test('say how many questions of their category are on the shelf', async () => {
    const id = await add({ categoryCode: 'P06' });
    const form = { ...(await sampleForm(t, entityNamed('faq'))), categoryCode: 'P06', subCode: 'P06', hot: 0 };
    const { data } = await t.call<{ id: string }>('POST', '/ps/crm/faq/add', form, { as: 'admin' });
    const count = async () => (await call<{ faqCount: number }>('detail', { id })).data.faqCount;
    const before = await count();
    await t.call('POST', '/ps/crm/faq/shelf', { ids: [data.id], shelfStatus: 1 }, { as: 'admin' });
    expect(await count()).toBe(before + 1);
  });

  test('have a name of their own, a category of the first level, an icon of its size, and hours', async () => {
    await add({ name: '独一无二' });
    expect((await call('add', await formOf({ name: '独一无二' }))).code).toBe(1009);
    const icon = await sampleFile(t, 'image', '1', 'user', { width: 100, height: 120 });
    for (const wrong of [
      { categoryCode: 'P0101' },
      { categoryCode: 'X99' },
      { icon },
      { icon: null },
      { name: '短' },
      { serviceHours: [{ days: [8], from: '09:00', to: '18:00' }] },
      { serviceHours: [{ days: [1], from: '18:00', to: '09:00' }] },
    ])
      expect(await call('add', await formOf(wrong)), JSON.stringify(wrong)).toMatchObject({
        code: 1001,
        data: { errors: [{ field: Object.keys(wrong)[0] }] },
      });
  });

  test('are seen by who sees the questions, and kept by who may', async () => {
    const id = await add();
    expect((await call('list', {}, onlooker)).code).toBe(0);
    expect((await call('add', await formOf(), onlooker)).code).toBe(1003);
    expect((await call('update', { id, rev: 1, sort: 3 }, onlooker)).code).toBe(1003);
    expect((await call('enable', { ids: [id], enabled: 0 }, onlooker)).code).toBe(1003);
    expect((await call('batchDelete', { ids: [id] }, onlooker)).code).toBe(1003);
    expect((await t.call('GET', '/app/v1/faq/types')).code).not.toBe(0);
  });
});
