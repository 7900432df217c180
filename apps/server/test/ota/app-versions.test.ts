import type { ParsedPackage, VersionOffer } from '@wheelhouse/contract/calls/ota/versions';
import { formatInstant } from '@wheelhouse/contract/time';
import { machines } from '@wheelhouse/entities/machines';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { issueAppToken } from '../../src/http/app-call.ts';
import { otaJobs } from '../../src/modules/ota/jobs.ts';
import { apkOf, type ApkFacts } from '../../src/seed/demo/ota/apk.ts';
import { addUser, password } from '../access/fixture.ts';
import { addAppUser } from '../support/app-user.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { partsOf } from '../support/parts.ts';

const { draft, scheduled, published, withdrawn } = machines['SM-AppVersion'].states;
const packageName = 'com.example.wheelhouse';
const minute = 60_000;

let t: TestApp;
let admin: ReturnType<typeof partsOf>;
beforeAll(async () => {
  t = await createTestApp();
  admin = partsOf(t.http, await t.login('admin', 'Test-Admin-2026'));
});
afterAll(() => t.stop());
// Each test has a platform on which nothing is published, and a day on which nothing was uploaded.
beforeEach(async () => {
  await t.app.pool.query('update ota_app_version set deleted = true');
  await t.app.pool.query('delete from sys_upload_day');
});

interface Row {
  id: string;
  rev: number;
  status: number;
  versionName: string;
  grayPercent: number;
  publishTime: string | null;
  sha256: string | null;
  packageName: string | null;
  minOsVersion: string | null;
  revokeReason: string | null;
  installedUsers: number;
}
interface Refusal {
  errors: { field: string; message: string }[];
}
const post = <Data = Row>(path: string, body: object) =>
  t.call<Data>('POST', `/ps/crm/version/${path}`, body, { as: 'admin' });
const refusalOf = async (answer: Promise<{ code: number; data: unknown }>) => {
  const { code, data } = await answer;
  return { code, fields: ((data as Partial<Refusal> | null)?.errors ?? []).map(({ field }) => field) };
};

const send = async (bytes: Buffer) => (await admin.send(bytes, 'app.apk', 'apk')).data.fileId;
const uploaded = async (facts: Partial<ApkFacts> = {}) =>
  send(await apkOf({ packageName, versionName: '5.2.0', versionCode: 520, minSdk: 26, ...facts }));

/** A version for iOS, which needs no package. */
const forIos = (versionName: string, more: object = {}) => ({
  clientOs: 2,
  versionName,
  versionCode: Number(versionName.replaceAll('.', '')),
  channel: ['appstore'],
  storeUrl: 'https://apps.apple.com/cn/app/id1600000000',
  updateType: 1,
  grayPercent: 100,
  releaseNotes: '修复已知问题，提升稳定性。',
  ...more,
});
const forAndroid = (packageFile: string | null, more: object = {}) => ({
  ...forIos('5.2.0'),
  clientOs: 1,
  channel: ['official', 'huawei'],
  storeUrl: null,
  packageFile,
  ...more,
});
async function added(form: object): Promise<Row> {
  const answer = await post('add', form);
  expect(answer, JSON.stringify(answer)).toMatchObject({ code: 0 });
  return (await post('detail', { id: answer.data.id })).data;
}
const one = async ({ id }: Pick<Row, 'id'>) => (await post('detail', { id })).data;
const publish = (row: Pick<Row, 'id'>, more: object = {}) => post<unknown>('publish', { id: row.id, ...more });
async function out(form: object, more: object = {}): Promise<Row> {
  const row = await added(form);
  expect(await publish(row, more)).toMatchObject({ code: 0 });
  return one(row);
}
interface Phone {
  readonly os?: number;
  readonly channel?: string;
  readonly as?: string;
  readonly lang?: 'zh' | 'en';
}
const check = async (versionCode: number, { os = 2, channel = 'appstore', as = '', lang = 'zh' }: Phone = {}) =>
  (
    await t.call<VersionOffer>(
      'GET',
      '/app/v1/version/check',
      { os: String(os), versionCode: String(versionCode), channel },
      { ...(as !== '' && { as }), lang },
    )
  ).data;
const inMinutes = (n: number): string => formatInstant(new Date(Date.now() + n * minute));

