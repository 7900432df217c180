import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTransaction } from '../../src/db/pool.ts';
import { issueAppToken } from '../../src/http/app-call.ts';
import { goLive, leaveLive } from '../../src/modules/content/articles/live.ts';
import { addSample, sampleFile, sampleForm } from '../registry/samples.ts';
import { addAppUser } from '../support/app-user.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

interface Row {
  readonly id: string;
  readonly rev: number;
}
interface Outcome {
  readonly changed: number;
  readonly skipped: readonly { readonly code: number }[];
}

const { home } = codes.AdPosition;
let t: TestApp;
let token = '';
beforeAll(async () => {
  t = await createTestApp();
  token = await issueAppToken(t.app, await addAppUser(t));
});
afterAll(() => t.stop());

const post = <Data = Row>(path: string, body: object) =>
  t.call<Data>('POST', `/ps/crm/advertisement/${path}`, body, { as: 'admin' });
const one = async (id: string): Promise<Row> => (await post('detail', { id })).data;
const shelf = async (ids: readonly string[], to: 0 | 1) => (await post<Outcome>('shelf', { ids, shelf: to })).data;

/** An advertisement on the home page, for everybody. */
const homeForm = async () => ({
  ...(await sampleForm(t, entityNamed('advertisement'))),
  position: home,
  image: await sampleFile(t, 'image', '1', 'user', { width: 702, height: 280 }),
  clientOs: null,
  audienceType: codes.AudienceType.all,
  vehicleTypeIds: null,
});

test('an advertisement leads to an article that the app shows, which is not deleted meanwhile', async () => {
  const articleId = await addSample(t, entityNamed('article'));
  const form = { ...(await homeForm()), jumpType: codes.JumpType.article };
  const refused = { code: 1001, data: { errors: [{ field: 'articleId' }] } };
  expect(await post('add', { ...form, articleId: undefined, jumpTarget: articleId })).toMatchObject(refused);
  expect(await post('add', { ...form, articleId })).toMatchObject(refused);
  const offered = async () =>
    (
      await t.call<{ id: string }[]>(
        'POST',
        '/ref/options',
        { entity: 'article', field: 'advertisement.articleId' },
        { as: 'admin' },
      )
    ).data.map(({ id }) => id);
  expect(await offered()).not.toContain(articleId);
  await withTransaction(t.app.db, (tx) => goLive(tx, articleId));
  expect(await offered()).toContain(articleId);
  const { id } = (await post('add', { ...form, articleId })).data;
  const target = { jumpType: codes.JumpType.article, jumpTarget: articleId, articleId };
  const { rev, ...stored } = await one(id);
  expect(stored).toMatchObject(target);
  expect((await shelf([id], 1)).changed).toBe(1);
  const { data } = await t.call<unknown[]>(
    'GET',
    '/app/v1/ad/list',
    { position: home, clientOs: 1, version: '9.0.0' },
    { as: token },
  );
  expect(data).toContainEqual(expect.objectContaining({ id, jumpType: target.jumpType, jumpTarget: articleId }));
  await shelf([id], 0);
  // Taken off, it goes on being led to, but is chosen no more; what leads elsewhere names it no longer.
  await withTransaction(t.app.db, (tx) => leaveLive(tx, articleId));
  const remove = async () =>
    (
      await t.call<Outcome & { deleted: number }>(
        'POST',
        '/ps/crm/article/batchDelete',
        { ids: [articleId] },
        { as: 'admin' },
      )
    ).data;
  expect((await remove()).skipped[0]?.code).toBe(1006);
  const now = await one(id);
  expect(now.rev).toBeGreaterThan(rev);
  expect((await post('update', { id, rev: now.rev, title: '仍然指向它' })).code).toBe(0);
  const { rev: last } = await one(id);
  expect((await post('update', { id, rev: last, jumpType: codes.JumpType.none })).code).toBe(0);
  expect(await one(id)).toMatchObject({ jumpTarget: null, articleId: null });
  expect((await remove()).deleted).toBe(1);
});

test('an advertisement leads to an AR event that is on or to come', async () => {
  const { draft, running, ended } = machines['SM-Raffle'].states;
  const activityId = await addSample(t, entityNamed('raffleActivity'));
  const becomes = (status: number) =>
    t.app.pool.query('update act_raffle_activity set status = $2 where id = $1', [activityId, status]);
  await becomes(draft);
  const form = { ...(await homeForm()), jumpType: codes.JumpType.activity, activityId };
  const refused = { code: 1001, data: { errors: [{ field: 'activityId' }] } };
  expect(await post('add', form)).toMatchObject(refused);
  await becomes(running);
  const { id } = (await post('add', form)).data;
  expect(await one(id)).toMatchObject({ jumpTarget: activityId, activityId, articleId: null });
  expect((await shelf([id], 1)).changed).toBe(1);
  const seen = await t.call('GET', '/app/v1/ad/list', { position: home, clientOs: 1, version: '9.0.0' }, { as: token });
  expect(seen.data).toContainEqual(expect.objectContaining({ id, jumpType: form.jumpType, jumpTarget: activityId }));
  await becomes(ended);
  expect(await post('add', form)).toMatchObject(refused);
});
