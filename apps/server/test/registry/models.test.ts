import type { FieldError } from '@wheelhouse/contract';
import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addRole, addUser, password } from '../access/fixture.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addSample, sampleFile } from './samples.ts';

/** Models that are read by `/rest/r` and by no list call of their own: registers of the platform, histories, another system's vehicles. */
let t: TestApp;
let vehicleId = '';
let batteryId = '';
let nobody = '';
let nobodyId = '';
let dealerUser = '';

const registers = ['sysFunction', 'area', 'fileObject', 'frontErrorLog', 'debugSession', 'controlCommand'];
const histories = ['trackPoint', 'batterySnapshot'];
const open = ['area', 'fileObject'];

interface Page {
  readonly list: Record<string, unknown>[];
  readonly total: number;
  readonly page: number;
  readonly pageSize: number;
}
interface Refusal {
  readonly errors: FieldError[];
}

const ask = async <Data = Page>(model: string, query: object = {}, as = 'admin') => {
  const answer = await t.call<Record<string, Data> & Refusal>(
    'POST',
    `/rest/r/${model}`,
    { [model]: { query } },
    { as },
  );
  return { code: answer.code, page: answer.data?.[model], field: answer.data?.errors?.[0]?.field };
};

beforeAll(async () => {
  t = await createTestApp();
  vehicleId = await addSample(t, entityNamed('vehicle'));
  batteryId = await addSample(t, entityNamed('battery'));
  nobodyId = await addUser(t, { username: 'models.nobody' });
  nobody = await t.login('models.nobody', password);
  await addRole(t, 'tracer', ['historytrace.query', 'historytrace.replay'], 4);
  const dealerId = await addSample(t, entityNamed('dealer'));
  await addUser(t, { username: 'models.dealer', dealerId, roles: ['tracer'] });
  dealerUser = await t.login('models.dealer', password);
  const { pool } = t.app;
  await pool.query(`insert into veh_debug_session (vehicle_id, user_id, expire_time) values ($1, 1, now())`, [
    vehicleId,
  ]);
  await pool.query(
    `insert into sys_error_log (fingerprint, user_id, message) values ('f1', $1, 'x is not a function')`,
    [nobodyId],
  );
  await pool.query(`select veh_telemetry_partition('2026-03-01'), veh_battery_snapshot_partition('2026-03-01')`);
  for (let n = 0; n < 12; n++) {
    const at = `2026-03-01 10:00:${String(n).padStart(2, '0')}+08`;
    await pool.query(
      `insert into veh_telemetry (vehicle_id, ts, recv_time, boot, seq, idx, lat, lng, soc) values ($1, $2, $2, 1, $3, 0, 31.2, 121.4, 80)`,
      [vehicleId, at, n],
    );
    await pool.query(`insert into veh_battery_snapshot (battery_id, ts, vehicle_id, soc) values ($1, $2, $3, 80)`, [
      batteryId,
      at,
      vehicleId,
    ]);
  }
});
afterAll(() => t.stop());

test.each(registers)('%s is read by whoever has its page', async (model) => {
  const { code, page } = await ask(model);
  expect(code).toBe(0);
  expect(page).toMatchObject({ page: 1, pageSize: 10 });
  expect((await ask(model, {}, nobody)).code).toBe(open.includes(model) ? 0 : 1003);
});

test.each([...histories, 'sapVehicle'])('%s is nobody’s without its page', async (model) => {
  expect((await ask(model, {}, nobody)).code).toBe(1003);
});

test('registers are found by their keys', async () => {
  expect((await ask('sysFunction', { code: 'menu.query' })).page?.list).toMatchObject([
    { code: 'menu.query', parentCode: 'menu', functionType: 2 },
  ]);
  expect((await ask('area', { parentId: '310100', name: '浦东新区' })).page?.list).toMatchObject([
    { id: '310115', levelType: 3, parentId: '310100' },
  ]);
  expect((await ask('debugSession', { vehicleId })).page?.list).toMatchObject([{ vehicleId, userId: '1' }]);
  expect((await ask('frontErrorLog', { userId: nobodyId })).page?.list).toMatchObject([
    { message: 'x is not a function', count: 1 },
  ]);
});

