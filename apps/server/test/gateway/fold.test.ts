import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleTimes } from '../../src/gateway/clock.ts';
import { Fold } from '../../src/gateway/fold.ts';
import { readSample, type Reading } from '../../src/gateway/samples.ts';
import { multirange } from '../../src/gateway/seen.ts';
import { type Rig, startRig, telemetry, type TestDevice, up } from './fixture.ts';

const now = Date.UTC(2026, 10, 20);
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });
const small = (max: number) => fc.integer({ min: 0, max });
/** Samples with parts that come and go, and times that often collide. */
const sample = fc.record(
  {
    ts: small(8).map((n) => now - 10_000 + n * 1000),
    pos: maybe(
      fc.record(
        {
          lat: small(5).map((n) => 31 + n / 1000),
          lng: fc.constant(121.5),
          spd: maybe(small(9)),
          fix: maybe(fc.constantFrom(0, 3)),
        },
        { requiredKeys: ['lat', 'lng'] },
      ),
    ),
    bat: maybe(
      fc.array(
        fc.record({ soc: small(100), v: maybe(small(60)), chg: maybe(fc.boolean()) }, { requiredKeys: ['soc'] }),
        { maxLength: 2 },
      ),
    ),
    st: maybe(fc.record({ acc: fc.boolean(), locked: fc.boolean(), gear: small(3) }, { requiredKeys: [] })),
    odo: maybe(small(1_000_000)),
    dtc: maybe(
      fc.array(fc.record({ ecu: fc.constant('BMS'), code: fc.constantFrom('P1', 'P2'), active: fc.boolean() }), {
        maxLength: 3,
      }),
    ),
    ecu: maybe(
      fc.array(fc.record({ type: fc.constantFrom('VCU', 'BMS', 'X'), sw: fc.constantFrom('1.0', '1.1') }), {
        maxLength: 2,
      }),
    ),
    tyre: maybe(small(3)),
  },
  { requiredKeys: ['ts'] },
);
const read = (raw: unknown, idx = 0) => readSample(raw, idx, sampleTimes([raw], now)[0], () => undefined);
const clean = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const message = fc.record({ boot: small(2), samples: fc.array(sample, { minLength: 1, maxLength: 4 }) });
/** Messages of a device with numbers of their own, and an order in which they arrive. */
const history = fc
  .array(message, { minLength: 1, maxLength: 10 })
  .map((list) => list.map((entry, seq) => ({ ...entry, seq })))
  .chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })));

type Message = { boot: number; seq: number; samples: unknown[] };
const readings = (of: Message): Reading[] => of.samples.flatMap((raw, idx) => read(clean(raw), idx) ?? []);

/** Folds messages as batches of `size` would, each starting from what the one before stored. */
function foldAll(messages: readonly Message[], size: number): { row: Record<string, unknown>; keys: string } {
  const row: Record<string, unknown> = {};
  let keys = '';
  for (let at = 0; at < messages.length; at += size) {
    const fold = new Fold(keys);
    for (const each of messages.slice(at, at + size))
      for (const reading of readings(each)) fold.add(each.boot, each.seq, reading);
    Object.assign(row, fold.change());
    keys = fold.stored();
  }
  return { row, keys };
}

test('any order and any batching end in the same state as everything in order at once', () => {
  const inOrder = (a: Message, b: Message) => a.boot - b.boot || a.seq - b.seq;
  fc.assert(
    fc.property(history, fc.integer({ min: 1, max: 4 }), ([messages, arrival], size) => {
      expect(foldAll(arrival, size)).toEqual(foldAll(messages.toSorted(inOrder), messages.length));
    }),
    { numRuns: 400 },
  );
});

