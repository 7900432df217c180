import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withTransaction } from '../../src/db/pool.ts';
import { giveUpSilent, watchGuards } from '../../src/modules/theft/jobs.ts';
import { settleSilent } from '../../src/modules/theft/power.ts';
import { eventually, telemetry } from '../gateway/fixture.ts';
import { deviceCaller } from '../support/device-call.ts';
import { caseForm, startKit, type Bound, type Kit } from './kit.ts';

let kit: Kit;
let first: string;
let second: string;

beforeAll(async () => {
  kit = await startKit();
  [first, second] = [await kit.staff('theft.first', 'cs'), await kit.staff('theft.second', 'cs')];
});
afterAll(() => kit.stop());

interface Case {
  id: string;
  rev: number;
  caseNo: string;
  status: number;
  lockStatus: number;
  [field: string]: unknown;
}

const open = async (vehicle: Bound, more: object = {}): Promise<string> => {
  const answer = await kit.t.call<{ id: string }>(
    'POST',
    '/veh/crm/stolen/add',
    { vin: vehicle.vin, ...caseForm, ...more },
    { as: first },
  );
  expect(answer.code, answer.message).toBe(0);
  return answer.data.id;
};
const read = async (id: string): Promise<Case> =>
  (await kit.t.call<Case>('POST', '/veh/crm/stolen/detail', { id }, { as: 'admin' })).data;
const move = (id: string, action: string, more: object = {}, as = first) =>
  kit.t.call('POST', '/veh/crm/stolen/transition', { id, action, ...more }, { as });
const done = async (id: string, action: string, more: object = {}, as = first): Promise<void> => {
  const answer = await move(id, action, more, as);
  expect(answer.code, `${action}: ${answer.message} ${JSON.stringify(answer.data)}`).toBe(0);
};
const notes = async (id: string): Promise<string[]> =>
  (
    await kit.rows<{ content: string }>('select content from veh_stolen_note where stolen_case_id = $1 order by id', id)
  ).map((row) => row.content);
const recovered = { recoverTime: '2026-01-06 10:00:00', recoverPlace: '龙阳路停车场' };

describe('opening', () => {
  test('only a bound vehicle, once, by vin or id; numbers run by day', async () => {
    const free = await kit.freeVehicle();
    const unbound = await kit.t.call('POST', '/veh/crm/stolen/add', { vin: free.vin, ...caseForm }, { as: first });
    expect(unbound.code).toBe(2302);
    const vehicle = await kit.vehicle();
    const id = await open(vehicle);
    const { caseNo, status, source, ownerUserId, contactMobile } = await read(id);
    expect(caseNo).toMatch(/^ST\d{8}\d{3}$/);
    expect({ status, source, ownerUserId, contactMobile }).toEqual({
      status: 0,
      source: 1,
      ownerUserId: vehicle.ownerId,
      contactMobile: '138****5678',
    });
    const again = await kit.t.call(
      'POST',
      '/veh/crm/stolen/add',
      { vehicleId: vehicle.vehicleId, ...caseForm },
      { as: first },
    );
    expect(again.code).toBe(2019);
    const next = await read(await open(await kit.vehicle()));
    expect(Number(next.caseNo.slice(-3))).toBe(Number(caseNo.slice(-3)) + 1);
  });

  test.each([
    [{ stolenTime: '2099-01-01 00:00:00' }, 'stolenTime'],
    [{ policeReportNo: 'abc' }, 'policeReportNo'],
    [{ description: '短' }, 'description'],
    [{ contactMobile: '123' }, 'contactMobile'],
    [{ vin: 'LZXE3C1A0SA999999' }, 'vin'],
  ])('%j is refused under its field', async (wrong, field) => {
    const { vin } = await kit.vehicle();
    const answer = await kit.t.call<{ errors: { field: string }[] }>(
      'POST',
      '/veh/crm/stolen/add',
      { vin, ...caseForm, ...wrong },
      { as: first },
    );
    expect(answer.data.errors.map((error) => error.field)).toContain(field);
  });

  test('an owner reports in the app; others may not', async () => {
    const vehicle = await kit.vehicle();
    const form = { vin: vehicle.vin, stolenTime: '2026-01-05 08:00:00', address: '人民广场' };
    const stranger = (await kit.vehicle()).ownerId;
    expect((await kit.app(stranger, '/app/v1/stolen/report', form)).code).toBe(1011);
    const answer = await kit.app<{ id: string; caseNo: string }>(vehicle.ownerId, '/app/v1/stolen/report', form);
    expect(answer.code).toBe(0);
    expect(await read(answer.data.id)).toMatchObject({
      caseNo: answer.data.caseNo,
      status: 0,
      source: 2,
      stolenAddress: '人民广场',
    });
    expect((await kit.app(vehicle.ownerId, '/app/v1/stolen/report', form)).code).toBe(2019);
    const notices = await kit.rows('select 1 from msg_notice where title_zh = $1', '新的被盗报案');
    expect(notices.length).toBeGreaterThan(0);
  });
});

