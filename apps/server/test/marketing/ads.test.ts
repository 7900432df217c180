import { formatInstant } from '@wheelhouse/contract/time';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adJobs } from '../../src/modules/marketing/ads/jobs.ts';
import { addSample, sampleFile } from '../registry/samples.ts';
import { adWorld, type AdWorld, audience, home, popup, splash } from './ads-kit.ts';

let w: AdWorld;
beforeAll(async () => {
  w = await adWorld();
});
afterAll(() => w.stop());
beforeEach(() => w.reset());

const { off, waiting, live, ended } = machines['SM-Ad'].states;
const hourMs = 3_600_000;
const inHours = (hours: number): string => formatInstant(new Date(Date.now() + hours * hourMs));
const runJob = async (name: string) => {
  await adJobs.find((job) => job.name === name)?.run(w.t.app);
};

describe('a form', () => {
  test('takes a picture of the size of its place', async () => {
    const refused = { code: 1001, data: { errors: [{ field: 'image' }] } };
    const small = await sampleFile(w.t, 'image', '1', 'user', { width: 702, height: 281 });
    expect(await w.post('add', await w.formOf(home, { image: small }))).toMatchObject(refused);
    const tall = await sampleFile(w.t, 'image', '1', 'user', { width: 1125, height: 2436 });
    expect((await w.post('add', await w.formOf(splash, { image: tall }))).code).toBe(0);
    const id = await w.added(home);
    const { rev } = await w.one(id);
    expect(await w.post('update', { id, rev, position: popup })).toMatchObject(refused);
  });

  test.each([
    [codes.JumpType.url, 'http://m.example.com/'],
    [codes.JumpType.url, 'https://elsewhere.test/'],
    [codes.JumpType.url, '/systemManage'],
    [codes.JumpType.appPage, 'nowhere'],
  ])('refuses a jump of type %i to %s', async (jumpType, jumpTarget) => {
    expect(await w.post('add', await w.formOf(home, { jumpType, jumpTarget }))).toMatchObject({
      code: 1001,
      data: { errors: [{ field: 'jumpTarget' }] },
    });
  });

  test('takes what the platform has: addresses, pages, tags, models, regions', async () => {
    const { url, appPage, miniProgram } = codes.JumpType;
    await w.added(home, { jumpType: url, jumpTarget: 'https://m.example.com/spring' });
    await w.added(home, { jumpType: appPage, jumpTarget: 'coupon' });
    for (const [field, more] of [
      ['jumpType', { jumpType: miniProgram }],
      ['audienceType', { audienceType: audience.list }],
      ['tagIds', { audienceType: audience.tags }],
      ['vehicleTypeIds', { audienceType: audience.models, vehicleTypeIds: [] }],
      ['cityCodes', { audienceType: audience.regions, cityCodes: ['999999'] }],
      ['endTime', { startTime: inHours(2), endTime: inHours(1) }],
      ['endTime', { startTime: inHours(0), endTime: inHours(24 * 370) }],
    ] as const)
      expect(await w.post('add', await w.formOf(home, more)), field).toMatchObject({ data: { errors: [{ field }] } });
  });
});

