import { formatDay, formatInstant } from '@wheelhouse/contract/time';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { evaluate } from '../../src/modules/alarms/evaluator.ts';
import { eventually } from '../gateway/fixture.ts';
import { alarmsOf, makeAlarmWorld, type Scooter, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await makeAlarmWorld();
});
afterAll(() => world.stop());

const minute = 60_000;

describe('events', () => {
  test('a type or its four digits raises and clears; info raises nothing; the position of the event is the alarm’s', async () => {
    const scooter = await world.addScooter();
    const device = await world.connect(scooter);
    await device.event('VIBRATION', 'raise', { pos: { lat: 30.2507, lng: 120.2052 } });
    await device.event('3001', 'raise');
    await device.event('TOW', 'info');
    await device.event('1001', 'clear', { ts: Date.now() + 5 });
    expect(await alarmsOf(world, scooter.id)).toMatchObject([
      { type: 'VIBRATION', level: 2, recover: 1 },
      { type: 'MOTOR_HALL', level: 3, recover: 0 },
    ]);
    expect(
      await world.rows(
        'select city_code, lng::float8 as lng, alarm_err_code as code from alm_alarm where vehicle_id = $1 order by id limit 1',
        scooter.id,
      ),
    ).toEqual([{ city_code: '330100', lng: 120.2052, code: '1001' }]);
  });

  test('a repeat counts; the same message twice does not', async () => {
    const scooter = await world.addScooter();
    const device = await world.connect(scooter);
    const at = Date.now();
    for (let n = 0; n < 3; n++) await device.event('POWER_CUT', 'raise', { ts: at + n });
    const payload = JSON.stringify({ v: 1, mid: '1-2', ts: at + 1, code: 'POWER_CUT', state: 'raise' });
    await device.client.publishAsync(`v1/${scooter.imei}/up/event`, payload, { qos: 1 });
    expect(await alarmsOf(world, scooter.id)).toMatchObject([{ count: 3 }]);
  });

  test('a device that lost its memory counts from 1 again: its alarms are alarms, and counted as a new numbering', async () => {
    const scooter = await world.addScooter();
    const before = await world.connect(scooter);
    await before.event('VIBRATION', 'raise');
    await before.event('VIBRATION', 'clear', { ts: Date.now() + 5 });
    before.client.end(true);
    const after = await world.connect(scooter);
    await after.event('LIGHT_FAULT', 'raise', { ts: Date.now() + 50 });
    expect(await alarmsOf(world, scooter.id)).toMatchObject([{ type: 'VIBRATION' }, { type: 'LIGHT_FAULT', count: 1 }]);
    const counted = await eventually(async () => {
      const found = 'select sample from dev_refusal where vehicle_id = $1 and reason = $2';
      const rows = await world.rows(found, scooter.id, 'renumbered');
      return rows.length > 0 && rows;
    });
    expect(counted).toEqual([{ sample: 'mid=1-1' }]);
  });

  test.each([
    ['of 2000', () => Date.UTC(2000, 0, 1)],
    ['eight hours ahead', () => Date.now() + 8 * 60 * minute],
    ['of another age of the world', () => 4_102_444_800_000],
  ])('a clock %s: the alarm is one of now, with what the device said, and its end ends it', async (_, clock) => {
    const scooter = await world.addScooter();
    const device = await world.connect(scooter);
    const [begun, said] = [Date.now(), clock()];
    await device.event('LIGHT_FAULT', 'raise', { ts: said, data: { g: 3 } });
    const [row] = await world.rows<{ no: string; first: number; data: object }>(
      `select alarm_no as no, (extract(epoch from first_time) * 1000)::float8 as first, snapshot -> 'data' as data from alm_alarm where vehicle_id = $1`,
      scooter.id,
    );
    expect(row?.first).toBeGreaterThanOrEqual(begun);
    expect(row?.first).toBeLessThanOrEqual(Date.now());
    expect(row?.no).toContain(formatDay(new Date(row?.first ?? 0)).replaceAll('-', ''));
    expect(row?.data).toEqual({ g: 3, deviceTime: formatInstant(new Date(said)) });
    await device.event('LIGHT_FAULT', 'clear', { ts: Date.now() + 5 });
    expect(await alarmsOf(world, scooter.id)).toMatchObject([{ count: 1, recover: 1 }]);
  });

  test('what was raised in the future is ended by any end', async () => {
    const scooter = await world.addScooter();
    const device = await world.connect(scooter);
    await device.event('LIGHT_FAULT', 'raise', { ts: Date.now() + 4 * minute });
    await device.event('LIGHT_FAULT', 'clear');
    expect(await alarmsOf(world, scooter.id)).toMatchObject([{ recover: 1 }]);
  });

  test('a code nobody knows is kept as it came, at the level the device gave it', async () => {
    const scooter = await world.addScooter();
    const device = await world.connect(scooter);
    await device.event('ZZ_77', 'raise', { severity: 'critical' });
    await device.event('other', 'clear');
    expect(await alarmsOf(world, scooter.id)).toMatchObject([{ type: 'UNKNOWN', level: 4, recover: 0 }]);
    await device.event('ZZ_77', 'clear', { ts: Date.now() + 10 });
    expect(await alarmsOf(world, scooter.id)).toMatchObject([{ type: 'UNKNOWN', recover: 1 }]);
    expect(await world.rows('select alarm_err_code from alm_alarm where vehicle_id = $1', scooter.id)).toEqual([
      { alarm_err_code: 'ZZ_77' },
    ]);
  });

  test('raises and clears in any order of arrival end as in order', async () => {
    const steps = fc
      .uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 })
      .map((minutes) => minutes.sort((a, b) => a - b));
    await fc.assert(
      fc.asyncProperty(
        steps,
        fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
        fc.array(fc.nat(), { minLength: 6, maxLength: 6 }),
        async (minutes, kinds, order) => {
          const base = Date.now() - 60 * minute;
          const events = minutes.map(
            (at, n) => ({ ts: base + at * minute, state: kinds[n] ? 'raise' : 'clear' }) as const,
          );
          const shuffled = events.map((event, n) => ({ event, rank: order[n] ?? 0 })).sort((a, b) => a.rank - b.rank);
          const scooter = await world.addScooter();
          const device = await world.connect(scooter);
          for (const { event } of shuffled) await device.event('LIGHT_FAULT', event.state, { ts: event.ts });
          device.client.end(true);
          const [last] = (await alarmsOf(world, scooter.id)).filter(({ recover }) => recover === 0);
          const isOpen = events.at(-1)?.state === 'raise';
          expect(last !== undefined, JSON.stringify({ events, order })).toBe(isOpen);
          const total = (await alarmsOf(world, scooter.id)).reduce((sum, { count }) => sum + count, 0);
          expect(total).toBe(events.filter(({ state }) => state === 'raise').length);
        },
      ),
      { numRuns: 20 },
    );
  });
});

