import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startControl, type ControlRig, type FakeDevice, type TestVehicle } from './rig.ts';

let rig: ControlRig;
let vehicle: TestVehicle;
let device: FakeDevice;
beforeAll(async () => {
  rig = await startControl();
  vehicle = await rig.addVehicle();
  device = await vehicle.connect();
  await device.report(0);
});
afterAll(() => rig.stop());

const find = (more: object = {}) => ({ vin: vehicle.vin, command: 'FIND', reasonCode: '1', ...more });

/** Lets the minute pass in which a command may come three times only. */
const forget = () => rig.rows("update veh_control_command set create_time = create_time - interval '2 minutes'");

test('a command goes out, is acknowledged, succeeds; each step has its time and its raw answer, and the page hears of each', async () => {
  const page = await rig.listen(`control:${vehicle.id}`, rig.tokens.cs);
  expect(page.status).toBe(200);
  const sent = await rig.send(rig.tokens.cs, find({ params: { seconds: 12 }, remark: '车主找不到车' }));
  expect(sent).toMatchObject({ code: 0, data: { status: 1 } });
  const { commandId } = sent.data;
  const down = await device.next();
  expect(down).toMatchObject({ v: 1, id: commandId, type: 'find', args: { seconds: 12 } });
  expect(down.exp - down.iat).toBe(30_000);
  await device.answer(commandId, 'received');
  await rig.reaches(commandId, 2);
  await device.answer(commandId, 'executing');
  await device.answer(commandId, 'succeeded', 0, { seconds: 12 });
  await vi.waitFor(
    () => expect(page.messages.at(-1)?.d).toMatchObject({ commandId, status: 3, resultCode: 'OK', late: 0 }),
    {
      timeout: 15_000,
      interval: 10,
    },
  );
  expect(page.messages.map((message) => message.d['status'])).toEqual([1, 2, 2, 3]);
  const row = await rig.command(commandId);
  expect(row).toMatchObject({
    status: 3,
    result_code: 'OK',
    source: 1,
    operator_id: rig.userIds['cs'],
    remark: '车主找不到车',
  });
  const steps = row['steps'] as { step: string; at: number; data?: unknown }[];
  expect(steps.map((step) => step.step)).toEqual(['queued', 'sent', 'received', 'executing', 'succeeded']);
  expect(steps.at(-1)?.data).toEqual({ seconds: 12 });
  expect(steps.map((step) => step.at)).toEqual(steps.map((step) => step.at).toSorted((a, b) => a - b));
  const result = await rig.test.call('POST', '/vehicle/controlResult', { commandId }, { as: rig.tokens.cs });
  expect(result.data).toMatchObject({
    status: 3,
    resultCode: 'OK',
    resultMsg: '执行成功',
    ackTime: expect.stringMatching(/^\d{4}-/),
  });
  page.close();
});

test('the log is read by the generic call under the name of its model', async () => {
  const read = await rig.test.call<{ vehicleControlLog: { list: Record<string, unknown>[]; total: number } }>(
    'POST',
    '/rest/r/vehicleControlLog',
    { vehicleControlLog: { page: 1, pageSize: 5, orderBy: 'createTime desc', query: { vin: vehicle.vin } } },
    { as: rig.tokens.cs },
  );
  expect(read.data.vehicleControlLog.list[0]).toMatchObject({ command: 'FIND', status: 3, vin: vehicle.vin });
  const written = await rig.test.call(
    'POST',
    '/rest/w/vehicleControlLog',
    { id: '1', rev: 1, status: 0 },
    { as: 'admin' },
  );
  expect(written.code).not.toBe(0);
});

test.each([
  ['rejected', 3, 'MOVING', '车辆行驶中，禁止该操作'],
  ['failed', 6, 'MECHANICAL', '机构故障'],
  ['failed', 4711, 'DEVICE', '设备执行失败'],
] as const)('a device that says %s %i makes it failed: %s', async (state, code, resultCode, text) => {
  await forget();
  const { commandId } = (await rig.send(rig.tokens.cs, find())).data;
  await device.next();
  await device.answer(commandId, state, code);
  expect(await rig.reaches(commandId, 4)).toMatchObject({ result_code: resultCode });
  const result = await rig.test.call('POST', '/vehicle/controlResult', { commandId }, { as: rig.tokens.cs });
  expect(result.data).toMatchObject({ status: 4, resultMsg: text });
});

