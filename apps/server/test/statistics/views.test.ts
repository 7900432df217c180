import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { dealers, hangzhou, makeVehicle, makeWorld, platform } from '../fleet/world.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ platform });
  const { app } = server;
  await makeWorld(app);
  const activated = new Date(Date.now() - 86_400_000);
  const first = await makeVehicle(app, { activationTime: activated });
  await makeVehicle(app, { activationTime: activated, online: 0 });
  await makeVehicle(app, {});
  const far = await makeVehicle(app, { activationTime: activated, dealerId: dealers.hangzhou });
  for (const [i, [vehicleId, soh]] of (
    [
      [first.id, 100],
      [first.id, 90],
      [far.id, 89],
      [null, 50],
    ] as const
  ).entries()) {
    await sql`insert into veh_battery (battery_sn, battery_type, model, manufacturer, rated_voltage_v, rated_capacity_ah, production_date, warranty_months, vehicle_id, status, soh)
      values (${`SN${i}`}, 4, 'B', 'M', 60, 24, '2025-01-01', 24, ${vehicleId}, ${vehicleId === null ? 0 : 1}, ${soh})`.execute(
      app.db,
    );
  }
});
afterAll(() => server.stop());

interface Found {
  readonly list: Record<string, unknown>[];
  readonly total: number;
  readonly page: number;
  readonly pageSize: number;
}
const view = (code: string, query: object = {}, as = 'staff') =>
  server.call<Found>('POST', '/query/queryview', { extend: { view: { code } }, query }, { as });

test('the view is named nested or flat', async () => {
  const nested = await view('V_MODEL_SHARE');
  expect(nested.data).toMatchObject({
    total: 1,
    page: 1,
    pageSize: 5,
    list: [{ vehicleTypeId: '9001', vehicleTypeName: '测试车型', count: 3, rate: 100 }],
  });
  const flat = await server.call('POST', '/query/queryview', { 'extend.view.code': 'V_MODEL_SHARE' }, { as: 'staff' });
  expect(flat.data).toEqual(nested.data);
});

test('each view counts in scope', async () => {
  expect((await view('V_MODEL_SHARE', {}, 'dealer')).data.list).toMatchObject([{ count: 2 }]);
  expect((await view('V_MODEL_SHARE', {}, 'nothing')).data).toMatchObject({ list: [], total: 0 });
  expect((await view('V_VEHICLE_ONLINE_CITY')).data.list).toMatchObject([
    { cityId: '310100', cityNameEn: 'Shanghai', count: 3, online: 2 },
    { cityId: '330100', count: 1, online: 1 },
  ]);
  expect((await view('V_VEHICLE_ONLINE_CITY', { where: { cityId: hangzhou.id } })).data.list).toMatchObject([
    { cityId: hangzhou.id },
  ]);
  expect((await view('V_VEHICLE_ONLINE_CITY', {}, 'dealer')).data.total).toBe(1);
  expect((await view('V_DEALER_STOCK')).data.list).toMatchObject([
    { dealerId: dealers.shanghai, stock: 1, sold: 2 },
    { dealerId: dealers.hangzhou, stock: 0, sold: 1 },
  ]);
  expect((await view('V_DEALER_STOCK', { where: { 'dealerId.eq': dealers.hangzhou } })).data.total).toBe(1);
  expect((await view('V_DEALER_STOCK', {}, 'dealer')).data.list.map((row) => row['dealerId'])).toEqual([
    dealers.shanghai,
  ]);
  expect((await view('V_BATTERY_SOH_BAND')).data.list).toMatchObject([
    { band: '≥90', sohGe: 90, sohLe: 100, count: 2 },
    { band: '80–90', count: 1 },
    { band: '70–80', count: 0 },
    { band: '<70', count: 0 },
  ]);
  expect(
    (await view('V_BATTERY_SOH_BAND', { where: { vehicleTypeId: '123' } })).data.list.map((row) => row['count']),
  ).toEqual([0, 0, 0, 0]);
  expect((await view('V_BATTERY_SOH_BAND', {}, 'dealer')).data.list.map((row) => row['count'])).toEqual([2, 0, 0, 0]);
});

test('alarm views of a fleet without alarms are empty', async () => {
  for (const code of ['V_LATEST_ALARM', 'V_ALARM_TOP10_7D'])
    expect((await view(code)).data).toMatchObject({ list: [], total: 0 });
  expect((await view('V_LATEST_ALARM', { where: { 'level.ge': 3 } })).code).toBe(0);
});

test('paging as in lists: default 5, most 100, nonsense is page 1', async () => {
  expect((await view('V_DEALER_STOCK', { page: 2, pageSize: 1 })).data).toMatchObject({
    page: 2,
    pageSize: 1,
    total: 2,
    list: [{ dealerId: dealers.hangzhou }],
  });
  expect((await view('V_DEALER_STOCK', { page: 'x', pageSize: 9999 })).data).toMatchObject({ page: 1, pageSize: 100 });
  expect((await view('V_DEALER_STOCK', { page: 50 })).data).toMatchObject({ list: [], total: 2 });
});

test('unknown views, keys and values are refused; rights are those of the page behind', async () => {
  for (const code of ['V_NOTHING', '', '__proto__', 'constructor', 'v_model_share'])
    expect((await view(code)).code).toBe(1041);
  expect((await server.call('POST', '/query/queryview', {}, { as: 'staff' })).code).toBe(1041);
  for (const where of [
    { color: 'BLK' },
    { '1=1; --': 1 },
    { __proto__x: 1 },
    { cityId: "1' or '1'='1" },
    { cityId: ['310100'] },
    { cityId: { eq: 1 } },
    { 'cityId.ge': '310100' },
  ])
    expect(await view('V_VEHICLE_ONLINE_CITY', { where })).toMatchObject({ code: 1001 });
  expect((await view('V_LATEST_ALARM', { where: { level: 1 } })).code).toBe(1001);
  expect((await view('V_MODEL_SHARE', { where: [] })).code).toBe(1001);
  expect((await view('V_MODEL_SHARE', {}, 'guest')).code).toBe(1003);
  expect((await server.call('POST', '/query/queryview', {})).status).toBe(401);
});
