import { formatInstant } from '@wheelhouse/contract/time';
import type { MessageStatistics } from '@wheelhouse/contract/calls/messages/messages';
import type { ReminderRecipient, ReminderRun } from '@wheelhouse/contract/calls/messages/reminders';
import { machines } from '@wheelhouse/entities/machines';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PushAdapter } from '../../src/adapters/push/index.ts';
import { withTransaction } from '../../src/db/pool.ts';
import { issueAppToken } from '../../src/http/app-call.ts';
import { deliverDue } from '../../src/modules/messages/delivery.ts';
import { advanceReminders, reminderParts, runRules, startRun } from '../../src/modules/messages/reminders/runs.ts';
import { dealers } from '../fleet/world.ts';
import { signInAs } from '../support/people.ts';
import { base, reminderWorld, type ReminderWorld, vinsOf } from './reminder-kit.ts';

let w: ReminderWorld;
beforeAll(async () => {
  w = await reminderWorld();
});
afterAll(() => w.stop());
beforeEach(() => w.reset());

const states = machines['SM-Message'].states;
const taken: PushAdapter = {
  push: async ({ key }) => key,
  call: async ({ key }) => key,
  receipts: async (ids) => ids.map((providerId) => ({ providerId, time: new Date() })),
};
const oneOff = { mode: 1, repeatDays: undefined, sendHour: undefined };
async function added(values: object = {}): Promise<string> {
  const { code, data } = await w.add(values);
  expect({ code, data }).toMatchObject({ code: 0 });
  return data.id;
}
const move = (id: string, action: string, as: string) => w.t.call('POST', `${base}/transition`, { id, action }, { as });
const enable = (id: string, enabled = 1) =>
  w.t.call<{ skipped?: { code: number }[] }>('POST', `${base}/enable`, { ids: [id], enabled }, { as: w.author });
const read = async (id: string) =>
  (
    await w.t.call<{
      status: number | null;
      enabled: number | null;
      targetCount: number;
      totalSent: number;
      lastHitCount: number;
    }>('POST', `${base}/detail`, { id }, { as: w.author })
  ).data;
async function sendParts(): Promise<void> {
  while ((await reminderParts.round(w.t.app)) > 0);
}
/** One run of a rule on a day, whatever the hour is. */
async function run(id: string): Promise<void> {
  await withTransaction(w.t.app.db, (tx) => startRun(tx, id));
  await sendParts();
}
/** Makes everything that a rule has done so many days older. */
async function age(id: string, days: number): Promise<void> {
  await w.query('update msg_service_run set run_date = run_date - $2::int where message_id = $1', [id, days]);
  await w.query('update msg_service_last set last_date = last_date - $2::int where message_id = $1', [id, days]);
}
const inboxOf = (userId: string) =>
  w.query<{ body_zh: string; body_en: string; title_zh: string; kind: string }>(
    `select title_zh, body_zh, body_en, kind from msg_inbox where receiver = 1 and user_id = $1 and ref_type = 'serviceMessage' order by id`,
    [userId],
  );
const listOf = async <Row>(path: string, body: object, as = w.author): Promise<Row[]> =>
  (await w.t.call<{ list: Row[] }>('POST', `${base}/${path}`, body, { as })).data.list;

test('a rule runs once a day, and the same vehicle is not reminded again too soon or of the same', async () => {
  const one = await w.vehicle(3200);
  const id = await added();
  await runRules(w.t.app);
  await sendParts();
  expect(await inboxOf(one.userId)).toEqual([]);
  expect((await enable(id)).code).toBe(0);
  await run(id);
  await run(id);
  expect(await inboxOf(one.userId)).toHaveLength(1);
  expect(await read(id)).toMatchObject({ enabled: 1, lastHitCount: 1, totalSent: 1 });

  await w.query('update veh_vehicle_status set odometer_km = 6100 where vehicle_id = $1', [one.id]);
  await age(id, 29);
  expect(await w.dryRun({ id })).toMatchObject({ count: 0, skipped: [{ why: 'repeat', n: 1 }] });
  await run(id);
  expect(await inboxOf(one.userId)).toHaveLength(1);
  await age(id, 1);
  // The run of "today" above lies a day back now: 30 days after the reminder, the next multiple is due.
  await run(id);
  expect(await inboxOf(one.userId)).toHaveLength(2);
  await age(id, 40);
  expect(await w.dryRun({ id })).toMatchObject({ count: 0, skipped: [{ why: 'reminded', n: 1 }] });
  const runs = await listOf<ReminderRun>('runs', { id });
  expect(runs.map(({ hit, sent, skipped }) => ({ hit, sent, skipped }))).toEqual([
    { hit: 1, sent: 1, skipped: 0 },
    { hit: 1, sent: 0, skipped: 1 },
    { hit: 1, sent: 1, skipped: 0 },
  ]);
});

