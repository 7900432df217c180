import { formatInstant } from '@wheelhouse/contract/time';
import { decodeTrack, encodeTrack, type TrackColumns, type TrackPoint } from '@wheelhouse/contract/track';
import fc from 'fast-check';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { trackPoints } from '../../src/modules/trips/points.ts';
import { fetchFile, readBytes } from '../import-export/workbook.ts';
import { signInAs } from '../support/people.ts';
import {
  day,
  from,
  days,
  range,
  type PointsAnswer,
  t,
  mine,
  other,
  busy,
  staff,
  operations,
  service,
  dealer,
  ask,
  tripsOf,
  whole,
  setUp,
} from './world.ts';

beforeAll(setUp);
afterAll(() => t.stop());

describe('trips of one vehicle', () => {
  test('are listed newest first, by vin, IMEI or in the query, with places as words', async () => {
    const list = await tripsOf(mine.vin);
    expect(list.map((trip) => trip.distanceKm)).toEqual([3.28, 6.67, 7.5]);
    expect(list[2]).toMatchObject({
      startAddress: '上海市黄浦区',
      vehicleId: mine.id,
      vehicleName: mine.vin,
      socStart: 90,
      ongoing: 0,
    });
    expect(list[2]).not.toHaveProperty('startLng');
    const nested = await ask<{ total: number }>('/veh/crm/trace/list', {
      page: 1,
      pageSize: 2,
      query: { 'vin.eq': mine.vin.toLowerCase(), ...range },
    });
    expect(nested.data).toMatchObject({ total: 3, pageSize: 2 });
  });

  test.each([
    ['nothing', () => ({}), 2421],
    ['no vehicle', () => ({ ...range }), 2421],
    ['no range', () => ({ vin: mine.vin }), 2421],
    ['half a range', () => ({ vin: mine.vin, 'startTime.ge': '2026-01-01' }), 2421],
    ['over 31 days', () => ({ vin: mine.vin, 'startTime.ge': '2026-01-01', 'startTime.le': '2026-02-15' }), 1012],
    [
      'an end before the start',
      () => ({ vin: mine.vin, 'startTime.ge': '2026-02-01', 'startTime.le': '2026-01-15' }),
      8003,
    ],
    ['an unknown vehicle', () => ({ vin: 'LZXNOBODY', ...range }), 1002],
  ])('refused with %s', async (_name, body, code) => {
    expect((await ask('/veh/crm/trace/list', body())).code).toBe(code);
  });

  test('nobody browses the trips of all, by whatever call', async () => {
    for (const query of [
      {},
      { 'startTime.ge': '2026-01-01', 'startTime.le': '2026-01-02' },
      { 'vin.like': 'LZX', ...range },
    ])
      expect((await ask('/rest/r/trip', { trip: { query } }, 'admin')).code).toBe(2421);
    expect(
      (await ask<{ trip: { total: number } }>('/rest/r/trip', { trip: { query: { vehicleId: mine.id, ...range } } }))
        .data.trip.total,
    ).toBe(3);
  });

  test('dealers never, whatever their role has been given', async () => {
    expect((await ask('/veh/crm/trace/list', { vin: mine.vin, ...range }, dealer)).code).toBe(1003);
    expect((await ask('/veh/crm/trace/points', { vin: mine.vin, ...whole }, dealer)).code).toBe(1003);
    expect((await ask('/veh/crm/trace/export', { vin: mine.vin, ...whole, format: 'gpx' }, dealer)).code).toBe(1003);
    expect((await ask('/veh/crm/mileage/list', { granularity: 'trip', query: { vin: mine.vin } }, dealer)).code).toBe(
      1003,
    );
    expect(
      (
        await ask<{ trip: { list: object[] } }>(
          '/rest/r/trip',
          { trip: { query: { vehicleId: mine.id, ...range } } },
          dealer,
        )
      ).data.trip.list,
    ).toEqual([]);
  });
});

