import { randomUUID } from 'node:crypto';
import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signCallback } from '../../src/modules/sim/callback.ts';
import { addSample } from '../registry/samples.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addCard, cardRow, inYears, operationsOf, setFault, submit, workAll } from './world.ts';

const callbackKey = 'a key of a carrier, long enough for anybody';
let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ env: { CARRIER_RATE: '18', CARRIER_CALLBACK_KEY: callbackKey } });
});
afterAll(() => t.stop());

const post = <Data = { list: Record<string, unknown>[]; total: number }>(path: string, body: object) =>
  t.call<Data>('POST', `/veh/crm/${path}`, body, { as: 'admin' });

/** A day of usage, as a carrier has counted it. */
const used = (iccid: string, day: string, mb: number, vin: string | null = null, typeId: string | null = null) =>
  t.app.pool.query(
    `insert into sim_flow_day (iccid, stat_date, used_kb, up_kb, down_kb, vin, vehicle_type_id) values ($1, $2, $3, $3, 0, $4, $5)
     on conflict (iccid, stat_date) do update set used_kb = excluded.used_kb`,
    [iccid, day, mb * 1024, vin, typeId],
  );

test('months and pools add up to the days, and say what is over the package', async () => {
  const card = await addCard(t);
  const to = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const from = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10);
  await post('simFlow/sync', { iccids: [card.iccid], from, to });
  const range = { 'statDate.ge': from, 'statDate.le': to, iccid: card.iccid };
  const days = await post<{ list: { usedKb: number }[] }>('simFlow/day', { query: range, pageSize: 100 });
  const months = await post<{ list: { usedKb: number; overKb: number; packageMb: number }[] }>('simFlow/month', {
    query: { ...range, 'statDate.ge': from.slice(0, 7), 'statDate.le': to.slice(0, 7) },
  });
  const sum = (rows: readonly { usedKb: number }[]) => rows.reduce((all, { usedKb }) => all + usedKb, 0);
  expect(sum(months.data.list)).toBe(sum(days.data.list));
  for (const { usedKb, overKb, packageMb } of months.data.list)
    expect(overKb).toBe(Math.max(0, usedKb - packageMb * 1024));
  const pools = await post<{ poolId: string; cards: number; totalMb: number }[]>('simFlow/pool', { query: {} });
  expect(pools.data).toMatchObject([{ poolId: 'POOL_CMCC_1' }]);
  expect((await post('simFlow/month', { query: { 'statDate.ge': '2020-01', 'statDate.le': '2026-01' } })).code).toBe(
    1012,
  );
});

test('what is wrong with a day of usage: far above its model, or in no vehicle', async () => {
  const cards = await Promise.all([1, 2, 3, 4].map(() => addCard(t)));
  const [one, two, heavy, loose] = cards.map(({ iccid }) => iccid);
  const typeId = await addSample(t, entityNamed('vehicleType'));
  const day = '2026-03-02';
  await t.app.pool.query('select sim_flow_day_partition($1)', [day]);
  for (const iccid of [one, two]) await used(iccid ?? '', day, 1, 'VIN1', typeId);
  await used(heavy ?? '', day, 11, 'VIN2', typeId);
  await used(loose ?? '', day, 1);
  const query = { 'statDate.ge': day, 'statDate.le': day };
  const { data } = await post<{ list: { iccid: string; rule: number }[] }>('simFlow/abnormal', { query });
  expect(data.list.map(({ iccid, rule }) => [iccid, rule])).toEqual([
    [heavy, 1],
    [loose, 3],
  ]);
  const other = await post<{ list: unknown[] }>('simFlow/abnormal', { query: { ...query, rule: 3 } });
  expect(other.data.list).toHaveLength(1);
  const top = { dimension: 'card', from: day, to: day, topN: 1 };
  const bars = async (more: object) =>
    (await post<{ key: string; usedKb: number }[]>('simFlow/chart', { ...top, ...more })).data.map(
      ({ key, usedKb }) => [key, usedKb / 1024],
    );
  expect(await bars({ vehicleTypeId: typeId })).toEqual([[heavy, 11]]);
  expect(await bars({ 'usedMb.le': 5, vin: 'VIN1XXXXXXXXXXXXX' })).toEqual([]);
  for (const tab of ['day', 'abnormal', 'pool']) {
    const { code, data: file } = await post<{ fileName: string; rows: number }>('simFlow/export', {
      tab,
      query: tab === 'pool' ? {} : query,
    });
    expect([code, file.rows > 0]).toEqual([0, true]);
  }
  expect((await post('simFlow/export', { tab: 'day', query: {} })).code).toBe(1001);
});

