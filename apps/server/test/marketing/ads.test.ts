import { formatDay, formatInstant } from '@wheelhouse/contract/time';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { issueAppToken } from '../../src/http/app-call.ts';
import { adJobs } from '../../src/modules/marketing/ads/jobs.ts';
import { addSample, bindOwner, sampleFile, sampleForm } from '../registry/samples.ts';
import { addAppUser } from '../support/app-user.ts';
import { addRole } from '../access/fixture.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';

const { off, waiting, live, ended } = machines['SM-Ad'].states;
const { splash, home, popup } = codes.AdPosition;
const audience = codes.AudienceType;
const users = machines['SM-AppUser'].states;
const hourMs = 3_600_000;
const inHours = (hours: number): string => formatInstant(new Date(Date.now() + hours * hourMs));

interface Row {
  id: string;
  rev: number;
  status: number;
  impressions: number;
  clicks: number;
  ctr: number | null;
}
interface Shown {
  id: string;
  imageUrl: string;
}
interface Outcome {
  changed: number;
  skipped: { id: string; code: number; message: string }[];
}

let t: TestApp;
let token = '';
let userId = '';
const pictures = new Map<number, string>();
beforeAll(async () => {
  t = await createTestApp();
  userId = await addAppUser(t);
  token = await issueAppToken(t.app, userId);
});
afterAll(() => t.stop());
beforeEach(() => t.app.pool.query('update ps_advertisement set status = 0'));

const post = <Data = Row>(path: string, body: object) =>
  t.call<Data>('POST', `/ps/crm/advertisement/${path}`, body, { as: 'admin' });
const shelf = async (ids: readonly string[], to: 0 | 1) => (await post<Outcome>('shelf', { ids, shelf: to })).data;
const one = async (id: string): Promise<Row> => (await post('detail', { id })).data;
const sizes: Readonly<Record<number, { width: number; height: number }>> = {
  [splash]: { width: 1242, height: 2208 },
  [home]: { width: 702, height: 280 },
  [popup]: { width: 600, height: 800 },
};
async function formOf(position: number, more: object = {}): Promise<object> {
  const image = pictures.get(position) ?? (await sampleFile(t, 'image', '1', 'user', sizes[position]));
  pictures.set(position, image);
  const form = await sampleForm(t, entityNamed('advertisement'));
  return {
    ...form,
    position,
    image,
    ...(position === splash && { displaySeconds: 3 }),
    clientOs: null,
    audienceType: audience.all,
    vehicleTypeIds: null,
    ...more,
  };
}
async function added(position: number, more: object = {}): Promise<string> {
  const { code, data } = await post('add', await formOf(position, more));
  expect(code).toBe(0);
  return data.id;
}
async function on(position: number, more: object = {}): Promise<string> {
  const id = await added(position, more);
  expect(await shelf([id], 1)).toMatchObject({ changed: 1, skipped: [] });
  return id;
}
const inApp = async (position: number, more: object = {}, as = token) =>
  (
    await t.call<Shown[]>(
      'GET',
      '/app/v1/ad/list',
      { position: String(position), clientOs: '1', version: '2.0.0', ...more },
      { as },
    )
  ).data;
const idsInApp = async (...args: Parameters<typeof inApp>) => (await inApp(...args)).map(({ id }) => id);
const runJob = async (name: string) => {
  await adJobs.find((job) => job.name === name)?.run(t.app);
};

interface Owner {
  readonly id: string;
  readonly token: string;
  readonly cityId: string;
  readonly model: string;
  readonly tagId: string;
}
const tagUser = (tagId: string, id: string) =>
  t.app.pool.query('insert into usr_tag_member (tag_id, user_id, source, add_time) values ($1, $2, 1, now())', [
    tagId,
    id,
  ]);
/** Somebody in a city, with a vehicle of a model and a tag of their own. */
async function ownerIn(cityId: string): Promise<Owner> {
  const vehicleId = await addSample(t, entityNamed('vehicle'));
  const id = await bindOwner(t, vehicleId);
  const model = await addSample(t, entityNamed('vehicleType'));
  await t.app.pool.query('update veh_vehicle set vehicle_type_id = $2 where id = $1', [vehicleId, model]);
  await t.app.pool.query('update usr_app_user set city_id = $2 where id = $1', [id, cityId]);
  const tagId = await addSample(t, entityNamed('userTag'));
  await tagUser(tagId, id);
  return { id, token: await issueAppToken(t.app, id), cityId, model, tagId };
}
let roles = 0;
/** A role for advertisements in the regions of an account. */
async function scopedRole(): Promise<string> {
  const code = `ads${++roles}`;
  await addRole(
    t,
    code,
    ['query', 'add', 'edit', 'shelf'].map((name) => `bannerManage.${name}`),
    3,
  );
  return code;
}

