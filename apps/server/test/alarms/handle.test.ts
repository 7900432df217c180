import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInAs } from '../support/people.ts';
import { alarmsOf } from './world.ts';
import { form, handling, type Handling } from './handle-kit.ts';

let w: Handling;
beforeAll(async () => {
  w = await handling();
});
afterAll(() => w.stop());

describe('SM-Alarm', () => {
  test('of many who claim at once one gets it; the others are shown who has it', async () => {
    const { id } = await w.fresh();
    const answers = await Promise.all(
      [w.cs, w.aftersales, w.quality, w.cs].map((who) => w.ask(who, 'claim', { ids: [id] })),
    );
    expect(answers.filter(({ data }) => data.claimed === 1)).toHaveLength(1);
    expect(answers.flatMap(({ data }) => data.skipped).every(({ message }) => message.startsWith('已被人员'))).toBe(
      true,
    );
    expect(await w.stateOf(id)).toMatchObject({ handle: 1 });
  });

  test('a vehicle that repeats its alarm does not refuse who handles it meanwhile', async () => {
    const { id, vehicleId } = await w.fresh();
    await w.ask(w.cs, 'claim', { ids: [id] });
    const seen = await w.world.rows<{ rev: number }>('select rev from alm_alarm where id = $1', id);
    await w.world.raise({ vehicleId, type: 'MOTOR_HALL' });
    expect(await w.world.rows('select count from alm_alarm where id = $1', id)).toEqual([{ count: 2 }]);
    expect((await w.ask(w.cs, 'handle', { id, rev: seen[0]?.rev, form })).code).toBe(0);
  });

  test('handled by its handler, or by whoever gives work out; by nobody else (3002)', async () => {
    const { id } = await w.fresh();
    await w.ask(w.cs, 'claim', { ids: [id] });
    expect((await w.ask(w.aftersales, 'handle', { id, ...form })).code).toBe(3002);
    expect((await w.ask(w.aftersales, 'ignore', { ids: [id], reasonCode: '1' })).data.skipped).toMatchObject([
      { message: '只能由处理人操作' },
    ]);
    expect((await w.ask(w.aftersales, 'release', { id })).code).toBe(3002);
    expect((await w.ask(w.cs, 'handle', { id, form, rev: 1 })).code).toBe(1005);
    expect((await w.ask(w.cs, 'handle', { id, form })).code).toBe(0);
    expect(await w.stateOf(id)).toEqual({ handle: 2, handler: w.cs.userId });
    expect((await w.ask(w.cs, 'handle', { id, form })).code).toBe(1004);
    expect((await w.ask(w.cs, 'claim', { ids: [id] })).data).toMatchObject({ claimed: 0 });
    const logs = await w.world.rows(
      'select action, from_status, to_status from alm_alarm_log where alarm_id = $1 order by id',
      id,
    );
    expect(logs).toMatchObject([
      { action: 'raise' },
      { action: 'push' },
      { action: 'claim', from_status: 0, to_status: 1 },
      { action: 'handle', from_status: 1, to_status: 2 },
    ]);
    const audit = await w.world.rows(
      "select action, function_code from sys_operation_log where entity = 'alarm' and entity_id = $1 and after ? 'handleStatus' order by id",
      id,
    );
    expect(audit).toMatchObject([
      { action: 'claim', function_code: 'alarmManage.claim' },
      { action: 'handle', function_code: 'alarmManage.handle' },
    ]);
  });

  test('given back and taken again; assigned only to whoever may handle (1003)', async () => {
    const { id } = await w.fresh();
    await w.ask(w.cs, 'claim', { ids: [id] });
    expect((await w.ask(w.cs, 'release', { id })).code).toBe(0);
    expect(await w.stateOf(id)).toEqual({ handle: 0, handler: null });
    expect((await w.ask(w.cs, 'assign', { ids: [id], userId: w.aftersales.userId })).code).toBe(1003);
    const auditor = await signInAs(w.world.t, { roles: ['auditor'] });
    expect((await w.ask(w.quality, 'assign', { ids: [id], userId: auditor.userId })).code).toBe(1003);
    expect((await w.ask(w.quality, 'assign', { ids: [id], userId: w.aftersales.userId })).data.changed).toBe(1);
    expect(await w.stateOf(id)).toEqual({ handle: 1, handler: w.aftersales.userId });
  });

  test('false alarms in a batch, critical ones alone (3003)', async () => {
    const [small, big] = [await w.fresh('GPS_FAULT'), await w.fresh('TOW')];
    const { data } = await w.ask(w.cs, 'ignore', { ids: [small.id, big.id], reasonCode: '1' });
    expect(data).toMatchObject({ changed: 1, skipped: [{ id: big.id, message: '紧急报警不支持批量忽略' }] });
    expect((await w.ask(w.cs, 'ignore', { ids: [big.id], reasonCode: '3', remark: '测试' })).data.changed).toBe(1);
    expect(
      (await w.ask<{ errors: { field: string }[] }>(w.cs, 'ignore', { ids: [small.id] })).data.errors,
    ).toMatchObject([{ field: 'reasonCode' }]);
  });

  test('opened again within seven days (3006)', async () => {
    const { id } = await w.fresh();
    await w.ask(w.cs, 'handle', { id, form });
    expect((await w.ask(w.cs, 'reopen', { id, reason: '故障再次出现' })).code).toBe(0);
    expect(await w.stateOf(id)).toMatchObject({ handle: 1 });
    await w.ask(w.cs, 'handle', { id, form });
    await w.world.rows("update alm_alarm set handle_time = now() - interval '8 days' where id = $1", id);
    expect((await w.ask(w.cs, 'reopen', { id, reason: '太迟了' })).code).toBe(3006);
  });

  test('a critical battery alarm that is not over wants care; what only people end ends with it', async () => {
    const { id, vehicleId } = await w.fresh('THERMAL_RUNAWAY');
    const refused = await w.ask<{ errors: { field: string }[] }>(w.cs, 'handle', {
      id,
      form: { ...form, handleRemark: '已电话通知了' },
    });
    expect(refused.data.errors.map(({ field }) => field)).toEqual(['handleRemark', 'contactedOwner']);
    const careful = { ...form, contactedOwner: 1, contactResult: '1', handleRemark: '已电话通知车主远离车辆并断电' };
    expect((await w.ask(w.cs, 'handle', { id, form: careful })).code).toBe(0);
    expect(await alarmsOf(w.world, vehicleId)).toMatchObject([{ handle: 2, recover: 1 }]);
  });
});

