import type { BleDay } from '@wheelhouse/contract/calls/bluetooth';
import type { PhoneKey } from '@wheelhouse/contract/calls/binding';
import { recordOf } from '@wheelhouse/contract/object';
import { formatDay, parseInstant } from '@wheelhouse/contract/time';
import { codes } from '@wheelhouse/entities/codes';
import { entities, plain } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bleKeyText } from '../../src/modules/binding/ble.ts';
import { bluetoothJobs } from '../../src/modules/bluetooth/jobs.ts';
import { addRole } from '../access/fixture.ts';
import { eventually } from '../gateway/fixture.ts';
import { fetchFile, readBytes, sendFile, workbookOf } from '../import-export/workbook.ts';
import { addAppUser } from '../support/app-user.ts';
import { adminPassword } from '../support/app.ts';
import { type Bound, type Heard, startKit, type Kit } from '../theft/kit.ts';

const base = '/veh/crm/bluetoothInfo';
const { ok, notFound, authFailed, timeout } = codes.BleResult;

interface Info extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly rev: number;
  readonly bleMac: string;
  readonly bleName: string;
  readonly keyVersion: number;
  readonly keyCount: number;
  readonly failCount7d: number | null;
  readonly lastConnectTime: string | null;
}

let kit: Kit;
let admin: string;
beforeAll(async () => {
  kit = await startKit();
  admin = await kit.t.login('admin', adminPassword);
});
afterAll(() => kit.stop());

const post = <Data = unknown>(path: string, body: object, as = 'admin') =>
  kit.t.call<Data>('POST', `${base}/${path}`, body, { as });
const detail = async (id: string): Promise<Info> => (await post<Info>('detail', { id })).data;
const list = async (query: object) => (await post<{ list: Info[] }>('list', { query })).data.list;
const refusedBy = (field: string) => ({ code: 1001, data: { errors: [{ field }] } });
const run = (name: string) => bluetoothJobs.find((job) => job.name === name)?.run(kit.t.app);

const keyOf = (userId: string, { vin }: Pick<Bound, 'vin'>) =>
  kit.app<PhoneKey>(userId, '/app/v1/vehicle/bleKey', { vin }, 'GET');
const report = (userId: string, { vin }: Pick<Bound, 'vin'>, result: number, more: object = {}) =>
  kit.app(userId, '/app/v1/vehicle/bleLog', { vin, result, ...more });

/** Another user with a share of the vehicle, until then. */
async function shared(vehicleId: string, until: Date | null = null): Promise<string> {
  const userId = await addAppUser(kit.t);
  await kit.rows(
    `insert into veh_binding (vehicle_id, user_id, bind_type, status, bind_time, channel, key_version, expire_time)
     values ($1, $2, 2, 1, now(), 1, 1, $3)`,
    vehicleId,
    userId,
    until,
  );
  return userId;
}

/** The key of a version, once the control unit has been sent it. */
const keyed = ({ down }: Heard, version: number): Promise<string> =>
  eventually(async () => {
    const sent = down.config.map(({ desired }) => recordOf(desired));
    const found = sent.find((desired) => desired['bleKeyVersion'] === version);
    return found && String(found['bleKey']);
  });

/** Tables in whose rows the text stands. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await kit.rows<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace::regnamespace::text !~ '^(pg_|information_schema)'`,
  );
  const found: string[] = [];
  for (const { name } of tables)
    if ((await kit.rows(`select from ${name} t where strpos(t::text, $1) > 0 limit 1`, text)).length > 0)
      found.push(name);
  return found;
}

/** The last failures of a vehicle were so many days ago. */
const age = async ({ vehicleId }: Pick<Bound, 'vehicleId'>, days: number, most: number): Promise<void> => {
  await kit.rows('select veh_ble_log_partition((now() - make_interval(days => $1))::date)', days);
  await kit.rows(
    `update veh_ble_log set time = time - make_interval(days => $2) where id in
      (select id from veh_ble_log where vehicle_id = $1 and result <> 0 order by time, id limit $3)`,
    vehicleId,
    days,
    most,
  );
  await kit.rows(
    `update veh_bluetooth_state set fail_until = fail_until - make_interval(days => $2) where vehicle_id = $1`,
    vehicleId,
    days,
  );
};

