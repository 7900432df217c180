import type { PhoneKey } from '@wheelhouse/contract/calls/binding';
import { recordOf } from '@wheelhouse/contract/object';
import { formatDay, parseInstant } from '@wheelhouse/contract/time';
import { entities, plain } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bleKeyText } from '../../src/modules/binding/ble.ts';
import { addRole } from '../access/fixture.ts';
import { eventually } from '../gateway/fixture.ts';
import { fetchFile, readBytes, sendFile, workbookOf } from '../import-export/workbook.ts';
import { addAppUser } from '../support/app-user.ts';
import { type Bound, type Heard } from '../theft/kit.ts';
import { base, infoWorld, type InfoWorld, refusedBy, timeout } from './info-kit.ts';

let w: InfoWorld;
beforeAll(async () => {
  w = await infoWorld();
});
afterAll(() => w.stop());

const keyOf = (userId: string, { vin }: Pick<Bound, 'vin'>) =>
  w.kit.app<PhoneKey>(userId, '/app/v1/vehicle/bleKey', { vin }, 'GET');
/** The key of a version, once the control unit has been sent it. */
const keyed = ({ down }: Heard, version: number): Promise<string> =>
  eventually(async () => {
    const sent = down.config.map(({ desired }) => recordOf(desired));
    const found = sent.find((desired) => desired['bleKeyVersion'] === version);
    return found && String(found['bleKey']);
  });