describe('a form', () => {
  test('takes a picture of the size of its place', async () => {
    const refused = { code: 1001, data: { errors: [{ field: 'image' }] } };
    const small = await sampleFile(t, 'image', '1', 'user', { width: 702, height: 281 });
    expect(await post('add', await formOf(home, { image: small }))).toMatchObject(refused);
    const tall = await sampleFile(t, 'image', '1', 'user', { width: 1125, height: 2436 });
    expect((await post('add', await formOf(splash, { image: tall }))).code).toBe(0);
    const id = await added(home);
    const { rev } = await one(id);
    expect(await post('update', { id, rev, position: popup })).toMatchObject(refused);
  });

  test.each([
    [codes.JumpType.url, 'http://m.example.com/'],
    [codes.JumpType.url, 'https://elsewhere.test/'],
    [codes.JumpType.url, '/systemManage'],
    [codes.JumpType.appPage, 'nowhere'],
  ])('refuses a jump of type %i to %s', async (jumpType, jumpTarget) => {
    expect(await post('add', await formOf(home, { jumpType, jumpTarget }))).toMatchObject({
      code: 1001,
      data: { errors: [{ field: 'jumpTarget' }] },
    });
  });

  test('takes what the platform has: addresses, pages, tags, models, regions', async () => {
    const { url, appPage, miniProgram } = codes.JumpType;
    await added(home, { jumpType: url, jumpTarget: 'https://m.example.com/spring' });
    await added(home, { jumpType: appPage, jumpTarget: 'coupon' });
    for (const [field, more] of [
      ['jumpType', { jumpType: miniProgram }],
      ['audienceType', { audienceType: audience.list }],
      ['tagIds', { audienceType: audience.tags }],
      ['vehicleTypeIds', { audienceType: audience.models, vehicleTypeIds: [] }],
      ['cityCodes', { audienceType: audience.regions, cityCodes: ['999999'] }],
      ['endTime', { startTime: inHours(2), endTime: inHours(1) }],
      ['endTime', { startTime: inHours(0), endTime: inHours(24 * 370) }],
    ] as const)
      expect(await post('add', await formOf(home, more)), field).toMatchObject({ data: { errors: [{ field }] } });
  });
});

describe('its time', () => {
  test('what begins later waits, begins, and ends', async () => {
    const id = await on(home, { startTime: inHours(1), endTime: inHours(3) });
    expect(await one(id)).toMatchObject({ status: waiting });
    expect(await idsInApp(home)).not.toContain(id);
    const shift = (hours: number) =>
      t.app.pool.query(
        `update ps_advertisement set start_time = start_time - make_interval(hours => $2), end_time = end_time - make_interval(hours => $2) where id = $1`,
        [id, hours],
      );
    await shift(2);
    // The app does not wait for the state.
    expect(await idsInApp(home)).toContain(id);
    await runJob('marketing.ads');
    expect(await one(id)).toMatchObject({ status: live });
    await shift(2);
    expect(await idsInApp(home)).not.toContain(id);
    await runJob('marketing.ads');
    expect(await one(id)).toMatchObject({ status: ended });
    expect((await post<{ deleted: number }>('batchDelete', { ids: [id] })).data.deleted).toBe(1);
  });

  test('what is over is not put on', async () => {
    const id = await added(home, { startTime: inHours(-3), endTime: inHours(-1) });
    expect(await shelf([id], 1)).toMatchObject({ changed: 0, skipped: [{ id, code: 1001 }] });
  });

  test('what is on keeps all but its order, end and audience', async () => {
    const id = await on(home);
    const { rev } = await one(id);
    for (const change of [{ title: '新的标题' }, { position: splash }, { startTime: inHours(-1) }])
      expect(await post('update', { id, rev, ...change })).toMatchObject({
        code: 1001,
        data: { errors: [{ field: Object.keys(change)[0] }] },
      });
    const change = { endTime: inHours(5), sort: 3, audienceType: audience.regions, cityCodes: ['310100'] };
    expect((await post('update', { id, rev, ...change })).code).toBe(0);
    expect(await post('batchDelete', { ids: [id] })).toMatchObject({ data: { skipped: [{ id, code: 1004 }] } });
    expect((await shelf([id], 0)).changed).toBe(1);
    expect(await one(id)).toMatchObject({ status: off });
  });
});

