import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addRole } from '../access/fixture.ts';
import { eventually } from '../gateway/fixture.ts';
import { killableWorkers } from '../support/killed-workers.ts';
import { signInAs } from '../support/people.ts';
import { startOta, type OtaKit, type OtaVehicle } from './tasks-kit.ts';

let kit: OtaKit;
beforeAll(async () => {
  kit = await startOta();
});
afterAll(() => kit.stop());
afterEach(() => kit.endAll());

const [notStarted, notified, downloading, installing, succeeded, rolledBack, failed, cancelled] = [
  0, 1, 2, 4, 5, 6, 7, 8,
];
const [running, paused, terminated, finished] = [3, 4, 5, 6];
let patch = 0;
const freshVersion = (): string => `V5.0.${++patch}`;

/** As if vehicles of a task had got so far, at the first places. */
const put = (id: string, n: number, status: number) =>
  kit.rows(
    `update ota_execution set status = $3::int, fail_code = case when $3::int = 7 then 'E01' end, end_time = now(), deadline = null, next_time = null
     where id in (select id from ota_execution where task_id = $1 and status in (0, 1, 2, 3, 4) order by position limit $2)`,
    [id, n, status],
  );
const statuses = async (id: string) =>
  (
    await kit.rows<{ status: number }>('select status from ota_execution where task_id = $1 order by position', [id])
  ).map(({ status }) => status);

async function taskOf(n: number, more: object = {}): Promise<{ id: string; vehicles: readonly OtaVehicle[] }> {
  const firmwareId = await kit.addFirmware(freshVersion());
  const vehicles = await kit.addVehicles(n);
  return { id: await kit.startTask(kit.formOf(firmwareId, vehicles, more)), vehicles };
}

describe('stages', () => {
  const stages = [{ percent: 25, minHours: 1, minSuccessRate: 90 }, { percent: 50 }, { percent: 100 }];

  test('open one after another, by time and success, or by hand', async () => {
    const { id } = await taskOf(8, { stages, minExecuted: 100 });
    expect((await kit.work()).dispatched).toBe(2);
    expect(await statuses(id)).toEqual([1, 1, 0, 0, 0, 0, 0, 0]);
    await put(id, 1, succeeded);
    await put(id, 1, failed);
    expect(await kit.work()).toMatchObject({ opened: 0, dispatched: 0 });
    const { stages: shown } = await kit.monitor(id);
    expect(shown.map(({ upTo, target, done, successRate, gate }) => [upTo, target, done, successRate, gate])).toEqual([
      [2, 2, 2, 50, 'waiting'],
      [4, 2, 0, null, 'waiting'],
      [8, 4, 0, null, 'waiting'],
    ]);
    const query = { where: { taskNo: (await kit.task(id))?.task_no } };
    const view = await kit.t.call(
      'POST',
      '/query/queryview',
      { 'extend.view.code': 'V_OTA_PROGRESS', query },
      { as: kit.people.reviewer.token },
    );
    expect(view.data).toMatchObject({
      total: 1,
      list: [
        { id, targetCount: 8, successCount: 1, failedCount: 1, runningCount: 0, notStartedCount: 6, successRate: 50 },
      ],
    });
    const refusal = await kit.step(id, 'nextStage');
    expect([refusal.code, refusal.message]).toEqual([3114, '当前阶段成功率50%未达到门槛90%']);
    expect((await kit.step(id, 'nextStage', { stage: 3, remark: '已确认' })).code).toBe(1005);
    // Reviewers run tasks without the right to force.
    expect((await kit.step(id, 'nextStage', { remark: '已确认' }, kit.people.reviewer.token)).code).toBe(3114);
    expect((await kit.step(id, 'nextStage', { stage: 2, remark: '失败车辆已到店处理' })).code).toBe(0);
    expect((await kit.task(id))?.current_stage).toBe(2);
    expect((await kit.work()).dispatched).toBe(2);
    // Nothing is asked of the second stage but that all its vehicles have their jobs.
    expect(await kit.work()).toMatchObject({ opened: 1, dispatched: 4 });
    expect((await kit.task(id))?.current_stage).toBe(3);
    expect((await kit.step(id, 'nextStage')).code).toBe(1001);
  });

  test('open by themselves when their time is over and enough succeeded', async () => {
    const { id } = await taskOf(8, { stages, minExecuted: 2 });
    await kit.work();
    await put(id, 2, succeeded);
    expect((await kit.work()).opened).toBe(0);
    await kit.rows(
      "update ota_task_stage set open_time = now() - interval '61 minutes' where task_id = $1 and stage = 1",
      [id],
    );
    expect(await kit.work()).toMatchObject({ opened: 1, dispatched: 2 });
  });
});