describe('points', () => {
  test('rows, stops, gaps, drift, and the trips of the time', async () => {
    const { data } = await ask<PointsAnswer>('/veh/crm/trace/points', { vin: mine.vin, ...whole });
    expect(data.points).toHaveLength(data.total);
    expect(data.points?.[0]).toEqual([from + 300_000, 121.4737, 31.2304, 0, 90, 90, 12]);
    expect(data.trips.map((trip) => trip.distanceKm)).toEqual([7.5, 6.67, 3.28]);
    expect(data.gaps).toHaveLength(1);
    expect(data.drift).toEqual([30]);
    expect(data.stops.map((stop) => Math.round((stop.to - stop.from) / 60_000))).toEqual([25, 60, 120]);
  });

  test('of one trip, in columns, the same points', async () => {
    const [latest] = await tripsOf(mine.vin);
    const body = { tripNo: latest?.tripNo, reasonCode: 1 };
    const rows = await ask<PointsAnswer>('/veh/crm/trace/points', body);
    const { data } = await ask<PointsAnswer>('/veh/crm/trace/points', { ...body, format: 'columns' });
    expect(data.points).toBeUndefined();
    expect(rows.data.points?.length).toBeGreaterThan(50);
    expect(data.columns).toEqual(encodeTrack(rows.data.points ?? []));
    const byId = await ask<PointsAnswer>('/veh/crm/trace/points', { id: latest?.id, reasonCode: 1 });
    expect(byId.data.points).toEqual(rows.data.points);
    const track = decodeTrack(data.columns as TrackColumns);
    expect([track.t[3], track.kmh[3]]).toEqual([rows.data.points?.[3]?.[0], rows.data.points?.[3]?.[3]]);
    expect(track.lng[3]).toBeCloseTo(rows.data.points?.[3]?.[1] ?? 0, 6);
  });

  test('columns give back any points', () => {
    const maybe = (max: number) => fc.option(fc.integer({ min: 0, max }), { nil: null });
    const point = fc
      .tuple(
        fc.nat(4e9),
        fc.integer({ min: -180e6, max: 180e6 }),
        fc.integer({ min: -90e6, max: 90e6 }),
        maybe(1500),
        maybe(100),
        maybe(359),
        maybe(40),
      )
      .map(([s, lng, lat, kmh, soc, hdg, sat]): TrackPoint => [
        s * 1000,
        lng / 1e6,
        lat / 1e6,
        kmh === null ? null : kmh / 10,
        soc,
        hdg,
        sat,
      ]);
    fc.assert(
      fc.property(fc.array(point, { maxLength: 30 }), (points) => {
        const track = decodeTrack(JSON.parse(JSON.stringify(encodeTrack(points))) as TrackColumns);
        const value = (n: number | undefined) => (n === undefined || Number.isNaN(n) ? null : n);
        expect(
          points.map((_, i) =>
            [track.t, track.lng, track.lat, track.kmh, track.soc, track.heading, track.sat].map((column) =>
              value(column[i]),
            ),
          ),
        ).toEqual(points);
      }),
    );
  });

  test('a day of 8,640 points is whole and at most 100 kB on the wire', async () => {
    const response = await t.http.inject({
      method: 'POST',
      url: '/veh/crm/trace/points',
      headers: { authorization: `Bearer ${staff}`, 'accept-encoding': 'gzip' },
      payload: { vin: busy.vin, ...whole, format: 'columns' },
    });
    expect(response.headers['content-encoding']).toBe('gzip');
    expect(response.rawPayload.length).toBeLessThan(100_000);
    const { data } = JSON.parse(gunzipSync(response.rawPayload).toString()) as { data: PointsAnswer };
    expect(data.columns?.t).toHaveLength(8639);
  });

  test('more than fit are thinned so that the way stays true in time; a zoom leaves out what nobody sees', async () => {
    const all = await trackPoints(t.app.db, busy.id, new Date(from), new Date(from + day), 100_000);
    const few = await trackPoints(t.app.db, busy.id, new Date(from), new Date(from + day), 1000);
    expect(all).toHaveLength(8639);
    expect(few.length).toBeLessThanOrEqual(1000);
    let worst = 0;
    let at = 0;
    for (const [time, lng, lat] of all) {
      while (at + 2 < few.length && (few[at + 1]?.[0] ?? 0) < time) at++;
      const [a, b] = [few[at], few[at + 1]];
      if (!a || !b) throw new Error('too few points');
      const share = (time - a[0]) / (b[0] - a[0]);
      worst = Math.max(
        worst,
        Math.hypot((a[1] + (b[1] - a[1]) * share - lng) * 95_000, (a[2] + (b[2] - a[2]) * share - lat) * 111_000),
      );
    }
    expect(worst).toBeLessThan(20);
    const sizes = await Promise.all(
      [8, 11, 14].map(
        async (zoom) =>
          (await ask<PointsAnswer>('/veh/crm/trace/points', { vin: busy.vin, ...whole, zoom })).data.points?.length ??
          0,
      ),
    );
    expect(sizes[0]).toBeLessThan(sizes[1] ?? 0);
    expect(sizes[1]).toBeLessThan(sizes[2] ?? 0);
  });

  test('need a reason of the dictionary, which is kept before anything is shown', async () => {
    for (const reasonCode of [undefined, '', '99'])
      expect(
        (await ask<{ errors: { field: string }[] }>('/veh/crm/trace/points', { vin: mine.vin, ...whole, reasonCode }))
          .data.errors[0]?.field,
      ).toBe('reasonCode');
    await ask('/veh/crm/trace/points', { vin: mine.vin, ...whole, reasonCode: '4' });
    const { rows } = await t.app.pool.query(
      'select entity, entity_id, field, reason from sys_sensitive_access_log order by id desc limit 1',
    );
    expect(rows).toEqual([{ entity: 'vehicle', entity_id: mine.id, field: 'trace', reason: '4 司法协助' }]);
  });

  test('need the right of replay: the list alone is not enough', async () => {
    expect((await ask('/veh/crm/trace/list', { vin: mine.vin, ...range }, service)).code).toBe(0);
    expect((await ask('/veh/crm/trace/points', { vin: mine.vin, ...whole }, service)).code).toBe(1003);
    expect((await ask('/veh/crm/trace/export', { vin: mine.vin, ...whole, format: 'csv' }, service)).code).toBe(1003);
    expect((await ask('/veh/crm/trace/points', { vin: mine.vin, ...whole }, operations)).code).toBe(0);
  });

  test('alarms stand where the vehicle was', async () => {
    await t.app.pool.query(
      `insert into alm_alarm (alarm_no, level, alarm_type, vehicle_id, imei, first_time, last_time, count, recover_status, handle_status, escalated, suppressed, rule_version)
       values ('AL20260101000001', 1, 'OVERSPEED', $1, '860000000000001', $2, $2, 1, 0, 0, 0, 0, 1)`,
      [mine.id, new Date(from + 2_400_000)],
    );
    const { data } = await ask<PointsAnswer>('/veh/crm/trace/points', { vin: mine.vin, ...whole });
    expect(data.alarms).toHaveLength(1);
    expect(data.alarms[0]).toMatchObject({ type: 'OVERSPEED', level: 1, t: from + 2_400_000 });
    expect(data.alarms[0]?.lng).toBeGreaterThan(121.4737);
  });
});