test('a vehicle has one open command; the same one at most three times a minute', async () => {
  await forget();
  const answers = await Promise.all(Array.from({ length: 6 }, () => rig.send(rig.tokens.cs, find())));
  expect(answers.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([0, 2401, 2401, 2401, 2401, 2401]);
  const finish = async (id: string | undefined) => {
    await device.next();
    await device.answer(id ?? '', 'succeeded');
    await rig.reaches(id ?? '', 3);
  };
  await finish(answers.find((answer) => answer.code === 0)?.data.commandId);
  for (let n = 0; n < 2; n++) await finish((await rig.send(rig.tokens.cs, find())).data.commandId);
  expect((await rig.send(rig.tokens.cs, find())).code).toBe(2402);
  const query = await rig.send(rig.tokens.cs, { ...find(), command: 'QUERY' });
  expect(query.code).toBe(0);
  await finish(query.data.commandId);
});

test('a request is carried out once, however often it comes; its number is no cover for another', async () => {
  await forget();
  const requestId = 'b7a3c2de-0001-4000-8000-000000000001';
  const both = await Promise.all([
    rig.send(rig.tokens.cs, find({ requestId })),
    rig.send(rig.tokens.cs, find({ requestId })),
  ]);
  expect(both[0]?.data.commandId).toBe(both[1]?.data.commandId);
  const commandId = both[0]?.data.commandId ?? '';
  await device.next();
  await device.answer(commandId, 'succeeded');
  await rig.reaches(commandId, 3);
  expect((await rig.send(rig.tokens.cs, find({ requestId }))).data).toEqual({ commandId, status: 3 });
  expect((await rig.send(rig.tokens.cs, { ...find({ requestId }), command: 'QUERY' })).code).toBe(1010);
  const key = { 'idempotency-key': 'key-1' };
  const first = await rig.send(rig.tokens.cs, find(), key);
  expect((await rig.send(rig.tokens.cs, find(), key)).data.commandId).toBe(first.data.commandId);
  await device.next();
  await device.answer(first.data.commandId, 'succeeded');
  await rig.reaches(first.data.commandId, 3);
  // The device may hear it twice, never another.
  expect(device.commands.filter(({ id }) => id !== first.data.commandId)).toEqual([]);
});

test('silence is a timeout; what comes later is evidence, and a late success counts as one', async () => {
  await forget();
  for (const [state, after] of [
    ['failed', 5],
    ['succeeded', 3],
  ] as const) {
    const { commandId } = (await rig.send(rig.tokens.cs, find())).data;
    await device.next();
    await rig.sweep();
    expect((await rig.command(commandId))['status']).toBe(1);
    await rig.later(commandId, 31);
    await rig.sweep();
    expect(await rig.command(commandId)).toMatchObject({ status: 5, result_code: 'NO_ANSWER' });
    await device.answer(commandId, state, state === 'failed' ? 6 : 0);
    await vi.waitFor(async () => expect((await rig.command(commandId))['steps']).toHaveLength(4));
    const row = await rig.command(commandId);
    expect(row).toMatchObject({ status: after, late: after === 3 ? 1 : 0 });
    expect((row['steps'] as { late?: true; step: string }[]).at(-1)).toMatchObject({ step: state, late: true });
  }
});

test('terminal is final: neither another answer nor anybody with SQL changes it', async () => {
  await forget();
  const { commandId } = (await rig.send(rig.tokens.cs, find())).data;
  await device.next();
  await device.answer(commandId, 'succeeded');
  await rig.reaches(commandId, 3);
  await device.answer(commandId, 'failed', 6);
  await vi.waitFor(async () => expect((await rig.command(commandId))['steps']).toHaveLength(4));
  expect(await rig.command(commandId)).toMatchObject({ status: 3, result_code: 'OK' });
  await expect(
    rig.rows('update veh_control_command set status = 4 where command_id = $1', [commandId]),
  ).rejects.toThrow('no transition');
  await expect(
    rig.rows('update veh_control_command set finish_time = null where command_id = $1', [commandId]),
  ).rejects.toThrow('ck_veh_control_command_times');
});

test('an answer of another vehicle, or to what was never sent, changes nothing', async () => {
  await forget();
  const other = await (await rig.addVehicle()).connect();
  const { commandId } = (await rig.send(rig.tokens.cs, find())).data;
  await device.next();
  await other.answer(commandId, 'succeeded');
  await other.answer('NOSUCHCOMMAND', 'succeeded');
  await other.say('cmd', { id: commandId, st: 'dancing', code: {}, ts: Date.now() });
  expect((await rig.command(commandId))['status']).toBe(1);
  await device.answer(commandId, 'succeeded');
  await rig.reaches(commandId, 3);
});

test('the operation log says who sent what to which vehicle and why', async () => {
  const [row] = await rig.rows<{ after: object; user_id: string; function_code: string }>(
    "select after, user_id, function_code from sys_operation_log where action = 'control' and entity_id = $1 order by id limit 1",
    [vehicle.id],
  );
  expect(row).toMatchObject({
    user_id: rig.userIds['cs'],
    function_code: 'remoteControl.basic',
    after: { command: 'FIND', seconds: 12, '@reason': '车主找不到车' },
  });
});
