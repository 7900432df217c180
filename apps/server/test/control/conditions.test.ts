import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, startControl, type ControlRig, type FakeDevice, type TestVehicle } from './rig.ts';

let rig: ControlRig;
let vehicle: TestVehicle;
let device: FakeDevice;
beforeAll(async () => {
  rig = await startControl();
  vehicle = await rig.addVehicle();
  device = await vehicle.connect();
});
afterAll(() => rig.stop());

const order = (command: string, more: object = {}) => ({
  vin: vehicle.vin,
  command,
  reasonCode: '2',
  remark: '故障排查',
  confirmVin6: vehicle.vin.slice(-6),
  ...more,
});
const send = (command: string, more: object = {}) => rig.send(rig.tokens.aftersales, order(command, more));
const fields = (answer: { data: unknown }) =>
  ((answer.data as { errors?: { field: string }[] }).errors ?? []).map((error) => error.field);
/** A status that says nothing about now. */
const age = () =>
  rig.rows("update veh_vehicle_status set report_time = now() - interval '2 minutes' where vehicle_id = $1", [
    vehicle.id,
  ]);
const forget = () => rig.rows("update veh_control_command set create_time = create_time - interval '2 minutes'");
const status = async () =>
  (
    await rig.rows<{ speed_kmh: number }>('select speed_kmh from veh_vehicle_status where vehicle_id = $1', [
      vehicle.id,
    ])
  )[0];
async function done(commandId: string) {
  const down = await device.next();
  expect(down.id).toBe(commandId);
  await device.answer(commandId, 'succeeded');
  await rig.reaches(commandId, 3);
  return down;
}

describe('by a fresh status', () => {
  test.each([
    ['LOCK', 'lock'],
    ['POWER_OFF', 'powerOff'],
    ['POWER_ON', 'powerOn'],
    ['OPEN_SEAT', 'seatOpen'],
    ['REBOOT', 'reboot'],
  ])(
    '%s goes to a standing vehicle, which receives the condition to check again, and not to a moving one',
    async (command, type) => {
      await device.report(4);
      await eventually(async () => ((await status())?.speed_kmh ?? 0) > 10);
      expect((await send(command)).code).toBe(2404);
      await device.report(0, { acc: true });
      await eventually(async () => (await status())?.speed_kmh === 0);
      const sent = await send(command);
      expect(sent).toMatchObject({ code: 0, data: { status: 1 } });
      expect(await done(sent.data.commandId)).toMatchObject({ type, if: { maxSpeed: 1 } });
    },
  );

  test('what does not move the vehicle goes to a moving one', async () => {
    await device.report(4);
    const sent = await send('SPEED_LIMIT', { params: { maxKmh: 25 } });
    expect(await done(sent.data.commandId)).toMatchObject({ type: 'setSpeedLimit', args: { maxKmh: 25 } });
    await device.report(0);
  });
});

describe('by an old status the vehicle is asked first', () => {
  test('it stands: the command goes out after its answer', async () => {
    await forget();
    await age();
    const sent = await send('LOCK');
    expect(sent).toMatchObject({ code: 0, data: { status: 0 } });
    const query = await device.next('query');
    expect(query.id).not.toBe(sent.data.commandId);
    expect(device.commands).toEqual([]);
    await device.answer(query.id, 'received');
    await device.answer(query.id, 'succeeded', 0, { speed: 0, acc: false });
    await done(sent.data.commandId);
    const steps = ((await rig.command(sent.data.commandId))['steps'] as { step: string }[]).map((step) => step.step);
    expect(steps).toEqual(['queued', 'query', 'queryAnswer', 'sent', 'succeeded']);
  });

  test.each([
    ['it rides', { speed: 5, acc: true }, 'MOVING'],
    ['it does not say how fast', { acc: true }, 'UNKNOWN_STATE'],
  ])('%s: the command is withdrawn and never sent', async (_name, data, result) => {
    await forget();
    await age();
    const { commandId } = (await send('LOCK')).data;
    await device.answer((await device.next('query')).id, 'succeeded', 0, data);
    expect(await rig.reaches(commandId, 6)).toMatchObject({ result_code: result, sent_time: null });
    expect(device.commands).toEqual([]);
  });

  test('it does not answer: timed out', async () => {
    await forget();
    await age();
    const { commandId } = (await send('LOCK')).data;
    const query = await device.next('query');
    await rig.later(commandId, 31);
    await rig.sweep();
    expect(await rig.command(commandId)).toMatchObject({ status: 5, result_code: 'NO_ANSWER' });
    await device.answer(query.id, 'succeeded', 0, { speed: 0 });
    await device.report(0);
    expect(device.commands).toEqual([]);
  });
});

