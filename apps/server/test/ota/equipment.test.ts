import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addRole, addUser, password } from '../access/fixture.ts';
import { startControl, type ControlRig, type TestVehicle } from '../control/rig.ts';
import { fetchFile, readBytes } from '../import-export/workbook.ts';
import { adminPassword } from '../support/app.ts';
import { firmwareKit } from './firmware-kit.ts';

let rig: ControlRig;
let kit: Awaited<ReturnType<typeof firmwareKit>>;
let admin: string;
beforeAll(async () => {
  rig = await startControl();
  // The rig gives its model the first numbers itself.
  for (const table of ['veh_series', 'veh_type'])
    await rig.rows("select setval(pg_get_serial_sequence($1, 'id'), 100)", [table]);
  kit = await firmwareKit(rig.test);
  admin = await rig.test.login('admin', adminPassword);
});
afterAll(() => rig.stop());

interface Part {
  readonly id: string;
  readonly targetVersion: string | null;
  readonly upgradable: number;
  readonly testGroup: string | null;
}

const call = <Data = unknown>(path: string, body: object, as = admin) =>
  rig.test.call<Data>('POST', `/ps/crm/otaEquipment/${path}`, body, { as });
const list = async (query: object, as = admin) => {
  const { data, message } = await call<{ list: Part[] } | null>('list', { query }, as);
  if (data === null) throw new Error(message);
  return data.list;
};
const partOf = async ({ id }: TestVehicle, as = admin) => (await list({ vehicleId: id }, as))[0];

/** A part with its versions, as its factory recorded it. */
async function addPart({ id }: TestVehicle, more: object = {}): Promise<string> {
  const part = {
    device_type: 1,
    sn: `SN${id}`,
    model: 'ZK3',
    hardware_version: 'V1.2',
    software_version: 'V1.0.0',
    ...more,
  };
  const columns = Object.keys(part);
  const [row] = await rig.rows<{ id: string }>(
    `insert into veh_ecu (vehicle_id, ${columns.join()}) values ($1, ${columns.map((_, at) => `$${at + 2}`).join()}) returning id::text as id`,
    [id, ...Object.values(part)],
  );
  return String(row?.id);
}

/** The model of the rig's vehicles. */
const ours: object = { vehicleTypeIds: ['1'] };

async function released(version: string, more: object = {}): Promise<string> {
  const { id } = await kit.draft({ version, ...ours, ...more });
  await kit.release(id);
  return id;
}

