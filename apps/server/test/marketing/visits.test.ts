import { hash } from 'node:crypto';
import type { PromotionStatistics } from '@wheelhouse/contract/calls/marketing';
import { formatDay } from '@wheelhouse/contract/time';
import { codes } from '@wheelhouse/entities/codes';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { promotionJobs } from '../../src/modules/marketing/promotions/jobs.ts';
import { mostVisits } from '../../src/modules/marketing/promotions/visits.ts';
import { bleMac } from '../../src/modules/binding/ble.ts';
import { addAppUser } from '../support/app-user.ts';
import { startKit, type Kit } from '../theft/kit.ts';
import { inHours, promotionKit } from './kit.ts';

let owners: Kit;
let kit: ReturnType<typeof promotionKit>;
beforeAll(async () => {
  owners = await startKit();
  kit = promotionKit(owners.t);
});
afterAll(() => owners.stop());

const query = (text: string, ...values: unknown[]) => owners.t.app.pool.query(text, values);
/** As the app of the kit calls: no phone's browser, the same address. */
const browser = 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/128.0';

const downloadAddress = 'https://m.example.com/download';
const addDownloadPage = () =>
  query(
    `insert into ps_link (link_code, name, category, url, client_os, open_mode, need_login, append_token, enabled)
     values ('APP_DOWNLOAD', '下载', '9', $1, '{1}', 2, 0, 0, 1)`,
    downloadAddress,
  );

/** Each with an address of its own, so that no test takes another's share. */
let addresses = 0;
const address = (): string => `203.0.113.${++addresses}`;

afterEach(() => query(`delete from ps_link where link_code = 'APP_DOWNLOAD'`));

describe('a scan', () => {
  test('is counted and sent on; the record keeps its revision', async () => {
    const { id, promoCode, rev } = await kit.published();
    const answer = await kit.scan(promoCode, { ip: address() });
    expect(answer.statusCode).toBe(302);
    expect(answer.headers).toMatchObject({ location: 'https://m.example.com/landing', 'cache-control': 'no-store' });
    expect(await kit.one(id)).toMatchObject({ scanCount: 1, rev });
    expect((await kit.scan(promoCode.toLowerCase(), { ip: address() })).statusCode).toBe(302);
    expect((await kit.one(id)).scanCount).toBe(2);
  });

  test('of many at once is counted for each, up to the share of an address', async () => {
    const { id, promoCode } = await kit.published();
    const others = Array.from({ length: 15 }, address);
    await Promise.all(others.map((ip) => kit.scan(promoCode, { ip })));
    expect((await kit.one(id)).scanCount).toBe(15);
    const crowded = address();
    const answers = await Promise.all(
      Array.from({ length: mostVisits + 10 }, () => kit.scan(promoCode, { ip: crowded })),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([302]));
    expect((await kit.one(id)).scanCount).toBe(15 + mostVisits);
    expect(await kit.events(id)).toBe(15 + mostVisits);
    const other = await kit.published();
    await kit.scan(other.promoCode, { ip: crowded });
    expect((await kit.one(other.id)).scanCount, 'another code').toBe(1);
  });

  test.each([
    '',
    'Googlebot/2.1 (+http://www.google.com/bot.html)',
    'curl/8.5.0',
    'WhatsApp/2.23',
    'HeadlessChrome/126',
  ])('by software is not counted: %s', async (userAgent) => {
    const { id, promoCode } = await kit.published();
    expect((await kit.scan(promoCode, { ip: address(), userAgent })).statusCode).toBe(302);
    expect((await kit.one(id)).scanCount).toBe(0);
  });

  test.each(['Mozilla/5.0 (Linux; Android 13; CUBOT P80) Mobile', 'QRScanner/4 (iPhone; iOS 18.0)'])(
    'by a phone whose name only looks so is counted: %s',
    async (userAgent) => {
      const { id, promoCode } = await kit.published();
      await kit.scan(promoCode, { ip: address(), userAgent });
      expect((await kit.one(id)).scanCount).toBe(1);
    },
  );

  test('of a paused promotion leads on, of an ended one to a page that says so; neither is counted', async () => {
    const { id, promoCode } = await kit.published();
    await kit.move(id, 'pause');
    expect((await kit.scan(promoCode, { ip: address() })).statusCode).toBe(302);
    await kit.move(id, 'resume');
    await query(`update ps_promotion set end_time = now() where id = $1`, id);
    const answer = await kit.scan(promoCode, { ip: address() });
    expect(answer.statusCode, 'before the job has ended it').toBe(410);
    expect(answer.body).toContain('<h1>推广活动已结束</h1>');
    expect((await kit.one(id)).scanCount).toBe(0);
  });

  test('of a code for a host that is allowed no more leads to the page of the app', async () => {
    const { id, promoCode } = await kit.published();
    await query(`update ps_promotion set landing_url = 'https://evil.example/' where id = $1`, id);
    expect((await kit.scan(promoCode, { ip: address() })).statusCode).toBe(410);
    expect((await kit.one(id)).scanCount).toBe(0);
    await addDownloadPage();
    expect((await kit.scan(promoCode, { ip: address() })).headers['location']).toBe(downloadAddress);
    expect((await kit.one(id)).scanCount).toBe(1);
  });

  test('goes to the download page where the promotion has none, and from there a download is counted', async () => {
    await addDownloadPage();
    const { id, promoCode } = await kit.published({ landingType: codes.JumpType.none, landingUrl: null });
    const location = downloadAddress;
    expect((await kit.scan(promoCode, { ip: address() })).headers).toMatchObject({ location });
    expect((await kit.scan(promoCode, { ip: address(), to: '?to=download' })).headers).toMatchObject({ location });
    expect(await kit.one(id)).toMatchObject({ scanCount: 1, downloadCount: 1 });
    const elsewhere = await kit.scan(promoCode, { ip: address(), to: '?to=https://evil.example/' });
    expect(elsewhere.headers['location']).toBeUndefined();
  });
});

