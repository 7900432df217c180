import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { simJobs } from '../../src/modules/sim/jobs.ts';
import { addSample } from '../registry/samples.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';
import { addCard, cardRow, noticesOf, operationsOf, workAll } from './world.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ env: { CARRIER_RATE: '18' } });
});
afterAll(() => t.stop());

const runJob = (name: string) => simJobs.find((job) => job.name === name)?.run(t.app);
const use = (id: string, kb: number) =>
  t.app.pool.query('update sim_card set month_used_kb = $2 where id = $1', [id, kb]);
const packageKb = 30 * 1024;

test('cards beyond their threshold are suspended, but those of stolen vehicles; the new month resumes them', async () => {
  const [over, under, off, stolen, asked] = await Promise.all([
    addCard(t),
    addCard(t),
    addCard(t),
    addCard(t),
    addCard(t),
  ]);
  for (const { id } of [over, off, stolen]) await use(id, 2 * packageKb);
  await use(under.id, 2 * packageKb - 100);
  await t.app.pool.query('update sim_card set stop_threshold_pct = 0 where id = $1', [off.id]);
  const vehicleId = await addSample(t, entityNamed('vehicle'));
  await t.app.pool.query('update veh_vehicle set iccid = $2 where id = $1', [vehicleId, stolen.iccid]);
  const caseId = await addSample(t, entityNamed('stolenCase'));
  await t.app.pool.query('update veh_stolen_case set vehicle_id = $2, status = 1 where id = $1', [caseId, vehicleId]);

  await runJob('sim.stopOverused');
  await workAll(t);
  expect(await cardRow(t, over)).toEqual({ state: 4, pending: null, reason: '2' });
  for (const card of [under, off, stolen]) expect(await operationsOf(t, card)).toEqual([]);

  await t.app.pool.query("update sim_card set sim_status = 4, stop_reason = '7' where id = $1", [asked.id]);
  await runJob('sim.monthStart');
  const { rows } = await t.app.pool.query<{ kb: number }>('select month_used_kb as kb from sim_card where id = $1', [
    over.id,
  ]);
  expect(rows).toEqual([{ kb: 0 }]);
  await workAll(t);
  expect(await cardRow(t, over)).toEqual({ state: 3, pending: null, reason: null });
  expect(await operationsOf(t, asked)).toEqual([]);
});

test('the administrators of SIM cards hear once of cards that use much or end soon, and again at the next level', async () => {
  const { userId } = await signInAs(t, { roles: ['sim'] });
  const [card, ending] = [await addCard(t), await addCard(t)];
  const end = (days: number) =>
    t.app.pool.query(
      "update sim_card set expire_time = (now() at time zone 'Asia/Shanghai')::date + $2::int where id = $1",
      [ending.id, days],
    );
  const heard = async (title: string) =>
    (await noticesOf(t, [title])).filter((one) => one.userId === userId).map(({ body }) => body);
  await use(card.id, 0.8 * packageKb);
  await end(29);
  await runJob('sim.notices');
  await runJob('sim.notices');
  expect(await heard('SIM卡用量提醒')).toEqual([`新达到80%的卡1张，新达到100%的卡0张：${card.iccid}`]);
  expect(await heard('SIM卡到期提醒')).toEqual(['1天内到期0张，7天内0张，30天内1张']);
  await use(card.id, packageKb);
  await end(1);
  await runJob('sim.notices');
  expect(await heard('SIM卡用量提醒')).toHaveLength(2);
  expect((await heard('SIM卡到期提醒'))[0]).toBe('1天内到期1张，7天内0张，30天内0张');
});

test('a card that is over its volume stays suspended with its vehicle when the new month begins', async () => {
  const card = await addCard(t, 4);
  const vehicleId = await addSample(t, entityNamed('vehicle'));
  await t.app.pool.query('update veh_vehicle set iccid = $2, operation_status = 0 where id = $1', [
    vehicleId,
    card.iccid,
  ]);
  await t.app.pool.query("update sim_card set stop_reason = '2' where id = $1", [card.id]);
  const operate = (more: object) =>
    t.call('POST', '/veh/crm/vehicle/operation', { ids: [vehicleId], ...more }, { as: 'admin' });
  await operate({ operationStatus: 1, reasonCode: '1', stopSim: 1 });
  await runJob('sim.monthStart');
  await workAll(t);
  expect(await cardRow(t, card)).toEqual({ state: 4, pending: null, reason: '4' });
  await operate({ operationStatus: 0 });
  await workAll(t);
  expect(await cardRow(t, card)).toEqual({ state: 3, pending: null, reason: null });
});

test('the vehicle of a card at its threshold has an alarm until it is below again or the month is over, suspended or not', async () => {
  const [card, free] = [await addCard(t), await addCard(t)];
  const vehicleOf = async ({ iccid }: { iccid: string }) => {
    const id = await addSample(t, entityNamed('vehicle'));
    await t.app.pool.query('update veh_vehicle set iccid = $2 where id = $1', [id, iccid]);
    return id;
  };
  const [vehicleId, freeId] = [await vehicleOf(card), await vehicleOf(free)];
  const alarms = async (id: string) =>
    (
      await t.app.pool.query<{ count: number; recovered: number; data: object }>(
        "select count, recover_status as recovered, snapshot->'data' as data from alm_alarm where vehicle_id = $1 and alarm_type = 'SIM_OVERUSE'",
        [id],
      )
    ).rows;
  const autoStop = (enabled: 0 | 1) =>
    t.app.pool.query(
      "update sys_item_code set enabled = $1 where category = 'SystemSwitch' and code = 'SIM_AUTO_STOP'",
      [enabled],
    );
  await autoStop(0);
  await t.app.pool.query('update sim_card set stop_threshold_pct = 0 where id = $1', [free.id]);
  for (const { id } of [card, free]) await use(id, 2 * packageKb);
  for (let n = 0; n < 2; n++) await runJob('sim.overuse');
  expect(await alarms(vehicleId)).toEqual([{ count: 1, recovered: 0, data: { usageRate: 200, thresholdPct: 200 } }]);
  expect(await alarms(freeId)).toEqual([]);
  await use(card.id, packageKb);
  await runJob('sim.overuse');
  expect(await alarms(vehicleId)).toMatchObject([{ recovered: 1 }]);
  await use(card.id, 3 * packageKb);
  await runJob('sim.overuse');
  expect(await alarms(vehicleId)).toMatchObject([{ count: 2, recovered: 0 }]);
  await runJob('sim.monthStart');
  expect(await alarms(vehicleId)).toMatchObject([{ recovered: 1 }]);
  await autoStop(1);
});
