import type { TodoItem } from '@wheelhouse/contract/dashboard';
import type { OtaVinImport } from '@wheelhouse/contract/calls/ota/tasks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startOta, type OtaKit } from './tasks-kit.ts';

let kit: OtaKit;
beforeAll(async () => {
  kit = await startOta();
});
afterAll(() => kit.stop());

const [draft, inReview, waiting, running, paused, terminated, withdrawn] = [0, 1, 2, 3, 4, 5, 7];
const counts = (list: readonly { reason: string; count: number }[]) =>
  Object.fromEntries(list.map(({ reason, count }) => [reason, count]));

describe('targets', () => {
  test('a preview says how many there are and why others are left out, each once', async () => {
    const firmwareId = await kit.addFirmware('V3.0.1', { minFrom: 'V1.5.0' });
    const good = await kit.addVehicles(2);
    const [current] = await kit.addVehicles(1, { software: 'V3.0.1' });
    const [later] = await kit.addVehicles(1, { software: 'V3.1.0' });
    const [old] = await kit.addVehicles(1, { software: 'V1.4.9' });
    const [other] = await kit.addVehicles(1, { typeId: 2 });
    const [hardware, stopped, silent, stolen, named] = await kit.addVehicles(5);
    await kit.rows("update veh_ecu set hardware_version = 'V9.9' where vehicle_id = $1", [hardware?.id]);
    await kit.rows('update veh_vehicle set operation_status = 1 where id = $1', [stopped?.id]);
    await kit.rows("update veh_vehicle_status set recv_time = now() - interval '31 days' where vehicle_id = $1", [
      silent?.id,
    ]);
    await kit.rows(
      `insert into veh_stolen_case (case_no, vehicle_id, stolen_time, stolen_address, contact_name_enc, contact_name_hash, contact_name_mask, contact_mobile_enc,
         contact_mobile_hash, contact_mobile_mask, description, guard_left, lock_status, source, status)
       select 'ST20260101001', $1, now(), '世纪大道', '\\x00', '\\x00', '', '\\x00', '\\x00', '', '被盗报案', 0, 0, 1, 1`,
      [stolen?.id],
    );
    const all = [...good, current, later, old, other, hardware, stopped, silent, stolen, named].flatMap(
      (one) => one ?? [],
    );
    const form = kit.formOf(firmwareId, all, {
      vins: [...all.map(({ vin }) => vin), 'LZXE3C1A0SA999999'].join(', '),
      excludeVins: named?.vin,
    });
    const { code, data } = await kit.preview(form);
    expect(code).toBe(0);
    expect(data.count).toBe(2);
    expect(counts(data.excluded)).toEqual({
      unknown: 1,
      excluded: 1,
      unsupported: 2,
      current: 2,
      fromVersion: 1,
      inactive: 1,
      stolen: 1,
      offline: 1,
    });
    expect(data.sample.map(({ vin }) => vin).toSorted()).toEqual(good.map(({ vin }) => vin).toSorted());
    expect(data.sample[0]).toMatchObject({ fromVersion: 'V2.0.0', hardwareVersion: 'V1.2', vehicleTypeId: '1' });
  });

  test('a vehicle named by its VIN, its frame no. or both is one vehicle', async () => {
    const firmwareId = await kit.addFirmware('V3.0.8');
    const [byFrame, byBoth] = await kit.addVehicles(2);
    await kit.rows("update veh_vehicle set vin = null, frame_no = '202600000000001' where id = $1", [byFrame?.id]);
    await kit.rows("update veh_vehicle set frame_no = '202600000000002' where id = $1", [byBoth?.id]);
    const vins = ['202600000000001', '202600000000002', byBoth?.vin, '202600000000003'].join('\n');
    const { data } = await kit.preview(kit.formOf(firmwareId, [], { vins }));
    expect([data.count, counts(data.excluded)]).toEqual([2, { unknown: 1 }]);
  });

  test('a rollback goes to later versions, and another part may have to come first', async () => {
    const back = await kit.addFirmware('V1.0.1');
    const needing = await kit.addFirmware('V3.0.2', { dependencies: [{ deviceType: 2, minVersion: '1.4.0' }] });
    const vehicles = await kit.addVehicles(2);
    await kit.rows(
      "insert into veh_ecu (vehicle_id, device_type, sn, model, software_version) values ($1, 2, 'BMS-1', 'BM1', 'V1.4.2')",
      [vehicles[0]?.id],
    );
    expect(counts((await kit.preview(kit.formOf(back, vehicles))).data.excluded)).toEqual({ current: 2 });
    expect((await kit.preview(kit.formOf(back, vehicles, { taskType: 5 }))).data.count).toBe(2);
    const { data } = await kit.preview(kit.formOf(needing, vehicles));
    expect([data.count, counts(data.excluded)]).toEqual([1, { dependency: 1 }]);
  });

  test('conditions choose by model, version, dealer and production date', async () => {
    const firmwareId = await kit.addFirmware('V3.0.3');
    const [mine] = await kit.addVehicles(1, { software: 'V2.7.7', dealerId: kit.dealerId });
    await kit.addVehicles(1, { software: 'V2.7.7' });
    const form = (more: object) =>
      kit.formOf(firmwareId, [], { targetMode: 1, vins: undefined, fromVersions: ['V2.7.7'], ...more });
    expect((await kit.preview(form({}))).data.count).toBe(2);
    const { data } = await kit.preview(
      form({ dealerIds: [kit.dealerId], vehicleTypeIds: ['1'], productionTo: '2025-01-01' }),
    );
    expect([data.count, data.sample[0]?.vin]).toEqual([1, mine?.vin]);
    expect((await kit.preview(form({ productionFrom: '2025-01-02' }))).data.count).toBe(0);
  });

  test('a test reaches vehicles of test groups alone, also before the release', async () => {
    const firmwareId = await kit.addFirmware('V3.0.4', { status: 1 });
    const [tested, other] = await kit.addVehicles(2);
    await kit.rows("update veh_ecu set test_group = 'A' where vehicle_id = $1", [tested?.id]);
    const vehicles = [tested, other].flatMap((one) => one ?? []);
    expect((await kit.call('add', kit.formOf(firmwareId, vehicles))).code).toBe(3113);
    const form = kit.formOf(firmwareId, vehicles, { taskType: 1 });
    const { data } = await kit.preview(form);
    expect([data.count, counts(data.excluded)]).toEqual([1, { unsupported: 1 }]);
    const id = await kit.addTask(
      kit.formOf(firmwareId, [], { taskType: 1, targetMode: 3, vins: undefined, testGroups: ['A'] }),
    );
    await kit.steps(id, ['submitSmall'], ['start']);
    expect(await kit.task(id)).toMatchObject({ status: running, target_count: 1 });
    // The test fails, and the package stays what the task brings until the task is over.
    const firmware = (path: string, body: object) =>
      kit.t.call<{ errors: { field: string }[] }>('POST', `/ps/crm/otaFirmware/${path}`, body, { as: 'admin' });
    expect((await firmware('transition', { id: firmwareId, action: 'testFail', remark: '重启后定位丢失' })).code).toBe(
      0,
    );
    const changed = await firmware('update', { id: firmwareId, rev: 2, version: 'V3.0.9' });
    expect([changed.code, changed.data.errors[0]?.field]).toEqual([3106, 'packageFile']);
    expect((await firmware('update', { id: firmwareId, rev: 2, internalNote: '定位模块待查' })).code).toBe(0);
  });

  test('a file of VINs is read with its bad rows named', async () => {
    const [one, two] = await kit.addVehicles(2);
    const send = async (bytes: Buffer) => {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(bytes)]), 'list.txt');
      const request = new Request('http://x/', { method: 'POST', body: form });
      const answer = await kit.t.http.inject({
        method: 'POST',
        url: '/ps/crm/otaTask/importVins',
        payload: Buffer.from(await request.arrayBuffer()),
        headers: {
          'content-type': request.headers.get('content-type') ?? '',
          authorization: `Bearer ${kit.people.maker.token}`,
        },
      });
      return answer.json<{ code: number; data: OtaVinImport }>();
    };
    const lines = ['车架号', one?.vin, two?.vin?.toLowerCase(), 'garbage', one?.vin, 'LZXE3C1A0SA888888', ''];
    const { code, data } = await send(Buffer.from(lines.join('\r\n')));
    // All that stands in a line, in the encoding that editors call Unicode.
    const line = `\ufeffVIN\r\n${[one?.vin, 'nonsense', two?.vin, 'LZXE3C1A0SA888888'].join(',')}\r\n`;
    for (const bytes of [Buffer.from(line, 'utf16le'), Buffer.from(line, 'utf16le').swap16()])
      expect((await send(bytes)).data).toMatchObject({
        valid: 2,
        invalid: [
          { row: 2, text: 'NONSENSE', reason: 'format' },
          { row: 2, text: 'LZXE3C1A0SA888888', reason: 'unknown' },
        ],
      });
    expect([code, data.valid, data.invalidCount]).toEqual([0, 2, 3]);
    expect(data.invalid).toEqual([
      { row: 4, text: 'GARBAGE', reason: 'format' },
      { row: 5, text: one?.vin, reason: 'duplicate' },
      { row: 6, text: 'LZXE3C1A0SA888888', reason: 'unknown' },
    ]);
    const firmwareId = await kit.addFirmware('V3.0.5');
    const id = await kit.startTask(kit.formOf(firmwareId, [], { vins: undefined, vinFile: data.fileId }));
    expect(await kit.task(id)).toMatchObject({ target_count: 2 });
  });
});

