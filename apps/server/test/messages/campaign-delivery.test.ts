import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { issueAppToken } from '../../src/http/app-call.ts';
import { addSample } from '../registry/samples.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';
import { campaignParts, campaigns, type Campaigns, states } from './campaign-kit.ts';

/** Advisory lock that holds what sends. */
const held = 4_713;
let t: TestApp;
let kit: Campaigns;

beforeAll(async () => {
  t = await createTestApp();
  kit = await campaigns(t);
});
afterAll(() => t.stop());

/** An owner alone in their city. */
async function ownerIn(cityId: string) {
  const userId = await kit.owner({ cityId });
  const token = await issueAppToken(t.app, userId);
  const app = <T>(method: 'GET' | 'POST', path: string, body: object = {}) =>
    t.call<T>(method, `/app/v1/${path}`, body, { as: token });
  const setting = (push: 0 | 1, sms: 0 | 1) => app('POST', 'message/setting', { kind: 'activity', push, sms });
  const inbox = async () =>
    (
      await app<{
        list: {
          id: string;
          refId: string;
          title: string;
          coverUrl: string | null;
          linkUrl: string | null;
          activityId: string | null;
        }[];
      }>('GET', 'message/list', { kind: 'activity' })
    ).data.list;
  return { userId, app, setting, inbox };
}

const causesOf = async (id: string) =>
  Object.fromEntries((await kit.statistics(id)).causes.map(({ code, n }) => [code, n]));

test('a campaign leads to the AR event that it is about, while that is on', async () => {
  const { running, ended } = machines['SM-Raffle'].states;
  const activityId = await addSample(t, entityNamed('raffleActivity'));
  const becomes = (status: number) =>
    t.app.pool.query('update act_raffle_activity set status = $2 where id = $1', [activityId, status]);
  const { inbox } = await ownerIn('220100');
  await becomes(running);
  const id = await kit.approved({ cityCodes: ['220100'], activityId });
  await kit.sendAll(id);
  expect(await inbox()).toMatchObject([{ refId: id, activityId }]);
  await becomes(ended);
  await expect(kit.approved({ cityCodes: ['220100'], activityId })).rejects.toThrow('1001');
});

test('an owner gets two pushes of campaigns a day; the third is in their inbox alone', async () => {
  const { inbox } = await ownerIn('120100');
  const sent: string[] = [];
  for (let n = 0; n < 3; n++) {
    const id = await kit.approved({ cityCodes: ['120100'], channels: ['1', '2'] });
    await kit.sendAll(id);
    sent.push(id);
  }
  expect(await Promise.all(sent.map(causesOf))).toEqual([{}, {}, { cap: 1 }]);
  expect((await inbox()).map(({ refId }) => refId).toSorted()).toEqual(sent.toSorted());
});

test('of three campaigns that are sent at the same moment, an owner still gets two pushes', async () => {
  await ownerIn('210100');
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) {
    const id = await kit.approved({ cityCodes: ['210100'], channels: ['1', '2'] });
    expect(await kit.move(id, 'publish', kit.author.token)).toMatchObject({ code: 0 });
    ids.push(id);
  }
  // Each part has decided, and waits before it commits.
  await t.app.pool.query(`
    create function hold_part() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock_shared(${held}); return null; end $$;
    create trigger hold_part after insert on msg_push_record for each statement execute function hold_part()`);
  const holder = new pg.Client({ connectionString: t.databaseUrl });
  await holder.connect();
  try {
    await holder.query('select pg_advisory_lock($1)', [held]);
    const sending = Promise.all(ids.map(() => campaignParts.round(t.app)));
    const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    await vi.waitFor(async () => expect((await holder.query(waiting)).rows).toHaveLength(3), { timeout: 30_000 });
    await holder.query('select pg_advisory_unlock($1)', [held]);
    expect(await sending).toEqual([1, 1, 1]);
  } finally {
    await holder.end();
    await t.app.pool.query('drop trigger hold_part on msg_push_record');
  }
  const causes = await Promise.all(ids.map(causesOf));
  expect(causes.filter(({ cap }) => cap === 1)).toHaveLength(1);
});

