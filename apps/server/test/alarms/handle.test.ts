import type { TodoItem } from '@wheelhouse/contract/dashboard';
import { formatDay } from '@wheelhouse/contract/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { autoClose, calm, escalate, findOffline } from '../../src/modules/alarms/jobs.ts';
import { dayStart } from '../../src/modules/statistics/day-times.ts';
import { signInAs } from '../support/people.ts';
import { alarmsOf, makeAlarmWorld, type World } from './world.ts';

let world: World;
let cs: { token: string; userId: string };
let aftersales: { token: string; userId: string };
let quality: { token: string; userId: string };

beforeAll(async () => {
  world = await makeAlarmWorld();
  // A clerk may handle but gives no work out.
  await world.rows(
    "insert into sys_role (role_code, role_name, data_scope, dealer_assignable, built_in, enabled) values ('clerk', '专员', 1, 0, 0, 1)",
  );
  await world.rows(
    "insert into sys_role_function (role_code, function_code) select 'clerk', code from sys_function where code in ('alarmManageGroup', 'alarmManage', 'alarmManage.query', 'alarmManage.claim', 'alarmManage.handle', 'alarmManage.ignore', 'alarmManage.push')",
  );
  cs = await signInAs(world.t, { roles: ['clerk'] });
  aftersales = await signInAs(world.t, { roles: ['clerk'] });
  quality = await signInAs(world.t, { roles: ['quality'] });
});
afterAll(() => world.stop());

interface Batch {
  readonly claimed?: number;
  readonly changed: number;
  readonly skipped: { id: string; message: string }[];
}
const ask = <Data = Batch>(as: { token: string }, action: string, body: object) =>
  world.t.call<Data>('POST', `/veh/crm/alarm/${action}`, body, { as: as.token });
const fresh = async (type = 'MOTOR_HALL'): Promise<{ id: string; vehicleId: string; ownerId: string }> => {
  const scooter = await world.addScooter();
  const id = await world.raise({ vehicleId: scooter.id, type });
  return { id: id ?? '', vehicleId: scooter.id, ownerId: scooter.ownerId };
};
const form = { handleResult: '1', contactedOwner: 0, nextAction: 0, handleRemark: '已远程指导车主复位' };
const stateOf = async (id: string) =>
  (
    await world.rows<{ handle: number; handler: string | null }>(
      'select handle_status as handle, handler_id::text as handler from alm_alarm where id = $1',
      id,
    )
  )[0];

