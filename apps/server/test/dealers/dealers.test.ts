import type { AppDealer } from '@wheelhouse/contract/calls/dealers';
import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withTransaction } from '../../src/db/pool.ts';
import { issueAppToken } from '../../src/http/app-call.ts';
import { noticeContracts } from '../../src/modules/dealers/jobs.ts';
import { addSample, sampleForm } from '../registry/samples.ts';
import { addAppUser } from '../support/app-user.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

/** Dealers in the app, and the end of their contracts. */
let t: TestApp;
let token: string;
beforeAll(async () => {
  t = await createTestApp();
  token = await issueAppToken(t.app, await addAppUser(t));
});
afterAll(() => t.stop());

const rows = async <Row extends object>(query: string, ...values: unknown[]): Promise<Row[]> =>
  (await t.app.pool.query<Row>(query, values)).rows;

interface Told {
  readonly lng: number;
  readonly lat: number;
  readonly type?: number;
  readonly shown?: 0 | 1;
  readonly set?: string;
}
/** A dealer at a place of its own. */
async function dealerAt({ lng, lat, type = 3, shown = 1, set = 'remark = null' }: Told): Promise<string> {
  const id = await addSample(t, entityNamed('dealer'));
  await rows(
    `update dlr_dealer set lng = $2, lat = $3, dealer_type = $4, show_in_app = $5, ${set} where id = $1`,
    id,
    lng,
    lat,
    type,
    shown,
  );
  return id;
}
const near = (query: object) => t.call<AppDealer[]>('GET', '/app/v1/dealer/nearby', query, { as: token });
const read = (id: string) => t.call<AppDealer>('GET', '/app/v1/dealer/detail', { id }, { as: token });
const idsOf = async (query: object): Promise<string[]> => (await near(query)).data.map(({ id }) => id);

describe('nearby', () => {
  // Away from the samples of Shanghai.
  const place = { lng: '104.0657', lat: '30.6595' };

  test('the nearest first, within the circle, by what they do, and only those that the app shows', async () => {
    const far = await dealerAt({ lng: 104.2657, lat: 30.6595 });
    const close = await dealerAt({ lng: 104.0757, lat: 30.6595, type: 1 });
    const repairs = await dealerAt({ lng: 104.0657, lat: 30.6995, type: 2 });
    await dealerAt({ lng: 104.0657, lat: 30.6595, set: 'status = 2' });
    await dealerAt({ lng: 104.0657, lat: 30.6595, shown: 0 });
    expect(await idsOf({ ...place, radiusKm: '30' })).toEqual([close, repairs, far]);
    expect(await idsOf({ ...place, radiusKm: '10' })).toEqual([close, repairs]);
    expect(await idsOf({ ...place, radiusKm: '30', type: '2' })).toEqual([repairs, far]);
    const [first] = (await near(place)).data;
    expect(first).toMatchObject({ id: close, ratingCount: 0, rating: null });
    expect(first?.distanceKm).toBeGreaterThan(0.9);
    expect(first?.distanceKm).toBeLessThan(1);
  });

  test('a place, a type or a radius that is none is refused by name', async () => {
    const fields = async (query: object) => {
      const { code, data } = await t.call<{ errors?: { field: string }[] }>('GET', '/app/v1/dealer/nearby', query, {
        as: token,
      });
      return [code, data.errors?.map(({ field }) => field)];
    };
    expect(await fields({ ...place, lng: '200' })).toEqual([1001, ['lng']]);
    expect(await fields({ ...place, lat: 'north' })).toEqual([1001, ['lat']]);
    expect(await fields({ ...place, radiusKm: '51' })).toEqual([1001, ['radiusKm']]);
    expect(await fields({ ...place, type: '7' })).toEqual([1001, ['type']]);
    expect((await t.call('GET', '/app/v1/dealer/nearby', place)).status).toBe(401);
  });
});

test('a dealer is shown without its contact and contract, with what its repairs were rated', async () => {
  const id = await dealerAt({ lng: 104.5, lat: 30.1 });
  const orderId = await addSample(t, entityNamed('repairOrder'));
  await rows(
    'update cs_repair_order set dealer_id = $2, status = 5, rating = 4, rating_time = now() where id = $1',
    orderId,
    id,
  );
  const { data } = await read(id);
  expect(data).toMatchObject({ id, rating: 4, ratingCount: 1, distanceKm: null });
  expect(Object.keys(data).filter((name) => /contact|contract|uscc|license|remark/i.test(name))).toEqual([]);
  const known = await t.call('POST', '/data/crm/dealer/detail', { id }, { as: 'admin' });
  expect(known.data).toMatchObject({ rating: 4, openRepairs: 0 });
  await rows('update dlr_dealer set status = 3 where id = $1', id);
  expect((await read(id)).code).toBe(1002);
});

