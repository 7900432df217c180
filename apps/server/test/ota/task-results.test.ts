import { machines } from '@wheelhouse/entities/machines';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../gateway/fixture.ts';
import { startOta, type OtaDevice, type OtaKit, type OtaVehicle } from './tasks-kit.ts';

let kit: OtaKit;
beforeAll(async () => {
  kit = await startOta();
});
afterAll(() => kit.stop());
afterEach(() => kit.endAll());

const { notified, downloading, ready, installing, succeeded, rolledBack, failed, cancelled } =
  machines['SM-OtaExecution'].states;
const { paused, finished } = machines['SM-OtaTask'].states;
let patch = 0;
const freshVersion = (): string => `V6.0.${++patch}`;

/** A task on its way with vehicles whose control units are on the network. */
async function started(n: number, more: object = {}) {
  const version = freshVersion();
  const firmwareId = await kit.addFirmware(version);
  const vehicles = await kit.addVehicles(n);
  const id = await kit.startTask(kit.formOf(firmwareId, vehicles, more));
  return { version, firmwareId, vehicles, id };
}

/** The only vehicle of a task, which has its job. */
async function withJob(more: object = {}) {
  const task = await started(1, more);
  const [vehicle] = task.vehicles;
  if (vehicle === undefined) throw new Error('no vehicle');
  const device = await kit.connect(vehicle);
  expect((await kit.work()).dispatched).toBe(1);
  return { ...task, vehicle, device, job: await device.next() };
}

/** As if its phase were over. */
const late = (id: string) =>
  kit.rows(
    "update ota_execution set deadline = now() - interval '1 second' where task_id = $1 and deadline is not null",
    [id],
  );
const soon = (id: string) =>
  kit.rows(
    "update ota_execution set next_time = now() - interval '1 second' where task_id = $1 and next_time is not null",
    [id],
  );
/** Waits until the part of a vehicle is known to run a version. */
const runs = (vehicle: OtaVehicle, version: string) =>
  eventually(async () => {
    const [part] = await kit.rows<{ software_version: string }>(
      'select software_version from veh_ecu where vehicle_id = $1 and device_type = 1',
      [vehicle.id],
    );
    return part?.software_version === version;
  });
async function reports(device: OtaDevice, vehicle: OtaVehicle, version: string, ok?: boolean): Promise<void> {
  await device.report(version, { ecu: [{ type: 'VCU', sw: version, hw: 'V1.2', ...(ok !== undefined && { ok }) }] });
  await runs(vehicle, version);
}

describe('the gate of a stage', () => {
  const stages = [{ count: 12, minHours: 0, minSuccessRate: 90, minSample: 4 }, { percent: 100 }];
  /** So many of those that are under way or were told come to an end. */
  const end = (id: string, n: number, status: number) =>
    kit.rows(
      `update ota_execution set status = $3::int, report_rank = 1, fail_code = case when $3::int = ${failed} then 'E01' end, end_time = now(), deadline = null, next_time = null
       where id in (select id from ota_execution where task_id = $1 and status between ${notified} and ${installing} order by position limit $2)`,
      [id, n, status],
    );

  test('waits for everybody who was told, however well the fast ones do, by hand as well', async () => {
    const { id } = await started(20, { stages, ratePerMinute: 1000, abortFailRate: 50 });
    expect((await kit.work()).dispatched).toBe(12);
    await end(id, 4, succeeded);
    // Eight have their jobs, and then are on their way.
    expect(await kit.work()).toMatchObject({ opened: 0, dispatched: 0 });
    const byHand = await kit.step(id, 'nextStage');
    expect([byHand.code, byHand.message]).toEqual([3114, '当前阶段成功率33.3%未达到门槛90%']);
    await kit.rows(
      `update ota_execution set status = ${downloading}, report_rank = 1 where task_id = $1 and status = ${notified}`,
      [id],
    );
    expect(await kit.work()).toMatchObject({ opened: 0, dispatched: 0 });
    const [waiting] = (await kit.monitor(id)).stages;
    expect(waiting).toMatchObject({ gate: 'waiting', successRate: 100, worstRate: 33.3, underWay: 8 });
    await end(id, 6, succeeded);
    expect((await kit.work()).opened).toBe(0);
    await end(id, 2, failed);
    expect((await kit.work()).opened).toBe(0);
    expect((await kit.monitor(id)).stages[0]).toMatchObject({ gate: 'blocked', successRate: 83.3 });
    // Who forces it is named where the stage is shown, which is not shown as passed.
    expect((await kit.step(id, 'nextStage', { remark: '两辆已到店' })).code).toBe(0);
    expect((await kit.monitor(id)).stages[0]?.forced).toMatchObject({ reason: '两辆已到店', rate: 83.3 });
  });

  test('with a sample does not wait for vehicles that cannot be reached, without one for all of them', async () => {
    for (const [minSample, opened] of [
      [4, 1],
      [null, 0],
    ] as const) {
      const form = { stages: [{ ...stages[0], count: 5, minSample }, { percent: 100 }] };
      const { id } = await started(6, form);
      await kit.work();
      await end(id, 4, succeeded);
      expect((await kit.work()).opened).toBe(0);
      await late(id);
      expect(await kit.work()).toMatchObject({ timedOut: 1, opened });
      await kit.endAll();
    }
  });
});

