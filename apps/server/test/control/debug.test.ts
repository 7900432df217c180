import {
  decodeFrame,
  decodeValues,
  encodeFrame,
  encodeValues,
  hexOf,
  type FrameField,
} from '@wheelhouse/contract/device/debug-frame';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAppUser } from '../support/app-user.ts';
import { signInAs } from '../support/people.ts';
import { eventually, startControl, type ControlRig, type FakeDevice, type TestVehicle } from './rig.ts';

let rig: ControlRig;
let vehicle: TestVehicle;
let device: FakeDevice;
let sessionId: string;
beforeAll(async () => {
  rig = await startControl();
  vehicle = await rig.addVehicle();
  device = await vehicle.connect();
  await device.report(0);
});
afterAll(() => rig.stop());

const ask = <Data = Record<string, unknown>>(name: string, body: object, as = rig.tokens.ota) =>
  rig.test.call<Data>('POST', `/veh/crm/debug/${name}`, body, { as });
const send = (cmdCode: string, more: object = {}) =>
  ask<{ commandId: string }>('send', { sessionId, cmdCode, ...more });
const record = async (commandId: string) =>
  (await rig.rows<Record<string, unknown>>('select * from veh_debug_record where command_id = $1', [commandId]))[0] ??
  {};
const isIn = (commandId: string, status: number) =>
  eventually(async () => {
    const row = await record(commandId);
    return row['status'] === status ? row : undefined;
  });
interface Streamed {
  frames: { seq: number; dir: string; cmdCode: string | null; hex: string | null; data: Record<string, unknown> }[];
  seq: number;
  session: { closed: number; leftMs: number; log: { on: number; left: number; leftMs: number } };
}
const stream = async (afterSeq = 0) => (await ask<Streamed>('stream', { sessionId, afterSeq })).data;

test('a session is one person’s for ten minutes, and longer when they extend it', async () => {
  const opened = await ask<{ sessionId: string; leftMs: number }>('openSession', { vin: vehicle.vin });
  expect(opened.code).toBe(0);
  expect(opened.data.leftMs).toBeGreaterThan(540_000);
  sessionId = opened.data.sessionId;
  const other = await signInAs(rig.test, { roles: ['ota'] });
  const refused = await ask('openSession', { vin: vehicle.vin }, other.token);
  expect(refused).toMatchObject({ code: 2411, message: expect.stringContaining('正在调试该车') });
  expect((await ask('send', { sessionId, cmdCode: 'READ_BMS' }, other.token)).code).toBe(1002);
  await rig.rows("update veh_debug_session set expire_time = now() + interval '1 minute'");
  const again = await ask<{ sessionId: string; leftMs: number }>('openSession', { vin: vehicle.vin });
  expect(again.data).toMatchObject({ sessionId });
  expect(again.data.leftMs).toBeGreaterThan(500_000);
});

test('a frame goes to the part and its answer comes back decoded; the page hears of it', async () => {
  const page = await rig.listen(`debug:${sessionId}`, rig.tokens.ota);
  expect(page.status).toBe(200);
  const sent = await send('READ_BMS');
  expect(sent.code).toBe(0);
  const down = await device.next('debug');
  expect(down).toMatchObject({
    id: sent.data.commandId,
    args: { cmd: 'READ_BMS', part: 2, op: '20', hex: 'AA00020220' + '8A' },
  });
  const schema: FrameField[] = [
    { name: 'soc', type: 'u8' },
    { name: 'v', type: 'u16', scale: 0.01 },
    { name: 'i', type: 'i16', scale: 0.1 },
    { name: 't', type: 'i16', scale: 0.1 },
    { name: 'cells', type: 'u16' },
  ];
  const values = { soc: 83, v: 51.82, i: -6.4, t: 33.5, cells: [3301, 3299] };
  const hex = encodeFrame(2, '20', Uint8Array.of(0, ...encodeValues(schema, values)));
  await device.answer(sent.data.commandId, 'received');
  await device.answer(sent.data.commandId, 'succeeded', 0, { hex });
  const row = await isIn(sent.data.commandId, 3);
  expect(row).toMatchObject({
    request_hex: 'AA000202208A',
    response_hex: hex,
    decoded: { result: 0, soc: 83, voltageV: 51.82, currentA: -6.4, tempC: 33.5, cellsMv: [3301, 3299] },
  });
  expect(Number(row['cost_ms'])).toBeGreaterThanOrEqual(0);
  await expect.poll(() => page.messages.length).toBeGreaterThan(1);
  const { frames } = await stream();
  expect(frames.map((frame) => frame.dir)).toEqual(['note', 'tx', 'rx', 'rx']);
  expect(frames.map((frame) => frame.seq)).toEqual([1, 2, 3, 4]);
  expect((await stream(3)).frames).toHaveLength(1);
  page.close();
});

