import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withTransaction } from '../../src/db/pool.ts';
import { raiseAlarm } from '../../src/modules/alarms/service.ts';
import { startOta, type OtaKit, type OtaVehicle } from './tasks-kit.ts';

let kit: OtaKit;
beforeAll(async () => {
  kit = await startOta();
});
afterAll(() => kit.stop());

const [notified, downloading, ready, installing, succeeded, rolledBack, failed, cancelled, refused] = [
  1, 2, 3, 4, 5, 6, 7, 8, 9,
];
const finished = 6;
let patch = 0;
const freshVersion = (): string => `V4.0.${++patch}`;
const first = (list: readonly OtaVehicle[]): OtaVehicle => {
  const [one] = list;
  if (one === undefined) throw new Error('no vehicle');
  return one;
};

/** A vehicle that has the job of a new task. */
async function withJob(more: object = {}) {
  const version = freshVersion();
  const firmwareId = await kit.addFirmware(version);
  const vehicle = first(await kit.addVehicles(1));
  const device = await kit.connect(vehicle);
  const id = await kit.startTask(kit.formOf(firmwareId, [vehicle], more));
  expect((await kit.work()).dispatched).toBe(1);
  const job = await device.next();
  return { version, firmwareId, vehicle, device, id, job };
}

/** As if its phase, or the wait for its next attempt, were over. */
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

