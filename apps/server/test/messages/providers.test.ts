import { serviceTemplate } from '@wheelhouse/entities/templates/service-template';
import { plain } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { issueAppToken } from '../../src/http/app-call.ts';
import { deliverDue } from '../../src/modules/messages/delivery.ts';
import { notifyOwner, pushLog, type OwnerMessage } from '../../src/modules/messages/service.ts';
import { sampleForm } from '../registry/samples.ts';
import { addAppUser, addPhones } from '../support/app-user.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());
// What earlier tests have left is not for this one.
beforeEach(async () => {
  await t.app.pool.query('update msg_push_record set next_time = null');
  await t.app.pool.query('delete from msg_provider_rate');
});

const rows = async <Row extends object>(query: string, ...values: unknown[]): Promise<Row[]> =>
  (await t.app.pool.query<Row>(query, values)).rows;
const patience = { timeout: 20_000, interval: 50 };

let refs = 0;
async function notify(userId: string, more: Partial<OwnerMessage> = {}) {
  const ref = { type: 'provider', id: String(++refs) };
  const text = { zh: '车辆移动', en: 'Vehicle moved' };
  const { pushId } = await notifyOwner(t.app.db, { userId, kind: 'alarm', title: text, body: text, ref, ...more });
  return { pushId, log: () => pushLog(t.app.db, { refType: ref.type, refId: ref.id }) };
}
const again = () => t.app.pool.query('update msg_push_record set next_time = now() where next_time is not null');

/** A user whose only phone has a token that begins so. */
async function ownerOf(beginning: string): Promise<string> {
  const userId = await addAppUser(t);
  await rows('delete from msg_push_token where user_id = $1', userId);
  await addPhones(t, [userId], beginning);
  return userId;
}
const phonesOf = async (userId: string): Promise<number> =>
  (await rows('select 1 from msg_push_token where user_id = $1', userId)).length;
/** Seconds until a message is tried again. */
const waitOf = async (pushId: string): Promise<number> => {
  const [row] = await rows<{ sec: number }>(
    'select extract(epoch from next_time - now())::float8 as sec from msg_push_record where inbox_id = $1',
    pushId,
  );
  return row?.sec ?? 0;
};

test('all phones of a user get a push, in one record; the token of a phone that is gone is removed', async () => {
  const userId = await addAppUser(t);
  await addPhones(t, [userId]);
  await addPhones(t, [userId], 'gone');
  const { pushId, log } = await notify(userId, { route: 'vehicle', sound: 'alarm' });
  await vi.waitFor(async () => {
    await again();
    await deliverDue(t.app);
    expect(await log()).toMatchObject([{ channel: 2, status: 2, failCode: null }]);
  }, patience);
  expect(await phonesOf(userId)).toBe(2);
  const sent = await rows<{ key: string; title: string; route: string; sound: string }>(
    'select key, title, route, sound from msg_push_outbox where user_id = $1 order by id',
    userId,
  );
  expect(sent).toHaveLength(2);
  for (const one of sent) {
    expect(one).toMatchObject({ title: '车辆移动', route: 'vehicle', sound: 'alarm' });
    expect(one.key.startsWith(`${pushId}.2@`)).toBe(true);
  }
});

test('without a phone that has the app there is nothing to try again', async () => {
  const nobody = await addAppUser(t);
  await rows('delete from msg_push_token where user_id = $1', nobody);
  const [gone, wrong] = [await ownerOf('gone'), await ownerOf('invalid')];
  const logs = [await notify(nobody), await notify(gone), await notify(wrong)].map(({ log }) => log);
  await deliverDue(t.app);
  expect((await Promise.all(logs.map((log) => log()))).flat()).toMatchObject([
    { status: 4, attempts: 1, failCode: 'noPhone' },
    { status: 4, attempts: 1, failCode: 'unregistered' },
    { status: 4, attempts: 1, failCode: 'invalid' },
  ]);
  // A token that FCM does not understand may be a fault of ours: it stays.
  expect([await phonesOf(gone), await phonesOf(wrong)]).toEqual([0, 1]);
});

test('a busy service is asked again when it says so, not sooner', async () => {
  const { pushId, log } = await notify(await ownerOf('busy'));
  await deliverDue(t.app);
  expect(await log()).toMatchObject([{ status: 0, attempts: 1, failCode: 'busy' }]);
  // Retry-After is 30 there; the first pause of the platform itself is 5.
  expect(await waitOf(pushId)).toBeGreaterThan(6);
});

test('too many requests: nobody is sent anything in the meantime, and waiting is no attempt', async () => {
  const over = await notify(await ownerOf('quota'));
  await deliverDue(t.app);
  expect(await over.log()).toMatchObject([{ status: 0, attempts: 1, failCode: 'busy' }]);
  const next = await notify(await addAppUser(t));
  await deliverDue(t.app);
  expect(await next.log()).toMatchObject([{ status: 0, attempts: 0, failCode: 'rate' }]);
  // Retry-After is 90 there.
  expect(await waitOf(next.pushId)).toBeGreaterThan(20);
  await t.app.pool.query('delete from msg_provider_rate');
  await rows('update msg_push_record set next_time = null where inbox_id = $1', over.pushId);
  await vi.waitFor(async () => {
    await again();
    await deliverDue(t.app);
    expect((await next.log())[0]?.status).toBe(2);
  }, patience);
});

