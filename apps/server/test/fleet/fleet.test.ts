import type { FleetView } from '@wheelhouse/contract/fleet';
import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { dealers, hangzhou, makeVehicle, makeWorld, noticed, onlineTimeoutSec, platform, shanghai } from './world.ts';

let server: TestApp;
const made: Record<string, { id: string; vin: string }> = {};
beforeAll(async () => {
  server = await createTestApp({ platform });
  const { app } = server;
  await makeWorld(app);
  made['riding'] = await makeVehicle(app, { lng: 121.48, lat: 31.24, speed: 25, acc: 1 });
  made['charging'] = await makeVehicle(app, { lng: 121.44, lat: 31.2, charge: 1 });
  made['parked'] = await makeVehicle(app, { lng: 121.5, lat: 31.22 });
  made['silent'] = await makeVehicle(app, { lng: 121.52, lat: 31.26, heardSec: onlineTimeoutSec + 60 });
  made['gone'] = await makeVehicle(app, { lng: 121.42, lat: 31.26, online: 0 });
  made['never'] = await makeVehicle(app, { heardSec: null });
  made['lost'] = await makeVehicle(app, { lng: null, lat: null });
  made['stackA'] = await makeVehicle(app, { lng: 121.6, lat: 31.3 });
  made['stackB'] = await makeVehicle(app, { lng: 121.60001, lat: 31.30001 });
  made['hangzhou'] = await makeVehicle(app, { dealerId: dealers.hangzhou, lng: 120.2, lat: 30.26, acc: 1 });
  made['nobody'] = await makeVehicle(app, { dealerId: null, lng: 120.25, lat: 30.2 });
});
afterAll(() => server.stop());

const area = [121, 31, 122, 31.6];
const fleet = (body: object, as = 'staff') => server.call<FleetView>('POST', '/veh/crm/vehicle/fleet', body, { as });
const id = (name: string) => made[name]?.id ?? '';
const stateOf = (view: FleetView, name: string) => view.vehicles.find((vehicle) => vehicle.id === id(name))?.state;

