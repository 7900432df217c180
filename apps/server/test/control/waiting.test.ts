import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueAppToken } from '../../src/http/app-call.ts';
import { seal } from '../../src/entity/seal.ts';
import { eventually, startControl, type ControlRig, type TestVehicle } from './rig.ts';

let rig: ControlRig;
let vehicle: TestVehicle;
beforeAll(async () => {
  rig = await startControl();
  vehicle = await rig.addVehicle();
});
afterAll(() => rig.stop());

const find = (more: object = {}) => ({ vin: vehicle.vin, command: 'FIND', reasonCode: '1', ...more });
const cancel = (commandId: string, as: string) =>
  rig.test.call('POST', '/veh/crm/control/cancel', { commandId }, { as });
const forget = () => rig.rows("update veh_control_command set create_time = create_time - interval '2 minutes'");
const online = (one: TestVehicle) =>
  eventually(
    async () =>
      (await rig.rows<{ online: number }>('select online from veh_vehicle_status where vehicle_id = $1', [one.id]))[0]
        ?.online === 1,
  );

describe('a vehicle that is offline', () => {
  test('is not sent anything unless the command may wait', async () => {
    expect((await rig.send(rig.tokens.cs, find())).code).toBe(2403);
    expect(await rig.rows('select 1 from veh_control_command where vehicle_id = $1', [vehicle.id])).toEqual([]);
  });

  test('finds the command when it comes back, with what is left of its time', async () => {
    const sent = await rig.send(rig.tokens.cs, find({ cacheHours: 1 }));
    expect(sent).toMatchObject({ code: 0, data: { status: 0 } });
    await rig.sweep();
    expect((await rig.command(sent.data.commandId))['status']).toBe(0);
    expect((await rig.send(rig.tokens.cs, { ...find(), command: 'QUERY', cacheHours: 1 })).code).toBe(2401);
    // Less before its end than it has for an answer.
    await rig.later(sent.data.commandId, 3575);
    const device = await vehicle.connect();
    await online(vehicle);
    await rig.sweep();
    const down = await device.next();
    expect(down.id).toBe(sent.data.commandId);
    expect(down.exp - down.iat).toBeLessThanOrEqual(25_500);
    await device.answer(down.id, 'succeeded');
    await rig.reaches(down.id, 3);
    await device.leave();
  });

  test('is never sent it after its time, however it comes back', async () => {
    await forget();
    const { commandId } = (await rig.send(rig.tokens.cs, find({ cacheHours: 2 }))).data;
    await rig.later(commandId, 7201);
    const device = await vehicle.connect();
    await online(vehicle);
    await rig.sweep();
    expect(await rig.command(commandId)).toMatchObject({ status: 7, result_code: 'LAPSED', sent_time: null });
    expect(device.commands).toEqual([]);
    await device.leave();
  });

  test('is asked how it is before a command that needs it standing; one that rides is waited for', async () => {
    await forget();
    const { commandId } = (
      await rig.send(rig.tokens.cs, { ...find({ cacheHours: 1 }), command: 'LOCK', remark: '车主要求' })
    ).data;
    const device = await vehicle.connect();
    await online(vehicle);
    await rig.sweep();
    await device.answer((await device.next('query')).id, 'succeeded', 0, { speed: 6, acc: true });
    await eventually(async () => (await rig.command(commandId))['check_id'] === null);
    await rig.sweep();
    expect((await rig.command(commandId))['status']).toBe(0);
    await rig.rows('update veh_control_command set try_time = now() where command_id = $1', [commandId]);
    await device.report(0);
    await eventually(
      async () =>
        (await rig.rows('select 1 from veh_vehicle_status where vehicle_id = $1 and speed_kmh = 0', [vehicle.id]))
          .length > 0,
    );
    await rig.sweep();
    expect((await device.next('lock')).id).toBe(commandId);
    await device.answer(commandId, 'succeeded');
    await rig.reaches(commandId, 3);
    await device.leave();
  });

  test('a waiting command is cancelled by those who may, once; a sent one is not', async () => {
    await forget();
    const { commandId } = (await rig.send(rig.tokens.cs, find({ cacheHours: 1 }))).data;
    expect((await cancel(commandId, rig.tokens.cs)).code).toBe(1003);
    expect((await cancel(commandId, rig.tokens.aftersales)).code).toBe(0);
    expect(await rig.command(commandId)).toMatchObject({ status: 6, result_code: 'WITHDRAWN' });
    expect((await cancel(commandId, rig.tokens.aftersales)).code).toBe(1004);
    expect((await cancel('NOSUCHCOMMAND', rig.tokens.aftersales)).code).toBe(1002);
    const device = await vehicle.connect();
    await online(vehicle);
    await rig.sweep();
    const sent = (await rig.send(rig.tokens.cs, find())).data;
    expect((await device.next()).id).toBe(sent.commandId);
    expect((await cancel(sent.commandId, rig.tokens.aftersales)).code).toBe(1004);
    await device.answer(sent.commandId, 'succeeded');
    await rig.reaches(sent.commandId, 3);
    await device.leave();
  });
});