test('a stage that comes to no vehicle is in nobody’s way', async () => {
  const gated = { minHours: 0, minSuccessRate: 97 };
  const stages = [{ percent: 1, ...gated }, { percent: 10, ...gated }, { percent: 50, ...gated }, { percent: 100 }];
  const { id } = await taskOf(5, { stages, minExecuted: 1 });
  expect((await kit.work()).dispatched).toBe(1);
  await put(id, 1, succeeded);
  expect(await kit.work()).toMatchObject({ opened: 1, dispatched: 0 });
  expect(await kit.work()).toMatchObject({ opened: 1, dispatched: 2 });
  expect((await kit.task(id))?.current_stage).toBe(3);
});

test('too many failures pause a task before another job goes out, and people hear of it', async () => {
  const { id } = await taskOf(30, { minExecuted: 4, abortFailRate: 50, ratePerMinute: 240 });
  const before = await kit.work();
  expect(before.dispatched).toBeGreaterThan(4);
  await put(id, 2, succeeded);
  await put(id, 1, failed);
  expect((await kit.work()).paused).toBe(0);
  await put(id, 1, failed);
  expect(await kit.work()).toMatchObject({ paused: 1, dispatched: 0 });
  expect(await kit.task(id)).toMatchObject({
    status: paused,
    auto_paused: 1,
    paused_reason: expect.stringContaining('4辆中2辆失败') as string,
  });
  const started = (await statuses(id)).filter((status) => status !== notStarted).length;
  expect((await kit.work()).dispatched).toBe(0);
  expect((await statuses(id)).filter((status) => status !== notStarted).length).toBe(started);
  const notices = await kit.rows('select distinct user_id::text as id from msg_notice where level = 4');
  expect(notices.map((row) => (row as { id: string }).id)).toEqual(
    expect.arrayContaining([kit.people.maker.userId, kit.people.reviewer.userId]),
  );
  expect((await kit.step(id, 'resume')).code).toBe(1001);
  expect((await kit.step(id, 'resume', { remark: '已更换测试车辆' })).code).toBe(0);
  // What had failed before does not count again.
  expect((await kit.work()).paused).toBe(0);
  expect((await kit.task(id))?.status).toBe(running);
});

test('a vehicle that failed before the resumption counts again once it was tried again', async () => {
  const { id } = await taskOf(4, { minExecuted: 2, abortFailRate: 50, retryTimes: 0 });
  await kit.work();
  await put(id, 2, failed);
  expect((await kit.work()).paused).toBe(1);
  await kit.step(id, 'resume', { remark: '已处理' });
  expect((await kit.work()).paused).toBe(0);
  expect((await kit.call<{ changed: number }>('retry', { taskId: id })).data.changed).toBe(2);
  expect((await kit.work()).dispatched).toBe(2);
  expect(await kit.monitor(id)).toMatchObject({ isAbortArmed: false });
  await kit.rows(
    "update ota_execution set status = 7, fail_code = 'E01', end_time = now(), deadline = null where task_id = $1 and attempt = 2",
    [id],
  );
  expect(await kit.monitor(id)).toMatchObject({ isAbortArmed: true });
  expect(await kit.work()).toMatchObject({ paused: 1, dispatched: 0 });
});

