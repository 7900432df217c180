import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTransaction } from '../../src/db/pool.ts';
import { issueAppToken } from '../../src/http/app-call.ts';
import { notifyOwner } from '../../src/modules/messages/service.ts';
import { eraseDue } from '../../src/modules/users/deletion.ts';
import { addSample, bindOwner } from '../registry/samples.ts';
import { entities, plain } from '@wheelhouse/entities/registry';
import { addAppUser } from '../support/app-user.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { report } from '../support/repairs.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());

const rows = async <Row extends object>(sql: string, ...values: unknown[]) =>
  (await t.app.pool.query<Row>(sql, values)).rows;
const ask = async (userId: string, path: string, body: object = {}) =>
  t.call('POST', path, body, { as: await issueAppToken(t.app, userId) });
async function askForDeletion(userId: string) {
  expect((await ask(userId, '/app/v1/user/deleteAccountCode')).code).toBe(0);
  const [sent] = await rows<{ body: string }>('select body from sys_sms_outbox order by id desc limit 1');
  return ask(userId, '/app/v1/user/deleteAccount', { smsCode: /\d{6}/.exec(sent?.body ?? '')?.[0] });
}
const daysAgo = (userId: string, days: number) =>
  rows('update usr_app_user set deletion_time = now() - make_interval(days => $2) where id = $1', userId, days);
const statusOf = async (userId: string) =>
  (await rows<{ status: number }>('select status from usr_app_user where id = $1', userId))[0]?.status;

test('an account is erased after 15 days: nothing of the person is left, and nobody can sign in with it', async () => {
  const [due, early] = [await addAppUser(t), await addAppUser(t)];
  for (const userId of [due, early]) expect((await askForDeletion(userId)).code).toBe(0);
  const token = await issueAppToken(t.app, due);
  const [before] = await rows<{ mask: string }>('select mobile_mask as mask from usr_app_user where id = $1', due);
  await daysAgo(due, 16);
  await daysAgo(early, 14);
  await eraseDue(t.app);
  expect([await statusOf(due), await statusOf(early)]).toEqual([4, 3]);
  const [row] = await rows<{ text: string; nickname: string }>(
    'select u::text as text, nickname from usr_app_user u where id = $1',
    due,
  );
  expect(row?.nickname).toBe('已注销用户');
  expect(row?.text).not.toContain(before?.mask ?? '?');
  const phones = await rows('select user_id::text as id from msg_push_token where user_id = any($1)', [due, early]);
  expect(phones).toEqual([{ id: early }]);
  expect((await t.call('POST', '/app/v1/user/cancelDeletion', {}, { as: token })).status).toBe(401);
  const log = await rows<object>(
    "select username, action from sys_operation_log where entity = 'appUser' and entity_id = $1 order by id",
    due,
  );
  expect(log).toEqual([
    { username: 'app', action: 'applyDeletion' },
    { username: 'system', action: 'erase' },
  ]);
});

test('what the phones of an erased user reported of Bluetooth is erased, in every month; of others it stays', async () => {
  const [gone, other] = [await addAppUser(t), await addAppUser(t)];
  const vehicleId = await addSample(t, plain(entities.vehicle));
  await rows("select veh_ble_log_partition((now() - interval '2 months')::date)");
  await rows(
    `insert into veh_ble_log (time, vehicle_id, user_id, result, phone_model)
     select now() - n * interval '2 months', $1, u, 0, 'iPhone 15' from unnest('{0,1}'::int[]) n, unnest($2::bigint[]) u`,
    vehicleId,
    [gone, other],
  );
  expect((await askForDeletion(gone)).code).toBe(0);
  await daysAgo(gone, 16);
  await eraseDue(t.app);
  expect(await statusOf(gone)).toBe(4);
  expect(await rows('select user_id::text as id from veh_ble_log where vehicle_id = $1', vehicleId)).toEqual([
    { id: other },
    { id: other },
  ]);
});

test('what an erased user was sent is erased, with what became of it; of others it stays', async () => {
  const [gone, other] = [await addAppUser(t), await addAppUser(t)];
  const text = { title: { zh: '车辆报警', en: 'Alarm' }, body: { zh: '世纪大道100号', en: '100 Century Avenue' } };
  for (const userId of [gone, other])
    await withTransaction(t.app.db, (tx) => notifyOwner(tx, { userId, kind: 'alarm', ...text }));
  expect((await askForDeletion(gone)).code).toBe(0);
  await daysAgo(gone, 16);
  await eraseDue(t.app);
  expect(await statusOf(gone)).toBe(4);
  const left = await rows<object>(
    `select i.user_id::text as id, count(r.inbox_id)::int as records from msg_inbox i left join msg_push_record r on r.inbox_id = i.id
     where i.receiver = 1 and i.user_id = any($1) group by 1`,
    [gone, other],
  );
  expect(left).toEqual([{ id: other, records: 1 }]);
});