test('what comes again and again while a command waits leaves room for what came of it', async () => {
  const one = await rig.addVehicle();
  const { commandId } = (
    await rig.send(rig.tokens.cs, { vin: one.vin, command: 'LOCK', reasonCode: '1', remark: '车主要求', cacheHours: 1 })
  ).data;
  const device = await one.connect();
  await online(one);
  await rig.sweep();
  const lose = async () => {
    await rig.rows("update veh_control_command set due_time = now() - interval '1 second' where command_id = $1", [
      commandId,
    ]);
    await rig.sweep();
  };
  for (let n = 0; n < 40; n++) await lose();
  await device.report(0);
  await eventually(
    async () =>
      (await rig.rows('select 1 from veh_vehicle_status where vehicle_id = $1 and speed_kmh = 0', [one.id])).length > 0,
  );
  await lose();
  expect((await device.next('lock')).id).toBe(commandId);
  await device.answer(commandId, 'succeeded');
  const { steps } = await rig.reaches(commandId, 3);
  expect((steps as { step: string }[]).map(({ step }) => step)).toEqual([
    'queued',
    'query',
    'queryLost',
    'query',
    'queryLost',
    'sent',
    'succeeded',
  ]);
  await device.leave();
});

test('a restart of the platform loses neither an answer nor a timeout', async () => {
  await forget();
  const [one, two] = [await rig.addVehicle(), await rig.addVehicle()];
  const [first, second] = [await one.connect(), await two.connect()];
  const a = (await rig.send(rig.tokens.cs, find({ vin: one.vin }))).data.commandId;
  const b = (await rig.send(rig.tokens.cs, find({ vin: two.vin }))).data.commandId;
  await first.next();
  await second.next();
  await rig.restart();
  await (await one.connect()).answer(a, 'succeeded');
  await rig.reaches(a, 3);
  await rig.later(b, 31);
  const swept = await Promise.all([rig.sweep(), rig.sweep()]);
  expect(swept.reduce((sum, n) => sum + n, 0)).toBe(1);
  expect((await rig.command(b))['status']).toBe(5);
});

describe('who may', () => {
  test.each([
    ['cs', 'FIND', 0],
    ['cs', 'POWER_OFF', 1003],
    ['cs', 'SPEED_LIMIT', 1003],
    ['cs', 'CUT_POWER', 1003],
    ['aftersales', 'POWER_OFF', 2403],
    ['aftersales', 'SPEED_LIMIT', 2403],
    ['aftersales', 'CUT_POWER', 2405],
    ['ops', 'FIND', 1003],
    ['ota', 'FIND', 1003],
    ['dealer', 'FIND', 1003],
  ] as const)('%s sends %s: %i', async (role, command, code) => {
    const target = await rig.addVehicle(rig.dealerId);
    const device = code === 0 ? await target.connect() : undefined;
    if (device) await online(target);
    const params = command === 'SPEED_LIMIT' ? { params: { maxKmh: 20 } } : {};
    const answer = await rig.send(rig.tokens[role], {
      ...find(params),
      vin: target.vin,
      command,
      remark: '测试权限',
      confirmVin6: target.vin.slice(-6),
    });
    expect(answer.code).toBe(code);
    await device?.leave();
  });

  test('a dealer neither reads the log nor hears of it', async () => {
    const read = await rig.test.call(
      'POST',
      '/rest/r/vehicleControlLog',
      { vehicleControlLog: {} },
      { as: rig.tokens.dealer },
    );
    expect(read.code).toBe(1003);
    const tap = await rig.listen(`control:${vehicle.id}`, rig.tokens.dealer);
    expect(tap.status).toBe(403);
    tap.close();
  });

  test('vehicles outside the scope: no sending, no results, no cancelling, no listening', async () => {
    await rig.rows("update sys_role set data_scope = 3 where role_code = 'aftersales'");
    await rig.rows("update sys_user set region_scope = '{330100}' where id = $1", [rig.userIds['aftersales']]);
    const waiting = (await rig.send(rig.tokens.cs, find({ cacheHours: 1 }))).data.commandId;
    const as = rig.tokens.aftersales;
    await expect.poll(async () => (await rig.send(as, find())).code).toBe(1011);
    expect((await rig.test.call('POST', '/vehicle/controlResult', { commandId: waiting }, { as })).code).toBe(1011);
    expect((await cancel(waiting, as)).code).toBe(1011);
    const tap = await rig.listen(`control:${vehicle.id}`, as);
    expect(tap.status).toBe(403);
    tap.close();
    const read = await rig.test.call<{ list: object[] }>('POST', '/veh/crm/control/list', {}, { as });
    expect(read.data.list).toEqual([]);
    await cancel(waiting, 'admin');
  });
});

