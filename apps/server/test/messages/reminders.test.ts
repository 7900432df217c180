import { formatDay } from '@wheelhouse/contract/time';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dealers, makeVehicle } from '../fleet/world.ts';
import { dayMs, daysAgo, reminderWorld, type ReminderWorld, vinsOf } from './reminder-kit.ts';

let w: ReminderWorld;
beforeAll(async () => {
  w = await reminderWorld();
});
afterAll(() => w.stop());
beforeEach(() => w.reset());

test('a dry run lists who would be reminded, and says why others that are due would not', async () => {
  const due = await w.vehicle(3200);
  await w.vehicle(2900);
  const orphan = await makeVehicle(w.t.app, { activationTime: daysAgo(10) });
  await w.query('update veh_vehicle_status set odometer_km = 5000 where vehicle_id = $1', [orphan.id]);
  const frozen = await w.vehicle(4000);
  await w.query('update usr_app_user set status = 2 where id = $1', [frozen.userId]);
  const answer = await w.dryRun(w.formOf());
  expect(answer).toMatchObject({
    count: 1,
    sample: [{ vin: due.vin, why: null, odometerKm: 3200, vehicleName: { zh: '测试车型' } }],
    skipped: [
      { why: 'noOwner', n: 1 },
      { why: 'ownerOff', n: 1 },
    ],
  });
  expect(new Set(answer.skippedSample.map(({ vin }) => vin))).toEqual(new Set([orphan.vin, frozen.vin]));
  // A dry run leaves nothing behind.
  expect(await w.query('select 1 from msg_inbox where user_id = $1', [due.userId])).toEqual([]);
});

test('range: models, cities and their provinces, dealers', async () => {
  const here = await w.vehicle(3200);
  const there = await w.vehicle(3200, 10, dealers.hangzhou);
  expect(vinsOf(await w.dryRun(w.formOf({ cityCodes: ['330100'] })))).toEqual([there.vin]);
  expect(vinsOf(await w.dryRun(w.formOf({ cityCodes: ['310000'] })))).toEqual([here.vin]);
  expect(vinsOf(await w.dryRun(w.formOf({ dealerIds: [dealers.hangzhou] })))).toEqual([there.vin]);
  expect((await w.dryRun(w.formOf({ vehicleTypeIds: ['9001'] }))).count).toBe(2);
  expect((await w.dryRun(w.formOf({ vehicleTypeIds: ['1'] }))).count).toBe(0);
});

test('each type has its condition', async () => {
  const one = await w.vehicle(100, 200);
  const today = Date.now();
  const count = async (reminderType: string, condition: object): Promise<number> =>
    (await w.dryRun(w.formOf({ reminderType, condition }))).count;
  expect(await count('1', { months: 6 })).toBe(1);
  expect(await count('1', { months: 7 })).toBe(0);
  await w.query('update veh_vehicle set warranty_end = $2 where id = $1', [
    one.id,
    formatDay(new Date(today + 5 * dayMs)),
  ]);
  expect(await count('2', { daysBefore: [30, 7, 1] })).toBe(1);
  expect(await count('2', { daysBefore: [3] })).toBe(0);
  // Eleven and a half months after the sale the insurance ends soon.
  await w.query('update veh_vehicle set sale_date = $2 where id = $1', [
    one.id,
    formatDay(new Date(today - 350 * dayMs)),
  ]);
  expect(await count('3', { daysBefore: [30] })).toBe(1);
  expect(await count('3', { daysBefore: [1] })).toBe(0);
  expect(await count('6', { idleDays: 200 })).toBe(1);
  expect(await count('6', { idleDays: 201 })).toBe(0);
  expect(await count('4', { soh: 80 })).toBe(0);
});

test.each([
  ['condition', { condition: { mileageKm: 499 } }],
  ['condition', { condition: {} }],
  ['condition', { condition: { soh: 80 } }],
  ['condition', { reminderType: '2', condition: { daysBefore: [7, 7] } }],
  ['reminderType', { reminderType: '7', condition: { idleDays: 7 } }],
  ['channels', { channels: ['2'] }],
  ['channels', { channels: ['1', '4'] }],
  ['repeatDays', { repeatDays: 0 }],
  ['cityCodes', { cityCodes: ['999900'] }],
  ['sendHour', { sendHour: 22 }],
  ['name', { name: '短' }],
])('a form is refused under %s', async (field, values) => {
  const { code, data } = await w.add(values);
  expect({ code, fields: data.errors?.map((one) => one.field) }).toEqual({ code: 1001, fields: [field] });
});

test('a template whose variables the type does not have is refused', async () => {
  const health = await w.addTemplate('4', '电池健康度${soh}%。');
  expect(await w.add({ templateId: health })).toMatchObject({
    code: 5006,
    data: { errors: [{ field: 'templateId' }] },
  });
  const plain = await w.addTemplate('4', '您的${vehicleName}该保养了。');
  expect(await w.add({ templateId: plain })).toMatchObject({ code: 0 });
});

test('what the platform says by itself is no reminder', async () => {
  const [own] = await w.query<{ id: string }>(
    "select id::text as id from msg_template where template_code = 'VEHICLE_UNBOUND'",
  );
  expect(await w.add({ templateId: own?.id })).toMatchObject({
    code: 1001,
    data: { errors: [{ field: 'templateId' }] },
  });
});