describe('the package', () => {
  test('is read by the server, and kept with what it says', async () => {
    const fileId = await uploaded();
    const { data } = await post<ParsedPackage>('parsePackage', { fileId });
    expect(data).toMatchObject({ packageName, versionName: '5.2.0', versionCode: 520, minSdk: 26 });
    const row = await added(forAndroid(fileId));
    expect(row).toMatchObject({ packageName, minOsVersion: 'Android 8.0', sha256: data.sha256, status: draft });
  });

  test('must say what the form says (3204)', async () => {
    const packageFile = await uploaded();
    const add = (more: object) => refusalOf(post('add', forAndroid(packageFile, more)));
    expect(await add({ versionCode: 521 })).toEqual({ code: 3204, fields: ['versionCode'] });
    expect(await add({ versionName: '5.2.1', versionCode: 521 })).toEqual({
      code: 3204,
      fields: ['versionName', 'versionCode'],
    });
    const { id, rev } = await added(forAndroid(packageFile));
    expect((await refusalOf(post('update', { id, rev, versionCode: 522 }))).code).toBe(3204);
    expect((await publish({ id })).code).toBe(0);
    const foreign = await uploaded({ packageName: 'com.example.other', versionName: '5.3.0', versionCode: 530 });
    expect(await refusalOf(post('add', forAndroid(foreign, { versionName: '5.3.0', versionCode: 530 })))).toEqual({
      code: 3204,
      fields: ['packageFile'],
    });
  });

  test('may still be missing in a draft, and not when it is published (3201)', async () => {
    const row = await added(forAndroid(null));
    expect(await refusalOf(publish(row))).toEqual({ code: 3201, fields: ['packageFile'] });
    expect((await one(row)).status).toBe(draft);
  });

  test('is no other archive, and nobody looks into the upload of another', async () => {
    const whole = await apkOf({ packageName, versionName: '5.2.0', versionCode: 520 });
    const broken = Buffer.concat([whole.subarray(0, 60), Buffer.alloc(40), whole.subarray(100)]);
    const fileId = await send(broken);
    expect(await refusalOf(post('parsePackage', { fileId }))).toEqual({ code: 3204, fields: ['fileId'] });
    expect(await refusalOf(post('add', forAndroid(fileId)))).toEqual({ code: 3204, fields: ['packageFile'] });

    await addUser(t, { username: 'apk.stranger' });
    const stranger = partsOf(t.http, await t.login('apk.stranger', password));
    const { data } = await stranger.send(whole, 'app.apk', 'apk');
    expect((await post('parsePackage', { fileId: data.fileId })).code).toBe(1017);
  });
});

describe('a form', () => {
  test.each([
    ['a version that is none', { versionName: '5.2' }, 'versionName'],
    ['a build number beyond 31 bits', { versionCode: 2_147_483_648 }, 'versionCode'],
    ['the App Store for Android', { clientOs: 1, channel: ['appstore'], storeUrl: null }, 'channel'],
    ['another store for iOS', { channel: ['huawei'] }, 'channel'],
    ['an address that is no store', { storeUrl: 'https://apps.apple.com.evil.test/app' }, 'storeUrl'],
    ['no http', { storeUrl: 'http://apps.apple.com/app' }, 'storeUrl'],
    ['a forced update without an oldest build', { updateType: 3 }, 'minSupportCode'],
    ['an oldest build above its own', { updateType: 3, minSupportCode: 521 }, 'minSupportCode'],
    ['a percentage of none', { grayPercent: 0 }, 'grayPercent'],
    ['a time that is over', { publishTime: '2020-01-01 08:00:00' }, 'publishTime'],
  ])('is refused with %s', async (_what, more, field) => {
    expect(await refusalOf(post('add', forIos('5.2.0', more)))).toEqual({ code: 1001, fields: [field] });
  });

  test('of a version that is published no longer changes, nor is it deleted', async () => {
    const { id, rev } = await out(forIos('5.2.0'));
    expect((await post('update', { id, rev, grayPercent: 50 })).code).toBe(1004);
    await post('batchDelete', { ids: [id] });
    expect((await one({ id })).status).toBe(published);
  });
});

