import type { AppAccount } from '@wheelhouse/contract/calls/users';
import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { limits } from '../../src/modules/access/attempts.ts';
import { eraseDue } from '../../src/modules/users/deletion.ts';
import { addUser } from '../access/fixture.ts';
import { addSample } from '../registry/samples.ts';
import { addAppUser, addPhones } from '../support/app-user.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';

/** How users of the app sign in, what they see of themselves, and what the console sees of their phones. */
let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());

const rows = async <Row extends object>(query: string, ...values: unknown[]): Promise<Row[]> =>
  (await t.app.pool.query<Row>(query, values)).rows;

interface SignedIn {
  readonly token: string;
  readonly isNew: number;
  readonly user: AppAccount;
}
const phone = {
  deviceId: 'a1b2c3d4e5f6',
  clientOs: 2,
  phoneModel: 'iPhone 15',
  osVersion: '18.1',
  appVersion: '2.4.1',
};

let numbers = 0;
/** A number that nobody has used. */
const newNumber = (): string => `1590000${String(++numbers).padStart(4, '0')}`;
const post = <Data>(path: string, body: object, as?: string) =>
  t.call<Data>('POST', path, body, as === undefined ? {} : { as });

/** The code that a call sends by SMS. */
async function sentBy(path: string, body: object, as?: string): Promise<string> {
  await rows("delete from sys_attempt where kind like 'sms-%'");
  expect((await post(path, body, as)).code).toBe(0);
  const [sent] = await rows<{ body: string }>('select body from sys_sms_outbox order by id desc limit 1');
  return /\d{6}/.exec(sent?.body ?? '')?.[0] ?? '';
}
const codeFor = (mobile: string): Promise<string> => sentBy('/app/v1/user/loginCode', { mobile });
const login = (mobile: string, smsCode: string, more: object = {}) =>
  post<SignedIn>('/app/v1/user/login', { mobile, smsCode, ...more });
async function signIn(mobile: string, more: object = {}): Promise<SignedIn> {
  const answer = await login(mobile, await codeFor(mobile), more);
  expect(answer.code, JSON.stringify(answer)).toBe(0);
  return answer.data;
}
const me = (token: string) => t.call<AppAccount>('GET', '/app/v1/user/me', {}, { as: token });
const devicesOf = async (id: string) =>
  (
    await post<{ list: { phoneModel: string; loginCount: number; revoked: number }[] }>(
      '/user/crm/appUser/devices',
      { id },
      'admin',
    )
  ).data.list;

