import type { TodoItem } from '@wheelhouse/contract/dashboard';
import { formatDay } from '@wheelhouse/contract/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { autoClose, calm, escalate, findOffline } from '../../src/modules/alarms/jobs.ts';
import { dayStart } from '../../src/modules/statistics/day-times.ts';
import { alarmsOf } from './world.ts';
import { form, handling, type Handling } from './handle-kit.ts';

let w: Handling;
beforeAll(async () => {
  w = await handling();
});
afterAll(() => w.stop());

describe('time', () => {
  const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);

  test('a critical alarm not finished in 30 minutes goes to those who give work out, once', async () => {
    const [big, small, done] = [await w.fresh('ILLEGAL_MOVE'), await w.fresh('BRAKE'), await w.fresh('TOW')];
    await w.ask(w.cs, 'handle', { id: done.id, form });
    await escalate(w.world.t.app, later(29));
    expect(await w.world.rows('select escalated from alm_alarm where id = $1', big.id)).toEqual([{ escalated: 0 }]);
    await Promise.all([escalate(w.world.t.app, later(31)), escalate(w.world.t.app, later(31))]);
    const escalated = await w.world.rows<{ id: string }>(
      'select id::text as id from alm_alarm where escalated = 1 and id = any($1::bigint[])',
      [big.id, small.id, done.id],
    );
    expect(escalated).toEqual([{ id: big.id }]);
    const notices = await w.world.rows<{ n: number }>(
      "select count(*)::int as n from msg_notice where path like '%' || $1 and title_zh like '紧急报警超时%' group by user_id",
      `id=${big.id}`,
    );
    expect(notices.length).toBeGreaterThan(0);
    expect(notices.every(({ n }) => n === 1)).toBe(true);
  });

  test('small alarms that are over close by themselves a day later', async () => {
    const [over, open, serious] = [await w.fresh('GPS_FAULT'), await w.fresh('GPS_FAULT'), await w.fresh('BRAKE')];
    await w.world.clear(over.vehicleId, 'GPS_FAULT');
    await w.world.clear(serious.vehicleId, 'BRAKE');
    await autoClose(w.world.t.app, later(23 * 60));
    expect(await w.stateOf(over.id)).toMatchObject({ handle: 0 });
    await autoClose(w.world.t.app, later(25 * 60));
    expect([await w.stateOf(over.id), await w.stateOf(open.id), await w.stateOf(serious.id)]).toMatchObject([
      { handle: 4 },
      { handle: 0 },
      { handle: 0 },
    ]);
  });

  test('a vibration is over after a quiet minute', async () => {
    const { vehicleId } = await w.fresh('VIBRATION');
    await calm(w.world.t.app, later(0.5));
    expect(await alarmsOf(w.world, vehicleId)).toMatchObject([{ recover: 0 }]);
    await calm(w.world.t.app, later(1.1));
    expect(await alarmsOf(w.world, vehicleId)).toMatchObject([{ recover: 1 }]);
  });

  const offline = async (id: string) => (await alarmsOf(w.world, id)).some(({ type }) => type === 'OFFLINE_LONG');

  test('silence is counted only while the platform was there to hear', async () => {
    const silent = async () => {
      const scooter = await w.world.addScooter();
      await w.world.rows(
        'insert into veh_vehicle_status (vehicle_id, report_time, recv_time, online) values ($1, now(), now(), 0)',
        scooter.id,
      );
      return scooter.id;
    };
    const hours = (n: number) => later(n * 60);
    const wasThere = (from: number, to: number) =>
      w.world.rows(
        'insert into alm_presence values ($1, $2) on conflict (from_time) do update set to_time = excluded.to_time',
        hours(from),
        hours(to),
      );
    const id = await silent();
    await w.world.rows('delete from alm_presence');
    await wasThere(0, 71);
    await findOffline(w.world.t.app, hours(71));
    expect(await offline(id)).toBe(false);
    // The platform is away for three days: nobody is to blame for that time.
    await findOffline(w.world.t.app, hours(143));
    expect(await offline(id)).toBe(false);
    await w.world.rows(
      'update alm_presence set to_time = $1 where from_time = (select max(from_time) from alm_presence)',
      hours(144.1),
    );
    await findOffline(w.world.t.app, hours(144.2));
    expect(await offline(id)).toBe(true);
    await findOffline(w.world.t.app, hours(145));
    expect((await alarmsOf(w.world, id)).filter(({ type }) => type === 'OFFLINE_LONG')).toHaveLength(1);
  });

  test('vehicles that a rule is not for hide no others; one that never reported is silent since it was activated', async () => {
    await w.world.rows(
      `with made as (
         insert into veh_vehicle (vin, vehicle_type_id, color, imei, ecu_sn, production_date, activation_status, activation_time, bind_status, operation_status)
         select 'LZXALRMB0SA' || lpad(n::text, 6, '0'), 9001, 'BLK', '86990000' || lpad(n::text, 7, '0'), 'ZQ' || lpad(n::text, 12, '0'), '2025-01-01', 1, now(), 0, 0
         from generate_series(1, 501) n returning id)
       insert into veh_vehicle_status (vehicle_id, recv_time, online) select id, now() - interval '30 days', 0 from made`,
    );
    await w.world.rows(
      `insert into veh_type select (jsonb_populate_record(y, '{"id": 9077, "code": "T77", "name": "T77"}')).* from veh_type y where id = 9001`,
    );
    const rule = (models: string) =>
      w.world.rows("update alm_rule set vehicle_type_ids = $1 where alarm_type = 'OFFLINE_LONG'", models);
    await rule('{9077}');
    const never = async (hours: number) => {
      const { id } = await w.world.addScooter();
      await w.world.rows(
        `update veh_vehicle set vehicle_type_id = 9077, create_time = now() - interval '90 days', activation_time = now() - make_interval(hours => $2)
         where id = $1`,
        id,
        hours,
      );
      return id;
    };
    const [silent, recent] = [await never(73), await never(71)];
    await w.world.rows('delete from alm_presence');
    await findOffline(w.world.t.app);
    expect([await offline(silent), await offline(recent)]).toEqual([true, false]);
    await rule('{}');
  });
});
interface Counted {
  readonly counters: { readonly criticalUnhandled: number; readonly byLevel: Readonly<Record<string, number>> };
}

