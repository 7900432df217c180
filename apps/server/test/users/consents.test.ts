import type { Consent } from '@wheelhouse/contract/calls/users';
import type { Page } from '@wheelhouse/contract/envelope';
import type { ListRowOf } from '@wheelhouse/entities/rows';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { issueAppToken } from '../../src/http/app-call.ts';
import { addAppUser } from '../support/app-user.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

/** What users of the app agreed to: to which version, and when. */
let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());

const rows = async <Row extends object>(query: string, ...values: unknown[]): Promise<Row[]> =>
  (await t.app.pool.query<Row>(query, values)).rows;
const tokens = new Map<string, string>();
async function as(userId: string): Promise<{ as: string }> {
  const token = tokens.get(userId) ?? (await issueAppToken(t.app, userId));
  tokens.set(userId, token);
  return { as: token };
}
const answer = async (userId: string, kind: number, agreed: number, more: object = {}) =>
  t.call<{ errors?: { field: string }[] } | null>(
    'POST',
    '/app/v1/user/consent',
    { kind, agreed, ...more },
    await as(userId),
  );
const stand = async (userId: string) =>
  (await t.call<Consent[]>('GET', '/app/v1/user/consents', {}, await as(userId))).data;
const due = async (userId: string) => (await stand(userId)).filter((one) => one.due === 1).map(({ kind }) => kind);
const shown = async (userId: string) =>
  (
    await t.call<Page<ListRowOf<'appUserConsent'>>>(
      'POST',
      '/user/crm/appUser/consents',
      { id: userId },
      { as: 'admin' },
    )
  ).data.list.map(({ kind, versionNo, agreed }) => [kind, versionNo, agreed]);
const [agreement, privacy, marketing, location] = [1, 2, 3, 4];
const raise = (versionNo: number, from: string) =>
  rows(
    "update ps_link set version_no = $1, effective_time = now() + $2::interval where link_code = 'PRIVACY_POLICY'",
    versionNo,
    from,
  );
afterEach(() => raise(1, '-1 day'));

test('each kind is asked for until it is answered; the newest answer holds, and those before are kept', async () => {
  const [userId, other] = [await addAppUser(t), await addAppUser(t)];
  expect(await due(userId)).toEqual([agreement, privacy, marketing, location]);
  expect((await answer(userId, privacy, 1, { versionNo: 1 })).code).toBe(0);
  expect((await answer(userId, location, 0)).code).toBe(0);
  expect((await answer(userId, marketing, 1)).code).toBe(0);
  expect(await due(userId)).toEqual([agreement]);
  expect((await answer(userId, location, 1)).code).toBe(0);
  expect((await stand(userId)).find(({ kind }) => kind === location)).toMatchObject({
    agreed: 1,
    currentVersion: null,
  });
  expect(await shown(userId)).toEqual([
    [location, null, 1],
    [marketing, null, 1],
    [location, null, 0],
    [privacy, 1, 1],
  ]);
  expect(await shown(other)).toEqual([]);
});

test('a higher version is asked for when it is in force, and only what was read can be agreed to', async () => {
  const userId = await addAppUser(t);
  for (const kind of [agreement, privacy]) expect((await answer(userId, kind, 1, { versionNo: 1 })).code).toBe(0);
  for (const kind of [marketing, location]) expect((await answer(userId, kind, 0)).code).toBe(0);
  expect(await due(userId)).toEqual([]);
  await raise(2, '1 day');
  expect(await due(userId), 'not in force yet').toEqual([]);
  await raise(2, '-1 minute');
  expect(await due(userId)).toEqual([privacy]);
  for (const more of [{}, { versionNo: 1 }, { versionNo: 3 }])
    expect(await answer(userId, privacy, 1, more)).toMatchObject({
      code: 1001,
      data: { errors: [{ field: 'versionNo' }] },
    });
  expect((await answer(userId, privacy, 0, { versionNo: 2 })).code).toBe(0);
  expect(await due(userId), 'refused: asked again').toEqual([privacy]);
  expect((await answer(userId, privacy, 1, { versionNo: 2 })).code).toBe(0);
  expect(await due(userId)).toEqual([]);
  expect((await answer(userId, 5, 1)).code).toBe(1001);
});

test('consent to SMS of campaigns is the setting of messages, by whichever call it is given', async () => {
  const userId = await addAppUser(t);
  const refused = async () =>
    (await rows<{ why: string | null }>("select message_refused($1, 'activity', 3::smallint) as why", userId))[0]?.why;
  const setting = async (sms: number, push = 1) =>
    (await t.call('POST', '/app/v1/message/setting', { kind: 'activity', push, sms }, await as(userId))).code;
  expect(await refused()).toBe('noConsent');
  expect((await answer(userId, marketing, 1)).code).toBe(0);
  expect(await refused()).toBe(null);
  expect(await setting(0, 0)).toBe(0);
  expect(await refused()).toBe('optedOut');
  // The same again is no new answer; what was chosen of pushes stays.
  expect(await setting(0, 0)).toBe(0);
  expect((await answer(userId, marketing, 1)).code).toBe(0);
  expect(await rows("select push, sms from msg_setting where user_id = $1 and kind = 'activity'", userId)).toEqual([
    { push: false, sms: true },
  ]);
  expect(await shown(userId)).toEqual([
    [marketing, null, 1],
    [marketing, null, 0],
    [marketing, null, 1],
  ]);
});