interface Fault {
  readonly code: string;
  readonly part: number;
  readonly level: number;
  readonly set: number;
  readonly clear: number | null;
  readonly alarm: string | null;
}
const faultsOf = (scooter: Scooter): Promise<Fault[]> =>
  world.rows<Fault>(
    `select fault_code as code, device_type as part, level, (extract(epoch from set_time) * 1000)::float8 as set, (extract(epoch from clear_time) * 1000)::float8 as clear, alarm_id::text as alarm
     from alm_fault_report where vehicle_id = $1 order by set_time, fault_code`,
    scooter.id,
  );

describe('trouble codes', () => {
  const dtc = (...codes: string[]) =>
    codes.map((code) => ({ ecu: code.startsWith('F2') ? 'BMS' : 'MCU', code, active: true }));

  test('a code is a record from its first report to the first without it; a serious one is an alarm', async () => {
    const scooter = await world.addScooter();
    const device = await world.connect(scooter);
    const base = Date.now() - 30 * minute;
    await device.report({ ts: base, odo: 842_700, dtc: dtc('F3001') }, { ts: base + minute, dtc: dtc('F3001', 'X99') });
    await device.report({ ts: base + 2 * minute });
    await device.report({ ts: base + 3 * minute, dtc: dtc('X99') });
    expect(await faultsOf(scooter)).toMatchObject([
      { code: 'F3001', part: 3, level: 3, set: base, clear: base + 3 * minute, alarm: expect.any(String) },
      { code: 'X99', part: 3, level: 2, set: base + minute, clear: null, alarm: null },
    ]);
    expect(await alarmsOf(world, scooter.id)).toMatchObject([{ type: 'MOTOR_HALL', level: 3, recover: 1 }]);
    const list = await world.t.call<{ list: Record<string, unknown>[] }>(
      'POST',
      '/veh/crm/faultReport/list',
      { query: { vin: scooter.vin } },
      { as: 'admin' },
    );
    expect(list.data.list).toMatchObject([
      { faultCode: 'X99', alarmErrCode: null, occurrences: 1 },
      { faultCode: 'F3001', alarmErrCode: '3001', faultName: 'F3001', odometerKm: 842.7, durationMin: 3, level: 3 },
    ]);
  });

  test('what could not be recorded is made up for with the next report', async () => {
    const scooter = await world.addScooter();
    const device = await world.connect(scooter);
    const base = Date.now() - 30 * minute;
    await device.report({ ts: base, dtc: [] });
    await world.rows('alter table alm_fault_report rename column fault_code to fault_code_away');
    await device.report({ ts: base + minute, dtc: dtc('X1') });
    await world.rows('alter table alm_fault_report rename column fault_code_away to fault_code');
    expect(world.t.errors.splice(0)).toEqual([expect.stringContaining('handler of trouble codes failed')]);
    await device.report({ ts: base + 2 * minute, dtc: dtc('X1') });
    expect(await faultsOf(scooter)).toMatchObject([{ code: 'X1', set: base + minute, clear: null }]);
  });

  test('whatever the order and repetition of arrival, the records are those of the ordered reports', async () => {
    const lateBehindUnchanged = [
      { at: 0, codes: [] },
      { at: 2, codes: [] },
      { at: 1, codes: ['X1'] },
      { at: 3, codes: ['X1'] },
    ];
    const report = fc.record({ at: fc.integer({ min: 0, max: 30 }), codes: fc.subarray(['F3001', 'F3008', 'X1']) });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(report, { selector: ({ at }) => at, minLength: 1, maxLength: 6 }),
        async (reports) => {
          const base = Date.now() - 60 * minute;
          const send = async (list: readonly { at: number; codes: string[] }[]) => {
            const scooter = await world.addScooter();
            const device = await world.connect(scooter);
            for (const { at, codes } of list) await device.report({ ts: base + at * minute, dtc: dtc(...codes) });
            device.client.end(true);
            return (await faultsOf(scooter)).map(({ code, set, clear }) => [code, set, clear]);
          };
          const ordered = await send(reports.toSorted((a, b) => a.at - b.at));
          const shuffled = await send(reports);
          expect({ shuffled, errors: world.t.errors }).toEqual({ shuffled: ordered, errors: [] });
        },
      ),
      { numRuns: 15, examples: [[lateBehindUnchanged]] },
    );
  });
});

