import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setDeviceSecret } from '../../src/gateway/credentials.ts';
import { addSample, bindOwner, sampleForm } from '../registry/samples.ts';
import { addAppUser } from '../support/app-user.ts';
import { startBench, type Bench, type Made } from '../vehicles/fixture.ts';
import { fieldsOf, minutesAgo, replacementsOf } from './replacements-kit.ts';

/** A changed part: record, vehicle, battery and electronic part change together, and back. */
let b: Bench;
beforeAll(async () => {
  b = await startBench();
});
afterAll(() => b.stop());

/** A user with whom the vehicle is shared. */
async function shareWith({ id }: Made): Promise<string> {
  const userId = await addAppUser(b.t);
  await b.rows(
    `insert into veh_binding (vehicle_id, user_id, bind_type, status, bind_time, channel, key_version)
     values ($1, $2, 2, 1, now(), 1, 1)`,
    id,
    userId,
  );
  return userId;
}

const { record, read, voidIt } = replacementsOf(() => b);
let made = 0;

/** A central control that no vehicle has. */
async function control(): Promise<{ newSn: unknown; newImei: unknown; newIccid: unknown; newBleMac: unknown }> {
  const free = await sampleForm(b.t, entityNamed('vehicle'));
  return { newSn: free['ecuSn'], newImei: free['imei'], newIccid: free['iccid'], newBleMac: free['bleMac'] };
}
const vehicleRow = async ({ id }: Made) =>
  (
    await b.rows<Record<string, unknown>>(
      'select ecu_sn, imei, iccid, ble_mac, controller_sn, motor_no from veh_vehicle where id = $1',
      id,
    )
  )[0];
const partRow = async ({ id }: Made, type: number) =>
  (
    await b.rows<Record<string, unknown>>(
      'select sn, imei, software_version from veh_ecu where vehicle_id = $1 and device_type = $2 and not deleted',
      id,
      type,
    )
  )[0];
/** How often the users of a vehicle were told to pair their phones again. */
const askedToPair = async ({ id }: Made): Promise<Record<string, number>> => {
  const told = await b.rows<{ user: string; n: number }>(
    `select b.user_id::text as user, (select count(*)::int from msg_inbox m where m.receiver = 1 and m.user_id = b.user_id and m.title_zh = '请重新配对蓝牙') as n
     from veh_binding b where b.vehicle_id = $1`,
    id,
  );
  return Object.fromEntries(told.map(({ user, n }) => [user, n]));
};
const keyVersion = async ({ id }: Made): Promise<number> =>
  (
    await b.rows<{ version: number }>(
      'select ble_key_version as version from veh_device_config where vehicle_id = $1',
      id,
    )
  )[0]?.version ?? 1;

