import type { AreaCount, Card, DrillDown, Summary, TodoItem, Trend } from '@wheelhouse/contract/dashboard';
import { formatDay } from '@wheelhouse/contract/time';
import { pathOfCall } from '@wheelhouse/entities/registry';
import { entityOfRoute } from '@wheelhouse/entities/route-entity';
import { routes } from '@wheelhouse/entities/routes';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countActiveDays } from '../../src/modules/trips/active-days.ts';
import { tripNoOf } from '../../src/modules/trips/write.ts';
import { dayStart, lastDays } from '../../src/modules/statistics/day-times.ts';
import { clientTransaction } from '../../src/db/pool.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { dealers, hangzhou, makeVehicle, makeWorld, onlineTimeoutSec, platform } from '../fleet/world.ts';

let server: TestApp;
const now = new Date();
const today = dayStart(now);
const second = 1_000;
const lastOfYesterday = new Date(today.getTime() - second);

const bytes = sql`'\\x00'::bytea`;
let users = 0;
async function appUser(registerTime: Date, status = 1, cityId = '310100'): Promise<void> {
  await sql`insert into usr_app_user (nickname, mobile_enc, mobile_hash, mobile_mask, city_id, real_name_status, register_time, status)
    values (${`用户${++users}`}, ${bytes}, ${sql`decode(${String(users).padStart(4, '0')}, 'hex')`}, '', ${cityId}, 0, ${registerTime}, ${status})`.execute(
    server.app.db,
  );
}

/** Trips `[start, km]` of a vehicle, counted as the worker counts them. */
async function trips(vehicleId: string, ...made: readonly (readonly [Date, number])[]): Promise<void> {
  for (const [start, km] of made)
    await sql`insert into veh_trip (trip_no, vehicle_id, start_time, end_time, ongoing, duration_min, distance_km, point_count)
      values (${tripNoOf(vehicleId, start.getTime())}, ${vehicleId}, ${start}, ${new Date(start.getTime() + 60 * second)}, 0, 1, ${km}, 0)`.execute(
      server.app.db,
    );
  await recount(vehicleId, ...made.map(([start]) => start));
}

async function recount(vehicleId: string, ...times: readonly Date[]): Promise<void> {
  const days = times.map((time) => ({ vehicle_id: vehicleId, stat_date: formatDay(time) }));
  await clientTransaction(server.app.pool, (client) => countActiveDays(client, days));
}

let ridden: { id: string };
beforeAll(async () => {
  server = await createTestApp({ platform });
  const { app } = server;
  await makeWorld(app);
  // Activated in the first second of today, the last of yesterday, the first of yesterday, a month ago.
  ridden = await makeVehicle(app, { activationTime: today });
  const other = await makeVehicle(app, { activationTime: lastOfYesterday, heardSec: onlineTimeoutSec + 5 });
  const far = await makeVehicle(app, {
    activationTime: dayStart(now, 1),
    dealerId: dealers.hangzhou,
    lng: 120.2,
    lat: 30.25,
  });
  await makeVehicle(app, { activationTime: dayStart(now, 40), heardSec: null });
  await makeVehicle(app, { heardSec: null });
  await sql`update veh_vehicle set create_time = ${dayStart(now, 60)}`.execute(app.db);
  // More than 0.1 km is active, 0.1 km is not, however often; a trip belongs to the day on which it begins.
  await trips(ridden.id, [new Date(today.getTime() - 30 * second), 3], [today, 0.11]);
  await trips(other.id, [new Date(today.getTime() + second), 0.1], [new Date(today.getTime() + 90 * second), 0.1]);
  await trips(far.id, [dayStart(now, 1), 0.9], [today, 4]);
  await sql`update veh_vehicle_status set online = 0, report_time = now(), recv_time = ${new Date(Date.now() - (onlineTimeoutSec + 5) * second)} where vehicle_id = ${other.id}`.execute(
    app.db,
  );
  await appUser(today);
  await appUser(lastOfYesterday);
  await appUser(dayStart(now, 1));
  await appUser(dayStart(now, 10), 2, hangzhou.id);
  await appUser(today, 4);
});
afterAll(() => server.stop());

const summary = async (as: string) =>
  (await server.call<Summary>('POST', '/stat/crm/dashboard/summary', {}, { as })).data;
const cardOf = ({ cards }: Summary, key: Card['key']) => cards.find((card) => card.key === key);