test('the to-do of the dashboard and the counters of the list agree; a claimed alarm is in neither, and stays open', async () => {
  const admin = { token: 'admin' };
  const counted = async () => (await w.ask<Counted>(admin, 'list', {})).data.counters;
  const waiting = async () =>
    (await w.world.t.call<TodoItem[]>('POST', '/stat/crm/dashboard/todo', {}, { as: 'admin' })).data.find(
      ({ key }) => key === 'alarmCritical',
    )?.count;
  const { id } = await w.fresh('THERMAL_RUNAWAY');
  await w.fresh('THERMAL_RUNAWAY');
  const { criticalUnhandled: before, byLevel } = await counted();
  expect(before).toBeGreaterThan(1);
  const open = byLevel['4'] ?? 0;
  expect(open).toBeGreaterThanOrEqual(before);
  expect((await w.ask(w.cs, 'claim', { ids: [id] })).data.claimed).toBe(1);
  expect(await counted()).toMatchObject({ criticalUnhandled: before - 1, byLevel: { 4: open } });
  const query = { 'level.in': ['4'], 'handleStatus.in': ['0', '1'] };
  expect((await w.ask<{ readonly total: number }>(admin, 'list', { query })).data.total).toBe(open);
  // Counts are read every few seconds, and kept for a while where that took long.
  await expect.poll(waiting, { timeout: 40_000 }).toBe(before - 1);
});

test('the types of the last week are counted by days, as the list behind them is', async () => {
  const from = dayStart(new Date(), 6);
  for (const time of [from, new Date(from.getTime() - 1000)]) {
    const { id } = await w.fresh('MOTOR_HALL');
    await w.world.rows('update alm_alarm set first_time = $2 where id = $1', id, time);
  }
  const top = await w.world.t.call<{ list: { alarmType: string; count: number }[] }>(
    'POST',
    '/query/queryview',
    { extend: { view: { code: 'V_ALARM_TOP10_7D' } }, query: { pageSize: 10 } },
    { as: 'admin' },
  );
  const query = { 'alarmType.in': ['MOTOR_HALL'], 'firstTime.ge': formatDay(from) };
  const listed = await w.ask<{ readonly total: number }>({ token: 'admin' }, 'list', { query });
  expect(top.data.list.find(({ alarmType }) => alarmType === 'MOTOR_HALL')?.count).toBe(listed.data.total);
});