describe('map', () => {
  test('few vehicles at a high zoom are shown one by one with what they do now', async () => {
    const { code, data } = await fleet({ bbox: area, zoom: 12 });
    expect(code).toBe(0);
    expect(stateOf(data, 'riding')).toBe('riding');
    expect(stateOf(data, 'charging')).toBe('charging');
    expect(stateOf(data, 'parked')).toBe('parked');
    expect(stateOf(data, 'silent')).toBe('offline');
    expect(stateOf(data, 'gone')).toBe('offline');
    expect(data).toMatchObject({
      total: 7,
      states: { offline: 2, riding: 1, charging: 1, parked: 3 },
      unlocated: 2,
      gpsMasked: 0,
    });
    const riding = data.vehicles.find((vehicle) => vehicle.id === id('riding'));
    expect(riding).toMatchObject({
      name: made['riding']?.vin,
      lng: 121.48,
      lat: 31.24,
      heading: 90,
      speedKmh: 25,
      soc: 50,
      online: 1,
    });
    expect(riding?.ageSec).toBeGreaterThanOrEqual(4);
  });

  test('vehicles in one spot are a stack that a list takes apart', async () => {
    const { data } = await fleet({ bbox: [121.59, 31.29, 121.61, 31.31], zoom: 16 });
    expect(data.vehicles).toEqual([]);
    expect(data.clusters).toMatchObject([{ count: 2, online: 2, stack: true }]);
    const list = await server.call<{ list: { id: string }[]; total: number }>(
      'POST',
      '/veh/crm/vehicle/fleetList',
      { bbox: data.clusters[0]?.bbox },
      { as: 'staff' },
    );
    expect(list.data.total).toBe(2);
    expect(list.data.list.map((vehicle) => vehicle.id).sort()).toEqual([id('stackA'), id('stackB')].sort());
  });

  test('far away everything is clusters, whose counts add up', async () => {
    const { data } = await fleet({ bbox: [70, 10, 140, 55], zoom: 4 });
    expect(data.vehicles).toEqual([]);
    expect(data.clusters.reduce((sum, cluster) => sum + cluster.count, 0)).toBe(9);
    expect(data.clusters.reduce((sum, cluster) => sum + cluster.online, 0)).toBe(7);
    expect(data.total).toBe(9);
  });

  test('chosen states and the filters of the list narrow it', async () => {
    expect((await fleet({ bbox: area, zoom: 12, state: 'riding' })).data).toMatchObject({
      total: 1,
      states: { parked: 3 },
    });
    expect((await fleet({ bbox: area, zoom: 12, state: ['riding', 'charging'] })).data.total).toBe(2);
    expect((await fleet({ bbox: area, zoom: 12, state: [] })).data.total).toBe(0);
    expect(
      (await fleet({ bbox: [70, 10, 140, 55], zoom: 4, query: { 'dealerId.eq': dealers.hangzhou } })).data.total,
    ).toBe(1);
    expect(
      (await fleet({ bbox: area, zoom: 12, query: { 'vin.like': made['parked']?.vin.slice(-6) } })).data.vehicles.map(
        (vehicle) => vehicle.id,
      ),
    ).toEqual([id('parked')]);
  });

  test('a scope shows its own vehicles only, to the last counter', async () => {
    const everywhere = { bbox: [-180, -85, 180, 85], zoom: 3 };
    expect((await fleet(everywhere, 'dealer')).data).toMatchObject({ total: 7, unlocated: 2 });
    expect((await fleet(everywhere, 'city')).data).toMatchObject({ total: 1, unlocated: 0 });
    expect((await fleet(everywhere, 'nothing')).data).toMatchObject({ total: 0, unlocated: 0, clusters: [] });
    expect((await fleet(everywhere, 'guest')).code).toBe(1003);
    expect(
      (await server.call<{ total: number }>('POST', '/veh/crm/vehicle/fleetList', {}, { as: 'dealer' })).data.total,
    ).toBe(7);
  });

  test('without the right to positions there is nothing finer than a city', async () => {
    const { data } = await fleet({ bbox: [70, 10, 140, 55], zoom: 15 }, 'blind');
    expect(data).toMatchObject({ vehicles: [], gpsMasked: 1, total: 9 });
    expect(data.clusters.map((cluster) => [cluster.cityId, cluster.count, cluster.bbox])).toEqual(
      expect.arrayContaining([
        ['310100', 7, undefined],
        ['330100', 2, undefined],
      ]),
    );
    // A narrow view around a real position must not reveal that a vehicle is there.
    expect((await fleet({ bbox: [121.479, 31.239, 121.481, 31.241], zoom: 18 }, 'blind')).data).toMatchObject({
      total: 0,
      clusters: [],
    });
    const list = await server.call<{ list: { lng: number; heading: unknown }[] }>(
      'POST',
      '/veh/crm/vehicle/fleetList',
      {},
      { as: 'blind' },
    );
    expect(new Set(list.data.list.map((vehicle) => vehicle.lng)).size).toBe(2);
    expect(list.data.list.every((vehicle) => vehicle.heading === null)).toBe(true);
  });

  test('a vehicle that moves, is added or deleted shows after its notice or edit', async () => {
    const { app } = server;
    const fresh = await makeVehicle(app, { lng: 116.4, lat: 39.9 });
    const beijing = { bbox: [116, 39, 117, 41], zoom: 11 };
    await expect.poll(async () => (await fleet(beijing)).data.total, { timeout: 15_000 }).toBe(1);
    await sql`update veh_vehicle_status set gps_lng = 113.3, gps_lat = 23.1 where vehicle_id = ${fresh.id}`.execute(
      app.db,
    );
    await noticed(app, [fresh.id]);
    await expect.poll(async () => (await fleet(beijing)).data.total, { timeout: 15_000 }).toBe(0);
    const guangzhou = { bbox: [113, 23, 114, 24], zoom: 11 };
    expect((await fleet(guangzhou)).data.total).toBe(1);
    await sql`update veh_vehicle set deleted = true, update_time = now() where id = ${fresh.id}`.execute(app.db);
    await expect.poll(async () => (await fleet(guangzhou)).data.total, { timeout: 15_000 }).toBe(0);
  });

  test.each([
    [{ bbox: [121, 31, 121, 32], zoom: 5 }],
    [{ bbox: [122, 31, 121, 32], zoom: 5 }],
    [{ bbox: [121, 33, 122, 32], zoom: 5 }],
    [{ bbox: [121, 31, 122], zoom: 5 }],
    [{ bbox: ['121', 31, 122, 32], zoom: 5 }],
    [{ bbox: [121, 31, 122, null], zoom: 5 }],
    [{ bbox: [121, 31, 1e9, 32], zoom: 5 }],
    [{ bbox: [121, -91, 122, 32], zoom: 5 }],
    [{ bbox: [200, 31, 210, 32], zoom: 5 }],
    [{ bbox: {}, zoom: 5 }],
    [{ bbox: area }],
    [{ bbox: area, zoom: -1 }],
    [{ bbox: area, zoom: 99 }],
    [{ bbox: area, zoom: 5, state: 'flying' }],
    [{ bbox: area, zoom: 5, query: { 'color; drop table.eq': 1 } }],
    [{ bbox: area, zoom: 5, query: { 'nothing.eq': 1 } }],
    [{ bbox: area, zoom: 5, query: [] }],
    [{ bbox: area, zoom: 5, query: { 'dealerId.eq': 'x' } }],
    [{ bbox: area, zoom: 5, view: 'x' }],
  ])('refuses %j', async (body) => {
    const answer = await fleet(body);
    expect([answer.status, answer.code]).toEqual([200, 1001]);
  });

  test('a view wider than the world or at the deepest zoom is answered', async () => {
    expect((await fleet({ bbox: [-540, -90, 540, 90], zoom: 0 })).data.total).toBeGreaterThanOrEqual(9);
    expect((await fleet({ bbox: [-180, -90, 180, 90], zoom: 24 })).data.total).toBeGreaterThanOrEqual(9);
  });

  test("nobody moves somebody else's view", async () => {
    expect((await fleet({ bbox: area, zoom: 10, view: '1-abcdef123' })).code).toBe(1003);
  });
});