describe('the Bluetooth identity of a vehicle', () => {
  test('is what the vehicle has, with the state of its keys and never a key', async () => {
    const vehicle = await kit.vehicle();
    const [guest, gone] = [
      await shared(vehicle.vehicleId),
      await shared(vehicle.vehicleId, new Date(Date.now() - 1000)),
    ];
    const [row] = await list({ 'vin.like': vehicle.vin });
    expect(row).toMatchObject({ id: vehicle.vehicleId, keyVersion: 1, keyCount: 2, failCount7d: null });
    expect(await list({ bleMac: row?.bleMac })).toHaveLength(1);
    expect(await list({ bleMac: row?.bleMac, 'failCount7d.ge': 1 })).toEqual([]);
    const { key } = (await keyOf(guest, vehicle)).data;
    expect((await keyOf(gone, vehicle)).code).toBe(1011);
    const { fileName } = (await post<{ fileName: string }>('export', { query: { bleMac: row?.bleMac } })).data;
    const sheet = await readBytes(await fetchFile(kit.t, fileName, admin));
    const shown = JSON.stringify([row, await detail(vehicle.vehicleId), sheet.rows]);
    expect(shown).toContain(vehicle.vin);
    expect(shown).not.toContain(key);
  });

  test('names the setup of its model, and is found by its protocol', async () => {
    const vehicle = await kit.vehicle();
    const [{ model } = { model: '' }] = await kit.rows<{ model: string }>(
      'select vehicle_type_id::text as model from veh_vehicle where id = $1',
      vehicle.vehicleId,
    );
    const found = async () => (await list({ 'vin.like': vehicle.vin, protocolVersion: 'V3' })).length;
    expect(await found()).toBe(0);
    const setup = { setupName: `蓝牙${vehicle.vin.slice(-6)}`, vehicleTypeIds: [model], ecuModel: 'ZK3', enabled: 1 };
    const uuids = { serviceUuid: 'FEE7', writeUuid: 'FEC7', notifyUuid: 'FEC8', namePrefix: 'WH_' };
    const form = { ...setup, ...uuids, protocolVersion: 'V3' };
    const added = await kit.t.call('POST', '/veh/crm/bluetoothSetup/add', form, { as: 'admin' });
    expect(added, added.message).toMatchObject({ code: 0 });
    expect(await found()).toBe(1);
    expect(await detail(vehicle.vehicleId)).toMatchObject({ setupName: setup.setupName, protocolVersion: 'V3' });
  });

  test('is changed for the vehicle and its central control alike', async () => {
    const vehicle = await kit.vehicle();
    const { rev } = await detail(vehicle.vehicleId);
    const change = { id: vehicle.vehicleId, rev, bleMac: 'a4:c1:38:ab:cd:01', bleName: 'ZK3-ABCD01' };
    expect(await post('update', change)).toMatchObject({ code: 0 });
    expect(await detail(vehicle.vehicleId)).toMatchObject({ bleMac: 'A4:C1:38:AB:CD:01', bleName: 'ZK3-ABCD01' });
    const [ecu] = await kit.rows<{ mac: string }>(
      'select ble_mac as mac from veh_ecu where vehicle_id = $1 and device_type = 1',
      vehicle.vehicleId,
    );
    expect(ecu?.mac).toBe('A4:C1:38:AB:CD:01');
    const told = await kit.rows<{ after: object }>(
      `select after from sys_operation_log where entity = 'vehicle' and entity_id = $1 and action = 'update'`,
      vehicle.vehicleId,
    );
    expect(told.map(({ after }) => after)).toContainEqual({ bleMac: 'A4:C1:38:AB:CD:01', bleName: 'ZK3-ABCD01' });
    expect((await post('update', change)).code, 'somebody else was first').toBe(1005);

    const other = await kit.vehicle();
    const next = { id: other.vehicleId, rev: (await detail(other.vehicleId)).rev };
    expect(await post('update', { ...next, bleMac: 'A4:C1:38:AB:CD:01' })).toMatchObject({ code: 1009 });
    expect(await post('update', { ...next, bleMac: '00:00:00:00:00:00' })).toMatchObject({
      data: { errors: [{ field: 'bleMac' }] },
    });
    expect(await post('update', { ...next, bleMac: null })).toMatchObject(refusedBy('bleMac'));
  });

  test('is all of the vehicle that this page changes', async () => {
    const { vehicleId } = await kit.vehicle();
    const stored = () => kit.rows('select * from veh_vehicle where id = $1', vehicleId);
    const before = await stored();
    const { rev } = await detail(vehicleId);
    const others = Object.keys({ ...plain(entities.bluetoothInfo).fields, ...plain(entities.vehicle).fields }).filter(
      (name) => name !== 'bleMac' && name !== 'bleName',
    );
    for (const name of others) {
      const answer = await post('update', { id: vehicleId, rev, bleName: 'ZK3-OTHER', [name]: null });
      expect(answer, name).toMatchObject(refusedBy(name));
    }
    expect(await stored()).toEqual(before);
  });
});

