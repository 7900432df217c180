import type { ExploreAnswer, ExploreFamily } from '@wheelhouse/contract/statistics';
import { statistics } from '@wheelhouse/entities/statistics/all';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addRole, grant } from '../access/fixture.ts';
import { bindOwner } from '../registry/samples.ts';
import { adminPassword, createTestApp, type TestApp } from '../support/app.ts';
import { makeVehicle } from '../fleet/world.ts';
import { subscriptionWorld, type Person, type SubscriptionWorld } from './subscriptions-kit.ts';

const explores = ['exploreStatistics', 'exploreStatistics.query', 'alarmStatistics', 'alarmStatistics.query'];
let t: TestApp;
let w: SubscriptionWorld;
let admin: string;
let all: Person;
let region: Person;
beforeAll(async () => {
  t = await createTestApp({ env: { MAIL_RATE: '1000' } });
  w = await subscriptionWorld(t);
  await addRole(t, 'explore_all', explores);
  await addRole(t, 'explore_region', explores, 3);
  all = await w.person('explore_all');
  region = await w.person('explore_region', { regionScope: ['330100'] });
  admin = await t.login('admin', adminPassword);
});
afterAll(() => t.stop());

type Refused = { readonly errors?: readonly { readonly field: string }[] };
const call = <Data>(path: string, body: object, as: string) =>
  t.call<Data & Refused>('POST', `/stat/crm/${path}`, body, { as });
const alarms = { statistic: 'alarm', measures: ['alarms'], by: ['level'] };
const asked = async (body: object, as = all.token): Promise<ExploreAnswer> => {
  const { code, data, message } = await call<ExploreAnswer>('explore/query', body, as);
  expect([code, message]).toEqual([0, expect.anything()]);
  return data;
};
const refused = async (body: object, as = all.token): Promise<unknown> => {
  const { code, data } = await call('explore/query', body, as);
  return [code, data?.errors?.map(({ field }) => field)];
};
const saved = (body: object, as: Person) =>
  call<{ id: string; rev: number }>(
    'exploration/add',
    {
      name: '报警',
      statistic: 'alarm',
      measures: ['alarms'],
      dimensions: ['level'],
      period: 5,
      chart: 'auto',
      ...body,
    },
    as.token,
  );
const listed = async (as: Person): Promise<readonly string[]> =>
  (await call<{ list: { id: string }[] }>('exploration/list', {}, as.token)).data.list.map(({ id }) => id);
const roleId = async (code: string): Promise<string> =>
  String((await t.app.pool.query('select id from sys_role where role_code = $1', [code])).rows[0].id);

describe('a free question', () => {
  test('combines what its statistic has, each measure alone and by each of its dimensions', async () => {
    const { data: families } = await call<readonly ExploreFamily[]>('explore/fields', {}, admin);
    expect(families.map(({ name }) => name)).toEqual(Object.keys(statistics));
    for (const { name, measures } of families)
      for (const measure of measures) {
        for (const by of [[], ...measure.by.map((one) => [one])])
          await asked({ statistic: name, measures: [measure.name], by }, admin);
        const pair = measure.by.slice(0, 2);
        if (pair.length === 2) await asked({ statistic: name, measures: [measure.name], by: pair }, admin);
      }
    expect(t.errors).toEqual([]);
  });

  test('tells what the page of the statistic tells, and curves without gaps', async () => {
    const page = await t.call<ExploreAnswer>('POST', '/stat/crm/alarm/dist', { by: 'type' }, { as: all.token });
    const own = await asked({ ...alarms, by: ['alarmType'] });
    const counts = (answer: ExploreAnswer): unknown =>
      answer.rows.map(({ alarmType, alarms: n }) => `${alarmType} ${n}`).toSorted();
    expect(counts(own)).toEqual(counts(page.data));
    const days = await asked({ ...alarms, by: ['level', 'day'] });
    expect(days.series.every(({ points }) => points.length === 30)).toBe(true);
    expect(days.series.flatMap(({ points }) => points).reduce((sum, [, n]) => sum + Number(n ?? 0), 0)).toBe(
      days.cards[0]?.value,
    );
  });

  test('is of the data scope of who asks, and of statistics that they may see', async () => {
    const [whole, part] = [await asked(alarms), await asked(alarms, region.token)];
    expect([whole.cards[0]?.value, part.cards[0]?.value]).toEqual([3, 1]);
    expect(await refused({ statistic: 'owner', measures: ['owners'] })).toEqual([1003, undefined]);
    const { data } = await call<readonly ExploreFamily[]>('explore/fields', {}, all.token);
    expect(data.map(({ name }) => name)).toEqual(['alarm']);
    const none = await w.person('report_all');
    expect(await refused(alarms, none.token)).toEqual([1003, undefined]);
  });

  test('is refused with the name of the field that there is not, that does not combine, or that is too much', async () => {
    for (const [body, field] of [
      [{ ...alarms, statistic: 'constructor' }, 'statistic'],
      [{ ...alarms, measures: ['nothing'] }, 'measures'],
      [{ ...alarms, measures: ['constructor'] }, 'measures'],
      [{ ...alarms, measures: [] }, 'measures'],
      [{ ...alarms, measures: ['alarms', 'alarms'] }, 'measures'],
      [{ ...alarms, by: ['vin; drop table'] }, 'by'],
      [{ ...alarms, by: ['constructor'] }, 'by'],
      [{ ...alarms, by: ['level', 'day', 'city'] }, 'by'],
      [{ ...alarms, query: { vin: 'x' } }, 'vin'],
      [{ ...alarms, query: { 'date.ge': 'x' } }, 'query.date.ge'],
    ] as const)
      expect([body, await refused(body)]).toEqual([body, [1001, [field]]]);
    expect(await refused({ ...alarms, query: { 'date.ge': '2020-01-01', 'date.le': '2026-01-01' } })).toEqual([
      8001,
      undefined,
    ]);
    expect(await refused({ ...alarms, sql: 'select 1' })).toEqual([1001, expect.anything()]);
    expect(t.errors).toEqual([]);
  });

  test('does not tell few people, nor what is worked out of them', async () => {
    const { id } = await makeVehicle(t.app, {});
    await bindOwner(t, id);
    const owners = { statistic: 'owner', measures: ['owners', 'lostRate'], by: ['vehicleTypeId'] };
    const answer = await asked(owners, admin);
    expect(answer.cards.map(({ value }) => value)).toEqual(['<5', '<5']);
    expect(answer.rows.map(({ owners: n, lostRate }) => [n, lostRate])).toEqual([['<5', '<5']]);
    const byDay = await asked({ statistic: 'owner', measures: ['newOwners'], by: ['day'] }, admin);
    expect(byDay.series[0]?.points.map(([, n]) => n).filter((n) => n !== 0)).toEqual(['<5']);
  });
});

