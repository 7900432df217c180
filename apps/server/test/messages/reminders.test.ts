import { formatDay, formatInstant } from '@wheelhouse/contract/time';
import type { MessageStatistics } from '@wheelhouse/contract/calls/messages/messages';
import type { ReminderDryRun, ReminderRecipient, ReminderRun } from '@wheelhouse/contract/calls/messages/reminders';
import { machines } from '@wheelhouse/entities/machines';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PushAdapter } from '../../src/adapters/push/index.ts';
import { withTransaction } from '../../src/db/pool.ts';
import { issueAppToken } from '../../src/http/app-call.ts';
import { deliverDue } from '../../src/modules/messages/delivery.ts';
import { advanceReminders, reminderParts, runRules, startRun } from '../../src/modules/messages/reminders/runs.ts';
import { dealers, makeVehicle, makeWorld } from '../fleet/world.ts';
import { bindOwner } from '../registry/samples.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';

const base = '/msg/crm/serviceMessage';
const states = machines['SM-Message'].states;
const taken: PushAdapter = {
  push: async ({ key }) => key,
  call: async ({ key }) => key,
  receipts: async (ids) => ids.map((providerId) => ({ providerId, time: new Date() })),
};

let t: TestApp;
let author = '';
let reviewer = '';
let template = '';
let n = 0;
const dayMs = 86_400_000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * dayMs);
const query = async <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
  (await t.app.pool.query<Row>(text, [...values])).rows;

beforeAll(async () => {
  t = await createTestApp();
  await makeWorld(t.app);
  [author, reviewer] = [
    (await signInAs(t, { roles: ['admin'] })).token,
    (await signInAs(t, { roles: ['admin'] })).token,
  ];
  template = await addTemplate('1', '您的${vehicleName}（尾号${vin6}）已行驶${odometerKm}公里。');
});
afterAll(() => t.stop());
beforeEach(async () => {
  await query(
    'update msg_service set deleted = true, enabled = case mode when 2 then 0 end, status = case mode when 1 then 0 end',
  );
  await query('update veh_vehicle set deleted = true');
});

async function addTemplate(reminderType: string, pushBody: string, more: object = {}): Promise<string> {
  const { data, code } = await t.call<{ id: string }>(
    'POST',
    '/msg/crm/serviceTemplate/add',
    {
      templateCode: `SVC_TEST_${++n}`,
      name: `模板${n}`,
      reminderType,
      pushTitle: '服务提醒',
      pushBody,
      channels: ['1', '2'],
      jumpPage: 'vehicle',
      enabled: 1,
      ...more,
    },
    { as: author },
  );
  expect(code).toBe(0);
  return data.id;
}

interface Made {
  readonly id: string;
  readonly vin: string;
  readonly userId: string;
}
/** A vehicle of an owner that has run so far, activated so long ago. */
async function vehicle(odometerKm: number, days = 10, dealerId: string = dealers.shanghai): Promise<Made> {
  const made = await makeVehicle(t.app, { dealerId, activationTime: daysAgo(days) });
  await query('update veh_vehicle_status set odometer_km = $2 where vehicle_id = $1', [made.id, odometerKm]);
  return { ...made, userId: await bindOwner(t, made.id) };
}

const formOf = (values: object = {}): object => ({
  name: `提醒${++n}`,
  reminderType: '1',
  mode: 2,
  templateId: template,
  condition: { mileageKm: 3000 },
  channels: ['1', '2'],
  includeDealerContact: 1,
  repeatDays: 30,
  sendHour: 8,
  ...values,
});
const oneOff = { mode: 1, repeatDays: undefined, sendHour: undefined };