test('in an owner’s quiet hours their phone is silent; the message is in their inbox', async () => {
  const { app, inbox } = await ownerIn('220100');
  // Until a minute before it begins: quiet at any time of the day at which campaigns go out.
  await app('POST', 'message/setting', { kind: 'activity', push: 1, sms: 1, quietStart: '00:00', quietEnd: '23:59' });
  const id = await kit.approved({ cityCodes: ['220100'], channels: ['1', '2'] });
  await kit.sendAll(id);
  expect(await causesOf(id)).toEqual({ quiet: 1 });
  expect(await inbox()).toMatchObject([{ refId: id }]);
});

test('texts need consent and say how to end them; who wants nothing of the kind gets nothing', async () => {
  const cityCodes = ['130100'];
  const { userId, setting, inbox } = await ownerIn('130100');
  const values = { cityCodes, channels: ['1', '3'], smsContent: '周末骑行活动开始报名。' };
  const first = await kit.approved(values);
  await kit.sendAll(first);
  expect(await causesOf(first)).toEqual({ noConsent: 1 });

  await setting(1, 1);
  const second = await kit.approved(values);
  await kit.sendAll(second);
  expect(await causesOf(second)).toEqual({});
  const { rows } = await t.app.pool.query<{ text: string | null }>(
    `select r.text_zh as text from msg_push_record r join msg_inbox i on i.id = r.inbox_id
     where i.user_id = $1 and i.ref_id = $2 order by r.channel`,
    [userId, second],
  );
  expect(rows).toEqual([{ text: null }, { text: '周末骑行活动开始报名。拒收请回复R' }]);

  await setting(0, 0);
  const third = await kit.approved(values);
  await kit.sendAll(third);
  expect(await causesOf(third)).toEqual({ optedOut: 2 });
  expect((await inbox()).map(({ refId }) => refId).toSorted()).toEqual([first, second].toSorted());
  expect(await kit.read(third)).toMatchObject({ targetCount: 1, sentCount: 0 });
});

