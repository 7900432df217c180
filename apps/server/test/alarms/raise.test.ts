import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alarmsOf, makeAlarmWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await makeAlarmWorld();
});
afterAll(() => world.stop());

const minute = 60_000;
const at = (base: number, minutes: number) => new Date(base + minutes * minute);

describe('one unrecovered alarm per vehicle and type', () => {
  test('raises at the same time from many connections make one row that counts them', async () => {
    const { id } = await world.addScooter();
    const ids = await Promise.all(
      Array.from({ length: 12 }, () => world.raise({ vehicleId: id, type: 'CELL_OVER_VOLT' })),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await alarmsOf(world, id)).toMatchObject([
      { type: 'CELL_OVER_VOLT', level: 3, count: 12, recover: 0, handle: 0 },
    ]);
  });

  test('the database itself refuses a second one', async () => {
    const { id } = await world.addScooter();
    await world.raise({ vehicleId: id, type: 'BACKUP_LOW' });
    await expect(
      world.rows(
        `insert into alm_alarm (alarm_no, level, alarm_type, vehicle_id, imei, first_time, last_time, count, recover_status, handle_status, escalated, suppressed, rule_version)
         select 'AL20200101000001', 1, alarm_type, vehicle_id, imei, now(), now(), 1, 0, 0, 0, 0, 1 from alm_alarm where vehicle_id = $1`,
        id,
      ),
    ).rejects.toThrow(/uq_alm_alarm_open/);
  });

  test('within ten minutes of its recovery the same row is open again, later it is another', async () => {
    const { id } = await world.addScooter();
    const base = Date.now() - 60 * minute;
    const raise = (minutes: number) => world.raise({ vehicleId: id, type: 'LIGHT_FAULT', time: at(base, minutes) });
    const first = await raise(0);
    expect(await world.clear(id, 'LIGHT_FAULT', at(base, 1))).toBe(first);
    expect(await raise(9)).toBe(first);
    expect(await alarmsOf(world, id)).toMatchObject([{ count: 2, recover: 0 }]);
    await world.clear(id, 'LIGHT_FAULT', at(base, 10));
    const second = await raise(21);
    expect(second).not.toBe(first);
    expect(await alarmsOf(world, id)).toMatchObject([
      { count: 2, recover: 1 },
      { count: 1, recover: 0 },
    ]);
  });

  test('what people have done with is not brought back: a later raise is a new alarm', async () => {
    const { id } = await world.addScooter();
    const base = Date.now() - 60 * minute;
    const first = await world.raise({ vehicleId: id, type: 'GPS_FAULT', time: at(base, 0) });
    await world.rows('update alm_alarm set handle_status = 2, handle_time = now() where id = $1', first);
    expect(await world.raise({ vehicleId: id, type: 'GPS_FAULT', time: at(base, 5) })).toBe(first);
    const next = await world.raise({ vehicleId: id, type: 'GPS_FAULT', time: at(base, 20) });
    expect(next).not.toBe(first);
    expect(await alarmsOf(world, id)).toMatchObject([
      { handle: 2, recover: 1, count: 2 },
      { handle: 0, recover: 0, count: 1 },
    ]);
  });

  test('a crash is over only by handling; a clear that is older than the last raise clears nothing', async () => {
    const { id } = await world.addScooter();
    await world.raise({ vehicleId: id, type: 'CRASH' });
    expect(await world.clear(id, 'CRASH', new Date(Date.now() + minute))).toBeUndefined();
    await world.raise({ vehicleId: id, type: 'BRAKE' });
    expect(await world.clear(id, 'BRAKE', new Date(Date.now() - minute))).toBeUndefined();
    expect(await alarmsOf(world, id)).toMatchObject([{ recover: 0 }, { recover: 0 }]);
  });
});

interface Step {
  readonly gap: number;
  readonly what: 'raise' | 'clear';
}

/** The rule in a few lines: rows of `[count, recovered]`. */
function model(steps: readonly Step[]): [number, number][] {
  const rows: { count: number; recovered: number | null }[] = [];
  let now = 0;
  for (const { gap, what } of steps) {
    now += gap;
    const last = rows.at(-1);
    if (what === 'clear') {
      if (last?.recovered === null) last.recovered = now;
    } else if (last && (last.recovered === null || now - last.recovered <= 10)) {
      last.count++;
      last.recovered = null;
    } else rows.push({ count: 1, recovered: null });
  }
  return rows.map(({ count, recovered }) => [count, recovered === null ? 0 : 1]);
}

