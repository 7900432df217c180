import type { RecordApprovals } from '@wheelhouse/contract/calls/access/logs';
import { machines } from '@wheelhouse/entities/machines';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';
import { firmwareKit } from './firmware-kit.ts';
import { startOta } from './tasks-kit.ts';

let kit: Awaited<ReturnType<typeof startOta>>;
let second: string;
const { inReview, waiting, running, paused } = machines['SM-OtaTask'].states;

beforeAll(async () => {
  kit = await startOta();
  second = (await signInAs(kit.t, { roles: ['ota'] })).token;
});
afterAll(() => kit.stop());
beforeEach(() => kit.endAll());

let patch = 0;
const firmware = (): Promise<string> => kit.addFirmware(`V7.1.${++patch}`);
const revOf = async (id: string) => (await kit.task(id))?.rev;
const edit = async (id: string, change: object, as?: string) =>
  kit.call('update', { id, rev: await revOf(id), ...change }, as);
const statusOf = async (id: string) => (await kit.task(id))?.status;

describe('a task', () => {
  test('for a test group takes those alone that were in it when it was handed in', async () => {
    const [one, ...others] = await kit.addVehicles(12);
    await kit.rows("update veh_ecu set test_group = 'A' where vehicle_id = $1", [one?.id]);
    const target = { targetMode: 3, testGroups: ['A'], vins: undefined, taskType: 1 };
    const id = await kit.addTask(kit.formOf(await firmware(), [], target));
    await kit.steps(id, ['submitSmall']);
    expect(await statusOf(id)).toBe(waiting);
    // By somebody who has nothing to do with updates.
    await kit.rows("update veh_ecu set test_group = 'A' where vehicle_id = any($1::bigint[])", [
      others.map((v) => v.id),
    ]);
    const { changes } = (
      await kit.t.call<RecordApprovals>(
        'POST',
        '/system/crm/approval/ofRecord',
        { entity: 'otaTask', id },
        { as: 'admin' },
      )
    ).data;
    expect(changes).toMatchObject([{ label: '目标车辆', before: 1, after: 12 }]);
    const refused = await kit.step(id, 'start');
    expect([refused.code, refused.message]).toEqual([1023, '与审批通过的内容不同：目标车辆（1 → 12）']);
    expect(await statusOf(id)).toBe(inReview);
    expect(await kit.rows('select 1 from ota_execution where task_id = $1', [id])).toEqual([]);
  });

  test('does not start by itself with other vehicles, and a few that came later are left out', async () => {
    const [one, two, ...others] = await kit.addVehicles(12);
    await kit.rows("update veh_ecu set test_group = 'B' where vehicle_id = $1", [one?.id]);
    const target = { targetMode: 3, testGroups: ['B'], vins: undefined, taskType: 1 };
    const few = await kit.addTask(kit.formOf(await firmware(), [], target));
    await kit.steps(few, ['submitSmall']);
    await kit.rows("update veh_ecu set test_group = 'B' where vehicle_id = $1", [two?.id]);
    await kit.steps(few, ['start']);
    expect(await kit.rows('select vehicle_id::text as id from ota_execution where task_id = $1', [few])).toEqual([
      { id: one?.id },
    ]);
    await kit.endAll();
    const id = await kit.addTask(kit.formOf(await firmware(), [], target));
    await kit.steps(id, ['submitSmall']);
    await kit.rows("update veh_ecu set test_group = 'B' where vehicle_id = any($1::bigint[])", [
      others.map((v) => v.id),
    ]);
    await kit.rows("update ota_task set start_time = now() - interval '1 minute' where id = $1", [id]);
    expect((await kit.work()).started).toBe(0);
    expect(await statusOf(id)).toBe(inReview);
  });

  test('goes back to review when its strategy is loosened while it waits, and not when it is tightened', async () => {
    const stages = [{ percent: 20, minSuccessRate: 95, minHours: 24 }, { percent: 100 }];
    const form = {
      stages,
      abortFailRate: 5,
      minExecuted: 20,
      ratePerMinute: 100,
      windowStart: '22:00',
      windowEnd: '04:00',
    };
    const looser: Readonly<Record<string, object>> = {
      stages: { stages: [{ percent: 80, minSuccessRate: 95, minHours: 24 }, { percent: 100 }] },
      gate: { stages: [{ percent: 20, minSuccessRate: 50, minHours: 24 }, { percent: 100 }] },
      abortFailRate: { abortFailRate: 50 },
      minExecuted: { minExecuted: 5000 },
      ratePerMinute: { ratePerMinute: 1000 },
      window: { windowEnd: '09:00' },
      installTimeoutMin: { installTimeoutMin: 240 },
    };
    for (const [name, change] of Object.entries(looser)) {
      const id = await kit.addTask(kit.formOf(await firmware(), await kit.addVehicles(1), form));
      await kit.steps(id, ['submit'], ['approve', kit.people.reviewer.token]);
      const stricter = { abortFailRate: 4, minExecuted: 10, ratePerMinute: 50, windowStart: '23:00', retryTimes: 1 };
      expect((await edit(id, stricter)).code, name).toBe(0);
      expect(await statusOf(id), name).toBe(waiting);
      expect((await edit(id, change, second)).code, name).toBe(0);
      expect(await statusOf(id), name).toBe(inReview);
      // Nor does whoever loosened it approve it.
      expect((await kit.step(id, 'start')).code, name).toBe(1004);
      expect((await kit.step(id, 'approve', {}, kit.people.reviewer.token)).code, name).toBe(0);
      expect((await kit.step(id, 'start')).code, name).toBe(0);
      await kit.endAll();
    }
  });

  test('that is paused goes on with a loosened strategy only after another person has approved it', async () => {
    const id = await kit.startTask(kit.formOf(await firmware(), await kit.addVehicles(4), { abortFailRate: 5 }));
    await kit.steps(id, ['pause']);
    const approve = (as: string) => kit.step(id, 'approveChange', {}, as);
    expect((await approve(kit.people.reviewer.token)).code).toBe(1022);
    const reviewing = await signInAs(kit.t, { roles: ['admin'] });
    expect((await edit(id, { abortFailRate: 50 }, reviewing.token)).code).toBe(0);
    const refused = await kit.step(id, 'resume');
    expect([refused.code, refused.message]).toEqual([1023, '与审批通过的内容不同：自动暂停失败率(%)（5 → 50）']);
    expect(await statusOf(id)).toBe(paused);
    expect((await approve(reviewing.token)).code).toBe(3105);
    expect((await approve(kit.people.reviewer.token)).code).toBe(0);
    expect((await kit.step(id, 'resume')).code).toBe(0);
    expect(await statusOf(id)).toBe(running);
  });
});

describe('a package', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await createTestApp();
  });
  afterAll(() => t.stop());

  test('that somebody else disabled is not enabled again by who uploaded it', async () => {
    const made = await firmwareKit(t);
    const { id } = await made.draft();
    await made.release(id);
    expect((await made.step(id, 'disable', made.reviewer.token, { remark: '现场故障' })).code).toBe(0);
    for (const { token } of [made.maker, made.tester])
      expect((await made.step(id, 'enable', token, { remark: '已修复' })).code).toBe(3105);
    expect((await made.step(id, 'enable', made.reviewer.token, { remark: '已修复' })).code).toBe(0);
  });
});
