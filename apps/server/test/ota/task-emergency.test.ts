import { machines } from '@wheelhouse/entities/machines';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { OtaEmergency } from '@wheelhouse/contract/calls/ota/tasks';
import { startOta, type OtaKit, type OtaVehicle } from './tasks-kit.ts';

let kit: OtaKit;
beforeAll(async () => {
  kit = await startOta();
});
afterAll(() => kit.stop());
afterEach(() => kit.endAll());

const { notified, downloading, failed, cancelled } = machines['SM-OtaExecution'].states;
const { draft, inReview, waiting, paused } = machines['SM-OtaTask'].states;
const { released } = machines['SM-Firmware'].states;
let patch = 0;
const freshVersion = (): string => `V7.5.${++patch}`;
const first = (list: readonly OtaVehicle[]): OtaVehicle => {
  const [one] = list;
  if (one === undefined) throw new Error('no vehicle');
  return one;
};
const noticesOf = async (userId: string): Promise<readonly string[]> =>
  (
    await kit.rows<{ title_zh: string }>('select title_zh from msg_notice where user_id = $1 order by id', [userId])
  ).map(({ title_zh: title }) => title);

test('an emergency stop reaches all tasks of a package, and recalls jobs and addresses', async () => {
  const version = freshVersion();
  const firmwareId = await kit.addFirmware(version);
  const [one, two, three] = await kit.addVehicles(3);
  if (!one || !two || !three) throw new Error('no vehicles');
  const [a, b] = [await kit.connect(one), await kit.connect(two)];
  const id = await kit.startTask(kit.formOf(firmwareId, [one]));
  const other = await kit.startTask(kit.formOf(firmwareId, [two]));
  const later = await kit.addTask(kit.formOf(firmwareId, [three]));
  await kit.steps(later, ['submit'], ['approve', kit.people.reviewer.token]);
  await kit.work();
  const [jobA, jobB] = [await a.next(), await b.next()];
  await a.step(jobA.job, 'downloading');
  await kit.reaches(id, one, downloading);
  await b.step(jobB.job, 'accepted');
  await kit.reaches(other, two, downloading);
  const urls = [jobA, jobB].map(({ pkgs }) => pkgs[0]?.url ?? '');
  const answers = () =>
    Promise.all(urls.map(async (url) => (await kit.t.http.inject({ method: 'GET', url })).statusCode));
  expect(await answers()).toEqual([200, 200]);
  const scope = (await kit.call<OtaEmergency>('emergencyScope', { id })).data;
  expect(scope).toMatchObject({ version, recalled: 2, installing: 0 });
  expect(scope.tasks.map((task) => task.id)).toEqual([id, other, later]);
  const stop = async (confirmNo?: string) =>
    (
      await kit.step(id, 'emergencyStop', {
        confirmNo: confirmNo ?? (await kit.task(id))?.task_no,
        remark: '车辆失去制动',
      })
    ).code;
  expect(await stop('OTA')).toBe(1001);
  expect(await stop()).toBe(0);
  expect(await answers()).toEqual([410, 410]);
  for (const [device, { job }] of [
    [a, jobA],
    [b, jobB],
  ] as const)
    expect(await device.next()).toEqual({ v: 1, job, pkgs: [] });
  for (const task of [id, other])
    expect(await kit.task(task)).toMatchObject({
      status: paused,
      auto_paused: 1,
      paused_reason: expect.stringContaining('车辆失去制动') as string,
    });
  // What is heard of the recalled jobs changes nothing, and the package is nobody's until another has enabled it.
  await a.step(jobA.job, 'downloaded');
  expect((await kit.step(later, 'start')).code).toBe(3113);
  expect((await kit.task(later))?.status).toBe(waiting);
  expect((await kit.step(id, 'resume', { remark: '继续' })).code).toBe(3106);
  await kit.rows('update ota_firmware set status = $2 where id = $1', [firmwareId, released]);
  expect((await kit.step(id, 'resume', { remark: '误报' })).code).toBe(0);
  expect(await kit.execution(id, one)).toMatchObject({ status: notified, attempt: 1 });
  expect((await kit.work()).dispatched).toBe(1);
  expect((await a.next()).job).toBe(jobA.job.replace('.1', '.2'));
  expect((await noticesOf(kit.people.reviewer.userId)).filter((title) => title.endsWith('紧急停止'))).toHaveLength(1);
});