describe('the end of a contract', () => {
  const told = (id: string) =>
    rows('select 1 from msg_notice where path = $1', `/guideUseManage/dealerManageDetail?id=${id}`);
  const notice = () => withTransaction(t.app.db, noticeContracts);

  test('is told 30 days ahead, once, and again for another date', async () => {
    const ending = (days: number) =>
      dealerAt({ lng: 103, lat: 30, set: `contract_end = (now() at time zone 'Asia/Shanghai')::date + ${days}` });
    const [soon, later] = [await ending(30), await ending(31)];
    await notice();
    const first = (await told(soon)).length;
    expect(first).toBeGreaterThan(0);
    expect(await told(later)).toEqual([]);
    await notice();
    expect(await told(soon)).toHaveLength(first);
    await rows('update dlr_dealer set contract_end = contract_end - 1 where id = $1', soon);
    await notice();
    expect(await told(soon)).toHaveLength(2 * first);
  });

  test('keeps a suspended dealer from being reactivated without a new one', async () => {
    const id = await dealerAt({ lng: 103, lat: 30, set: "status = 2, contract_end = '2025-12-31'" });
    const step = { id, action: 'reactivate', reason: '续签后恢复合作' };
    const reactivate = () => t.call('POST', '/data/crm/dealer/transition', step, { as: 'admin' });
    expect(await reactivate()).toMatchObject({ code: 1004, message: '当前状态（合同已到期）不允许该操作' });
    await rows("update dlr_dealer set contract_end = '2099-12-31' where id = $1", id);
    expect((await reactivate()).code).toBe(0);
  });

  test('is not in the past when a dealer is reopened', async () => {
    const id = await dealerAt({ lng: 103, lat: 30, set: 'status = 3' });
    const reopen = (contractEnd: string) =>
      t.call(
        'POST',
        '/data/crm/dealer/transition',
        { id, action: 'reopen', reason: '重新签约合作', contractStart: '2025-01-01', contractEnd },
        { as: 'admin' },
      );
    expect(await reopen('2025-12-31')).toMatchObject({ code: 1001, data: { errors: [{ field: 'contractEnd' }] } });
    expect((await reopen('2099-12-31')).code).toBe(0);
    expect(await rows('select status, contract_end::text as until from dlr_dealer where id = $1', id)).toEqual([
      { status: 1, until: '2099-12-31' },
    ]);
  });
});

test('a sales outlet offers no repair services', async () => {
  const form = { ...(await sampleForm(t, entityNamed('dealer'))), dealerType: 1 };
  const add = (serviceItems: readonly string[]) =>
    t.call('POST', '/data/crm/dealer/add', { ...form, serviceItems }, { as: 'admin' });
  expect(await add(['1', '2'])).toMatchObject({ code: 1001, data: { errors: [{ field: 'serviceItems' }] } });
  expect((await add(['1', '7'])).code).toBe(0);
});

test('stock moves from one dealer to another, named by `fromId` or `id`', async () => {
  const [from, to] = [await dealerAt({ lng: 103, lat: 30 }), await dealerAt({ lng: 103, lat: 30 })];
  const vehicleId = await addSample(t, entityNamed('vehicle'));
  const put = (dealerId: string) => rows('update veh_vehicle set dealer_id = $2 where id = $1', vehicleId, dealerId);
  const at = async () =>
    (await rows<{ id: string }>('select dealer_id::text as id from veh_vehicle where id = $1', vehicleId))[0]?.id;
  const [vehicle] = await rows<{ vin: string }>('select vin from veh_vehicle where id = $1', vehicleId);
  const move = (who: object) =>
    t.call('POST', '/data/crm/dealer/transferStock', { ...who, toId: to, vins: [vehicle?.vin] }, { as: 'admin' });
  for (const who of [{ fromId: from }, { id: from }]) {
    await put(from);
    expect((await move(who)).code).toBe(0);
    expect(await at()).toBe(to);
  }
});