describe('summary', () => {
  test('counts by the definitions, days cut at midnight in Shanghai', async () => {
    const data = await summary('staff');
    expect(cardOf(data, 'vehicles')).toMatchObject({
      value: 5,
      prev: 5,
      unit: 'vehicle',
      link: { route: 'vehicleManage', query: {} },
    });
    expect(cardOf(data, 'activated')).toMatchObject({
      value: 4,
      prev: 3,
      rate: 80,
      link: { query: { 'activationStatus.eq': '1' } },
    });
    expect(cardOf(data, 'online')).toMatchObject({ value: 2, rate: 40 });
    // Of yesterday only what had happened by this time: its last second had not.
    expect(cardOf(data, 'activatedToday')).toMatchObject({
      value: 1,
      prev: 1,
      link: { query: { 'firstActivationTime.ge': formatDay(now), 'firstActivationTime.le': formatDay(now) } },
    });
    expect(cardOf(data, 'activeToday')).toMatchObject({ value: 2, prev: 1 });
    expect(cardOf(data, 'appUsers')).toMatchObject({ value: 4, prev: 3, unit: 'user' });
    expect(cardOf(data, 'newUsersToday')).toMatchObject({ value: 1, prev: 1 });
    expect(data.asOf).toMatch(/^\d{4}-\d\d-\d\d /);
    expect(cardOf(data, 'activeToday')?.link).toEqual({ route: 'vehicleManage', query: { 'activeToday.eq': '1' } });
  });

  test('a dealer sees only their own, a city scope only its own, an empty scope zeros without a ratio', async () => {
    const dealer = await summary('dealer');
    expect(cardOf(dealer, 'vehicles')?.value).toBe(4);
    expect(cardOf(dealer, 'activated')?.value).toBe(3);
    expect(cardOf(dealer, 'activatedToday')).toMatchObject({ value: 1, prev: 0 });
    expect(cardOf(dealer, 'activeToday')?.value).toBe(1);
    expect(cardOf(dealer, 'appUsers')?.value).toBe(0);
    const city = await summary('city');
    expect([
      cardOf(city, 'vehicles')?.value,
      cardOf(city, 'online')?.value,
      cardOf(city, 'activeToday')?.value,
      cardOf(city, 'appUsers')?.value,
    ]).toEqual([1, 1, 1, 1]);
    const nothing = await summary('nothing');
    expect(cardOf(nothing, 'activated')).toMatchObject({ value: 0, rate: null });
    expect((await summary('guest')).cards).toEqual([]);
  });
});

describe('trend', () => {
  const trend = (body: object, as = 'staff') => server.call<Trend>('POST', '/stat/crm/dashboard/trend', body, { as });

  test('a number a day, zero-filled, ending today', async () => {
    const { data } = await trend({ days: 30 });
    expect(data.series.map((series) => series.name)).toEqual(['newActivated', 'activeVehicles', 'newUsers']);
    for (const { points } of data.series) expect(points.map(([day]) => day)).toEqual(lastDays(now, 30));
    const at = (name: string, back: number) =>
      data.series.find((series) => series.name === name)?.points.at(-1 - back)?.[1];
    expect([at('newActivated', 0), at('newActivated', 1), at('newActivated', 2)]).toEqual([1, 2, 0]);
    expect([at('activeVehicles', 0), at('activeVehicles', 1), at('activeVehicles', 2)]).toEqual([2, 2, 0]);
    expect([at('newUsers', 0), at('newUsers', 1), at('newUsers', 10)]).toEqual([1, 2, 1]);
  });

  test('scope, rights, and the span', async () => {
    const dealer = (await trend({}, 'dealer')).data;
    expect(dealer.series[0]?.points.at(-2)?.[1]).toBe(1);
    expect((await trend({}, 'guest')).data.series).toEqual([]);
    expect((await trend({ days: 1 })).data.series[0]?.points).toHaveLength(1);
    expect((await trend({ days: 366 })).data.series[0]?.points).toHaveLength(366);
    expect((await trend({ days: 367 })).code).toBe(8001);
    for (const days of [0, -5, 1.5, '30', null]) expect((await trend({ days })).code).toBe(1001);
  });
});