interface Added {
  readonly id: string;
  readonly errors?: readonly { readonly field: string }[];
}
const add = (values: object = {}) => t.call<Added>('POST', `${base}/add`, formOf(values), { as: author });
async function added(values: object = {}): Promise<string> {
  const { code, data } = await add(values);
  expect({ code, data }).toMatchObject({ code: 0 });
  return data.id;
}
const move = (id: string, action: string, as: string) => t.call('POST', `${base}/transition`, { id, action }, { as });
const enable = (id: string, enabled = 1) =>
  t.call<{ skipped?: { code: number }[] }>('POST', `${base}/enable`, { ids: [id], enabled }, { as: author });
const read = async (id: string) =>
  (
    await t.call<{
      status: number | null;
      enabled: number | null;
      targetCount: number;
      totalSent: number;
      lastHitCount: number;
    }>('POST', `${base}/detail`, { id }, { as: author })
  ).data;
const dryRun = async (form: object, as = author): Promise<ReminderDryRun> => {
  const { code, data } = await t.call<ReminderDryRun>('POST', `${base}/dryRun`, form, { as });
  expect({ code, data }).toMatchObject({ code: 0 });
  return data;
};
const vinsOf = ({ sample }: ReminderDryRun): (string | null)[] => sample.map(({ vin }) => vin);

async function sendParts(): Promise<void> {
  while ((await reminderParts.round(t.app)) > 0);
}
/** One run of a rule on a day, whatever the hour is. */
async function run(id: string): Promise<void> {
  await withTransaction(t.app.db, (tx) => startRun(tx, id));
  await sendParts();
}
/** Makes everything that a rule has done so many days older. */
async function age(id: string, days: number): Promise<void> {
  await query('update msg_service_run set run_date = run_date - $2::int where message_id = $1', [id, days]);
  await query('update msg_service_last set last_date = last_date - $2::int where message_id = $1', [id, days]);
}
const inboxOf = (userId: string) =>
  query<{ body_zh: string; body_en: string; title_zh: string; kind: string }>(
    `select title_zh, body_zh, body_en, kind from msg_inbox where receiver = 1 and user_id = $1 and ref_type = 'serviceMessage' order by id`,
    [userId],
  );
const listOf = async <Row>(path: string, body: object, as = author): Promise<Row[]> =>
  (await t.call<{ list: Row[] }>('POST', `${base}/${path}`, body, { as })).data.list;

test('a dry run lists who would be reminded, and says why others that are due would not', async () => {
  const due = await vehicle(3200);
  await vehicle(2900);
  const orphan = await makeVehicle(t.app, { activationTime: daysAgo(10) });
  await query('update veh_vehicle_status set odometer_km = 5000 where vehicle_id = $1', [orphan.id]);
  const frozen = await vehicle(4000);
  await query('update usr_app_user set status = 2 where id = $1', [frozen.userId]);
  const answer = await dryRun(formOf());
  expect(answer).toMatchObject({
    count: 1,
    sample: [{ vin: due.vin, why: null, odometerKm: 3200, vehicleName: { zh: '测试车型' } }],
    skipped: [
      { why: 'noOwner', n: 1 },
      { why: 'ownerOff', n: 1 },
    ],
  });
  expect(new Set(answer.skippedSample.map(({ vin }) => vin))).toEqual(new Set([orphan.vin, frozen.vin]));
  // A dry run leaves nothing behind.
  expect(await query('select 1 from msg_inbox where user_id = $1', [due.userId])).toEqual([]);
});

test('range: models, cities and their provinces, dealers', async () => {
  const here = await vehicle(3200);
  const there = await vehicle(3200, 10, dealers.hangzhou);
  expect(vinsOf(await dryRun(formOf({ cityCodes: ['330100'] })))).toEqual([there.vin]);
  expect(vinsOf(await dryRun(formOf({ cityCodes: ['310000'] })))).toEqual([here.vin]);
  expect(vinsOf(await dryRun(formOf({ dealerIds: [dealers.hangzhou] })))).toEqual([there.vin]);
  expect((await dryRun(formOf({ vehicleTypeIds: ['9001'] }))).count).toBe(2);
  expect((await dryRun(formOf({ vehicleTypeIds: ['1'] }))).count).toBe(0);
});