describe('monitoring', () => {
  test('the device is notified; unbinding and stop are blocked until the case is closed', async () => {
    const vehicle = await kit.vehicle();
    const device = await kit.connect(vehicle);
    const id = await open(vehicle);
    await done(id, 'verify', { guardRadiusM: 300 });
    const config = await eventually(async () => device.down.config.at(-1));
    expect(config).toMatchObject({
      v: 1,
      ver: 1,
      desired: { reportMovingS: 10, reportParkedS: 10, guardRadiusM: 300 },
    });
    const blocked = {
      unbind: () =>
        kit.t.call<{ waiting: string }>(
          'POST',
          '/veh/crm/vehicle/unbind',
          { id: vehicle.vehicleId, reason: '车主要求解绑' },
          { as: 'admin' },
        ),
      stop: () =>
        kit.t.call<{ changed: number }>(
          'POST',
          '/veh/crm/vehicle/operation',
          { ids: [vehicle.vehicleId], operationStatus: 1, reasonCode: '1' },
          { as: 'admin' },
        ),
    };
    expect([(await blocked.unbind()).code, (await blocked.stop()).code]).toEqual([2303, 2019]);
    await done(id, 'recover', recovered);
    expect((await blocked.unbind()).code).toBe(2303);
    expect(
      await eventually(async () => device.down.config.at(-1)?.['ver'] === 2 && device.down.config.at(-1)),
    ).toMatchObject({
      desired: { reportParkedS: 300 },
    });
    await done(id, 'close');
    expect((await blocked.stop()).code).toBe(0);
    const asked = await blocked.unbind();
    expect(asked.code).toBe(0);
    const approval = await kit.t.call(
      'POST',
      '/system/crm/changeRequest/transition',
      { id: asked.data.waiting, action: 'approve' },
      { as: await kit.staff('theft.approver', 'ops') },
    );
    expect(approval.code).toBe(0);
    expect(await notes(id)).toEqual(['登记案件', '核实立案，开始监控', '车辆已找回（龙阳路停车场）', '结案']);
    const pushed = await kit.rows<{ title: string }>(
      'select title_zh as title from msg_inbox where user_id = $1 order by id',
      vehicle.ownerId,
    );
    expect(pushed.map((row) => row.title)).toEqual(['被盗案件已立案', '车辆已找回', '车辆已解绑']);
  });

  test('a device that was away gets its settings when it comes back', async () => {
    const vehicle = await kit.vehicle();
    await done(await open(vehicle), 'verify');
    await kit.rows('delete from dev_downlink');
    const device = await kit.connect(vehicle);
    const { ver } = (await eventually(async () => device.down.config.at(-1))) as { ver: number };
    await device.say('config', { ver, reported: { reportMovingS: 10, bleKey: 'secret' } });
    const [kept] = await eventually(async () => {
      const rows = await kit.rows<{ reported: object }>(
        'select reported from veh_device_config where vehicle_id = $1 and reported_ver = $2',
        vehicle.vehicleId,
        ver,
      );
      return rows.length > 0 && rows;
    });
    expect(kept?.reported).toEqual({ reportMovingS: 10 });
  });

  test('only the transitions of the table; a stale revision is refused', async () => {
    const id = await open(await kit.vehicle());
    const every = ['recover', 'giveUp', 'reopen', 'close', 'lock', 'approveLock', 'unlock'];
    const more = { ...recovered, remark: '五个字以上的' };
    const inputOf: Record<string, object> = {
      recover: more,
      giveUp: { remark: more.remark },
      lock: { remark: more.remark },
    };
    for (const action of every) expect((await move(id, action, inputOf[action])).code, action).toBe(1004);
    expect((await move(id, 'verify', { rev: 99 })).code).toBe(1005);
    expect((await move(id, 'nonsense')).code).toBe(1001);
    await done(id, 'dismiss', { remark: '车主记错停车位置' });
    for (const action of ['verify', ...every])
      expect((await move(id, action, inputOf[action])).code, action).toBe(1004);
    expect(await read(id)).toMatchObject({ status: 4, closeReason: '车主记错停车位置' });
  });

  test('given up after 90 days without a signal, and monitored again', async () => {
    const [silent, heard] = [await kit.vehicle(), await kit.vehicle()];
    const ids = [await open(silent), await open(heard)];
    for (const id of ids) await done(id, 'verify');
    await kit.rows("update veh_stolen_case set verify_time = now() - interval '100 days' where id = any($1)", ids);
    await kit.rows('insert into veh_vehicle_status (vehicle_id, recv_time) values ($1, now())', heard.vehicleId);
    await withTransaction(kit.t.app.db, giveUpSilent);
    expect((await Promise.all(ids.map(read))).map((row) => row.status)).toEqual([3, 1]);
    await done(ids[0] ?? '', 'reopen');
    expect((await read(ids[0] ?? '')).status).toBe(1);
  });

  test('leaving the guard circle is evidence, once, and so is coming back', async () => {
    const vehicle = await kit.vehicle();
    const device = await kit.connect(vehicle);
    const at = (seq: number, lat: number) =>
      device.client.publishAsync(
        `v1/${vehicle.imei}/up/telemetry`,
        telemetry(1, seq, { ts: Date.now() + seq, pos: { lat, lng: 121.5, spd: 0, fix: 3 } }),
        { qos: 1 },
      );
    await at(1, 31.2);
    const id = await open(vehicle);
    await done(id, 'verify');
    for (const [seq, lat] of [
      [2_000, 31.2001],
      [3_000, 31.21],
      [4_000, 31.211],
      [5_000, 31.2],
    ] as const) {
      await at(seq, lat);
      await withTransaction(kit.t.app.db, watchGuards);
    }
    expect((await notes(id)).slice(2)).toEqual(['车辆离开看护圈', '车辆回到看护圈']);
    const alarms = await kit.rows<object>(
      'select alarm_type as type, recover_status as recovered from alm_alarm where vehicle_id = $1',
      vehicle.vehicleId,
    );
    expect(alarms).toEqual([{ type: 'FENCE_OUT', recovered: 1 }]);
  });
});

