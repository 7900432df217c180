import { codes } from '@wheelhouse/entities/codes';
import type { StatAnswer, StatTable } from '@wheelhouse/contract/statistics';
import { formatDay } from '@wheelhouse/contract/time';
import { drillOf, type Asked } from '@wheelhouse/entities/statistics/drill';
import { statistics } from '@wheelhouse/entities/statistics/all';
import { addDays } from '@wheelhouse/entities/statistics/period';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bleMac } from '../../src/modules/binding/ble.ts';
import { addAppUser } from '../support/app-user.ts';
import { startKit, type Kit } from '../theft/kit.ts';

let kit: Kit;
let admin: string;
beforeAll(async () => {
  kit = await startKit();
  admin = await kit.staff('statistics.of', 'admin');
});
afterAll(() => kit.stop());

const today = formatDay(new Date());
/** Days of one question: a question that was asked already has a moment's old answer. */
let questions = 0;
const days = () => ({ from: addDays(today, -++questions), to: today });

async function ask<Data>(path: string, body: object): Promise<Data> {
  const { code, data, message } = await kit.t.call<Data>('POST', path, body, { as: admin });
  expect([path, code, message]).toEqual([path, 0, expect.anything()]);
  return data;
}
const asked = (body: object = {}) => {
  const { from, to } = days();
  return { query: { 'date.ge': from, 'date.le': to }, ...body };
};
const cardsOf = ({ cards }: StatAnswer) => Object.fromEntries(cards.map(({ key, value }) => [key, value]));
/** What the list behind a number of a row has. */
async function behind(
  name: string,
  measure: string,
  cell: NonNullable<Asked['cell']>,
): Promise<readonly { readonly id: string }[]> {
  const statistic = statistics[name];
  if (statistic === undefined) throw new Error(`no ${name}`);
  const { entity, query } = drillOf(statistic, measure, { days: { from: addDays(today, -9), to: today }, cell }) ?? {};
  const { list } = await ask<{ list: { id: string }[] }>(`/veh/crm/${entity}/list`, { query, page: 1, pageSize: 50 });
  return list;
}
const bind = async ({ vin, imei }: { readonly vin: string; readonly imei: string }): Promise<void> => {
  const userId = await addAppUser(kit.t);
  const time = Date.now();
  const mac = bleMac(kit.t.app.secrets, { imei, version: 1, userId, time });
  expect((await kit.app(userId, '/app/v1/vehicle/bind', { vin, bleProof: { time, mac } })).code).toBe(0);
};

test('a vehicle that is activated again after a reset counts once, and is listed as activated again', async () => {
  const { vehicleId } = await kit.freeVehicle();
  const act = async (action: string): Promise<number> =>
    (await kit.t.call('POST', `/veh/crm/vehicle/${action}`, { id: vehicleId, reason: '换了车主' }, { as: admin })).code;
  const activated = async () => cardsOf(await ask<StatAnswer>('/stat/crm/activation/summary', asked()))['activated'];
  const again = () => ask<StatTable>('/stat/crm/activation/again', asked());
  const before = Number(await activated());
  expect(await act('activate')).toBe(0);
  expect(await activated()).toBe(before + 1);
  expect((await again()).list).toEqual([]);
  // It was activated a week ago.
  await kit.rows(
    "update veh_vehicle set activation_time = activation_time - interval '7 days' where id = $1",
    vehicleId,
  );
  expect(await act('resetActivation')).toBe(0);
  expect(await act('activate')).toBe(0);
  questions = 10;
  expect(await activated()).toBe(before + 1);
  const { list, sums } = await again();
  expect(list).toMatchObject([{ vehicleId, again: 1, activations: 2, againDays: 7 }]);
  expect(sums).toMatchObject({ again: 1, activations: 2 });
  for (const measure of ['again', 'activations', 'againDays'])
    expect((await behind('activation', measure, { vehicleId })).map(({ id }) => id)).toEqual([vehicleId]);
});