describe('a saved exploration', () => {
  test('is its owner’s; shared, it is seen by those of the role who see the statistic, and changed by nobody else', async () => {
    const other = await w.person('explore_region', { regionScope: ['330100'] });
    const { data } = await saved({ name: '共享' }, all);
    expect([await listed(all), await listed(other)]).toEqual([[data.id], []]);
    const shares = { id: data.id, rev: 1, roleIds: [await roleId('explore_region')] };
    expect((await call('exploration/update', shares, all.token)).code).toBe(0);
    expect(await listed(other)).toEqual([data.id]);
    expect((await call('exploration/update', { id: data.id, rev: 2, name: '改' }, other.token)).code).toBe(1003);
    await call('exploration/batchDelete', { ids: [data.id] }, other.token);
    expect(await listed(all)).toEqual([data.id]);
    // Whoever may not see the statistic any more does not see it, and gets it back with the right.
    await grant(t, 'explore_region', explores.slice(0, 2));
    await t.app.pool.query(`select pg_notify('wh_live', '{"t":"access","d":{}}')`);
    await expect.poll(() => listed(other)).toEqual([]);
    expect(await refused(alarms, other.token)).toEqual([1003, undefined]);
    await grant(t, 'explore_region', explores);
    await t.app.pool.query(`select pg_notify('wh_live', '{"t":"access","d":{}}')`);
    await expect.poll(() => listed(other)).toEqual([data.id]);
  });

  test('has what combines, and is refused with the field that does not', async () => {
    for (const [body, field] of [
      [{ measures: ['nothing'] }, 'measures'],
      [{ dimensions: ['nothing'] }, 'dimensions'],
      [{ filters: { vin: 'x' } }, 'filters'],
      [{ filters: { 'date.ge': '2026-01-01' } }, 'filters'],
      [{ chart: 'pie' }, 'chart'],
    ] as const) {
      const { code, data } = await saved(body, all);
      expect([body, code, data.errors?.map((error) => error.field)]).toEqual([body, 1001, [field]]);
    }
    expect((await saved({ statistic: 'owner', measures: ['owners'], dimensions: [] }, all)).code).toBe(1003);
  });

  test('is pinned by a layout, which is kept while its user has lost the right', async () => {
    const cards = [
      { card: 'exploration.1', w: 6, h: 8 },
      { card: 'stat.ownerStatistics.trend', w: 4, h: 8 },
    ];
    const layout = (body: object) =>
      t.call<{ dashboardLayout: { id: string; rev: number; cards: unknown } } & Refused>(
        'POST',
        '/rest/w/dashboardLayout',
        { dashboardLayout: body },
        { as: region.token },
      );
    const { data } = await layout({ cards });
    expect(data.dashboardLayout.cards).toEqual(cards);
    const { id, rev } = data.dashboardLayout;
    for (const bad of [
      [{ card: 'trend', w: 13, h: 8 }],
      [{ card: '<b>', w: 6, h: 8 }],
      [{ card: 'trend', w: 6, h: 8, more: 1 }],
      [cards[0], cards[0]],
      { card: 'trend' },
    ]) {
      const { code, data: answer } = await layout({ id, rev, cards: bad });
      expect([bad, code, answer.errors?.map(({ field }) => field)]).toEqual([bad, 1001, ['cards']]);
    }
    expect((await layout({ id, rev, cards: null })).data.dashboardLayout.cards).toBe(null);
  });
});