describe('what can be installed on a part', () => {
  test('is the newest released package that fits it as it is, from its release until it is disabled', async () => {
    const vehicle = await rig.addVehicle();
    await addPart(vehicle, { model: 'ZK7' });
    expect(await partOf(vehicle)).toMatchObject({ targetVersion: null, upgradable: 0, generation: 2 });
    const draft = await kit.draft({ version: 'V2.0.0', ...ours });
    expect(await partOf(vehicle)).toMatchObject({ targetVersion: null });
    await kit.release(draft.id);
    // Of another part model.
    expect(await partOf(vehicle)).toMatchObject({ targetVersion: null });
    await rig.rows("update veh_ecu set model = 'ZK3' where vehicle_id = $1", [vehicle.id]);
    expect(await partOf(vehicle)).toMatchObject({ targetVersion: 'V2.0.0', upgradable: 1 });
    await released('V2.1.0');
    await released('V2.9.0', { hardwareVersions: ['V8.8'] });
    await released('V2.9.1', { minFromVersion: 'V1.9.0' });
    await released('V2.9.2', { vehicleTypeIds: [kit.modelId] });
    expect(await partOf(vehicle)).toMatchObject({ targetVersion: 'V2.1.0', upgradable: 1 });
    const last = await released('V2.2.0');
    expect(await partOf(vehicle)).toMatchObject({ targetVersion: 'V2.2.0', upgradable: 1 });
    const off = await kit.step(last, 'disable', kit.reviewer.token, { remark: '发现缺陷' });
    expect(off, off.message).toMatchObject({ code: 0 });
    expect(await partOf(vehicle)).toMatchObject({ targetVersion: 'V2.1.0', upgradable: 1 });
  });

  test('follows what the device reports, and the model of the vehicle', async () => {
    const vehicle = await rig.addVehicle();
    await addPart(vehicle);
    const device = await vehicle.connect();
    const report = (sw: string, at: number) =>
      device.say('telemetry', {
        s: [{ ts: Date.now() - 10_000 + at, ecu: [{ type: 'VCU', sw, hw: 'V1.2', ok: true }] }],
      });
    await report('V2.1.0', 1);
    await device.say('status', { st: 'online' });
    expect(await partOf(vehicle)).toMatchObject({ softwareVersion: 'V2.1.0', targetVersion: 'V2.9.1', upgradable: 1 });
    await report('V2.9.1', 2);
    await device.say('status', { st: 'online' });
    expect(await partOf(vehicle)).toMatchObject({ softwareVersion: 'V2.9.1', targetVersion: 'V2.9.1', upgradable: 0 });
    await rig.rows('update veh_vehicle set vehicle_type_id = $2 where id = $1', [vehicle.id, kit.modelId]);
    expect(await partOf(vehicle)).toMatchObject({ targetVersion: 'V2.9.2', upgradable: 1 });
    // Not yet known to anybody.
    await rig.rows("update veh_ecu set software_version = 'nonsense' where vehicle_id = $1", [vehicle.id]);
    expect(await partOf(vehicle)).toMatchObject({ upgradable: 0 });
    await device.leave();
  });

  test('of the old generation follows model and day of its versions', async () => {
    const vehicle = await rig.addVehicle();
    const old = await rig.rows<{ id: string }>(
      `insert into veh_type (code, name, series_id, vehicle_category, startup_models, battery_type, battery_count, rated_voltage_v, rated_capacity_ah,
         rated_power_w, max_speed_kmh, range_km, weight_kg, colors, ecu_model, ota_generation, online_timeout_sec, warranty_months,
         battery_warranty_months, ecu_warranty_months, shelf_status)
       select 'OLD1', 'Old', series_id, vehicle_category, startup_models, battery_type, battery_count, rated_voltage_v, rated_capacity_ah,
         rated_power_w, max_speed_kmh, range_km, weight_kg, colors, ecu_model, 1, online_timeout_sec, warranty_months,
         battery_warranty_months, ecu_warranty_months, shelf_status from veh_type where id = 1 returning id::text as id`,
    );
    const typeId = String(old[0]?.id);
    await rig.rows('update veh_vehicle set vehicle_type_id = $2 where id = $1', [vehicle.id, typeId]);
    await addPart(vehicle, { software_version: 'ZK1_20230615_A02' });
    const add = (version: string) =>
      rig.rows(
        `insert into ota_firmware (firmware_no, generation, name, device_type, version, vehicle_type_ids, change_log, status, sha256, package_file)
         select 'T' || $1, 1, $1, 1, $1, array[$2]::bigint[], 'x', 1, sha256, package_file from ota_firmware where sha256 is not null limit 1`,
        [version, typeId],
      );
    await add('ZK2_20250615_A01');
    expect(await partOf(vehicle)).toMatchObject({ generation: 1, targetVersion: null, upgradable: 0 });
    await add('ZK1_20230615_A03');
    await add('ZK1_20220101_B01');
    expect(await partOf(vehicle)).toMatchObject({ targetVersion: 'ZK1_20230615_A03', upgradable: 1 });
    await rig.rows('update ota_firmware set status = 2 where version = $1', ['ZK1_20230615_A03']);
    expect(await partOf(vehicle)).toMatchObject({ targetVersion: 'ZK1_20220101_B01', upgradable: 0 });
  });

  test('and the version are what lists are filtered by', async () => {
    const [first, second] = [await rig.addVehicle(), await rig.addVehicle()];
    const [low, high] = [
      await addPart(first, { model: 'ZK3', software_version: 'V0.0.1' }),
      await addPart(second, { model: 'ZK3', software_version: 'V2.9.1' }),
    ];
    const ids = async (query: object) =>
      (await list({ 'id.in': [low, high], ...query })).map(({ id }) => id).toSorted();
    expect(await ids({ upgradable: 1 })).toEqual([low]);
    expect(await ids({ upgradable: 0 })).toEqual([high]);
    expect(await ids({ softwareVersion: 'v0.0.1' })).toEqual([low]);
    expect(await ids({ 'softwareVersion.ne': 'v2.9.1' })).toEqual([low]);
    expect(await ids({ partModel: 'zk3', hardwareVersion: 'V1.2', deviceType: 1, vehicleTypeId: '1' })).toHaveLength(2);
    expect(await ids({ partModel: 'ZK9' })).toEqual([]);
    expect(await ids({ 'vin.like': first.vin.slice(-8) })).toEqual([low]);
    expect(await ids({ 'lastReportTime.ge': '2020-01-01' })).toEqual([]);
    const { fileName } = (await call<{ fileName: string }>('export', { query: { 'id.in': [low, high] } })).data;
    const sheet = JSON.stringify((await readBytes(await fetchFile(rig.test, fileName, admin))).rows);
    expect(sheet).toContain(first.vin);
    expect(sheet).toContain('V2.9.1');
  });

  test('of a vehicle that was deleted is no matter', async () => {
    const vehicle = await rig.addVehicle();
    await addPart(vehicle);
    await rig.rows('update veh_vehicle set deleted = true where id = $1', [vehicle.id]);
    expect(await partOf(vehicle)).toBeUndefined();
  });
});

