import { formatInstant } from '@wheelhouse/contract/time';
import type { AudienceCount, ConsoleNotice } from '@wheelhouse/contract/calls/messages/messages';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { advance } from '../../src/modules/messages/broadcast.ts';
import { deliverDue } from '../../src/modules/messages/delivery.ts';
import { addAppUser } from '../support/app-user.ts';
import { signInAs } from '../support/people.ts';
import { openStream } from '../support/stream.ts';
import {
  base,
  inMinutes,
  minuteMs,
  noticeWorld,
  type NoticeWorld,
  parts,
  sources,
  states,
  taken,
  tokenOf,
} from './notice-kit.ts';

let w: NoticeWorld;
beforeAll(async () => {
  w = await noticeWorld();
});
afterAll(() => w.stop());
beforeEach(() => w.reset());

const estimate = async (audience: object): Promise<AudienceCount> =>
  (await w.t.call<AudienceCount>('POST', `${base}/estimate`, { audience }, { as: tokenOf(w.author) })).data;
async function addUsers(n: number, clientOs: number, appVersion: string | null): Promise<void> {
  await w.t.app.pool.query(
    `insert into usr_app_user (nickname, mobile_enc, mobile_hash, mobile_mask, real_name_status, register_time, status, client_os, app_version)
     select 'u' || i, '\\x00', sha256((i || $3::text)::bytea), '***', 0, now(), 1, $2, $4 from generate_series(1, $1::int) i`,
    [n, clientOs, crypto.randomUUID(), appVersion],
  );
}

test('another person reviews: who made or submitted it cannot, a rejection needs a reason and leads back to a draft', async () => {
  const id = await w.added();
  expect(await w.move(id, 'submit', tokenOf(w.author))).toMatchObject({ code: 0 });
  expect((await w.move(id, 'approve', tokenOf(w.author))).code).toBe(5002);
  expect((await w.move(id, 'reject', tokenOf(w.reviewer), { remark: '不' })).code).toBe(1001);
  expect((await w.move(id, 'reject', tokenOf(w.reviewer), { remark: '标题写得不清楚' })).code).toBe(0);
  expect(await w.read(id)).toMatchObject({
    status: states.draft,
    submitterId: w.author?.userId,
    auditorId: w.reviewer?.userId,
    auditRemark: '标题写得不清楚',
  });
  // Who submits a colleague's draft does not approve it either.
  expect((await w.move(id, 'submit', tokenOf(w.reviewer))).code).toBe(0);
  expect(await w.read(id)).toMatchObject({ submitterId: w.reviewer?.userId, auditorId: null, auditRemark: null });
  expect((await w.move(id, 'approve', tokenOf(w.reviewer))).code).toBe(5002);
});

test('of two reviewers at the same moment one decides, and everybody gets it once', async () => {
  const other = await signInAs(w.t, { roles: ['admin'] });
  await addUsers(3, 2, '0.7.0');
  const audience = { receivers: ['1'], clientOs: ['2'], maxVersion: '0.7.0' };
  const id = await w.added({ ...audience, channels: ['1'] });
  expect(await w.move(id, 'submit', tokenOf(w.author))).toMatchObject({ code: 0 });
  const { count } = await estimate(audience);
  const people = [tokenOf(w.reviewer), other.token];
  const answers = await Promise.all(people.map((as) => w.move(id, 'approve', as)));
  expect(answers.map(({ code }) => code).toSorted((one, two) => one - two)).toEqual([0, 1004]);
  const decided = answers[0]?.code === 0 ? w.reviewer?.userId : other.userId;
  expect(await w.read(id)).toMatchObject({ status: states.waiting, auditorId: decided });
  await w.sendAll(id);
  expect((await w.statistics(id)).channels).toMatchObject([{ channel: 1, total: count }]);
  const { rows } = await w.t.app.pool.query<{ n: number; people: number }>(
    'select count(*)::int as n, count(distinct user_id)::int as people from msg_inbox where ref_type = $1 and ref_id = $2',
    ['systemMessage', id],
  );
  expect(rows).toEqual([{ n: count, people: count }]);
});

