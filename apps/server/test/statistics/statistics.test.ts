import type { StatAnswer, StatCard, StatTable } from '@wheelhouse/contract/statistics';
import { formatDay } from '@wheelhouse/contract/time';
import { statistics } from '@wheelhouse/entities/statistics/all';
import { addDays, lastYear, periodBefore } from '@wheelhouse/entities/statistics/period';
import { trendCallOf } from '@wheelhouse/entities/statistics/define';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword } from '../../src/seed/access/accounts.ts';
import { seed } from '../../src/seed/index.ts';
import { adminPassword, createTestApp, type TestApp } from '../support/app.ts';

let server: TestApp;
let admin: string;
let dealer: string;
beforeAll(async () => {
  server = await createTestApp({ env: { SEED: 'demo', SIMULATOR: '0' } });
  await seed(server.app);
  admin = await server.login('admin', adminPassword);
  dealer = await server.login('dealer.pudong', demoPassword);
}, 180_000);
afterAll(() => server.stop());

const today = formatDay(new Date());
const month = { 'date.ge': addDays(today, -29), 'date.le': today };

async function ask<Data>(path: string, body: object = {}, as = admin): Promise<Data> {
  const { code, data, message } = await server.call<Data>('POST', `/stat/crm/${path}`, body, { as });
  expect([path, code, message]).toEqual([path, 0, expect.anything()]);
  return data;
}
const code = async (path: string, body: object, as = admin): Promise<number> =>
  (await server.call('POST', `/stat/crm/${path}`, body, { as })).code;
const cards = async (name: string, query: object = month, as = admin): Promise<Record<string, StatCard['value']>> =>
  Object.fromEntries(
    (await ask<StatAnswer>(`${name}/summary`, { query }, as)).cards.map(({ key, value }) => [key, value]),
  );
const sumOf = (rows: readonly Readonly<Record<string, unknown>>[], key: string): number =>
  rows.reduce((sum, row) => sum + Number(row[key] ?? 0), 0);

