import type { SentMessage } from '@wheelhouse/contract/calls/messages/messages';
import type { Page } from '@wheelhouse/contract/envelope';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTransaction } from '../../src/db/pool.ts';
import { type OwnerMessage, notifyOwner } from '../../src/modules/messages/service.ts';
import { addRole, addUser, password } from '../access/fixture.ts';
import { addAppUser } from '../support/app-user.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

/** What was sent to a user of the app, as the console shows it. */
let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());

const send = (userId: string, kind: OwnerMessage['kind'], name: string, more: Partial<OwnerMessage> = {}) =>
  withTransaction(t.app.db, (tx) =>
    notifyOwner(tx, {
      userId,
      kind,
      title: { zh: `${name}标题`, en: `${name} title` },
      body: { zh: `${name}内容`, en: `${name} body` },
      ...more,
    }),
  );
const read = (id: string, more: object = {}, as = 'admin', lang: 'zh' | 'en' = 'zh') =>
  t.call<Page<SentMessage>>('POST', '/user/crm/appUser/messages', { id, ...more }, { as, lang });
const titles = ({ data }: { data: Page<SentMessage> }) => data.list.map(({ title }) => title);

test('the newest first, of this user alone, by kind and by page, in the language of the reader', async () => {
  const [userId, other] = [await addAppUser(t), await addAppUser(t)];
  await send(userId, 'service', '甲', { channels: ['push', 'sms'] });
  await send(userId, 'activity', '乙');
  await send(other, 'service', '丙');
  const all = await read(userId);
  expect(all, JSON.stringify(all)).toMatchObject({ code: 0, data: { total: 2, page: 1 } });
  expect(titles(all)).toEqual(['乙标题', '甲标题']);
  expect(all.data.list[1]).toMatchObject({ kind: 'service', body: '甲内容', readTime: null, withdrawn: 0 });
  expect(all.data.list[1]?.channels.map(([channel]) => channel)).toEqual([2, 3]);
  expect(titles(await read(userId, { kind: 'service' }))).toEqual(['甲标题']);
  expect(titles(await read(userId, { page: 2, pageSize: 1 }))).toEqual(['甲标题']);
  expect(titles(await read(userId, {}, 'admin', 'en'))).toEqual(['乙 title', '甲 title']);
  expect((await read(userId, { kind: 'letter' })).code).toBe(1001);
  expect((await read('999999999')).code).toBe(1002);
});

test('what may say where a vehicle is needs the right to see places', async () => {
  const userId = await addAppUser(t);
  await send(userId, 'alarm', '世纪大道100号', { ref: { type: 'alarm', id: '1' } });
  await send(userId, 'service', '世纪大道200号', { ref: { type: 'stolenCase', id: '1' } });
  await send(userId, 'service', '保养');
  for (const [role, functions] of [
    ['message_reader', ['appuserManager.query']],
    ['place_reader', ['appuserManager.query', 'privacy.viewLocation']],
    ['no_reader', ['dealerManage.query']],
  ] as const) {
    await addRole(t, role, functions);
    await addUser(t, { username: role.replace('_', '.'), roles: [role] });
  }
  const [blind, seeing, none] = [
    await t.login('message.reader', password),
    await t.login('place.reader', password),
    await t.login('no.reader', password),
  ];
  const hidden = await read(userId, {}, blind);
  expect(titles(hidden)).toEqual(['保养标题', null, null]);
  expect(JSON.stringify(hidden)).not.toContain('世纪大道');
  expect(hidden.data.list.map(({ kind }) => kind)).toEqual(['service', 'service', 'alarm']);
  expect(titles(await read(userId, {}, seeing))).toEqual(['保养标题', '世纪大道200号标题', '世纪大道100号标题']);
  expect((await read(userId, {}, none)).code).toBe(1003);
});