describe('what is asked of the sender', () => {
  test.each([
    ['no reason', order.bind(null, 'FIND', { reasonCode: null }), ['reasonCode']],
    ['an unknown reason', order.bind(null, 'FIND', { reasonCode: '99' }), ['reasonCode']],
    ['no explanation', order.bind(null, 'LOCK', { remark: '' }), ['remark']],
    ['another VIN', order.bind(null, 'POWER_OFF', { confirmVin6: '000000' }), ['confirmVin6']],
    ['no VIN', order.bind(null, 'REBOOT', { confirmVin6: undefined }), ['confirmVin6']],
    ['no consent', order.bind(null, 'UNLOCK'), ['ownerConsent']],
    ['too long', order.bind(null, 'FIND', { params: { seconds: 31 } }), ['seconds']],
    ['beyond the model', order.bind(null, 'SPEED_LIMIT', { params: { maxKmh: 46 } }), ['maxKmh']],
    ['no limit', order.bind(null, 'SPEED_LIMIT'), ['maxKmh']],
    ['a made-up parameter', order.bind(null, 'FIND', { params: { volume: 11 } }), ['volume']],
    ['a made-up command', order.bind(null, 'toString'), ['command']],
    ['25 hours', order.bind(null, 'FIND', { cacheHours: 25 }), ['cacheHours']],
  ])('%s is refused under its field', async (_name, param, expected) => {
    const answer = await rig.send(rig.tokens.aftersales, param());
    expect(answer.code).toBe(1001);
    expect(fields(answer)).toEqual(expected);
  });

  test('with the consent ticked the vehicle is disarmed', async () => {
    await forget();
    await device.report(0);
    const sent = await send('UNLOCK', { ownerConsent: true });
    expect(sent.code).toBe(0);
    await done(sent.data.commandId);
  });
});

describe('power cut', () => {
  const addCase = (state: number, report: string | null) =>
    rig.rows(
      `insert into veh_stolen_case (case_no, vehicle_id, stolen_time, stolen_address, police_report_no, contact_name_enc, contact_name_hash, contact_name_mask, contact_mobile_enc,
         contact_mobile_hash, contact_mobile_mask, description, guard_left, lock_status, source, status) select 'ST20260101001', $1, now(), '世纪大道', $3, '\\x00', '\\x00', '', '\\x00', '\\x00', '', '被盗报案', 0, 0, 1, $2`,
      [vehicle.id, state, report],
    );
  test('needs a case that is being monitored, with a police report', async () => {
    await forget();
    await device.report(0);
    expect((await send('CUT_POWER')).code).toBe(2405);
    await addCase(1, null);
    expect((await send('CUT_POWER')).code).toBe(2501);
    await rig.rows("update veh_stolen_case set police_report_no = 'A-2026-001'");
    expect((await send('CUT_POWER', { params: { caseNo: 'ST19990101001' } })).code).toBe(2405);
    const sent = await send('CUT_POWER', { params: { caseNo: 'ST20260101001' } });
    expect(sent.code).toBe(0);
    expect(await done(sent.data.commandId)).toMatchObject({ type: 'cutPower', if: { maxSpeed: 1 } });
    expect((await rig.command(sent.data.commandId))['case_no']).toBe('ST20260101001');
  });
});