describe('keys', () => {
  test('are for the owner and those they share with, for seven days and no longer than the share', async () => {
    const vehicle = await kit.vehicle();
    const end = new Date(Date.now() + 2 * 3_600_000);
    const [friend, guest] = [await shared(vehicle.vehicleId), await shared(vehicle.vehicleId, end)];
    const [own, other, brief] = [
      (await keyOf(vehicle.ownerId, vehicle)).data,
      (await keyOf(friend, vehicle)).data,
      (await keyOf(guest, vehicle)).data,
    ];
    expect(new Set([own.key, other.key, brief.key]).size, 'each user has another').toBe(3);
    const days = (key: PhoneKey) => ((parseInstant(key.expireTime)?.getTime() ?? 0) - Date.now()) / 86_400_000;
    expect(days(own)).toBeGreaterThan(6.9);
    expect(days(own)).toBeLessThanOrEqual(7);
    expect(days(brief)).toBeLessThan(0.1);
    expect((await keyOf(await addAppUser(kit.t), vehicle)).code).toBe(1011);
  });

  test('are all void after a reset: the unit and the users get new ones', async () => {
    const vehicle = await kit.vehicle();
    const friend = await shared(vehicle.vehicleId);
    const device = await kit.connect(vehicle);
    const before = (await keyOf(friend, vehicle)).data;
    expect(await post('resetKey', { id: vehicle.vehicleId })).toMatchObject(refusedBy('reason'));
    expect(await post('resetKey', { id: vehicle.vehicleId, reason: '手机遗失' })).toMatchObject({ code: 0 });
    expect(await keyed(device, 2)).toMatch(/^[\w-]{43}$/);
    const after = (await keyOf(friend, vehicle)).data;
    expect(after.keyVersion).toBe(2);
    expect(after.key).not.toBe(before.key);
    expect((await detail(vehicle.vehicleId)).keyVersion).toBe(2);
    const versions = await kit.rows(
      'select distinct key_version from veh_binding where vehicle_id = $1',
      vehicle.vehicleId,
    );
    expect(versions).toEqual([{ key_version: 2 }]);
    const told = await kit.rows<{ id: string }>('select user_id::text as id from msg_inbox where user_id = any($1)', [
      vehicle.ownerId,
      friend,
    ]);
    expect(new Set(told.map(({ id }) => id))).toEqual(new Set([vehicle.ownerId, friend]));
    const [logged] = await kit.rows<{ after: Record<string, unknown> }>(
      `select after from sys_operation_log where entity = 'bluetoothInfo' and action = 'resetKey' and result_code = 0 and entity_id = $1`,
      vehicle.vehicleId,
    );
    expect(logged?.after).toMatchObject({ '@reason': '手机遗失' });
  });

  test('of a vehicle that is away are reset when it comes back, and lie nowhere meanwhile', async () => {
    const vehicle = await kit.vehicle();
    expect(await post('resetKey', { id: vehicle.vehicleId, reason: '更换手机' })).toMatchObject({ code: 0 });
    const unitKey = bleKeyText(kit.t.app.secrets, vehicle.imei, 2);
    const { key } = (await keyOf(vehicle.ownerId, vehicle)).data;
    expect(await kit.rows('select from dev_downlink where device_id = $1', vehicle.imei)).not.toEqual([]);
    expect([...(await tablesWith(unitKey)), ...(await tablesWith(key))]).toEqual([]);
    const device = await kit.connect(vehicle);
    expect(await keyed(device, 2)).toBe(unitKey);
  });

  test('are not reset while the vehicle is ridden, nor without the right', async () => {
    const vehicle = await kit.vehicle();
    await kit.rows(
      `insert into veh_vehicle_status (vehicle_id, report_time, recv_time, online, speed_kmh, acc) values ($1, now(), now(), 1, 24, 1)
       on conflict (vehicle_id) do update set report_time = now(), recv_time = now(), online = 1, speed_kmh = 24, acc = 1`,
      vehicle.vehicleId,
    );
    const reset = { id: vehicle.vehicleId, reason: '骑行中' };
    expect((await post('resetKey', reset)).code).toBe(2404);
    await addRole(kit.t, 'ble_reader', ['blueToothInfo.query', 'blueToothInfo.edit', 'blueToothInfo.log']);
    const reader = await kit.staff('ble.reader', 'ble_reader');
    expect((await post('resetKey', reset, reader)).code).toBe(1003);
    expect((await detail(vehicle.vehicleId)).keyVersion).toBe(1);
  });
});