test('reviewers hear of what is handed in, and whoever made it of the decision and the end', async () => {
  const vehicle = first(await kit.addVehicles(1));
  const id = await kit.addTask(kit.formOf(await kit.addFirmware(freshVersion()), [vehicle]));
  const { task_no: no } = (await kit.task(id)) ?? { task_no: '' };
  const told = async (userId: string) => (await noticesOf(userId)).filter((title) => title.includes(no));
  await kit.steps(id, ['submit']);
  expect(await told(kit.people.reviewer.userId)).toEqual([`升级任务${no}待审核`]);
  await kit.step(id, 'reject', { remark: '时段不对' }, kit.people.reviewer.token);
  expect((await kit.task(id))?.status).toBe(draft);
  await kit.steps(id, ['submit'], ['approve', kit.people.reviewer.token]);
  // A change that loosens it is handed in again.
  await kit.call('update', { id, rev: (await kit.task(id))?.rev, abortFailRate: 50 });
  expect((await kit.task(id))?.status).toBe(inReview);
  await kit.steps(id, ['approve', 'admin'], ['start']);
  await kit.rows('update ota_execution set status = $2 where task_id = $1', [id, cancelled]);
  expect((await kit.work()).finished).toBe(1);
  expect((await told(kit.people.reviewer.userId)).filter((title) => title.endsWith('待审核'))).toHaveLength(3);
  // Who makes tasks may review those of others, and hears of all that wait.
  expect((await told(kit.people.maker.userId)).filter((title) => !title.endsWith('待审核'))).toEqual([
    `升级任务${no}被驳回`,
    `升级任务${no}已通过审核`,
    `升级任务${no}已通过审核`,
    `升级任务${no}已完成`,
  ]);
});

test('one busy vehicle is named, and can be left out at the start', async () => {
  const [busy, free] = await kit.addVehicles(2);
  if (!busy || !free) throw new Error('no vehicles');
  const holder = await kit.startTask(kit.formOf(await kit.addFirmware(freshVersion()), [busy]));
  const id = await kit.addTask(kit.formOf(await kit.addFirmware(freshVersion()), [busy, free]));
  await kit.steps(id, ['submit'], ['approve', kit.people.reviewer.token]);
  const refused = await kit.step(id, 'start');
  const { task_no: no } = (await kit.task(holder)) ?? { task_no: '' };
  expect([refused.code, refused.message]).toEqual([3112, `1辆车已在其他执行中任务：${busy.vin} (${no})`]);
  expect((await kit.step(id, 'start', { withoutBusy: 1 })).code).toBe(0);
  expect(await kit.task(id)).toMatchObject({ target_count: 1 });
  expect((await kit.execution(id, free)).status).toBe(0);
});

test('a start and a retry for the same vehicle wait for each other', async () => {
  const vehicles = await kit.addVehicles(1);
  const one = await kit.startTask(kit.formOf(await kit.addFirmware(freshVersion()), vehicles, { retryTimes: 0 }));
  await kit.rows("update ota_execution set status = $2, fail_code = 'E01' where task_id = $1", [one, failed]);
  const two = await kit.addTask(kit.formOf(await kit.addFirmware(freshVersion()), vehicles));
  await kit.steps(two, ['submit'], ['approve', kit.people.reviewer.token]);
  const [retry, start] = await Promise.all([
    kit.call<{ changed?: number; skipped?: { code: number }[] }>('retry', { taskId: one }),
    kit.step(two, 'start'),
  ]);
  const isRetried = retry.data.changed === 1;
  expect(start.code).toBe(isRetried ? 3112 : 0);
  expect(retry.code).toBe(0);
});

test('small tasks without a review count together', async () => {
  const firmwareId = await kit.addFirmware(freshVersion());
  const small = async (n: number) => {
    const form = kit.formOf(firmwareId, await kit.addVehicles(n), { taskType: 4 });
    return kit.step(await kit.addTask(form), 'submitSmall');
  };
  expect((await small(3)).code).toBe(0);
  expect((await small(2)).code).toBe(0);
  const { code, data } = await small(1);
  expect([code, data.errors?.map(({ field, message }) => [field, message])]).toEqual([
    1001,
    [['taskType', '同一固件7天内已有5辆车免审升级，合计不能超过5辆，请提交审核']],
  ]);
});

test('each vehicle says what it waits for, and addresses are whole where the installation knows its own', async () => {
  const firmwareId = await kit.addFirmware(freshVersion());
  const vehicles = await kit.addVehicles(3);
  const [told, low, away] = vehicles;
  if (!told || !low || !away) throw new Error('no vehicles');
  await kit.rows('update veh_vehicle_status set soc = 5 where vehicle_id = $1', [low.id]);
  await kit.rows('update veh_vehicle_status set online = 0 where vehicle_id = $1', [away.id]);
  const device = await kit.connect(told);
  const id = await kit.startTask(kit.formOf(firmwareId, vehicles));
  Object.assign(kit.app.config, { publicUrl: 'https://fleet.example.com' });
  try {
    await kit.work();
  } finally {
    Object.assign(kit.app.config, { publicUrl: undefined });
  }
  expect((await device.next()).pkgs[0]?.url).toMatch(
    /^https:\/\/fleet\.example\.com\/device\/v1\/ota\/package\/\d+-1\./,
  );
  const reasons = async () => {
    const { list } = (
      await kit.call<{ list: { vin: string; waitReason: string | null }[] }>('executions', { taskId: id })
    ).data;
    return Object.fromEntries(list.map(({ vin, waitReason }) => [vin, waitReason]));
  };
  expect(await reasons()).toEqual({ [told.vin]: 'answer', [low.vin]: 'soc', [away.vin]: 'offline' });
});
