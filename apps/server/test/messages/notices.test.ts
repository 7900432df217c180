import { formatInstant } from '@wheelhouse/contract/time';
import type { AudienceCount, ConsoleNotice, MessageStatistics } from '@wheelhouse/contract/calls/messages/messages';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { PushAdapter } from '../../src/adapters/push/index.ts';
import { issueAppToken } from '../../src/http/app-call.ts';
import { advance, partsOf } from '../../src/modules/messages/broadcast.ts';
import { deliverDue } from '../../src/modules/messages/delivery.ts';
import { notifyOwner, pushLog } from '../../src/modules/messages/service.ts';
import { systemSource } from '../../src/modules/messages/system/source.ts';
import { sampleForm } from '../registry/samples.ts';
import { addAppUser } from '../support/app-user.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';
import { openStream } from '../support/stream.ts';

const base = '/msg/crm/systemMessage';
const states = machines['SM-Message'].states;
const sources = [systemSource];
const parts = partsOf(sources);
const taken: PushAdapter = {
  push: async ({ key }) => key,
  call: async ({ key }) => key,
  receipts: async (ids) => ids.map((providerId) => ({ providerId, time: new Date() })),
};

type Person = Awaited<ReturnType<typeof signInAs>>;
let t: TestApp;
let [author, reviewer]: Person[] = [];

beforeAll(async () => {
  t = await createTestApp();
  [author, reviewer] = [await signInAs(t, { roles: ['admin'] }), await signInAs(t, { roles: ['admin'] })];
});
afterAll(() => t.stop());
beforeEach(() => t.app.pool.query('update msg_system set deleted = true'));

const tokenOf = (person: Person | undefined) => person?.token ?? '';
const minuteMs = 60_000;
/** So many minutes from now, in a step of five. */
const inMinutes = (n: number): string =>
  formatInstant(new Date(Math.ceil((Date.now() + n * minuteMs) / (5 * minuteMs)) * 5 * minuteMs));

async function draft(values: object = {}, as = tokenOf(author)) {
  const form = { ...(await sampleForm(t, entityNamed('systemMessage'))), ...values };
  return t.call<{ id: string; errors?: { field: string }[] }>('POST', `${base}/add`, form, { as });
}
const added = async (values: object = {}): Promise<string> => (await draft(values)).data.id;

const move = (id: string, action: string, as: string, more: object = {}) =>
  t.call('POST', `${base}/transition`, { id, action, ...more }, { as });

interface Row {
  readonly title: string;
  readonly status: number;
  readonly targetCount: number;
  readonly readCount: number;
  readonly submitterId: string;
  readonly auditorId: string | null;
  readonly auditRemark: string | null;
}
const read = async (id: string): Promise<Row> =>
  (await t.call<Row>('POST', `${base}/detail`, { id }, { as: tokenOf(author) })).data;

async function approved(values: object = {}): Promise<string> {
  const id = await added(values);
  const { title: retype } = await read(id);
  expect(await move(id, 'submit', tokenOf(author))).toMatchObject({ code: 0 });
  expect(await move(id, 'approve', tokenOf(reviewer), { retype })).toMatchObject({ code: 0 });
  return id;
}

/** Goes on until nothing is left to do. */
async function sendAll(id: string): Promise<void> {
  for (let round = 0; round < 200; round++) {
    await advance(t.app, sources);
    await parts.round(t.app);
    await deliverDue(t.app, taken);
    if ((await read(id)).status === states.sent) return;
  }
  throw new Error(`${id} was never sent`);
}

const estimate = async (audience: object): Promise<AudienceCount> =>
  (await t.call<AudienceCount>('POST', `${base}/estimate`, { audience }, { as: tokenOf(author) })).data;
const statistics = async (id: string): Promise<MessageStatistics> =>
  (await t.call<MessageStatistics>('POST', `${base}/statistics`, { id }, { as: tokenOf(author) })).data;

async function addUsers(n: number, clientOs: number, appVersion: string | null): Promise<void> {
  await t.app.pool.query(
    `insert into usr_app_user (nickname, mobile_enc, mobile_hash, mobile_mask, real_name_status, register_time, status, client_os, app_version)
     select 'u' || i, '\\x00', sha256((i || $3::text)::bytea), '***', 0, now(), 1, $2, $4 from generate_series(1, $1::int) i`,
    [n, clientOs, crypto.randomUUID(), appVersion],
  );
}