test('what a device counts stands beside what its carrier does; more than a fifth apart is told', async () => {
  const cards = [await addCard(t), await addCard(t), await addCard(t)];
  const day = '2026-03-04';
  for (const { iccid } of cards) await used(iccid, day, 1);
  const kb = [1000, 700] as const;
  for (const [n, told] of kb.entries())
    await t.app.pool.query(
      'insert into sim_device_day (iccid, stat_date, vehicle_id, telemetry_kb, ota_kb) values ($1, $2, 1, $3, 100)',
      [cards[n]?.iccid, day, told - 100],
    );
  type Row = { iccid: string; deviceKb: number | null; deviceDiffers: number | null };
  const query = { 'statDate.ge': day, 'statDate.le': day };
  const { data } = await post<{ list: Row[] }>('simFlow/day', { query });
  const shown = (n: number) => data.list.find(({ iccid }) => iccid === cards[n]?.iccid);
  expect(shown(0)).toMatchObject({ deviceKb: 1000, deviceDiffers: 0 });
  expect(shown(1)).toMatchObject({ deviceKb: 700, deviceDiffers: 1 });
  expect(shown(2)).toMatchObject({ deviceKb: null, deviceDiffers: null });
  const split = await t.call<{ rows: { by: unknown[]; values: Record<string, number> }[] }>(
    'POST',
    '/stat/crm/traffic/dist',
    { query: { 'date.ge': day, 'date.le': day }, by: 'purpose' },
    { as: 'admin' },
  );
  expect(JSON.stringify(split.data)).toMatch(/telemetry.*ota|ota.*telemetry/);
});

test('much usage of a vehicle that did not report on that day is told, whatever it does today', async () => {
  const card = await addCard(t);
  const vehicleId = await addSample(t, entityNamed('vehicle'));
  const { rows } = await t.app.pool.query<{ vin: string }>('select vin from veh_vehicle where id = $1', [vehicleId]);
  const days = ['2026-03-10', '2026-03-11'] as const;
  for (const day of days) await used(card.iccid, day, 60, rows[0]?.vin ?? '');
  await t.app.pool.query(
    'insert into veh_mileage_day (stat_date, vehicle_id, day_km, gps_km, trip_count, ride_minutes) values ($1, $2, 0, 0, 0, 0)',
    [days[1], vehicleId],
  );
  await t.app.pool.query('insert into veh_vehicle_status (vehicle_id, recv_time) values ($1, now())', [vehicleId]);
  const query = { 'statDate.ge': days[0], 'statDate.le': days[1], rule: 2 };
  const { data } = await post<{ list: { statDate: string }[] }>('simFlow/abnormal', { query });
  expect(data.list.map(({ statDate }) => statDate)).toEqual([days[0]]);
});