describe('versions only rise on their platform (3203)', () => {
  test('by name and by number, in drafts and when they are published; withdrawn ones count', async () => {
    const older = await added(forIos('5.1.9'));
    const { id, rev } = await out(forIos('5.2.0'));
    expect(await refusalOf(publish(older))).toEqual({ code: 3203, fields: ['versionName'] });
    expect(await refusalOf(post('add', forIos('5.1.10', { versionCode: 600 })))).toEqual({
      code: 3203,
      fields: ['versionName'],
    });
    expect(await refusalOf(post('add', forIos('5.2.1', { versionCode: 519 })))).toEqual({
      code: 3203,
      fields: ['versionCode'],
    });
    expect((await post('revoke', { id, rev, reason: '闪退' })).code).toBe(0);
    expect((await refusalOf(post('add', forIos('5.2.0', { versionCode: 521 })))).code).toBe(3203);
    // Number by number, not as text; other platforms have their own.
    expect((await post('add', forIos('5.10.0'))).code).toBe(0);
    expect((await post('add', forAndroid(null, { versionName: '1.0.0', versionCode: 1 }))).code).toBe(0);
  });

  test('two that are published at once do not pass each other', async () => {
    const rows = [await added(forIos('5.2.0')), await added(forIos('5.2.1'))];
    const answers = await Promise.all(rows.toReversed().map((row) => publish(row)));
    const states = await Promise.all(rows.map(async (row) => (await one(row)).status));
    // Either both in order, or the lower one was too late.
    expect(states[1]).toBe(published);
    expect(answers.every(({ code }) => code === 0 || code === 3203)).toBe(true);
    expect(states[0]).toBe(answers[1]?.code === 0 ? published : draft);
  });
});

describe('publishing', () => {
  test('at a time: it waits, can be taken back, and is out at its time', async () => {
    const row = await added(forIos('5.2.0', { publishTime: inMinutes(30) }));
    expect((await publish(row)).code).toBe(0);
    expect((await one(row)).status).toBe(scheduled);
    expect(await check(510)).toEqual({ hasUpdate: false });
    // What would follow in time is above it.
    const later = await added(forIos('5.2.1'));
    expect(await refusalOf(publish(later))).toEqual({ code: 1001, fields: ['versionName'] });
    expect((await post('cancelTimer', { id: row.id })).code).toBe(0);
    expect(await one(row)).toMatchObject({ status: draft, publishTime: null });

    expect((await publish(row, { publishTime: inMinutes(10) })).code).toBe(0);
    await t.app.pool.query(`update ota_app_version set publish_time = now() - interval '1 second' where id = $1`, [
      row.id,
    ]);
    // Its time decides, not the job that follows within a minute.
    expect(await check(510)).toMatchObject({ hasUpdate: true, versionName: '5.2.0' });
    expect((await one(row)).status).toBe(scheduled);
    for (const job of otaJobs) await job.run(t.app);
    expect((await one(row)).status).toBe(published);
  });

  test('a forced update takes the version once more', async () => {
    const row = await added(forIos('5.2.0', { updateType: 3, minSupportCode: 500 }));
    for (const confirmVersion of [undefined, '5.2.1'])
      expect(await refusalOf(publish(row, { confirmVersion }))).toEqual({ code: 1001, fields: ['confirmVersion'] });
    expect((await publish(row, { confirmVersion: '5.2.0' })).code).toBe(0);
  });

  test('with a notice: its draft has the notes, as text', async () => {
    await out(forIos('5.2.0', { releaseNotes: '修复 <b>闪退</b> & 其他\n第二行说明' }), { notice: 1 });
    const { rows } = await t.app.pool.query<{ content: string; status: number }>(
      `select content, status from msg_system where title = 'APP 5.2.0版本更新'`,
    );
    expect(rows).toEqual([{ content: '<p>修复 &lt;b&gt;闪退&lt;/b&gt; &amp; 其他</p><p>第二行说明</p>', status: 0 }]);
  });

  test('the percentage only grows (3202), and what is withdrawn is offered to nobody', async () => {
    const row = await out(forIos('5.2.0', { grayPercent: 20 }));
    for (const grayPercent of [10, 20])
      expect(await refusalOf(post('gray', { id: row.id, grayPercent }))).toEqual({
        code: 3202,
        fields: ['grayPercent'],
      });
    expect((await post('gray', { id: row.id, grayPercent: 100 })).code).toBe(0);
    expect(await check(510)).toMatchObject({ hasUpdate: true });
    expect((await refusalOf(post('revoke', { id: row.id }))).fields).toEqual(['reason']);
    expect((await post('revoke', { id: row.id, reason: '地图闪退' })).code).toBe(0);
    expect(await one(row)).toMatchObject({ status: withdrawn, revokeReason: '地图闪退' });
    expect(await check(510)).toEqual({ hasUpdate: false });
  });
});