test('another person reviews: who made or submitted it cannot, a rejection needs a reason and leads back to a draft', async () => {
  const id = await added();
  expect(await move(id, 'submit', tokenOf(author))).toMatchObject({ code: 0 });
  expect((await move(id, 'approve', tokenOf(author))).code).toBe(5002);
  expect((await move(id, 'reject', tokenOf(reviewer), { remark: '不' })).code).toBe(1001);
  expect((await move(id, 'reject', tokenOf(reviewer), { remark: '标题写得不清楚' })).code).toBe(0);
  expect(await read(id)).toMatchObject({
    status: states.draft,
    submitterId: author?.userId,
    auditorId: reviewer?.userId,
    auditRemark: '标题写得不清楚',
  });
  // Who submits a colleague's draft does not approve it either.
  expect((await move(id, 'submit', tokenOf(reviewer))).code).toBe(0);
  expect(await read(id)).toMatchObject({ submitterId: reviewer?.userId, auditorId: null, auditRemark: null });
  expect((await move(id, 'approve', tokenOf(reviewer))).code).toBe(5002);
});

test('of two reviewers at the same moment one decides, and everybody gets it once', async () => {
  const other = await signInAs(t, { roles: ['admin'] });
  await addUsers(3, 2, '0.7.0');
  const audience = { receivers: ['1'], clientOs: ['2'], maxVersion: '0.7.0' };
  const id = await added({ ...audience, channels: ['1'] });
  expect(await move(id, 'submit', tokenOf(author))).toMatchObject({ code: 0 });
  const { count } = await estimate(audience);
  const people = [tokenOf(reviewer), other.token];
  const answers = await Promise.all(people.map((as) => move(id, 'approve', as)));
  expect(answers.map(({ code }) => code).toSorted((one, two) => one - two)).toEqual([0, 1004]);
  const decided = answers[0]?.code === 0 ? reviewer?.userId : other.userId;
  expect(await read(id)).toMatchObject({ status: states.waiting, auditorId: decided });
  await sendAll(id);
  expect((await statistics(id)).channels).toMatchObject([{ channel: 1, total: count }]);
  const { rows } = await t.app.pool.query<{ n: number; people: number }>(
    'select count(*)::int as n, count(distinct user_id)::int as people from msg_inbox where ref_type = $1 and ref_id = $2',
    ['systemMessage', id],
  );
  expect(rows).toEqual([{ n: count, people: count }]);
});

test('what only the console gets needs no review, and reaches everybody of it once', async () => {
  const dealerless = await signInAs(t, { roles: ['cs'] });
  const id = await added({ receivers: ['2'], channels: undefined, popup: 1 });
  expect((await move(id, 'submit', tokenOf(author))).code).toBe(0);
  expect((await read(id)).status).toBe(states.waiting);
  const { count } = await estimate({ receivers: ['2'] });
  await sendAll(id);
  expect(await read(id)).toMatchObject({ targetCount: count, readCount: 0 });
  const shown = async () =>
    (await t.call<ConsoleNotice[]>('POST', `${base}/consoleActive`, {}, { as: dealerless.token })).data;
  expect(await shown()).toMatchObject([{ id, popup: 1 }]);
  // It pops up once, whatever browser it is, and is read later.
  for (const n of [1, 0])
    expect((await t.call('POST', `${base}/popupShown`, { id }, { as: dealerless.token })).data).toEqual({ shown: n });
  expect(await shown()).toMatchObject([{ id, popup: 0 }]);
  for (const n of [1, 0])
    expect((await t.call('POST', `${base}/read`, { id }, { as: dealerless.token })).data).toEqual({ read: n });
  expect(await shown()).toEqual([]);
  expect((await read(id)).readCount).toBe(1);
  expect((await statistics(id)).channels).toMatchObject([{ receiver: 2, channel: 1, total: count, opened: 1 }]);
});