test('any sequence of raises and clears ends as the rule says', async () => {
  const steps = fc.array(
    fc.record({ gap: fc.integer({ min: 1, max: 25 }), what: fc.constantFrom('raise' as const, 'clear' as const) }),
    { minLength: 1, maxLength: 14 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const { id } = await world.addScooter();
      let now = Date.now() - 24 * 60 * minute;
      for (const { gap, what } of sequence) {
        now += gap * minute;
        if (what === 'raise') await world.raise({ vehicleId: id, type: 'THROTTLE', time: new Date(now) });
        else await world.clear(id, 'THROTTLE', new Date(now));
      }
      expect((await alarmsOf(world, id)).map(({ count, recover }) => [count, recover])).toEqual(model(sequence));
    }),
    { numRuns: 25 },
  );
});

describe('what an alarm keeps', () => {
  test('the vehicle as it was, the rule it was judged by, and the operator reads it in the list', async () => {
    const scooter = await world.addScooter();
    await world.rows(
      `insert into veh_vehicle_status (vehicle_id, report_time, recv_time, gps_lng, gps_lat, soc, temp_max_c, online) values ($1, now(), now(), 121.5, 31.2, 92, 58, 1)`,
      scooter.id,
    );
    const alarmId = await world.raise({ vehicleId: scooter.id, type: 'CELL_OVER_TEMP', data: { limit: 55 } });
    const { data } = await world.t.call<Record<string, unknown>>(
      'POST',
      '/veh/crm/alarm/detail',
      { id: alarmId },
      { as: 'admin' },
    );
    expect(data).toMatchObject({
      alarmType: 'CELL_OVER_TEMP',
      alarmErrCode: '2002',
      alarmClass: 2,
      level: 4,
      vin: scooter.vin,
      imei: scooter.imei,
      dealerId: '9001',
      userId: scooter.ownerId,
      cityCode: '310100',
      address: '上海市',
      ruleVersion: 1,
      snapshot: { soc: 92, tempMaxC: 58, data: { limit: 55 } },
      position: { lng: 121.5, lat: 31.2, masked: 0 },
      rule: { level: 4, enabled: 1 },
      sla: { minutes: 30, open: 1, overdue: 0 },
    });
    expect(String(data['alarmNo'])).toMatch(/^AL\d{14}$/);
    const list = await world.t.call<{ list: { id: string }[]; counters: object }>(
      'POST',
      '/veh/crm/alarm/list',
      { query: { vin: scooter.vin, 'level.ge': 4 }, orderBy: 'lastTime desc' },
      { as: 'admin' },
    );
    expect(list.data.list.map(({ id }) => id)).toEqual([alarmId]);
    const ofClasses = async (classes: number[]) =>
      (
        await world.t.call<{ total: number }>(
          'POST',
          '/veh/crm/alarm/list',
          { query: { vin: scooter.vin, 'alarmClass.in': classes } },
          { as: 'admin' },
        )
      ).data.total;
    expect([await ofClasses([2, 3]), await ofClasses([1, 3])]).toEqual([1, 0]);
    expect(list.data.counters).toHaveProperty('criticalUnhandled');
  });

  test('of a stopped vehicle it is stored, but neither listed nor notified', async () => {
    const { id, vin } = await world.addScooter({ stopped: true });
    await world.raise({ vehicleId: id, type: 'ILLEGAL_MOVE' });
    expect(await alarmsOf(world, id)).toMatchObject([{ suppressed: 1 }]);
    expect(
      await world.rows(
        'select 1 from msg_inbox p join alm_alarm a on p.ref_id = a.id::text where a.vehicle_id = $1',
        id,
      ),
    ).toEqual([]);
    const total = async (query: object) =>
      (
        await world.t.call<{ total: number }>(
          'POST',
          '/veh/crm/alarm/list',
          { query: { vin, ...query } },
          { as: 'admin' },
        )
      ).data.total;
    expect([await total({}), await total({ suppressed: 1 }), await total({ 'suppressed.in': [0, 1] })]).toEqual([
      0, 1, 1,
    ]);
  });

  test('owner and staff are notified once; repeats notify nobody', async () => {
    const { id, ownerId } = await world.addScooter();
    const alarmId = await world.raise({ vehicleId: id, type: 'ILLEGAL_MOVE' });
    await world.raise({ vehicleId: id, type: 'ILLEGAL_MOVE' });
    const pushes = await world.rows(
      'select p.user_id::text as user_id, body_zh, sound, array_agg(c.channel::int order by c.channel) as channels from msg_inbox p join msg_push_record c on c.inbox_id = p.id where p.ref_type = $1 and p.ref_id = $2 group by 1, 2, 3',
      'alarm',
      alarmId,
    );
    expect(pushes).toMatchObject([
      { user_id: ownerId, sound: 'alarm', channels: [2, 4], body_zh: expect.stringContaining('非法移动') },
    ]);
    expect(String((pushes[0] as { body_zh: string }).body_zh)).not.toMatch(/LZXALRMA/);
  });
});