describe('SM-Alarm', () => {
  test('of many who claim at once one gets it; the others are shown who has it', async () => {
    const { id } = await fresh();
    const answers = await Promise.all([cs, aftersales, quality, cs].map((who) => ask(who, 'claim', { ids: [id] })));
    expect(answers.filter(({ data }) => data.claimed === 1)).toHaveLength(1);
    expect(answers.flatMap(({ data }) => data.skipped).every(({ message }) => message.startsWith('已被人员'))).toBe(
      true,
    );
    expect(await stateOf(id)).toMatchObject({ handle: 1 });
  });

  test('a vehicle that repeats its alarm does not refuse who handles it meanwhile', async () => {
    const { id, vehicleId } = await fresh();
    await ask(cs, 'claim', { ids: [id] });
    const seen = await world.rows<{ rev: number }>('select rev from alm_alarm where id = $1', id);
    await world.raise({ vehicleId, type: 'MOTOR_HALL' });
    expect(await world.rows('select count from alm_alarm where id = $1', id)).toEqual([{ count: 2 }]);
    expect((await ask(cs, 'handle', { id, rev: seen[0]?.rev, form })).code).toBe(0);
  });

  test('handled by its handler, or by whoever gives work out; by nobody else (3002)', async () => {
    const { id } = await fresh();
    await ask(cs, 'claim', { ids: [id] });
    expect((await ask(aftersales, 'handle', { id, ...form })).code).toBe(3002);
    expect((await ask(aftersales, 'ignore', { ids: [id], reasonCode: '1' })).data.skipped).toMatchObject([
      { message: '只能由处理人操作' },
    ]);
    expect((await ask(aftersales, 'release', { id })).code).toBe(3002);
    expect((await ask(cs, 'handle', { id, form, rev: 1 })).code).toBe(1005);
    expect((await ask(cs, 'handle', { id, form })).code).toBe(0);
    expect(await stateOf(id)).toEqual({ handle: 2, handler: cs.userId });
    expect((await ask(cs, 'handle', { id, form })).code).toBe(1004);
    expect((await ask(cs, 'claim', { ids: [id] })).data).toMatchObject({ claimed: 0 });
    const logs = await world.rows(
      'select action, from_status, to_status from alm_alarm_log where alarm_id = $1 order by id',
      id,
    );
    expect(logs).toMatchObject([
      { action: 'raise' },
      { action: 'push' },
      { action: 'claim', from_status: 0, to_status: 1 },
      { action: 'handle', from_status: 1, to_status: 2 },
    ]);
    const audit = await world.rows(
      "select action, function_code from sys_operation_log where entity = 'alarm' and entity_id = $1 and after ? 'handleStatus' order by id",
      id,
    );
    expect(audit).toMatchObject([
      { action: 'claim', function_code: 'alarmManage.claim' },
      { action: 'handle', function_code: 'alarmManage.handle' },
    ]);
  });

  test('given back and taken again; assigned only to whoever may handle (1003)', async () => {
    const { id } = await fresh();
    await ask(cs, 'claim', { ids: [id] });
    expect((await ask(cs, 'release', { id })).code).toBe(0);
    expect(await stateOf(id)).toEqual({ handle: 0, handler: null });
    expect((await ask(cs, 'assign', { ids: [id], userId: aftersales.userId })).code).toBe(1003);
    const auditor = await signInAs(world.t, { roles: ['auditor'] });
    expect((await ask(quality, 'assign', { ids: [id], userId: auditor.userId })).code).toBe(1003);
    expect((await ask(quality, 'assign', { ids: [id], userId: aftersales.userId })).data.changed).toBe(1);
    expect(await stateOf(id)).toEqual({ handle: 1, handler: aftersales.userId });
  });

  test('false alarms in a batch, critical ones alone (3003)', async () => {
    const [small, big] = [await fresh('GPS_FAULT'), await fresh('TOW')];
    const { data } = await ask(cs, 'ignore', { ids: [small.id, big.id], reasonCode: '1' });
    expect(data).toMatchObject({ changed: 1, skipped: [{ id: big.id, message: '紧急报警不支持批量忽略' }] });
    expect((await ask(cs, 'ignore', { ids: [big.id], reasonCode: '3', remark: '测试' })).data.changed).toBe(1);
    expect((await ask<{ errors: { field: string }[] }>(cs, 'ignore', { ids: [small.id] })).data.errors).toMatchObject([
      { field: 'reasonCode' },
    ]);
  });

  test('opened again within seven days (3006)', async () => {
    const { id } = await fresh();
    await ask(cs, 'handle', { id, form });
    expect((await ask(cs, 'reopen', { id, reason: '故障再次出现' })).code).toBe(0);
    expect(await stateOf(id)).toMatchObject({ handle: 1 });
    await ask(cs, 'handle', { id, form });
    await world.rows("update alm_alarm set handle_time = now() - interval '8 days' where id = $1", id);
    expect((await ask(cs, 'reopen', { id, reason: '太迟了' })).code).toBe(3006);
  });

  test('a critical battery alarm that is not over wants care; what only people end ends with it', async () => {
    const { id, vehicleId } = await fresh('THERMAL_RUNAWAY');
    const refused = await ask<{ errors: { field: string }[] }>(cs, 'handle', {
      id,
      form: { ...form, handleRemark: '已电话通知了' },
    });
    expect(refused.data.errors.map(({ field }) => field)).toEqual(['handleRemark', 'contactedOwner']);
    const careful = { ...form, contactedOwner: 1, contactResult: '1', handleRemark: '已电话通知车主远离车辆并断电' };
    expect((await ask(cs, 'handle', { id, form: careful })).code).toBe(0);
    expect(await alarmsOf(world, vehicleId)).toMatchObject([{ handle: 2, recover: 1 }]);
  });
});

