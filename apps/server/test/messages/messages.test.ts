import { entities, plain } from '@wheelhouse/entities/registry';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PushRefused, type PushAdapter } from '../../src/adapters/push/index.ts';
import { withTransaction } from '../../src/db/pool.ts';
import { issueAppToken } from '../../src/http/app-call.ts';
import { stopSending } from '../../src/modules/messages/broadcast.ts';
import { deliverDue, startDelivery } from '../../src/modules/messages/delivery.ts';
import { messageJobs } from '../../src/modules/messages/jobs.ts';
import { notifyOwner, notifyStaff, pushLog, type OwnerMessage } from '../../src/modules/messages/service.ts';
import { addSample } from '../registry/samples.ts';
import { addAppUser } from '../support/app-user.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());

const text = (word: string) => ({ zh: `${word}。`, en: `${word}.` });
let refs = 0;

async function notify(userId: string, more: Partial<OwnerMessage> = {}) {
  const ref = more.ref ?? { type: 'test', id: String(++refs) };
  const { pushId } = await notifyOwner(t.app.db, {
    userId,
    kind: 'alarm',
    title: text('Moved'),
    body: text('Your vehicle moves'),
    ...more,
    ref,
  });
  const stop = () => withTransaction(t.app.db, (tx) => stopSending(tx, ref.type, ref.id));
  return { pushId, ref, stop, log: () => pushLog(t.app.db, { refType: ref.type, refId: ref.id }) };
}

async function until<T>(read: () => Promise<T>, right: (value: T) => boolean): Promise<T> {
  for (let n = 0; n < 800; n++) {
    const value = await read();
    if (right(value)) return value;
    await sleep(50);
  }
  throw new Error(`never: ${JSON.stringify(await read())}`);
}

const dueNow = () => t.app.pool.query('update msg_push_record set next_time = now() where next_time is not null');

/** What earlier tests have left is not for this one. */
const settleAll = () => t.app.pool.query('update msg_push_record set next_time = null');

/** A push service that answers as the test sets. */
const service = (push: () => Promise<string>): PushAdapter => ({ push, call: push, receipts: async () => [] });

