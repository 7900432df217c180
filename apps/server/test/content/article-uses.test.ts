import type { ArticleUse } from '@wheelhouse/contract/calls/content/publications';
import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSample } from '../registry/samples.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());

const call = <Data>(path: string, body: object, as = 'admin') =>
  t.call<Data>('POST', `/ps/crm/article/${path}`, body, { as });
const usesOf = async (...ids: string[]) => {
  const { data } = await call<readonly ArticleUse[]>('uses', { ids });
  return data.map(({ articleId, kind, id }) => [articleId, kind, id]);
};
const set = (table: string, id: string, what: string, ...values: unknown[]) =>
  t.app.pool.query(`update ${table} set ${what} where id = $1`, [id, ...values]);

test('what is live and leads to an article is named before it is taken off', async () => {
  const [id, other] = [await addSample(t, entityNamed('article')), await addSample(t, entityNamed('article'))];
  expect(await usesOf(id, other)).toEqual([]);

  const address = `https://m.example.com/app/article/${id}?from=ad`;
  const ad = await addSample(t, entityNamed('advertisement'));
  await set('ps_advertisement', ad, 'status = 2, jump_type = 1, jump_target = $2', address);
  const promotion = await addSample(t, entityNamed('promotion'));
  await set('ps_promotion', promotion, 'status = 2, landing_url = $2', address);
  const campaign = await addSample(t, entityNamed('activityMessage'));
  const ahead = `end_time = now() + interval '3 days'`;
  await set('msg_activity', campaign, `status = 4, ${ahead}, page_param = $2`, `articleId=${id}`);
  const notice = await addSample(t, entityNamed('systemMessage'));
  await set('msg_system', notice, `status = 2, ${ahead}, content = $2`, `<p><a href="${address}">看文章</a></p>`);
  const all = [
    [id, 'activityMessage', campaign],
    [id, 'advertisement', ad],
    [id, 'promotion', promotion],
    [id, 'systemMessage', notice],
  ];
  expect(await usesOf(id)).toEqual(all);
  // Another article is not one whose number begins alike, and what is over leads nowhere.
  expect(await usesOf(other)).toEqual([]);
  await set('ps_advertisement', ad, 'jump_target = $2', `https://m.example.com/app/article/${id}9`);
  await set('ps_promotion', promotion, 'status = 3');
  await set('msg_activity', campaign, `end_time = now() - interval '1 hour'`);
  expect(await usesOf(id, other)).toEqual([[id, 'systemMessage', notice]]);
  await set('msg_system', notice, 'status = 5');
  expect(await usesOf(id)).toEqual([]);
});

test('who may not take articles off is not told', async () => {
  const id = await addSample(t, entityNamed('article'));
  const { token } = await signInAs(t, { roles: [] });
  expect((await call('uses', { ids: [id] }, token)).code).toBe(1003);
  expect((await call('uses', { ids: [] })).code).toBe(1001);
  expect((await call('uses', { ids: ["1'"] })).code).toBe(1001);
});

test('an equal title is found, and is no reason to refuse', async () => {
  const first = await addSample(t, entityNamed('article'));
  const second = await addSample(t, entityNamed('article'));
  const read = async (id: string) => (await call<{ title: string; rev: number }>('detail', { id })).data;
  const { title } = await read(first);
  const { rev } = await read(second);
  expect((await call('update', { id: second, rev, title })).code).toBe(0);
  const { data } = await call<{ list: { id: string }[] }>('list', { query: { 'title.eq': title } });
  expect(data.list.map(({ id }) => id).sort()).toEqual([first, second].sort());
});