test('the text is the template’s, with the dealer’s phone unless it names it', async () => {
  const one = await w.vehicle(3200);
  const named = await w.addTemplate('1', '请联系${dealerName}，电话${dealerPhone}。');
  for (const values of [{}, { includeDealerContact: 0 }, { templateId: named }]) await run(await added(values));
  const said = `您的测试车型（尾号${one.vin.slice(-6)}）已行驶3200公里。`;
  expect((await inboxOf(one.userId)).map(({ body_zh }) => body_zh)).toEqual([
    `${said}\n经销商：经销商${dealers.shanghai}，电话021-12345678`,
    said,
    `请联系经销商${dealers.shanghai}，电话021-12345678。`,
  ]);
  const pushes = await w.query<{ text_zh: string | null }>(
    `select r.text_zh from msg_push_record r join msg_inbox i on i.id = r.inbox_id where i.user_id = $1 and r.channel = 2 order by i.id limit 1`,
    [one.userId],
  );
  expect(pushes).toEqual([{ text_zh: said }]);
});

test('a user gets three pushes of reminders a day at most, also of one run; the inbox has all', async () => {
  const first = await w.vehicle(3200);
  for (let more = 0; more < 4; more++) {
    const other = await w.vehicle(3200);
    await w.query('update veh_vehicle set owner_user_id = $2 where id = $1', [other.id, first.userId]);
  }
  const id = await added();
  await run(id);
  expect(await inboxOf(first.userId)).toHaveLength(5);
  const counts = await w.query<{ status: number; fail_code: string | null; n: number }>(
    `select r.status, r.fail_code, count(*)::int as n from msg_push_record r join msg_inbox i on i.id = r.inbox_id
     where i.user_id = $1 and r.channel = 2 group by 1, 2 order by 1`,
    [first.userId],
  );
  expect(counts).toEqual([
    { status: 0, fail_code: null, n: 3 },
    { status: 5, fail_code: 'cap', n: 2 },
  ]);
});

test('a one-off reminder is reviewed by another, and sent; a rule is enabled instead', async () => {
  const rule = await added();
  expect((await move(rule, 'submit', w.author)).code).toBe(1004);
  const id = await added(oneOff);
  expect((await enable(id)).data.skipped).toMatchObject([{ code: 1004 }]);
  expect((await move(id, 'submit', w.author)).code).toBe(5001);
  const one = await w.vehicle(3200);
  expect(await move(id, 'submit', w.author)).toMatchObject({ code: 0 });
  expect((await move(id, 'approve', w.author)).code).toBe(5002);
  expect(await move(id, 'approve', w.reviewer)).toMatchObject({ code: 0 });
  for (let round = 0; round < 50 && (await read(id)).status !== states.sent; round++) {
    await advanceReminders(w.t.app);
    await reminderParts.round(w.t.app);
    await deliverDue(w.t.app, taken);
  }
  expect(await read(id)).toMatchObject({ status: states.sent, targetCount: 1, totalSent: 1 });
  const statistics = (await w.t.call<MessageStatistics>('POST', `${base}/statistics`, { id }, { as: w.author })).data;
  expect(statistics).toMatchObject({ target: 1, remaining: 0 });
  expect(statistics.channels.map(({ channel, total }) => ({ channel, total }))).toEqual([
    { channel: 1, total: 1 },
    { channel: 2, total: 1 },
  ]);
  const token = await issueAppToken(w.t.app, one.userId);
  const inbox = async () =>
    (await w.t.call<{ list: object[] }>('GET', '/app/v1/message/list', { kind: 'service' }, { as: token })).data.list;
  expect(await inbox()).toMatchObject([{ kind: 'service', refId: id, vin: one.vin }]);
  expect((await move(id, 'revoke', w.author)).code).toBe(0);
  expect(await inbox()).toEqual([]);
});

test('a reminder by SMS carries the approved template of its text', async () => {
  const sms = { channels: ['1', '3'], smsTemplateId: 'SMS_771100', smsBody: '车架尾号${vin6}请保养' };
  const templateId = await w.addTemplate('1', '您的${vehicleName}该保养了。', sms);
  const id = await added({ templateId, channels: ['1', '3'] });
  const { vin } = await w.vehicle(3200);
  await run(id);
  const vin6 = vin.slice(-6);
  expect(
    await w.query(
      `select text_zh as text, sms_template as template from msg_push_record
       where ref_type = 'serviceMessage' and ref_id = $1 and channel = 3`,
      [id],
    ),
  ).toEqual([{ text: `车架尾号${vin6}请保养`, template: { id: 'SMS_771100', values: { vin6 } } }]);
});

test('a rule is not a draft, and what is sent once is not disabled', async () => {
  const [rule, once] = [await added(), await added(oneOff)];
  const found = async (filter: object): Promise<string[]> =>
    (await listOf<{ id: string }>('list', { page: 1, pageSize: 10, query: filter })).map(({ id }) => id);
  expect(await read(rule)).toMatchObject({ enabled: 0, status: null });
  expect(await read(once)).toMatchObject({ enabled: null, status: states.draft });
  expect(await found({ 'status.eq': states.draft })).toEqual([once]);
  expect(await found({ 'enabled.eq': 0 })).toEqual([rule]);
});