test('a message goes out on every channel, and what became of it is kept', async () => {
  const delivery = startDelivery(t.app);
  try {
    const userId = await addAppUser(t);
    const { log } = await notify(userId, { channels: ['push', 'sms', 'call'], route: '/alarm' });
    const rows = await until(log, (list) => list.every((row) => row.status === 2));
    expect(rows.map(({ channel, status, attempts }) => ({ channel, status, attempts }))).toEqual([
      { channel: 2, status: 2, attempts: 1 },
      { channel: 3, status: 2, attempts: 1 },
      { channel: 4, status: 2, attempts: 1 },
    ]);
    expect(rows[0]?.deliveredTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const sms = await t.app.pool.query('select body from sys_sms_outbox order by id desc limit 1');
    expect(sms.rows).toEqual([{ body: '【出行管理系统】Moved。：Your vehicle moves。' }]);
  } finally {
    await delivery.stop();
  }
});

test('a key is used once a user; a message that is rolled back was never there', async () => {
  const [one, other] = [await addAppUser(t), await addAppUser(t)];
  const first = await notify(one, { dedupeKey: 'k' });
  expect((await notify(one, { dedupeKey: 'k' })).pushId).toBe(first.pushId);
  expect((await notify(other, { dedupeKey: 'k' })).pushId).not.toBe(first.pushId);
  let inside: string | undefined;
  const rolledBack = t.app.db.transaction().execute(async (tx) => {
    inside = (await notifyOwner(tx, { userId: one, kind: 'system', title: text('a'), body: text('b') })).pushId;
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  expect((await t.app.pool.query('select 1 from msg_inbox where id = $1', [inside])).rowCount).toBe(0);
});

test('what fails for the moment is tried again, what fails for good is not', async () => {
  await settleAll();
  const { log } = await notify(await addAppUser(t));
  let calls = 0;
  const flaky = service(async () => {
    if (++calls < 3) throw calls === 1 ? new PushRefused('busy', false) : new Error('socket hang up');
    return 'x';
  });
  for (const expected of [
    { status: 0, attempts: 1, failCode: 'busy' },
    { status: 0, attempts: 2, failCode: 'unavailable' },
    { status: 1, attempts: 3, failCode: null },
  ]) {
    await dueNow();
    await deliverDue(t.app, flaky);
    expect(await log()).toMatchObject([expected]);
  }
  const lost = await notify(await addAppUser(t));
  await deliverDue(
    t.app,
    service(async () => Promise.reject(new PushRefused('unregistered', true))),
  );
  expect(await lost.log()).toMatchObject([{ status: 4, attempts: 1, failCode: 'unregistered' }]);
  await dueNow();
  expect(await lost.log()).toMatchObject([{ attempts: 1 }]);
  await settleAll();
  const gone = await notify(await addAppUser(t, 4));
  await deliverDue(t.app);
  expect(await gone.log()).toMatchObject([{ status: 5, attempts: 0, failCode: 'noUser' }]);
});

test('two processes never send the same message twice', async () => {
  await settleAll();
  const userId = await addAppUser(t);
  for (let n = 0; n < 40; n++) await notify(userId);
  const sent: string[] = [];
  const slow: PushAdapter = {
    ...service(async () => 'x'),
    push: async ({ key }) => {
      sent.push(key);
      await sleep(2);
      return key;
    },
  };
  await Promise.all([deliverDue(t.app, slow), deliverDue(t.app, slow), deliverDue(t.app, slow)]);
  expect(new Set(sent).size).toBe(40);
  expect(sent).toHaveLength(40);
});

test('what is stopped while its service is asked stays stopped', async () => {
  await settleAll();
  const { log, stop } = await notify(await addAppUser(t));
  let calls = 0;
  const busy = service(async () => {
    calls++;
    await stop();
    throw new PushRefused('rate', false, { retryAfterSec: 0, tried: false });
  });
  await deliverDue(t.app, busy);
  expect(await log()).toMatchObject([{ status: 5, failCode: 'stopped' }]);
  await dueNow();
  await deliverDue(t.app, busy);
  expect(calls).toBe(1);
});

test('what is stopped before its turn is not handed over; what was handed over is sent', async () => {
  await settleAll();
  const userId = await addAppUser(t);
  const { ref, stop, log } = await notify(userId);
  const all = 30;
  for (let n = 1; n < all; n++) await notify(userId, { ref });
  let [handed, stopped]: [number, Promise<void> | undefined] = [0, undefined];
  const slow = service(async () => {
    handed++;
    stopped ??= stop();
    await stopped;
    return 'x';
  });
  await deliverDue(t.app, slow);
  expect(handed).toBeLessThan(all);
  const states = (await log()).map(({ status, failCode }) => `${status} ${failCode}`);
  expect(states.filter((state) => state === '1 null')).toHaveLength(handed);
  expect(states.filter((state) => state === '5 stopped')).toHaveLength(all - handed);
});

test('a push that is opened while its receipt is asked stays opened', async () => {
  await settleAll();
  const userId = await addAppUser(t);
  const { pushId, log } = await notify(userId);
  await deliverDue(
    t.app,
    service(async () => 'x'),
  );
  const as = await issueAppToken(t.app, userId);
  await dueNow();
  await deliverDue(t.app, {
    ...service(async () => 'x'),
    receipts: async () => {
      expect((await t.call('POST', '/app/v1/message/click', { pushId }, { as })).code).toBe(0);
      return [];
    },
  });
  expect(await log()).toMatchObject([{ status: 3, deliveredTime: expect.any(String) }]);
});

test('messages and their records go after half a year', async () => {
  const userId = await addAppUser(t);
  const [old, kept] = [await notify(userId), await notify(userId)];
  await t.app.pool.query("update msg_inbox set create_time = now() - interval '181 days' where id = $1", [old.pushId]);
  await messageJobs.find(({ name }) => name === 'messages.retention')?.run(t.app);
  const { rows } = await t.app.pool.query('select id::text as id from msg_inbox where user_id = $1', [userId]);
  expect(rows).toEqual([{ id: kept.pushId }]);
  const { rows: records } = await t.app.pool.query('select 1 from msg_push_record where inbox_id = $1', [old.pushId]);
  expect(records).toEqual([]);
});

interface Notices {
  list: { id: string; read: 0 | 1; level: number; title: { zh: string }; path: string }[];
  unread: number;
}
const noticesOf = async (token: string) =>
  (await t.call<Notices>('POST', '/msg/crm/notice/list', {}, { as: token })).data;

test('a notice reaches those whom role, function or name means, once each; reading it is a matter of each', async () => {
  const [ops, service2, nobody] = [
    await signInAs(t, { roles: ['ops'] }),
    await signInAs(t, { roles: ['ops', 'cs'] }),
    await signInAs(t, { roles: [] }),
  ];
  await notifyStaff(t.app.db, {
    roleCodes: ['ops'],
    functionCode: 'vehicleManage.query',
    userIds: [service2.userId, nobody.userId],
    level: 3,
    title: text('Stolen'),
    body: text('A vehicle'),
    path: '/equipmentManage/stolenMonitorManage',
  });
  for (const { token } of [ops, service2, nobody])
    expect(await noticesOf(token)).toMatchObject({
      unread: 1,
      list: [{ level: 3, read: 0, title: { zh: 'Stolen。' } }],
    });
  const [mine] = (await noticesOf(ops.token)).list;
  const [foreign] = (await noticesOf(nobody.token)).list;
  const ids = [mine?.id, foreign?.id];
  expect((await t.call('POST', '/msg/crm/notice/read', { ids }, { as: ops.token })).data).toEqual({ read: 1 });
  expect(await noticesOf(ops.token)).toMatchObject({ unread: 0, list: [{ read: 1 }] });
  expect(await noticesOf(nobody.token)).toMatchObject({ unread: 1 });
  await t.call('POST', '/msg/crm/notice/read', { all: true }, { as: nobody.token });
  expect(await noticesOf(nobody.token)).toMatchObject({ unread: 0 });
});

test('a notice about a vehicle stays within the data scope, without one it stays with the staff', async () => {
  const dealerId = await addSample(t, plain(entities.dealer));
  const dealer = await signInAs(t, { roles: ['dealer'], dealerId });
  const vehicleId = await addSample(t, plain(entities.vehicle));
  const say = (vehicle?: string) =>
    notifyStaff(t.app.db, {
      functionCode: 'vehicleManage.query',
      level: 2,
      title: text('v'),
      body: text('v'),
      path: '/',
      ...(vehicle !== undefined && { vehicleId: vehicle }),
    });
  await say();
  await t.app.pool.query('update veh_vehicle set dealer_id = null where id = $1', [vehicleId]);
  await say(vehicleId);
  expect((await noticesOf(dealer.token)).unread).toBe(0);
  await t.app.pool.query('update veh_vehicle set dealer_id = $1 where id = $2', [dealerId, vehicleId]);
  await say(vehicleId);
  expect((await noticesOf(dealer.token)).unread).toBe(1);
});