test('a push is delivered when the app says that it has it, and only to its user', async () => {
  const [userId, stranger] = [await addAppUser(t), await addAppUser(t)];
  const { pushId, log } = await notify(userId);
  const report = async (by: string) =>
    (await t.call('POST', '/app/v1/push/received', { pushId }, { as: await issueAppToken(t.app, by) })).code;
  const unread = { push: async () => `fcm.${pushId}`, call: async () => '', receipts: async () => [] };
  await deliverDue(t.app, unread);
  expect(await log()).toMatchObject([{ status: 1 }]);
  expect(await report(stranger)).toBe(1002);
  expect(await report(userId)).toBe(0);
  await deliverDue(t.app);
  expect(await log()).toMatchObject([{ status: 2 }]);
});

test('a worker that stops gives back what it has taken and not begun, at once', async () => {
  const userId = await addAppUser(t);
  for (let n = 0; n < 20; n++) await notify(userId);
  let handed = 0;
  const slow = { push: async () => `fcm.${++handed}`, call: async () => '', receipts: async () => [] };
  await deliverDue(t.app, slow, () => handed >= 3);
  // Eight are handed over beside each other.
  expect(handed).toBeLessThanOrEqual(3 + 8);
  const [left] = await rows<{ n: number }>(
    'select count(*)::int as n from msg_push_record where status = 0 and attempts = 0 and next_time <= now()',
  );
  expect(left?.n).toBe(20 - handed);
});

const withNumber = new Map<string, string>();
/** The user who has a number. */
async function sms(mobile: string): Promise<string> {
  const userId = withNumber.get(mobile) ?? (await addAppUser(t, 1, mobile));
  withNumber.set(mobile, userId);
  return userId;
}

test('an SMS goes by the approved template of its text, or by the general one', async () => {
  const id = 'SMS_770011';
  const form = await sampleForm(t, plain(serviceTemplate));
  const text = { reminderType: '1', channels: ['1', '2', '3'], smsTemplateId: id, smsBody: '车架尾号${vin6}请保养' };
  const added = await t.call('POST', '/msg/crm/serviceTemplate/add', { ...form, ...text }, { as: 'admin' });
  expect(added).toMatchObject({ code: 0 });
  const own = { zh: '车架尾号000042请保养', en: '车架尾号000042请保养' };
  const message = { channels: ['sms'], texts: { sms: own } } as const;
  const templated = await notify(await sms('13711110001'), {
    ...message,
    smsTemplate: { id, values: { vin6: '000042' } },
  });
  const general = await notify(await sms('13711110002'), message);
  const short = await notify(await sms('13711110003'), { ...message, smsTemplate: { id, values: {} } });
  await vi.waitFor(async () => {
    await again();
    await deliverDue(t.app);
    expect((await Promise.all([templated, general].map(({ log }) => log()))).flat()).toMatchObject([
      { channel: 3, status: 2 },
      { channel: 3, status: 2 },
    ]);
  }, patience);
  expect(await short.log()).toMatchObject([{ status: 4, failCode: 'isv.TEMPLATE_MISSING_PARAMETERS' }]);
  expect(await rows('select body from sys_sms_outbox order by id desc limit 2')).toEqual([
    { body: `【出行管理系统】${own.zh}` },
    { body: `【出行管理系统】${own.zh}` },
  ]);
});

test('what the SMS provider refuses fails for good, or is tried again, by its reason', async () => {
  const text = { channels: ['sms'] } as const;
  const logs = [
    await notify(await sms('19900009001'), text),
    await notify(await sms('19900009002'), text),
    await notify(await sms('19900009003'), text),
  ].map(({ log }) => log);
  await deliverDue(t.app);
  expect((await Promise.all(logs.map((log) => log()))).flat()).toMatchObject([
    { status: 0, attempts: 1, failCode: 'isv.BUSINESS_LIMIT_CONTROL' },
    { status: 4, attempts: 1, failCode: 'isv.MOBILE_NUMBER_ILLEGAL' },
    { status: 0, attempts: 1, failCode: 'isv.AMOUNT_NOT_ENOUGH' },
  ]);
  const lost = await notify(await sms('19900009004'), text);
  await vi.waitFor(async () => {
    await again();
    await deliverDue(t.app);
    expect(await lost.log()).toMatchObject([{ status: 4, failCode: 'MOBILE_NOT_ON_SERVICE' }]);
  }, patience);
});

test('a person who waits for an SMS is told that the provider does not take it', async () => {
  const form = await sampleForm(t, plain(serviceTemplate));
  const added = await t.call<{ id: string }>('POST', '/msg/crm/serviceTemplate/add', form, { as: 'admin' });
  const send = (mobile: string) =>
    t.call('POST', '/msg/crm/serviceTemplate/test', { id: added.data.id, mobile }, { as: 'admin' });
  for (const mobile of ['19900009002', '13711110004'])
    await t.app.pool.query('update usr_app_user set test_account = 1 where id = $1', [await sms(mobile)]);
  expect(await send('19900009002')).toMatchObject({ code: 1020 });
  expect(await send('13711110004')).toMatchObject({ code: 0 });
});

test('a voice call is answered, and no log or record holds its number', async () => {
  const number = '13711110005';
  const { log } = await notify(await sms(number), { channels: ['call'] });
  await vi.waitFor(async () => {
    await again();
    await deliverDue(t.app);
    expect(await log()).toMatchObject([{ channel: 4, status: 2 }]);
  }, patience);
  const kept = await rows<{ all: string }>(
    `select concat(o.key, o.target_mask, o.body, r.provider_id) as all from msg_push_outbox o, msg_push_record r where o.channel = 4 and r.channel = 4`,
  );
  expect(kept.length).toBeGreaterThan(0);
  for (const one of kept) expect(one.all).not.toContain(number);
  expect(t.errors.join()).not.toContain(number);
});