test('each type has its condition', async () => {
  const one = await vehicle(100, 200);
  const today = Date.now();
  const count = async (reminderType: string, condition: object): Promise<number> =>
    (await dryRun(formOf({ reminderType, condition }))).count;
  expect(await count('1', { months: 6 })).toBe(1);
  expect(await count('1', { months: 7 })).toBe(0);
  await query('update veh_vehicle set warranty_end = $2 where id = $1', [
    one.id,
    formatDay(new Date(today + 5 * dayMs)),
  ]);
  expect(await count('2', { daysBefore: [30, 7, 1] })).toBe(1);
  expect(await count('2', { daysBefore: [3] })).toBe(0);
  // Eleven and a half months after the sale the insurance ends soon.
  await query('update veh_vehicle set sale_date = $2 where id = $1', [
    one.id,
    formatDay(new Date(today - 350 * dayMs)),
  ]);
  expect(await count('3', { daysBefore: [30] })).toBe(1);
  expect(await count('3', { daysBefore: [1] })).toBe(0);
  expect(await count('6', { idleDays: 200 })).toBe(1);
  expect(await count('6', { idleDays: 201 })).toBe(0);
  expect(await count('4', { soh: 80 })).toBe(0);
});

test.each([
  ['condition', { condition: { mileageKm: 499 } }],
  ['condition', { condition: {} }],
  ['condition', { condition: { soh: 80 } }],
  ['condition', { reminderType: '2', condition: { daysBefore: [7, 7] } }],
  ['reminderType', { reminderType: '7', condition: { idleDays: 7 } }],
  ['channels', { channels: ['2'] }],
  ['channels', { channels: ['1', '4'] }],
  ['repeatDays', { repeatDays: 0 }],
  ['cityCodes', { cityCodes: ['999900'] }],
  ['sendHour', { sendHour: 22 }],
  ['name', { name: '短' }],
])('a form is refused under %s', async (field, values) => {
  const { code, data } = await add(values);
  expect({ code, fields: data.errors?.map((one) => one.field) }).toEqual({ code: 1001, fields: [field] });
});

test('a template whose variables the type does not have is refused', async () => {
  const health = await addTemplate('4', '电池健康度${soh}%。');
  expect(await add({ templateId: health })).toMatchObject({ code: 5006, data: { errors: [{ field: 'templateId' }] } });
  const plain = await addTemplate('4', '您的${vehicleName}该保养了。');
  expect(await add({ templateId: plain })).toMatchObject({ code: 0 });
});

test('what the platform says by itself is no reminder', async () => {
  const [own] = await query<{ id: string }>(
    "select id::text as id from msg_template where template_code = 'VEHICLE_UNBOUND'",
  );
  expect(await add({ templateId: own?.id })).toMatchObject({ code: 1001, data: { errors: [{ field: 'templateId' }] } });
});

test('a rule runs once a day, and the same vehicle is not reminded again too soon or of the same', async () => {
  const one = await vehicle(3200);
  const id = await added();
  await runRules(t.app);
  await sendParts();
  expect(await inboxOf(one.userId)).toEqual([]);
  expect((await enable(id)).code).toBe(0);
  await run(id);
  await run(id);
  expect(await inboxOf(one.userId)).toHaveLength(1);
  expect(await read(id)).toMatchObject({ enabled: 1, lastHitCount: 1, totalSent: 1 });

  await query('update veh_vehicle_status set odometer_km = 6100 where vehicle_id = $1', [one.id]);
  await age(id, 29);
  expect(await dryRun({ id })).toMatchObject({ count: 0, skipped: [{ why: 'repeat', n: 1 }] });
  await run(id);
  expect(await inboxOf(one.userId)).toHaveLength(1);
  await age(id, 1);
  // The run of "today" above lies a day back now: 30 days after the reminder, the next multiple is due.
  await run(id);
  expect(await inboxOf(one.userId)).toHaveLength(2);
  await age(id, 40);
  expect(await dryRun({ id })).toMatchObject({ count: 0, skipped: [{ why: 'reminded', n: 1 }] });
  const runs = await listOf<ReminderRun>('runs', { id });
  expect(runs.map(({ hit, sent, skipped }) => ({ hit, sent, skipped }))).toEqual([
    { hit: 1, sent: 1, skipped: 0 },
    { hit: 1, sent: 0, skipped: 1 },
    { hit: 1, sent: 1, skipped: 0 },
  ]);
});

