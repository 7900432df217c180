import type { ShareSummary } from '@wheelhouse/contract/calls/events/shares';
import { formatDay } from '@wheelhouse/contract/time';
import { codes } from '@wheelhouse/entities/codes';
import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { issueAppToken } from '../../src/http/app-call.ts';
import { shareJobs } from '../../src/modules/events/shares/jobs.ts';
import { addSample, bindOwner } from '../registry/samples.ts';
import { addAppUser } from '../support/app-user.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { awayFromHour } from '../support/hours.ts';
import { signInAs } from '../support/people.ts';
import { addShare } from '../support/shares.ts';

const { activity, article, theme, app, vehicle } = codes.ShareObject;
const downloadAddress = 'https://m.example.com/download';
/** The address and the system of the app in these tests. */
const home = '127.0.0.1';
const browser = 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/128.0';

let t: TestApp;
let reader = '';
const rows = async <Row extends object>(query: string, ...values: unknown[]): Promise<Row[]> =>
  (await t.app.pool.query<Row>(query, values)).rows;

beforeAll(async () => {
  t = await createTestApp();
  reader = (await signInAs(t, { roles: ['ops'] })).token;
  await rows(
    `insert into ps_link (link_code, name, category, url, client_os, open_mode, need_login, append_token, enabled)
     values ('APP_DOWNLOAD', '下载', '9', $1, '{1}', 2, 0, 0, 1)`,
    downloadAddress,
  );
});
afterAll(() => t.stop());
beforeEach(() => awayFromHour(20_000));

const report = async (userId: string, body: object) =>
  t.call<{ shareCode: string }>('POST', '/app/v1/share/report', body, { as: await issueAppToken(t.app, userId) });
async function shared(body: object = { object: app, channel: 1 }): Promise<string> {
  const { code, data, message } = await report(await addAppUser(t), body);
  expect(code, message).toBe(0);
  return data.shareCode;
}
let addresses = 0;
const address = (): string => `203.0.113.${++addresses}`;
const open = (shareCode: string, { ip = address(), userAgent = browser, lang = 'zh' } = {}) =>
  t.http.inject({
    method: 'GET',
    url: `/s/${shareCode}`,
    remoteAddress: ip,
    headers: { 'user-agent': userAgent, 'accept-language': lang },
  });
const countsOf = async (shareCode: string) =>
  (
    await rows<{ visits: number; newUsers: number; rev: number }>(
      `select visits, new_users as "newUsers", rev from act_share_record where share_code = $1`,
      shareCode,
    )
  )[0];

describe('the app reports', () => {
  test('what it shares, each with a code of its own', async () => {
    const userId = await addAppUser(t);
    const [a, b] = [
      await report(userId, { object: app, channel: 1 }),
      await report(userId, { object: app, channel: 1 }),
    ];
    expect(a.data.shareCode).toMatch(/^[a-z2-9]{10}$/);
    expect(a.data.shareCode).not.toBe(b.data.shareCode);
    const own = await addSample(t, entityNamed('vehicle'));
    const owner = await bindOwner(t, own);
    const [{ vin } = { vin: '' }] = await rows<{ vin: string }>('select vin from veh_vehicle where id = $1', own);
    expect((await report(owner, { object: vehicle, objectId: vin, channel: 2 })).code).toBe(0);
    expect((await report(userId, { object: vehicle, objectId: vin, channel: 2 })).code, 'of somebody else').toBe(1002);
  });

  test.each([
    ['an article that is not live', { object: article, objectId: '999999' }],
    ['a theme that is not on', { object: theme, objectId: '999999' }],
    ['an article without its id', { object: article }],
    ['an id that is none', { object: theme, objectId: "1' or 1=1" }],
    ['an activity, as there are none', { object: activity, objectId: '1' }],
  ])('and not %s', async (_what, body) => {
    expect([1001, 1002]).toContain((await report(await addAppUser(t), { ...body, channel: 1 })).code);
  });

  test.each([
    { object: 6, channel: 1 },
    { object: app, channel: 7 },
  ])('by known codes alone: %o', async (body) => {
    expect((await report(await addAppUser(t), body)).code).toBe(1001);
  });
});