describe('a success', () => {
  test('needs the restart and a part that passes its own test', async () => {
    const { id, vehicle, device, job, version } = await withJob();
    await device.step(job.job, 'installing');
    await kit.reaches(id, vehicle, installing);
    await reports(device, vehicle, version);
    expect((await kit.work()).succeeded).toBe(0);
    await device.step(job.job, 'rebooting');
    await reports(device, vehicle, version, false);
    const tested = () => kit.rows('select 1 from veh_ecu where vehicle_id = $1 and self_test = 0', [vehicle.id]);
    await eventually(async () => (await tested()).length > 0);
    expect((await kit.work()).succeeded).toBe(0);
    await reports(device, vehicle, version, true);
    await eventually(async () => (await tested()).length === 0);
    expect((await kit.work()).succeeded).toBe(1);
  });

  test('is undone when the version before comes back, also after the end of its task', async () => {
    const { id, vehicle, device, job, version } = await withJob();
    await device.step(job.job, 'rebooting');
    await kit.reaches(id, vehicle, installing);
    await reports(device, vehicle, version);
    await kit.work();
    expect((await kit.task(id))?.status).toBe(finished);
    await reports(device, vehicle, 'V2.0.0');
    expect((await kit.work()).news).toBe(1);
    expect(await kit.execution(id, vehicle)).toMatchObject({ status: rolledBack, fail_code: 'E09' });
    const notices = await kit.rows("select 1 from msg_notice where user_id = $1 and title_zh like '%回到原版本'", [
      kit.people.maker.userId,
    ]);
    expect(notices).toHaveLength(1);
  });

  test('that comes late is a success, marked late, and the vehicle is told nothing more', async () => {
    const { id, vehicle, device, job, version } = await withJob({ retryTimes: 1 });
    await device.step(job.job, 'rebooting');
    await kit.reaches(id, vehicle, installing);
    await late(id);
    expect((await kit.work()).timedOut).toBe(1);
    expect(await kit.execution(id, vehicle)).toMatchObject({ status: failed, fail_code: 'E07' });
    await reports(device, vehicle, version);
    await soon(id);
    expect(await kit.work()).toMatchObject({ news: 1, dispatched: 0, finished: 1 });
    expect(await kit.execution(id, vehicle)).toMatchObject({ status: succeeded, late: 1, next_time: null });
    expect(device.jobs).toEqual([]);
    const { list } = (await kit.call<{ list: { late: number }[] }>('executions', { taskId: id })).data;
    expect(list).toMatchObject([{ late: 1 }]);
  });

  test('of a vehicle that was called off too late counts as well', async () => {
    const { id, vehicle, device, job, version } = await withJob();
    await device.step(job.job, 'verified');
    const { id: executionId } = await kit.reaches(id, vehicle, ready);
    await kit.call('cancelExecution', { executionIds: [executionId], reason: '不再升级' });
    await reports(device, vehicle, version);
    await kit.work();
    expect(await kit.execution(id, vehicle)).toMatchObject({ status: succeeded, late: 1 });
  });
});