test('whatever is asked, no coordinate of another vehicle is ever answered', async () => {
  await t.app.pool.query(`update sys_role set data_scope = 3 where role_code = 'aftersales'`);
  const scoped = (await signInAs(t, { roles: ['aftersales'], regionScope: ['310100'] })).token;
  const foreign = (
    await t.app.pool.query<{ trip_no: string }>('select trip_no from veh_trip where vehicle_id = $1', [other.id])
  ).rows.map((row) => row.trip_no);
  const own = (
    await t.app.pool.query<{ trip_no: string }>('select trip_no from veh_trip where vehicle_id = $1', [mine.id])
  ).rows.map((row) => row.trip_no);
  const keys = fc.record(
    {
      vin: fc.constantFrom(mine.vin, other.vin, mine.vin.toLowerCase(), '%', ''),
      vehicleId: fc.constantFrom(mine.id, other.id, '0', `${mine.id} or true`),
      tripNo: fc.constantFrom(...foreign, ...own, 'TR%'),
    },
    { requiredKeys: [] },
  );
  const calls = fc.constantFrom(
    '/veh/crm/trace/points',
    '/veh/crm/trace/list',
    '/veh/crm/mileage/chart',
    '/rest/r/trip',
  );
  try {
    await fc.assert(
      fc.asyncProperty(keys, calls, fc.boolean(), async (key, path, isRows) => {
        const body =
          path === '/rest/r/trip'
            ? { trip: { query: { ...key, ...range } } }
            : { ...key, ...range, ...whole, ...(isRows ? {} : { format: 'columns' }) };
        const { code, data } = await ask<unknown>(path, body, scoped);
        const text = JSON.stringify(data ?? null);
        // The other vehicle is five degrees to the west; its rows carry its id.
        expect(text).not.toMatch(new RegExp(`11[67]\\.\\d{2,}|"vehicleId":"${other.id}"|${other.vin}`));
        if (path === '/veh/crm/trace/points' && code === 0) {
          const answer = data as PointsAnswer;
          const lngs = answer.points
            ? answer.points.map((point) => point[1])
            : [...decodeTrack(answer.columns as TrackColumns).lng];
          expect(lngs.length).toBeGreaterThan(0);
          for (const lng of lngs) expect(lng).toBeGreaterThan(121);
        }
      }),
      { numRuns: 120 },
    );
    expect((await ask('/veh/crm/trace/points', { vin: other.vin, ...whole }, scoped)).code).toBe(1011);
    expect((await ask('/veh/crm/trace/points', { tripNo: foreign[0], reasonCode: '3' }, scoped)).code).toBe(1011);
    expect(
      (
        await ask(
          '/veh/crm/mileage/recalc',
          { vin: other.vin, from: days['statDate.ge'], to: days['statDate.le'] },
          scoped,
        )
      ).code,
    ).toBe(1011);
  } finally {
    await t.app.pool.query(`update sys_role set data_scope = 1 where role_code = 'aftersales'`);
  }
}, 60_000);