test('what is outside the scope of a user is neither shown nor changed', async () => {
  const vehicle = await kit.vehicle();
  const { bleMac, rev } = await detail(vehicle.vehicleId);
  await report(vehicle.ownerId, vehicle, timeout);
  const rights = ['query', 'edit', 'reset', 'log', 'export'].map((action) => `blueToothInfo.${action}`);
  const { vehicleId: id, vin } = vehicle;
  const day = formatDay(new Date());
  for (const [dataScope, sees] of [
    [1, true],
    [5, false],
  ] as const) {
    await addRole(kit.t, `ble_scope_${dataScope}`, rights, dataScope);
    const user = await kit.staff(`ble.scope${dataScope}`, `ble_scope_${dataScope}`);
    const total = async (path: string, body: object) => (await post<{ total: number }>(path, body, user)).data.total;
    expect(await total('list', { query: { bleMac } })).toBe(sees ? 1 : 0);
    expect(await total('logs', { vin, page: 1, pageSize: 10 })).toBe(sees ? 1 : 0);
    expect((await post<{ rows: number }>('export', { query: { bleMac } }, user)).data.rows).toBe(sees ? 1 : 0);
    const others = [
      await post('detail', { id }, user),
      await post('statistics', { id, from: day, to: day }, user),
      await post('update', { id, rev, bleName: 'ZK3-SCOPE' }, user),
      await post('resetKey', { id, reason: '范围之外' }, user),
    ];
    expect(others.map(({ code }) => code)).toEqual(sees ? [0, 0, 0, 0] : [1011, 1011, 1011, 1011]);
  }
});