describe('the way to a running task', () => {
  test('is numbered, edited as a draft, reviewed by another and started', async () => {
    const firmwareId = await kit.addFirmware('V3.1.0');
    const vehicles = await kit.addVehicles(3);
    const id = await kit.addTask(kit.formOf(firmwareId, vehicles));
    const task = await kit.task(id);
    expect(task?.task_no).toMatch(/^OTA\d{12}$/);
    expect((await kit.call('update', { id, rev: task?.rev, name: '改名' })).code).toBe(0);
    expect((await kit.step(id, 'submit')).code).toBe(0);
    expect(await kit.task(id)).toMatchObject({ status: inReview });
    expect((await kit.call('update', { id, rev: 3, name: '再改' })).code).toBe(1004);
    // Neither whoever made it nor whoever handed it in, whatever their rights.
    const both = await kit.rows("insert into sys_user_role (user_id, role_code) values ($1, 'quality')", [
      kit.people.maker.userId,
    ]);
    expect(both).toEqual([]);
    expect((await kit.step(id, 'approve')).code).toBe(3105);
    const toReview = async (as: string) =>
      (await kit.t.call<TodoItem[]>('POST', '/stat/crm/dashboard/todo', {}, { as })).data.find(
        ({ key }) => key === 'otaTask',
      )?.count;
    expect(await toReview(kit.people.maker.token)).toBe(0);
    expect(await toReview(kit.people.reviewer.token)).toBeGreaterThan(0);
    expect((await kit.step(id, 'reject', {}, kit.people.reviewer.token)).code).toBe(1001);
    expect((await kit.step(id, 'approve', {}, kit.people.reviewer.token)).code).toBe(0);
    expect((await kit.step(id, 'start')).code).toBe(0);
    expect(await kit.task(id)).toMatchObject({ status: running, target_count: 3, current_stage: 1 });
    const frozen = await kit.rows<{ n: number }>('select count(*)::int as n from ota_execution where task_id = $1', [
      id,
    ]);
    expect(frozen[0]?.n).toBe(3);
    const { data } = await kit.call<{ notStartedCount: number; successRate: number | null }>('detail', { id });
    expect(data).toMatchObject({ notStartedCount: 3, successRate: null });
  });

  test('without vehicles it is not handed in, and only few go without a review', async () => {
    const firmwareId = await kit.addFirmware('V3.1.1');
    const [gone] = await kit.addVehicles(1, { software: 'V3.1.1' });
    const empty = await kit.addTask(kit.formOf(firmwareId, gone ? [gone] : []));
    expect((await kit.step(empty, 'submit')).code).toBe(3111);
    const six = await kit.addTask(kit.formOf(firmwareId, await kit.addVehicles(6), { taskType: 4 }));
    expect((await kit.step(six, 'submitSmall')).code).toBe(1001);
    // Those that are out of reach today may be back when it starts.
    const away = await kit.addVehicles(6);
    await kit.rows('update veh_vehicle set operation_status = 1 where id = any($1)', [
      away.slice(0, 2).map((one) => one.id),
    ]);
    const stopped = await kit.addTask(kit.formOf(firmwareId, away, { taskType: 4 }));
    expect((await kit.step(stopped, 'submitSmall')).code).toBe(1001);
    const five = await kit.addTask(kit.formOf(firmwareId, await kit.addVehicles(5), { taskType: 4 }));
    expect((await kit.step(five, 'submitSmall')).code).toBe(0);
    expect(await kit.task(five)).toMatchObject({ status: waiting });
    expect((await kit.step(five, 'withdraw', {}, kit.people.reviewer.token)).code).toBe(1003);
    expect((await kit.step(five, 'withdraw')).code).toBe(0);
    expect(await kit.task(five)).toMatchObject({ status: withdrawn });
  });

  test('a plain version comes after one with a suffix', async () => {
    const [plain, beta] = [await kit.addFirmware('V3.1.8'), await kit.addFirmware('V3.1.9-beta2')];
    const vehicles = await kit.addVehicles(1, { software: 'V3.1.8-beta1' });
    expect((await kit.preview(kit.formOf(plain, vehicles))).data).toMatchObject({ count: 1, excluded: [] });
    const released = await kit.addVehicles(1, { software: 'V3.1.9' });
    expect(counts((await kit.preview(kit.formOf(beta, released))).data.excluded)).toEqual({ current: 1 });
  });

  test('a part is in one running task', async () => {
    const [first, second] = [await kit.addFirmware('V3.1.2'), await kit.addFirmware('V3.1.3')];
    const vehicles = await kit.addVehicles(2);
    const one = await kit.startTask(kit.formOf(first, vehicles));
    const two = await kit.addTask(kit.formOf(second, vehicles.slice(0, 1)));
    expect(counts((await kit.preview(kit.formOf(second, vehicles))).data.excluded)).toEqual({ busy: 2 });
    await kit.steps(two, ['submit'], ['approve', kit.people.reviewer.token]);
    const { code, message } = await kit.step(two, 'start');
    expect([code, message]).toEqual([
      3112,
      expect.stringMatching(/^1辆车已在其他执行中任务：LZX\w+ \(OTA\d+\)$/) as string,
    ]);
    const { task_no: confirmNo } = (await kit.task(one)) ?? { task_no: '' };
    expect((await kit.step(one, 'terminate', { confirmNo: 'OTA' })).code).toBe(1001);
    expect((await kit.step(one, 'terminate', { confirmNo })).code).toBe(0);
    expect(await kit.task(one)).toMatchObject({ status: terminated });
    expect((await kit.execution(one, vehicles[0] ?? { id: '', vin: '', imei: '', secret: '' })).status).toBe(8);
    expect((await kit.step(two, 'start')).code).toBe(0);
  });

  test('its package stays, and a task waits for its time', async () => {
    const firmwareId = await kit.addFirmware('V3.1.4');
    const id = await kit.addTask(kit.formOf(firmwareId, await kit.addVehicles(1)));
    await kit.steps(id, ['submit'], ['approve', kit.people.reviewer.token]);
    expect((await kit.work()).started).toBe(0);
    await kit.rows("update ota_task set start_time = now() - interval '1 minute' where id = $1", [id]);
    expect((await kit.work()).started).toBe(1);
    expect(await kit.task(id)).toMatchObject({ status: running });
    const disable = () =>
      kit.t.call(
        'POST',
        '/ps/crm/otaFirmware/transition',
        { id: firmwareId, action: 'disable', remark: '停用' },
        { as: 'admin' },
      );
    expect((await disable()).code).toBe(3106);
    await kit.steps(id, ['pause']);
    expect((await disable()).code).toBe(0);
    expect((await kit.step(id, 'resume')).code).toBe(3106);
  });

  test('what is decided by the review stays in use; rates and later stages may change', async () => {
    const firmwareId = await kit.addFirmware('V3.1.5');
    const stages = [{ percent: 50, minHours: 24 }, { percent: 100 }];
    const id = await kit.startTask(kit.formOf(firmwareId, await kit.addVehicles(4), { stages }));
    await kit.steps(id, ['pause']);
    const rev = async () => (await kit.task(id))?.rev;
    expect((await kit.call('update', { id, rev: await rev(), minSoc: 50 })).code).not.toBe(0);
    expect((await kit.call('update', { id, rev: await rev(), stages: [{ percent: 25 }, { percent: 100 }] })).code).toBe(
      1001,
    );
    const later = [{ percent: 50, minHours: 24 }, { percent: 75, minSuccessRate: 90 }, { percent: 100 }];
    expect((await kit.call('update', { id, rev: await rev(), ratePerMinute: 60, stages: later })).code).toBe(0);
    const { stages: shown } = await kit.monitor(id);
    expect(shown.map(({ upTo, target, opened }) => [upTo, target, opened])).toEqual([
      [2, 2, true],
      [3, 1, false],
      [4, 1, false],
    ]);
    expect(await kit.task(id)).toMatchObject({ status: paused });
  });

  test('stages rise to a hundred percent', async () => {
    const firmwareId = await kit.addFirmware('V3.1.6');
    const form = (stages: object[]) => kit.formOf(firmwareId, [], { vins: 'LZXE3C1A0SA300001', stages });
    for (const wrong of [
      [{ percent: 50 }],
      [{ percent: 50 }, { percent: 40 }, { percent: 100 }],
      [{ percent: 10, count: 5 }, { percent: 100 }],
    ])
      expect((await kit.call('add', form(wrong))).code).toBe(1001);
    expect((await kit.call('add', kit.formOf(firmwareId, [], { vins: undefined }))).code).toBe(1001);
    expect((await kit.call('add', { ...form([{ percent: 100 }]), windowStart: '01:00' })).code).toBe(1001);
    expect(draft).toBe(0);
  });
});