test('the state is what the greatest key of each field says', () => {
  const fold = new Fold('');
  const put = (boot: number, seq: number, raw: object) => {
    const reading = read(raw);
    if (reading) fold.add(boot, seq, reading);
  };
  put(2, 1, { ts: now - 500, st: { acc: true } });
  put(1, 9, { ts: now - 400, odo: 5000 });
  put(1, 8, { ts: now - 400, odo: 4000, st: { gear: 1 } });
  put(3, 0, { ts: now - 900, st: { acc: false, gear: 3, locked: true } });
  expect(fold.change()).toEqual({
    acc: 1,
    gear: 1,
    locked: 1,
    odometer_km: 5,
    report_time: new Date(now - 400).toISOString(),
    boot: 1,
    seq: 9,
  });
  expect(fold.late).toEqual({ from: now - 900, to: now - 900 });
});

test('no sample, however odd, gets past the rules or breaks them', () => {
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.jsonValue(),
      fc.constantFrom('pos', 'bat', 'st', 'odo', 'tmp', 'net', 'ecu', 'dtc', 'ts', 'x'),
      (hostile, other, part) => {
        for (const raw of [
          hostile,
          { ts: now, [part]: hostile },
          { ts: now, [part]: [hostile, other] },
          { ts: now, [part]: { lat: hostile, soc: other, spd: hostile, acc: other } },
        ]) {
          const reading = read(clean(raw));
          if (!reading) continue;
          const [lat, lng, speed] = reading.values.map((value) => (typeof value === 'number' ? value : 1));
          const soc = reading.values[7] ?? 1;
          expect(Math.abs(lat ?? 1) <= 90 && (lat !== 0 || lng !== 0)).toBe(true);
          expect(Number(speed) >= 0 && Number(speed) <= 60).toBe(true);
          expect(Number(soc) >= 0 && Number(soc) <= 100).toBe(true);
          if (reading.parts !== null) JSON.parse(reading.parts);
        }
      },
    ),
    { numRuns: 1_000 },
  );
});

test('a set of numbers as ranges', () => {
  expect(multirange([])).toBe('{}');
  expect(multirange([5])).toBe('{[5,6)}');
  expect(multirange([9, 1, 2, 3, 7, 8])).toBe('{[1,4),[7,10)}');
});

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ vehicles: 0 });
});
afterAll(() => rig.stop());

test('over the socket: shuffled, late and repeated messages end in the same rows', async () => {
  const state = async (device: TestDevice) => {
    const status = await rig.rows<Record<string, unknown>>('select * from veh_vehicle_status where vehicle_id = $1', [
      device.vehicleId,
    ]);
    const track = await rig.rows<Record<string, unknown>>(
      'select * from veh_telemetry where vehicle_id = $1 order by ts, boot, seq, idx',
      [device.vehicleId],
    );
    return [...status, ...track].map(
      ({ vehicle_id: _v, recv_time: _r, online_since: _o, session: _s, ...rest }) => rest,
    );
  };
  await fc.assert(
    fc.asyncProperty(history, async ([messages, arrival]) => {
      const [ordered, shuffled] = [await rig.addVehicle(), await rig.addVehicle()];
      const send = async (device: TestDevice, list: readonly Message[], twice: boolean) => {
        const client = await rig.connect(device);
        for (const each of list) {
          const text = telemetry(each.boot, each.seq, ...each.samples.map(clean));
          const sent = [client.publishAsync(up(device, 'telemetry'), text, { qos: 1 })];
          if (twice && each.seq % 3 === 0) sent.push(client.publishAsync(up(device, 'telemetry'), text, { qos: 1 }));
          // Some in one batch, some in batches of their own.
          if (each.seq % 2 === 0) await Promise.all(sent);
        }
        await client.publishAsync(up(device, 'telemetry'), telemetry(99, 0), { qos: 1 });
        await client.endAsync();
      };
      await send(ordered, messages, false);
      await send(shuffled, arrival, true);
      expect(await state(shuffled)).toEqual(await state(ordered));
    }),
    { numRuns: 8 },
  );
}, 60_000);