test('an active day is gone with its trips, and begins with the first one that is long enough', async () => {
  const { app } = server;
  const { id } = ridden;
  const day = dayStart(now, 2);
  const [early, late] = [new Date(day.getTime() + second), new Date(day.getTime() + 3600 * second)];
  const active = async () =>
    (
      await sql<{ statDate: string; tripTime: Date; active: boolean }>`
        select stat_date, trip_time, active from stat_active_day where vehicle_id = ${id} and stat_date = ${formatDay(day)}`.execute(
        app.db,
      )
    ).rows;
  await recount(id, day);
  expect(await active()).toEqual([]);
  await trips(id, [late, 2]);
  const row = { statDate: formatDay(day), active: true };
  expect(await active()).toEqual([{ ...row, tripTime: late }]);
  await trips(id, [early, 0.4]);
  expect(await active()).toEqual([{ ...row, tripTime: early }]);
  await recount(id, day);
  expect(await active()).toEqual([{ ...row, tripTime: early }]);
  await sql`update veh_trip set distance_km = 0.1 where vehicle_id = ${id}`.execute(app.db);
  await recount(id, day);
  expect(await active()).toEqual([]);
});

describe('map and to-do', () => {
  test('vehicles by province and city, where they were last, else where their dealer is', async () => {
    const map = async (body: object, as = 'staff') =>
      (await server.call<AreaCount[]>('POST', '/stat/crm/dashboard/map', body, { as })).data;
    expect(await map({ level: 1 })).toMatchObject([
      { areaId: '310000', nameEn: 'Shanghai', count: 4, online: 1 },
      { areaId: '330000', count: 1, online: 1 },
    ]);
    expect(await map({ level: 2, parentId: '330000' })).toMatchObject([
      { areaId: '330100', name: '杭州市', nameEn: 'Hangzhou', count: 1 },
    ]);
    expect(await map({ level: 2 }, 'dealer')).toMatchObject([{ areaId: '310100', count: 4 }]);
    expect(await map({ level: 2, parentId: '110000' })).toEqual([]);
    expect((await server.call('POST', '/stat/crm/dashboard/map', {}, { as: 'guest' })).code).toBe(1003);
    expect((await server.call('POST', '/stat/crm/dashboard/map', { level: 3 }, { as: 'staff' })).code).toBe(1001);
  });

  test('to-do lists what the user may act on, with the filters of its list', async () => {
    const todo = async (as: string) =>
      (await server.call<TodoItem[]>('POST', '/stat/crm/dashboard/todo', {}, { as })).data;
    expect((await todo('staff')).find((item) => item.key === 'silent')).toMatchObject({
      kind: 'watch',
      link: { route: 'vehicleManage', query: { 'online.eq': '0' } },
    });
    expect(await todo('guest')).toEqual([]);
    const total = (items: TodoItem[]) => items.reduce((sum, item) => sum + item.count, 0);
    expect(total(await todo('nothing'))).toBe(0);
  });
});

test('map settings need a session and state the centre', async () => {
  expect((await server.call('GET', '/system/crm/config/map')).status).toBe(401);
  expect((await server.call('GET', '/system/crm/config/map', undefined, { as: 'guest' })).data).toEqual({
    center: [121.4737, 31.2304],
    zoom: 11,
  });
});

describe('a number and the list that it leads to', () => {
  const totalOf = async ({ route, query }: DrillDown, as: string): Promise<number> => {
    const to = routes.find(({ name }) => name === route);
    const entity = to && entityOfRoute(to);
    if (entity === undefined) throw new Error(`no list behind ${route}`);
    // In an address several values stand side by side.
    const conditions = Object.entries(query).map(([key, value]) => [
      key,
      key.endsWith('.in') ? value.split(',') : value,
    ]);
    const answer = await server.call<{ total: number }>(
      'POST',
      pathOfCall(entity, 'list'),
      { page: 1, pageSize: 1, query: Object.fromEntries(conditions) },
      { as },
    );
    expect(answer.code, answer.message).toBe(0);
    return answer.data.total;
  };

  test.each(['staff', 'dealer', 'city', 'nothing'])('count the same for %s', async (as) => {
    const cards = (await summary(as)).cards.map(({ key, value, link }) => ({ key, value, link }));
    const todo = (await server.call<TodoItem[]>('POST', '/stat/crm/dashboard/todo', {}, { as })).data;
    const numbers = [...cards, ...todo.map(({ key, count, link }) => ({ key, value: count, link }))];
    for (const { key, value, link } of numbers) expect(link && (await totalOf(link, as)), key).toBe(value);
    expect(numbers.length).toBeGreaterThan(8);
  });
});