test('an owner opens a campaign, and it is counted; withdrawn, it is gone', async () => {
  const { app, inbox } = await ownerIn('140100');
  const link = { contentType: 2, content: undefined, contentEn: undefined, linkUrl: 'https://m.example.com/sale' };
  const id = await kit.approved({ cityCodes: ['140100'], ...link });
  await kit.sendAll(id);
  const [message] = await inbox();
  expect(message).toMatchObject({ refId: id, linkUrl: 'https://m.example.com/sale' });
  expect(message?.coverUrl).toMatch(/\/common\/file\//);
  expect((await app('POST', 'message/read', { ids: [message?.id] })).data).toEqual({ read: 1 });
  expect(await kit.read(id)).toMatchObject({ readCount: 1, clickRate: 100 });
  expect(await kit.recipients(id, { status: 3 })).toMatchObject({ total: 1, list: [{ channel: 1, status: 3 }] });
  expect(await kit.recipients(id, { status: 4 })).toMatchObject({ total: 0, list: [] });
  expect((await kit.move(id, 'revoke', kit.author.token)).code).toBe(0);
  expect(await inbox()).toEqual([]);
});

test('a wrong campaign is recalled while it is sent and after it was stopped, and gone when it is deleted', async () => {
  const [reader, other] = [await ownerIn('140300'), await ownerIn('140300')];
  const sending = async (): Promise<string> => {
    const id = await kit.approved({ cityCodes: ['140300'], channels: ['1', '2'] });
    await kit.intoInboxes(id);
    return id;
  };
  const by = kit.author.token;
  const first = await sending();
  const [message] = await reader.inbox();
  expect((await reader.app('POST', 'message/read', { ids: [message?.id] })).data).toEqual({ read: 1 });
  expect(await kit.move(first, 'stop', by)).toMatchObject({ code: 0 });
  // Who has read it keeps it; for everybody else it is as if it had not been sent.
  expect(await reader.inbox()).toMatchObject([{ refId: first }]);
  expect(await other.inbox()).toEqual([]);
  expect(await kit.move(first, 'revoke', by)).toMatchObject({ code: 0 });
  expect(await reader.inbox()).toEqual([]);

  const second = await sending();
  expect(await other.inbox()).toMatchObject([{ refId: second }]);
  expect(await kit.move(second, 'revoke', by)).toMatchObject({ code: 0 });
  expect(await kit.read(second)).toMatchObject({ status: states.withdrawn });
  expect(await other.inbox()).toEqual([]);

  const third = await sending();
  const [kept] = await reader.inbox();
  await reader.app('POST', 'message/read', { ids: [kept?.id] });
  expect(await kit.move(third, 'stop', by)).toMatchObject({ code: 0 });
  expect(await kit.post('batchDelete', { ids: [third] })).toMatchObject({ data: { deleted: 1 } });
  expect(await reader.inbox()).toEqual([]);
});

test('a test goes to oneself and to test accounts alone, at once', async () => {
  const mobile = '13511110000';
  const userId = await kit.owner({ mobile });
  const id = await kit.added({ title: '周末活动' });
  const send = async (mobiles: readonly string[]) =>
    kit.post<{ sent: number; errors?: readonly { field: string; message: string }[] }>('test', { id, mobiles });
  const refusal = (message: string) => ({ code: 1001, data: { errors: [{ field: 'mobiles', message }] } });
  const inboxOf = async (): Promise<readonly unknown[]> =>
    (await t.app.pool.query(`select title_zh as title from msg_inbox where user_id = $1`, [userId])).rows;
  const giveNumberTo = (staff: string) =>
    t.app.pool.query(
      `update sys_user s set mobile_hash = u.mobile_hash from usr_app_user u where u.id = $1 and s.id = $2`,
      [userId, staff],
    );
  // Owners and colleagues get none, and it is not said which of them a number is.
  expect(await send([mobile])).toMatchObject(refusal(`${mobile}不是您的手机号，也不是测试账号`));
  await giveNumberTo(kit.reviewer.userId);
  expect(await send([mobile])).toMatchObject(refusal(`${mobile}不是您的手机号，也不是测试账号`));
  expect(await inboxOf()).toEqual([]);
  await t.app.pool.query(`update sys_user set mobile_hash = decode(md5(random()::text), 'hex') where id = $1`, [
    kit.reviewer.userId,
  ]);
  await giveNumberTo(kit.author.userId);
  expect(await send([mobile, '13511110001'])).toMatchObject(refusal('13511110001不是您的手机号，也不是测试账号'));
  expect(await inboxOf()).toEqual([]);
  expect(await send([mobile, mobile])).toMatchObject({ code: 0, data: { sent: 1 } });
  expect(await inboxOf()).toEqual([{ title: '【测试】周末活动' }]);
  expect((await kit.statistics(id)).channels).toEqual([]);
  const six = Array.from({ length: 6 }, (_, n) => `1351111000${n}`);
  expect((await send(six)).code).toBe(1001);
});

test('an administrator makes a user a test account, and nobody whom no role gives it', async () => {
  const mobile = '13511110009';
  const userId = await kit.owner({ mobile });
  const id = await kit.added({ title: '周末活动' });
  const send = () => kit.post('test', { id, mobiles: [mobile] });
  const mark = (as: string, testAccount: number) =>
    t.call('POST', '/user/crm/appUser/testAccount', { id: userId, testAccount, reason: '市场部测试手机' }, { as });
  const marketing = await signInAs(t, { roles: ['marketing'] });
  expect((await mark(marketing.token, 1)).code).toBe(1003);
  expect((await mark(kit.author.token, 1)).code).toBe(0);
  expect((await send()).code).toBe(0);
  expect((await mark(kit.author.token, 0)).code).toBe(0);
  expect((await send()).code).toBe(1001);
});

test('numbers of recipients are masked; the export with numbers needs its own right and a reason', async () => {
  await ownerIn('150100');
  const id = await kit.approved({ cityCodes: ['150100'] });
  await kit.sendAll(id);
  const { list } = await kit.recipients(id);
  expect(list).toMatchObject([{ mobile: expect.stringMatching(/^1\d{2}\*{4}\d{4}$/) }]);
  expect((await kit.post('exportRecipients', { id, reason: '短' })).code).toBe(1001);
  expect(await kit.post('exportRecipients', { id, reason: '核对活动名单' })).toMatchObject({
    code: 0,
    data: { rows: 1 },
  });
  await t.app.pool.query(
    `insert into sys_role (role_code, role_name, data_scope, dealer_assignable, built_in, enabled) values ('reader', 'reader', 1, 0, 0, 1)`,
  );
  await t.app.pool.query(
    `insert into sys_role_function (role_code, function_code) select 'reader', code from sys_function where code like 'operationActivityManage%'`,
  );
  const reader = await signInAs(t, { roles: ['reader'] });
  expect((await kit.post('exportRecipients', { id, reason: '核对活动名单' }, reader.token)).code).toBe(1003);
});