describe('what follows', () => {
  test('the owner is written to three times a day at most (3008), and only if there is one (3005)', async () => {
    const { id, vehicleId } = await fresh('GPS_FAULT');
    const message = { id, templateId: 'ALM_CONTACT', channels: ['2', '3'] };
    for (let n = 0; n < 3; n++) expect((await ask(cs, 'push', message)).code).toBe(0);
    expect((await ask(cs, 'push', message)).code).toBe(3008);
    expect((await ask(cs, 'push', { ...message, templateId: 'NOPE' })).code).toBe(1001);
    expect(await ask(cs, 'push', { ...message, channels: ['4'] })).toMatchObject({
      code: 1001,
      data: { errors: [{ field: 'channels', message: '仅紧急报警可用语音电话' }] },
    });
    const { data } = await ask<{ pushes: { channel: number }[]; logs: { action: string }[] }>(cs, 'detail', { id });
    expect(data.pushes).toHaveLength(6);
    const log = await world.t.call<{ total: number; list: { alarmId: string; channel: number }[] }>(
      'POST',
      '/msg/crm/alarmMessage/list',
      { query: { alarmId: id, channel: '3' } },
      { as: 'admin' },
    );
    expect(log.data).toMatchObject({ total: 3, list: Array(3).fill({ alarmId: id, channel: 3 }) });
    expect(data.logs.filter(({ action }) => action === 'push')).toHaveLength(3);
    // Templates say where it was: that takes a right to see places, in the alarm and in the log of messages.
    interface Sent {
      readonly title: { zh: string };
      readonly body: { zh: string };
    }
    const texts = async (as: { token: string }) => {
      const shown = await ask<{ pushes: Sent[] }>(as, 'detail', { id });
      const logged = await world.t.call<{ list: Sent[] }>(
        'POST',
        '/msg/crm/alarmMessage/list',
        { query: { alarmId: id } },
        { as: as.token },
      );
      return [...shown.data.pushes, ...logged.data.list].flatMap(({ title, body }) => [title.zh, body.zh]);
    };
    const hidden = '内容可能含车辆位置，没有查看权限';
    expect(new Set(await texts(cs)), 'clerks lack it').toEqual(new Set([hidden]));
    expect(await texts({ token: 'admin' })).not.toContain(hidden);
    const other = await fresh('GPS_FAULT');
    await world.rows('update veh_vehicle set owner_user_id = null, bind_status = 0 where id = $1', other.vehicleId);
    expect((await ask(cs, 'push', { ...message, id: other.id })).code).toBe(3005);
    expect(vehicleId).not.toBe(other.vehicleId);
  });

  test('batteries and faults become repair orders, one open for an alarm (3004)', async () => {
    const { id } = await fresh();
    const boss = { token: 'admin' };
    const made = await ask<{ repairOrderId: string }>(boss, 'createRepair', { id });
    expect(made.code, JSON.stringify(made)).toBe(0);
    const order = await world.t.call<{ orderNo: string; source: number; alarmId: string; status: number }>(
      'POST',
      '/cs/crm/repairOrder/detail',
      { id: made.data.repairOrderId },
      { as: 'admin' },
    );
    expect(order.data).toMatchObject({ source: 4, alarmId: id, status: 0 });
    expect(await ask(boss, 'createRepair', { id })).toMatchObject({
      code: 3004,
      message: `已存在未完成的报修单${order.data.orderNo}`,
    });
    expect((await ask(boss, 'createRepair', { id: (await fresh('TOW')).id })).code).toBe(1004);
  });

  test('an order that was made by mistake is taken back by whoever made it, until somebody has dealt with it', async () => {
    const { id } = await fresh();
    const boss = { token: 'admin' };
    const shown = async () =>
      (
        await world.t.call<{ repairOrder: { id: string; mayWithdraw: number } | null; logs: { action: string }[] }>(
          'POST',
          '/veh/crm/alarm/detail',
          { id },
          { as: 'admin' },
        )
      ).data;
    expect((await ask(boss, 'withdrawRepair', { id })).code).toBe(1002);
    const made = await ask<{ repairOrderId: string }>(boss, 'createRepair', { id });
    expect((await shown()).repairOrder).toMatchObject({ id: made.data.repairOrderId, mayWithdraw: 1 });
    expect((await ask(cs, 'withdrawRepair', { id })).code, 'made by somebody else').toBe(1003);
    expect((await ask(boss, 'withdrawRepair', { id })).code).toBe(0);
    const stateOfOrder = () =>
      world.rows('select status, end_reason from cs_repair_order where id = $1', made.data.repairOrderId);
    expect(await stateOfOrder()).toEqual([{ status: 6, end_reason: '报警转报修后撤回' }]);
    const after = await shown();
    expect([after.repairOrder, after.logs[0]?.action]).toEqual([null, 'withdrawRepair']);
    // Another one may be made, and stays once it was dispatched.
    const again = await ask<{ repairOrderId: string }>(boss, 'createRepair', { id });
    expect(again.code).toBe(0);
    await world.rows('update cs_repair_order set status = 1 where id = $1', again.data.repairOrderId);
    expect((await shown()).repairOrder).toMatchObject({ mayWithdraw: 0 });
    expect((await ask(boss, 'withdrawRepair', { id })).code).toBe(1004);
  });

  test('handling as theft opens a case of the vehicle, or finds the one there is', async () => {
    const { id, vehicleId } = await fresh('TOW');
    const boss = { token: 'admin' };
    const theft = { ...form, handleResult: '4', nextAction: 2 };
    expect((await ask(cs, 'handle', { id, form: theft })).code).toBe(1003);
    expect(await stateOf(id)).toMatchObject({ handle: 0 });
    const answer = await ask(boss, 'handle', { id, form: theft });
    expect(answer.code, JSON.stringify(answer.data)).toBe(0);
    const cases = await world.rows<{ no: string }>(
      'select case_no as no from veh_stolen_case where vehicle_id = $1',
      vehicleId,
    );
    expect(cases).toHaveLength(1);
    expect(await world.rows("select remark from alm_alarm_log where alarm_id = $1 and action = 'stolen'", id)).toEqual([
      { remark: cases[0]?.no },
    ]);
  });
});

