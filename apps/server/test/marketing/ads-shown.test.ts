import { formatDay } from '@wheelhouse/contract/time';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { issueAppToken } from '../../src/http/app-call.ts';
import { addSample, bindOwner } from '../registry/samples.ts';
import { addAppUser } from '../support/app-user.ts';
import { addRole } from '../access/fixture.ts';
import { signInAs } from '../support/people.ts';
import { adWorld, type AdWorld, audience, home, popup, type Row } from './ads-kit.ts';

let w: AdWorld;
beforeAll(async () => {
  w = await adWorld();
});
afterAll(() => w.stop());
beforeEach(() => w.reset());

const users = machines['SM-AppUser'].states;
interface Owner {
  readonly id: string;
  readonly token: string;
  readonly cityId: string;
  readonly model: string;
  readonly tagId: string;
}
const tagUser = (tagId: string, id: string) =>
  w.t.app.pool.query('insert into usr_tag_member (tag_id, user_id, source, add_time) values ($1, $2, 1, now())', [
    tagId,
    id,
  ]);
/** Somebody in a city, with a vehicle of a model and a tag of their own. */
async function ownerIn(cityId: string): Promise<Owner> {
  const vehicleId = await addSample(w.t, entityNamed('vehicle'));
  const id = await bindOwner(w.t, vehicleId);
  const model = await addSample(w.t, entityNamed('vehicleType'));
  await w.t.app.pool.query('update veh_vehicle set vehicle_type_id = $2 where id = $1', [vehicleId, model]);
  await w.t.app.pool.query('update usr_app_user set city_id = $2 where id = $1', [id, cityId]);
  const tagId = await addSample(w.t, entityNamed('userTag'));
  await tagUser(tagId, id);
  return { id, token: await issueAppToken(w.t.app, id), cityId, model, tagId };
}
let roles = 0;
/** A role for advertisements in the regions of an account. */
async function scopedRole(): Promise<string> {
  const code = `ads${++roles}`;
  await addRole(
    w.t,
    code,
    ['query', 'add', 'edit', 'shelf'].map((name) => `bannerManage.${name}`),
    3,
  );
  return code;
}

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
    await w.on(popup, popupFor(one, owner));
    const same = await w.added(popup, popupFor(other, owner));
    expect(await w.shelf([same], 1)).toMatchObject(refused);
    const { data } = await w.post<{ list: { refused: object }[] }>('may', { ids: [same] });
    expect(data.list[0]?.refused).toMatchObject({ shelfOn: { code: 5161 } });
    if (one === audience.all) return;
    const elsewhere = await w.added(popup, popupFor(other, stranger));
    expect(await w.shelf([elsewhere], 1)).toMatchObject({ changed: 1 });
    expect(await w.idsInApp(popup, {}, stranger.token)).toEqual([elsewhere]);
    expect(await w.idsInApp(popup, {}, owner.token)).not.toContain(elsewhere);
  });

  test('of different tags or models have somebody in common when one person has both', async () => {
    const other = await addSample(w.t, entityNamed('userTag'));
    await w.on(popup, popupFor(audience.tags, owner));
    const tagged = await w.added(popup, { audienceType: audience.tags, tagIds: [other] });
    expect((await w.shelf([tagged], 1)).changed).toBe(1);
    await w.shelf([tagged], 0);
    await tagUser(other, owner.id);
    expect(await w.shelf([tagged], 1)).toMatchObject(refused);
    // Whoever is erased is nobody; whoever is frozen comes back.
    await w.t.app.pool.query('update usr_app_user set status = $2 where id = $1', [owner.id, users.frozen]);
    expect(await w.shelf([tagged], 1)).toMatchObject(refused);
    await w.t.app.pool.query('update usr_app_user set status = $2 where id = $1', [owner.id, users.deleted]);
    expect((await w.shelf([tagged], 1)).changed).toBe(1);
    await w.t.app.pool.query('update usr_app_user set status = $2 where id = $1', [owner.id, users.normal]);
  });

  test('are both on where no app shows both: on different platforms, or within data scopes apart', async () => {
    await w.on(popup, { clientOs: ['1'] });
    await w.on(popup, { clientOs: ['2'] });
    expect(await w.shelf([await w.added(popup, { clientOs: ['2', '3'] })], 1)).toMatchObject(refused);
    await w.t.app.pool.query('update ps_advertisement set status = 0');
    const author = async (city: string) =>
      (await signInAs(w.t, { roles: [await scopedRole()], regionScope: [city] })).userId;
    const by = (id: string, userId: string) =>
      w.t.app.pool.query('update ps_advertisement set create_by = $2 where id = $1', [id, userId]);
    const [here, there, again] = [await w.added(popup), await w.added(popup), await w.added(popup)];
    await by(here, await author('310100'));
    await by(there, await author('330100'));
    await by(again, await author('330100'));
    expect(await w.shelf([here, there, again], 1)).toMatchObject({ changed: 2, skipped: [{ id: again, code: 5161 }] });
    expect(await w.idsInApp(popup, {}, owner.token)).toEqual([here]);
    expect(await w.idsInApp(popup, {}, stranger.token)).toEqual([there]);
  });
});