describe('what is refused', () => {
  test.each([
    ['NO_SUCH_COMMAND', {}, 1002],
    ['SET_REPORT_INTERVAL', {}, 1001],
    ['SET_REPORT_INTERVAL', { params: { ridingSec: 4, idleSec: 300 } }, 1001],
    ['SET_REPORT_INTERVAL', { params: { ridingSec: 10, idleSec: 300, more: 1 } }, 1001],
    ['RAW', { params: { hex: 'ABC' }, reason: '排查', confirmVin6: 'vin' }, 1001],
    ['RAW', { params: { hex: 'AB' }, reason: '排查', confirmVin6: '000000' }, 1001],
    ['RAW', { params: { hex: 'AB' }, confirmVin6: 'vin' }, 1001],
  ])('%s %j: %i', async (cmdCode, more, code) => {
    const confirmed = 'confirmVin6' in more && more.confirmVin6 === 'vin' ? { confirmVin6: vehicle.vin.slice(-6) } : {};
    expect((await send(cmdCode, { ...more, ...confirmed })).code).toBe(code);
  });

  test('writing while riding, not reading', async () => {
    await device.report(5);
    await eventually(
      async () =>
        (await rig.rows('select 1 from veh_vehicle_status where vehicle_id = $1 and speed_kmh > 10', [vehicle.id]))
          .length > 0,
    );
    expect((await send('SET_REPORT_INTERVAL', { params: { ridingSec: 10, idleSec: 300 } })).code).toBe(2413);
    const read = await send('READ_PARAM');
    expect(read.code).toBe(0);
    expect((await device.next()).if).toBeUndefined();
    expect((await send('READ_PARAM')).code).toBe(2401);
    await device.answer(read.data.commandId, 'failed', 1);
    expect(await isIn(read.data.commandId, 4)).toMatchObject({ result_code: 'UNSUPPORTED' });
    await device.report(0);
    await eventually(
      async () =>
        (await rig.rows('select 1 from veh_vehicle_status where vehicle_id = $1 and speed_kmh = 0', [vehicle.id]))
          .length > 0,
    );
    const write = await send('SET_REPORT_INTERVAL', { params: { ridingSec: 10, idleSec: 300 } });
    expect((await device.next()).if).toEqual({ maxSpeed: 1 });
    await device.answer(write.data.commandId, 'succeeded');
    await isIn(write.data.commandId, 3);
  });

  test('resetting a bound vehicle without a work order; with one it goes', async () => {
    await rig.rows('update veh_vehicle set bind_status = 1, owner_user_id = $2 where id = $1', [
      vehicle.id,
      await addAppUser(rig.test),
    ]);
    const order = { confirmVin6: vehicle.vin.slice(-6), reason: '返修复位' };
    expect((await send('FACTORY_RESET', order)).code).toBe(2412);
    const sent = await send('FACTORY_RESET', { ...order, workOrderNo: 'WX20260001' });
    expect(sent.code).toBe(0);
    await device.next();
    await device.answer(sent.data.commandId, 'succeeded');
    expect(await isIn(sent.data.commandId, 3)).toMatchObject({ work_order_no: 'WX20260001', reason: '返修复位' });
  });

  test('who has no right: neither to use, nor the dangerous ones, nor the library', async () => {
    for (const as of [rig.tokens.cs, rig.tokens.aftersales, rig.tokens.dealer])
      expect((await ask('openSession', { vin: vehicle.vin }, as)).code).toBe(1003);
    expect((await ask('records', {}, rig.tokens.aftersales)).code).toBe(0);
    expect((await ask('records', {}, rig.tokens.dealer)).code).toBe(1003);
    const library = (as: string) =>
      rig.test.call(
        'POST',
        '/veh/crm/debugCommand/add',
        { cmdCode: 'READ_TEST', name: '测试读取', opcode: '0199', deviceType: 1 },
        { as },
      );
    expect((await library(rig.tokens.aftersales)).code).toBe(1003);
    expect((await library(rig.tokens.ota)).code).toBe(0);
    expect((await rig.listen(`debug:${sessionId}`, rig.tokens.cs)).status).toBe(403);
  });
});

