import type { OtaTargetPreview } from '@wheelhouse/contract/calls/ota/versions';
import type { OtaVinList } from '@wheelhouse/contract/calls/ota/tasks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addRole } from '../access/fixture.ts';
import { eventually } from '../gateway/fixture.ts';
import { signInAs } from '../support/people.ts';
import { fieldsOf, from, oldPlatform } from './old-kit.ts';
import { startOta, type OtaKit, type OtaVehicle } from './tasks-kit.ts';

let kit: OtaKit;
let old: ReturnType<typeof oldPlatform>;
beforeAll(async () => {
  kit = await startOta();
  old = oldPlatform(kit);
});
afterAll(() => kit.stop());

const [draft, running, terminated, finished] = [0, 3, 5, 6];
const [waiting, upgrading, succeeded, failed, cancelled] = [0, 1, 2, 3, 4];
const downloading = 2;

const first = (list: readonly OtaVehicle[]): OtaVehicle => {
  const [one] = list;
  if (one === undefined) throw new Error('no vehicle');
  return one;
};
const shown = async (taskId: string, query: object = {}) => {
  const { data } = await old.call<{ total: number; list: { vin: string; status: number }[] }>('executions', {
    taskId,
    page: 1,
    pageSize: 50,
    query,
  });
  return data.list.map(({ vin, status }) => [vin, status]);
};

/** Vehicles on their way after a round of the worker. */
/** Vehicles that have their jobs after a round, and have not answered them. */
async function dispatchedOf(taskId: string): Promise<number> {
  await kit.work();
  return (await kit.rows('select 1 from ota_execution where task_id = $1 and deadline is not null', [taskId])).length;
}