test('a file is shown to its uploader and to administrators, its storage key to nobody', async () => {
  const mine = await sampleFile(t, 'image', nobodyId);
  const other = await sampleFile(t, 'image', '1');
  const own = await ask('fileObject', {}, nobody);
  expect(own.page?.list.map((row) => row['fileId'])).toEqual([mine]);
  expect((await ask('fileObject', { fileId: other }, nobody)).page?.total).toBe(0);
  const all = await ask('fileObject', { 'fileId.in': [mine, other] });
  expect(all.page?.list.map((row) => row['refCount'])).toEqual([0, 0]);
  expect(JSON.stringify([own, all])).not.toMatch(/storageKey/);
});

const day = { 'time.ge': '2026-03-01', 'time.le': '2026-03-01' };

describe.each([
  { model: 'trackPoint', key: 'vehicleId', more: { reasonCode: '1' }, id: () => vehicleId },
  { model: 'batterySnapshot', key: 'batteryId', more: {}, id: () => batteryId },
])('$model', ({ model, key, more, id }) => {
  test('says whose and when, or is refused by name', async () => {
    const whole = { [key]: id(), ...day, ...more };
    expect(await ask(model, { ...day, ...more })).toMatchObject({ code: 1001, field: key });
    expect(await ask(model, { [key]: id(), ...more })).toMatchObject({ code: 1001, field: 'time.ge' });
    expect(await ask(model, { ...whole, 'time.le': undefined })).toMatchObject({ code: 1001, field: 'time.le' });
    expect(await ask(model, { ...whole, 'time.le': 'soon' })).toMatchObject({ code: 1001, field: 'time.le' });
    expect(await ask(model, { ...whole, 'time.le': '2026-04-03' })).toMatchObject({ code: 1012 });
    expect(await ask(model, { ...whole, 'time.le': '2026-02-03' })).toMatchObject({ code: 8003 });
    expect(await ask(model, { ...whole, 'soc.ge': 1 })).toMatchObject({ code: 1001, field: 'soc.ge' });
    expect(await ask(model, { ...whole, [key]: '987654321' })).toMatchObject({ code: 1002 });
  });

  test('answers a page of it, newest first unless asked otherwise', async () => {
    const query = { [key]: id(), ...day, ...more };
    const { page } = await ask(model, query);
    expect(page).toMatchObject({ total: 12, page: 1, pageSize: 10 });
    expect(page?.list[0]).toMatchObject({ time: '2026-03-01 10:00:11', vehicleId, soc: 80 });
    const last = await t.call<Record<string, Page>>(
      'POST',
      `/rest/r/${model}`,
      { [model]: { query, page: 2, orderBy: 'time asc' } },
      { as: 'admin' },
    );
    expect(last.data[model]?.list.map((row) => row['time'])).toEqual(['2026-03-01 10:00:10', '2026-03-01 10:00:11']);
  });
});

test('who looks at a trace says why, and is kept; dealers see none', async () => {
  const query = { vehicleId, ...day };
  expect(await ask('trackPoint', query)).toMatchObject({ code: 1001, field: 'reasonCode' });
  expect((await ask('trackPoint', { ...query, reasonCode: '1' }, dealerUser)).code).toBe(1003);
  const seen = async () =>
    (
      await t.app.pool.query(
        `select 1 from sys_sensitive_access_log where entity = 'vehicle' and entity_id = $1 and field = 'trace'`,
        [vehicleId],
      )
    ).rows.length;
  const before = await seen();
  expect((await ask('trackPoint', { ...query, reasonCode: '1' })).code).toBe(0);
  expect(await seen()).toBe(before + 1);
});