describe('worked checks of the catalogue (11, §10)', () => {
  test.each([
    [
      'vehicleOwner',
      (row: Record<string, number>) => (row['opening'] ?? 0) + (row['begun'] ?? 0) - (row['ended'] ?? 0),
    ],
    ['vehicle', (row: Record<string, number>) => (row['opening'] ?? 0) + (row['stocked'] ?? 0)],
  ])('closing = opening + in − out in each row and in the sums of %s', async (report, expected) => {
    for (const granularity of ['day', 'week', 'month']) {
      const query = { 'date.ge': addDays(today, -100), 'date.le': today, granularity };
      const { list, sums, total } = await ask<StatTable>(`report/${report}`, { query, pageSize: 200 });
      expect(total).toBeGreaterThan(3);
      for (const row of [...list, sums]) expect(row['closing']).toBe(expected(row as Record<string, number>));
    }
  });

  test('a period closes with what the next one opens with', async () => {
    const query = { 'date.ge': addDays(today, -9), 'date.le': today, granularity: 'day' };
    const { list } = await ask<StatTable>('report/vehicleOwner', { query, pageSize: 200 });
    const rows = list.toSorted((a, b) => (String(a['day']) < String(b['day']) ? -1 : 1));
    const opened = [...Map.groupBy(rows, (row) => row['city']).values()].flatMap((days) =>
      days.slice(1).map((row, at) => [row['opening'], days[at]?.['closing']]),
    );
    expect(opened.length).toBeGreaterThan(50);
    expect(opened.filter(([opening, closing]) => opening !== closing)).toEqual([]);
  });

  test.each([
    ['alarm', 'dist', ['city', 'level', 'hour'], 'alarms'],
    ['activation', 'dist', ['model', 'city', 'color'], 'activated'],
    ['traffic', 'dist', ['model'], 'used'],
  ])('groups of %s add up to the card', async (name, call, bys, measure) => {
    const whole = (await cards(name))[measure];
    expect(Number(whole)).toBeGreaterThan(0);
    for (const by of bys) {
      const { rows } = await ask<StatAnswer>(`${name}/${call}`, { query: month, by, topN: 200 });
      expect([by, Math.round(sumOf(rows, measure) * 100)]).toEqual([by, Math.round(Number(whole) * 100)]);
    }
    const { series } = await ask<StatAnswer>(`${name}/trend`, { query: { ...month, granularity: 'week' } });
    const drawn = series.filter(({ key }) => key === measure).flatMap(({ points }) => points);
    expect(Math.round(drawn.reduce((sum, [, n]) => sum + Number(n), 0) * 100)).toBe(Math.round(Number(whole) * 100));
  });

  test('an empty range has zeros, unknown ratios and no error', async () => {
    const query = { 'date.ge': '2012-02-01', 'date.le': '2012-03-01', granularity: 'day' };
    for (const statistic of Object.values(statistics)) {
      const base = statistic.base.slice('/stat/crm/'.length);
      if (statistic.trend) {
        const { series } = await ask<StatAnswer>(`${base}/${trendCallOf(statistic)}`, { query });
        for (const { points } of series) expect(points).toHaveLength(30);
      }
      if (statistic.cards.length > 0) {
        const found = await cards(base, query);
        for (const key of statistic.cards) {
          const measure = statistic.measures[key];
          if (measure !== undefined && 'ratio' in measure) expect([key, found[key]]).toEqual([key, null]);
        }
      }
    }
    expect(await cards('alarm', query)).toMatchObject({ alarms: 0, vehicles: 0, closedRate: null });
  });

  test('a dealer sees no more than all, and its own alone', async () => {
    const dealers = ['fault', 'alarm', 'repair', 'activation'];
    for (const name of dealers) {
      const [own, all] = [await cards(name, month, dealer), await cards(name)];
      for (const [key, n] of Object.entries(own))
        if (statistics[name]?.measures[key] !== undefined && 'source' in (statistics[name]?.measures[key] ?? {}))
          if (!('value' in (statistics[name]?.measures[key] ?? {})))
            expect(Number(n)).toBeLessThanOrEqual(Number(all[key]));
    }
    const { list } = await ask<StatTable>('activation/dealer', { query: month, pageSize: 200 }, dealer);
    expect(new Set(list.map((row) => row['dealerId'])).size).toBe(1);
    const handlers = await ask<StatTable>('alarm/handler', { query: month }, dealer);
    expect([handlers.list, handlers.total]).toEqual([[], 0]);
    expect(await code('owner/summary', { query: month }, dealer)).toBe(1003);
    expect(await code('report/vehicleNews', { query: month }, dealer)).toBe(1003);
  });

  test('the last second of a day and the first of the next count on their own days', async () => {
    const day = addDays(today, -200);
    const at = async (time: string, no: string): Promise<void> => {
      await sql`insert into alm_alarm (alarm_no, level, alarm_type, alarm_class, vehicle_id, imei, first_time, last_time, recover_time, count, recover_status, handle_status, escalated, suppressed, rule_version)
        select ${no}, 4, 'CRASH', '5', id, imei, ${time}::timestamptz, ${time}::timestamptz, ${time}::timestamptz, 1, 1, 0, 0, 0, 1 from veh_vehicle order by id limit 1`.execute(
        server.app.db,
      );
    };
    // Another end each time: answers are shared for a moment.
    const counted = async (more: number): Promise<Record<string, unknown>> => {
      const { series } = await ask<StatAnswer>('alarm/trend', {
        query: { 'date.ge': day, 'date.le': addDays(day, more), granularity: 'day', alarmType: 'CRASH' },
      });
      return Object.fromEntries(
        series.find(({ by, name }) => by === 'alarmClass' && name === '5')?.points ?? [
          [day, 0],
          [addDays(day, 1), 0],
        ],
      );
    };
    const before = await counted(1);
    await at(`${day} 23:59:59+08`, 'AL20000101000001');
    await at(`${addDays(day, 1)} 00:00:00+08`, 'AL20000101000002');
    const after = await counted(2);
    expect(after[day]).toBe(Number(before[day]) + 1);
    expect(after[addDays(day, 1)]).toBe(Number(before[addDays(day, 1)]) + 1);
  });
});

describe('bad input', () => {
  test.each([
    [8001, { 'date.ge': '2020-01-01', 'date.le': '2026-01-01' }],
    [8003, { 'date.ge': '2026-02-02', 'date.le': '2026-02-01' }],
    [1001, { 'date.ge': '2026-02-30' }],
    [1001, { 'date.ge': 5 }],
    [1001, { nonsense: '1' }],
    [1001, { 'dealerId.like': '1' }],
    [1001, { vehicleTypeId: 'x' }],
    [1001, { granularity: 'hour' }],
    [1001, { 'date.eq': '2026-02-01' }],
  ])('%i for %j', async (expected, query) => {
    for (const { base, cards: keys, name, tables = {} } of Object.values(statistics)) {
      const [table = ''] = Object.keys(tables);
      const path = `${base.slice('/stat/crm/'.length)}/${keys.length > 0 ? 'summary' : table}`;
      if ('vehicleTypeId' in query && statistics[name]?.filters['vehicleTypeId'] === undefined) continue;
      expect([path, await code(path, { query })]).toEqual([path, expected]);
    }
  });

  test('what a statistic does not have is refused', async () => {
    expect(await code('alarm/dist', { by: 'nothing' })).toBe(1001);
    expect(await code('alarm/dist', {})).toBe(1001);
    expect(await code('alarm/dist', { by: '__proto__' })).toBe(1001);
    expect(await code('report/export', { query: {} })).toBe(1001);
    expect(await code('report/export', { report: 'nothing' })).toBe(1001);
  });

  test('29 February is compared with 28 February', () => {
    const leap = { from: '2024-02-29', to: '2024-02-29' };
    expect(lastYear(leap)).toEqual({ from: '2023-02-28', to: '2023-02-28' });
    expect(periodBefore({ from: '2024-03-01', to: '2024-03-31' })).toEqual({ from: '2024-01-30', to: '2024-02-29' });
  });
});