test('results are all taken in before the next job goes out, however many there are', async () => {
  const { id } = await taskOf(1, { retryTimes: 0, minExecuted: 1100, abortFailRate: 50, stages: [{ percent: 100 }] });
  // Eleven hundred vehicles whose download is over its time, and one that waits.
  await kit.rows(
    `insert into veh_vehicle (vin, vehicle_type_id, color, imei, ecu_sn, production_date, activation_status, bind_status, operation_status)
     select 'LZXE3C1A0SB' || lpad(n::text, 6, '0'), 1, 'BLK', '8699' || lpad(n::text, 11, '0'), 'ZK25B20E' || n, '2025-01-01', 1, 0, 0 from generate_series(1, 1100) n`,
  );
  await kit.rows(
    `insert into ota_execution (task_id, vehicle_id, ecu_id, device_type, vehicle_type_id, from_version, to_version, stage, position, status, attempt, deadline)
     select $1, id, id, 1, 1, 'V2.0.0', 'V5', 1, 10 + id, 2, 1, now() - interval '1 second' from veh_vehicle where vin like 'LZXE3C1A0SB%'`,
    [id],
  );
  expect(await kit.work()).toMatchObject({ timedOut: 1100, paused: 1, dispatched: 0 });
  // All of them are tried again at once, though an answer is about a thousand.
  expect((await kit.call<{ changed: number }>('retry', { taskId: id })).data.changed).toBe(1100);
});

describe('vehicles that were away when their task was paused', () => {
  /** Two vehicles that got their jobs while they were away. */
  async function awayWithJobs(more: object = {}) {
    const { id, vehicles } = await taskOf(2, more);
    const [one, two] = vehicles;
    if (!one || !two) throw new Error('no vehicles');
    expect((await kit.work()).dispatched).toBe(2);
    return { id, one, two, jobs: async (): Promise<number> => (await waiting([one, two])).length };
  }
  const waiting = (of: readonly OtaVehicle[]) =>
    kit.rows('select payload from dev_downlink where device_id = any($1)', [of.map(({ imei }) => imei)]);

  test('hear of it when it goes on, as the same job', async () => {
    const { id, one, two, jobs } = await awayWithJobs();
    expect(await jobs()).toBe(2);
    expect((await kit.step(id, 'pause')).code).toBe(0);
    expect(await jobs()).toBe(0);
    const offered = await kit.deviceCall<{ upgrades: object[] }>(one, '/device/v1/ota/check', {});
    expect(offered.data.upgrades).toEqual([]);
    const device = await kit.connect(one);
    expect((await kit.work()).dispatched).toBe(0);
    const held = await kit.execution(id, one);
    expect(held).toMatchObject({ status: notified, attempt: 1 });
    // The other one has heard of it after all: its gateway ended before it noted that.
    const other = await kit.connect(two);
    await other.step(`${(await kit.execution(id, two)).id}.1`, 'accepted');
    expect((await kit.step(id, 'resume')).code).toBe(0);
    expect((await kit.work()).dispatched).toBe(1);
    expect((await device.next()).job).toBe(`${held.id}.1`);
    await device.step(`${held.id}.1`, 'installing');
    expect(await kit.reaches(id, one, installing)).toMatchObject({ attempt: 1, next_time: null });
    expect([device.jobs, other.jobs]).toEqual([[], []]);
    const log = await kit.call<{ text: string }[]>('executionLog', { executionId: held.id });
    expect(log.data.map(({ text }) => text).slice(0, 4)).toEqual([
      '轮到该车',
      '已下发升级',
      '暂停时未送达，继续后再下发',
      '已下发升级',
    ]);
  });

  test('are held by an automatic pause too, and hear nothing once they are cancelled', async () => {
    const { id, one, two, jobs } = await awayWithJobs({ minExecuted: 1, abortFailRate: 50 });
    await put(id, 1, failed);
    expect((await kit.work()).paused).toBe(1);
    const last = (await kit.execution(id, one)).status === failed ? two : one;
    expect(await waiting([last])).toEqual([]);
    expect((await kit.step(id, 'resume', { remark: '已更换测试车辆' })).code).toBe(0);
    expect((await kit.work()).dispatched).toBe(1);
    const { id: executionId } = await kit.execution(id, last);
    expect((await kit.call('cancelExecution', { executionIds: [executionId], reason: '不再升级' })).code).toBe(0);
    const device = await kit.connect(last);
    expect(await device.next()).toEqual({ v: 1, job: `${executionId}.1`, pkgs: [] });
    expect(device.jobs).toEqual([]);
    expect(await jobs()).toBeLessThan(2);
  });
});