describe('its time', () => {
  test('what begins later waits, begins, and ends', async () => {
    const id = await w.on(home, { startTime: inHours(1), endTime: inHours(3) });
    expect(await w.one(id)).toMatchObject({ status: waiting });
    expect(await w.idsInApp(home)).not.toContain(id);
    const shift = (hours: number) =>
      w.t.app.pool.query(
        `update ps_advertisement set start_time = start_time - make_interval(hours => $2), end_time = end_time - make_interval(hours => $2) where id = $1`,
        [id, hours],
      );
    await shift(2);
    // The app does not wait for the state.
    expect(await w.idsInApp(home)).toContain(id);
    await runJob('marketing.ads');
    expect(await w.one(id)).toMatchObject({ status: live });
    await shift(2);
    expect(await w.idsInApp(home)).not.toContain(id);
    await runJob('marketing.ads');
    expect(await w.one(id)).toMatchObject({ status: ended });
    expect((await w.post<{ deleted: number }>('batchDelete', { ids: [id] })).data.deleted).toBe(1);
  });

  test('what is over is not put on', async () => {
    const id = await w.added(home, { startTime: inHours(-3), endTime: inHours(-1) });
    expect(await w.shelf([id], 1)).toMatchObject({ changed: 0, skipped: [{ id, code: 1001 }] });
  });

  test('what is on keeps all but its order, end and audience', async () => {
    const id = await w.on(home);
    const { rev } = await w.one(id);
    for (const change of [{ title: '新的标题' }, { position: splash }, { startTime: inHours(-1) }])
      expect(await w.post('update', { id, rev, ...change })).toMatchObject({
        code: 1001,
        data: { errors: [{ field: Object.keys(change)[0] }] },
      });
    const change = { endTime: inHours(5), sort: 3, audienceType: audience.regions, cityCodes: ['310100'] };
    expect((await w.post('update', { id, rev, ...change })).code).toBe(0);
    expect(await w.post('batchDelete', { ids: [id] })).toMatchObject({ data: { skipped: [{ id, code: 1004 }] } });
    expect((await w.shelf([id], 0)).changed).toBe(1);
    expect(await w.one(id)).toMatchObject({ status: off });
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
      await w.on(splash, { startTime: inHours(from), endTime: inHours(until) });
    const over = await w.added(splash, { startTime: inHours(3), endTime: inHours(9) });
    expect(await w.shelf([over], 1)).toMatchObject(full(over, 3));
    const after = await w.on(splash, { startTime: inHours(4), endTime: inHours(9) });
    expect(await w.one(after)).toMatchObject({ status: waiting });
  });

  test('holds within one call, and for calls at the same moment', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => w.added(splash)));
    const together = await w.shelf(ids.slice(0, 4), 1);
    expect(together).toMatchObject({ changed: 3, skipped: [{ code: 5161 }] });
    await w.shelf(ids, 0);
    const each = await Promise.all(ids.map((id) => w.shelf([id], 1)));
    expect(each.filter(({ changed }) => changed === 1)).toHaveLength(3);
    const { rows } = await w.t.app.pool.query('select 1 from ps_advertisement where position = $1 and status = $2', [
      splash,
      live,
    ]);
    expect(rows).toHaveLength(3);
  });

  test('one popup per audience, also when an audience is changed', async () => {
    const first = await w.on(popup, { audienceType: audience.regions, cityCodes: ['310100'] });
    const second = await w.added(popup, { audienceType: audience.regions, cityCodes: ['310100', '440100'] });
    expect(await w.shelf([second], 1)).toMatchObject(full(second, 1));
    const other = await w.on(popup, { audienceType: audience.regions, cityCodes: ['440100'] });
    const { rev } = await w.one(other);
    expect(await w.post('update', { id: other, rev, cityCodes: ['310100'] })).toMatchObject({ code: 5161 });
    await w.shelf([first], 0);
    expect((await w.post('update', { id: other, rev, cityCodes: ['310100'] })).code).toBe(0);
    // A province has its cities: whoever is in Guangzhou would see both.
    const province = await w.added(popup, { audienceType: audience.regions, cityCodes: ['440000'] });
    const city = await w.on(popup, { audienceType: audience.regions, cityCodes: ['440100'] });
    expect(await w.shelf([province], 1)).toMatchObject(full(province, 1));
    await w.shelf([city], 0);
    expect(await w.shelf([province], 1)).toMatchObject({ changed: 1 });
    expect(await w.shelf([city], 1)).toMatchObject(full(city, 1));
    const tagId = await addSample(w.t, entityNamed('userTag'));
    await w.on(popup, { audienceType: audience.tags, tagIds: [tagId] });
    const same = await w.added(popup, { audienceType: audience.tags, tagIds: [tagId] });
    expect(await w.shelf([same], 1)).toMatchObject(full(same, 1));
  });
});
