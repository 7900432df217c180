import { formatDay } from '@wheelhouse/contract/time';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acked, eventually, startRig, telemetry, up, type Rig } from './fixture.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ vehicles: 12 });
});
afterAll(() => rig.stop());

const device = (n: number) => {
  const found = rig.devices[n];
  if (!found) throw new Error(`no device ${n}`);
  return found;
};
const t0 = Date.UTC(2026, 10, 20, 2, 0, 0);

/** The protocol's own example. */
const sample = (ts: number) => ({
  ts,
  tsq: 'gnss',
  pos: { lat: 31.230416, lng: 121.473701, spd: 5.61, hdg: 128.5, sat: 14, hdop: 0.8, fix: 3 },
  bat: [
    {
      sn: '08QPB1LZX25B2000000123AB',
      slot: 1,
      soc: 83,
      soh: 97,
      v: 51.82,
      i: -6.4,
      tMax: 33.5,
      tMin: 31.0,
      cyc: 212,
      chg: false,
    },
  ],
  st: { acc: true, locked: false, armed: false, seat: false, stand: 'up', gear: 2 },
  odo: 1284350,
  tmp: { motor: 58.5, ctrl: 49.0 },
  net: { csq: 22, rsrp: -79, iccid: '89860420123456789018', aux: 12.6 },
  ecu: [
    { type: 'VCU', sw: '5.2.0', hw: 'C1', ok: true },
    { type: 'BMS', sw: '2.1.7', ok: true },
  ],
  dtc: [{ ecu: 'BMS', code: 'P1A21', active: true }],
});

test('the whole sample reaches history and latest state, in their units', async () => {
  const it = device(0);
  const client = await rig.connect(it);
  await client.publishAsync(up(it, 'telemetry'), telemetry(7, 1, sample(t0)), { qos: 1 });
  // Acknowledged = stored: no waiting here.
  const [history] = await rig.rows<Record<string, unknown>>('select * from veh_telemetry where vehicle_id = $1', [
    it.vehicleId,
  ]);
  expect(history).toMatchObject({
    lat: 31.230416,
    lng: 121.473701,
    spd_kmh: 20.196,
    hdg: 128.5,
    sat: 14,
    soc: 83,
    v: 51.82,
    i: -6.4,
    odo_m: 1284350,
    acc: 1,
    locked: 0,
    stand: 0,
    gear: 2,
    bat_sn: '08QPB1LZX25B2000000123AB',
    tsq: 0,
  });
  expect(history?.['ts']).toEqual(new Date(t0));
  expect(history?.['parts']).toMatchObject({
    ecu: [{ type: 'VCU' }, { type: 'BMS' }],
    dtc: [{ code: 'P1A21' }],
    iccid: '89860420123456789018',
  });
  const [status] = await rig.rows<Record<string, unknown>>('select * from veh_vehicle_status where vehicle_id = $1', [
    it.vehicleId,
  ]);
  expect(status).toMatchObject({
    online: 1,
    boot: '7',
    seq: '1',
    acc: 1,
    locked: 0,
    armed: 0,
    speed_kmh: 20.196,
    odometer_km: 1284.35,
    soc: 83,
    estimated_range_km: 66,
    voltage_v: 51.82,
    current_a: -6.4,
    charge_status: 0,
    gps_lng: 121.473701,
    gps_lat: 31.230416,
    gps_valid: 1,
    satellites: 14,
    hdop: 0.8,
    heading: 129,
    csq: 22,
    rsrp_dbm: -79,
    gear: 2,
    seat_open: 0,
    side_stand: 0,
    backup_battery_v: 12.6,
    controller_temp_c: 49,
    motor_temp_c: 58.5,
    fault_codes: ['P1A21'],
    ecu_version: '5.2.0',
    bms_version: '2.1.7',
    extra: null,
  });
  expect(status?.['report_time']).toEqual(new Date(t0));
  const [cell] = await rig.rows<{ same: boolean }>(
    'select geo_cell = geo_cell(gps_lng, gps_lat) as same from veh_vehicle_status where vehicle_id = $1',
    [it.vehicleId],
  );
  expect(cell?.same).toBe(true);
});

test('what a sample leaves out stays as it was; what it clears is cleared', async () => {
  const it = device(1);
  const client = await rig.connect(it);
  const send = (seq: number, part: object) =>
    client.publishAsync(up(it, 'telemetry'), telemetry(1, seq, { ts: t0 + seq * 1000, ...part }), { qos: 1 });
  await send(1, {
    bat: [{ soc: 50 }],
    st: { acc: true, locked: false },
    dtc: [
      { ecu: 'BMS', code: 'P1' },
      { ecu: 'BMS', code: 'P2', active: false },
    ],
  });
  await send(2, { st: { acc: false } });
  await send(3, { pos: { fix: 0, lat: 30, lng: 120 } });
  await send(4, { dtc: [] });
  const [status] = await rig.rows(
    'select soc, acc, locked, fault_codes, gps_valid, gps_lat from veh_vehicle_status where vehicle_id = $1',
    [it.vehicleId],
  );
  expect(status).toEqual({ soc: 50, acc: 0, locked: 0, fault_codes: [], gps_valid: 0, gps_lat: null });
});