describe('status', () => {
  const status = (body: object, as = 'staff') =>
    server.call<Record<string, unknown>[]>('POST', '/veh/crm/vehicle/status', body, { as });

  test('by vin, by vins, by ids; in the order asked for', async () => {
    const one = await status({ vin: made['riding']?.vin });
    expect(one.data).toMatchObject([
      {
        id: id('riding'),
        vin: made['riding']?.vin,
        vehicleTypeName: '测试车型',
        onlineTimeoutSec,
        online: 1,
        state: 'riding',
        speedKmh: 25,
        gpsLng: 121.48,
        gpsMasked: 0,
        soc: 50,
      },
    ]);
    const path = '/veh/crm/vehicle/status';
    const english = await server.call('POST', path, { vin: made['riding']?.vin }, { as: 'staff', lang: 'en' });
    expect(english.data).toMatchObject([{ vehicleTypeName: 'Test model' }]);
    expect(one.data[0]?.['dataAgeSec']).toBeGreaterThanOrEqual(4);
    expect(one.data[0]?.['reportTime']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const several = await status({ vins: [made['parked']?.vin.toLowerCase(), 'NOSUCH', made['riding']?.vin] });
    expect(several.data.map((row) => row['id'])).toEqual([id('parked'), id('riding')]);
    const byId = await status({ vehicleIds: [id('never'), id('silent')] });
    expect(byId.data).toMatchObject([
      { id: id('never'), state: 'offline', dataAgeSec: null, gpsLng: null },
      { id: id('silent'), online: 0, state: 'offline' },
    ]);
  });

  test('scope: absent from lists, 1011 asked for directly; unknown is 1002', async () => {
    expect(
      (await status({ vins: [made['hangzhou']?.vin, made['riding']?.vin] }, 'dealer')).data.map((row) => row['id']),
    ).toEqual([id('riding')]);
    expect((await status({ vin: made['hangzhou']?.vin }, 'dealer')).code).toBe(1011);
    expect((await status({ vin: 'NOSUCH' })).code).toBe(1002);
    expect((await status({ vin: made['riding']?.vin }, 'guest')).code).toBe(1003);
  });

  test('a masked position is its city', async () => {
    const [row] = (await status({ vin: made['riding']?.vin }, 'blind')).data;
    expect(row).toMatchObject({ gpsMasked: 1, heading: null, cityId: shanghai.id, soc: 50 });
    expect(row?.['gpsLng']).not.toBe(121.48);
    expect((await status({ vin: made['hangzhou']?.vin }, 'blind')).data[0]).toMatchObject({ cityId: hangzhou.id });
  });

  test('says in words where it is, and of one that is offline since when and why', async () => {
    const [riding] = (await status({ vin: made['riding']?.vin })).data;
    expect(riding).toMatchObject({ offline: null, place: { zh: expect.stringMatching(/^上海市.+区$/) } });
    const masked = (await status({ vin: made['riding']?.vin }, 'blind')).data[0];
    expect(masked, 'who may not see it is told the city alone').toMatchObject({ place: { zh: '上海市' } });
    const causeOf = async (name: string, as?: string) =>
      (await status({ vehicleIds: [id(name)] }, as)).data[0]?.['offline'];
    expect(await causeOf('never')).toEqual({ since: null, cause: 'never' });
    expect(await causeOf('silent')).toEqual({ since: expect.stringMatching(/^\d{4}-/), cause: 'silent' });
    const set = (columns: string) =>
      sql`update veh_vehicle_status set ${sql.raw(columns)} where vehicle_id = ${id('gone')}`.execute(server.app.db);
    await set('offline_time = recv_time');
    expect(await causeOf('gone')).toMatchObject({ cause: 'lost' });
    await set('csq = 4');
    expect(await causeOf('gone')).toMatchObject({ cause: 'weakSignal' });
    await set('soc = 3');
    expect(await causeOf('gone')).toMatchObject({ cause: 'lowBattery' });
    const iccid = '89860420123456789018';
    await sql`insert into sim_card (iccid, msisdn, pool_id, package_code, package_mb, package_cycle, open_time, expire_time, stop_threshold_pct, sim_status,
        imei_lock, real_name_status, month_used_kb, usage_rate)
      values (${iccid}, '1064812345678', '1', '1', 30, 1, '2025-01-01', '2099-01-01', 200, 4, 0, 0, 0, 0)`.execute(
      server.app.db,
    );
    await sql`update veh_vehicle set iccid = ${iccid} where id = ${id('gone')}`.execute(server.app.db);
    expect(await causeOf('gone', 'cardless')).toMatchObject({ cause: 'lowBattery' });
    expect(await causeOf('gone')).toMatchObject({ cause: 'simStopped' });
  });

  test.each([
    [{}],
    [{ vin: '' }],
    [{ vins: [] }],
    [{ vins: Array.from({ length: 101 }, () => 'A') }],
    [{ vehicleIds: ['1; select'] }],
    [{ vin: 'A', vins: ['B'] }],
  ])('refuses %j', async (body) => {
    expect((await status(body)).code).toBe(1001);
  });
});

test('the snapshot is read once for callers at the same time', async () => {
  await sleep(600);
  const answers = await Promise.all(Array.from({ length: 20 }, () => fleet({ bbox: area, zoom: 11 })));
  expect(new Set(answers.map((answer) => answer.data.total)).size).toBe(1);
});