describe('cutting the power', () => {
  const locked = async (): Promise<{ id: string; vehicle: Bound; device: Awaited<ReturnType<Kit['connect']>> }> => {
    const vehicle = await kit.vehicle();
    const device = await kit.connect(vehicle);
    await device.say('telemetry', {
      mid: '1-1',
      s: [{ ts: Date.now(), pos: { lat: 31.2, lng: 121.5, spd: 0, fix: 3 }, st: { acc: false } }],
    });
    const id = await open(vehicle, { policeReportNo: 'PD2026010500012' });
    await done(id, 'verify');
    return { id, vehicle, device };
  };

  test('needs the police number and a second person; the answer of the device closes it', async () => {
    const { id, device } = await locked();
    await done(id, 'lock', { remark: '车辆已停在小区' });
    expect((await move(id, 'approveLock')).code).toBe(2304);
    expect((await move(id, 'approveLock', {}, second)).code).toBe(0);
    const command = (await eventually(async () => device.down.cmd.find((one) => one['type'] !== 'query'))) as {
      id: string;
      if?: object;
    };
    expect(command.if).toEqual({ maxSpeed: 1 });
    await device.say('cmd', { mid: '1-2', id: command.id, st: 'succeeded', code: 0, ts: Date.now() });
    await eventually(async () => (await read(id)).lockStatus === 3);
    await done(id, 'recover', recovered);
    const restore = (await eventually(async () =>
      device.down.cmd.find((one) => one['id'] !== command.id && one['type'] !== 'query'),
    )) as { id: string };
    await device.say('cmd', { mid: '1-3', id: restore.id, st: 'succeeded', code: 0, ts: Date.now() });
    await eventually(async () => (await read(id)).lockStatus === 0);
    const log = await kit.rows<{ action: string; username: string }>(
      "select action, username from sys_operation_log where entity = 'stolenCase' and entity_id = $1 and action like '%ock' and result_code = 0 order by id",
      id,
    );
    expect(log).toEqual([
      { action: 'lock', username: 'theft.first' },
      { action: 'approveLock', username: 'theft.second' },
    ]);
    expect(await notes(id)).toEqual(
      expect.arrayContaining([
        '申请远程锁车：车辆已停在小区',
        '复核通过，已下发锁车指令',
        '车辆已断电锁定',
        '车辆已恢复供电',
      ]),
    );
  });

  test('is refused without the police number, and while the vehicle moves', async () => {
    const vehicle = await kit.vehicle();
    const unreported = await open(vehicle);
    await done(unreported, 'verify');
    expect((await move(unreported, 'lock', { remark: '车辆已停在小区' })).code).toBe(2501);
    const { id, device } = await locked();
    await done(id, 'lock', { remark: '车辆已停在小区' });
    await device.say('telemetry', {
      mid: '1-9',
      s: [{ ts: Date.now() + 5, pos: { lat: 31.2, lng: 121.5, spd: 6, fix: 3 } }],
    });
    expect((await move(id, 'approveLock', {}, second)).code).toBe(2404);
    expect((await read(id)).lockStatus).toBe(1);
    await done(id, 'rejectLock', { remark: '车辆仍在行驶' }, second);
    expect((await read(id)).lockStatus).toBe(0);
  });

  test('an answer over HTTP closes it as well; one that did not reach the case is found', async () => {
    const { id, vehicle } = await locked();
    await done(id, 'lock', { remark: '车辆已停在小区' });
    await done(id, 'approveLock', {}, second);
    const ordered = async () =>
      (await kit.rows<{ no: string }>('select lock_command_id as no from veh_stolen_case where id = $1', id))[0]?.no;
    const unit = await deviceCaller(kit.t, vehicle.vehicleId);
    const other = await deviceCaller(kit.t, (await locked()).vehicle.vehicleId);
    const ack = async (by = unit) =>
      (await by('/device/v1/command/ack', { commandId: await ordered(), resultCode: 0, time: Date.now() })).code;
    const sent = () =>
      kit.rows(
        'update veh_control_command set status = 1, sent_time = now() where command_id = (select lock_command_id from veh_stolen_case where id = $1) and status = 0',
        id,
      );
    await sent();
    // Another vehicle that names the command settles nothing.
    expect(await ack(other)).toBe(0);
    expect(await read(id)).toMatchObject({ lockStatus: 2 });
    expect(await ack()).toBe(0);
    expect(await read(id)).toMatchObject({ lockStatus: 3 });
    await done(id, 'recover', recovered);
    await sent();
    expect(await ack()).toBe(0);
    expect(await read(id)).toMatchObject({ lockStatus: 0 });
    expect((await notes(id)).at(-1)).toBe('车辆已恢复供电');
    await kit.rows('update veh_stolen_case set lock_status = 4 where id = $1', id);
    await withTransaction(kit.t.app.db, settleSilent);
    expect(await read(id)).toMatchObject({ lockStatus: 0 });
  });

  test('a command that nobody answers is given up', async () => {
    const { id } = await locked();
    await done(id, 'lock', { remark: '车辆已停在小区' });
    await done(id, 'approveLock', {}, second);
    await kit.rows(
      'update veh_control_command set status = 5, finish_time = now() where case_no = (select case_no from veh_stolen_case where id = $1)',
      id,
    );
    await withTransaction(kit.t.app.db, settleSilent);
    expect((await read(id)).lockStatus).toBe(0);
    expect((await notes(id)).at(-1)).toBe('锁车未成功');
  });
});
