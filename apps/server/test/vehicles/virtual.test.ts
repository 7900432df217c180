import { codes } from '@wheelhouse/entities/codes';
import fc from 'fast-check';
import { formatInstant } from '@wheelhouse/contract';
import { vinCheckDigit } from '@wheelhouse/entities/formats';
import { plain } from '@wheelhouse/entities/registry';
import { vehicleType } from '@wheelhouse/entities/vehicles/vehicle-type';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { virtualExpiry } from '../../src/modules/vehicles/virtual/calls.ts';
import { virtualState } from '../../src/modules/vehicles/virtual/state.ts';
import { virtualVinOf } from '../../src/modules/vehicles/virtual/vin.ts';
import { addSample } from '../registry/samples.ts';
import { startBench, type Bench } from './fixture.ts';

let b: Bench;
let model: string;
beforeAll(async () => {
  b = await startBench();
  model = await addSample(b.t, plain(vehicleType));
});
afterAll(() => b.stop());

const inDays = (days: number) => formatInstant(new Date(Date.now() + days * 86_400_000));
const form = (more: object = {}) => ({
  vehicleTypeId: model,
  color: 'BLK',
  quantity: 3,
  purpose: '1',
  expireTime: inDays(90),
  ...more,
});
const generate = (more: object = {}) =>
  b.post<{ batchNo: string; count: number }>('/veh/crm/virtualVin/generate', form(more));
interface Row {
  readonly id: string;
  readonly virtualVin: string;
  readonly status: number;
  readonly expireTime: string;
  readonly boundMobile: string | null;
}
const list = async (query: object) =>
  (await b.ok<{ list: Row[] }>('/veh/crm/virtualVin/list', { pageSize: 100, query })).list;
const one = (id: string) => b.ok<Row>('/veh/crm/virtualVin/detail', { id });

const user = () => b.appUser();
const inApp = <Data>(method: 'GET' | 'POST', path: string, body: Record<string, string>, as: string) =>
  b.t.call<Data>(method, path, body, { as });

test('a batch has distinct VINs that no maker can have, with a valid check digit', async () => {
  const { data } = await generate({ quantity: 25 });
  expect(data.count).toBe(25);
  const rows = await list({ batchNo: data.batchNo });
  expect(new Set(rows.map(({ virtualVin }) => virtualVin)).size).toBe(25);
  for (const { virtualVin, status } of rows) {
    expect(virtualVin).toMatch(/^000[A-HJ-NPR-Z0-9]{14}$/);
    expect(virtualVin[8]).toBe(vinCheckDigit(virtualVin));
    expect(status).toBe(0);
  }
  fc.assert(
    fc.property(
      fc.option(fc.stringMatching(/^[A-HJ-NPR-Z0-9]{3,8}$/)),
      fc.integer({ min: 1, max: 9_000_000 }),
      (prefix, n) => {
        const vin = virtualVinOf(prefix, new Date('2026-03-01'), n);
        expect(vin).toMatch(/^000[A-HJ-NPR-Z0-9]{14}$/);
        expect(vin[8]).toBe(vinCheckDigit(vin));
      },
    ),
  );
});

test.each([
  ['quantity', { quantity: 501 }],
  ['quantity', { quantity: 0 }],
  ['expireTime', { expireTime: inDays(-1) }],
  ['expireTime', { expireTime: inDays(400) }],
  ['color', { color: 'YEL' }],
  ['purpose', { purpose: '99' }],
  ['vehicleTypeId', { vehicleTypeId: '999999' }],
] as const)('a wrong %s is refused by its name', async (field, more) => {
  expect(await generate(more)).toMatchObject({ code: 1001, data: { errors: [{ field }] } });
});