describe('a list of vehicles', () => {
  test('takes VINs and IMEIs, names a vehicle once, and says what is none', async () => {
    const firmware = await old.addFirmware(old.freshVersion());
    const [one, two] = await old.addVehicles(2);
    const vins = `${one?.vin.toLowerCase()}, ${one?.imei}；${two?.imei}`;
    const id = await old.addTask(old.formOf(firmware.id, [], { vins }));
    expect((await old.rowOf(id)).vins).toBe(`${one?.vin}\n${two?.vin}`);
    const wrong = await old.call('add', old.formOf(firmware.id, [], { vins: `${vins}\nGARBAGE\nLZXE3C1A0SA999999` }));
    expect([wrong.code, ...fieldsOf(wrong)]).toEqual([1001, 'vins']);
    expect(wrong.data.errors?.[0]?.message).toBe('2项不是可见的车辆：GARBAGE, LZXE3C1A0SA999999');
    expect(fieldsOf(await old.call('add', old.formOf(firmware.id, [], { vins: ' \n ' })))).toEqual(['vins']);
    expect(fieldsOf(await old.call('add', old.formOf(firmware.id, [], { vins: undefined })))).toEqual(['vins']);
    for (const retryTimes of [-1, 4])
      expect(fieldsOf(await old.call('add', old.formOf(firmware.id, [], { vins, retryTimes })))).toEqual([
        'retryTimes',
      ]);
    expect(
      fieldsOf(await old.call('add', { ...old.formOf(firmware.id, [], { vins }), startTime: '2020-01-01 00:00:00' })),
    ).toEqual(['startTime']);
  });

  test('has up to 2,000 of them', async () => {
    const firmware = await old.addFirmware(old.freshVersion());
    const all = Array.from({ length: 2_001 }, (_, n) => `9${String(n).padStart(14, '0')}`);
    const textOf = async (vins: readonly string[]) => {
      const { code, data } = await old.call('add', old.formOf(firmware.id, [], { vins: vins.join('\n') }));
      return [code, data.errors?.[0]?.message];
    };
    expect(await textOf(all)).toEqual([1001, '最多2000项，现有2001项']);
    expect(await textOf(all.slice(1))).toEqual([1001, expect.stringContaining('2000项不是可见的车辆')]);
  });

  test('is read from a file with its bad rows named', async () => {
    const [one, two] = await old.addVehicles(2);
    const send = async (text: string) => {
      const form = new FormData();
      form.append('file', new Blob([text]), 'list.csv');
      const request = new Request('http://x/', { method: 'POST', body: form });
      const answer = await kit.t.http.inject({
        method: 'POST',
        url: '/ps/crm/otaTaskOld/importVins',
        payload: Buffer.from(await request.arrayBuffer()),
        headers: {
          'content-type': request.headers.get('content-type') ?? '',
          authorization: `Bearer ${kit.people.maker.token}`,
        },
      });
      return answer.json<{ code: number; data: OtaVinList }>();
    };
    const { data } = await send(`车辆\n${one?.imei}\n${two?.vin}\nrubbish\n${one?.vin}\n\n`);
    expect(data.vins).toEqual([one?.vin, two?.vin]);
    expect(data.invalid).toEqual([
      { row: 4, text: 'RUBBISH', reason: 'format' },
      { row: 5, text: one?.vin, reason: 'duplicate' },
    ]);
    expect((await send('A\n'.repeat(2_002))).code).toBe(1016);
    expect((await send('\n')).code).toBe(1001);
  });

  test('comes to those that the package is for; the others are left out, each with its reason', async () => {
    const firmware = await old.addFirmware('ZK1_20240101_A01');
    const [good, legacy] = [first(await old.addVehicles(1)), first(await old.addVehicles(1, { software: 'V1.0.0' }))];
    const others = [
      ...(await old.addVehicles(1, { software: 'ZK1_20240101_A01' })),
      ...(await old.addVehicles(1, { software: 'ZK1_20240315_A01' })),
      ...(await old.addVehicles(1, { software: 'ZK2_20200101_A01' })),
      ...(await kit.addVehicles(1)),
    ];
    const { data } = await old.call<OtaTargetPreview>('previewTarget', {
      firmwareId: firmware.id,
      vins: [good, legacy, ...others].map(({ vin }) => vin).join('\n') + '\nnothing',
    });
    expect(data.sample.map(({ vin }) => vin).toSorted()).toEqual([good.vin, legacy.vin].toSorted());
    expect(Object.fromEntries(data.excluded.map(({ reason, count }) => [reason, count]))).toEqual({
      unknown: 1,
      unsupported: 2,
      current: 2,
    });
    const nobody = await old.addTask(old.formOf(firmware.id, others));
    expect((await old.step(nobody, 'start')).code).toBe(3111);
    expect((await old.rowOf(nobody)).status).toBe(draft);
  });
});