describe('the limit of a place', () => {
  const full = (id: string, n: number) => ({
    skipped: [{ id, code: 5161, message: expect.stringContaining(String(n)) as string }],
  });

  test('three on splash, at every moment of their time; not what is on at another time', async () => {
    for (const [from, until] of [
      [-1, 4],
      [-1, 4],
      [2, 8],
    ] as const)
      await on(splash, { startTime: inHours(from), endTime: inHours(until) });
    const over = await added(splash, { startTime: inHours(3), endTime: inHours(9) });
    expect(await shelf([over], 1)).toMatchObject(full(over, 3));
    const after = await on(splash, { startTime: inHours(4), endTime: inHours(9) });
    expect(await one(after)).toMatchObject({ status: waiting });
  });

  test('holds within one call, and for calls at the same moment', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => added(splash)));
    const together = await shelf(ids.slice(0, 4), 1);
    expect(together).toMatchObject({ changed: 3, skipped: [{ code: 5161 }] });
    await shelf(ids, 0);
    const each = await Promise.all(ids.map((id) => shelf([id], 1)));
    expect(each.filter(({ changed }) => changed === 1)).toHaveLength(3);
    const { rows } = await t.app.pool.query('select 1 from ps_advertisement where position = $1 and status = $2', [
      splash,
      live,
    ]);
    expect(rows).toHaveLength(3);
  });

  test('one popup per audience, also when an audience is changed', async () => {
    const first = await on(popup, { audienceType: audience.regions, cityCodes: ['310100'] });
    const second = await added(popup, { audienceType: audience.regions, cityCodes: ['310100', '440100'] });
    expect(await shelf([second], 1)).toMatchObject(full(second, 1));
    const other = await on(popup, { audienceType: audience.regions, cityCodes: ['440100'] });
    const { rev } = await one(other);
    expect(await post('update', { id: other, rev, cityCodes: ['310100'] })).toMatchObject({ code: 5161 });
    await shelf([first], 0);
    expect((await post('update', { id: other, rev, cityCodes: ['310100'] })).code).toBe(0);
    // A province has its cities: whoever is in Guangzhou would see both.
    const province = await added(popup, { audienceType: audience.regions, cityCodes: ['440000'] });
    const city = await on(popup, { audienceType: audience.regions, cityCodes: ['440100'] });
    expect(await shelf([province], 1)).toMatchObject(full(province, 1));
    await shelf([city], 0);
    expect(await shelf([province], 1)).toMatchObject({ changed: 1 });
    expect(await shelf([city], 1)).toMatchObject(full(city, 1));
    const tagId = await addSample(t, entityNamed('userTag'));
    await on(popup, { audienceType: audience.tags, tagIds: [tagId] });
    const same = await added(popup, { audienceType: audience.tags, tagIds: [tagId] });
    expect(await shelf([same], 1)).toMatchObject(full(same, 1));
  });
});