describe('an app that asks', () => {
  test('gets the newest of its platform and channel above its own, with its package', async () => {
    const fileId = await uploaded();
    await out(forAndroid(fileId, { channel: ['official'], releaseNotesEn: 'Fixes known problems.' }));
    const asked = { os: 1, channel: 'official' };
    const offer = await check(510, asked);
    expect(offer).toMatchObject({ hasUpdate: true, updateType: 1, versionName: '5.2.0', versionCode: 520 });
    if (!offer.hasUpdate) throw new Error('no offer');
    expect(offer.sha256).toMatch(/^[0-9a-f]{64}$/);
    const file = await t.http.inject({ method: 'GET', url: offer.url });
    expect([file.statusCode, file.rawPayload.length]).toEqual([200, offer.size]);
    for (const [code, more] of [
      [520, asked],
      [600, asked],
      [510, { os: 1, channel: 'huawei' }],
      [510, { os: 3, channel: 'official' }],
    ] as const)
      expect(await check(code, more), JSON.stringify([code, more])).toEqual({ hasUpdate: false });
    expect(await check(510, { ...asked, lang: 'en' })).toMatchObject({ notes: 'Fixes known problems.' });
  });

  test('is forced below the oldest allowed build alone, also when a newer version is out', async () => {
    await out(forIos('5.0.0', { updateType: 3, minSupportCode: 480 }), { confirmVersion: '5.0.0' });
    expect(await check(470)).toMatchObject({ updateType: 3, versionName: '5.0.0' });
    expect(await check(480)).toMatchObject({ updateType: 2, versionName: '5.0.0' });
    await out(forIos('5.1.0'));
    expect(await check(470)).toMatchObject({ updateType: 3, versionName: '5.1.0' });
    expect(await check(490)).toMatchObject({ updateType: 1, versionName: '5.1.0' });
  });

  test('of a share of the users: always the same ones, about as many as it says, more as it grows; nobody who is unknown', async () => {
    const row = await out(forIos('5.2.0', { grayPercent: 30 }));
    const tokens: string[] = [];
    for (let n = 0; n < 120; n++) tokens.push(await issueAppToken(t.app, await addAppUser(t)));
    const offered = async (): Promise<Set<string>> => {
      const found = new Set<string>();
      for (const as of tokens) if ((await check(510, { as })).hasUpdate) found.add(as);
      return found;
    };
    const first = await offered();
    expect(first.size).toBeGreaterThan(12);
    expect(first.size).toBeLessThan(66);
    expect(await offered()).toEqual(first);
    expect(await check(510)).toEqual({ hasUpdate: false });
    await post('gray', { id: row.id, grayPercent: 60 });
    const second = await offered();
    expect(second.size).toBeGreaterThan(first.size);
    expect([...first].filter((as) => !second.has(as))).toEqual([]);
    // A token that is no longer good is as good as none.
    expect(await check(510, { as: `${tokens[0]}x` })).toEqual({ hasUpdate: false });
  });

  test('of a tag: its users alone; the tag is in use', async () => {
    const tag = await t.call<{ id: string }>(
      'POST',
      '/user/crm/userTag/add',
      { name: '内测用户', tagType: 1, groupName: '1', color: 'primary', enabled: 1 },
      { as: 'admin' },
    );
    expect(tag.code).toBe(0);
    const [member, other] = [await addAppUser(t), await addAppUser(t)];
    await t.app.pool.query('insert into usr_tag_member (tag_id, user_id, source, add_time) values ($1, $2, 1, now())', [
      tag.data.id,
      member,
    ]);
    await out(forIos('5.2.0', { grayTagIds: [tag.data.id] }));
    expect((await check(510, { as: await issueAppToken(t.app, member) })).hasUpdate).toBe(true);
    expect((await check(510, { as: await issueAppToken(t.app, other) })).hasUpdate).toBe(false);
    expect((await check(510)).hasUpdate).toBe(false);
  });

  test('counts as installed once its user has registered with it', async () => {
    const row = await out(forIos('5.2.0'));
    const as = await issueAppToken(t.app, await addAppUser(t));
    const phone = { clientOs: 2, vendor: 'fcm', deviceToken: 'phone-of-5.2.0', lang: 'zh' };
    for (const [appVersion, installedUsers] of [
      ['5.1.9', 0],
      ['5.2.0', 1],
    ] as const) {
      expect(await t.call('POST', '/app/v1/push/register', { ...phone, appVersion }, { as })).toMatchObject({
        code: 0,
      });
      expect(await one(row)).toMatchObject({ installedUsers });
    }
  });
});