describe('a code that is not valid', () => {
  const storeAddress = `https://apps.apple.com/cn/app/id1?a=1&b="'<i>`;

  test('shows one page for drafts and unknown codes: 410, without a link, while the app is offered nowhere', async () => {
    const { promoCode } = await kit.added();
    const pages = await Promise.all(
      [promoCode, 'PAAAAAAA', 'nothing', '999999999999999', '%3Cscript%3E'].map((code) =>
        kit.scan(code, { ip: address() }),
      ),
    );
    expect(new Set(pages.map(({ statusCode }) => statusCode))).toEqual(new Set([410]));
    expect(new Set(pages.map(({ body }) => body)).size, 'nobody learns of a draft').toBe(1);
    expect(pages[0]?.body).toContain('<h1>推广码无效</h1>');
    expect(pages[0]?.body).not.toMatch(/<a |<script/);
  });

  test('offers the app by its download page and the stores, in the language asked for, and runs nothing', async () => {
    await addDownloadPage();
    await query(
      `insert into ota_app_version (client_os, version_name, version_code, channel, store_url, update_type, gray_percent, release_notes, status)
       values (2, '1.0.0', 100, '{appstore}', 'https://apps.apple.com/old', 1, 100, '', 2),
         (2, '2.0.0', 200, '{appstore}', $1, 1, 100, '', 2), (3, '1.0.0', 100, '{huawei}', 'https://appgallery.huawei.com/draft', 1, 100, '', 0)`,
      storeAddress,
    );
    const answer = await kit.scan('PAAAAAAA', { ip: address(), lang: 'en' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'/,
      ),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      vary: 'accept-language',
    });
    expect(answer.body).toContain('<html lang="en">');
    expect([...answer.body.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)).toEqual([
      downloadAddress,
      'https://apps.apple.com/cn/app/id1?a=1&#38;b=&#34;&#39;&#60;i&#62;',
    ]);
    const style = /<style>([^]*)<\/style>/.exec(answer.body)?.[1] ?? '';
    expect(answer.headers['content-security-policy']).toContain(hash('sha256', style, 'base64'));
    await query('delete from ota_app_version');
  });
});

async function bind(userId: string): Promise<void> {
  const vehicle = await owners.freeVehicle();
  const time = Date.now();
  const mac = bleMac(owners.t.app.secrets, { imei: vehicle.imei, version: 1, userId, time });
  const answer = await owners.app(userId, '/app/v1/vehicle/bind', { vin: vehicle.vin, bleProof: { time, mac } });
  expect(answer.code, answer.message).toBe(0);
}

/** Forgets earlier scans from the address of the app, so that each test begins without any. */
const afresh = () => query('update ps_promotion_event set device_hash = null');
const scanned = async (promoCode: string) => {
  await query(`update ps_promotion_event set time = time - interval '2 hours' where ip = '127.0.0.1'`);
  expect((await kit.scan(promoCode, { userAgent: browser })).statusCode).toBe(302);
};