describe('two popups at the same time', () => {
  let owner: Owner;
  let stranger: Owner;
  beforeAll(async () => {
    [owner, stranger] = [await ownerIn('310100'), await ownerIn('330100')];
  });
  const meant: Readonly<Record<number, (who: Owner) => object>> = {
    [audience.all]: () => ({}),
    [audience.tags]: ({ tagId }) => ({ tagIds: [tagId] }),
    [audience.models]: ({ model }) => ({ vehicleTypeIds: [model] }),
    [audience.regions]: ({ cityId }) => ({ cityCodes: [cityId] }),
  };
  const popupFor = (type: number, who: Owner) => ({ audienceType: type, ...meant[type]?.(who) });
  const types = Object.keys(meant).map(Number);
  const pairs = types.flatMap((one, at) => types.slice(at).map((other) => [one, other] as const));
  const refused = { changed: 0, skipped: [{ code: 5161 }] };

  test.each(pairs)('of the types %i and %i are not for the same people', async (one, other) => {
    await on(popup, popupFor(one, owner));
    const same = await added(popup, popupFor(other, owner));
    expect(await shelf([same], 1)).toMatchObject(refused);
    const { data } = await post<{ list: { refused: object }[] }>('may', { ids: [same] });
    expect(data.list[0]?.refused).toMatchObject({ shelfOn: { code: 5161 } });
    if (one === audience.all) return;
    const elsewhere = await added(popup, popupFor(other, stranger));
    expect(await shelf([elsewhere], 1)).toMatchObject({ changed: 1 });
    expect(await idsInApp(popup, {}, stranger.token)).toEqual([elsewhere]);
    expect(await idsInApp(popup, {}, owner.token)).not.toContain(elsewhere);
  });

  test('of different tags or models have somebody in common when one person has both', async () => {
    const other = await addSample(t, entityNamed('userTag'));
    await on(popup, popupFor(audience.tags, owner));
    const tagged = await added(popup, { audienceType: audience.tags, tagIds: [other] });
    expect((await shelf([tagged], 1)).changed).toBe(1);
    await shelf([tagged], 0);
    await tagUser(other, owner.id);
    expect(await shelf([tagged], 1)).toMatchObject(refused);
    // Whoever is erased is nobody; whoever is frozen comes back.
    await t.app.pool.query('update usr_app_user set status = $2 where id = $1', [owner.id, users.frozen]);
    expect(await shelf([tagged], 1)).toMatchObject(refused);
    await t.app.pool.query('update usr_app_user set status = $2 where id = $1', [owner.id, users.deleted]);
    expect((await shelf([tagged], 1)).changed).toBe(1);
    await t.app.pool.query('update usr_app_user set status = $2 where id = $1', [owner.id, users.normal]);
  });

  test('are both on where no app shows both: on different platforms, or within data scopes apart', async () => {
    await on(popup, { clientOs: ['1'] });
    await on(popup, { clientOs: ['2'] });
    expect(await shelf([await added(popup, { clientOs: ['2', '3'] })], 1)).toMatchObject(refused);
    await t.app.pool.query('update ps_advertisement set status = 0');
    const author = async (city: string) =>
      (await signInAs(t, { roles: [await scopedRole()], regionScope: [city] })).userId;
    const by = (id: string, userId: string) =>
      t.app.pool.query('update ps_advertisement set create_by = $2 where id = $1', [id, userId]);
    const [here, there, again] = [await added(popup), await added(popup), await added(popup)];
    await by(here, await author('310100'));
    await by(there, await author('330100'));
    await by(again, await author('330100'));
    expect(await shelf([here, there, again], 1)).toMatchObject({ changed: 2, skipped: [{ id: again, code: 5161 }] });
    expect(await idsInApp(popup, {}, owner.token)).toEqual([here]);
    expect(await idsInApp(popup, {}, stranger.token)).toEqual([there]);
  });
});

test('is shown to users in the data scope of its author alone', async () => {
  const [inside, outside] = [await ownerIn('310100'), await ownerIn('330100')];
  const author = await signInAs(t, { roles: [await scopedRole()], regionScope: ['310100'] });
  const as = { as: author.token };
  const { data } = await t.call<Row>('POST', '/ps/crm/advertisement/add', await formOf(home), as);
  await t.call('POST', '/ps/crm/advertisement/shelf', { ids: [data.id], shelf: 1 }, as);
  const byAdmin = await on(home, { sort: 1 });
  expect(await idsInApp(home, {}, inside.token)).toEqual(expect.arrayContaining([byAdmin, data.id]));
  expect(await idsInApp(home, {}, outside.token)).toEqual([byAdmin]);
  // By whom it is put on or edited changes nothing.
  const { rev } = await one(data.id);
  expect((await post('update', { id: data.id, rev, sort: 7 })).code).toBe(0);
  expect(await idsInApp(home, {}, outside.token)).toEqual([byAdmin]);
  // A dealer's account sees no users of the app at all.
  const dealer = await signInAs(t, { roles: [], dealerId: await addSample(t, entityNamed('dealer')) });
  await t.app.pool.query('update ps_advertisement set create_by = $2 where id = $1', [data.id, dealer.userId]);
  expect(await idsInApp(home, {}, inside.token)).toEqual([byAdmin]);
});