describe('a vehicle', () => {
  test('downloads, installs, and has succeeded when its telemetry says so', async () => {
    const { version, vehicle, device, id, job } = await withJob();
    const [pkg] = job.pkgs;
    expect(pkg).toMatchObject({ ecu: 'VCU', ver: version, hw: ['V1.2'] });
    expect(pkg?.sig).toMatch(/^ed25519:/);
    expect(job).toMatchObject({ need: { soc: 30, parked: true } });
    const file = await kit.t.http.inject({ method: 'GET', url: pkg?.url ?? '' });
    expect([file.statusCode, file.rawPayload.length]).toEqual([200, pkg?.size]);
    await device.step(job.job, 'accepted');
    await device.step(job.job, 'downloading', { bytes: Math.floor((pkg?.size ?? 0) / 2) });
    await device.step(job.job, 'downloaded', { bytes: pkg?.size });
    await device.step(job.job, 'verified');
    expect(await kit.reaches(id, vehicle, ready)).toMatchObject({ progress: 100 });
    await device.step(job.job, 'installing');
    await kit.reaches(id, vehicle, installing);
    await device.step(job.job, 'rebooting');
    await device.step(job.job, 'succeeded', { ver: version });
    // What it says of itself is no success.
    await device.report('V2.0.0');
    expect((await kit.work()).succeeded).toBe(0);
    expect((await kit.execution(id, vehicle)).status).toBe(installing);
    await device.report(version);
    await untilSucceeded(id, vehicle);
    expect((await kit.work()).finished + ((await kit.task(id))?.status === finished ? 1 : 0)).toBeGreaterThan(0);
    const { data } = await kit.call<{ successCount: number; successRate: number }>('detail', { id });
    expect(data).toMatchObject({ status: finished, successCount: 1, successRate: 100 });
    const [ecu] = await kit.rows('select last_ota_result from veh_ecu where vehicle_id = $1', [vehicle.id]);
    expect(ecu).toEqual({ last_ota_result: succeeded });
    const log = await kit.call<{ status: number; text: string }[]>('executionLog', {
      executionId: (await kit.execution(id, vehicle)).id,
    });
    expect(log.data.map(({ status }) => status)).toEqual([1, 1, 2, 2, 2, 3, 4, 4, 4, 5]);
    expect(log.data[0]).toMatchObject({ actor: 'system', text: '轮到该车' });
  });

  async function untilSucceeded(id: string, vehicle: OtaVehicle): Promise<void> {
    for (let round = 0; round < 100; round++) {
      await kit.work();
      if ((await kit.execution(id, vehicle)).status === succeeded) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('no success');
  }

  test('that says it is done and is not has failed, and one that says nothing too', async () => {
    const { device, vehicle, id, job } = await withJob({ retryTimes: 0 });
    await device.step(job.job, 'installing');
    await device.step(job.job, 'succeeded');
    await kit.reaches(id, vehicle, installing);
    await late(id);
    expect((await kit.work()).timedOut).toBe(1);
    expect(await kit.execution(id, vehicle)).toMatchObject({ status: failed, fail_code: 'E08', next_time: null });
    const silent = await withJob({ retryTimes: 0 });
    await silent.device.step(silent.job.job, 'installing');
    await kit.reaches(silent.id, silent.vehicle, installing);
    await late(silent.id);
    await kit.work();
    expect(await kit.execution(silent.id, silent.vehicle)).toMatchObject({ status: failed, fail_code: 'E07' });
  });

  test('that installs is not restarted, and its silent parts alarm nobody', async () => {
    const { device, vehicle, id, job } = await withJob();
    await device.step(job.job, 'installing');
    await kit.reaches(id, vehicle, installing);
    // A long installation says nothing for a while.
    await kit.rows("update veh_device_event set recv_time = recv_time - interval '1 hour' where vehicle_id = $1", [
      vehicle.id,
    ]);
    const param = {
      vin: vehicle.vin,
      command: 'REBOOT',
      reasonCode: '2',
      remark: '故障排查',
      confirmVin6: vehicle.vin.slice(-6),
    };
    const method = 'adb.vehicle.control.send';
    expect((await kit.t.call('POST', '/external/query', { method, param }, { as: 'admin' })).code).toBe(2020);
    for (const type of ['COMM_BMS', 'LIGHT_FAULT'])
      await withTransaction(kit.t.app.db, (tx) =>
        raiseAlarm(tx, { vehicleId: vehicle.id, type, time: new Date(), source: 'device' }),
      );
    const alarms = 'select alarm_type, suppressed from alm_alarm where vehicle_id = $1 order by id';
    expect(await kit.rows(alarms, [vehicle.id])).toEqual([
      { alarm_type: 'COMM_BMS', suppressed: 1 },
      { alarm_type: 'LIGHT_FAULT', suppressed: 0 },
    ]);
  });

  test('that is silent while it downloads gets another job, until no attempt is left', async () => {
    const { device, vehicle, id, job } = await withJob({ retryTimes: 1 });
    await device.step(job.job, 'accepted');
    await kit.reaches(id, vehicle, downloading);
    await late(id);
    await kit.work();
    const after = await kit.execution(id, vehicle);
    expect(after).toMatchObject({ status: failed, fail_code: 'E05', retry_count: 0 });
    expect(after.next_time).not.toBeNull();
    expect(await device.next()).toMatchObject({ job: job.job, pkgs: [] });
    expect((await kit.work()).dispatched).toBe(0);
    await soon(id);
    expect((await kit.work()).dispatched).toBe(1);
    const again = await device.next();
    expect(again.job).toBe(`${after.id}.2`);
    // The first attempt is over, whatever it still says.
    await device.step(job.job, 'installing');
    await device.step(again.job, 'failed', { err: 'E01' });
    expect(await kit.reaches(id, vehicle, failed)).toMatchObject({ retry_count: 1, fail_code: 'E01', next_time: null });
    await kit.work();
    expect((await kit.task(id))?.status).toBe(finished);
  });

  test('that rolls back counts as failed', async () => {
    const { device, vehicle, id, firmwareId, job } = await withJob();
    await device.step(job.job, 'installing');
    await device.step(job.job, 'rebooting');
    await device.step(job.job, 'rolledBack', { err: 'E09' });
    expect(await kit.reaches(id, vehicle, rolledBack)).toMatchObject({ fail_code: 'E09', next_time: null });
    const { counts, failRate, byCode } = await kit.monitor(id);
    expect([counts.rolledBack, failRate, byCode]).toEqual([1, 100, [{ failCode: 'E09', count: 1 }]]);
    const results = await kit.t.call('POST', '/ps/crm/otaFirmware/results', { id: firmwareId }, { as: 'admin' });
    expect(results.data).toEqual({ succeeded: 0, failed: 0, rolledBack: 1, byCode: [{ failCode: 'E09', count: 1 }] });
  });

  test('reports of others, of other parts, out of order and twice change nothing', async () => {
    const { device, vehicle, id, job } = await withJob();
    const stranger = await kit.connect(first(await kit.addVehicles(1)));
    await device.step(job.job, 'verified');
    await kit.reaches(id, vehicle, ready);
    await stranger.step(job.job, 'installing');
    await device.say('ota', { job: job.job, ecu: 'BMS', st: 'installing' });
    await device.step('999999.1', 'installing');
    await device.step('1 or 1=1', 'installing');
    await device.step(job.job, 'downloading', { bytes: 1 });
    await device.step(job.job, 'verified');
    const logged = async () =>
      (
        await kit.rows<{ n: number }>('select count(*)::int as n from ota_execution_log where execution_id = $1', [
          job.job.split('.')[0],
        ])
      )[0]?.n;
    await device.step(job.job, 'installing');
    await kit.reaches(id, vehicle, installing);
    expect(await logged()).toBe(5);
    await device.step(job.job, 'installing');
    await device.step(job.job, 'rebooting');
    await device.step(job.job, 'failed', { err: 'nonsense' });
    expect(await kit.reaches(id, vehicle, failed)).toMatchObject({ fail_code: 'E99' });
    await device.step(job.job, 'succeeded');
    await device.step(job.job, 'rolledBack');
    await device.report('V2.0.0');
    await kit.work();
    expect((await kit.execution(id, vehicle)).status).toBe(failed);
  });

  test('asks and reports over HTTP', async () => {
    const { vehicle, id, version } = await withJob();
    const offered = await kit.deviceCall<{
      upgrades: { executionId: string; job: string; version: string; preconditions: object }[];
    }>(vehicle, '/device/v1/ota/check', {
      imei: vehicle.imei,
      vin: vehicle.vin,
      parts: [{ deviceType: 1, softwareVersion: 'V2.0.0' }],
      soc: 80,
      csq: 20,
      parked: true,
    });
    const [upgrade] = offered.data.upgrades;
    expect(upgrade).toMatchObject({ version, preconditions: { soc: 30, parked: true, csq: 10 } });
    const executionId = upgrade?.executionId ?? '';
    const report = (phase: number, more: object = {}, as = vehicle) =>
      kit.deviceCall(as, '/device/v1/ota/report', { executionId, phase, ...more });
    await report(2, { progress: 40, time: Date.now() });
    expect(await kit.execution(id, vehicle)).toMatchObject({ status: downloading, progress: 40 });
    await report(4, {}, first(await kit.addVehicles(1)));
    expect((await kit.execution(id, vehicle)).status).toBe(downloading);
    await report(3, { progress: 100 });
    expect((await kit.execution(id, vehicle)).status).toBe(ready);
    await report(4);
    expect((await kit.execution(id, vehicle)).status).toBe(installing);
    await report(7, { resultCode: 'E06' });
    expect(await kit.execution(id, vehicle)).toMatchObject({ status: failed, fail_code: 'E06' });
    const other = await kit.deviceCall<{ upgrades: object[] }>(vehicle, '/device/v1/ota/check', {});
    expect(other.data.upgrades).toEqual([]);
  });
});

describe('an owner', () => {
  async function asked() {
    const firmwareId = await kit.addFirmware(freshVersion());
    const vehicle = first(await kit.addVehicles(1));
    const owner = await kit.ownerOf(vehicle);
    const form = { upgradeMode: 1, noticeTitle: '新版本来了', notice: '更省电' };
    const id = await kit.startTask(kit.formOf(firmwareId, [vehicle], form));
    expect(await kit.work()).toMatchObject({ asked: 1, dispatched: 0 });
    return { id, vehicle, owner, executionId: (await kit.execution(id, vehicle)).id };
  }

  test('is asked once, and the vehicle gets its job after the consent', async () => {
    const { id, vehicle, owner, executionId } = await asked();
    expect((await kit.work()).dispatched).toBe(0);
    const messages = await kit.rows('select title_zh, body_zh from msg_inbox where user_id = $1', [owner.userId]);
    expect(messages).toEqual([{ title_zh: '新版本来了', body_zh: '更省电' }]);
    const { data } = await owner.pending<object>();
    expect(data).toMatchObject({
      executionId,
      title: '新版本来了',
      notes: '更省电',
      minutes: 6,
      decide: true,
      status: notified,
    });
    const stranger = await kit.ownerOf(first(await kit.addVehicles(1)));
    expect((await stranger.decide(executionId, 'now')).code).toBe(1002);
    expect((await owner.decide(executionId, 'now')).data).toMatchObject({ status: notified });
    expect((await kit.work()).dispatched).toBe(1);
    expect((await kit.execution(id, vehicle)).status).toBe(notified);
    expect((await owner.decide(executionId, 'refuse')).code).toBe(1004);
  });

  test('may put it off three times', async () => {
    const { id, vehicle, owner, executionId } = await asked();
    for (const count of [1, 2, 3])
      expect((await owner.decide(executionId, 'later')).data).toEqual({ status: notified, postponeCount: count });
    expect((await owner.decide(executionId, 'later')).data).toEqual({ status: refused, postponeCount: 4 });
    expect((await kit.execution(id, vehicle)).status).toBe(refused);
    await kit.work();
    expect((await kit.task(id))?.status).toBe(finished);
  });

  test('hears of a forced update with its turn, and is asked nothing', async () => {
    const firmwareId = await kit.addFirmware(freshVersion());
    const vehicle = first(await kit.addVehicles(1));
    const owner = await kit.ownerOf(vehicle);
    await kit.startTask(kit.formOf(firmwareId, [vehicle], { upgradeMode: 3, noticeTitle: '车辆将升级' }));
    expect(await kit.work()).toMatchObject({ asked: 0, dispatched: 1 });
    expect(await kit.rows('select title_zh from msg_inbox where user_id = $1', [owner.userId])).toEqual([
      { title_zh: '车辆将升级' },
    ]);
    expect((await owner.pending<{ decide: boolean }>()).data).toMatchObject({ decide: false });
  });

  test('has no say in a forced update that waits for its vehicle', async () => {
    const firmwareId = await kit.addFirmware(freshVersion());
    const vehicle = first(await kit.addVehicles(1));
    const owner = await kit.ownerOf(vehicle);
    await kit.rows('update veh_vehicle_status set speed_kmh = 12 where vehicle_id = $1', [vehicle.id]);
    await kit.rows("update veh_vehicle set vin = null, frame_no = '123456789012345' where id = $1", [vehicle.id]);
    const form = kit.formOf(firmwareId, [{ ...vehicle, vin: '123456789012345' }], { upgradeMode: 3 });
    const id = await kit.startTask(form);
    await kit.work();
    const execution = await kit.execution(id, vehicle);
    expect(execution.status).toBe(notified);
    // A vehicle without a VIN is called by its frame number.
    const { data } = await kit.t.call<object>('GET', '/app/v1/ota/pending', { vin: '123456789012345' }, owner);
    expect(data).toMatchObject({ executionId: execution.id, decide: false });
    for (const decision of ['refuse', 'later', 'now'])
      expect((await owner.decide(execution.id, decision)).code).toBe(1004);
    expect((await kit.execution(id, vehicle)).status).toBe(notified);
  });

  test('may refuse', async () => {
    const { id, vehicle, owner, executionId } = await asked();
    expect((await owner.decide(executionId, 'refuse')).data.status).toBe(refused);
    expect((await kit.execution(id, vehicle)).status).toBe(refused);
    expect((await owner.pending()).data).toBeNull();
  });
});

test('vehicles that are not ready get their jobs when they are', async () => {
  const firmwareId = await kit.addFirmware(freshVersion());
  const vehicle = first(await kit.addVehicles(1));
  const id = await kit.startTask(kit.formOf(firmwareId, [vehicle], { minSoc: 40, requireAux: 1 }));
  const now = (sets: string) => kit.rows(`update veh_vehicle_status set ${sets} where vehicle_id = $1`, [vehicle.id]);
  const ready = 'online = 1, soc = 80, csq = 20, acc = 0, speed_kmh = 0, charge_status = 0, backup_battery_v = 4.0';
  for (const [at, fault] of [
    'soc = 39',
    'csq = 9',
    'charge_status = 1',
    'backup_battery_v = 3.1',
    'speed_kmh = 12',
    'acc = 1',
    'online = 0',
  ].entries()) {
    await now(ready);
    await now(fault);
    await soon(id);
    expect([fault, (await kit.work()).dispatched]).toEqual([fault, 0]);
    if (at === 0) expect((await kit.execution(id, vehicle)).status).toBe(notified);
  }
  await now(ready);
  await kit.rows('update veh_vehicle set operation_status = 1 where id = $1', [vehicle.id]);
  await soon(id);
  expect((await kit.work()).dispatched).toBe(0);
  await kit.rows('update veh_vehicle set operation_status = 0 where id = $1', [vehicle.id]);
  await soon(id);
  expect((await kit.work()).dispatched).toBe(1);
  const stop = await kit.t.call(
    'POST',
    '/veh/crm/vehicle/operation',
    { ids: [vehicle.id], operationStatus: 1, reasonCode: '1' },
    { as: 'admin' },
  );
  expect([stop.code, stop.message]).toEqual([2020, '正在升级']);
});

test('outside the window no job goes out', async () => {
  const firmwareId = await kit.addFirmware(freshVersion());
  const vehicle = first(await kit.addVehicles(1));
  const hour = (Number(new Date(Date.now() + 8 * 3_600_000).toISOString().slice(11, 13)) + 2) % 24;
  const at = (n: number): string => `${String(n % 24).padStart(2, '0')}:00`;
  const id = await kit.startTask(kit.formOf(firmwareId, [vehicle], { windowStart: at(hour), windowEnd: at(hour + 2) }));
  expect(await kit.work()).toMatchObject({ dispatched: 0, taken: 0 });
  await kit.rows('update ota_task set window_start = $2, window_end = $3 where id = $1', [
    id,
    at(hour + 20),
    at(hour + 1),
  ]);
  expect((await kit.work()).dispatched).toBe(1);
  expect(cancelled).toBe(8);
});