test('the rate is kept by all processes together', async () => {
  const { id } = await taskOf(40, { ratePerMinute: 60 });
  const began = Date.now();
  /** One a second: what a busy machine takes longer counts as well. */
  const most = (atOnce: number): number => atOnce + Math.floor((Date.now() - began) / 1000);
  const rounds = await Promise.all([1, 2, 3].map(() => kit.work()));
  const started = rounds.reduce((sum, round) => sum + round.dispatched, 0);
  expect(started).toBeGreaterThan(0);
  expect(started).toBeLessThanOrEqual(most(3));
  await kit.work();
  expect((await statuses(id)).filter((status) => status === downloading).length).toBeLessThanOrEqual(most(4));
});

test('a worker is killed while it notifies vehicles: each hears of one job and ends in one state', async () => {
  const lock = 4_713;
  const version = freshVersion();
  const firmwareId = await kit.addFirmware(version);
  const vehicles = await kit.addVehicles(6);
  const devices = await Promise.all(vehicles.map((vehicle) => kit.connect(vehicle)));
  // At this rate each round has a few: the worker waits, and is killed, with the fourth in its transaction.
  await kit.rows('create sequence seq_job');
  await kit.rows(`create function hold_job() returns trigger language plpgsql as $$ begin
    if new.kind = 'ota' and nextval('seq_job') = 4 then perform pg_advisory_xact_lock_shared(${lock}); end if; return null; end $$`);
  await kit.rows('create trigger hold_job after insert on dev_downlink for each row execute function hold_job()');
  const id = await kit.startTask(kit.formOf(firmwareId, vehicles, { ratePerMinute: 60 }));
  const workers = await killableWorkers(kit.t);
  try {
    await workers.killAt(lock);
  } finally {
    await workers.stop();
    await kit.rows('drop trigger hold_job on dev_downlink');
  }
  const started = (await statuses(id)).filter((status) => status !== notStarted).length;
  expect([2, 3]).toContain(started);
  const obey = async (device: (typeof devices)[number]): Promise<string> => {
    const { job } = await device.next();
    await device.step(job, 'installing');
    await device.step(job, 'rebooting');
    await device.report(version);
    return job;
  };
  /** Another worker goes on. */
  const goOn = () =>
    eventually(async () => {
      await kit.work();
      return (await kit.task(id))?.status === finished;
    });
  const [jobs] = await Promise.all([Promise.all(devices.map(obey)), goOn()]);
  expect(await statuses(id)).toEqual(vehicles.map(() => succeeded));
  const entries = await kit.rows(
    `select count(*) filter (where l.event = 'download')::int as dispatched, count(*) filter (where l.status in (5, 6, 7, 8, 9))::int as ended
     from ota_execution x join ota_execution_log l on l.execution_id = x.id where x.task_id = $1 group by x.id`,
    [id],
  );
  expect(entries).toEqual(vehicles.map(() => ({ dispatched: 1, ended: 1 })));
  expect(new Set(jobs).size).toBe(vehicles.length);
  expect(devices.flatMap((device) => device.jobs)).toEqual([]);
}, 180_000);

