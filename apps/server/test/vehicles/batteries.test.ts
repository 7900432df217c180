import { formatInstant } from '@wheelhouse/contract';
import { vinCheckDigit } from '@wheelhouse/entities/formats';
import { plain } from '@wheelhouse/entities/registry';
import { dealer } from '@wheelhouse/entities/dealers/dealer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mismatchJob } from '../../src/modules/vehicles/batteries/jobs.ts';
import { addSample } from '../registry/samples.ts';
import { signInAs } from '../support/people.ts';
import { startBench, type Bench, type Made } from './fixture.ts';

let b: Bench;
beforeAll(async () => {
  b = await startBench();
});
afterAll(() => b.stop());

const move = (made: Made, action: string, more: object = {}) =>
  b.post('/veh/crm/battery/transition', { id: made.id, action, ...more });
const install = (made: Made, vehicle: Made, slot = 1) =>
  move(made, 'install', { vin: vehicle.form['vin'], slot, reasonCode: '1' });
const detail = (made: Made) => b.ok<Record<string, unknown>>('/veh/crm/battery/detail', { id: made.id });
const stays = (made: Made) =>
  b.rows<Record<string, unknown>>(
    'select slot, vehicle_id::int, unbind_time is not null as out, odometer_start_km::float8 as "kmIn", odometer_end_km::float8 as "kmOut", cycle_start as "cyIn", cycle_end as "cyOut", soh_start as "sohIn", soh_end as "sohOut", reason, unbind_reason as "outFor" from veh_battery_binding where battery_id = $1 order by id',
    made.id,
  );

describe('SM-Battery', () => {
  test('installed, swapped, removed, repaired, scrapped; each stay with what was measured at both ends', async () => {
    const vehicle = await b.vehicle();
    const [first, second] = [await b.battery(), await b.battery()];
    await b.rows('update veh_battery set cycle_count = 10, soh = 99 where id = $1', first.id);
    await b.rows(
      'insert into veh_vehicle_status (vehicle_id, odometer_km) values ($1, 120.5) on conflict (vehicle_id) do update set odometer_km = 120.5',
      vehicle.id,
    );
    expect((await install(first, vehicle)).code).toBe(0);
    expect(await detail(first)).toMatchObject({ status: 1, slot: 1, vehicleId: vehicle.id });
    await b.rows('update veh_battery set cycle_count = 33, soh = 97 where id = $1', first.id);
    await b.rows('update veh_vehicle_status set odometer_km = 900.1 where vehicle_id = $1', vehicle.id);
    expect((await move(first, 'swap', { newBatteryId: second.id, reasonCode: '2' })).code).toBe(0);
    expect(await detail(first)).toMatchObject({ status: 2, vehicleId: null, slot: null });
    expect(await detail(second)).toMatchObject({ status: 1, slot: 1, vehicleId: vehicle.id });
    expect(await stays(first)).toMatchObject([
      { kmIn: 120.5, kmOut: 900.1, cyIn: 10, cyOut: 33, sohIn: 99, sohOut: 97, reason: '1', outFor: '2', out: true },
    ]);
    expect((await move(second, 'remove', { reasonCode: '4' })).code).toBe(0);
    expect((await move(second, 'repair')).code).toBe(0);
    expect((await install(second, vehicle)).code).toBe(1004);
    expect((await move(second, 'repaired')).code).toBe(0);
    const noCode = await move(second, 'scrap');
    expect(noCode).toMatchObject({ code: 1001, data: { errors: [{ field: 'recycleCode' }] } });
    expect((await move(second, 'scrap', { recycleCode: 'HS0000000001' })).code).toBe(0);
    expect(await detail(second)).toMatchObject({ status: 4, recycleCode: 'HS0000000001' });
    expect((await move(second, 'repair')).code).toBe(1004);
  });

  test.each([
    [
      '2202 other type than the model',
      2202,
      async () => [await b.battery({ batteryType: 3, cellChemistry: 'NCM' }), await b.vehicle(), 1],
    ],
    ['2205 slot beyond the model', 2205, async () => [await b.battery(), await b.vehicle(), 3]],
    [
      '2205 slot taken',
      2205,
      async () => {
        const vehicle = await b.vehicle();
        await install(await b.battery(), vehicle);
        return [await b.battery(), vehicle, 1];
      },
    ],
  ] as const)('%s', async (_name, code, given) => {
    const [battery, vehicle, slot] = await given();
    expect((await install(battery as Made, vehicle as Made, slot as number)).code).toBe(code);
    expect(await detail(battery as Made)).toMatchObject({ status: 0, vehicleId: null });
  });

  test('2203 and 2204: in another vehicle, or scrapped, also by the form of a vehicle', async () => {
    const [one, other] = [await b.vehicle(), await b.vehicle()];
    const used = await b.battery();
    await install(used, one);
    // Beyond the serial numbers of samples, which the files of a run share.
    const nobodys = `LZXE3C1A${vinCheckDigit('LZXE3C1A0SA999999')}SA999999`;
    expect((await move(await b.battery(), 'install', { vin: nobodys, slot: 1, reasonCode: '1' })).code).toBe(1001);
    const target = await b.battery();
    await install(target, other);
    expect(await move(target, 'swap', { newBatteryId: used.id, reasonCode: '3' })).toMatchObject({ code: 2203 });
    expect(await detail(target)).toMatchObject({ status: 1 });
    const scrapped = await b.battery();
    await move(scrapped, 'scrap', { recycleCode: 'HS0000000002' });
    expect((await install(scrapped, other, 2)).code).toBe(2204);
  });

  test('the vehicle’s form installs, exchanges and removes in one go, or not at all', async () => {
    const vehicle = await b.vehicle();
    const [x, y, wrong] = [
      await b.battery(),
      await b.battery(),
      await b.battery({ batteryType: 3, cellChemistry: 'NCM' }),
    ];
    const save = async (batteryIds: string[]) => {
      const row = await b.ok<{ rev: number }>('/veh/crm/vehicle/detail', { id: vehicle.id });
      return b.post('/veh/crm/vehicle/update', { id: vehicle.id, rev: row.rev, batteryIds });
    };
    expect((await save([x.id])).code).toBe(0);
    expect((await save([y.id, wrong.id])).code).toBe(2202);
    expect(await detail(x)).toMatchObject({ status: 1 });
    expect((await save([y.id])).code).toBe(0);
    expect([await detail(x), await detail(y)]).toMatchObject([{ status: 2 }, { status: 1, vehicleId: vehicle.id }]);
    expect(await stays(x)).toMatchObject([{ out: true }]);
  });
});

