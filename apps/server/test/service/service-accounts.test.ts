import type { OwnServiceAccount, ServiceSummary } from '@wheelhouse/contract/calls/service';
import { codes } from '@wheelhouse/entities/codes';
import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addUser, password } from '../access/fixture.ts';
import { sampleForm } from '../registry/samples.ts';
import { addAppUser } from '../support/app-user.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

const base = '/cs/crm/serviceAccount';
const { ServiceAccountType: types, ServiceLogEvent: event, ServiceOnline: states } = codes;

let t: TestApp;
/** Who serves, without any right to the pages; and who leads. */
let agent: { token: string; id: string };
let lead: string;

const rows = async <Row extends object>(query: string, ...values: unknown[]): Promise<Row[]> =>
  (await t.app.pool.query<Row>(query, values)).rows;
const post = <Data = unknown>(path: string, body: object, as = 'admin') =>
  t.call<Data>('POST', `${base}/${path}`, body, { as });
const refused = (field: string) => ({ code: 1001, data: { errors: [{ field }] } });

interface Account {
  id: string;
  rev: number;
  accountNo: string;
  onlineStatus: number;
  enabled: number;
  todaySessions: number;
  avgRating: number | null;
}
const one = async (id: string): Promise<Account> => (await post<Account>('detail', { id })).data;
const formOf = async (more: object = {}) => ({ ...(await sampleForm(t, entityNamed('serviceAccount'))), ...more });
const added = async (more: object = {}): Promise<Account> => {
  const answer = await post<{ id: string }>('add', await formOf(more));
  expect(answer).toMatchObject({ code: 0 });
  return one(answer.data.id);
};
/** An account of the agent. Each test takes another type. */
const agents = (accountType: number, more: object = {}) => added({ sysUserId: agent.id, accountType, ...more });
const move = (id: string, onlineStatus: number, as = agent.token) => post('online', { id, onlineStatus }, as);
const eventsOf = async (id: string): Promise<number[]> =>
  (await rows<{ event: number }>('select event from cs_service_account_log where account_id = $1 order by id', id)).map(
    (row) => row.event,
  );
const session = (id: string, what: number, no: string, more: { score?: number; first?: number; user?: string } = {}) =>
  rows(
    `insert into cs_service_account_log (time, account_id, event, session_no, score, first_response_sec, user_id)
     values (now(), $1, $2, $3, $4, $5, $6)`,
    id,
    what,
    no,
    more.score ?? null,
    more.first ?? null,
    more.user ?? null,
  );

beforeAll(async () => {
  t = await createTestApp();
  await rows(
    `insert into sys_role (role_code, role_name, data_scope, dealer_assignable, built_in, enabled)
     values ('serves', '坐席', 1, 0, 0, 1), ('leads', '坐席组长', 1, 0, 0, 1)`,
  );
  await rows(
    `insert into sys_role_function (role_code, function_code)
     select 'leads', code from sys_function where code like 'customerServiceAccount%'`,
  );
  await addUser(t, { username: 'svc.agent', roles: ['serves'] });
  await addUser(t, { username: 'svc.lead', roles: ['leads'] });
  const token = await t.login('svc.agent', password);
  agent = { token, id: (await t.app.sessions.authenticate(token, undefined)).id };
  lead = await t.login('svc.lead', password);
});
afterAll(() => t.stop());

describe('the form', () => {
  test('gives running numbers; a user has one account of each type', async () => {
    const first = await added();
    expect(first).toMatchObject({ onlineStatus: states.offline, enabled: 1 });
    expect(first.accountNo).toMatch(/^CS\d{4}$/);
    const form = await formOf();
    expect(await post('add', form)).toMatchObject({ code: 0 });
    expect(await post('add', form)).toMatchObject({ code: 5171, data: { errors: [{ field: 'sysUserId' }] } });
    expect(await post('add', { ...form, accountType: types.email })).toMatchObject({ code: 0 });
  });

  test('two saves at once leave one account', async () => {
    const form = await formOf();
    const answers = await Promise.all([post('add', form), post('add', form)]);
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 5171]);
  });

  test.each([
    ['no sessions at all', 'maxSessions', { maxSessions: 0 }],
    ['more sessions than anybody can hold', 'maxSessions', { maxSessions: 21 }],
    ['a hotline without an extension', 'extension', { accountType: types.hotline, extension: null }],
    ['an extension that is none', 'extension', { accountType: types.hotline, extension: '12' }],
    ['no skill', 'skillGroups', { skillGroups: [] }],
    ['a nickname of one letter', 'nickname', { nickname: '轮' }],
  ])('refuses %s', async (_what, field, more) => {
    expect(await post('add', await formOf(more))).toMatchObject(refused(field));
  });

  test('refuses the real name as nickname', async () => {
    const form = await formOf();
    const [user] = await rows<{ name: string }>(
      'select real_name as name from sys_user where id = $1',
      form['sysUserId'],
    );
    expect(await post('add', { ...form, nickname: `客服${user?.name}` })).toMatchObject(refused('nickname'));
  });
});