test('terminated while it installs: the vehicle finishes, others are called off', async () => {
  const { id, vehicles } = await taskOf(3);
  const [one, two, three] = vehicles;
  if (!one || !two || !three) throw new Error('no vehicles');
  const [a, b] = [await kit.connect(one), await kit.connect(two)];
  await kit.work();
  const [jobA, jobB] = [await a.next(), await b.next()];
  const download = () =>
    kit.t.http.inject({ method: 'GET', url: jobB.pkgs[0]?.url ?? '', headers: { range: 'bytes=0-9' } });
  expect((await download()).statusCode).toBe(206);
  await a.step(jobA.job, 'installing');
  await a.step(jobA.job, 'rebooting');
  await kit.reaches(id, one, installing);
  const confirmNo = (await kit.task(id))?.task_no ?? '';
  expect((await kit.step(id, 'terminate', { confirmNo, remark: '版本有误' })).code).toBe(0);
  expect((await kit.task(id))?.status).toBe(terminated);
  expect(await b.next()).toEqual({ v: 1, job: jobB.job, pkgs: [] });
  expect((await download()).statusCode).toBe(410);
  expect([(await kit.execution(id, one)).status, (await kit.execution(id, two)).status]).toEqual([
    installing,
    cancelled,
  ]);
  await b.step(jobB.job, 'installing');
  const version = jobA.pkgs[0]?.ver ?? '';
  await a.report(version);
  await kit.rows('update veh_ecu set software_version = $2 where vehicle_id = $1', [one.id, version]);
  await kit.work();
  expect((await kit.execution(id, one)).status).toBe(succeeded);
  expect((await kit.execution(id, two)).status).toBe(cancelled);
  expect((await kit.step(id, 'terminate', { confirmNo })).code).toBe(1004);
});

test('a task that is over expires what has not begun', async () => {
  const { id } = await taskOf(3, { stages: [{ count: 1 }, { percent: 100 }], minExecuted: 1 });
  await kit.rows('update ota_task_stage set open_time = now() where task_id = $1', [id]);
  await kit.rows(
    "update ota_task set start_time = now() - interval '2 days', end_time = now() - interval '1 second' where id = $1",
    [id],
  );
  expect((await kit.work()).finished).toBe(1);
  expect(await statuses(id)).toEqual([cancelled, cancelled, cancelled]);
  expect((await kit.task(id))?.status).toBe(finished);
});