describe('a central control', () => {
  test('vehicle and part get the new one, with a new Bluetooth key and without the old version and credential', async () => {
    const vehicle = await b.vehicle();
    const owner = await bindOwner(b.t, vehicle.id);
    const guest = await shareWith(vehicle);
    await setDeviceSecret(b.t.app.db, vehicle.id, String(vehicle.form['imei']), 'a secret of the old one');
    await b.rows(
      "update veh_ecu set software_version = 'V1.2.3' where vehicle_id = $1 and device_type = 1",
      vehicle.id,
    );
    const [before, next] = [await vehicleRow(vehicle), await control()];
    const added = await record(vehicle, { deviceType: 1, oldSn: vehicle.form['ecuSn'], ...next });
    expect(added.code, JSON.stringify(added)).toBe(0);
    expect(await vehicleRow(vehicle)).toMatchObject({
      ecu_sn: next.newSn,
      imei: next.newImei,
      iccid: next.newIccid,
      ble_mac: next.newBleMac,
    });
    expect(await partRow(vehicle, 1)).toMatchObject({ sn: next.newSn, imei: next.newImei, software_version: null });
    expect(await keyVersion(vehicle)).toBe(2);
    expect(await b.rows('select key_version from veh_binding where vehicle_id = $1', vehicle.id)).toEqual([
      { key_version: 2 },
      { key_version: 2 },
    ]);
    expect(await askedToPair(vehicle)).toEqual({ [owner]: 1, [guest]: 1 });
    expect(await b.rows('select 1 from dev_credential where vehicle_id = $1', vehicle.id)).toEqual([]);
    expect(await read(added.data.id)).toMatchObject({
      recordNo: expect.stringMatching(/^RC\d{14}$/) as string,
      status: 1,
      source: 1,
      oldImei: before?.['imei'],
      oldSoftwareVersion: 'V1.2.3',
      recordedSn: before?.['ecu_sn'],
    });
    expect(
      await b.rows(
        "select 1 from sys_operation_log where entity = 'vehicle' and entity_id = $1 and action = 'replacePart'",
        vehicle.id,
      ),
    ).toHaveLength(1);

    expect((await voidIt(added.data.id)).code).toBe(0);
    expect(await vehicleRow(vehicle)).toEqual(before);
    expect(await partRow(vehicle, 1)).toMatchObject({ sn: before?.['ecu_sn'], software_version: 'V1.2.3' });
    expect(await keyVersion(vehicle)).toBe(3);
    expect(await askedToPair(vehicle), 'told again').toEqual({ [owner]: 2, [guest]: 2 });
    expect(await read(added.data.id)).toMatchObject({ status: 2, voidReason: '录错了车辆' });
    expect((await voidIt(added.data.id)).code).toBe(1004);
  });

  test('it begins its numbers anew: nothing it says is taken for what the one before said', async () => {
    const vehicle = await b.vehicle();
    const base = Date.now() - 60_000;
    const stored = async () =>
      (
        await b.rows<{ odo: number }>(
          'select odo_m as odo from veh_telemetry where vehicle_id = $1 order by ts',
          vehicle.id,
        )
      ).map(({ odo }) => Number(odo));
    const say = async (imei: unknown, odo: number) => {
      const unit = await b.connect({ ...vehicle, form: { ...vehicle.form, imei } });
      // The second time is a repetition.
      for (let n = 0; n < 2; n++) await unit.send('telemetry', { mid: '1-1', s: [{ ts: base + odo, odo }] });
    };
    await say(vehicle.form['imei'], 1000);
    const next = await control();
    const added = await record(vehicle, { deviceType: 1, oldSn: vehicle.form['ecuSn'], ...next });
    await say(next.newImei, 2000);
    expect(await stored()).toEqual([1000, 2000]);
    expect((await voidIt(added.data.id)).code).toBe(0);
    await say(vehicle.form['imei'], 3000);
    expect(await stored()).toEqual([1000, 2000, 3000]);
  });

  test('its address and SIM card are those of no other vehicle, and it has to have an address', async () => {
    const [vehicle, other] = [await b.vehicle(), await b.vehicle()];
    const next = await control();
    const part = { deviceType: 1, oldSn: vehicle.form['ecuSn'], ...next };
    expect(fieldsOf(await record(vehicle, { ...part, newImei: undefined }))).toEqual(['newImei']);
    expect(await record(vehicle, { ...part, newIccid: other.form['iccid'] })).toMatchObject({
      code: 2012,
      data: { errors: [{ field: 'newIccid' }] },
    });
    expect(await record(vehicle, { ...part, newImei: other.form['imei'] })).toMatchObject({
      code: 1009,
      data: { errors: [{ field: 'newImei' }] },
    });
    expect(await record(vehicle, { ...part, newSn: other.form['ecuSn'] })).toMatchObject({
      code: 5112,
      message: `新件已被${String(other.form['vin'])}使用`,
    });
    expect((await record(vehicle, { ...part, newSn: 'X' })).code).toBe(1001);
    expect(await vehicleRow(vehicle)).toMatchObject({ ecu_sn: vehicle.form['ecuSn'] });
  });

  test('the exchange at the vehicle writes the same, and names the order whose number it was given', async () => {
    const vehicle = await b.vehicle();
    const next = await control();
    const answer = await b.post<{ recordNo: string }>('/veh/crm/vehicle/replaceEcu', {
      id: vehicle.id,
      newEcuSn: next.newSn,
      newImei: next.newImei,
      reasonCode: '4',
      workOrderNo: 'SAP-4711',
    });
    expect(answer.code, JSON.stringify(answer)).toBe(0);
    expect(await vehicleRow(vehicle)).toMatchObject({ ecu_sn: next.newSn, iccid: vehicle.form['iccid'] });
    const [row] = await b.rows(
      'select source, work_order_no, recorded_sn from veh_replacement_record where record_no = $1',
      answer.data.recordNo,
    );
    expect(row).toEqual({ source: 2, work_order_no: 'SAP-4711', recorded_sn: vehicle.form['ecuSn'] });
    expect(await keyVersion(vehicle)).toBe(2);
  });
});

