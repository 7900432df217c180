import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { issueAppToken } from '../../src/http/app-call.ts';
import { notifyOwner, pushLog } from '../../src/modules/messages/service.ts';
import { addAppUser } from '../support/app-user.ts';
import { inMinutes, noticeWorld, type NoticeWorld, tokenOf } from './notice-kit.ts';

let w: NoticeWorld;
beforeAll(async () => {
  w = await noticeWorld();
});
afterAll(() => w.stop());
beforeEach(() => w.reset());

test('an owner reads their inbox; a second push on a day is blocked, its inbox row is not', async () => {
  const userId = await addAppUser(w.t);
  const token = await issueAppToken(w.t.app, userId);
  const app = <T>(method: 'GET' | 'POST', path: string, body: object = {}) =>
    w.t.call<T>(method, `/app/v1/${path}`, body, { as: token, lang: 'en' });
  const phone = { clientOs: 2, vendor: 'apns', deviceToken: 'token-of-a-phone', appVersion: '5.5.5', lang: 'en' };
  expect((await app('POST', 'push/register', phone)).code).toBe(0);
  const audience = { receivers: ['1'], clientOs: ['2'], minVersion: '5.5.5', channels: ['1', '2'] };
  const [first, second] = [
    await w.approved({ ...audience, titleEn: 'First notice', pinned: 1, endTime: inMinutes(600) }),
    await w.approved({ ...audience, titleEn: 'Second notice', popup: 1 }),
  ];
  await w.sendAll(first);
  await w.sendAll(second);
  const blocked = await Promise.all([first, second].map(async (id) => (await w.statistics(id)).causes));
  expect(blocked.flat()).toEqual([{ code: 'cap', n: 1 }]);
  interface Message {
    id: string;
    title: string;
    refId: string;
    read: number;
    popup: number;
  }
  const list = async () =>
    (await app<{ list: Message[]; total: number }>('GET', 'message/list', { kind: 'system' })).data;
  expect((await list()).list).toMatchObject([
    { title: 'First notice', refId: first, read: 0, popup: 0 },
    { title: 'Second notice', refId: second, read: 0, popup: 1 },
  ]);
  const ids = (await list()).list.map((message) => message.id);
  expect((await app('POST', 'message/popupShown', { ids: ids.slice(1) })).data).toEqual({ shown: 1 });
  expect((await list()).list).toMatchObject([{ popup: 0 }, { popup: 0, read: 0 }]);
  const unread = async () => (await app('GET', 'message/unreadCount')).data;
  expect(await unread()).toEqual({ activity: 0, system: 2, service: 0, alarm: 0 });
  const [pinned] = (await list()).list;
  expect((await app('POST', 'message/click', { pushId: pinned?.id })).code).toBe(0);
  expect(await unread()).toMatchObject({ system: 1 });
  expect((await list()).list[0]).toMatchObject({ title: 'Second notice' });
  expect(await w.read(first)).toMatchObject({ readCount: 1 });
  expect((await w.move(second, 'revoke', tokenOf(w.author))).code).toBe(0);
  expect((await list()).total).toBe(1);
  expect(await unread()).toMatchObject({ system: 0 });
  // Eleven hours later it has expired.
  await w.t.app.pool.query(
    `update msg_inbox set expire_time = expire_time - interval '11 hours' where ref_type = 'systemMessage' and ref_id = $1`,
    [first],
  );
  expect((await list()).total).toBe(0);
  const stranger = await issueAppToken(w.t.app, await addAppUser(w.t));
  const foreign = await w.t.call('POST', '/app/v1/message/click', { pushId: pinned?.id }, { as: stranger });
  expect(foreign.code).toBe(1002);
});

test('an owner marks messages as read: some, those of a kind, all; never those of others', async () => {
  const [userId, otherId] = [await addAppUser(w.t), await addAppUser(w.t)];
  const token = await issueAppToken(w.t.app, userId);
  const app = <T>(method: 'GET' | 'POST', path: string, body: object = {}) =>
    w.t.call<T>(method, `/app/v1/message/${path}`, body, { as: token });
  const tell = async (to: string, kind: 'alarm' | 'system' | 'service'): Promise<string> => {
    const text = { zh: '提醒', en: 'Reminder' };
    return (await notifyOwner(w.t.app.db, { userId: to, kind, title: text, body: text })).pushId;
  };
  const [first, second] = [await tell(userId, 'system'), await tell(userId, 'system')];
  for (const kind of ['alarm', 'alarm', 'service'] as const) await tell(userId, kind);
  const foreign = await tell(otherId, 'system');
  const unread = async () => (await app('GET', 'unreadCount')).data;
  expect(await unread()).toEqual({ activity: 0, system: 2, service: 1, alarm: 2 });
  const mark = async (body: object) => (await app<{ read: number }>('POST', 'read', body)).data;
  expect(await mark({ ids: [first, first, foreign] })).toEqual({ read: 1 });
  expect(await mark({ ids: [first] })).toEqual({ read: 0 });
  const { list } = (await app<{ list: { id: string; read: number }[] }>('GET', 'list', { kind: 'system' })).data;
  expect(list.map(({ id, read: isRead }) => [id, isRead])).toEqual([
    [second, 0],
    [first, 1],
  ]);
  expect(await mark({ all: true, kind: 'alarm' })).toEqual({ read: 2 });
  expect(await unread()).toEqual({ activity: 0, system: 1, service: 1, alarm: 0 });
  expect(await mark({ all: true })).toEqual({ read: 2 });
  const { rows } = await w.t.app.pool.query('select read_time is null as unread from msg_inbox where id = $1', [
    foreign,
  ]);
  expect(rows).toEqual([{ unread: true }]);
  for (const body of [{}, { ids: [] }, { ids: ['x'] }, { all: false }, { all: true, kind: 'news' }])
    expect((await app('POST', 'read', body)).code).toBe(1001);
});

test('an owner turns off what may be turned off, and is told the rest', async () => {
  const userId = await addAppUser(w.t);
  const token = await issueAppToken(w.t.app, userId);
  const set = (body: object) => w.t.call('POST', '/app/v1/message/setting', body, { as: token });
  expect((await set({ kind: 'system', push: 0, sms: 1 })).code).toBe(1001);
  expect((await set({ kind: 'alarm', push: 0, sms: 1 })).code).toBe(0);
  const text = { zh: '震动', en: 'Vibration' };
  const tell = async (id: string, urgent: boolean) => {
    const message = { userId, kind: 'alarm', title: text, body: text, ref: { type: 'test', id }, urgent } as const;
    await notifyOwner(w.t.app.db, message);
    return pushLog(w.t.app.db, { refType: 'test', refId: id });
  };
  expect(await tell('off', false)).toMatchObject([{ status: 5, failCode: 'optedOut' }]);
  expect(await tell('urgent', true)).toMatchObject([{ status: 0 }]);
});