test('SM-VirtualVin: taken in the app, ended, recycled, taken again, expired, voided', async () => {
  const { data } = await generate({ quantity: 1, purpose: '2' });
  const [row] = await list({ batchNo: data.batchNo });
  const { id = '', virtualVin: vin = '' } = row ?? {};
  const [rider, other] = [await user(), await user()];
  expect((await inApp('POST', '/app/v1/virtual/bind', { vin }, rider.token)).code).toBe(0);
  expect((await inApp('POST', '/app/v1/virtual/bind', { vin }, other.token)).code).toBe(2301);
  expect((await list({ boundMobile: rider.mobile })).map((found) => found.id)).toEqual([id]);
  expect((await one(id)).boundMobile).toMatch(/^137\*{4}/);
  expect((await inApp<{ soc: number }>('GET', '/app/v1/virtual/status', { vin }, rider.token)).data).toMatchObject({
    virtual: 1,
    soc: 82,
  });
  expect((await inApp('GET', '/app/v1/virtual/status', { vin }, other.token)).code).toBe(1011);
  expect((await b.post('/veh/crm/virtualVin/recycle', { ids: [id] })).data).toMatchObject({ changed: 0 });
  expect((await inApp('POST', '/app/v1/virtual/unbind', { vin }, rider.token)).code).toBe(0);
  expect(await one(id)).toMatchObject({ status: 2, boundMobile: null });
  expect((await b.post('/veh/crm/virtualVin/extend', { ids: [id], expireTime: inDays(30) })).data).toMatchObject({
    changed: 0,
  });
  await b.ok('/veh/crm/virtualVin/recycle', { ids: [id] });
  await inApp('POST', '/app/v1/virtual/bind', { vin }, other.token);
  await b.ok('/veh/crm/virtualVin/extend', { ids: [id], expireTime: inDays(30) });
  await b.rows(`update veh_virtual_vin set expire_time = now() - interval '1 minute' where id = $1`, id);
  await virtualExpiry.run(b.t.app);
  expect(await one(id)).toMatchObject({ status: 2 });
  const notices = await b.rows<{ n: number }>('select count(*)::int as n from msg_inbox where user_id = $1', other.id);
  expect(notices[0]?.n).toBe(1);
  expect((await b.post('/veh/crm/virtualVin/void', { ids: [id] })).code).toBe(1001);
  await b.ok('/veh/crm/virtualVin/void', { ids: [id], reason: '门店撤场' });
  expect(await one(id)).toMatchObject({ status: 3 });
  expect((await b.post('/veh/crm/virtualVin/recycle', { ids: [id] })).data).toMatchObject({ changed: 0 });
});

test('a trial takes any free vehicle for trial, one a user, however many ask at once', async () => {
  const { data } = await generate({ quantity: 2, purpose: '1' });
  await b.rows(`update veh_virtual_vin set status = 3 where batch_no <> $1 and status = 0`, data.batchNo);
  const [x, y, z] = [await user(), await user(), await user()];
  const answers = await Promise.all([x, x, y, z].map(({ token }) => inApp('POST', '/app/v1/virtual/bind', {}, token)));
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(2);
  const bound = await b.rows<{ n: number }>(
    'select count(distinct bound_user_id)::int as n from veh_virtual_vin where status = 1 and batch_no = $1',
    data.batchNo,
  );
  expect(bound[0]?.n).toBe(2);
});

test('what a virtual vehicle shows follows from its script and the clock', () => {
  const at = (script: number, minute: number) => virtualState(script, 7, new Date(Date.UTC(2026, 0, 1, 8, minute)));
  expect(at(codes.VirtualScript.still, 0)).toEqual(at(codes.VirtualScript.still, 9));
  expect(at(codes.VirtualScript.lowBattery, 0).soc).toBeLessThan(15);
  const ride = [0, 5, 10].map((minute) => at(codes.VirtualScript.loop, minute));
  expect(new Set(ride.map(({ gpsLng }) => gpsLng)).size).toBe(3);
  for (const { speedKmh, soc, acc } of ride)
    expect([speedKmh > 10, soc >= 25 && soc <= 95, acc]).toEqual([true, true, 1]);
  expect([0, 1, 2, 3, 4].filter((minute) => at(codes.VirtualScript.alarm, minute).alarms.length > 0)).toHaveLength(1);
});