test('a device that is silent times out; a late answer is evidence', async () => {
  const sent = await send('READ_TEST');
  await device.next();
  await rig.rows("update veh_debug_record set due_time = now() - interval '1 second' where command_id = $1", [
    sent.data.commandId,
  ]);
  await rig.sweep();
  expect(await record(sent.data.commandId)).toMatchObject({ status: 5, result_code: 'NO_ANSWER' });
  await device.answer(sent.data.commandId, 'succeeded', 0, { hex: 'AA0000' });
  expect(await isIn(sent.data.commandId, 3)).toMatchObject({ late: 1, decoded: { malformed: true } });
});

test('the log of the device comes within its budget of bytes and its time', async () => {
  const before = (await stream()).seq;
  const on = await ask<{ log: { on: number; left: number } }>('log', {
    sessionId,
    on: 1,
    level: 'D',
    bytes: 1024,
    minutes: 3,
  });
  expect(on.data.log).toMatchObject({ on: 1, left: 1024 });
  const down = await eventually(async () => device.debug.at(-1));
  expect(down).toMatchObject({ sid: sessionId, on: true, level: 'D', bytes: 1024 });
  const say = (lines: string[]) => device.say('log', { sid: sessionId, lvl: 'D', ecu: 'VCU', ts: Date.now(), lines });
  await say(['boot ok', 'net up']);
  await eventually(async () => (await stream(before)).frames.some((frame) => frame.dir === 'log'));
  expect((await stream()).session.log.left).toBe(1024 - 13);
  await say(['x'.repeat(900), 'y'.repeat(900)]);
  await eventually(async () => (await stream(before)).frames.some((frame) => frame.data['event'] === 'logSpent'));
  await eventually(async () => device.debug.at(-1)?.on === false);
  await say(['after the end']);
  expect(JSON.stringify((await stream(before)).frames)).not.toContain('after the end');
});

test('a session that is over takes nothing more and leaves the vehicle to others', async () => {
  await rig.rows("update veh_debug_session set expire_time = now() - interval '1 second' where session_id = $1", [
    sessionId,
  ]);
  expect((await send('READ_BMS')).code).toBe(2414);
  await rig.sweep();
  expect((await stream()).session.closed).toBe(1);
  const other = await signInAs(rig.test, { roles: ['ota'] });
  const next = await ask<{ sessionId: string }>('openSession', { vin: vehicle.vin }, other.token);
  expect(next.code).toBe(0);
  expect(next.data.sessionId).not.toBe(sessionId);
  expect((await ask('closeSession', { sessionId: next.data.sessionId }, other.token)).code).toBe(0);
  expect((await ask('openSession', { vin: vehicle.vin })).code).toBe(0);
});

test('records are found by vehicle, command, state and operator', async () => {
  const found = await ask<{ list: { cmdCode: string; vin: string }[] }>('records', {
    query: { 'vin.like': vehicle.vin.slice(5, 14), cmdCode: 'READ_BMS', status: 3, operatorId: rig.userIds['ota'] },
  });
  expect(found.data.list).toEqual([expect.objectContaining({ cmdCode: 'READ_BMS', vin: vehicle.vin })]);
});

test('frames: whatever is written is read again; what was changed on the way is not', () => {
  const numbers = fc.record({
    a: fc.integer({ min: 0, max: 255 }),
    b: fc.integer({ min: -32768, max: 32767 }),
    c: fc.nat(0xffff_ffff),
  });
  const schema: FrameField[] = [
    { name: 'a', type: 'u8' },
    { name: 'b', type: 'i16' },
    { name: 'c', type: 'u32' },
    { name: 't', type: 'text' },
    { name: 'h', type: 'hex' },
  ];
  fc.assert(
    fc.property(
      numbers,
      fc.string({ maxLength: 30 }),
      fc.uint8Array({ minLength: 1, maxLength: 40 }),
      fc.nat(2000),
      (given, t, h, at) => {
        const values = { ...given, t: t.replaceAll('\0', ''), h: hexOf(h) };
        const hex = encodeFrame(3, '30A1', encodeValues(schema, values));
        const frame = decodeFrame(hex, '30A1');
        expect(frame?.part).toBe(3);
        const read = decodeValues(schema, frame?.body ?? new Uint8Array());
        expect(read).toMatchObject({ ...given, h: values.h });
        const n = at % hex.length;
        const broken =
          hex.slice(0, n) +
          ((Number.parseInt(hex[n] ?? '0', 16) + 1) % 16).toString(16).toUpperCase() +
          hex.slice(n + 1);
        expect(decodeFrame(broken, '30A1')).toBeUndefined();
        expect(decodeFrame(hex, '30A2')).toBeUndefined();
      },
    ),
  );
});