describe('time', () => {
  const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);

  test('a critical alarm not finished in 30 minutes goes to those who give work out, once', async () => {
    const [big, small, done] = [await fresh('ILLEGAL_MOVE'), await fresh('BRAKE'), await fresh('TOW')];
    await ask(cs, 'handle', { id: done.id, form });
    await escalate(world.t.app, later(29));
    expect(await world.rows('select escalated from alm_alarm where id = $1', big.id)).toEqual([{ escalated: 0 }]);
    await Promise.all([escalate(world.t.app, later(31)), escalate(world.t.app, later(31))]);
    const escalated = await world.rows<{ id: string }>(
      'select id::text as id from alm_alarm where escalated = 1 and id = any($1::bigint[])',
      [big.id, small.id, done.id],
    );
    expect(escalated).toEqual([{ id: big.id }]);
    const notices = await world.rows<{ n: number }>(
      "select count(*)::int as n from msg_notice where path like '%' || $1 and title_zh like '紧急报警超时%' group by user_id",
      `id=${big.id}`,
    );
    expect(notices.length).toBeGreaterThan(0);
    expect(notices.every(({ n }) => n === 1)).toBe(true);
  });

  test('small alarms that are over close by themselves a day later', async () => {
    const [over, open, serious] = [await fresh('GPS_FAULT'), await fresh('GPS_FAULT'), await fresh('BRAKE')];
    await world.clear(over.vehicleId, 'GPS_FAULT');
    await world.clear(serious.vehicleId, 'BRAKE');
    await autoClose(world.t.app, later(23 * 60));
    expect(await stateOf(over.id)).toMatchObject({ handle: 0 });
    await autoClose(world.t.app, later(25 * 60));
    expect([await stateOf(over.id), await stateOf(open.id), await stateOf(serious.id)]).toMatchObject([
      { handle: 4 },
      { handle: 0 },
      { handle: 0 },
    ]);
  });

  test('a vibration is over after a quiet minute', async () => {
    const { vehicleId } = await fresh('VIBRATION');
    await calm(world.t.app, later(0.5));
    expect(await alarmsOf(world, vehicleId)).toMatchObject([{ recover: 0 }]);
    await calm(world.t.app, later(1.1));
    expect(await alarmsOf(world, vehicleId)).toMatchObject([{ recover: 1 }]);
  });

  const offline = async (id: string) => (await alarmsOf(world, id)).some(({ type }) => type === 'OFFLINE_LONG');

  test('silence is counted only while the platform was there to hear', async () => {
    const silent = async () => {
      const scooter = await world.addScooter();
      await world.rows(
        'insert into veh_vehicle_status (vehicle_id, report_time, recv_time, online) values ($1, now(), now(), 0)',
        scooter.id,
      );
      return scooter.id;
    };
    const hours = (n: number) => later(n * 60);
    const wasThere = (from: number, to: number) =>
      world.rows(
        'insert into alm_presence values ($1, $2) on conflict (from_time) do update set to_time = excluded.to_time',
        hours(from),
        hours(to),
      );
    const id = await silent();
    await world.rows('delete from alm_presence');
    await wasThere(0, 71);
    await findOffline(world.t.app, hours(71));
    expect(await offline(id)).toBe(false);
    // The platform is away for three days: nobody is to blame for that time.
    await findOffline(world.t.app, hours(143));
    expect(await offline(id)).toBe(false);
    await world.rows(
      'update alm_presence set to_time = $1 where from_time = (select max(from_time) from alm_presence)',
      hours(144.1),
    );
    await findOffline(world.t.app, hours(144.2));
    expect(await offline(id)).toBe(true);
    await findOffline(world.t.app, hours(145));
    expect((await alarmsOf(world, id)).filter(({ type }) => type === 'OFFLINE_LONG')).toHaveLength(1);
  });

  test('vehicles that a rule is not for hide no others; one that never reported is silent since it was activated', async () => {
    await world.rows(
      `with made as (
         insert into veh_vehicle (vin, vehicle_type_id, color, imei, ecu_sn, production_date, activation_status, activation_time, bind_status, operation_status)
         select 'LZXALRMB0SA' || lpad(n::text, 6, '0'), 9001, 'BLK', '86990000' || lpad(n::text, 7, '0'), 'ZQ' || lpad(n::text, 12, '0'), '2025-01-01', 1, now(), 0, 0
         from generate_series(1, 501) n returning id)
       insert into veh_vehicle_status (vehicle_id, recv_time, online) select id, now() - interval '30 days', 0 from made`,
    );
    await world.rows(
      `insert into veh_type select (jsonb_populate_record(y, '{"id": 9077, "code": "T77", "name": "T77"}')).* from veh_type y where id = 9001`,
    );
    const rule = (models: string) =>
      world.rows("update alm_rule set vehicle_type_ids = $1 where alarm_type = 'OFFLINE_LONG'", models);
    await rule('{9077}');
    const never = async (hours: number) => {
      const { id } = await world.addScooter();
      await world.rows(
        `update veh_vehicle set vehicle_type_id = 9077, create_time = now() - interval '90 days', activation_time = now() - make_interval(hours => $2)
         where id = $1`,
        id,
        hours,
      );
      return id;
    };
    const [silent, recent] = [await never(73), await never(71)];
    await world.rows('delete from alm_presence');
    await findOffline(world.t.app);
    expect([await offline(silent), await offline(recent)]).toEqual([true, false]);
    await rule('{}');
  });
});