describe('presence', () => {
  test('a user sets the state of an own account without rights to the page, and the log keeps it', async () => {
    const { id } = await agents(types.chat);
    expect(await move(id, states.busy)).toMatchObject({ code: 1004 });
    for (const to of [states.online, states.busy, states.online, states.offline])
      expect(await move(id, to)).toMatchObject({ code: 0 });
    expect(await eventsOf(id)).toEqual([event.login, event.busy, event.login, event.logout]);
    const [last] = await rows<{ ended: boolean }>(
      'select duration_sec is not null as ended from cs_service_account_log where account_id = $1 order by id desc limit 1',
      id,
    );
    expect(last).toEqual({ ended: true });
    const mine = await post<OwnServiceAccount[]>('mine', {}, agent.token);
    expect(mine.data).toEqual([expect.objectContaining({ id, onlineStatus: states.offline })]);
    expect(await post('list', {}, agent.token)).toMatchObject({ code: 1003 });
  });

  test('others only take an account offline, and only with the right to it', async () => {
    const { id } = await added();
    expect(await move(id, states.online)).toMatchObject({ code: 1003 });
    expect(await move(id, states.offline)).toMatchObject({ code: 1003 });
    expect(await move(id, states.online, lead)).toMatchObject({ code: 1003 });
    const { id: own } = await agents(types.email);
    await move(own, states.online);
    expect(await move(own, states.offline, lead)).toMatchObject({ code: 0 });
    expect(await eventsOf(own)).toEqual([event.login, event.forcedOffline]);
    expect(await move(own, states.offline, lead)).toMatchObject({ code: 1004 });
  });

  test('an account with sessions is not disabled; one without goes offline with it', async () => {
    const { id } = await agents(types.wecom);
    await move(id, states.online);
    await session(id, event.sessionStart, 'S1');
    expect(await post('enable', { ids: [id], enabled: 0 })).toMatchObject({ data: { skipped: [{ id, code: 5172 }] } });
    expect(await one(id)).toMatchObject({ enabled: 1, onlineStatus: states.online });
    await session(id, event.transfer, 'S1');
    expect(await post('enable', { ids: [id], enabled: 0 })).toMatchObject({ code: 0 });
    expect(await one(id)).toMatchObject({ enabled: 0, onlineStatus: states.offline });
    expect((await eventsOf(id)).at(-1)).toBe(event.forcedOffline);
    expect(await move(id, states.online)).toMatchObject({ code: 1004 });
  });

  test('an account with entries in its log stays', async () => {
    const used = await added();
    await session(used.id, event.sessionStart, 'S9');
    const fresh = await added();
    expect(await post('batchDelete', { ids: [used.id, fresh.id] })).toMatchObject({
      data: { deleted: 1, skipped: [{ id: used.id, code: 1006 }] },
    });
  });
});

describe('the log', () => {
  test('is listed with masked numbers, narrowed by account and event, over 31 days at most', async () => {
    const { id } = await added();
    const user = await addAppUser(t, 1, '13900001234');
    await session(id, event.sessionStart, 'S20', { user, first: 10 });
    await session(id, event.sessionEnd, 'S20', { user });
    const list = (query: object, as = lead) => post<{ list: object[]; total: number }>('logList', { query }, as);
    expect((await list({ 'accountId.eq': id, 'event.eq': event.sessionStart })).data.list).toEqual([
      expect.objectContaining({ sessionNo: 'S20', userMobile: '139****1234', firstResponseSec: 10 }),
    ]);
    expect(await list({ 'time.ge': '2026-01-01', 'time.le': '2026-02-02' })).toMatchObject({ code: 1012 });
    expect(await list({ 'time.ge': '2026-01-01' })).toMatchObject({ code: 1012 });
    expect(await list({}, agent.token)).toMatchObject({ code: 1003 });
    expect(await post('logExport', { query: { 'accountId.eq': id } }, lead)).toMatchObject({ code: 0 });
  });

  test('comes to hours, sessions, first responses and ratings', async () => {
    const { id } = await added();
    const at = (what: number, time: string) =>
      rows('insert into cs_service_account_log (time, account_id, event) values ($3, $1, $2)', id, what, time);
    // Two and a half hours in the range, with a break, and half an hour before it.
    await at(event.login, '2026-03-01T23:30:00+08:00');
    await at(event.busy, '2026-03-02T01:00:00+08:00');
    await at(event.logout, '2026-03-02T02:30:00+08:00');
    await rows(
      `insert into cs_service_account_log (time, account_id, event, session_no, first_response_sec, score) values
        ('2026-03-02T01:00:00+08:00', $1, 4, 'S31', 10, null), ('2026-03-02T01:10:00+08:00', $1, 4, 'S32', 21, null),
        ('2026-03-02T01:20:00+08:00', $1, 8, 'S31', null, 5), ('2026-03-02T01:30:00+08:00', $1, 8, 'S32', null, 4),
        ('2026-03-03T00:00:00+08:00', $1, 4, 'S33', 99, null)`,
      id,
    );
    const sum = (body: object) => post<ServiceSummary>('logSummary', { accountId: id, ...body }, lead);
    expect((await sum({ from: '2026-03-02', to: '2026-03-02' })).data).toEqual({
      onlineHours: 2.5,
      sessions: 2,
      firstResponseSec: 16,
      rating: 4.5,
    });
    expect((await sum({ from: '2026-03-10', to: '2026-03-11' })).data).toEqual({
      onlineHours: 0,
      sessions: 0,
      firstResponseSec: null,
      rating: null,
    });
    expect(await sum({ from: '2026-01-01', to: '2026-03-01' })).toMatchObject({ code: 1012 });
  });
});