test('what only the console gets needs no review, and reaches everybody of it once', async () => {
  const dealerless = await signInAs(w.t, { roles: ['cs'] });
  const id = await w.added({ receivers: ['2'], channels: undefined, popup: 1 });
  expect((await w.move(id, 'submit', tokenOf(w.author))).code).toBe(0);
  expect((await w.read(id)).status).toBe(states.waiting);
  const { count } = await estimate({ receivers: ['2'] });
  await w.sendAll(id);
  expect(await w.read(id)).toMatchObject({ targetCount: count, readCount: 0 });
  const shown = async () =>
    (await w.t.call<ConsoleNotice[]>('POST', `${base}/consoleActive`, {}, { as: dealerless.token })).data;
  expect(await shown()).toMatchObject([{ id, popup: 1 }]);
  // It pops up once, whatever browser it is, and is read later.
  for (const n of [1, 0])
    expect((await w.t.call('POST', `${base}/popupShown`, { id }, { as: dealerless.token })).data).toEqual({ shown: n });
  expect(await shown()).toMatchObject([{ id, popup: 0 }]);
  for (const n of [1, 0])
    expect((await w.t.call('POST', `${base}/read`, { id }, { as: dealerless.token })).data).toEqual({ read: n });
  expect(await shown()).toEqual([]);
  expect((await w.read(id)).readCount).toBe(1);
  expect((await w.statistics(id)).channels).toMatchObject([{ receiver: 2, channel: 1, total: count, opened: 1 }]);
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
  const { code, data } = await w.draft(values);
  expect({ code, fields: data.errors?.map((one) => one.field) }).toEqual({ code: 1001, fields: [field] });
});

test('what goes to all users of the app is confirmed by its title', async () => {
  await addUsers(1, 1, '1.0.0');
  const id = await w.added({ receivers: ['1'], titleEn: 'To everybody' });
  const { title } = await w.read(id);
  expect(await w.move(id, 'submit', tokenOf(w.author))).toMatchObject({ code: 0 });
  for (const retype of [undefined, `${title}？`])
    expect(await w.move(id, 'approve', tokenOf(w.reviewer), { retype })).toMatchObject({
      code: 1001,
      data: { errors: [{ field: 'retype' }] },
    });
  expect(await w.move(id, 'approve', tokenOf(w.reviewer), { retype: title })).toMatchObject({ code: 0 });
  expect((await w.move(id, 'publish', tokenOf(w.author))).code).toBe(1001);
  // Who reads English has seen the English title.
  expect((await w.move(id, 'publish', tokenOf(w.author), { retype: 'To everybody' })).code).toBe(0);
  await w.sendAll(id);
});

test('a timed notice waits for its time, and its timer can be cancelled', async () => {
  await addAppUser(w.t);
  const id = await w.approved({ sendTime: inMinutes(30) });
  await advance(w.t.app, sources);
  expect((await w.read(id)).status).toBe(states.waiting);
  expect((await w.move(id, 'cancelTimer', tokenOf(w.author))).code).toBe(0);
  expect((await w.read(id)).status).toBe(states.draft);
  const { title: retype } = await w.read(id);
  expect((await w.move(id, 'submit', tokenOf(w.author))).code).toBe(0);
  expect((await w.move(id, 'approve', tokenOf(w.reviewer), { retype })).code).toBe(0);
  await w.t.app.pool.query(`update msg_system set send_time = now() - interval '1 second' where id = $1`, [id]);
  await w.sendAll(id);
});

test('one popup is live at a time for a receiver', async () => {
  await addAppUser(w.t);
  const first = await w.approved({ receivers: ['1'], popup: 1, endTime: inMinutes(600) });
  const second = await w.added({ receivers: ['1', '2'], popup: 1 });
  expect(await w.move(second, 'submit', tokenOf(w.author))).toMatchObject({ code: 5005 });
  for (const other of [
    { receivers: ['2'], channels: undefined },
    { receivers: ['1'], sendTime: inMinutes(700) },
  ])
    expect(await w.move(await w.added({ popup: 1, ...other }), 'submit', tokenOf(w.author))).toMatchObject({ code: 0 });
  expect((await w.move(first, 'cancelTimer', tokenOf(w.author))).code).toBe(0);
});

