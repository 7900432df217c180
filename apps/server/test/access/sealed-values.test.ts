import type { TagImport } from '@wheelhouse/contract/calls/users';
import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leastOfList } from '../../src/entity/sealed-lookup.ts';
import { issueAppToken } from '../../src/http/app-call.ts';
import { addSample, sampleForm } from '../registry/samples.ts';
import { addAppUser } from '../support/app-user.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { keepFile } from '../support/keep-file.ts';
import { addRole, addUser, password } from './fixture.ts';

// Whoever sees a masked number looks for what is behind the mask: by lists of candidates, by counts of an audience, by what a form or a call refuses.

const hidden = '13855671234';
const tags = '/user/crm/userTag';
let t: TestApp;
let target: string;
let people = 0;

beforeAll(async () => {
  t = await createTestApp();
  target = await addAppUser(t, 1, hidden);
  const lists = ['userTagsManage.query', 'userTagsManage.add', 'userTagsManage.addUsers', 'userTagsManage.edit'];
  await addRole(t, 'lists', [...lists, 'operationActivityManage.query', 'operationActivityManage.add']);
  await addRole(t, 'searches', [...lists, 'privacy.search']);
});
afterAll(() => t.stop());

interface Insider {
  readonly id: string;
  readonly token: string;
}

async function insider(role = 'lists'): Promise<Insider> {
  const username = `insider.${++people}`;
  const id = await addUser(t, { username, roles: [role] });
  return { id, token: await t.login(username, password) };
}

const fileOf = ({ id }: Insider, numbers: readonly string[]): Promise<string> =>
  keepFile(t.app, {
    name: 'list.csv',
    contentType: 'text/csv',
    bytes: Buffer.from(`mobile\n${numbers.join('\n')}\n`),
    biz: 'import',
    uploader: { type: 'user', id },
  });

const tag = () => addSample(t, entityNamed('userTag'));

async function addByList(who: Insider, numbers: readonly string[]) {
  const fileId = await fileOf(who, numbers);
  return t.call<TagImport & { errors?: readonly { field?: string }[] }>(
    'POST',
    `${tags}/addUsers`,
    { tagId: await tag(), fileId },
    { as: who.token },
  );
}
const estimate = async (who: Insider, numbers: readonly string[]) =>
  t.call<{ count: number }>(
    'POST',
    '/msg/crm/activityMessage/estimate',
    { audience: { audienceType: 5, userFileId: await fileOf(who, numbers) } },
    { as: who.token },
  );

/** Numbers that nobody has, with masks of their own. */
const strangers = (n: number): string[] =>
  Array.from({ length: n }, (_, at) => `1770000${String(at).padStart(4, '0')}`);
/** What the masked form of the hidden number leaves open. */
const candidates = (from: number, n: number): string[] =>
  Array.from({ length: n }, (_, at) => `138${String(from + at).padStart(4, '0')}1234`);
const log = async ({ id }: Insider) =>
  (
    await t.app.pool.query<{ entity: string; field: string; reason: string }>(
      'select entity, field, reason from sys_sensitive_access_log where user_id = $1 order by id',
      [id],
    )
  ).rows;

describe.each([
  ['a tag', addByList],
  ['the estimate of an audience', estimate],
])('a list of numbers for %s', (_, ask) => {
  test('that is short is refused to who may not search, whoever is on it', async () => {
    const who = await insider();
    const refusals = [await ask(who, [hidden]), await ask(who, ['17700000001'])];
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 1001 });
    expect(refusals[0]?.message).toBe(refusals[1]?.message);
    // Repeated numbers and rows that are none make a list no longer.
    expect(
      await ask(
        who,
        Array.from({ length: 200 }, () => hidden),
      ),
    ).toMatchObject({ code: 1001 });
    expect(await ask(who, [...strangers(leastOfList - 2), hidden])).toMatchObject({ code: 1001 });
  });

  test('that tries what a mask leaves open is refused, alone and among strangers', async () => {
    const who = await insider();
    expect(await ask(who, candidates(5000, 1000))).toMatchObject({ code: 1001 });
    expect(await ask(who, [...strangers(500), ...candidates(5560, 20)])).toMatchObject({ code: 1001 });
    expect(await log(who)).toEqual([]);
  });

  test('is taken ten times a day, and each is kept with how many it found', async () => {
    const who = await insider();
    // Lists that differ by one number say of that one whether it is known: ten a day.
    for (let n = 0; n < 10; n++)
      expect(await ask(who, [...strangers(leastOfList), ...candidates(5567 - n, 1)])).toMatchObject({ code: 0 });
    expect(await ask(who, [...strangers(leastOfList), ...candidates(5000, 1)])).toMatchObject({ code: 1001 });
    const kept = await log(who);
    expect(kept).toHaveLength(10);
    expect(kept[0]).toMatchObject({ entity: 'appUser', field: 'mobile' });
    expect(kept[0]?.reason).toMatch(/101个值，1个存在/);
    expect(kept[9]?.reason).toMatch(/101个值，0个存在/);
  });

  test('of a day has 200,000 numbers at most', async () => {
    const who = await insider();
    const numbers = (middle: string) =>
      Array.from(
        { length: 100_001 },
        (_at, n) =>
          `13${n % 10}${n < 100_000 ? middle : '9999'}${String(Math.floor(n / 10) % 10_000).padStart(4, '0')}`,
      );
    expect(await ask(who, numbers('0001'))).toMatchObject({ code: 0 });
    expect(await ask(who, numbers('0002'))).toMatchObject({ code: 1001 });
  });
});