describe('what phones report', () => {
  test('is the last connection and the failures of the vehicle', async () => {
    const vehicle = await kit.vehicle();
    await kit.rows('update usr_app_user set client_os = 2, app_version = $2 where id = $1', vehicle.ownerId, '5.2.0');
    expect((await report(vehicle.ownerId, vehicle, authFailed, { rssi: -70, ms: 3000 })).code).toBe(0);
    expect((await report(vehicle.ownerId, vehicle, notFound)).code).toBe(0);
    expect((await report(vehicle.ownerId, vehicle, ok, { rssi: -61, ms: 640, phoneModel: 'iPhone 16' })).code).toBe(0);
    expect(await detail(vehicle.vehicleId)).toMatchObject({ failCount7d: 2, lastRssi: -61, lastConnectOs: 2 });
    expect(await list({ 'vin.like': vehicle.vin, 'failCount7d.ge': 2, 'failCount7d.le': 2 })).toHaveLength(1);
    const { data } = await post<{ total: number; list: object[] }>('logs', { vin: vehicle.vin, page: 1, pageSize: 2 });
    expect(data.total).toBe(3);
    expect(data.list).toHaveLength(2);
    expect(data.list[0]).toMatchObject({
      result: ok,
      rssi: -61,
      costMs: 640,
      phoneModel: 'iPhone 16',
      clientOs: 2,
      appVersion: '5.2.0',
      userId: vehicle.ownerId,
    });
  });

  test('is refused from those who may not use it, and where it is no report', async () => {
    const vehicle = await kit.vehicle();
    expect((await report(await addAppUser(kit.t), vehicle, ok)).code).toBe(1011);
    expect(await report(vehicle.ownerId, vehicle, 5)).toMatchObject(refusedBy('result'));
    expect(await report(vehicle.ownerId, vehicle, ok, { rssi: -128 })).toMatchObject(refusedBy('rssi'));
    expect((await detail(vehicle.vehicleId)).lastConnectTime).toBeNull();
  });

  test('beyond two hundred a day is not kept', async () => {
    const vehicle = await kit.vehicle();
    await kit.rows(
      'insert into veh_ble_log (time, vehicle_id, user_id, result) select now(), $1, $2, 0 from generate_series(1, 200)',
      vehicle.vehicleId,
      vehicle.ownerId,
    );
    expect((await report(vehicle.ownerId, vehicle, timeout)).code).toBe(0);
    expect((await detail(vehicle.vehicleId)).failCount7d).toBeNull();
    expect((await report(await shared(vehicle.vehicleId), vehicle, timeout)).code).toBe(0);
    expect((await detail(vehicle.vehicleId)).failCount7d).toBe(1);
  });

  test('is counted by day and result', async () => {
    const vehicle = await kit.vehicle();
    for (const [result, rssi, ms] of [
      [ok, -60, 500],
      [ok, -62, 700],
      [timeout, -80, 10_000],
    ] as const)
      await report(vehicle.ownerId, vehicle, result, { rssi, ms });
    const to = formatDay(new Date());
    const from = formatDay(new Date(Date.now() - 6 * 86_400_000));
    const { data } = await post<{ days: BleDay[] }>('statistics', { id: vehicle.vehicleId, from, to });
    expect(data.days.map(({ day }) => day)).toEqual(data.days.map(({ day }) => day).toSorted());
    expect(data.days).toHaveLength(7);
    const today = data.days.find(({ results }) => results[ok] > 0);
    expect(today).toMatchObject({ results: [2, 0, 0, 1, 0], costMs: 600, rssi: -62 });
    expect(data.days[0]).toMatchObject({ results: [0, 0, 0, 0, 0], costMs: null, rssi: null });
    expect((await post('statistics', { id: vehicle.vehicleId, from: to, to: from })).code).toBe(8003);
  });
});

describe('failures', () => {
  test('older than seven days are counted no longer', async () => {
    const vehicle = await kit.vehicle();
    for (const result of [notFound, timeout, authFailed]) await report(vehicle.ownerId, vehicle, result);
    await age(vehicle, 6, 2);
    await run('bluetooth.failures');
    expect((await detail(vehicle.vehicleId)).failCount7d, 'six days are within').toBe(3);
    await age(vehicle, 2, 2);
    await run('bluetooth.failures');
    expect((await detail(vehicle.vehicleId)).failCount7d).toBe(1);
    await age(vehicle, 8, 3);
    await run('bluetooth.failures');
    expect((await detail(vehicle.vehicleId)).failCount7d).toBe(0);
    await report(vehicle.ownerId, vehicle, timeout);
    expect((await detail(vehicle.vehicleId)).failCount7d).toBe(1);
  });

  test('and their log go by month after a year', async () => {
    const vehicle = await kit.vehicle();
    await kit.rows("select veh_ble_log_partition(((now() - interval '14 months') at time zone 'Asia/Shanghai')::date)");
    await kit.rows(
      "insert into veh_ble_log (time, vehicle_id, user_id, result) select now() - n * interval '1 month', $1, $2, 0 from unnest('{0,14}'::int[]) n",
      vehicle.vehicleId,
      vehicle.ownerId,
    );
    await run('bluetooth.retention');
    const left = await kit.rows('select 1 from veh_ble_log where vehicle_id = $1', vehicle.vehicleId);
    expect(left).toHaveLength(1);
  });
});