describe('what the BMS reports', () => {
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 3_600_000;
  const pack = (sn: unknown, more: object = {}) => ({
    sn,
    slot: 1,
    soc: 80,
    soh: 97,
    v: 72.1,
    i: -3.2,
    tMax: 30.5,
    tMin: 28,
    cyc: 44,
    chg: false,
    ...more,
  });

  test('goes into the record and, by the minute in use and else by the hour, into the history', async () => {
    const vehicle = await b.vehicle();
    const battery = await b.battery();
    await install(battery, vehicle);
    const sn = battery.form['batterySn'];
    const device = await b.connect(vehicle);
    const cells = [3.31, 3.305, 3.21, 3.322];
    const samples = [
      ...[0, 10, 20].map((min) => ({ ts: hour + min * 60_000, bat: [pack(sn)] })),
      ...[31, 31.5, 32].map((min) => ({
        ts: hour + min * 60_000,
        bat: [pack(sn, { chg: true, i: 6, soc: 60 + min, cells, prot: 0b1001 })],
      })),
    ];
    await device.send('telemetry', { mid: '1-1', s: samples });
    await device.send('telemetry', { mid: '1-2', s: [{ ts: hour + 40 * 60_000, bat: [pack(sn, { cells: 'many' })] }] });
    expect(await detail(battery)).toMatchObject({
      soc: 80,
      voltageV: 72.1,
      currentA: -3.2,
      tempMinC: 28,
      cellsMv: [3310, 3305, 3210, 3322],
      cellDiffMv: 112,
      protection: 9,
    });
    const span = {
      batterySn: sn,
      from: formatInstant(new Date(hour - 1000)),
      to: formatInstant(new Date(hour + 3_600_000)),
    };
    const { fields, points } = await b.ok<{ fields: string[]; points: number[][] }>(
      '/veh/crm/historyBattery/snapshots',
      span,
    );
    expect(points.map(([at]) => ((at ?? 0) - hour) / 60_000)).toEqual([0, 31, 32]);
    const row = Object.fromEntries(fields.map((name, at) => [name, points[1]?.[at + 1]]));
    expect(row).toMatchObject({ soc: 91, charging: 1, i: 6, cellMaxMv: 3322, cellMinMv: 3210, protection: 9 });
    expect(await b.ok('/veh/crm/battery/charges', span)).toMatchObject([{ durationMin: 1, socStart: 91, socEnd: 92 }]);
    const curve = await b.ok<{ points: unknown[][] }>('/veh/crm/battery/curve', { ...span, fields: ['soc'] });
    expect(curve.points.map(([, soc]) => soc)).toEqual([80, 91, 92]);
    const [refused] = await b.rows<{ parts: { bat?: unknown } }>(
      'select parts from veh_telemetry where vehicle_id = $1 and seq = 2',
      vehicle.id,
    );
    expect(refused?.parts.bat).toMatchObject([{ cells: 'many' }]);
  });

  test('another battery than recorded asks once, alarms once, and is confirmed into the record', async () => {
    const [vehicle, elsewhere] = [await b.vehicle(), await b.vehicle()];
    const [recorded, reported] = [await b.battery(), await b.battery()];
    const alarms = () =>
      b.rows<{ times: number; over: boolean }>(
        `select count as times, recover_status = 1 as over from alm_alarm where vehicle_id = $1 and alarm_type = 'BATTERY_MISMATCH'`,
        vehicle.id,
      );
    await install(recorded, vehicle);
    await install(reported, elsewhere);
    const device = await b.connect(vehicle);
    const sn = reported.form['batterySn'];
    await device.send('telemetry', { mid: '1-1', s: [{ ts: hour, bat: [pack(sn)] }] });
    await device.send('telemetry', { mid: '1-2', s: [{ ts: hour + 3_000_000, bat: [pack(sn)] }] });
    const open = await b.ok<{ list: Record<string, unknown>[] }>('/veh/crm/battery/pending/list', {
      query: { vehicleId: vehicle.id },
    });
    expect(open.list).toMatchObject([
      { reportedSn: sn, batteryId: reported.id, recordedBatteryId: recorded.id, status: 0, slot: 1 },
    ]);
    await mismatchJob.run(b.t.app);
    await mismatchJob.run(b.t.app);
    expect(await alarms()).toEqual([{ times: 1, over: false }]);
    await b.ok('/veh/crm/battery/pending/confirm', { id: open.list[0]?.['id'] });
    expect([await detail(recorded), await detail(reported)]).toMatchObject([
      { status: 2 },
      { status: 1, vehicleId: vehicle.id },
    ]);
    expect(await stays(reported)).toMatchObject([
      { out: true, outFor: '5' },
      { reason: '5', out: false },
    ]);
    await mismatchJob.run(b.t.app);
    expect(await alarms()).toEqual([{ times: 1, over: true }]);
  });

  test('an unknown battery cannot be confirmed, a question that answers itself is closed, an ignored one stays quiet', async () => {
    const vehicle = await b.vehicle();
    const battery = await b.battery();
    await install(battery, vehicle);
    const device = await b.connect(vehicle);
    const list = async () =>
      (
        await b.ok<{ list: { id: string; status: number }[] }>('/veh/crm/battery/pending/list', {
          query: { vehicleId: vehicle.id },
        })
      ).list;
    const report = (seq: number, sn: unknown) =>
      device.send('telemetry', { mid: `1-${seq}`, s: [{ ts: hour + seq * 1000, bat: [pack(sn)] }] });
    await report(1, '08QPB1LZX25B2999999999ZZ');
    const [question] = await list();
    expect((await b.post('/veh/crm/battery/pending/confirm', { id: question?.id })).code).toBe(2206);
    await report(2, battery.form['batterySn']);
    expect(await list()).toMatchObject([{ status: 3 }]);
    await report(3, '08QPB1LZX25B2999999999ZZ');
    const again = (await list()).find(({ status }) => status === 0);
    await b.ok('/veh/crm/battery/pending/ignore', { id: again?.id, remark: '客户自行更换' });
    await report(4, battery.form['batterySn']);
    await report(5, '08QPB1LZX25B2999999999ZZ');
    expect((await list()).filter(({ status }) => status === 0)).toEqual([]);
  });
});