describe('signing in', () => {
  test('a new number gets an account, which says nothing of the number; the next time it is known', async () => {
    const mobile = newNumber();
    const first = await signIn(mobile, { device: phone, channel: 'appstore' });
    expect(first).toMatchObject({ isNew: 1, user: { status: 1, vehicleCount: 0, eraseTime: null, avatarUrl: null } });
    expect(first.user.mobile).not.toBe(mobile);
    expect(first.user.nickname).toMatch(/^车友\d{6}$/);
    expect((await me(first.token)).data).toEqual(first.user);
    const second = await signIn(mobile, { device: { ...phone, appVersion: '2.5.0' } });
    expect(second).toMatchObject({ isNew: 0, user: { id: first.user.id } });
    expect(await devicesOf(first.user.id)).toMatchObject([{ phoneModel: 'iPhone 15', loginCount: 2, revoked: 0 }]);
    expect(
      await rows('select register_channel, client_os, app_version from usr_app_user where id = $1', first.user.id),
    ).toEqual([{ register_channel: 'appstore', client_os: 2, app_version: '2.5.0' }]);
  });

  test('a code works once, for its number, and not when it is wrong', async () => {
    const [mobile, other] = [newNumber(), newNumber()];
    const code = await codeFor(mobile);
    expect((await login(other, code)).code).toBe(1110);
    expect((await login(mobile, code === '000000' ? '000001' : '000000')).code).toBe(1110);
    expect((await login(mobile, code)).code).toBe(0);
    expect((await login(mobile, code)).code).toBe(1110);
  });

  test('a code allows what its text says: one for deletion signs nobody in, and one for signing in deletes nothing', async () => {
    const mobile = newNumber();
    const { token } = await signIn(mobile);
    expect((await login(mobile, await sentBy('/app/v1/user/deleteAccountCode', {}, token))).code).toBe(1110);
    const code = await codeFor(mobile);
    expect((await post('/app/v1/user/deleteAccount', { smsCode: code }, token)).code).toBe(1110);
    expect((await login(mobile, code)).code).toBe(0);
  });

  test('a code of the console signs nobody in to the app, and the console sends no codes of the app', async () => {
    const mobile = newNumber();
    await addUser(t, { username: 'both.sides', mobile });
    await rows("delete from sys_attempt where kind like 'sms-%'");
    expect((await post('/system/crm/sendSmsCode', { mobile, scene: 1 })).code).toBe(0);
    // Who has no session gets the answer before the message is sent.
    const code = await vi.waitFor(async () => {
      const [sent] = await rows<{ body: string }>(
        'select body from sys_sms_outbox where mobile_mask = $1 order by id desc limit 1',
        `${mobile.slice(0, 3)}****${mobile.slice(-4)}`,
      );
      if (sent === undefined) throw new Error('no code was sent');
      return /\d{6}/.exec(sent.body)?.[0] ?? '';
    });
    expect((await login(mobile, code)).code).toBe(1110);
    for (const scene of [5, 6])
      expect((await post('/system/crm/sendSmsCode', { mobile: newNumber(), scene }, 'admin')).code).toBe(1001);
  });

  test('two at once with one code make one account', async () => {
    const mobile = newNumber();
    const code = await codeFor(mobile);
    const answers = await Promise.all([login(mobile, code), login(mobile, code)]);
    expect(answers.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([0, 1110]);
  });

  test('a frozen user is refused; one who is being deleted signs in and sees until when they can withdraw', async () => {
    const [frozen, leaving] = [newNumber(), newNumber()];
    const [one, two] = [await addAppUser(t, 2, frozen), await addAppUser(t, 3, leaving)];
    await rows('update usr_app_user set deletion_time = now() where id = any($1)', [one, two]);
    expect((await login(frozen, await codeFor(frozen))).code).toBe(1106);
    const { user } = await signIn(leaving);
    expect(user).toMatchObject({ id: two, status: 3, eraseTime: expect.stringMatching(/^\d{4}-/) as string });
    const { data } = await post<{ eraseTime: string }>('/user/crm/appUser/detail', { id: two }, 'admin');
    expect(data.eraseTime).toBe(user.eraseTime);
  });

  test('the demo account of a version in review has a fixed code, for as long as the review takes', async () => {
    const id = await addSample(t, entityNamed('iosReview'));
    const [mobile, code] = ['14000001234', '246810'];
    await rows(
      "update ps_ios_review set demo_mobile = $2, demo_code = $3, hidden_modules = '{1}' where id = $1",
      id,
      mobile,
      code,
    );
    await rows("delete from sys_attempt where kind like 'sms-%'");
    expect((await login(mobile, code)).code).toBe(1110);
    await rows('update ps_ios_review set review_status = 1, review_mode = 1 where id = $1', id);
    expect((await login(mobile, code)).code).toBe(0);
    expect((await login(mobile, code)).code, 'again').toBe(0);
    expect((await login(newNumber(), code)).code).toBe(1110);
  });

  test('the fixed code is not found by trying, from one address or many; who tries locks out no others, and right ones are not counted', async () => {
    const id = await addSample(t, entityNamed('iosReview'));
    const [mobile, code] = ['14000005678', '135790'];
    // One version at a time is in review.
    await rows('update ps_ios_review set review_status = 2 where review_status = 1');
    await rows(
      "update ps_ios_review set demo_mobile = $2, demo_code = $3, hidden_modules = '{1}', review_status = 1, review_mode = 1 where id = $1",
      id,
      mobile,
      code,
    );
    const [{ most }, { most: mostOfAll }] = [limits['demo-code'], limits['demo-code-all']];
    const from = async (n: number, smsCode: string) =>
      (
        await t.http.inject({
          method: 'POST',
          url: '/app/v1/user/login',
          payload: { mobile, smsCode },
          remoteAddress: `10.7.0.${n}`,
        })
      ).json<{ code: number }>().code;
    for (let n = 1; n < most; n++) expect(await from(1, '000000')).toBe(1110);
    expect([await from(1, code), await from(1, code)]).toEqual([0, 0]);
    expect([await from(1, '000000'), await from(1, '000000'), await from(1, code)]).toEqual([1110, 1104, 1104]);
    expect(await from(2, code)).toBe(0);
    // As if the others had been tried from many more addresses.
    const { rowCount } = await t.app.pool.query(
      "update sys_attempt set times = array_fill(now()::timestamptz, array[$1::int]) where kind = 'demo-code-all'",
      [mostOfAll - 1],
    );
    expect(rowCount).toBeGreaterThan(0);
    expect(await from(3, '000000')).toBe(1110);
    expect(await from(4, code)).toBe(1104);
  });
});

describe('the console', () => {
  test('signs a user out on all phones', async () => {
    const { token, user } = await signIn(newNumber(), { device: phone });
    await addPhones(t, [user.id]);
    expect((await post('/user/crm/appUser/kick', { id: user.id }, 'admin')).code).toBe(0);
    expect((await me(token)).status).toBe(401);
    expect(await devicesOf(user.id)).toMatchObject([{ revoked: 1 }]);
    expect(await rows('select 1 from msg_push_token where user_id = $1', user.id)).toEqual([]);
  });

  test('frozen and free again, a user has to sign in again', async () => {
    const mobile = newNumber();
    const { token, user } = await signIn(mobile, { device: phone });
    const freeze = (frozen: number) =>
      post('/user/crm/appUser/freeze', { ids: [user.id], frozen, reason: '多次恶意报修' }, 'admin');
    expect((await freeze(1)).code).toBe(0);
    expect((await freeze(0)).code).toBe(0);
    expect((await me(token)).status).toBe(401);
    expect((await me((await signIn(mobile, { device: phone })).token)).code).toBe(0);
    expect(await devicesOf(user.id)).toMatchObject([{ revoked: 0 }]);
  });

  test('gives a user another number: all phones are signed out, and only the new number signs in', async () => {
    const [old, next] = [newNumber(), newNumber()];
    const { token, user } = await signIn(old, { device: phone });
    await addPhones(t, [user.id]);
    const ofNew = await sentBy('/user/crm/appUser/changeMobileCodes', { id: user.id, newMobile: next }, 'admin');
    const [, ofOld] = await rows<{ body: string }>('select body from sys_sms_outbox order by id desc limit 2');
    const change = await post(
      '/user/crm/appUser/changeMobile',
      {
        id: user.id,
        newMobile: next,
        oldCode: /\d{6}/.exec(ofOld?.body ?? '')?.[0],
        newCode: ofNew,
        reason: '原号码即将停用',
      },
      'admin',
    );
    expect(change.code, JSON.stringify(change)).toBe(0);
    expect((await me(token)).status).toBe(401);
    expect(await devicesOf(user.id)).toMatchObject([{ revoked: 1 }]);
    expect(await rows('select 1 from msg_push_token where user_id = $1', user.id)).toEqual([]);
    expect((await signIn(next, { device: phone })).user.id).toBe(user.id);
    expect((await signIn(old)).isNew).toBe(1);
  });

  test('nothing of the phones is left of an erased account', async () => {
    const { user } = await signIn(newNumber(), { device: phone });
    await rows("update usr_app_user set status = 3, deletion_time = now() - interval '16 days' where id = $1", user.id);
    await eraseDue(t.app);
    expect(await rows('select 1 from usr_device where user_id = $1', user.id)).toEqual([]);
  });

  test('finds users by vehicle, by tag, and by whether they own one', async () => {
    const userId = await addAppUser(t);
    const vehicleId = await addSample(t, entityNamed('vehicle'));
    await rows('update veh_vehicle set owner_user_id = $2, bind_status = 1 where id = $1', vehicleId, userId);
    const [vehicle] = await rows<{ vin: string }>('select vin from veh_vehicle where id = $1', vehicleId);
    const found = async (query: object) =>
      (
        await post<{ list: { id: string }[] }>('/user/crm/appUser/list', { pageSize: 100, query }, 'admin')
      ).data.list.map(({ id }) => id);
    expect(await found({ 'vin.eq': vehicle?.vin.toLowerCase() })).toEqual([userId]);
    expect(await found({ hasVehicle: 1, id: userId })).toEqual([userId]);
    expect(await found({ hasVehicle: 0, id: userId })).toEqual([]);
  });
});

describe('a nickname', () => {
  const rename = async (id: string, nickname: string, more: object = {}) => {
    const [row] = await rows<{ rev: number }>('select rev from usr_app_user where id = $1', id);
    return post<{ errors?: { field: string }[] } | null>(
      '/user/crm/appUser/update',
      { id, rev: row?.rev, nickname, ...more },
      'admin',
    );
  };
  test('holds no word of the dictionary, however it is spaced; other words may contain one in Latin letters', async () => {
    const id = await addAppUser(t);
    for (const name of [
      '小牛客服',
      '官 方 车友',
      '管-理-员',
      'ADMIN01',
      'ａｄｍｉｎ',
      'the official',
      'A.d-m i_n',
      'o f f i c i a l',
    ])
      expect(await rename(id, name), name).toMatchObject({ code: 5131, data: { errors: [{ field: 'nickname' }] } });
    for (const name of ['Badminton', 'a bad mint on', '官道车方', '晨光'])
      expect((await rename(id, name)).code, name).toBe(0);
  });

  test('is measured by the words that people keep; one from before stays when something else is changed', async () => {
    const id = await addAppUser(t);
    expect((await rename(id, '总部小张')).code).toBe(0);
    // The list waits for a second person, which is not what this is about.
    await rows(`insert into sys_item_code (category, category_desc, code, name, name_en, built_in, enabled, sort)
      values ('SensitiveWord', '敏感词', 'w90', '总部', 'Head office', 0, 1, 90)`);
    expect((await rename(id, '总部小张', { remark: '电话核实过' })).code).toBe(0);
    expect((await rename(id, '总部小李')).code).toBe(5131);
    await rows("update sys_item_code set enabled = 0 where category = 'SensitiveWord' and code = 'w90'");
    expect((await rename(id, '总部小李')).code).toBe(0);
  });
});

describe('tags by hand', () => {
  const tagged = async (userIds: readonly string[]) =>
    rows<{ n: number }>('select count(*)::int as n from usr_tag_member where user_id = any($1)', userIds);
  const give = (body: object, as = 'admin') =>
    post<{ changed: number; skipped: { id: string; code: number }[]; errors?: { field: string }[] }>(
      '/user/crm/appUser/tag',
      body,
      as,
    );

  test('are given and taken in one go, and counted', async () => {
    const users = [await addAppUser(t), await addAppUser(t)];
    const [one, two] = [await addSample(t, entityNamed('userTag')), await addSample(t, entityNamed('userTag'))];
    expect(await give({ userIds: users, addTagIds: [one, two] })).toMatchObject({ code: 0, data: { changed: 2 } });
    expect(await tagged(users)).toEqual([{ n: 4 }]);
    expect((await give({ userIds: users.slice(0, 1), addTagIds: [], removeTagIds: [two] })).code).toBe(0);
    expect(await rows('select user_count from usr_tag where id = any($1) order by id', [one, two])).toEqual([
      { user_count: 2 },
      { user_count: 1 },
    ]);
    const [log] = await rows<{ before: object; after: object }>(
      "select before, after from sys_operation_log where entity = 'userTag' and entity_id = $1 and action = 'removeUsers' order by id desc",
      two,
    );
    expect(log).toEqual({ before: { userCount: 2 }, after: { userCount: 1 } });
    const [name] = await rows<{ name: string }>('select name from usr_tag where id = $1', one);
    const found = await post<{ total: number }>('/user/crm/appUser/list', { query: { 'tagId.in': [one] } }, 'admin');
    expect(found.data.total).toBe(2);
    const byName = await post<{ total: number }>(
      '/user/crm/appUser/list',
      { query: { 'userTags.eq': name?.name } },
      'admin',
    );
    expect(byName.data.total).toBe(2);
  });

  test('a tag by rule, no tag at all, and one tag both ways are refused; who was erased is left out', async () => {
    const [user, erased] = [await addAppUser(t), await addAppUser(t, 4)];
    const ruled = await addSample(t, entityNamed('userTag'));
    const plain = await addSample(t, entityNamed('userTag'));
    await rows("update usr_tag set tag_type = 2, rule = '{}' where id = $1", ruled);
    const fields = async (body: object) => (await give(body)).data.errors?.map(({ field }) => field);
    expect(await fields({ userIds: [user], addTagIds: [ruled] })).toEqual(['addTagIds']);
    expect(await fields({ userIds: [user], removeTagIds: [ruled] })).toEqual(['removeTagIds']);
    expect(await fields({ userIds: [user] })).toEqual(['addTagIds']);
    expect(await fields({ userIds: [user], addTagIds: [plain], removeTagIds: [plain] })).toEqual(['removeTagIds']);
    expect(await give({ userIds: [user, erased], addTagIds: [plain] })).toMatchObject({
      code: 0,
      data: { changed: 1, skipped: [{ id: erased, code: 1004 }] },
    });
    expect(await tagged([user, erased])).toEqual([{ n: 1 }]);
  });

  test('need their right', async () => {
    const { token } = await signInAs(t, { roles: ['auditor'] });
    const [user, tag] = [await addAppUser(t), await addSample(t, entityNamed('userTag'))];
    expect((await give({ userIds: [user], addTagIds: [tag] }, token)).code).toBe(1003);
  });
});