describe('export', () => {
  const take = async (format: string, body: object = { vin: mine.vin, ...whole }): Promise<Buffer> => {
    const { data } = await ask<{ fileName: string }>('/veh/crm/trace/export', { ...body, format });
    return fetchFile(t, data.fileName, staff);
  };

  test('GPX: a segment for each stretch, times in UTC, without drift', async () => {
    const text = (await take('gpx')).toString();
    expect(text.match(/<trkseg>/g)).toHaveLength(2);
    expect(text).toContain(
      `<trkpt lat="31.2304" lon="121.4737"><time>${new Date(from + 300_000).toISOString()}</time><sat>12</sat>`,
    );
    expect(text).not.toContain('lat="31.2404"');
    expect(text.match(/<trkpt /g)?.length).toBeGreaterThan(200);
  });

  test('CSV and workbook hold every point, in the language asked for', async () => {
    const lines = (await take('csv')).toString().trimEnd().split('\r\n');
    expect(lines[0]).toBe('\ufeff时间,经度(WGS-84),纬度(WGS-84),车速(km/h),电量(%),航向(°),卫星数,漂移点');
    expect(lines[1]).toBe(`${formatInstant(new Date(from + 300_000))},121.4737,31.2304,0,90,90,12,0`);
    const sheet = await readBytes(await take('xlsx'));
    expect(sheet.rows).toHaveLength(lines.length + 1);
    expect(sheet.rows.at(-1)?.cells[0]).toMatch(/^导出人: .+\(.+\) · \d{4}-/);
  });

  test('the reason given for the replay of a trip stands for its export; without one it is refused', async () => {
    const tripNo = (await tripsOf(mine.vin))[1]?.tripNo;
    expect((await ask('/veh/crm/trace/export', { tripNo, format: 'gpx' })).code).toBe(1001);
    await ask('/veh/crm/trace/points', { tripNo, reasonCode: '2' });
    expect((await ask('/veh/crm/trace/export', { tripNo, format: 'gpx' })).code).toBe(0);
    const { rows } = await t.app.pool.query(
      'select field, reason from sys_sensitive_access_log order by id desc limit 1',
    );
    expect(rows).toEqual([{ field: 'traceExport', reason: '2 被盗处置' }]);
    const log = await t.app.pool.query(
      `select action, entity, after->>'format' as format from sys_operation_log where entity = 'trip' order by id desc limit 1`,
    );
    expect(log.rows).toEqual([{ action: 'export', entity: 'trip', format: 'gpx' }]);
  });
});
