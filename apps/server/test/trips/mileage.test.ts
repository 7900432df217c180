import { formatDay } from '@wheelhouse/contract/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forgetPlaces } from '../../src/modules/trips/retention.ts';
import { fetchFile, readBytes } from '../import-export/workbook.ts';
import {
  day,
  days,
  type PointsAnswer,
  t,
  mine,
  other,
  busy,
  operations,
  service,
  dealer,
  ask,
  tripsOf,
  setUp,
} from './world.ts';

beforeAll(setUp);
afterAll(() => t.stop());

describe('mileage', () => {
  test('by day: the last week unless asked otherwise, of the vehicles in scope', async () => {
    const { data } = await ask<{ list: Record<string, unknown>[]; total: number }>('/veh/crm/mileage/list', {
      query: { vin: mine.vin },
    });
    expect(data.list).toHaveLength(1);
    expect(data.list[0]).toMatchObject({
      vehicleName: mine.vin,
      vehicleTypeName: '测试车型',
      tripCount: 3,
      dayKm: 26.39,
      startOdometerKm: 10,
      abnormal: null,
    });
    const ofDealer = await ask<{ list: { vehicleId: string }[] }>('/veh/crm/mileage/list', {}, dealer);
    expect(new Set(ofDealer.data.list.map((row) => row.vehicleId))).toEqual(new Set([mine.id, busy.id]));
    expect(
      (await ask('/veh/crm/mileage/list', { query: { 'statDate.ge': '2026-01-01', 'statDate.le': '2026-05-01' } }))
        .code,
    ).toBe(1012);
    for (const range of [
      { 'statDate.ge': '2026-01-01', 'statDate.le': '2026-05-01' },
      // Until today.
      { 'statDate.ge': formatDay(new Date(Date.now() - 100 * 86_400_000)) },
    ])
      expect((await ask('/rest/r/mileageDay', { mileageDay: { query: range } })).code).toBe(1012);
  });

  test('by month, and by trip without places', async () => {
    const months = await ask<{ list: Record<string, unknown>[] }>('/veh/crm/mileage/list', {
      granularity: 'month',
      query: days,
      orderBy: 'dayKm desc',
    });
    expect(months.data.list.map((row) => row['vehicleId'])).toEqual([
      busy.id,
      ...[mine.id, other.id].toSorted((a, b) => Number(b) - Number(a)),
    ]);
    expect(months.data.list[1]).toMatchObject({
      tripCount: 3,
      dayKm: 26.39,
      statMonth: days['statDate.ge'].slice(0, 7),
    });
    const least = await ask<{ total: number }>('/veh/crm/mileage/list', {
      query: { granularity: 'month', ...days, 'dayKm.ge': 100 },
    });
    expect(least.data.total).toBe(1);
    const trips = await ask<{ list: Record<string, unknown>[] }>('/veh/crm/mileage/list', {
      granularity: 'trip',
      query: { ...days, vin: mine.vin },
    });
    expect(trips.data.list).toHaveLength(3);
    expect(trips.data.list[0]).not.toHaveProperty('startAddress');
    expect((await ask('/veh/crm/mileage/list', { granularity: 'trip', query: days })).code).toBe(2421);
  });

  test('of one vehicle for its chart', async () => {
    const { data } = await ask<{ days: { dayKm: number; gpsKm: number }[] }>('/veh/crm/mileage/chart', {
      vin: mine.vin,
    });
    expect(data.days.map((each) => [each.dayKm, Math.round(each.gpsKm * 10) / 10])).toEqual([[26.39, 26.4]]);
    expect((await ask('/veh/crm/mileage/chart', {})).code).toBe(2421);
  });

  test('counted again: what was lost is back, within what is kept and at most 31 days', async () => {
    await t.app.pool.query('update veh_mileage_day set day_km = 1 where vehicle_id = $1', [mine.id]);
    await t.app.pool.query('delete from veh_trip where vehicle_id = $1', [mine.id]);
    const body = { vin: mine.vin, from: days['statDate.ge'], to: days['statDate.le'] };
    expect((await ask<object>('/veh/crm/mileage/recalc', body)).data).toEqual({ days: 1, trips: 3, km: 26.39 });
    expect((await tripsOf(mine.vin)).map((trip) => trip.distanceKm)).toEqual([3.28, 6.67, 7.5]);
    const at = (back: number) => formatDay(new Date(Date.now() - back * day));
    expect((await ask('/veh/crm/mileage/recalc', { ...body, from: at(40) })).code).toBe(1012);
    expect((await ask('/veh/crm/mileage/recalc', { ...body, from: at(200), to: at(190) })).code).toBe(1001);
    expect((await ask('/veh/crm/mileage/recalc', body, service)).code).toBe(1003);
  });

  test('exported in scope', async () => {
    const { data } = await ask<{ fileName: string; rows: number }>(
      '/veh/crm/mileage/export',
      { query: { granularity: 'day', vin: mine.vin } },
      operations,
    );
    const sheet = await readBytes(await fetchFile(t, data.fileName, operations));
    expect(data.rows).toBe(1);
    expect(sheet.rows).toHaveLength(2);
  });

  test('exported by month, with the chosen columns', async () => {
    const { data } = await ask<{ fileName: string; rows: number }>(
      '/veh/crm/mileage/export',
      { query: { granularity: 'month', ...days, vin: mine.vin }, columns: ['vehicleId', 'statMonth', 'dayKm'] },
      operations,
    );
    expect(data).toMatchObject({ rows: 1 });
    const { rows } = await readBytes(await fetchFile(t, data.fileName, operations));
    expect(rows.slice(0, 2).map(({ cells }) => cells)).toEqual([
      ['车辆', '月份', expect.stringContaining('里程')],
      [mine.vin, days['statDate.ge'].slice(0, 7), 26.39],
    ]);
    expect((await ask('/veh/crm/mileage/export', { query: { granularity: 'month' }, columns: ['secret'] })).code).toBe(
      1001,
    );
    expect((await ask('/veh/crm/mileage/export', { query: { granularity: 'month', ...days } }, service)).code).toBe(
      1003,
    );
  });
});

test('when their points are gone, trips keep no coordinates', async () => {
  await t.app.pool.query(
    `update veh_trip set start_time = start_time - interval '200 days', end_time = end_time - interval '200 days' where vehicle_id = $1`,
    [other.id],
  );
  await forgetPlaces(t.app.pool, 180);
  const { rows } = await t.app.pool.query<{ vehicle_id: string; placed: boolean }>(
    'select vehicle_id, bool_or(start_lng is not null or end_lat is not null) as placed from veh_trip group by 1',
  );
  expect(Object.fromEntries(rows.map((row) => [row.vehicle_id, row.placed]))).toEqual({
    [mine.id]: true,
    [other.id]: false,
    [busy.id]: true,
  });
  const tripNo = (
    await t.app.pool.query<{ trip_no: string }>('select trip_no from veh_trip where vehicle_id = $1', [other.id])
  ).rows[0]?.trip_no;
  expect((await ask<PointsAnswer>('/veh/crm/trace/points', { tripNo, reasonCode: '3' })).data).toMatchObject({
    points: [],
    expired: true,
  });
});