test('the same message is stored once, however often and on whatever connection it comes', async () => {
  const it = device(2);
  const first = await rig.connect(it);
  const message = telemetry(3, 77, sample(t0));
  await Promise.all(Array.from({ length: 20 }, () => first.publishAsync(up(it, 'telemetry'), message, { qos: 1 })));
  await first.endAsync();
  const second = await rig.connect(it);
  await second.publishAsync(up(it, 'telemetry'), message, { qos: 1 });
  // Another sequence, another boot: other messages.
  await second.publishAsync(up(it, 'telemetry'), telemetry(3, 78, { ...sample(t0), odo: 1 }), { qos: 1 });
  await second.publishAsync(up(it, 'telemetry'), telemetry(4, 77, { ...sample(t0), odo: 2 }), { qos: 1 });
  // The same samples under new numbers, alone, in a batch and at once: nothing new.
  const again = [5, 6, 7].map((seq) => telemetry(9, seq, sample(t0), { ...sample(t0), odo: 2 }));
  await Promise.all(again.map((text) => second.publishAsync(up(it, 'telemetry'), text, { qos: 1 })));
  const rows = await rig.rows('select boot, seq from veh_telemetry where vehicle_id = $1 order by boot, seq', [
    it.vehicleId,
  ]);
  expect(rows).toEqual([
    { boot: '3', seq: '77' },
    { boot: '3', seq: '78' },
    { boot: '4', seq: '77' },
  ]);
});

test('a day of messages in order is remembered as one range, a missing one as a gap that can still be filled', async () => {
  const it = device(3);
  const client = await rig.connect(it);
  const send = (seq: number) =>
    client.publishAsync(up(it, 'telemetry'), telemetry(1, seq, { ts: t0 + seq }), { qos: 1 });
  await Promise.all(Array.from({ length: 300 }, (_, i) => i).flatMap((i) => (i === 150 ? [] : send(i))));
  const seen = () =>
    rig.rows<{ seqs: string }>('select seqs::text as seqs from veh_uplink_seen where vehicle_id = $1', [it.vehicleId]);
  expect(await seen()).toEqual([{ seqs: '{[0,150),[151,300)}' }]);
  await send(150);
  expect(await seen()).toEqual([{ seqs: '{[0,300)}' }]);
  expect(await rig.rows('select from veh_telemetry where vehicle_id = $1', [it.vehicleId])).toHaveLength(300);
});

test('other wrong or unknown fields are kept as they came', async () => {
  const it = device(5);
  const client = await rig.connect(it);
  const odd = {
    ts: t0,
    net: { csq: 5000, wifi: 'x' },
    tyre: { front: 2.1, 'nul\0key': '\0\ud800' },
    st: { acc: 'yes' },
    __proto__x: 1,
  };
  expect(await acked(client, up(it, 'telemetry'), telemetry(1, 1, odd))).toBe(true);
  const [status] = await rig.rows<{ extra: unknown; acc: unknown; csq: unknown }>(
    'select extra, acc, csq from veh_vehicle_status where vehicle_id = $1',
    [it.vehicleId],
  );
  expect(status).toMatchObject({
    acc: null,
    csq: null,
    extra: { net: { csq: 5000, wifi: 'x' }, tyre: { front: 2.1 }, st: { acc: 'yes' }, __proto__x: 1 },
  });
});

test('samples of long ago find their place; a clock that stopped is not believed', async () => {
  const it = device(6);
  const client = await rig.connect(it);
  const times = [Date.UTC(2025, 0, 1), Date.UTC(2025, 5, 15, 23, 59, 59, 999), Date.now() - 8 * 86_400_000];
  expect(await acked(client, up(it, 'telemetry'), telemetry(1, 1, ...times.map((ts) => ({ ts }))))).toBe(true);
  expect(await acked(client, up(it, 'telemetry'), telemetry(1, 2, { ts: times[1], tsq: 'rtc' }))).toBe(true);
  const rows = await rig.rows<{ ts: Date }>('select ts from veh_telemetry where vehicle_id = $1 order by seq, idx', [
    it.vehicleId,
  ]);
  expect(rows.slice(0, 3).map((row) => row.ts.getTime())).toEqual(times);
  expect(rows[3]?.ts.getTime()).toBeGreaterThan(Date.now() - 3_600_000);
});