describe('a battery', () => {
  const install = (battery: Made, vehicle: Made) =>
    b.ok('/veh/crm/battery/transition', {
      id: battery.id,
      action: 'install',
      vin: vehicle.form['vin'],
      slot: 2,
      reasonCode: '1',
    });
  const stateOf = async ({ id }: Made) =>
    (
      await b.rows<Record<string, unknown>>(
        'select vehicle_id::text as vehicle, slot, status from veh_battery where id = $1',
        id,
      )
    )[0];

  test('goes into the slot of the old one, under warranty, and back', async () => {
    const [vehicle, old, next] = [await b.vehicle(), await b.battery(), await b.battery()];
    await install(old, vehicle);
    const sn = (battery: Made) => battery.form['batterySn'];
    const added = await record(vehicle, { deviceType: 2, oldSn: sn(old), newSn: sn(next) });
    expect(added.code, JSON.stringify(added)).toBe(0);
    expect(await stateOf(next)).toEqual({ vehicle: vehicle.id, slot: 2, status: 1 });
    expect(await stateOf(old)).toEqual({ vehicle: null, slot: null, status: 2 });
    expect(await b.rows('select unbind_reason from veh_battery_binding where battery_id = $1', old.id)).toEqual([
      { unbind_reason: '2' },
    ]);
    expect((await voidIt(added.data.id)).code).toBe(0);
    expect([await stateOf(old), await stateOf(next)]).toMatchObject([{ slot: 2, status: 1 }, { status: 2 }]);
  });

  test('is registered, and in no other vehicle', async () => {
    const [vehicle, other] = [await b.vehicle(), await b.vehicle()];
    const [old, used] = [await b.battery(), await b.battery()];
    await install(old, vehicle);
    await install(used, other);
    const unknown = String((await sampleForm(b.t, entityNamed('battery')))['batterySn']);
    const part = (newSn: unknown) => ({ deviceType: 2, oldSn: old.form['batterySn'], newSn });
    expect((await record(vehicle, part(unknown))).code).toBe(2206);
    expect((await record(vehicle, part(used.form['batterySn']))).code).toBe(5112);
    expect(await stateOf(old)).toMatchObject({ vehicle: vehicle.id, status: 1 });
  });
});

test('the form is told what the vehicle has on record', async () => {
  const vehicle = await b.vehicle();
  const parts = (deviceType: number) =>
    b.ok<{ serials: string[] }>('/veh/crm/replacementRecord/parts', { vehicleId: vehicle.id, deviceType });
  expect(await parts(1)).toEqual({ serials: [vehicle.form['ecuSn']] });
  expect([await parts(2), await parts(4), await parts(9)]).toEqual([{ serials: [] }, { serials: [] }, { serials: [] }]);
});