test('the text is the template’s, with the dealer’s phone unless it names it', async () => {
  const one = await vehicle(3200);
  const named = await addTemplate('1', '请联系${dealerName}，电话${dealerPhone}。');
  for (const values of [{}, { includeDealerContact: 0 }, { templateId: named }]) await run(await added(values));
  const said = `您的测试车型（尾号${one.vin.slice(-6)}）已行驶3200公里。`;
  expect((await inboxOf(one.userId)).map(({ body_zh }) => body_zh)).toEqual([
    `${said}\n经销商：经销商${dealers.shanghai}，电话021-12345678`,
    said,
    `请联系经销商${dealers.shanghai}，电话021-12345678。`,
  ]);
  const pushes = await query<{ text_zh: string | null }>(
    `select r.text_zh from msg_push_record r join msg_inbox i on i.id = r.inbox_id where i.user_id = $1 and r.channel = 2 order by i.id limit 1`,
    [one.userId],
  );
  expect(pushes).toEqual([{ text_zh: said }]);
});

test('a user gets three pushes of reminders a day at most, also of one run; the inbox has all', async () => {
  const first = await vehicle(3200);
  for (let more = 0; more < 4; more++) {
    const other = await vehicle(3200);
    await query('update veh_vehicle set owner_user_id = $2 where id = $1', [other.id, first.userId]);
  }
  const id = await added();
  await run(id);
  expect(await inboxOf(first.userId)).toHaveLength(5);
  const counts = await query<{ status: number; fail_code: string | null; n: number }>(
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
  expect((await move(rule, 'submit', author)).code).toBe(1004);
  const id = await added(oneOff);
  expect((await enable(id)).data.skipped).toMatchObject([{ code: 1004 }]);
  expect((await move(id, 'submit', author)).code).toBe(5001);
  const one = await vehicle(3200);
  expect(await move(id, 'submit', author)).toMatchObject({ code: 0 });
  expect((await move(id, 'approve', author)).code).toBe(5002);
  expect(await move(id, 'approve', reviewer)).toMatchObject({ code: 0 });
  for (let round = 0; round < 50 && (await read(id)).status !== states.sent; round++) {
    await advanceReminders(t.app);
    await reminderParts.round(t.app);
    await deliverDue(t.app, taken);
  }
  expect(await read(id)).toMatchObject({ status: states.sent, targetCount: 1, totalSent: 1 });
  const statistics = (await t.call<MessageStatistics>('POST', `${base}/statistics`, { id }, { as: author })).data;
  expect(statistics).toMatchObject({ target: 1, remaining: 0 });
  expect(statistics.channels.map(({ channel, total }) => ({ channel, total }))).toEqual([
    { channel: 1, total: 1 },
    { channel: 2, total: 1 },
  ]);
  const token = await issueAppToken(t.app, one.userId);
  const inbox = async () =>
    (await t.call<{ list: object[] }>('GET', '/app/v1/message/list', { kind: 'service' }, { as: token })).data.list;
  expect(await inbox()).toMatchObject([{ kind: 'service', refId: id, vin: one.vin }]);
  expect((await move(id, 'revoke', author)).code).toBe(0);
  expect(await inbox()).toEqual([]);
});

test('a reminder by SMS carries the approved template of its text', async () => {
  const sms = { channels: ['1', '3'], smsTemplateId: 'SMS_771100', smsBody: '车架尾号${vin6}请保养' };
  const templateId = await addTemplate('1', '您的${vehicleName}该保养了。', sms);
  const id = await added({ templateId, channels: ['1', '3'] });
  const { vin } = await vehicle(3200);
  await run(id);
  const vin6 = vin.slice(-6);
  expect(
    await query(
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
  const one = await vehicle(3200);
  const id = await added();
  await enable(id);
  await withTransaction(t.app.db, (tx) => startRun(tx, id));
  await enable(id, 0);
  await sendParts();
  expect(await inboxOf(one.userId)).toEqual([]);
  expect(await listOf<ReminderRun>('runs', { id })).toMatchObject([{ hit: 1, sent: 0, skipped: 1 }]);
  expect(await dryRun({ id })).toMatchObject({ count: 1 });
});

test('a timed reminder waits, and stopping keeps the rest from it', async () => {
  await vehicle(3200);
  const inTenMinutes = formatInstant(new Date(Math.ceil((Date.now() + 600_000) / 300_000) * 300_000));
  const id = await added({ ...oneOff, sendTime: inTenMinutes });
  expect((await move(id, 'submit', author)).code).toBe(0);
  expect((await move(id, 'approve', reviewer)).code).toBe(0);
  await advanceReminders(t.app);
  expect((await read(id)).status).toBe(states.waiting);
  expect(await t.call('POST', `${base}/transition`, { id, action: 'publish' }, { as: author })).toMatchObject({
    code: 0,
  });
  expect((await read(id)).status).toBe(states.sending);
  expect((await move(id, 'stop', author)).code).toBe(0);
  await sendParts();
  expect(await listOf<ReminderRecipient>('recipients', { id })).toEqual([]);
});

test('recipients are listed with their channels, and no vehicle outside the scope is', async () => {
  const here = await vehicle(3200);
  const there = await vehicle(3200, 10, dealers.hangzhou);
  const id = await added();
  await run(id);
  const rows = await listOf<ReminderRecipient>('recipients', { id });
  expect(rows).toHaveLength(2);
  expect(new Set(rows.map(({ vin }) => vin))).toEqual(new Set([here.vin, there.vin]));
  expect(rows[0]?.channels.map(({ channel }) => channel)).toEqual([1, 2]);
  expect(rows[0]?.mobile).toMatch(/\*/);
  const [{ id: runId } = { id: '' }] = await listOf<ReminderRun>('runs', { id });
  expect(await listOf<ReminderRecipient>('recipients', { id, runId })).toHaveLength(2);
  await query(
    `insert into sys_role (role_code, role_name, data_scope, dealer_assignable, built_in, enabled) values ('reminderCity', '提醒城市', 3, 0, 0, 1)`,
  );
  await query(
    `insert into sys_role_function (role_code, function_code) select 'reminderCity', code from sys_function
     where code in ('serviceReminderManage.query', 'serviceReminderManage.dryRun', 'serviceReminderManage') on conflict do nothing`,
  );
  const city = await signInAs(t, { roles: ['reminderCity'], regionScope: ['330100'] });
  expect((await listOf<ReminderRecipient>('recipients', { id }, city.token)).map(({ vin }) => vin)).toEqual([
    there.vin,
  ]);
  const seen = await dryRun(formOf({ condition: { mileageKm: 1000 } }), city.token);
  expect({ count: seen.count, vins: vinsOf(seen) }).toEqual({ count: 2, vins: [there.vin] });
});

const onTemplate = <Data>(path: string, body: object) =>
  t.call<Data>('POST', `/msg/crm/serviceTemplate/${path}`, body, { as: author });

test('a template of an enabled rule cannot be disabled or say what the rule does not know', async () => {
  await vehicle(3200);
  const used = await addTemplate('1', '您的${vehicleName}该保养了。');
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