describe('the states', () => {
  test('draft, running, ended: each has its moves and no others', async () => {
    const [firmware, vehicles] = [await old.addFirmware(old.freshVersion()), await old.addVehicles(2)];
    const id = await old.addTask(old.formOf(firmware.id, vehicles));
    expect((await old.step(id, 'terminate')).code).toBe(1004);
    expect((await old.step(id, 'pause')).code).toBe(1001);
    expect((await old.update(id, { name: '改名' })).code).toBe(0);
    expect((await old.step(id, 'start')).code).toBe(0);
    expect(await old.rowOf(id)).toMatchObject({ status: running, targetCount: 2, notStartedCount: 2, name: '改名' });
    expect((await old.step(id, 'start')).code).toBe(1004);
    for (const change of [{ name: '再改' }, { retryTimes: 2 }, { startTime: '2099-01-01 00:00:00' }])
      expect((await old.update(id, change)).code).toBe(1004);
    expect((await old.call('batchDelete', { ids: [id] })).data).toMatchObject({ deleted: 0 });
    expect((await old.step(id, 'terminate', { remark: '版本有误' })).code).toBe(0);
    expect(await old.rowOf(id)).toMatchObject({ status: terminated, cancelledCount: 2, notStartedCount: 0 });
    expect(await shown(id)).toEqual(expect.arrayContaining(vehicles.map(({ vin }) => [vin, cancelled])));
    for (const action of ['start', 'terminate']) expect((await old.step(id, action)).code).toBe(1004);
    expect((await old.update(id, { vins: first(vehicles).vin })).code).toBe(1004);
    const log = await kit.rows<{ action: string }>(
      `select action from sys_operation_log where entity = 'otaTaskOld' and entity_id = $1 order by id`,
      [id],
    );
    expect(log.map(({ action }) => action)).toEqual(expect.arrayContaining(['add', 'update', 'start', 'terminate']));
    const spare = await old.addTask(old.formOf(firmware.id, vehicles));
    expect((await old.call('batchDelete', { ids: [spare] })).data).toMatchObject({ deleted: 1 });
  });

  test('a part is in one running task, whichever page it is of', async () => {
    const { vehicles } = await old.startTask(2);
    const next = await old.addFirmware(old.freshVersion());
    const id = await old.addTask(old.formOf(next.id, [...vehicles, ...(await old.addVehicles(1))]));
    const { code, message } = await old.step(id, 'start');
    expect([code, message]).toEqual([
      3112,
      expect.stringMatching(/^2辆车已在其他执行中任务：LZX\w+ \(OTA\d+\), /) as string,
    ]);
  });

  test('firmware is of the platform and released (3113), and stays while a task runs (3106)', async () => {
    const vehicles = await old.addVehicles(1);
    const unreleased = await old.addFirmware(old.freshVersion(), 0);
    expect((await old.call('add', old.formOf(unreleased.id, vehicles))).code).toBe(3113);
    const modern = await kit.addFirmware('V5.0.1');
    expect(fieldsOf(await old.call('add', old.formOf(modern, vehicles)))).toEqual(['firmwareId']);
    const { id, firmware } = await old.startTask(1);
    const disable = (which: object) =>
      kit.t.call<{ changed: number; skipped: { code: number }[] }>(
        'POST',
        '/ps/crm/otaFirmwareOld/enable',
        { ...which, enabled: 0 },
        { as: kit.people.maker.token },
      );
    const free = await old.addFirmware(old.freshVersion());
    const { data } = await disable({ ids: [firmware.id, free.id] });
    expect([data.changed, data.skipped.map(({ code }) => code)]).toEqual([1, [3106]]);
    const late = await old.addTask(old.formOf(firmware.id, vehicles));
    expect((await old.step(id, 'terminate')).code).toBe(0);
    expect((await disable({ ids: [firmware.id] })).data.changed).toBe(1);
    expect((await old.step(late, 'start')).code).toBe(3113);
  });

  test('the switch closes new tasks and packages, and nothing else', async () => {
    const [firmware, vehicles] = [await old.addFirmware(old.freshVersion()), await old.addVehicles(1)];
    const id = await old.addTask(old.formOf(firmware.id, vehicles));
    const turn = (enabled: number) =>
      kit.rows(`update sys_item_code set enabled = $1 where category = 'SystemSwitch' and code = 'OLD_OTA_CREATE'`, [
        enabled,
      ]);
    await turn(0);
    const { code, message } = await old.call('add', old.formOf(firmware.id, vehicles));
    expect([code, message]).toEqual([1004, '当前状态（旧版OTA已关闭新建）不允许该操作']);
    expect((await old.step(id, 'start')).code).toBe(0);
    await turn(1);
  });
});