describe('rules of the platform', () => {
  const judge = (scooter: Scooter) => evaluate(world.t.app, [scooter.id]);
  const open = async (scooter: Scooter) =>
    (await alarmsOf(world, scooter.id)).filter(({ recover }) => recover === 0).map(({ type }) => type);

  test('low charge once per discharge, over at the upper threshold only', async () => {
    const scooter = await world.addScooter();
    const device = await world.connect(scooter);
    const base = Date.now() - 20 * minute;
    const steps: [number, string[]][] = [
      [21, []],
      [19, ['SOC_LOW']],
      [15, ['SOC_LOW']],
      [25, ['SOC_LOW']],
      [30, []],
      [29, []],
    ];
    for (const [n, [soc, expected]] of steps.entries()) {
      await device.report({ ts: base + n * minute, bat: [{ sn: 'S', soc }] });
      await judge(scooter);
      await judge(scooter);
      expect(await open(scooter), `soc ${soc}`).toEqual(expected);
    }
    expect(await alarmsOf(world, scooter.id)).toMatchObject([{ count: 1, recover: 1 }]);
  });

  test('over speed only when it lasts, over when the limit is kept', async () => {
    const scooter = await world.addScooter();
    const device = await world.connect(scooter);
    let now = Date.now() - 10 * minute;
    const ride = async (kmh: number, seconds: number) => {
      for (let n = 0; n < seconds; n += 5)
        await device.report({ ts: (now += 5_000), pos: { lat: 31.2, lng: 121.4, spd: kmh / 3.6 } });
      await judge(scooter);
    };
    await ride(54, 60);
    expect(await open(scooter)).toEqual([]);
    await ride(60, 20);
    expect(await open(scooter)).toEqual([]);
    await ride(60, 15);
    expect(await open(scooter)).toEqual(['OVERSPEED']);
    await ride(53, 10);
    expect(await open(scooter)).toEqual(['OVERSPEED']);
    await ride(49, 5);
    expect(await open(scooter)).toEqual([]);
  });

  test('a card that is not the recorded one, until it matches', async () => {
    const scooter = await world.addScooter({ iccid: '89860412345678900011' });
    const device = await world.connect(scooter);
    await device.report({ ts: Date.now() - 3000, net: { iccid: '89860412345678900011' } });
    await judge(scooter);
    expect(await open(scooter)).toEqual([]);
    await device.report({ ts: Date.now() - 2000, net: { iccid: '89860499999999999999' } });
    await judge(scooter);
    expect(await open(scooter)).toEqual(['SIM_MISMATCH']);
    await device.report({ ts: Date.now() - 1000, net: { iccid: '89860412345678900011' } });
    await judge(scooter);
    expect(await open(scooter)).toEqual([]);
  });

  test('a cell that heats up fast, or loses its voltage, is a thermal runaway; a warm one is not', async () => {
    const heat = async (temps: readonly (readonly [number, number])[]) => {
      const scooter = await world.addScooter();
      const device = await world.connect(scooter);
      const base = Date.now() - 60_000;
      for (const [n, [tMax, v]] of temps.entries())
        await device.report({ ts: base + n * 2000, bat: [{ sn: 'S', soc: 50, v, tMax }] });
      await judge(scooter);
      return open(scooter);
    };
    expect(
      await heat([
        [58, 60],
        [59, 60],
        [61, 60],
        [61.5, 60],
      ]),
    ).toEqual([]);
    expect(
      await heat([
        [50, 60],
        [54, 60],
        [59, 60],
        [66, 60],
      ]),
    ).toEqual(['THERMAL_RUNAWAY']);
    expect(
      await heat([
        [30, 60],
        [33, 40],
      ]),
    ).toEqual(['THERMAL_RUNAWAY']);
    // A full pack that loses as much is still near its rated voltage.
    expect(
      await heat([
        [30, 70],
        [33, 52],
      ]),
    ).toEqual(['THERMAL_RUNAWAY']);
    expect(
      await heat([
        [30, 60],
        [30, 40],
      ]),
    ).toEqual([]);
  });

  test('late data raise nothing about what is over, and two processes raise once', async () => {
    const scooter = await world.addScooter();
    const device = await world.connect(scooter);
    await device.report({ ts: Date.now() - 1000, bat: [{ sn: 'S', soc: 80 }] });
    await device.report({ ts: Date.now() - 60_000, bat: [{ sn: 'S', soc: 5 }] });
    await judge(scooter);
    expect(await open(scooter)).toEqual([]);
    await device.report({ ts: Date.now(), bat: [{ sn: 'S', soc: 5 }] });
    await Promise.all(Array.from({ length: 4 }, () => evaluate(world.t.app, [scooter.id])));
    await eventually(async () => (await open(scooter)).length === 1);
    expect(await alarmsOf(world, scooter.id)).toMatchObject([{ count: 1 }]);
  });
});
