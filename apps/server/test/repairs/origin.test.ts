import { afterAll, beforeAll, expect, test } from 'vitest';
import { alarmJobs } from '../../src/modules/alarms/jobs.ts';
import { raiseAlarm } from '../../src/modules/alarms/service.ts';
import { acceptBy } from '../../src/modules/repairs/clock.ts';
import { withTransaction } from '../../src/db/pool.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addFeedback } from '../support/feedback.ts';
import { ownedVehicle } from '../support/repairs.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());

const turnIn = (id: string) =>
  t.call<{ repairOrderId: string }>('POST', '/cs/crm/feedback/toRepair', { id }, { as: 'admin' });
const detailOf = (id: string) => t.call('POST', '/cs/crm/repairOrder/detail', { id }, { as: 'admin' });

test('the time to accept runs from 08:00 to 20:00', () => {
  const by = (time: string) => acceptBy(new Date(`2026-03-05T${time}+08:00`)).toISOString();
  const at = (time: string) => new Date(`2026-03-${time}+08:00`).toISOString();
  expect(by('10:00:00')).toBe(at('05T10:30:00'));
  expect(by('05:00:00')).toBe(at('05T08:30:00'));
  expect(by('19:50:00')).toBe(at('06T08:20:00'));
  expect(by('23:00:00')).toBe(at('06T08:30:00'));
});

test('feedback becomes an order, one open at a time; without a vehicle it cannot (9002)', async () => {
  const { vehicleId, userId } = await ownedVehicle(t);
  const id = await addFeedback(t, userId);
  const turn = () => turnIn(id);
  expect((await turn()).code).toBe(9002);
  await t.app.pool.query('update cs_feedback set vehicle_id = $2 where id = $1', [id, vehicleId]);
  const made = await turn();
  expect(made.code, JSON.stringify(made)).toBe(0);
  const order = await detailOf(made.data.repairOrderId);
  expect(order.data).toMatchObject({ source: 5, feedbackId: id, userId, vehicleId });
  expect((await turn()).code).toBe(3004);
});

test('feedback without a sub-category becomes an order where its category has none', async () => {
  const { vehicleId, userId } = await ownedVehicle(t);
  const id = await addFeedback(t, userId);
  const sort = (category: string) =>
    t.app.pool.query('update cs_feedback set vehicle_id = $2, category_code = $3, sub_code = null where id = $1', [
      id,
      vehicleId,
      category,
    ]);
  await sort('P05');
  expect(await turnIn(id)).toMatchObject({ code: 1001, data: { errors: [{ field: 'subCode' }] } });
  await sort('P09');
  const { data } = await turnIn(id);
  expect((await detailOf(data.repairOrderId)).data).toMatchObject({ faultCategory: 'P09', faultSub: 'P09' });
});

test('an order outlives its alarm, which is deleted after two years', async () => {
  const { vehicleId } = await ownedVehicle(t);
  const raise = async (type: string): Promise<string> => {
    const time = new Date();
    const raised = await withTransaction(t.app.db, (tx) => raiseAlarm(tx, { vehicleId, type, time, source: 'server' }));
    return raised?.alarmId ?? '';
  };
  const [old, fresh] = [await raise('LIGHT_FAULT'), await raise('GPS_FAULT')];
  const path = '/veh/crm/alarm/createRepair';
  const made = await t.call<{ repairOrderId: string }>('POST', path, { id: old }, { as: 'admin' });
  expect(made.code, JSON.stringify(made)).toBe(0);
  await t.app.pool.query(`update alm_alarm set first_time = now() - interval '25 months' where id = $1`, [old]);
  await alarmJobs.find(({ name }) => name === 'alarms.retire')?.run(t.app);
  const { rows } = await t.app.pool.query('select id::text as id from alm_alarm where vehicle_id = $1', [vehicleId]);
  expect(rows).toEqual([{ id: fresh }]);
  const order = await t.call('POST', '/cs/crm/repairOrder/detail', { id: made.data.repairOrderId }, { as: 'admin' });
  expect(order.data).toMatchObject({ source: 4, alarmId: null, vehicleId, faultCategory: 'P02' });
});