test('a list says how many of its numbers were added, not which', async () => {
  const { data } = await addByList(await insider(), [...strangers(150), hidden, 'x']);
  expect(data).toEqual({ total: 152, added: 1, present: 0, failed: 151, errors: [{ row: 153, reason: 'format' }] });
});

test('a short list of who may search is as many searches: counted, and each kept', async () => {
  const who = await insider('searches');
  expect((await addByList(who, [hidden, '17700000001'])).data).toMatchObject({ added: 1, failed: 1, errors: [] });
  expect((await log(who)).map(({ reason }) => reason)).toEqual(['按值查询：138****1234', '按值查询：177****0001']);
  expect(await addByList(who, strangers(59))).toMatchObject({ code: 1122 });
});

test('an owner asks for ten numbers a day by sharing, of their own vehicle alone', async () => {
  const owner = await addAppUser(t);
  const token = await issueAppToken(t.app, owner);
  const vehicleId = await addSample(t, entityNamed('vehicle'));
  const { rows } = await t.app.pool.query<{ frameNo: string }>(
    `update veh_vehicle set bind_status = 1, owner_user_id = $2 where id = $1 returning coalesce(vin, frame_no) as "frameNo"`,
    [vehicleId, owner],
  );
  const vin = rows[0]?.frameNo ?? '';
  const share = (mobile: string, as = token) => t.call('POST', '/app/v1/vehicle/share', { vin, mobile }, { as });
  // Not the owner by a binding: the same answer for whoever is named.
  expect([(await share(hidden)).code, (await share('17700000001')).code]).toEqual([1011, 1011]);
  await t.app.pool.query(
    'insert into veh_binding (vehicle_id, user_id, bind_type, status, bind_time, channel, key_version) values ($1, $2, 1, 1, now(), 1, 1)',
    [vehicleId, owner],
  );
  const tried = candidates(5559, 12);
  const codes: number[] = [];
  for (const mobile of tried) codes.push((await share(mobile)).code);
  expect(codes).toEqual([1001, 1001, 1001, 1001, 1001, 1001, 1001, 1001, 0, 1001, 1104, 1104]);
});

test('a number that must be unique is tried sixty times an hour, whether it is taken or not', async () => {
  const form = await sampleForm(t, entityNamed('sysUser'));
  await addUser(t, { username: 'colleague', mobile: '13955671234' });
  await addRole(t, 'accounts', ['operatorManage.query', 'operatorManage.add', 'operatorManage.edit']);
  const { token } = await insider('accounts');
  const own = await addUser(t, { username: 'own.account' });
  const { data } = await t.call<{ rev: number }>('POST', '/system/crm/sysUser/detail', { id: own }, { as: 'admin' });
  let { rev } = data;
  const codes = new Set<number>();
  for (let n = 0; n < 60; n++) {
    const mobile = `1395${String(5000 + n).padStart(4, '0')}234`;
    const answer = await t.call<{ rev: number }>(
      'POST',
      '/system/crm/sysUser/updateUser',
      { id: own, rev, mobile },
      { as: token },
    );
    codes.add(answer.code);
    if (answer.code === 0) ({ rev } = answer.data);
  }
  expect(codes).toEqual(new Set([0]));
  const last = await t.call(
    'POST',
    '/system/crm/sysUser/updateUser',
    { id: own, rev, mobile: '13955671234' },
    { as: token },
  );
  expect(last).toMatchObject({ code: 1122 });
  expect(
    await t.call('POST', '/system/crm/sysUser/addUser', { ...form, mobile: '13955671234' }, { as: token }),
  ).toMatchObject({
    code: 1122,
  });
});

test('the hidden number is still nobody’s to see', async () => {
  const { data } = await t.call<{ mobile: string }>(
    'POST',
    '/user/crm/appUser/detail',
    { id: target },
    { as: 'admin' },
  );
  expect(data.mobile).toBe('138****1234');
});
