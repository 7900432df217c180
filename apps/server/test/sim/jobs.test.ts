import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { simJobs } from '../../src/modules/sim/jobs.ts';
import { addSample } from '../registry/samples.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addCard, cardRow, operationsOf, workAll } from './world.ts';

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