test('a device that does not know says so: no figure, not the last one either', async () => {
  const it = device(9);
  const client = await rig.connect(it);
  const known = {
    net: { csq: 22, rsrp: -79, iccid: '89860420123456789018' },
    pos: { hdop: 0.8, sat: 9 },
    tmp: { motor: 40 },
  };
  const unknown = {
    net: { csq: 99, rsrp: 255, iccid: 'FFFFFFFFFFFFFFFFFFFF' },
    pos: { hdop: 99.99, sat: 99 },
    tmp: { motor: 255 },
  };
  const bat = [{ sn: 'B1', soc: 50, soh: 255, cyc: 65_535, prot: 65_535 }];
  const send = (seq: number, ts: number, part: object) =>
    acked(client, up(it, 'telemetry'), telemetry(1, seq, { ts, ...part }));
  await send(1, t0, known);
  await send(2, t0 + 1_000, { ...unknown, bat });
  const columns = 'csq, hdop::float8 as hdop';
  const [status] = await rig.rows(
    `select ${columns}, rsrp_dbm as rsrp, satellites as sat, motor_temp_c as motor, cycle_count as cyc, soh, reported_iccid as iccid, extra from veh_vehicle_status where vehicle_id = $1`,
    [it.vehicleId],
  );
  const nothing = { csq: null, hdop: null, rsrp: null, sat: null, motor: null, cyc: null, soh: null };
  expect(status).toEqual({ ...nothing, iccid: '89860420123456789018', extra: null });
  const [history] = await rig.rows(
    `select ${columns}, rsrp, sat, motor_c as motor, cyc, soh from veh_telemetry where vehicle_id = $1 and seq = 2`,
    [it.vehicleId],
  );
  expect(history).toEqual(nothing);
});

test('mobile data of a day only grow, in whatever order they are told; what is none is kept as it came', async () => {
  const it = device(10);
  await rig.rows('update veh_vehicle set iccid = $2 where id = $1', [it.vehicleId, '89860420123456789018']);
  const client = await rig.connect(it);
  const now = Date.now();
  const day = formatDay(new Date(now));
  const told = [
    { day, telemetry: 30, ota: 900, log: 2 },
    { day, telemetry: 10, log: 5 },
    { day: formatDay(new Date(now - 86_400_000)), other: 7 },
    { day: formatDay(new Date(now + 3 * 86_400_000)), other: 1 },
    { day, telemetry: -1 },
    'much',
  ];
  for (const [seq, deviceKb] of told.entries())
    expect(await acked(client, up(it, 'telemetry'), telemetry(1, seq, { ts: now + seq, deviceKb }))).toBe(true);
  const rows = await rig.rows(
    `select iccid, stat_date = $2::date as today, telemetry_kb, ota_kb, log_kb, other_kb, device_kb::int as all from sim_device_day where vehicle_id = $1 order by stat_date`,
    [it.vehicleId, day],
  );
  const card = { iccid: '89860420123456789018' };
  expect(rows).toEqual([
    { ...card, today: false, telemetry_kb: null, ota_kb: null, log_kb: null, other_kb: 7, all: 7 },
    { ...card, today: true, telemetry_kb: 30, ota_kb: 900, log_kb: 5, other_kb: null, all: 935 },
  ]);
  const [status] = await rig.rows<{ extra: unknown }>('select extra from veh_vehicle_status where vehicle_id = $1', [
    it.vehicleId,
  ]);
  expect(status?.extra).toEqual({ deviceKb: 'much' });
});

test('events, command answers, settings and logs are kept; numbered ones once', async () => {
  const it = device(7);
  const client = await rig.connect(it);
  const event = {
    v: 1,
    mid: '1-5',
    ts: t0,
    code: 'unauthorizedMove',
    state: 'raise',
    severity: 'major',
    ref: 'a1',
    pos: { lat: 31.2, lng: 121.4 },
    data: { g: 1.4, odd: '\0' },
  };
  const answer = { v: 1, mid: '1-6', id: '01J5ZK3', st: 'succeeded', code: 0, ts: t0 + 1, data: {} };
  for (let i = 0; i < 2; i++) {
    expect(await acked(client, up(it, 'event'), JSON.stringify(event))).toBe(true);
    expect(await acked(client, up(it, 'cmd'), JSON.stringify(answer))).toBe(true);
  }
  expect(await acked(client, up(it, 'config'), JSON.stringify({ v: 1, ver: 42, reported: { reportMovingS: 5 } }))).toBe(
    true,
  );
  const rows = await rig.rows(
    "select kind, code, state, severity, ref, lat, lng from veh_device_event where vehicle_id = $1 and kind <> 'status' order by id",
    [it.vehicleId],
  );
  expect(rows).toEqual([
    { kind: 'event', code: 'unauthorizedMove', state: 'raise', severity: 'major', ref: 'a1', lat: 31.2, lng: 121.4 },
    { kind: 'cmd', code: '0', state: 'succeeded', severity: null, ref: '01J5ZK3', lat: null, lng: null },
    { kind: 'config', code: null, state: null, severity: null, ref: null, lat: null, lng: null },
  ]);
});

test('one notice names the vehicles that changed', async () => {
  const it = device(8);
  const heard: number[] = [];
  const off = rig.app.live.subscribe('telemetry', (data) => heard.push(...(data as { ids: number[] }).ids));
  const client = await rig.connect(it);
  await client.publishAsync(up(it, 'telemetry'), telemetry(1, 1, { ts: t0 }), { qos: 1 });
  await eventually(async () => heard.includes(Number(it.vehicleId)));
  expect(heard.length).toBeLessThan(5);
  off();
});