describe('whose batteries', () => {
  test('a dealer sees the history of their own vehicles only, and never another’s battery', async () => {
    const [mine, theirs] = [await addSample(b.t, plain(dealer)), await addSample(b.t, plain(dealer))];
    const { token } = await signInAs(b.t, { roles: ['dealer'], dealerId: mine });
    const [own, other] = [await b.vehicle({ dealerId: mine }), await b.vehicle({ dealerId: theirs })];
    const battery = await b.battery();
    await install(battery, other);
    const span = { batterySn: battery.form['batterySn'], from: '2025-06-01 00:00:00', to: '2025-06-02 00:00:00' };
    const ask = (path: string) => b.t.call<{ points: unknown[] }>('POST', path, span, { as: token });
    expect((await ask('/veh/crm/battery/curve')).code).toBe(1011);
    expect((await ask('/veh/crm/historyBattery/snapshots')).code).toBe(1011);
    await b.rows(
      `select veh_battery_snapshot_partition(day) from (values (date '2025-05-31'), ('2025-06-01')) d (day)`,
    );
    await b.rows(
      `insert into veh_battery_snapshot (battery_id, ts, vehicle_id, soc) values ($1, '2025-06-01 04:00:00+08', $2, 50), ($1, '2025-06-01 08:00:00+08', $3, 70)`,
      battery.id,
      other.id,
      own.id,
    );
    await move(battery, 'remove', { reasonCode: '4' });
    await install(battery, own);
    const answer = await ask('/veh/crm/battery/curve');
    expect(answer.data.points).toHaveLength(1);
  });

  test('a span the wrong way round, too long or malformed is refused', async () => {
    const battery = await b.battery();
    const ask = (from: string, to: string) =>
      b.post('/veh/crm/battery/curve', { batterySn: battery.form['batterySn'], from, to });
    expect((await ask('2025-06-02 00:00:00', '2025-06-01 00:00:00')).code).toBe(8003);
    expect((await ask('2025-06-01 00:00:00', '2025-08-01 00:00:00')).code).toBe(1012);
    expect((await ask('gestern', '2025-08-01 00:00:00')).code).toBe(1001);
    expect(
      (
        await b.post('/veh/crm/battery/curve', {
          batterySn: 'NICHTS',
          from: '2025-06-01 00:00:00',
          to: '2025-06-01 00:00:01',
        })
      ).code,
    ).toBe(1002);
  });
});