describe('the app', () => {
  test('gets what is on for its user, system and version, in order', async () => {
    const vehicleId = await addSample(t, entityNamed('vehicle'));
    const owner = await bindOwner(t, vehicleId);
    await t.app.pool.query(`update usr_app_user set city_id = '310100' where id = $1`, [owner]);
    const model = (
      await t.app.pool.query<{ id: string }>('select vehicle_type_id::text as id from veh_vehicle where id = $1', [
        vehicleId,
      ])
    ).rows[0]?.id;
    const ownerToken = await issueAppToken(t.app, owner);
    // Whom a vehicle is shared with is no owner of its model, as for a campaign.
    await t.app.pool.query(
      `insert into veh_binding (vehicle_id, user_id, bind_type, status, bind_time, channel, key_version) values ($1, $2, $3, 1, now(), 1, 1)`,
      [vehicleId, userId, codes.BindType.share],
    );
    const all = await on(home, { sort: 30 });
    const models = await on(home, { sort: 10, audienceType: audience.models, vehicleTypeIds: [model] });
    const province = await on(home, { sort: 20, audienceType: audience.regions, cityCodes: ['310000'] });
    const tagId = await addSample(t, entityNamed('userTag'));
    await tagUser(tagId, owner);
    const tagged = await on(home, { sort: 25, audienceType: audience.tags, tagIds: [tagId] });
    const android = await on(home, { sort: 5, clientOs: ['2'] });
    const newer = await on(home, { sort: 6, minVersion: '2.10.0' });
    expect(await idsInApp(home, {}, ownerToken)).toEqual([models, province, tagged, all]);
    await t.app.pool.query('update usr_tag set expire_time = now() where id = $1', [tagId]);
    expect(await idsInApp(home, {}, ownerToken)).toEqual([models, province, all]);
    expect(await idsInApp(home)).toEqual([all]);
    expect(await idsInApp(home, { clientOs: '2' })).toEqual([android, all]);
    expect(await idsInApp(home, { version: '2.10.1' })).toEqual([newer, all]);
    expect((await post('sort', { items: [{ id: all, sort: 0 }] })).code).toBe(0);
    expect((await idsInApp(home, {}, ownerToken))[0]).toBe(all);
    const [shown] = await inApp(home);
    expect((await t.http.inject({ method: 'GET', url: shown?.imageUrl ?? '' })).statusCode).toBe(200);
  });

  test.each([{ position: '6' }, { clientOs: 'x' }, { version: '2' }])('is refused with %j', async (more) => {
    const query = { position: '2', clientOs: '1', version: '2.0.0', ...more };
    expect((await t.call('GET', '/app/v1/ad/list', query, { as: token })).code).toBe(1001);
  });
});

describe('counts', () => {
  const tell = (id: string, event: 'show' | 'click', as = token) =>
    t.call('POST', '/app/v1/ad/event', { id, event }, { as });
  const today = formatDay(new Date());

  test('are of users and days, and end at a limit for each user', async () => {
    const id = await on(home);
    const second = await issueAppToken(t.app, await addAppUser(t));
    await Promise.all([tell(id, 'show'), tell(id, 'show'), tell(id, 'show', second), tell(id, 'click')]);
    expect(await one(id)).toMatchObject({ impressions: 3, clicks: 1, ctr: 33.33 });
    const { data } = await post<object>('statistics', { id, from: today, to: today });
    expect(data).toEqual({
      impressions: 3,
      clicks: 1,
      days: [{ statDate: today, impressions: 3, clicks: 1, users: 2 }],
    });
    await t.app.pool.query('update ps_ad_user_day set shows = 99, clicks = 19 where ad_id = $1 and user_id = $2', [
      id,
      userId,
    ]);
    for (const event of ['show', 'show', 'click', 'click'] as const) expect((await tell(id, event)).code).toBe(0);
    expect(await one(id)).toMatchObject({ impressions: 4, clicks: 2 });
  });

  test('are of what is on alone', async () => {
    const id = await added(home);
    expect((await tell(id, 'show')).code).toBe(1002);
    expect((await tell('999999999', 'click')).code).toBe(1002);
    expect((await tell(id, 'show', 'no token')).status).toBe(401);
    expect((await post('statistics', { id, from: '2024-01-01', to: '2026-01-01' })).code).toBe(1012);
  });
});