describe('an opened link', () => {
  test('counts once an hour and visitor, also of many at once, and leads to the page that offers the app', async () => {
    const code = await shared();
    const [ip, other] = [address(), address()];
    const answers = await Promise.all(Array.from({ length: 10 }, () => open(code, { ip })));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([302]));
    expect(answers[0]?.headers['location']).toBe(`${downloadAddress}?share=${code}`);
    expect(await countsOf(code)).toMatchObject({ visits: 1, rev: 1 });
    await open(code, { ip: other });
    await open(code, { ip, userAgent: `${browser} Another` });
    expect((await countsOf(code))?.visits).toBe(3);
    // An hour later the same visitor counts again.
    await rows(`update act_share_visit set hour = hour - interval '1 hour'`);
    await open(code.toUpperCase(), { ip });
    expect((await countsOf(code))?.visits).toBe(4);
  });

  test.each(['', 'curl/8.5.0', 'WhatsApp/2.23'])('by software is not counted: %s', async (userAgent) => {
    const code = await shared();
    expect((await open(code, { userAgent })).statusCode).toBe(302);
    expect((await countsOf(code))?.visits).toBe(0);
  });

  test('of an article that is a page elsewhere leads there, while its host is allowed', async () => {
    const articleId = await addSample(t, entityNamed('article'));
    await rows(
      `insert into cnt_article_live (article_id, publish_time, title, type_id, author, cover, cover_style, content_type, link_url, allow_comment, allow_share)
       select id, now(), title, type_id, author, cover, 1, 2, 'https://m.example.com/stories/1', 1, 1 from cnt_article where id = $1`,
      articleId,
    );
    const code = await shared({ object: article, objectId: articleId, channel: 1 });
    expect((await open(code)).headers['location']).toBe('https://m.example.com/stories/1');
    await rows(`update cnt_article_live set link_url = 'https://evil.example/' where article_id = $1`, articleId);
    expect((await open(code)).headers['location']).toBe(`${downloadAddress}?share=${code}`);
    await rows('delete from cnt_article_live where article_id = $1', articleId);
    expect((await open(code)).headers['location']).toBe(`${downloadAddress}?share=${code}`);
  });

  test('without a share behind it leads nowhere, whatever it asks for', async () => {
    for (const code of ['aaaaaaaaaa', 'nothing', '%2F%2Fevil.example', '%3Cscript%3E']) {
      const answer = await open(code);
      expect(answer.headers['location'], code).toBeUndefined();
      expect(answer.body).toContain('<h1>分享链接无效</h1>');
      expect(answer.body).not.toContain('<script');
    }
    const code = await shared();
    const elsewhere = await open(`${code}?to=https://evil.example/&url=https://evil.example/`);
    expect(elsewhere.headers['location'] ?? downloadAddress).toMatch(/^https:\/\/m\.example\.com\//);
    expect((await open('aaaaaaaaaa', { lang: 'en' })).body).toContain('<h1>This link is not valid</h1>');
  });

  test('leaves no address and no browser behind, and no hash beyond the days that need it', async () => {
    const code = await shared();
    await open(code, { ip: '198.51.100.77', userAgent: `${browser} Rare/7` });
    const kept = JSON.stringify(await rows('select v::text from act_share_visit v'));
    expect(kept).not.toContain('198.51.100.77');
    expect(kept).not.toContain('Rare/7');
    await rows(`update act_share_visit set time = now() - interval '9 days', hour = hour - interval '9 days'`);
    await shareJobs[0]?.run(t.app);
    expect(await rows('select 1 from act_share_visit where visitor is not null or phone is not null')).toEqual([]);
  });
});

let mobiles = 0;
/** A new account, from the address of the app. */
async function registered(): Promise<string> {
  const mobile = `1368888${String(++mobiles).padStart(4, '0')}`;
  await rows("delete from sys_attempt where kind like 'sms-%'");
  expect((await t.call('POST', '/app/v1/user/loginCode', { mobile })).code).toBe(0);
  const [sent] = await rows<{ body: string }>('select body from sys_sms_outbox order by id desc limit 1');
  const smsCode = /\d{6}/.exec(sent?.body ?? '')?.[0];
  const login = await t.call<{ user: { id: string } }>('POST', '/app/v1/user/login', { mobile, smsCode });
  expect(login).toMatchObject({ code: 0, data: { isNew: 1 } });
  return login.data.user.id;
}