describe('days that are built', () => {
  test('are equal when built again, and say what records say', async () => {
    const rows = async (table: string, order: string): Promise<unknown> =>
      (await server.app.pool.query(`select * from ${table} where stat_date > current_date - 20 order by ${order}`))
        .rows;
    const state = async () => ({
      active: await rows('stat_active_day', 'stat_date, vehicle_id'),
      battery: await rows('stat_battery_day', 'stat_date, battery_type, manufacturer, vehicle_type_id, dealer_id'),
    });
    const before = await state();
    const { days } = await ask<{ days: number }>('rebuild', { from: addDays(today, -19), to: today });
    expect(days).toBe(20);
    expect(await state()).toEqual(before);
  });

  test('are refused beyond a month, to others, and by unknown names', async () => {
    expect(await code('rebuild', { from: addDays(today, -40), to: today })).toBe(1012);
    expect(await code('rebuild', { from: today, to: addDays(today, -1) })).toBe(8003);
    expect(await code('rebuild', { from: 'x', to: today })).toBe(1001);
    expect(await code('rebuild', { from: today, to: today, tables: ['sys_user'] })).toBe(1001);
    expect(await code('rebuild', { from: today, to: today }, dealer)).toBe(1003);
  });
});

test('parts of people that are few are not told, nor what would give them away', async () => {
  const { rows } = await ask<StatAnswer>('owner/structure', { query: month, by: 'modelGender', topN: 200 });
  expect(rows.filter(({ owners }) => typeof owners === 'number' && owners > 0 && owners < 5)).toEqual([]);
  const matrix = await ask<StatAnswer>('owner/structure', { query: month, by: 'modelAge', topN: 200 });
  const models = await ask<StatAnswer>('owner/structure', { query: month, by: 'model', topN: 200 });
  expect(matrix.rows.some(({ owners }) => owners === '<5')).toBe(true);
  // What a row does not tell is nobody, or five people at least.
  const untold = models.rows.flatMap(({ vehicleTypeId, owners }) => {
    const told = matrix.rows.filter((row) => row['vehicleTypeId'] === vehicleTypeId && row['owners'] !== '<5');
    return typeof owners === 'number' ? [owners - sumOf(told, 'owners')] : [];
  });
  expect(untold.filter((n) => n !== 0 && n < 5)).toEqual([]);
});

test('batteries in use are all of a day, whoever asks for whichever part', async () => {
  const query = { 'date.ge': today, 'date.le': today, granularity: 'day' };
  const { list, sums } = await ask<StatTable>('report/battery', { query, pageSize: 200 });
  const { rows } = await server.app.pool.query<{ n: number }>(
    'select count(*)::int as n from veh_battery_binding h join veh_battery b on b.id = h.battery_id where h.unbind_time is null and not h.deleted and not b.deleted',
  );
  expect(sums['inUse']).toBe(rows[0]?.n);
  expect(sumOf(list, 'inUse')).toBe(rows[0]?.n);
});

test('names of cities are in the language of whoever asks', async () => {
  const { data } = await server.call<StatAnswer>(
    'POST',
    '/stat/crm/alarm/dist',
    { query: month, by: 'city' },
    { as: admin, lang: 'en' },
  );
  expect(data.rows.map((row) => row['cityName'])).toContain('Shanghai');
});

test('an export has every part', async () => {
  for (const { base, name, cards: keys } of Object.values(statistics)) {
    const body = { query: month, ...(keys.length === 0 && { report: name }) };
    const made = await ask<{ fileName: string; rows: number }>(`${base.slice('/stat/crm/'.length)}/export`, body);
    expect(made.rows).toBeGreaterThan(0);
  }
});