test.each([
  ['sendTime', { sendTime: inMinutes(-10) }],
  ['sendTime', { sendTime: formatInstant(new Date(Date.now() + 2 * minuteMs)) }],
  ['sendTime', { sendTime: `${inMinutes(60).slice(0, 15)}3:00` }],
  ['endTime', { sendTime: inMinutes(60), endTime: inMinutes(30) }],
  ['endTime', { endTime: inMinutes(400 * 1440) }],
  ['maintenanceEnd', { noticeType: '1', maintenanceStart: inMinutes(60), maintenanceEnd: inMinutes(60 + 25 * 60) }],
  ['maintenanceStart', { noticeType: '1', maintenanceEnd: inMinutes(60) }],
  ['maxVersion', { minVersion: '2.0.0', maxVersion: '1.9.9' }],
  ['channels', { channels: ['2'] }],
  ['channels', { channels: ['1', '3'] }],
  ['title', { title: '短' }],
  ['titleEn', { titleEn: 'One\nTwo' }],
  ['receivers', { receivers: [] }],
])('a form is refused under %s', async (field, values) => {
  const { code, data } = await draft(values);
  expect({ code, fields: data.errors?.map((one) => one.field) }).toEqual({ code: 1001, fields: [field] });
});

test('what goes to all users of the app is confirmed by its title', async () => {
  await addUsers(1, 1, '1.0.0');
  const id = await added({ receivers: ['1'], titleEn: 'To everybody' });
  const { title } = await read(id);
  expect(await move(id, 'submit', tokenOf(author))).toMatchObject({ code: 0 });
  for (const retype of [undefined, `${title}？`])
    expect(await move(id, 'approve', tokenOf(reviewer), { retype })).toMatchObject({
      code: 1001,
      data: { errors: [{ field: 'retype' }] },
    });
  expect(await move(id, 'approve', tokenOf(reviewer), { retype: title })).toMatchObject({ code: 0 });
  expect((await move(id, 'publish', tokenOf(author))).code).toBe(1001);
  // Who reads English has seen the English title.
  expect((await move(id, 'publish', tokenOf(author), { retype: 'To everybody' })).code).toBe(0);
  await sendAll(id);
});

test('a timed notice waits for its time, and its timer can be cancelled', async () => {
  await addAppUser(t);
  const id = await approved({ sendTime: inMinutes(30) });
  await advance(t.app, sources);
  expect((await read(id)).status).toBe(states.waiting);
  expect((await move(id, 'cancelTimer', tokenOf(author))).code).toBe(0);
  expect((await read(id)).status).toBe(states.draft);
  const { title: retype } = await read(id);
  expect((await move(id, 'submit', tokenOf(author))).code).toBe(0);
  expect((await move(id, 'approve', tokenOf(reviewer), { retype })).code).toBe(0);
  await t.app.pool.query(`update msg_system set send_time = now() - interval '1 second' where id = $1`, [id]);
  await sendAll(id);
});

test('one popup is live at a time for a receiver', async () => {
  await addAppUser(t);
  const first = await approved({ receivers: ['1'], popup: 1, endTime: inMinutes(600) });
  const second = await added({ receivers: ['1', '2'], popup: 1 });
  expect(await move(second, 'submit', tokenOf(author))).toMatchObject({ code: 5005 });
  for (const other of [
    { receivers: ['2'], channels: undefined },
    { receivers: ['1'], sendTime: inMinutes(700) },
  ])
    expect(await move(await added({ popup: 1, ...other }), 'submit', tokenOf(author))).toMatchObject({ code: 0 });
  expect((await move(first, 'cancelTimer', tokenOf(author))).code).toBe(0);
});

test('the count is that of the people who get it: by platform and version', async () => {
  await addUsers(3, 2, '1.9.0');
  await addUsers(2, 2, '1.10.0');
  await addUsers(4, 1, '2.0.0');
  await addUsers(1, 2, null);
  const conditions = { receivers: ['1'], clientOs: ['2'], minVersion: '1.9.1', maxVersion: '1.10.0' };
  expect(await estimate(conditions)).toEqual({ count: 2, byReceiver: { 1: 2 }, byOs: { 2: 2 } });
  const id = await approved(conditions);
  await sendAll(id);
  expect((await read(id)).targetCount).toBe(2);
  const none = await added({ receivers: ['1'], minVersion: '9.0.0' });
  expect((await move(none, 'submit', tokenOf(author))).code).toBe(5001);
});