describe('vehicles of a running task', () => {
  test('are taken out while they wait; none is added, and none on its way is taken out', async () => {
    const { id, vehicles } = await old.startTask(3);
    const [one, two, three] = vehicles;
    const [extra] = await old.addVehicles(1);
    const keep = (list: readonly (OtaVehicle | undefined)[]) => ({ vins: list.map((v) => v?.vin).join('\n') });
    expect(fieldsOf(await old.update(id, keep([...vehicles, extra])))).toEqual(['vins']);
    expect((await old.update(id, { ...keep([one, two]), name: '改名' })).code).toBe(1004);
    // By its IMEI, as it may be named by.
    expect((await old.update(id, { vins: `${one?.vin}\n${two?.imei}` })).code).toBe(0);
    expect(await shown(id, { 'status.eq': cancelled })).toEqual([[three?.vin, cancelled]]);
    expect(await dispatchedOf(id)).toBe(2);
    await kit.rows('update ota_execution set status = 2, report_rank = 1 where task_id = $1 and status = 1', [id]);
    const refused = await old.update(id, keep([one]));
    expect([refused.code, ...fieldsOf(refused)]).toEqual([1001, 'vins']);
    expect(await shown(id, { 'vin.like': two?.vin })).toEqual([[two?.vin, upgrading]]);
  });

  test('get their jobs from the start time on, standing and charged', async () => {
    const { id, vehicles } = await old.startTask(3, { startTime: kit.inDays(2) });
    expect(await dispatchedOf(id)).toBe(0);
    await kit.rows("update ota_task set start_time = now() - interval '1 second' where id = $1", [id]);
    const [low, riding, ready] = vehicles;
    await kit.rows('update veh_vehicle_status set soc = 29 where vehicle_id = $1', [low?.id]);
    await kit.rows('update veh_vehicle_status set speed_kmh = 12 where vehicle_id = $1', [riding?.id]);
    await kit.rows('update veh_vehicle_status set soc = 30, charge_status = 1, csq = 3 where vehicle_id = $1', [
      ready?.id,
    ]);
    expect(await dispatchedOf(id)).toBe(1);
    // A vehicle upgrades from its first answer on.
    expect(await shown(id, { 'status.eq': waiting })).toHaveLength(3);
    expect(await old.rowOf(id)).toMatchObject({ notStartedCount: 3, runningCount: 0 });
    await kit.rows('update veh_vehicle_status set soc = 30, speed_kmh = 0 where vehicle_id = any($1::bigint[])', [
      [low?.id, riding?.id],
    ]);
    await kit.rows("update ota_execution set next_time = now() - interval '1 second' where next_time is not null");
    // At the rate of the task.
    await eventually(async () => (await dispatchedOf(id)) === 3);
  });

  test('that ask get their job, with MD5 and CRC-16', async () => {
    const { id, firmware, vehicles } = await old.startTask(1);
    expect(await dispatchedOf(id)).toBe(1);
    const { data } = await kit.deviceCall<{ upgrades: object[] }>(first(vehicles), '/device/v1/ota/check', {});
    expect(data.upgrades).toMatchObject([{ md5: firmware.md5, crc16: firmware.crc16, signature: null }]);
  });

  test('get the whole package with MD5 and CRC-16, and have succeeded when telemetry says so', async () => {
    const { id, firmware, vehicles } = await old.startTask(1);
    const vehicle = first(vehicles);
    const device = await kit.connect(vehicle);
    expect(await dispatchedOf(id)).toBe(1);
    const job = await device.next();
    const [pkg] = job.pkgs;
    expect(pkg).toMatchObject({ ver: firmware.version, md5: firmware.md5, crc16: firmware.crc16 });
    expect(pkg?.sig).toBeUndefined();
    expect(job).toMatchObject({ need: { soc: 30, parked: true } });
    const file = await kit.t.http.inject({ method: 'GET', url: pkg?.url ?? '' });
    expect(file.rawPayload.equals(firmware.bytes)).toBe(true);
    await device.step(job.job, 'installing');
    await kit.reaches(id, vehicle, 4);
    await device.step(job.job, 'succeeded');
    await device.report(firmware.version);
    await eventually(async () => {
      await kit.work();
      return (await old.rowOf(id)).status === finished;
    });
    expect(await old.rowOf(id)).toMatchObject({ status: finished, successCount: 1, successRate: 100 });
    expect(await shown(id)).toEqual([[vehicle.vin, succeeded]]);
    const system = await kit.rows(`select entity from sys_operation_log where entity_id = $1 and action = 'finish'`, [
      id,
    ]);
    expect(system).toEqual([{ entity: 'otaTaskOld' }]);
  });

  test('that fail get their job again as often as the task says, and never stop it', async () => {
    const { id, vehicles } = await old.startTask(1, { retryTimes: 1 });
    const device = await kit.connect(first(vehicles));
    for (const attempt of [1, 2]) {
      expect(await dispatchedOf(id)).toBe(1);
      const { job } = await device.next();
      await device.step(job, 'failed', { err: 'E02' });
      await kit.reaches(id, first(vehicles), 7);
      expect(await shown(id)).toEqual([[first(vehicles).vin, failed]]);
      if (attempt === 1) await kit.work();
      expect((await old.rowOf(id)).status).toBe(running);
      await kit.rows(
        "update ota_execution set next_time = now() - interval '1 second' where task_id = $1 and next_time is not null",
        [id],
      );
    }
    await kit.work();
    expect(await old.rowOf(id)).toMatchObject({ status: finished, failedCount: 1, successRate: 0 });
  });

  test('on their way finish what they have begun when the task is terminated', async () => {
    const { id, vehicles } = await old.startTask(3);
    const [one, two, three] = vehicles;
    if (!one || !two || !three) throw new Error('no vehicles');
    const [a, b] = [await kit.connect(one), await kit.connect(two)];
    await kit.rows('update veh_vehicle_status set soc = 10 where vehicle_id = $1', [three.id]);
    await kit.work();
    const [jobA, jobB] = [await a.next(), await b.next()];
    await a.step(jobA.job, 'installing');
    await kit.reaches(id, one, 4);
    expect((await old.step(id, 'terminate')).code).toBe(0);
    expect(await b.next()).toEqual({ v: 1, job: jobB.job, pkgs: [] });
    expect(Object.fromEntries(await shown(id))).toEqual({
      [one.vin]: upgrading,
      [two.vin]: cancelled,
      [three.vin]: cancelled,
    });
    expect((await kit.execution(id, two)).status).not.toBe(downloading);
  });
});

