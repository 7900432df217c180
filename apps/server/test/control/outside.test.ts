import { afterAll, beforeAll, expect, test } from 'vitest';
import { deviceCaller } from '../support/device-call.ts';
import { eventually, startControl, type ControlRig, type TestVehicle } from './rig.ts';

let rig: ControlRig;
let vehicle: TestVehicle;
let device: Awaited<ReturnType<typeof deviceCaller>>;
beforeAll(async () => {
  rig = await startControl();
  vehicle = await rig.addVehicle();
  device = await deviceCaller(rig.test, vehicle.id);
  await rig.rows(
    'insert into veh_vehicle_status (vehicle_id, online, recv_time, report_time, speed_kmh, acc) values ($1, 1, now(), now(), 0, 0)',
    [vehicle.id],
  );
});
afterAll(() => rig.stop());

test('a device without MQTT pulls its commands and reports what came of them', async () => {
  const send = (command: string) =>
    rig.send(rig.tokens.cs, { vin: vehicle.vin, command, reasonCode: '1', remark: '车主要求' });
  const sent = await send('LOCK');
  const pulled = await device<{ commands: { id: string; type: string }[] }>('/device/v1/command/pull', {
    imei: vehicle.imei,
  });
  expect(pulled.data.commands).toEqual([expect.objectContaining({ id: sent.data.commandId, type: 'lock' })]);
  expect(
    (await device('/device/v1/command/ack', { commandId: sent.data.commandId, resultCode: 0, time: Date.now() })).code,
  ).toBe(0);
  await rig.reaches(sent.data.commandId, 3);
  expect((await device<{ commands: object[] }>('/device/v1/command/pull', {})).data.commands).toEqual([]);
  const failed = await send('FIND');
  await device('/device/v1/command/ack', { commandId: failed.data.commandId, resultCode: 5 });
  expect(await rig.reaches(failed.data.commandId, 4)).toMatchObject({ result_code: 'LOW_CHARGE' });
  expect((await device('/device/v1/command/ack', { commandId: 'NOSUCHCOMMAND', resultCode: 0 })).code).toBe(0);
});

test('what has run out is not pulled', async () => {
  const sent = await rig.send(rig.tokens.cs, { vin: vehicle.vin, command: 'QUERY', reasonCode: '1' });
  await rig.rows(`update veh_control_command set down = jsonb_set(down, '{exp}', to_jsonb(1)) where command_id = $1`, [
    sent.data.commandId,
  ]);
  expect((await device<{ commands: object[] }>('/device/v1/command/pull', {})).data.commands).toEqual([]);
  await eventually(async () => (await rig.command(sent.data.commandId))['status'] === 1);
});