describe('an import', () => {
  const heading = ['vin', 'bleMac', 'bleName'];
  const send = async (rows: (string | null)[][], head = heading) =>
    sendFile(kit.t, base, await workbookOf(head, rows), admin);

  test('changes the vehicles that its rows name, and adds none', async () => {
    const [one, two, three] = [await kit.vehicle(), await kit.vehicle(), await kit.vehicle()];
    const [four, five] = [await kit.vehicle(), await kit.vehicle()];
    const kept = await detail(three.vehicleId);
    const count = () => kit.rows<{ n: number }>('select count(*)::int as n from veh_vehicle');
    const before = await count();
    const { data } = await send([
      [one.vin.toLowerCase(), 'A4:C1:38:0F:00:01', 'ZK3-0F0001'],
      [two.vin, null, 'ZK3-0F0002'],
      [one.vin, 'A4:C1:38:0F:00:09', null],
      ['LZXE3C1A0SA999999', 'A4:C1:38:0F:00:03', null],
      [null, 'A4:C1:38:0F:00:04', null],
      [three.vin, 'A4:C1:38:0F:00:01', 'ZK3-0F0003'],
      [three.vin, 'no mac', null],
      [four.vin, 'no mac', 'x'],
      [five.vin, null, null],
    ]);
    expect(data).toMatchObject({ total: 9, success: 2, failed: 7 });
    const fields = data.errors.map(({ row, field }) => [row, field]);
    expect(fields).toEqual([
      [4, 'vin'],
      [5, 'vin'],
      [6, 'vin'],
      [7, 'bleMac'],
      [8, 'vin'],
      [9, 'bleMac'],
      [9, 'bleName'],
      [10, 'vin'],
    ]);
    expect(data.errorFileName).toBeTruthy();
    expect(await detail(one.vehicleId)).toMatchObject({ bleMac: 'A4:C1:38:0F:00:01', bleName: 'ZK3-0F0001' });
    expect(await detail(two.vehicleId)).toMatchObject({ bleName: 'ZK3-0F0002' });
    expect(await detail(three.vehicleId)).toMatchObject({ bleMac: kept.bleMac, bleName: kept.bleName, rev: kept.rev });
    expect(await count()).toEqual(before);
    const [logged] = await kit.rows<{ before: object; after: object }>(
      `select before, after from sys_operation_log where entity = 'bluetoothInfo' and action = 'import' and entity_id = $1`,
      two.vehicleId,
    );
    expect(logged?.after).toMatchObject({ bleName: 'ZK3-0F0002' });
  });

  test('has to have the column that names them', async () => {
    const { code, data } = await sendFile<{ errors: object[] }>(
      kit.t,
      base,
      await workbookOf(['bleMac'], [['A4:C1:38:0F:00:05']]),
      admin,
    );
    expect(code).toBe(1008);
    expect(data.errors).toMatchObject([{ field: 'vin' }]);
  });

  test('reaches no vehicle outside the scope of its user', async () => {
    const vehicle = await kit.vehicle();
    const bytes = await workbookOf(heading, [[vehicle.vin, null, 'ZK3-0F0010']]);
    await addRole(kit.t, 'ble_own', ['blueToothInfo.query', 'blueToothInfo.import'], 5);
    const own = await kit.staff('ble.own', 'ble_own');
    expect((await sendFile(kit.t, base, bytes, own)).data).toMatchObject({ success: 0, errors: [{ field: 'vin' }] });
    await addRole(kit.t, 'ble_all', ['blueToothInfo.query', 'blueToothInfo.import']);
    const everybody = await kit.staff('ble.importer', 'ble_all');
    expect((await sendFile(kit.t, base, bytes, everybody)).data).toMatchObject({ success: 1 });
  });
});