describe('an owner who binds', () => {
  test('counts for the code scanned last before they registered, once', async () => {
    await afresh();
    const [first, last, later] = [
      await kit.published(),
      await kit.published({ bindRewardFen: 300 }),
      await kit.published(),
    ];
    await scanned(first.promoCode);
    await scanned(last.promoCode);
    const userId = await addAppUser(owners.t);
    await scanned(later.promoCode);
    await bind(userId);
    const counted = { registerCount: 1, bindCount: 1, rewardFen: 300 };
    expect(await kit.one(last.id)).toMatchObject(counted);
    await bind(userId);
    expect(await kit.one(last.id), 'their second vehicle').toMatchObject(counted);
    for (const { id } of [first, later]) expect(await kit.one(id)).toMatchObject({ registerCount: 0, bindCount: 0 });
  });

  test('does not count after more than 7 days, nor as one of the staff', async () => {
    await afresh();
    const { id, promoCode } = await kit.published();
    await scanned(promoCode);
    await query(`update ps_promotion_event set time = now() - interval '7 days 1 minute' where promotion_id = $1`, id);
    await bind(await addAppUser(owners.t));
    await query(`update ps_promotion_event set time = now() - interval '1 minute' where promotion_id = $1`, id);
    const employee = await addAppUser(owners.t);
    await query(
      `update sys_user set mobile_hash = (select mobile_hash from usr_app_user where id = $1) where username = 'admin'`,
      employee,
    );
    await bind(employee);
    expect(await kit.one(id)).toMatchObject({ registerCount: 0, bindCount: 0 });
  });

  test('of a staff code does not count when it is their own', async () => {
    await afresh();
    const mobile = '13688880001';
    const { id, promoCode } = await kit.published({
      channelType: codes.PromoChannel.staff,
      staffMobile: mobile,
      dealerId: null,
    });
    await scanned(promoCode);
    await bind(await addAppUser(owners.t, 1, mobile));
    expect((await kit.one(id)).bindCount).toBe(0);
    await bind(await addAppUser(owners.t));
    expect((await kit.one(id)).bindCount).toBe(1);
  });

  test('with others at the same time is paid up to the cap, and the statistics agree', async () => {
    await afresh();
    const { id, promoCode } = await kit.published({ registerRewardFen: 400, rewardCapFen: 1_000 });
    await scanned(promoCode);
    const users = await Promise.all(Array.from({ length: 4 }, () => addAppUser(owners.t)));
    await Promise.all(users.map(bind));
    const row = await kit.one(id);
    expect(row).toMatchObject({ scanCount: 1, registerCount: 4, bindCount: 4, rewardFen: 1_000 });
    const today = formatDay(new Date());
    const yesterday = formatDay(new Date(Date.now() - 86_400_000));
    const { data } = await kit.post<PromotionStatistics>('statistics', { id, from: yesterday, to: today });
    expect(data.days.map(({ day }) => day)).toEqual([yesterday, today]);
    expect(data.total).toEqual({ scan: 1, download: 0, register: 4, bind: 4, rewardFen: 1_000 });
    for (const name of ['scan', 'register', 'bind', 'rewardFen'] as const)
      expect(data.days.reduce((sum, day) => sum + day[name], 0)).toBe(data.total[name]);
  });
});

test('a registration counts at once, and not again when the user binds', async () => {
  await afresh();
  const { id, promoCode } = await kit.published({ registerRewardFen: 200 });
  await scanned(promoCode);
  const { t } = owners;
  const mobile = '13688880002';
  expect((await t.call('POST', '/app/v1/user/loginCode', { mobile })).code).toBe(0);
  const sent = await t.app.pool.query<{ body: string }>('select body from sys_sms_outbox order by id desc limit 1');
  const smsCode = /\d{6}/.exec(sent.rows[0]?.body ?? '')?.[0];
  const login = await t.call<{ readonly user: { readonly id: string } }>('POST', '/app/v1/user/login', {
    mobile,
    smsCode,
  });
  expect(login).toMatchObject({ code: 0, data: { isNew: 1 } });
  expect(await kit.one(id)).toMatchObject({ registerCount: 1, bindCount: 0, rewardFen: 200 });
  await bind(login.data.user.id);
  expect(await kit.one(id)).toMatchObject({ registerCount: 1, bindCount: 1, rewardFen: 200 });
});

test('statistics are asked for a year at most', async () => {
  const { id } = await kit.added();
  const refused = await kit.post('statistics', { id, from: '2024-01-01', to: '2026-01-01' });
  expect(refused).toMatchObject({ code: 1012 });
  expect(await kit.post('statistics', { id, from: '2026-01-02', to: '2026-01-01' })).toMatchObject({ code: 8003 });
});

test('addresses and devices are forgotten after 30 days', async () => {
  const { id, promoCode } = await kit.published({ startTime: inHours(-1) });
  await kit.scan(promoCode, { ip: address() });
  await kit.scan(promoCode, { ip: address() });
  await query(
    `update ps_promotion_event set time = now() - interval '31 days' where id = (select min(id) from ps_promotion_event where promotion_id = $1)`,
    id,
  );
  await promotionJobs.find(({ name }) => name === 'marketing.visits')?.run(owners.t.app);
  const { rows } = await query(
    'select ip is null as ip, device_hash is null as device from ps_promotion_event where promotion_id = $1 order by id',
    id,
  );
  expect(rows).toEqual([
    { ip: true, device: true },
    { ip: false, device: false },
  ]);
});