test('an erased user is reached by no feedback, and takes no place among those a vehicle is shared with', async () => {
  const mobile = '13655550001';
  const gone = await addAppUser(t, 1, mobile);
  const vehicleId = await addSample(t, plain(entities.vehicle));
  const owner = await bindOwner(t, vehicleId);
  const [vehicle] = await rows<{ vin: string }>('select vin from veh_vehicle where id = $1', vehicleId);
  expect((await ask(owner, '/app/v1/vehicle/share', { vin: vehicle?.vin, mobile })).code).toBe(0);
  const feedback = {
    categoryCode: 'P05',
    content: '靠近车辆时没有反应',
    contact: 'owner@example.com',
    clientOs: 1,
    appVersion: '5.2.0',
  };
  expect((await ask(gone, '/app/v1/feedback/submit', feedback)).code).toBe(0);
  expect((await askForDeletion(gone)).code).toBe(0);
  await daysAgo(gone, 16);
  await eraseDue(t.app);
  expect(await statusOf(gone)).toBe(4);
  const contacts = 'select content, contact_enc, contact_hash, contact_mask from cs_feedback where user_id = $1';
  expect(await rows<object>(contacts, gone)).toEqual([
    { content: feedback.content, contact_enc: null, contact_hash: null, contact_mask: null },
  ]);
  const bound = 'select user_id::text as id from veh_binding where vehicle_id = $1 and status = 1';
  expect(await rows(bound, vehicleId)).toEqual([{ id: owner }]);
  const log = 'select action, channel from veh_binding_log where vehicle_id = $1 and user_id = $2 order by id';
  expect(await rows<object>(log, vehicleId, gone)).toEqual([
    { action: 3, channel: 1 },
    { action: 4, channel: 5 },
  ]);
});

test('taken back in time, by the user or in the console, it stays', async () => {
  const [own, helped] = [await addAppUser(t), await addAppUser(t)];
  for (const userId of [own, helped]) await askForDeletion(userId);
  expect((await ask(own, '/app/v1/user/cancelDeletion')).code).toBe(0);
  const answer = await t.call(
    'POST',
    '/user/crm/appUser/cancelDeletion',
    { id: helped, reason: '用户来电撤销' },
    { as: 'admin' },
  );
  expect(answer.code).toBe(0);
  const left = await rows<object>('select status, deletion_time from usr_app_user where id = any($1)', [own, helped]);
  expect(left).toEqual([
    { status: 1, deletion_time: null },
    { status: 1, deletion_time: null },
  ]);
});

test('an owner unbinds first; one who became an owner meanwhile is not erased', async () => {
  const vehicleId = await addSample(t, plain(entities.vehicle));
  const owner = await bindOwner(t, vehicleId);
  expect((await askForDeletion(owner)).code).toBe(5133);
  await rows('update usr_app_user set status = 3 where id = $1', owner);
  await daysAgo(owner, 20);
  await eraseDue(t.app);
  expect(await statusOf(owner)).toBe(3);
  expect((await ask(owner, '/app/v1/user/deleteAccount', { smsCode: '000000' })).code).toBe(1110);
});

test('an open repair order is ended first (5134); an account with one is not erased', async () => {
  const vehicleId = await addSample(t, plain(entities.vehicle));
  const owner = await bindOwner(t, vehicleId);
  const [vehicle] = await rows<{ vin: string }>('select vin from veh_vehicle where id = $1', vehicleId);
  expect((await ask(owner, '/app/v1/repair/submit', { vin: vehicle?.vin, ...report() })).code).toBe(0);
  await rows('update veh_vehicle set owner_user_id = null, bind_status = 0 where id = $1', vehicleId);
  expect((await askForDeletion(owner)).code).toBe(5134);
  await rows('update usr_app_user set status = 3 where id = $1', owner);
  await daysAgo(owner, 16);
  await eraseDue(t.app);
  expect(await statusOf(owner)).toBe(3);
  await rows('update cs_repair_order set status = 6 where user_id = $1', owner);
  await eraseDue(t.app);
  expect(await statusOf(owner)).toBe(4);
});