test('everybody gets it once on each channel, however often sending is cut off', async () => {
  await addUsers(1_203, 1, '3.0.0');
  // Every second statement that writes records ends its transaction, as the end of a process would.
  await t.app.pool.query(`
    create sequence seq_cut;
    create function cut_off() returns trigger language plpgsql as $$ begin
      if nextval('seq_cut') % 2 = 1 then raise exception 'cut off'; end if; return null; end $$;
    create trigger cut_off after insert on msg_push_record for each statement execute function cut_off()`);
  try {
    const audience = { receivers: ['1', '2'], clientOs: ['1'], minVersion: '3.0.0' };
    const { count } = await estimate(audience);
    expect(count).toBeGreaterThan(1_203);
    const id = await approved({ ...audience, channels: ['1', '2'] });
    const worker = async (): Promise<void> => {
      while ((await t.app.pool.query('select 1 from msg_send_job')).rows.length > 0) {
        await t.app.pool.query('update msg_send_job set next_time = now() where leased_until is null');
        await parts.round(t.app);
      }
    };
    await advance(t.app, sources);
    await Promise.all([worker(), worker(), worker()]);
    await sendAll(id);
    const { rows } = await t.app.pool.query(
      `select i.receiver, r.channel, count(*)::int as n, count(distinct i.user_id)::int as people
       from msg_push_record r join msg_inbox i on i.id = r.inbox_id where r.ref_type = 'systemMessage' and r.ref_id = $1 group by 1, 2 order by 1, 2`,
      [id],
    );
    const staff = count - 1_203;
    expect(rows).toEqual([
      { receiver: 1, channel: 1, n: 1_203, people: 1_203 },
      { receiver: 1, channel: 2, n: 1_203, people: 1_203 },
      { receiver: 2, channel: 1, n: staff, people: staff },
    ]);
    expect(await read(id)).toMatchObject({ targetCount: count });
    const { channels, remaining, target } = await statistics(id);
    expect({
      target,
      remaining,
      sum: channels.reduce((sum, { channel, total }) => sum + (channel === 1 ? total : 0), 0),
    }).toEqual({
      target: count,
      remaining: 0,
      sum: count,
    });
  } finally {
    await t.app.pool.query('drop trigger cut_off on msg_push_record');
  }
});

test('an open page is notified of every step of a notice, but only for users who may see it', async () => {
  const address = new URL(await t.http.listen({ host: '127.0.0.1', port: 0 }));
  const stranger = await signInAs(t, { roles: ['finance'] });
  await addUsers(2, 1, '6.0.0');
  const id = await approved({ receivers: ['1'], clientOs: ['1'], minVersion: '6.0.0' });
  const topic = `systemMessage:${id}`;
  const refused = await openStream(Number(address.port), topic, stranger.token);
  expect(refused.status).toBe(403);
  refused.close();
  const stream = await openStream(Number(address.port), topic, tokenOf(author));
  const heard = (n: number) => vi.waitFor(() => expect(stream.of(topic).length).toBeGreaterThanOrEqual(n), 20_000);
  await heard(1);
  expect((await move(id, 'publish', tokenOf(author))).code).toBe(0);
  await heard(2);
  expect(await parts.round(t.app)).toBe(1);
  await heard(3);
  await sendAll(id);
  await heard(4);
  stream.close();
});

test('what is stopped reaches nobody else; what is withdrawn is not shown any more', async () => {
  await addUsers(700, 3, '4.0.0');
  const audience = { receivers: ['1'], clientOs: ['3'], minVersion: '4.0.0', channels: ['1', '2'] };
  const stopped = await approved(audience);
  expect((await move(stopped, 'publish', tokenOf(author))).code).toBe(0);
  expect(await read(stopped)).toMatchObject({ status: states.sending, targetCount: 700 });
  expect(await parts.round(t.app)).toBe(1);
  expect((await move(stopped, 'stop', tokenOf(author))).code).toBe(0);
  expect(await parts.round(t.app)).toBe(0);
  await deliverDue(t.app, taken);
  const { channels, remaining, causes } = await statistics(stopped);
  const reached = channels[0]?.total ?? 0;
  // Either of its two parts is the first.
  expect([200, 500]).toContain(reached);
  expect({ remaining, causes }).toEqual({ remaining: 0, causes: [{ code: 'stopped', n: reached }] });
  expect(channels).toMatchObject([
    { channel: 1, total: reached },
    { channel: 2, total: reached, blocked: reached },
  ]);
});