test('a vehicle is counted in the city where its first owner bound it, where that was known', async () => {
  const [here, stale] = [await kit.freeVehicle(), await kit.freeVehicle()];
  const place = (vehicleId: string, at: string) =>
    kit.rows(
      `insert into veh_vehicle_status (vehicle_id, gps_lng, gps_lat, gps_time) values ($1, 118.78, 32.06, now() - $2::interval)
        on conflict (vehicle_id) do update set gps_lng = excluded.gps_lng, gps_lat = excluded.gps_lat, gps_time = excluded.gps_time`,
      vehicleId,
      at,
    );
  await place(here.vehicleId, '5 minutes');
  await place(stale.vehicleId, '3 days');
  await bind(here);
  await bind(stale);
  const { rows } = await ask<StatAnswer>('/stat/crm/activation/dist', asked({ by: 'bindCity' }));
  const ofCity = rows.find((row) => row['bindCity'] === '320100');
  expect(ofCity?.['activated']).toBe(1);
  expect(rows.find((row) => row['bindCity'] === null)?.['activated']).toBeGreaterThan(0);
  expect((await behind('activation', 'activated', { bindCity: '320100' })).map(({ id }) => id)).toEqual([
    here.vehicleId,
  ]);
  // Where it is bound later says nothing of it.
  await kit.rows(
    'update veh_vehicle_status set gps_lng = 121.47, gps_lat = 31.23 where vehicle_id = $1',
    here.vehicleId,
  );
  const later = await ask<StatAnswer>('/stat/crm/activation/dist', asked({ by: 'bindCity' }));
  expect(later.rows.find((row) => row['bindCity'] === '320100')?.['activated']).toBe(1);
});

test('owners are told apart by the tier of their city, as the dictionary says it', async () => {
  await Promise.all(Array.from({ length: 6 }, () => kit.vehicle()));
  await kit.rows("update usr_app_user set city_id = '320200'");
  const [{ n } = { n: 0 }] = await kit.rows<{ n: number }>(
    `select count(distinct user_id)::int as n from veh_binding where bind_type = ${codes.BindType.owner} and unbind_time is null`,
  );
  const tiers = async (): Promise<object> => {
    const { rows } = await ask<StatAnswer>('/stat/crm/owner/structure', asked({ by: 'tier' }));
    return Object.fromEntries(rows.map((row) => [String(row['cityTier']), row['owners']]));
  };
  expect(await tiers()).toMatchObject({ 1: 0, 2: 0, 3: n, 4: 0 });
  const query = { category: 'TierOfCity', code: '320200' };
  const { list } = await ask<{ list: { id: string; rev: number }[] }>('/data/crm/itemCode/list', {
    query,
    page: 1,
    pageSize: 5,
  });
  const [entry] = list;
  await ask('/data/crm/itemCode/update', { id: entry?.id, rev: entry?.rev, parentCode: '2' });
  expect(await tiers()).toMatchObject({ 2: n, 3: 0 });
});

test('points are chosen evenly of what there is, and each leads to its reports', async () => {
  const { vehicleId } = await kit.freeVehicle();
  for (const day of [addDays(today, -1), today]) await kit.rows('select alm_fault_report_partition($1::date)', day);
  await kit.rows(
    `insert into alm_fault_report (vehicle_id, vin, device_type, fault_code, level, set_time, soc, temperature)
      select $1, v.vin, 2, 'E99', 2, now() - n * interval '1 ms', n % 100, n / 20.0 from veh_vehicle v, generate_series(0, 1199) n where v.id = $1`,
    vehicleId,
  );
  await kit.rows(
    `insert into alm_fault_report (vehicle_id, vin, device_type, fault_code, level, set_time)
      select $1, v.vin, 2, 'E99', 2, now() from veh_vehicle v where v.id = $1`,
    vehicleId,
  );
  const answer = await ask<StatAnswer>('/stat/crm/fault/rank', asked({ by: 'scene' }));
  expect(cardsOf(answer)).toEqual({ placed: 1200 });
  expect(answer.rows).toHaveLength(500);
  const places = answer.rows.map((row) => Number(row['temperature'])).toSorted((a, b) => a - b);
  const gaps = places.slice(1).map((at, n) => at - (places[n] ?? 0));
  expect(Math.max(...gaps)).toBeLessThan(0.4);
  const [point] = answer.rows;
  const { faultCode = null, temperature = null, soc = null } = point ?? {};
  const list = await behind('fault', 'placed', { faultCode, temperature, soc });
  expect(list).toHaveLength(Number(point?.['placed']));
});