describe('pages and rights', () => {
  test('are apart: each platform sees its own tasks and executions', async () => {
    const { id, vehicles } = await old.startTask(1);
    expect((await kit.call('detail', { id })).code).toBe(1002);
    expect((await kit.call<{ total: number }>('executions', { taskId: id })).data.total).toBe(0);
    const [row] = await kit.rows<{ id: string }>('select id::text as id from ota_execution where task_id = $1', [id]);
    expect((await kit.call('executionLog', { executionId: row?.id })).code).toBe(1002);
    const modern = await kit.startTask(kit.formOf(await kit.addFirmware('V5.1.0'), await kit.addVehicles(1)));
    expect((await old.call('detail', { id: modern })).code).toBe(1002);
    expect(await shown(modern)).toEqual([]);
    await addRole(kit.t, 'ota.new', ['taskList.query', 'taskList.run']);
    const { token } = await signInAs(kit.t, { roles: ['ota.new'] });
    expect((await old.call('list', {}, token)).code).toBe(1003);
    expect((await old.step(id, 'terminate', {}, token)).code).toBe(1003);
    const { data } = await old.call<{ total: number; list: Record<string, unknown>[] }>('list', {
      query: { 'name.like': '旧平台', 'status.eq': running, 'deviceType.eq': 1 },
    });
    expect(data.list.some((one) => one['id'] === id)).toBe(true);
    const files = await Promise.all(
      [
        ['export', { query: { 'taskNo.eq': (await old.rowOf(id))['taskNo'] } }],
        ['exportExecutions', { taskId: id }],
      ].map(([path, body]) => old.call<{ fileId?: string }>(String(path), body as object)),
    );
    expect(files.map(({ code }) => code)).toEqual([0, 0]);
    expect(first(vehicles).vin).toContain('LZX');
    expect(from).toMatch(/^ZK1_/);
  });
});
