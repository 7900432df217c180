import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownedVehicle, report } from '../support/repairs.ts';
import { startDesk, type Desk } from './desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.t.stop());

test('an owner has one open order a vehicle, however many are sent at once; after its end there may be another', async () => {
  const { vin, vehicleId, userId } = await ownedVehicle(desk.t);
  const submit = () => desk.app(userId, 'submit', { vin, ...report() });
  const answers = await Promise.all(Array.from({ length: 5 }, submit));
  expect(answers.map(({ code }) => code).toSorted((one, two) => one - two)).toEqual([0, 3004, 3004, 3004, 3004]);
  const [order] = await desk.rows<{ no: string; id: string }>(
    'select order_no as no, id::text as id from cs_repair_order where vehicle_id = $1',
    vehicleId,
  );
  expect(answers.find(({ code }) => code === 3004)?.message).toContain(order?.no);
  expect((await desk.app(userId, 'cancel', { orderNo: order?.no, reason: '自己修好了' })).code).toBe(0);
  expect((await submit()).code).toBe(0);
  expect(await desk.rows('select 1 from cs_repair_order where vehicle_id = $1', vehicleId)).toHaveLength(2);
});

test('what is sent in a day for a vehicle is limited for all who use it together', async () => {
  const { vin, vehicleId, userId } = await ownedVehicle(desk.t);
  const friend = await ownedVehicle(desk.t);
  await desk.t.app.pool.query(
    'insert into veh_binding (vehicle_id, user_id, bind_type, status, bind_time, channel, key_version) values ($1, $2, 2, 1, now(), 1, 1)',
    [vehicleId, friend.userId],
  );
  const codes: number[] = [];
  for (let n = 0; n < 22; n++)
    codes.push((await desk.app(n % 2 === 0 ? userId : friend.userId, 'submit', { vin, ...report() })).code);
  expect(codes).toEqual([0, ...Array.from({ length: 19 }, () => 3004), 1104, 1104]);
  // The friend’s own vehicle has a limit of its own.
  expect((await desk.app(friend.userId, 'submit', { vin: friend.vin, ...report() })).code).toBe(0);
});