describe('single vehicles', () => {
  test('are taken out and tried again by who runs tasks', async () => {
    const { id, vehicles } = await taskOf(3, { retryTimes: 0 });
    await kit.work();
    await put(id, 1, failed);
    const all = await kit.rows<{ id: string; status: number }>(
      'select id::text as id, status from ota_execution where task_id = $1 order by position',
      [id],
    );
    const [bad, loading, other] = all.map((row) => row.id);
    const back = await kit.call<{ changed: number; skipped: { id: string; code: number }[] }>('retry', {
      executionIds: [bad, loading],
    });
    expect(back.data).toMatchObject({ changed: 1, skipped: [{ id: loading, code: 1004 }] });
    expect((await kit.work()).dispatched).toBe(1);
    const [again] = await kit.rows('select status, attempt, retry_count from ota_execution where id = $1', [bad]);
    expect(again).toEqual({ status: notified, attempt: 2, retry_count: 1 });
    expect((await kit.call('cancelExecution', { executionIds: [other] })).code).toBe(1001);
    const out = await kit.call<{ changed: number }>('cancelExecution', { executionIds: [other], reason: '车主要求' });
    expect(out.data.changed).toBe(1);
    const log = await kit.call<{ text: string; actor: string }[]>('executionLog', { executionId: other });
    expect(log.data.at(-1)).toMatchObject({
      text: '已取消：车主要求',
      actor: expect.stringContaining('人员') as string,
    });
    await put(id, 1, failed);
    expect((await kit.call<{ changed: number }>('retry', { taskId: id })).data.changed).toBe(1);
    expect(vehicles).toHaveLength(3);
  });

  test('a part that another task has taken is not tried again', async () => {
    const { id, vehicles } = await taskOf(1, { retryTimes: 0 });
    await kit.work();
    await put(id, 1, failed);
    await kit.rows('update ota_task set status = 4 where id = $1', [id]);
    const second = await kit.startTask(kit.formOf(await kit.addFirmware(freshVersion()), vehicles));
    const [row] = await kit.rows<{ id: string }>('select id::text as id from ota_execution where task_id = $1', [id]);
    const { data } = await kit.call<{ changed: number; skipped: { code: number }[] }>('retry', {
      executionIds: [row?.id],
    });
    expect([data.changed, data.skipped.map(({ code }) => code)]).toEqual([0, [3112]]);
    expect((await kit.task(second))?.status).toBe(running);
  });

  test('are listed in the data scope of the reader', async () => {
    const firmwareId = await kit.addFirmware(freshVersion());
    const mine = await kit.addVehicles(2, { dealerId: kit.dealerId });
    const vehicles = [...mine, ...(await kit.addVehicles(3))];
    const id = await kit.startTask(kit.formOf(firmwareId, vehicles));
    const all = await kit.call<{ total: number; list: { vin: string; status: number }[] }>('executions', {
      taskId: id,
      pageSize: 10,
    });
    expect(all.data.total).toBe(5);
    await addRole(kit.t, 'ota.region', ['taskList.query', 'taskList.add', 'taskList.export'], 3);
    await kit.rows("update dlr_dealer set city_id = '310100' where id = $1", [kit.dealerId]);
    const { token } = await signInAs(kit.t, { roles: ['ota.region'], regionScope: ['310100'] });
    const own = await kit.call<{ total: number; list: { vin: string }[] }>(
      'executions',
      { taskId: id, pageSize: 10 },
      token,
    );
    expect(own.data.list.map(({ vin }) => vin).toSorted()).toEqual(mine.map(({ vin }) => vin).toSorted());
    const [foreign] = await kit.rows<{ id: string }>('select id::text as id from ota_execution where vehicle_id = $1', [
      vehicles[4]?.id,
    ]);
    expect((await kit.call('executionLog', { executionId: foreign?.id }, token)).code).toBe(1002);
    const preview = await kit.preview(kit.formOf(await kit.addFirmware(freshVersion()), vehicles), token);
    expect(preview.data.excluded).toEqual(expect.arrayContaining([{ reason: 'unknown', count: 3 }]));
    const named = async () => {
      const query = { 'status.in': [notified, notStarted], 'vin.like': mine[0]?.vin.slice(-8) };
      return (await kit.call<{ total: number }>('executions', { taskId: id, query })).data.total;
    };
    expect(await named()).toBe(1);
    await kit.rows('update veh_vehicle set deleted = true where id = $1', [mine[0]?.id]);
    expect(await named(), 'of a vehicle that was deleted meanwhile').toBe(1);
  });
});

test('the third failure of a vehicle, a roll-back among them, suggests a repair order and notifies its owner', async () => {
  const { id, vehicles } = await taskOf(1, { retryTimes: 3 });
  const [vehicle] = vehicles;
  if (vehicle === undefined) throw new Error('no vehicle');
  const owner = await kit.ownerOf(vehicle);
  const device = await kit.connect(vehicle);
  const heard = () =>
    kit.rows("select title_zh from msg_inbox where user_id = $1 and title_zh like '%未成功'", [owner.userId]);
  const suggested = () =>
    kit.rows('select distinct path from msg_notice where body_zh like $1', [`${vehicle.vin}%已失败3次%`]);
  for (let attempt = 1; attempt <= 3; attempt++) {
    await kit.rows(
      "update ota_execution set next_time = now() - interval '1 second' where task_id = $1 and next_time is not null",
      [id],
    );
    expect((await kit.work()).dispatched).toBe(1);
    const job = await device.next();
    expect(job.job).toMatch(new RegExp(`\\.${attempt}$`));
    expect([await heard(), await suggested()]).toEqual([[], []]);
    if (attempt < 3) await device.step(job.job, 'failed', { err: 'E06' });
    else await device.step(job.job, 'rolledBack');
    await kit.reaches(id, vehicle, attempt < 3 ? failed : rolledBack);
  }
  const [row] = await kit.rows<{ fail_count: number }>('select fail_count from ota_execution where task_id = $1', [id]);
  expect(row?.fail_count).toBe(3);
  expect(await suggested()).toEqual([{ path: `/guideUseManage/repairListsManage?vehicleId=${vehicle.id}` }]);
  expect(await heard()).toEqual([{ title_zh: '车辆升级多次未成功' }]);
});