describe('from the app', () => {
  let owner = '';
  let token = '';
  beforeAll(async () => {
    const { enc, hash, mask } = seal(rig.test.app.secrets, 'mobile', '13900009999');
    const [user] = await rig.rows<{ id: string }>(
      `insert into usr_app_user (mobile_enc, mobile_hash, mobile_mask, nickname, register_time, real_name_status, status)
       values ($1, $2, $3, '小王', now(), 0, 1) returning id::text as id`,
      [enc, hash, mask],
    );
    owner = user?.id ?? '';
    await rig.rows('update veh_vehicle set owner_user_id = $1, bind_status = 1 where id = $2', [owner, vehicle.id]);
    await rig.rows(
      'insert into veh_binding (vehicle_id, user_id, bind_type, status, bind_time, channel, key_version) values ($1, $2, 1, 1, now(), 1, 1)',
      [vehicle.id, owner],
    );
    token = await issueAppToken(rig.test.app, owner);
  });
  const app = (body: object) =>
    rig.test.call<{ commandId: string }>('POST', '/app/v1/vehicle/control', body, { as: token });
  const pushes = () =>
    rig.rows<{ body_zh: string }>("select body_zh from msg_inbox where user_id = $1 and ref_type = 'controlCommand'", [
      owner,
    ]);

  test('the owner controls their vehicle, what is for them, while it operates', async () => {
    await forget();
    const device = await vehicle.connect();
    await online(vehicle);
    const sent = await app({ vin: vehicle.vin, command: 'FIND' });
    expect(sent.code).toBe(0);
    expect((await device.next()).id).toBe(sent.data.commandId);
    await device.answer(sent.data.commandId, 'succeeded');
    expect(await rig.reaches(sent.data.commandId, 3)).toMatchObject({
      source: 2,
      app_user_id: owner,
      operator_id: null,
    });
    expect(await pushes()).toEqual([]);
    expect((await app({ vin: vehicle.vin, command: 'REBOOT' })).code).toBe(1003);
    expect((await app({ vin: (await rig.addVehicle()).vin, command: 'FIND' })).code).toBe(1002);
    await rig.rows('update veh_vehicle set operation_status = 1 where id = $1', [vehicle.id]);
    expect((await app({ vin: vehicle.vin, command: 'FIND' })).code).toBe(2017);
    await rig.rows('update veh_vehicle set operation_status = 0 where id = $1', [vehicle.id]);
    // A share that is over, though no job has ended it yet.
    const until = (time: string | null) =>
      rig.rows('update veh_binding set expire_time = $2 where vehicle_id = $1', [vehicle.id, time]);
    await until('2026-01-01T00:00:00Z');
    expect((await app({ vin: vehicle.vin, command: 'FIND' })).code).toBe(1002);
    await until(null);
    await device.leave();
  });

  test('they are notified of what others send', async () => {
    const { commandId } = (await rig.send(rig.tokens.cs, find({ cacheHours: 1 }))).data;
    expect((await pushes()).map((push) => push.body_zh)).toEqual([expect.stringContaining('寻车')]);
    await cancel(commandId, 'admin');
  });
});