describe('any part', () => {
  test('the old one is the one on record (5111), unless the record is corrected with a remark', async () => {
    const vehicle = await b.vehicle({ controllerSn: `KZ25A${1000 + ++made}` });
    const part = { deviceType: 3, oldSn: 'KZ-WRONG-1', newSn: `KZ25B${1000 + ++made}` };
    expect(await record(vehicle, part)).toMatchObject({ code: 5111, data: { errors: [{ field: 'oldSn' }] } });
    expect(fieldsOf(await record(vehicle, part, { corrected: 1 }))).toEqual(['remark']);
    const added = await record(vehicle, part, { corrected: 1, remark: '出厂登记有误' });
    expect(added.code, JSON.stringify(added)).toBe(0);
    expect(await vehicleRow(vehicle)).toMatchObject({ controller_sn: part.newSn });
    expect((await voidIt(added.data.id)).code).toBe(0);
    expect(await vehicleRow(vehicle)).toMatchObject({ controller_sn: vehicle.form['controllerSn'] });
  });

  test('of which nothing is on record is on record from then on, until it is voided', async () => {
    const [vehicle, other] = [await b.vehicle(), await b.vehicle()];
    const part = { deviceType: 4, oldSn: 'METER-0', newSn: `METER-${++made}` };
    const added = await record(vehicle, part, { odometerOffsetKm: 100 });
    expect(added.code, JSON.stringify(added)).toBe(0);
    expect(await partRow(vehicle, 4)).toMatchObject({ sn: part.newSn });
    expect(await read(added.data.id)).toMatchObject({ odometerOffsetKm: 100, recordedSn: null });
    expect((await record(other, part)).code).toBe(5112);
    expect((await voidIt(added.data.id)).code).toBe(0);
    expect(await partRow(vehicle, 4)).toBeUndefined();
    expect((await record(other, part)).code, 'it is free again').toBe(0);
  });

  test('the new one is another, the distance does not shrink (5113), the time is past, a picture is there', async () => {
    const vehicle = await b.vehicle();
    const part = (n: number) => ({ deviceType: 9, oldSn: `BOX-${n}`, newSn: `BOX-${n + 1}` });
    expect(fieldsOf(await record(vehicle, { deviceType: 9, oldSn: 'Box-1', newSn: 'BOX-1' }))).toEqual(['newSn']);
    expect((await record(vehicle, part(1), { odometerKm: 500 })).code).toBe(0);
    expect(await record(vehicle, part(2), { odometerKm: 499.9 })).toMatchObject({
      code: 5113,
      data: { errors: [{ field: 'odometerKm' }] },
    });
    expect((await record(vehicle, part(2), { odometerKm: 400, replaceTime: minutesAgo(60) })).code, 'before it').toBe(
      0,
    );
    expect(fieldsOf(await record(vehicle, part(3), { replaceTime: minutesAgo(-1) }))).toEqual(['replaceTime']);
    expect(fieldsOf(await record(vehicle, part(3), { images: [] }))).toEqual(['images']);
    expect((await record(vehicle, part(3), { status: 2 })).code).toBe(1001);
  });

  test('the repair order is one of the vehicle, found by its number', async () => {
    const orderId = await addSample(b.t, entityNamed('repairOrder'));
    const [order] = await b.rows<{ orderNo: string; vehicleId: string; vin: string }>(
      `select o.order_no as "orderNo", v.id::text as "vehicleId", v.vin from cs_repair_order o join veh_vehicle v on v.id = o.vehicle_id
       where o.id = $1`,
      orderId,
    );
    const part = { deviceType: 9, oldSn: 'LAMP-1', newSn: `LAMP-${++made}` };
    const repairOrderNo = order?.orderNo;
    expect(fieldsOf(await record(await b.vehicle(), part, { repairOrderNo }))).toEqual(['repairOrderId']);
    const own = { id: order?.vehicleId ?? '', form: { vin: order?.vin } };
    const added = await record(own, part, { repairOrderNo });
    expect(added.code, JSON.stringify(added)).toBe(0);
    expect(await read(added.data.id)).toMatchObject({ repairOrderId: orderId, repairOrderName: repairOrderNo });
  });
});