test('a renewal moves the terms on, and is noted; another package counts when the carrier has changed it', async () => {
  const card = await addCard(t);
  const renew = (body: object) => post<{ changed: number; skipped: { code: number }[] }>('simCard/renew', body);
  const detail = async () => (await post<Record<string, unknown>>('simCard/detail', { id: card.id })).data;
  const terms = { iccids: [card.iccid], packageCode: 'M100', expireTime: inYears(6), feeFen: 3600 };
  expect((await renew(terms)).data.changed).toBe(1);
  expect(await detail()).toMatchObject({ packageCode: 'M30', packageMb: 30, expireTime: inYears(6), pendingOp: 5 });
  const again = await renew({ ...terms, packageCode: 'Y1G', expireTime: inYears(7) });
  expect(again.data.skipped.map(({ code }) => code)).toEqual([4007]);
  await workAll(t);
  expect(await detail()).toMatchObject({ packageCode: 'M100', packageMb: 100, pendingOp: null, simStatus: 3 });
  const earlier = await renew({ ids: [card.id], packageCode: 'M100', expireTime: inYears(5) });
  expect(earlier.data.skipped.map(({ code }) => code)).toEqual([4014]);
  const noted = await post<{ fromDate: string; toDate: string }[]>('simCard/renewals', { id: card.id });
  expect(noted.data).toMatchObject([{ packageCode: 'M100', fromDate: inYears(4), toDate: inYears(6), feeFen: 3600 }]);
  expect((await renew({ iccids: ['89860420129999999991'], packageCode: 'M30', expireTime: inYears(6) })).code).toBe(
    1001,
  );
});

test('a month carries its share of what was paid for the term', async () => {
  const card = await addCard(t);
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  await t.app.pool.query('update sim_card set expire_time = $2 where id = $1', [card.id, today]);
  const expireTime = `${Number(today.slice(0, 4)) + 1}${today.slice(4, 7)}-28`;
  await post('simCard/renew', { ids: [card.id], packageCode: 'M30', expireTime, feeFen: 3600 });
  await t.app.pool.query(
    "insert into sim_flow_month (iccid, month, used_kb, up_kb, down_kb, package_mb) values ($1, date_trunc('month', $2::date), 1024, 1024, 0, 30)",
    [card.iccid, today],
  );
  const month = today.slice(0, 7);
  const query = { 'statDate.ge': month, 'statDate.le': month, iccid: card.iccid };
  const { data } = await post<{ list: { feeFen: number }[] }>('simFlow/month', { query });
  expect(data.list.map(({ feeFen }) => feeFen)).toEqual([300]);
});

test('a package that the carrier refuses stays as it was', async () => {
  const card = await addCard(t, 3, 7);
  const terms = { iccids: [card.iccid], packageCode: 'M100', expireTime: inYears(6) };
  await post('simCard/renew', terms);
  await workAll(t);
  expect(await operationsOf(t, card)).toMatchObject([{ status: 4, code: 'CARRIER_BUSY' }]);
  expect((await post('simCard/detail', { id: card.id })).data).toMatchObject({ packageCode: 'M30', pendingOp: null });
});

test('a call of a carrier is signed, taken once, and only makes the card be read', async () => {
  const card = await addCard(t);
  await setFault(t, card, null);
  await submit(t, { iccids: [card.iccid] });
  async function send(eventId: string, key = callbackKey, at = Date.now()) {
    const body = JSON.stringify({ eventId, iccid: card.iccid });
    const res = await t.http.inject({
      method: 'POST',
      url: '/carrier/v1/callback/1',
      headers: {
        'content-type': 'application/json',
        'x-timestamp': String(at),
        'x-signature': signCallback(key, String(at), body).toString('hex'),
      },
      payload: body,
    });
    const { data } = res.json<{ data: { taken: number } | null }>();
    return [res.statusCode, data?.taken];
  }
  const event = randomUUID();
  expect(await send(event)).toEqual([200, 1]);
  expect(await send(event)).toEqual([200, 0]);
  expect((await send(randomUUID(), 'another key of somebody, long enough'))[0]).toBe(401);
  expect((await send(randomUUID(), callbackKey, Date.now() - 600_000))[0]).toBe(401);
  expect(await cardRow(t, card)).toMatchObject({ state: 3, pending: 1 });
  const { rows } = await t.app.pool.query<{ due: boolean }>(
    'select next_sync_time <= now() as due from sim_card where id = $1',
    [card.id],
  );
  expect(rows).toEqual([{ due: true }]);
});