describe('a vehicle that is not reached', () => {
  test('is neither downloading nor failed, and gets the same job again', async () => {
    const { id, vehicle, device, job } = await withJob({ minExecuted: 1, abortFailRate: 1 });
    expect(await kit.execution(id, vehicle)).toMatchObject({ status: notified, attempt: 1 });
    await late(id);
    expect(await kit.work()).toMatchObject({ timedOut: 1, paused: 0, finished: 0 });
    expect(await kit.execution(id, vehicle)).toMatchObject({ status: notified, fail_code: null });
    expect((await kit.monitor(id)).failRate).toBeNull();
    await soon(id);
    expect((await kit.work()).dispatched).toBe(1);
    expect((await device.next()).job).toBe(job.job);
    await device.step(job.job, 'accepted');
    await kit.reaches(id, vehicle, downloading);
  });

  test('while three of four failures pause a task though nobody is left', async () => {
    const { id } = await started(4, { minExecuted: 4, abortFailRate: 50, retryTimes: 0 });
    await kit.work();
    await kit.rows(
      `update ota_execution set status = case when position = 1 then 5 else 7 end, report_rank = 1, fail_code = case when position > 1 then 'E01' end,
         end_time = now(), deadline = null where task_id = $1`,
      [id],
    );
    expect(await kit.work()).toMatchObject({ paused: 1, finished: 0 });
    expect((await kit.step(id, 'resume', { remark: '已处理' })).code).toBe(0);
    expect(await kit.work()).toMatchObject({ paused: 0, finished: 1 });
  });

  test('that waits to install has a deadline too', async () => {
    const { id, vehicle, device, job } = await withJob({ retryTimes: 0 });
    await device.step(job.job, 'verified');
    await kit.reaches(id, vehicle, ready);
    await late(id);
    expect((await kit.work()).timedOut).toBe(1);
    expect(await kit.execution(id, vehicle)).toMatchObject({ status: failed, fail_code: 'E07' });
    expect(await device.next()).toEqual({ v: 1, job: job.job, pkgs: [] });
  });
});

test('a key that is taken out pauses running tasks with a reason, and stops others from being approved and started', async () => {
  const { id, firmwareId } = await started(1);
  const waiting = await kit.addTask(kit.formOf(firmwareId, await kit.addVehicles(1)));
  await kit.steps(waiting, ['submit']);
  const { config } = kit.app;
  const keys = config.firmwareKeys;
  Object.assign(config, { firmwareKeys: keys?.slice(1) });
  try {
    expect(await kit.work()).toMatchObject({ paused: 1, dispatched: 0 });
    expect(await kit.task(id)).toMatchObject({
      status: paused,
      auto_paused: 1,
      paused_reason: expect.stringContaining('密钥') as string,
    });
    expect((await kit.step(id, 'resume', { remark: '继续' })).code).toBe(3115);
    expect((await kit.step(waiting, 'approve', {}, kit.people.reviewer.token)).code).toBe(3115);
  } finally {
    Object.assign(config, { firmwareKeys: keys });
  }
  expect((await kit.step(id, 'resume', { remark: '密钥已恢复' })).code).toBe(0);
  expect((await kit.work()).dispatched).toBe(1);
});

test('what a task asks of vehicles is asked once more when they are told', async () => {
  const base = await kit.addFirmware('V2.0.0');
  const firmwareId = await kit.addFirmware(freshVersion(), { base });
  const vehicles = await kit.addVehicles(2);
  const [kept, moved] = vehicles;
  if (!kept || !moved) throw new Error('no vehicles');
  const id = await kit.startTask(kit.formOf(firmwareId, vehicles));
  await kit.rows("update veh_ecu set software_version = 'V2.0.1' where vehicle_id = $1", [moved.id]);
  expect((await kit.work()).dispatched).toBe(1);
  expect((await kit.execution(id, kept)).status).toBe(notified);
  const left = await kit.execution(id, moved);
  expect(left.status).toBe(cancelled);
  const log = await kit.call<{ text: string }[]>('executionLog', { executionId: left.id });
  expect(log.data.map(({ text }) => text)).toEqual(['当前版本已不是升级的起点，不再下发']);
});

test('a report over HTTP that names no job is about the attempt in which it was said', async () => {
  const { id, vehicle, device, job } = await withJob({ retryTimes: 2 });
  await device.step(job.job, 'failed', { err: 'E01' });
  const { id: executionId } = await kit.reaches(id, vehicle, failed);
  const before = Date.now();
  await soon(id);
  expect((await kit.work()).dispatched).toBe(1);
  const again = await device.next();
  await device.step(again.job, 'accepted');
  await kit.reaches(id, vehicle, downloading);
  const report = (time?: number) =>
    kit.deviceCall(vehicle, '/device/v1/ota/report', { executionId, phase: 7, resultCode: 'E06', time });
  for (const time of [undefined, before - 60_000]) {
    await report(time);
    expect((await kit.execution(id, vehicle)).status).toBe(downloading);
  }
  await report(Date.now());
  expect(await kit.execution(id, vehicle)).toMatchObject({ status: failed, fail_code: 'E06' });
});