test('an owner reads their inbox; a second push on a day is blocked, its inbox row is not', async () => {
  const userId = await addAppUser(t);
  const token = await issueAppToken(t.app, userId);
  const app = <T>(method: 'GET' | 'POST', path: string, body: object = {}) =>
    t.call<T>(method, `/app/v1/${path}`, body, { as: token, lang: 'en' });
  const phone = { clientOs: 2, vendor: 'apns', deviceToken: 'token-of-a-phone', appVersion: '5.5.5', lang: 'en' };
  expect((await app('POST', 'push/register', phone)).code).toBe(0);
  const audience = { receivers: ['1'], clientOs: ['2'], minVersion: '5.5.5', channels: ['1', '2'] };
  const [first, second] = [
    await approved({ ...audience, titleEn: 'First notice', pinned: 1, endTime: inMinutes(600) }),
    await approved({ ...audience, titleEn: 'Second notice', popup: 1 }),
  ];
  await sendAll(first);
  await sendAll(second);
  const blocked = await Promise.all([first, second].map(async (id) => (await statistics(id)).causes));
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
  expect(await read(first)).toMatchObject({ readCount: 1 });
  expect((await move(second, 'revoke', tokenOf(author))).code).toBe(0);
  expect((await list()).total).toBe(1);
  expect(await unread()).toMatchObject({ system: 0 });
  // Eleven hours later it has expired.
  await t.app.pool.query(
    `update msg_inbox set expire_time = expire_time - interval '11 hours' where ref_type = 'systemMessage' and ref_id = $1`,
    [first],
  );
  expect((await list()).total).toBe(0);
  const stranger = await issueAppToken(t.app, await addAppUser(t));
  const foreign = await t.call('POST', '/app/v1/message/click', { pushId: pinned?.id }, { as: stranger });
  expect(foreign.code).toBe(1002);
});

test('an owner marks messages as read: some, those of a kind, all; never those of others', async () => {
  const [userId, otherId] = [await addAppUser(t), await addAppUser(t)];
  const token = await issueAppToken(t.app, userId);
  const app = <T>(method: 'GET' | 'POST', path: string, body: object = {}) =>
    t.call<T>(method, `/app/v1/message/${path}`, body, { as: token });
  const tell = async (to: string, kind: 'alarm' | 'system' | 'service'): Promise<string> => {
    const text = { zh: '提醒', en: 'Reminder' };
    return (await notifyOwner(t.app.db, { userId: to, kind, title: text, body: text })).pushId;
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
  const { rows } = await t.app.pool.query('select read_time is null as unread from msg_inbox where id = $1', [foreign]);
  expect(rows).toEqual([{ unread: true }]);
  for (const body of [{}, { ids: [] }, { ids: ['x'] }, { all: false }, { all: true, kind: 'news' }])
    expect((await app('POST', 'read', body)).code).toBe(1001);
});

test('an owner turns off what may be turned off, and is told the rest', async () => {
  const userId = await addAppUser(t);
  const token = await issueAppToken(t.app, userId);
  const set = (body: object) => t.call('POST', '/app/v1/message/setting', body, { as: token });
  expect((await set({ kind: 'system', push: 0, sms: 1 })).code).toBe(1001);
  expect((await set({ kind: 'alarm', push: 0, sms: 1 })).code).toBe(0);
  const text = { zh: '震动', en: 'Vibration' };
  const tell = async (id: string, urgent: boolean) => {
    const message = { userId, kind: 'alarm', title: text, body: text, ref: { type: 'test', id }, urgent } as const;
    await notifyOwner(t.app.db, message);
    return pushLog(t.app.db, { refType: 'test', refId: id });
  };
  expect(await tell('off', false)).toMatchObject([{ status: 5, failCode: 'optedOut' }]);
  expect(await tell('urgent', true)).toMatchObject([{ status: 0 }]);
});