describe('the versions of a part', () => {
  test('say where each came from', async () => {
    const vehicle = await rig.addVehicle();
    const id = await addPart(vehicle, { install_time: new Date('2025-01-02T00:00:00Z') });
    await rig.rows("update veh_ecu set software_version = 'V1.1.0', last_report_time = now() where id = $1", [id]);
    // The worker of OTA tasks says so when a report has confirmed its update.
    await rig.rows("update veh_ecu set software_version = 'V1.2.0' where id = $1", [id]);
    await rig.rows('update veh_ecu set last_ota_time = now(), last_ota_result = 5 where id = $1', [id]);
    const { data } = await call<object[]>('history', { vin: vehicle.vin, deviceType: 1 });
    expect(data).toMatchObject([
      { softwareFrom: 'V1.1.0', softwareVersion: 'V1.2.0', source: 2 },
      { softwareFrom: 'V1.0.0', softwareVersion: 'V1.1.0', source: 3 },
      { softwareFrom: null, softwareVersion: 'V1.0.0', hardwareVersion: 'V1.2', sn: `SN${vehicle.id}`, source: 1 },
    ]);
    expect((await call<object[]>('history', { vin: vehicle.vin, deviceType: 4 })).data).toEqual([]);
    expect((await call('history', { vin: 'LZXNOSUCHVEHICLE1', deviceType: 1 })).code).toBe(1002);
    // An update that failed changes nothing about it.
    await rig.rows(
      "update veh_ecu set last_ota_time = now() + interval '1 s', last_ota_result = 7, software_version = 'V1.0.9' where id = $1",
      [id],
    );
    expect((await call<{ source: number }[]>('history', { vin: vehicle.vin, deviceType: 1 })).data[0]?.source).toBe(3);
  });
});

describe('a check', () => {
  test('has the vehicle report its versions', async () => {
    const vehicle = await rig.addVehicle();
    const id = await addPart(vehicle);
    const device = await vehicle.connect();
    const { data } = await call<{ commandId: string }>('check', { vin: vehicle.vin }, rig.tokens.ota);
    const sent = await device.next('queryVersion');
    expect(sent.id).toBe(data.commandId);
    await device.answer(sent.id, 'succeeded');
    await rig.reaches(data.commandId, 3);
    // By one of its parts, as the page does it; a second one at once is too much, as of any command.
    expect(await call('check', { id })).toMatchObject({ code: 0 });
    expect(await call('check', { id })).toMatchObject({ code: 2401 });
    await device.leave();
  });

  test('is refused like other commands', async () => {
    const vehicle = await rig.addVehicle();
    expect((await call('check', { vin: vehicle.vin })).code).toBe(1002);
    await addPart(vehicle);
    expect((await call('check', { vin: vehicle.vin })).code).toBe(2403);
    expect((await call('check', { vin: vehicle.vin }, rig.tokens.dealer)).code).toBe(1003);
    expect((await call('check', { vin: 'LZXNOSUCHVEHICLE1' })).code).toBe(1002);
    expect((await call('check', {})).code).toBe(1002);
  });
});

describe('test groups', () => {
  test('take parts in and let them go, many at once', async () => {
    const [first, second] = [await rig.addVehicle(), await rig.addVehicle()];
    const ids = [await addPart(first), await addPart(second)];
    expect(await call('testGroup', { ids, testGroup: 'A' }, rig.tokens.ota)).toMatchObject({
      code: 0,
      data: { changed: 2 },
    });
    expect(await list({ testGroup: 'A', 'id.in': ids })).toHaveLength(2);
    expect(await call('testGroup', { ids: ids.slice(0, 1), testGroup: null })).toMatchObject({ code: 0 });
    expect(await partOf(first)).toMatchObject({ testGroup: null });
    expect(await call('testGroup', { ids, testGroup: 'Z' })).toMatchObject({ code: 1001 });
    expect((await call('testGroup', { ids, testGroup: 'B' }, rig.tokens.cs)).code).toBe(1003);
  });

  test('and everything else end with the scope of a user', async () => {
    const [mine, other] = [await rig.addVehicle(rig.dealerId), await rig.addVehicle()];
    const ids = [await addPart(mine), await addPart(other)];
    const functions = ['query', 'check', 'testGroup'].map((one) => `otaEquipmentManage.${one}`);
    await addRole(rig.test, 'ota.scoped', functions, 3);
    const [city] = await rig.rows<{ code: string }>('select city_id as code from dlr_dealer where id = $1', [
      rig.dealerId,
    ]);
    await addUser(rig.test, { username: 'ota.scoped', roles: ['ota.scoped'], regionScope: [String(city?.code)] });
    const as = await rig.test.login('ota.scoped', password);
    expect((await list({ 'id.in': ids }, as)).map(({ id }) => id)).toEqual(ids.slice(0, 1));
    expect((await call('history', { vin: other.vin, deviceType: 1 }, as)).code).toBe(1011);
    expect((await call('check', { vin: other.vin }, as)).code).toBe(1011);
    expect((await call('check', { id: ids[1] }, as)).code).toBe(1011);
    const { data } = await call<{ changed: number; skipped: { id: string; code: number }[] }>(
      'testGroup',
      { ids, testGroup: 'C' },
      as,
    );
    expect(data).toMatchObject({ changed: 1, skipped: [{ id: ids[1], code: 1011 }] });
    expect(await partOf(other)).toMatchObject({ testGroup: null });
  });
});