describe('a new user', () => {
  beforeEach(() => rows('update act_share_visit set phone = null'));

  test('counts for the share whose link was opened last before, once', async () => {
    const [first, last, later] = [await shared(), await shared(), await shared()];
    await open(last, { ip: home });
    await open(first, { ip: home });
    // Opened again within the hour: no visit more, but the last one.
    await open(last, { ip: home });
    await open(later, { ip: address() });
    await registered();
    expect(await countsOf(last)).toMatchObject({ visits: 1, newUsers: 1 });
    expect((await countsOf(first))?.newUsers).toBe(0);
    expect((await countsOf(later))?.newUsers).toBe(0);
  });

  test('counts within seven days of the visit, by the key of its own day', async () => {
    const { phoneHash } = await import('../../src/modules/events/shares/visitor.ts');
    const caller = { ip: home, userAgent: browser };
    const visitedAgo = async (code: string, hours: number) => {
      const then = Date.now() - hours * 3_600_000;
      await rows(
        `insert into act_share_visit (share_id, hour, visitor, phone, time)
         select id, date_trunc('hour', $2::timestamptz), $3, $3, $2 from act_share_record where share_code = $1`,
        code,
        new Date(then),
        phoneHash(t.app.secrets, caller, then),
      );
    };
    const old = await shared();
    await visitedAgo(old, 7 * 24 + 1);
    await registered();
    expect((await countsOf(old))?.newUsers).toBe(0);
    const recent = await shared();
    await visitedAgo(recent, 7 * 24 - 1);
    await registered();
    expect((await countsOf(recent))?.newUsers).toBe(1);
  });

  test('who opens no link counts for none', async () => {
    const code = await shared();
    await open(code, { ip: home, userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' });
    await registered();
    expect((await countsOf(code))?.newUsers).toBe(0);
  });
});

interface Row {
  readonly id: string;
  readonly userId: string;
  readonly mobile: string;
  readonly objectName: string | null;
  readonly shares: number;
  readonly visits: number;
  readonly newUsers: number;
  readonly channel: number;
}
const day = (ago: number) => formatDay(new Date(Date.now() - ago * 86_400_000));
const range = (ago = 30, until = 0) => ({ 'time.ge': day(ago), 'time.le': day(until) });
const crm = <Data>(path: string, body: object, as = 'admin') =>
  t.call<Data>('POST', `/act/crm/share/${path}`, body, { as });
const sum = <Name extends 'visits' | 'newUsers' | 'shares'>(
  list: readonly Readonly<Record<Name, number>>[],
  name: Name,
) => list.reduce((total, row) => total + row[name], 0);

describe('the statistics', () => {
  test.each([
    ['all of a month', {}],
    ['one channel', { channel: 3 }],
    ['one object', { shareObject: theme, objectId: '77' }],
    ['one system', { clientOs: 1 }],
    ['nothing', { channel: 6 }],
  ])('say the same in cards, charts, ranks and list: %s', async (_what, more) => {
    await rows('delete from act_share_visit');
    await rows('delete from act_share_user');
    await rows('delete from act_share_record');
    const [a, b] = [await addAppUser(t), await addAppUser(t)];
    for (const [at, userId] of [a, a, b, a, b, b, a].entries())
      await addShare(t, userId, {
        ago: at * 6,
        channel: (at % 3) + 2,
        ...(at % 2 === 0 ? { object: theme, objectId: at < 4 ? '77' : '78' } : {}),
        visits: at * 3 + 1,
        newUsers: at % 2,
      });
    const query = { ...range(), ...more };
    const { data: list } = await crm<{ list: Row[]; total: number }>('list', { query, pageSize: 200 });
    const { data } = await crm<ShareSummary>('summary', { query });
    const totals = { shares: list.total, visits: sum(list.list, 'visits'), newUsers: sum(list.list, 'newUsers') };
    expect(data).toMatchObject({ ...totals, sharers: new Set(list.list.map(({ userId }) => userId)).size });
    expect(data.days).toHaveLength(31);
    const { data: ranks } = await crm<{ objects: Row[]; sharers: Row[] }>('rank', { query });
    for (const part of [data.days, data.channels, ranks.objects, ranks.sharers])
      expect({
        shares: sum(part, 'shares'),
        visits: sum(part, 'visits'),
        newUsers: sum(part, 'newUsers'),
      }).toEqual(totals);
    expect(ranks.sharers.map(({ visits }) => visits)).toEqual(
      ranks.sharers.map(({ visits }) => visits).toSorted((x, y) => y - x),
    );
    for (const { mobile } of [...ranks.sharers, ...list.list]) expect(mobile).toMatch(/^\d{3}\*{4}\d{4}$/);
  });

  test('are asked for both days, 92 at most, by known conditions', async () => {
    for (const path of ['summary', 'rank']) {
      expect((await crm(path, { query: {} })).code).toBe(1001);
      expect((await crm(path, { query: range(200) })).code).toBe(1012);
      expect((await crm(path, { query: { ...range(), secret: 1 } })).code).toBe(1001);
    }
    expect((await crm('list', { query: range(200) })).code).toBe(1012);
    expect((await crm('rank', { query: range(), topN: 101 })).code).toBe(1001);
  });

  test('are for whoever has the page; the export needs its button', async () => {
    const query = range();
    for (const path of ['summary', 'rank', 'list']) expect((await crm(path, { query }, reader)).code, path).toBe(0);
    expect((await crm('export', { query, reason: '月度复盘' }, reader)).code).toBe(1003);
    const { token } = await signInAs(t, { roles: ['cs'] });
    for (const path of ['summary', 'rank', 'list', 'export'])
      expect((await crm(path, { query }, token)).code, path).toBe(1003);
  });

  test('count within the data scope of whoever looks', async () => {
    const userId = await addAppUser(t);
    await rows(`update usr_app_user set city_id = '440100' where id = $1`, userId);
    await addShare(t, userId, { visits: 5 });
    await rows(
      `insert into sys_role (role_code, role_name, data_scope, dealer_assignable, built_in, enabled) values ('share_region', '区域', 3, 0, 0, 1)`,
    );
    await rows(
      `insert into sys_role_function (role_code, function_code) values ('share_region', 'shareCount'), ('share_region', 'shareCount.query')`,
    );
    const { token } = await signInAs(t, { roles: ['share_region'], regionScope: ['440000'] });
    const { data } = await crm<ShareSummary>('summary', { query: range() }, token);
    expect(data).toMatchObject({ shares: 1, sharers: 1, visits: 5 });
  });
});