/** Tables in whose rows the text stands. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await w.kit.rows<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace::regnamespace::text !~ '^(pg_|information_schema)'`,
  );
  const found: string[] = [];
  for (const { name } of tables)
    if ((await w.kit.rows(`select from ${name} t where strpos(t::text, $1) > 0 limit 1`, text)).length > 0)
      found.push(name);
  return found;
}

describe('the Bluetooth identity of a vehicle', () => {
  test('is what the vehicle has, with the state of its keys and never a key', async () => {
    const vehicle = await w.kit.vehicle();
    const [guest, gone] = [
      await w.shared(vehicle.vehicleId),
      await w.shared(vehicle.vehicleId, new Date(Date.now() - 1000)),
    ];
    const [row] = await w.list({ 'vin.like': vehicle.vin });
    expect(row).toMatchObject({ id: vehicle.vehicleId, keyVersion: 1, keyCount: 2, failCount7d: null });
    expect(await w.list({ bleMac: row?.bleMac })).toHaveLength(1);
    expect(await w.list({ bleMac: row?.bleMac, 'failCount7d.ge': 1 })).toEqual([]);
    const { key } = (await keyOf(guest, vehicle)).data;
    expect((await keyOf(gone, vehicle)).code).toBe(1011);
    const { fileName } = (await w.post<{ fileName: string }>('export', { query: { bleMac: row?.bleMac } })).data;
    const sheet = await readBytes(await fetchFile(w.kit.t, fileName, w.admin));
    const shown = JSON.stringify([row, await w.detail(vehicle.vehicleId), sheet.rows]);
    expect(shown).toContain(vehicle.vin);
    expect(shown).not.toContain(key);
  });

  test('names the setup of its model, and is found by its protocol', async () => {
    const vehicle = await w.kit.vehicle();
    const [{ model } = { model: '' }] = await w.kit.rows<{ model: string }>(
      'select vehicle_type_id::text as model from veh_vehicle where id = $1',
      vehicle.vehicleId,
    );
    const found = async () => (await w.list({ 'vin.like': vehicle.vin, protocolVersion: 'V3' })).length;
    expect(await found()).toBe(0);
    const setup = { setupName: `蓝牙${vehicle.vin.slice(-6)}`, vehicleTypeIds: [model], ecuModel: 'ZK3', enabled: 1 };
    const uuids = { serviceUuid: 'FEE7', writeUuid: 'FEC7', notifyUuid: 'FEC8', namePrefix: 'WH_' };
    const form = { ...setup, ...uuids, protocolVersion: 'V3' };
    const added = await w.kit.t.call('POST', '/veh/crm/bluetoothSetup/add', form, { as: 'admin' });
    expect(added, added.message).toMatchObject({ code: 0 });
    expect(await found()).toBe(1);
    expect(await w.detail(vehicle.vehicleId)).toMatchObject({ setupName: setup.setupName, protocolVersion: 'V3' });
  });

  test('is changed for the vehicle and its central control alike', async () => {
    const vehicle = await w.kit.vehicle();
    const { rev } = await w.detail(vehicle.vehicleId);
    const change = { id: vehicle.vehicleId, rev, bleMac: 'a4:c1:38:ab:cd:01', bleName: 'ZK3-ABCD01' };
    expect(await w.post('update', change)).toMatchObject({ code: 0 });
    expect(await w.detail(vehicle.vehicleId)).toMatchObject({ bleMac: 'A4:C1:38:AB:CD:01', bleName: 'ZK3-ABCD01' });
    const [ecu] = await w.kit.rows<{ mac: string }>(
      'select ble_mac as mac from veh_ecu where vehicle_id = $1 and device_type = 1',
      vehicle.vehicleId,
    );
    expect(ecu?.mac).toBe('A4:C1:38:AB:CD:01');
    const told = await w.kit.rows<{ after: object }>(
      `select after from sys_operation_log where entity = 'vehicle' and entity_id = $1 and action = 'update'`,
      vehicle.vehicleId,
    );
    expect(told.map(({ after }) => after)).toContainEqual({ bleMac: 'A4:C1:38:AB:CD:01', bleName: 'ZK3-ABCD01' });
    expect((await w.post('update', change)).code, 'somebody else was first').toBe(1005);

    const other = await w.kit.vehicle();
    const next = { id: other.vehicleId, rev: (await w.detail(other.vehicleId)).rev };
    expect(await w.post('update', { ...next, bleMac: 'A4:C1:38:AB:CD:01' })).toMatchObject({ code: 1009 });
    expect(await w.post('update', { ...next, bleMac: '00:00:00:00:00:00' })).toMatchObject({
      data: { errors: [{ field: 'bleMac' }] },
    });
    expect(await w.post('update', { ...next, bleMac: null })).toMatchObject(refusedBy('bleMac'));
  });

  test('is all of the vehicle that this page changes', async () => {
    const { vehicleId } = await w.kit.vehicle();
    const stored = () => w.kit.rows('select * from veh_vehicle where id = $1', vehicleId);
    const before = await stored();
    const { rev } = await w.detail(vehicleId);
    const others = Object.keys({ ...plain(entities.bluetoothInfo).fields, ...plain(entities.vehicle).fields }).filter(
      (name) => name !== 'bleMac' && name !== 'bleName',
    );
    for (const name of others) {
      const answer = await w.post('update', { id: vehicleId, rev, bleName: 'ZK3-OTHER', [name]: null });
      expect(answer, name).toMatchObject(refusedBy(name));
    }
    expect(await stored()).toEqual(before);
  });
});

describe('keys', () => {
  test('are for the owner and those they share with, for seven days and no longer than the share', async () => {
    const vehicle = await w.kit.vehicle();
    const end = new Date(Date.now() + 2 * 3_600_000);
    const [friend, guest] = [await w.shared(vehicle.vehicleId), await w.shared(vehicle.vehicleId, end)];
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
    expect((await keyOf(await addAppUser(w.kit.t), vehicle)).code).toBe(1011);
  });

  test('are all void after a reset: the unit and the users get new ones', async () => {
    const vehicle = await w.kit.vehicle();
    const friend = await w.shared(vehicle.vehicleId);
    const device = await w.kit.connect(vehicle);
    const before = (await keyOf(friend, vehicle)).data;
    expect(await w.post('resetKey', { id: vehicle.vehicleId })).toMatchObject(refusedBy('reason'));
    expect(await w.post('resetKey', { id: vehicle.vehicleId, reason: '手机遗失' })).toMatchObject({ code: 0 });
    expect(await keyed(device, 2)).toMatch(/^[\w-]{43}$/);
    const after = (await keyOf(friend, vehicle)).data;
    expect(after.keyVersion).toBe(2);
    expect(after.key).not.toBe(before.key);
    expect((await w.detail(vehicle.vehicleId)).keyVersion).toBe(2);
    const versions = await w.kit.rows(
      'select distinct key_version from veh_binding where vehicle_id = $1',
      vehicle.vehicleId,
    );
    expect(versions).toEqual([{ key_version: 2 }]);
    const told = await w.kit.rows<{ id: string }>('select user_id::text as id from msg_inbox where user_id = any($1)', [
      vehicle.ownerId,
      friend,
    ]);
    expect(new Set(told.map(({ id }) => id))).toEqual(new Set([vehicle.ownerId, friend]));
    const [logged] = await w.kit.rows<{ after: Record<string, unknown> }>(
      `select after from sys_operation_log where entity = 'bluetoothInfo' and action = 'resetKey' and result_code = 0 and entity_id = $1`,
      vehicle.vehicleId,
    );
    expect(logged?.after).toMatchObject({ '@reason': '手机遗失' });
  });

  test('of a vehicle that is away are reset when it comes back, and lie nowhere meanwhile', async () => {
    const vehicle = await w.kit.vehicle();
    expect(await w.post('resetKey', { id: vehicle.vehicleId, reason: '更换手机' })).toMatchObject({ code: 0 });
    const unitKey = bleKeyText(w.kit.t.app.secrets, vehicle.imei, 2);
    const { key } = (await keyOf(vehicle.ownerId, vehicle)).data;
    expect(await w.kit.rows('select from dev_downlink where device_id = $1', vehicle.imei)).not.toEqual([]);
    expect([...(await tablesWith(unitKey)), ...(await tablesWith(key))]).toEqual([]);
    const device = await w.kit.connect(vehicle);
    expect(await keyed(device, 2)).toBe(unitKey);
  });

  test('are not reset while the vehicle is ridden, nor without the right', async () => {
    const vehicle = await w.kit.vehicle();
    await w.kit.rows(
      `insert into veh_vehicle_status (vehicle_id, report_time, recv_time, online, speed_kmh, acc) values ($1, now(), now(), 1, 24, 1)
       on conflict (vehicle_id) do update set report_time = now(), recv_time = now(), online = 1, speed_kmh = 24, acc = 1`,
      vehicle.vehicleId,
    );
    const reset = { id: vehicle.vehicleId, reason: '骑行中' };
    expect((await w.post('resetKey', reset)).code).toBe(2404);
    await addRole(w.kit.t, 'ble_reader', ['blueToothInfo.query', 'blueToothInfo.edit', 'blueToothInfo.log']);
    const reader = await w.kit.staff('ble.reader', 'ble_reader');
    expect((await w.post('resetKey', reset, reader)).code).toBe(1003);
    expect((await w.detail(vehicle.vehicleId)).keyVersion).toBe(1);
  });
});

test('what is outside the scope of a user is neither shown nor changed', async () => {
  const vehicle = await w.kit.vehicle();
  const { bleMac, rev } = await w.detail(vehicle.vehicleId);
  await w.report(vehicle.ownerId, vehicle, timeout);
  const rights = ['query', 'edit', 'reset', 'log', 'export'].map((action) => `blueToothInfo.${action}`);
  const { vehicleId: id, vin } = vehicle;
  const day = formatDay(new Date());
  for (const [dataScope, sees] of [
    [1, true],
    [5, false],
  ] as const) {
    await addRole(w.kit.t, `ble_scope_${dataScope}`, rights, dataScope);
    const user = await w.kit.staff(`ble.scope${dataScope}`, `ble_scope_${dataScope}`);
    const total = async (path: string, body: object) => (await w.post<{ total: number }>(path, body, user)).data.total;
    expect(await total('list', { query: { bleMac } })).toBe(sees ? 1 : 0);
    expect(await total('logs', { vin, page: 1, pageSize: 10 })).toBe(sees ? 1 : 0);
    expect((await w.post<{ rows: number }>('export', { query: { bleMac } }, user)).data.rows).toBe(sees ? 1 : 0);
    const others = [
      await w.post('detail', { id }, user),
      await w.post('statistics', { id, from: day, to: day }, user),
      await w.post('update', { id, rev, bleName: 'ZK3-SCOPE' }, user),
      await w.post('resetKey', { id, reason: '范围之外' }, user),
    ];
    expect(others.map(({ code }) => code)).toEqual(sees ? [0, 0, 0, 0] : [1011, 1011, 1011, 1011]);
  }
});

describe('an import', () => {
  const heading = ['vin', 'bleMac', 'bleName'];
  const send = async (rows: (string | null)[][], head = heading) =>
    sendFile(w.kit.t, base, await workbookOf(head, rows), w.admin);

  test('changes the vehicles that its rows name, and adds none', async () => {
    const [one, two, three] = [await w.kit.vehicle(), await w.kit.vehicle(), await w.kit.vehicle()];
    const [four, five] = [await w.kit.vehicle(), await w.kit.vehicle()];
    const kept = await w.detail(three.vehicleId);
    const count = () => w.kit.rows<{ n: number }>('select count(*)::int as n from veh_vehicle');
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
    expect(await w.detail(one.vehicleId)).toMatchObject({ bleMac: 'A4:C1:38:0F:00:01', bleName: 'ZK3-0F0001' });
    expect(await w.detail(two.vehicleId)).toMatchObject({ bleName: 'ZK3-0F0002' });
    expect(await w.detail(three.vehicleId)).toMatchObject({
      bleMac: kept.bleMac,
      bleName: kept.bleName,
      rev: kept.rev,
    });
    expect(await count()).toEqual(before);
    const [logged] = await w.kit.rows<{ before: object; after: object }>(
      `select before, after from sys_operation_log where entity = 'bluetoothInfo' and action = 'import' and entity_id = $1`,
      two.vehicleId,
    );
    expect(logged?.after).toMatchObject({ bleName: 'ZK3-0F0002' });
  });

  test('has to have the column that names them', async () => {
    const { code, data } = await sendFile<{ errors: object[] }>(
      w.kit.t,
      base,
      await workbookOf(['bleMac'], [['A4:C1:38:0F:00:05']]),
      w.admin,
    );
    expect(code).toBe(1008);
    expect(data.errors).toMatchObject([{ field: 'vin' }]);
  });

  test('reaches no vehicle outside the scope of its user', async () => {
    const vehicle = await w.kit.vehicle();
    const bytes = await workbookOf(heading, [[vehicle.vin, null, 'ZK3-0F0010']]);
    await addRole(w.kit.t, 'ble_own', ['blueToothInfo.query', 'blueToothInfo.import'], 5);
    const own = await w.kit.staff('ble.own', 'ble_own');
    expect((await sendFile(w.kit.t, base, bytes, own)).data).toMatchObject({ success: 0, errors: [{ field: 'vin' }] });
    await addRole(w.kit.t, 'ble_all', ['blueToothInfo.query', 'blueToothInfo.import']);
    const everybody = await w.kit.staff('ble.importer', 'ble_all');
    expect((await sendFile(w.kit.t, base, bytes, everybody)).data).toMatchObject({ success: 1 });
  });
});