interface Counted {
  readonly counters: { readonly criticalUnhandled: number; readonly byLevel: Readonly<Record<string, number>> };
}

test('the to-do of the dashboard and the counters of the list agree; a claimed alarm is in neither, and stays open', async () => {
  const admin = { token: 'admin' };
  const counted = async () => (await ask<Counted>(admin, 'list', {})).data.counters;
  const waiting = async () =>
    (await world.t.call<TodoItem[]>('POST', '/stat/crm/dashboard/todo', {}, { as: 'admin' })).data.find(
      ({ key }) => key === 'alarmCritical',
    )?.count;
  const { id } = await fresh('THERMAL_RUNAWAY');
  await fresh('THERMAL_RUNAWAY');
  const { criticalUnhandled: before, byLevel } = await counted();
  expect(before).toBeGreaterThan(1);
  const open = byLevel['4'] ?? 0;
  expect(open).toBeGreaterThanOrEqual(before);
  expect((await ask(cs, 'claim', { ids: [id] })).data.claimed).toBe(1);
  expect(await counted()).toMatchObject({ criticalUnhandled: before - 1, byLevel: { 4: open } });
  const query = { 'level.in': ['4'], 'handleStatus.in': ['0', '1'] };
  expect((await ask<{ readonly total: number }>(admin, 'list', { query })).data.total).toBe(open);
  // Counts are read every few seconds, and kept for a while where that took long.
  await expect.poll(waiting, { timeout: 40_000 }).toBe(before - 1);
});

test('the types of the last week are counted by days, as the list behind them is', async () => {
  const from = dayStart(new Date(), 6);
  for (const time of [from, new Date(from.getTime() - 1000)]) {
    const { id } = await fresh('MOTOR_HALL');
    await world.rows('update alm_alarm set first_time = $2 where id = $1', id, time);
  }
  const top = await world.t.call<{ list: { alarmType: string; count: number }[] }>(
    'POST',
    '/query/queryview',
    { extend: { view: { code: 'V_ALARM_TOP10_7D' } }, query: { pageSize: 10 } },
    { as: 'admin' },
  );
  const query = { 'alarmType.in': ['MOTOR_HALL'], 'firstTime.ge': formatDay(from) };
  const listed = await ask<{ readonly total: number }>({ token: 'admin' }, 'list', { query });
  expect(top.data.list.find(({ alarmType }) => alarmType === 'MOTOR_HALL')?.count).toBe(listed.data.total);
});