describe('rules', () => {
  const rule = async (type: string) =>
    (
      await world.t.call<{ list: Record<string, unknown>[] }>(
        'POST',
        '/veh/crm/alarmRule/list',
        { query: { alarmType: type } },
        { as: 'admin' },
      )
    ).data.list[0] ?? {};
  const update = async (type: string, change: object) => {
    const { id, rev } = await rule(type);
    return world.t.call<{ errors?: { field: string }[] }>(
      'POST',
      '/veh/crm/alarmRule/update',
      { id, rev, ...change },
      { as: 'admin' },
    );
  };

  test('every change is a version; alarms name theirs; thresholds are checked by the type', async () => {
    expect((await update('SOC_LOW', { params: { socPct: 25, clearPct: 40 } })).code).toBe(0);
    expect(await rule('SOC_LOW')).toMatchObject({ ruleVersion: 2, params: { socPct: 25, clearPct: 40 } });
    expect(
      await world.rows(
        "select rule_version, content->'params' as params from alm_rule_version where alarm_type = 'SOC_LOW' order by 1",
      ),
    ).toEqual([
      { rule_version: 1, params: { socPct: 20, clearPct: 30 } },
      { rule_version: 2, params: { socPct: 25, clearPct: 40 } },
    ]);
    const { id } = await world.addScooter();
    const alarmId = await world.raise({ vehicleId: id, type: 'SOC_LOW' });
    expect(await world.rows('select rule_version from alm_alarm where id = $1', alarmId)).toEqual([
      { rule_version: 2 },
    ]);
    for (const params of [
      { socPct: 30, clearPct: 30 },
      { socPct: 0, clearPct: 30 },
      { socPct: 20 },
      { socPct: 20, clearPct: 30, x: 1 },
      [],
      'x',
      { socPct: 20.5, clearPct: 30 },
    ])
      expect(await update('SOC_LOW', { params })).toMatchObject({
        code: 1001,
        data: { errors: [{ field: 'params' }] },
      });
    expect((await update('SOC_LOW', { params: { socPct: 20, clearPct: 30 } })).code).toBe(0);
  });

  test('a rule that is off, or for other models, raises nothing; safety stays on', async () => {
    const { id } = await world.addScooter();
    expect((await update('TIP_OVER', { enabled: 0 })).code).toBe(0);
    expect(await world.raise({ vehicleId: id, type: 'TIP_OVER' })).toBeUndefined();
    expect((await update('TIP_OVER', { enabled: 1, level: 4 })).code).toBe(0);
    await world.raise({ vehicleId: id, type: 'TIP_OVER' });
    expect(await alarmsOf(world, id)).toMatchObject([{ type: 'TIP_OVER', level: 4 }]);
    for (const type of ['CRASH', 'THERMAL_RUNAWAY']) {
      expect((await update(type, { enabled: 0 })).data.errors).toMatchObject([
        { field: 'enabled', message: '安全类报警不可停用' },
      ]);
      expect((await update(type, { vehicleTypeIds: ['9001'] })).data.errors).toMatchObject([
        { field: 'vehicleTypeIds' },
      ]);
    }
    expect((await update('BRAKE', { pushOwner: 1, templateId: null })).data.errors).toMatchObject([
      { field: 'templateId' },
    ]);
  });
});

test('more than 200 new alarms of a type in five minutes: staff are notified once, owners not at all', async () => {
  const { id } = await world.addScooter();
  await world.rows(
    `insert into alm_alarm (alarm_no, level, alarm_type, vehicle_id, imei, first_time, last_time, recover_time, count, recover_status, handle_status, escalated, suppressed, rule_version)
     select 'AL20200102' || lpad(n::text, 6, '0'), 3, 'POWER_CUT', $1, '1', now(), now(), now(), 1, 1, 2, 0, 0, 1 from generate_series(1, 200) n`,
    id,
  );
  const scooters = await Promise.all([world.addScooter(), world.addScooter(), world.addScooter()]);
  await Promise.all(scooters.map((scooter) => world.raise({ vehicleId: scooter.id, type: 'POWER_CUT' })));
  expect(
    await world.rows(
      "select count(distinct title_zh)::int as n, count(distinct id)::int as rows from msg_notice where title_zh like '报警风暴%'",
    ),
  ).toMatchObject([{ n: 1 }]);
  const admins = await world.rows<{ n: number }>(
    "select count(*)::int as n from msg_notice where title_zh like '报警风暴%' group by user_id",
  );
  expect(admins.every(({ n }) => n === 1)).toBe(true);
  expect(
    await world.rows(
      'select 1 from msg_inbox where user_id = any($1::bigint[])',
      scooters.map(({ ownerId }) => ownerId),
    ),
  ).toEqual([]);
});