test('a rule that is disabled sends no more of the day’s run, and reminds of these vehicles again', async () => {
  const one = await w.vehicle(3200);
  const id = await added();
  await enable(id);
  await withTransaction(w.t.app.db, (tx) => startRun(tx, id));
  await enable(id, 0);
  await sendParts();
  expect(await inboxOf(one.userId)).toEqual([]);
  expect(await listOf<ReminderRun>('runs', { id })).toMatchObject([{ hit: 1, sent: 0, skipped: 1 }]);
  expect(await w.dryRun({ id })).toMatchObject({ count: 1 });
});

test('a timed reminder waits, and stopping keeps the rest from it', async () => {
  await w.vehicle(3200);
  const inTenMinutes = formatInstant(new Date(Math.ceil((Date.now() + 600_000) / 300_000) * 300_000));
  const id = await added({ ...oneOff, sendTime: inTenMinutes });
  expect((await move(id, 'submit', w.author)).code).toBe(0);
  expect((await move(id, 'approve', w.reviewer)).code).toBe(0);
  await advanceReminders(w.t.app);
  expect((await read(id)).status).toBe(states.waiting);
  expect(await w.t.call('POST', `${base}/transition`, { id, action: 'publish' }, { as: w.author })).toMatchObject({
    code: 0,
  });
  expect((await read(id)).status).toBe(states.sending);
  expect((await move(id, 'stop', w.author)).code).toBe(0);
  await sendParts();
  expect(await listOf<ReminderRecipient>('recipients', { id })).toEqual([]);
});

test('recipients are listed with their channels, and no vehicle outside the scope is', async () => {
  const here = await w.vehicle(3200);
  const there = await w.vehicle(3200, 10, dealers.hangzhou);
  const id = await added();
  await run(id);
  const rows = await listOf<ReminderRecipient>('recipients', { id });
  expect(rows).toHaveLength(2);
  expect(new Set(rows.map(({ vin }) => vin))).toEqual(new Set([here.vin, there.vin]));
  expect(rows[0]?.channels.map(({ channel }) => channel)).toEqual([1, 2]);
  expect(rows[0]?.mobile).toMatch(/\*/);
  const [{ id: runId } = { id: '' }] = await listOf<ReminderRun>('runs', { id });
  expect(await listOf<ReminderRecipient>('recipients', { id, runId })).toHaveLength(2);
  await w.query(
    `insert into sys_role (role_code, role_name, data_scope, dealer_assignable, built_in, enabled) values ('reminderCity', '提醒城市', 3, 0, 0, 1)`,
  );
  await w.query(
    `insert into sys_role_function (role_code, function_code) select 'reminderCity', code from sys_function
     where code in ('serviceReminderManage.query', 'serviceReminderManage.dryRun', 'serviceReminderManage') on conflict do nothing`,
  );
  const city = await signInAs(w.t, { roles: ['reminderCity'], regionScope: ['330100'] });
  expect((await listOf<ReminderRecipient>('recipients', { id }, city.token)).map(({ vin }) => vin)).toEqual([
    there.vin,
  ]);
  const seen = await w.dryRun(w.formOf({ condition: { mileageKm: 1000 } }), city.token);
  expect({ count: seen.count, vins: vinsOf(seen) }).toEqual({ count: 2, vins: [there.vin] });
});
const onTemplate = <Data>(path: string, body: object) =>
  w.t.call<Data>('POST', `/msg/crm/serviceTemplate/${path}`, body, { as: w.author });

test('a template of an enabled rule cannot be disabled or say what the rule does not know', async () => {
  await w.vehicle(3200);
  const used = await w.addTemplate('1', '您的${vehicleName}该保养了。');
  const id = await added({ templateId: used, reminderType: '4', condition: { soh: 80 } });
  const disable = async () =>
    (await onTemplate<{ skipped: { code: number }[] }>('enable', { ids: [used], enabled: 0 })).data.skipped;
  const say = async (text: string) => {
    const { rev } = (await onTemplate<{ rev: number }>('detail', { id: used })).data;
    return onTemplate('update', { id: used, rev, pushTitle: `里程${text}` });
  };
  await enable(id);
  expect(await disable()).toMatchObject([{ code: 5009 }]);
  expect(await say('${odometerKm}')).toMatchObject({
    code: 1001,
    data: {
      errors: [{ field: 'pushTitle', message: expect.stringMatching(/^服务提醒「提醒\d+」使用该模板，没有变量\$/) }],
    },
  });
  expect(await say('和${vin6}')).toMatchObject({ code: 0 });
  await enable(id, 0);
  expect(await say('${odometerKm}')).toMatchObject({ code: 0 });
  expect(await disable()).toEqual([]);
  expect((await enable(id)).data.skipped).toMatchObject([{ code: 5013 }]);
});