test('the count is that of the people who get it: by platform and version', async () => {
  await addUsers(3, 2, '1.9.0');
  await addUsers(2, 2, '1.10.0');
  await addUsers(4, 1, '2.0.0');
  await addUsers(1, 2, null);
  const conditions = { receivers: ['1'], clientOs: ['2'], minVersion: '1.9.1', maxVersion: '1.10.0' };
  expect(await estimate(conditions)).toEqual({ count: 2, byReceiver: { 1: 2 }, byOs: { 2: 2 } });
  const id = await w.approved(conditions);
  await w.sendAll(id);
  expect((await w.read(id)).targetCount).toBe(2);
  const none = await w.added({ receivers: ['1'], minVersion: '9.0.0' });
  expect((await w.move(none, 'submit', tokenOf(w.author))).code).toBe(5001);
});

test('everybody gets it once on each channel, however often sending is cut off', async () => {
  await addUsers(1_203, 1, '3.0.0');
  // Every second statement that writes records ends its transaction, as the end of a process would.
  await w.t.app.pool.query(`
    create sequence seq_cut;
    create function cut_off() returns trigger language plpgsql as $$ begin
      if nextval('seq_cut') % 2 = 1 then raise exception 'cut off'; end if; return null; end $$;
    create trigger cut_off after insert on msg_push_record for each statement execute function cut_off()`);
  try {
    const audience = { receivers: ['1', '2'], clientOs: ['1'], minVersion: '3.0.0' };
    const { count } = await estimate(audience);
    expect(count).toBeGreaterThan(1_203);
    const id = await w.approved({ ...audience, channels: ['1', '2'] });
    const worker = async (): Promise<void> => {
      while ((await w.t.app.pool.query('select 1 from msg_send_job')).rows.length > 0) {
        await w.t.app.pool.query('update msg_send_job set next_time = now() where leased_until is null');
        await parts.round(w.t.app);
      }
    };
    await advance(w.t.app, sources);
    await Promise.all([worker(), worker(), worker()]);
    await w.sendAll(id);
    const { rows } = await w.t.app.pool.query(
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
    expect(await w.read(id)).toMatchObject({ targetCount: count });
    const { channels, remaining, target } = await w.statistics(id);
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
    await w.t.app.pool.query('drop trigger cut_off on msg_push_record');
  }
});

test('an open page is notified of every step of a notice, but only for users who may see it', async () => {
  const address = new URL(await w.t.http.listen({ host: '127.0.0.1', port: 0 }));
  const stranger = await signInAs(w.t, { roles: ['finance'] });
  await addUsers(2, 1, '6.0.0');
  const id = await w.approved({ receivers: ['1'], clientOs: ['1'], minVersion: '6.0.0' });
  const topic = `systemMessage:${id}`;
  const refused = await openStream(Number(address.port), topic, stranger.token);
  expect(refused.status).toBe(403);
  refused.close();
  const stream = await openStream(Number(address.port), topic, tokenOf(w.author));
  const heard = (n: number) => vi.waitFor(() => expect(stream.of(topic).length).toBeGreaterThanOrEqual(n), 20_000);
  await heard(1);
  expect((await w.move(id, 'publish', tokenOf(w.author))).code).toBe(0);
  await heard(2);
  expect(await parts.round(w.t.app)).toBe(1);
  await heard(3);
  await w.sendAll(id);
  await heard(4);
  stream.close();
});

test('what is stopped reaches nobody else; what is withdrawn is not shown any more', async () => {
  await addUsers(700, 3, '4.0.0');
  const audience = { receivers: ['1'], clientOs: ['3'], minVersion: '4.0.0', channels: ['1', '2'] };
  const stopped = await w.approved(audience);
  expect((await w.move(stopped, 'publish', tokenOf(w.author))).code).toBe(0);
  expect(await w.read(stopped)).toMatchObject({ status: states.sending, targetCount: 700 });
  expect(await parts.round(w.t.app)).toBe(1);
  expect((await w.move(stopped, 'stop', tokenOf(w.author))).code).toBe(0);
  expect(await parts.round(w.t.app)).toBe(0);
  await deliverDue(w.t.app, taken);
  const { channels, remaining, causes } = await w.statistics(stopped);
  const reached = channels[0]?.total ?? 0;
  // Either of its two parts is the first.
  expect([200, 500]).toContain(reached);
  expect({ remaining, causes }).toEqual({ remaining: 0, causes: [{ code: 'stopped', n: reached }] });
  expect(channels).toMatchObject([
    { channel: 1, total: reached },
    { channel: 2, total: reached, blocked: reached },
  ]);
});