describe('what follows', () => {
  test('the owner is written to three times a day at most (3008), and only if there is one (3005)', async () => {
    const { id, vehicleId } = await w.fresh('GPS_FAULT');
    const message = { id, templateId: 'ALM_CONTACT', channels: ['2', '3'] };
    for (let n = 0; n < 3; n++) expect((await w.ask(w.cs, 'push', message)).code).toBe(0);
    expect((await w.ask(w.cs, 'push', message)).code).toBe(3008);
    expect((await w.ask(w.cs, 'push', { ...message, templateId: 'NOPE' })).code).toBe(1001);
    expect(await w.ask(w.cs, 'push', { ...message, channels: ['4'] })).toMatchObject({
      code: 1001,
      data: { errors: [{ field: 'channels', message: '仅紧急报警可用语音电话' }] },
    });
    const { data } = await w.ask<{ pushes: { channel: number }[]; logs: { action: string }[] }>(w.cs, 'detail', { id });
    expect(data.pushes).toHaveLength(6);
    const log = await w.world.t.call<{ total: number; list: { alarmId: string; channel: number }[] }>(
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
      const shown = await w.ask<{ pushes: Sent[] }>(as, 'detail', { id });
      const logged = await w.world.t.call<{ list: Sent[] }>(
        'POST',
        '/msg/crm/alarmMessage/list',
        { query: { alarmId: id } },
        { as: as.token },
      );
      return [...shown.data.pushes, ...logged.data.list].flatMap(({ title, body }) => [title.zh, body.zh]);
    };
    const hidden = '内容可能含车辆位置，没有查看权限';
    expect(new Set(await texts(w.cs)), 'clerks lack it').toEqual(new Set([hidden]));
    expect(await texts({ token: 'admin' })).not.toContain(hidden);
    const other = await w.fresh('GPS_FAULT');
    await w.world.rows('update veh_vehicle set owner_user_id = null, bind_status = 0 where id = $1', other.vehicleId);
    expect((await w.ask(w.cs, 'push', { ...message, id: other.id })).code).toBe(3005);
    expect(vehicleId).not.toBe(other.vehicleId);
  });

  test('batteries and faults become repair orders, one open for an alarm (3004)', async () => {
    const { id } = await w.fresh();
    const boss = { token: 'admin' };
    const made = await w.ask<{ repairOrderId: string }>(boss, 'createRepair', { id });
    expect(made.code, JSON.stringify(made)).toBe(0);
    const order = await w.world.t.call<{ orderNo: string; source: number; alarmId: string; status: number }>(
      'POST',
      '/cs/crm/repairOrder/detail',
      { id: made.data.repairOrderId },
      { as: 'admin' },
    );
    expect(order.data).toMatchObject({ source: 4, alarmId: id, status: 0 });
    expect(await w.ask(boss, 'createRepair', { id })).toMatchObject({
      code: 3004,
      message: `已存在未完成的报修单${order.data.orderNo}`,
    });
    expect((await w.ask(boss, 'createRepair', { id: (await w.fresh('TOW')).id })).code).toBe(1004);
  });

  test('an order that was made by mistake is taken back by whoever made it, until somebody has dealt with it', async () => {
    const { id } = await w.fresh();
    const boss = { token: 'admin' };
    const shown = async () =>
      (
        await w.world.t.call<{ repairOrder: { id: string; mayWithdraw: number } | null; logs: { action: string }[] }>(
          'POST',
          '/veh/crm/alarm/detail',
          { id },
          { as: 'admin' },
        )
      ).data;
    expect((await w.ask(boss, 'withdrawRepair', { id })).code).toBe(1002);
    const made = await w.ask<{ repairOrderId: string }>(boss, 'createRepair', { id });
    expect((await shown()).repairOrder).toMatchObject({ id: made.data.repairOrderId, mayWithdraw: 1 });
    expect((await w.ask(w.cs, 'withdrawRepair', { id })).code, 'made by somebody else').toBe(1003);
    expect((await w.ask(boss, 'withdrawRepair', { id })).code).toBe(0);
    const stateOfOrder = () =>
      w.world.rows('select status, end_reason from cs_repair_order where id = $1', made.data.repairOrderId);
    expect(await stateOfOrder()).toEqual([{ status: 6, end_reason: '报警转报修后撤回' }]);
    const after = await shown();
    expect([after.repairOrder, after.logs[0]?.action]).toEqual([null, 'withdrawRepair']);
    // Another one may be made, and stays once it was dispatched.
    const again = await w.ask<{ repairOrderId: string }>(boss, 'createRepair', { id });
    expect(again.code).toBe(0);
    await w.world.rows('update cs_repair_order set status = 1 where id = $1', again.data.repairOrderId);
    expect((await shown()).repairOrder).toMatchObject({ mayWithdraw: 0 });
    expect((await w.ask(boss, 'withdrawRepair', { id })).code).toBe(1004);
  });

  test('handling as theft opens a case of the vehicle, or finds the one there is', async () => {
    const { id, vehicleId } = await w.fresh('TOW');
    const boss = { token: 'admin' };
    const theft = { ...form, handleResult: '4', nextAction: 2 };
    expect((await w.ask(w.cs, 'handle', { id, form: theft })).code).toBe(1003);
    expect(await w.stateOf(id)).toMatchObject({ handle: 0 });
    const answer = await w.ask(boss, 'handle', { id, form: theft });
    expect(answer.code, JSON.stringify(answer.data)).toBe(0);
    const cases = await w.world.rows<{ no: string }>(
      'select case_no as no from veh_stolen_case where vehicle_id = $1',
      vehicleId,
    );
    expect(cases).toHaveLength(1);
    expect(
      await w.world.rows("select remark from alm_alarm_log where alarm_id = $1 and action = 'stolen'", id),
    ).toEqual([{ remark: cases[0]?.no }]);
  });
});