test('is shown to users in the data scope of its author alone', async () => {
  const [inside, outside] = [await ownerIn('310100'), await ownerIn('330100')];
  const author = await signInAs(w.t, { roles: [await scopedRole()], regionScope: ['310100'] });
  const as = { as: author.token };
  // With it the picture is that of an advertisement, which others may take as well.
  const byAdmin = await w.on(home, { sort: 1 });
  const { data } = await w.t.call<Row>('POST', '/ps/crm/advertisement/add', await w.formOf(home), as);
  await w.t.call('POST', '/ps/crm/advertisement/shelf', { ids: [data.id], shelf: 1 }, as);
  expect(await w.idsInApp(home, {}, inside.token)).toEqual(expect.arrayContaining([byAdmin, data.id]));
  expect(await w.idsInApp(home, {}, outside.token)).toEqual([byAdmin]);
  // By whom it is put on or edited changes nothing.
  const { rev } = await w.one(data.id);
  expect((await w.post('update', { id: data.id, rev, sort: 7 })).code).toBe(0);
  expect(await w.idsInApp(home, {}, outside.token)).toEqual([byAdmin]);
  // A dealer's account sees no users of the app at all.
  const dealer = await signInAs(w.t, { roles: [], dealerId: await addSample(w.t, entityNamed('dealer')) });
  await w.t.app.pool.query('update ps_advertisement set create_by = $2 where id = $1', [data.id, dealer.userId]);
  expect(await w.idsInApp(home, {}, inside.token)).toEqual([byAdmin]);
});

describe('the app', () => {
  test('gets what is on for its user, system and version, in order', async () => {
    const vehicleId = await addSample(w.t, entityNamed('vehicle'));
    const owner = await bindOwner(w.t, vehicleId);
    await w.t.app.pool.query(`update usr_app_user set city_id = '310100' where id = $1`, [owner]);
    const model = (
      await w.t.app.pool.query<{ id: string }>('select vehicle_type_id::text as id from veh_vehicle where id = $1', [
        vehicleId,
      ])
    ).rows[0]?.id;
    const ownerToken = await issueAppToken(w.t.app, owner);
    // Whom a vehicle is shared with is no owner of its model, as for a campaign.
    await w.t.app.pool.query(
      `insert into veh_binding (vehicle_id, user_id, bind_type, status, bind_time, channel, key_version) values ($1, $2, $3, 1, now(), 1, 1)`,
      [vehicleId, w.userId, codes.BindType.share],
    );
    const all = await w.on(home, { sort: 30 });
    const models = await w.on(home, { sort: 10, audienceType: audience.models, vehicleTypeIds: [model] });
    const province = await w.on(home, { sort: 20, audienceType: audience.regions, cityCodes: ['310000'] });
    const tagId = await addSample(w.t, entityNamed('userTag'));
    await tagUser(tagId, owner);
    const tagged = await w.on(home, { sort: 25, audienceType: audience.tags, tagIds: [tagId] });
    const android = await w.on(home, { sort: 5, clientOs: ['2'] });
    const newer = await w.on(home, { sort: 6, minVersion: '2.10.0' });
    expect(await w.idsInApp(home, {}, ownerToken)).toEqual([models, province, tagged, all]);
    await w.t.app.pool.query('update usr_tag set expire_time = now() where id = $1', [tagId]);
    expect(await w.idsInApp(home, {}, ownerToken)).toEqual([models, province, all]);
    expect(await w.idsInApp(home)).toEqual([all]);
    expect(await w.idsInApp(home, { clientOs: '2' })).toEqual([android, all]);
    expect(await w.idsInApp(home, { version: '2.10.1' })).toEqual([newer, all]);
    expect((await w.post('sort', { items: [{ id: all, sort: 0 }] })).code).toBe(0);
    expect((await w.idsInApp(home, {}, ownerToken))[0]).toBe(all);
    const [shown] = await w.inApp(home);
    expect((await w.t.http.inject({ method: 'GET', url: shown?.imageUrl ?? '' })).statusCode).toBe(200);
  });

  test.each([{ position: '6' }, { clientOs: 'x' }, { version: '2' }])('is refused with %j', async (more) => {
    const query = { position: '2', clientOs: '1', version: '2.0.0', ...more };
    expect((await w.t.call('GET', '/app/v1/ad/list', query, { as: w.token })).code).toBe(1001);
  });
});

describe('counts', () => {
  const tell = (id: string, event: 'show' | 'click', as = w.token) =>
    w.t.call('POST', '/app/v1/ad/event', { id, event }, { as });
  const today = formatDay(new Date());

  test('are of users and days, and end at a limit for each user', async () => {
    const id = await w.on(home);
    const second = await issueAppToken(w.t.app, await addAppUser(w.t));
    await Promise.all([tell(id, 'show'), tell(id, 'show'), tell(id, 'show', second), tell(id, 'click')]);
    expect(await w.one(id)).toMatchObject({ impressions: 3, clicks: 1, ctr: 33.33 });
    const { data } = await w.post<object>('statistics', { id, from: today, to: today });
    expect(data).toEqual({
      impressions: 3,
      clicks: 1,
      days: [{ statDate: today, impressions: 3, clicks: 1, users: 2 }],
    });
    await w.t.app.pool.query('update ps_ad_user_day set shows = 99, clicks = 19 where ad_id = $1 and user_id = $2', [
      id,
      w.userId,
    ]);
    for (const event of ['show', 'show', 'click', 'click'] as const) expect((await tell(id, event)).code).toBe(0);
    expect(await w.one(id)).toMatchObject({ impressions: 4, clicks: 2 });
  });

  test('are of what is on alone', async () => {
    const id = await w.added(home);
    expect((await tell(id, 'show')).code).toBe(1002);
    expect((await tell('999999999', 'click')).code).toBe(1002);
    expect((await tell(id, 'show', 'no token')).status).toBe(401);
    expect((await w.post('statistics', { id, from: '2024-01-01', to: '2026-01-01' })).code).toBe(1012);
  });
});
