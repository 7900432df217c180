import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { syncDue } from '../../src/modules/sim/sync.ts';
import { addSample } from '../registry/samples.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addCard, cardForm, cardRow, setFault } from './world.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ env: { CARRIER_RATE: '18' } });
});
afterAll(() => t.stop());

const call = <Data = { id: string }>(path: string, body: object) =>
  t.call<Data>('POST', `/veh/crm/simCard/${path}`, body, { as: 'admin' });
const fieldsOf = ({ data }: { data: unknown }): string[] =>
  ((data as { errors?: { field: string }[] }).errors ?? []).map(({ field }) => field);
const detail = async (id: string) => (await call<Record<string, unknown>>('detail', { id })).data;

describe('a card', () => {
  test('has the carrier of its number and the volume of its package', async () => {
    const { code, data } = await call('add', cardForm({ packageCode: 'Y1G' }));
    expect(code).toBe(0);
    expect(await detail(data.id)).toMatchObject({ carrier: 1, packageMb: 1024, packageCycle: 3, simStatus: 0 });
    const wrong = await call('add', cardForm({ carrier: 2 }));
    expect([wrong.code, fieldsOf(wrong)]).toEqual([4002, ['carrier']]);
    const unknown = cardForm();
    const other = { ...unknown, iccid: `898699${unknown.iccid.slice(6)}` };
    expect(fieldsOf(await call('add', other))).toEqual(['carrier']);
    expect((await call('add', { ...other, carrier: 4 })).code).toBe(0);
  });

  test('is unique, and its terms follow each other', async () => {
    const form = cardForm();
    expect((await call('add', form)).code).toBe(0);
    expect((await call('add', { ...cardForm(), iccid: form.iccid })).code).toBe(4001);
    expect(fieldsOf(await call('add', cardForm({ expireTime: '2020-01-01' })))).toEqual(['expireTime']);
    expect(fieldsOf(await call('add', cardForm({ stopThresholdPct: 30 })))).toEqual(['stopThresholdPct']);
    expect((await call('add', cardForm({ stopThresholdPct: 0 }))).code).toBe(0);
  });

  test('is in the vehicle whose record says so, and every stay is noted', async () => {
    const vehicleId = await addSample(t, entityNamed('vehicle'));
    const { rows } = await t.app.pool.query<{ vin: string }>(
      'update veh_vehicle set iccid = null where id = $1 returning vin',
      [vehicleId],
    );
    const vin = rows[0]?.vin ?? '';
    const [card, other] = [await addCard(t), await addCard(t)];
    expect((await call('bindVehicle', { iccid: card.iccid, vin })).code).toBe(0);
    expect((await call('bindVehicle', { iccid: card.iccid, vin })).code).toBe(2012);
    expect(await detail(card.id)).toMatchObject({ vin, installed: 1 });
    expect((await call('bindVehicle', { iccid: other.iccid, vin })).code).toBe(4006);
    const found = await call<{ list: { id: string }[] }>('list', { query: { vin } });
    expect(found.data.list.map(({ id }) => id)).toEqual([card.id]);
    const ecus = await t.app.pool.query<{ iccid: string }>(
      'select iccid from veh_ecu where vehicle_id = $1 and device_type = 1 and not deleted',
      [vehicleId],
    );
    expect(ecus.rows).toEqual([{ iccid: card.iccid }]);
    expect((await call('batchDelete', { ids: [card.id] })).data).toMatchObject({ deleted: 0 });
    expect((await call('unbindVehicle', { iccid: card.iccid, reason: '更换' })).code).toBe(0);
    const stays = await call<{ vin: string; toTime: string | null }[]>('installs', { id: card.id });
    expect(stays.data.map(({ vin: at, toTime }) => [at, toTime !== null])).toEqual([[vin, true]]);
  });
});

describe('read from the carrier', () => {
  test('its state and days come over; an unexpected change is taken over and noted', async () => {
    const card = await addCard(t);
    await setFault(t, card, null);
    await t.app.pool.query('update sbx_sim_card set state = 6 where iccid = $1', [card.iccid]);
    expect((await call<{ queued: number }>('sync', { iccids: [card.iccid] })).data.queued).toBe(1);
    await syncDue(t.app);
    expect(await cardRow(t, card)).toMatchObject({ state: 6 });
    const { rows } = await t.app.pool.query<{ before: object; after: object }>(
      "select before, after from sys_operation_log where entity = 'simCard' and entity_id = $1 and action = 'unexpectedChange'",
      [card.id],
    );
    expect(rows).toEqual([{ before: { simStatus: 3 }, after: { simStatus: 6 } }]);
    const days = await t.app.pool.query<{ n: number }>('select count(*)::int as n from sim_flow_day where iccid = $1', [
      card.iccid,
    ]);
    expect(days.rows[0]?.n).toBeGreaterThanOrEqual(4);
  });

  test('a carrier that cannot be asked changes nothing, and is asked again later', async () => {
    const card = await addCard(t);
    await setFault(t, card, 'error');
    await call('sync', { iccids: [card.iccid] });
    await syncDue(t.app);
    const { rows } = await t.app.pool.query<{ later: boolean }>(
      'select next_sync_time > now() as later from sim_card where id = $1',
      [card.id],
    );
    expect(rows).toEqual([{ later: true }]);
    expect(await cardRow(t, card)).toMatchObject({ state: 3 });
    expect((await call('realtime', { iccid: card.iccid })).code).toBe(4090);
  });

  test('a lock is what the card then says', async () => {
    const card = await addCard(t);
    const lock = (imei: string) =>
      call<{ imeiLock: number; confirmed: number }>('imeiLock', { iccid: card.iccid, imei, lock: 1 });
    expect((await lock('861234056123451')).data).toEqual({ imeiLock: 1, confirmed: 1 });
    expect((await lock('490154203237518')).code).toBe(4013);
  });
});

test('usage by day, and its chart', async () => {
  const card = await addCard(t);
  const to = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const from = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10);
  const post = <Data>(path: string, body: object) =>
    t.call<Data>('POST', `/veh/crm/simFlow/${path}`, body, { as: 'admin' });
  const synced = await post<{ days: number }>('sync', { iccids: [card.iccid], from, to });
  expect(synced.data.days).toBeGreaterThan(10);
  const query = { 'statDate.ge': from, 'statDate.le': to, iccid: card.iccid };
  const days = await post<{ list: { usedKb: number }[]; total: number }>('day', { query });
  expect(days.data.total).toBe(synced.data.days);
  const chart = await post<{ usedKb: number }[]>('chart', { dimension: 'day', from, to, iccid: card.iccid });
  const sum = (rows: readonly { usedKb: number }[]) => rows.reduce((all, { usedKb }) => all + usedKb, 0);
  expect(sum(chart.data)).toBe(sum(days.data.list));
  expect((await post('day', { query: { ...query, 'statDate.ge': '2020-01-01' } })).code).toBe(1012);
});
