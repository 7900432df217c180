import fc from 'fast-check';
import type { MqttClient } from 'mqtt';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { acked, eventually, type Rig, startRig, telemetry, type TestDevice, up } from './fixture.ts';

/** Whatever devices send: it is refused, counted and acknowledged; nothing absurd is stored; a good device beside them is served. */
let rig: Rig;
let good: TestDevice;
let goodClient: MqttClient;
let goodSeq = 0;

beforeAll(async () => {
  rig = await startRig();
  good = await rig.addVehicle();
  goodClient = await rig.connect(good);
});
afterAll(() => rig.stop());

const now = Date.now();
const place = { lat: 31.2, lng: 121.5 };

/** The good device is answered, as ever. */
async function served(): Promise<void> {
  const message = telemetry(1, ++goodSeq, { ts: Date.now(), pos: place });
  expect(await acked(goodClient, up(good, 'telemetry'), message)).toBe(true);
}

const metric = async (reason: string): Promise<number> => {
  const text = await rig.app.metrics.getSingleMetricAsString('wheelhouse_gateway_refusals_total');
  return Number(new RegExp(`reason="${reason}"\\} (\\d+)`).exec(text)?.[1] ?? 0);
};
const counted = (device: TestDevice, reason: string, atLeast: number) =>
  eventually(async () => {
    const [row] = await rig.rows<{ n: number }>(
      'select sum(count)::int as n from dev_refusal where vehicle_id = $1 and reason = $2',
      [device.vehicleId, reason],
    );
    return (row?.n ?? 0) >= atLeast && row?.n;
  });
const absurd = (device: TestDevice) =>
  rig.rows(
    `select lat, lng, soc, spd_kmh, ts from veh_telemetry where vehicle_id = $1 and not (
       coalesce(lat between -90 and 90 and lng between -180 and 180 and (lat <> 0 or lng <> 0), true)
       and coalesce(soc between 0 and 100, true) and coalesce(spd_kmh between 0 and 216.001, true)
       and ts <= now() + interval '1 day' and ts >= 'epoch')`,
    [device.vehicleId],
  );

const number = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(0, -0, 91, 181, 1e308, -1e308, 2 ** 53, 2 ** 63, 101, -1, 61),
);
const junk = fc.oneof(number, fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 4 }), fc.constant(null));
const some = (keys: readonly string[], value: fc.Arbitrary<unknown>) =>
  fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: 5, noNullPrototype: true });
/** Looks like a sample, with anything in its places. */
const sample = fc.record(
  {
    ts: fc.oneof(
      fc.integer({ min: now - 86_400_000, max: now }),
      fc.constantFrom(-1, 1.5, now * 1000, now + 90_000_000, 'now', null),
    ),
    tsq: junk,
    pos: fc.oneof(some(['lat', 'lng', 'spd', 'hdg', 'sat', 'hdop', 'fix', 'x'], number), junk),
    bat: fc.oneof(
      fc.array(some(['sn', 'slot', 'soc', 'v', 'i', 'tMax', 'cyc', 'chg', 'cells'], junk), { maxLength: 3 }),
      junk,
    ),
    st: fc.oneof(some(['acc', 'locked', 'stand', 'gear', '__proto__'], junk), junk),
    odo: junk,
    net: some(['csq', 'rsrp', 'iccid', 'constructor'], junk),
    ecu: fc.oneof(fc.array(some(['type', 'sw', 'sn'], junk), { maxLength: 3 }), junk),
    dtc: fc.oneof(fc.array(some(['ecu', 'code', 'active'], junk), { maxLength: 3 }), junk),
    '': junk,
  },
  { requiredKeys: [] },
);
const kind = fc.constantFrom('telemetry', 'event', 'status', 'cmd', 'config', 'ota', 'log');
const mid = fc.oneof(
  fc.tuple(fc.nat(5), fc.nat(500)).map(([boot, seq]) => `${boot}-${seq}`),
  fc.constantFrom('1', '-', '1-2-3', '99999999999999999999-1', '1-99999999999999999999', '1e3-2', '0x1-1'),
  junk,
);
const payload = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record({
        v: fc.constant(1),
        mid,
        s: fc.oneof({ weight: 5, arbitrary: fc.array(sample, { maxLength: 4 }) }, { weight: 1, arbitrary: junk }),
      })
      .map((body) => JSON.stringify(body)),
  },
  {
    weight: 2,
    arbitrary: fc
      .record(
        {
          v: fc.constantFrom(1, 2, '1'),
          mid,
          ts: junk,
          code: junk,
          state: junk,
          ref: junk,
          pos: junk,
          data: junk,
          st: junk,
          ver: junk,
          reported: junk,
        },
        { requiredKeys: ['v'] },
      )
      .map((body) => JSON.stringify(body)),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 3_000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)) },
);

test('any payload on any topic is acknowledged, and nothing absurd is stored', async () => {
  const device = await rig.addVehicle();
  const client = await rig.connect(device);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(kind, payload), { minLength: 20, maxLength: 40 }), async (messages) => {
      const answers = await Promise.all(messages.map(([of, body]) => acked(client, up(device, of), body)));
      expect(answers.every(Boolean)).toBe(true);
    }),
    { numRuns: 25 },
  );
  expect(await absurd(device)).toEqual([]);
  expect(client.connected).toBe(true);
  const [state] = await rig.rows<{ fine: boolean }>(
    `select coalesce(gps_lat between -90 and 90, true) and coalesce(soc between 0 and 100, true) as fine from veh_vehicle_status where vehicle_id = $1`,
    [device.vehicleId],
  );
  expect(state).toEqual({ fine: true });
  await served();
}, 60_000);

test('bytes that are not MQTT end their own connection and no other', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 400 }), async (bytes) => {
      const socket = net.connect(rig.gateway.port, '127.0.0.1');
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.end(bytes);
      await once(socket, 'close');
      expect(goodClient.connected).toBe(true);
    }),
    { numRuns: 60 },
  );
  await served();
});

test('clocks that jump: a time that cannot be right gives way to that of receipt, and the latest state goes on', async () => {
  const device = await rig.addVehicle();
  const client = await rig.connect(device);
  const hour = 3_600_000;
  const send = (seq: number, ts: number, odo: number) =>
    acked(client, up(device, 'telemetry'), telemetry(4, seq, { ts, odo }));
  const begun = Date.now();
  const [ahead, lost, dead] = [begun + 8 * hour, begun - 20 * 365 * 24 * hour, 86_400_000];
  for (const [n, ts] of [begun - 1_000, ahead, lost, dead].entries()) expect(await send(n, ts, 1_000 + n)).toBe(true);
  // The clock is right again: the state is the one of now.
  expect(await send(4, Date.now() + 1, 1_004)).toBe(true);
  const refused = [begun + 25 * hour, 4_102_444_800_000, -1, 1e18];
  for (const [n, ts] of refused.entries()) expect(await send(100 + n, ts, 9_000)).toBe(true);
  const rows = await rig.rows<{ ms: number; said: number | null }>(
    `select (extract(epoch from ts) * 1000)::float8 as ms, (parts -> 'saidTs')::float8 as said from veh_telemetry where vehicle_id = $1 order by seq`,
    [device.vehicleId],
  );
  expect(rows.map((row) => row.said)).toEqual([null, ahead, lost, dead, null]);
  expect(rows.slice(1).every(({ ms }) => ms >= begun && ms <= Date.now() + 1)).toBe(true);
  const [state] = await rig.rows<{ km: number }>(
    'select odometer_km as km from veh_vehicle_status where vehicle_id = $1',
    [device.vehicleId],
  );
  expect(state).toEqual({ km: 1.004 });
  expect(await counted(device, 'ts', refused.length)).toBe(refused.length);
  expect(await counted(device, 'clock', 3)).toBe(3);
});

test('a boot counter that starts again is not taken for repeats; an odometer that goes back is kept as reported', async () => {
  const device = await rig.addVehicle();
  const client = await rig.connect(device);
  const say = (boot: number, seq: number, ts: number, odo: number) =>
    acked(client, up(device, 'telemetry'), telemetry(boot, seq, { ts, odo }));
  for (const [boot, seq, ts, odo] of [
    [7, 1, now, 50_000],
    [7, 2, now + 1_000, 50_010],
    [1, 1, now + 2_000, 50_020],
    [1, 2, now + 3_000, 12],
    [1, 2, now + 3_000, 12],
    // Its memory is lost for the second time: the numbers are the same, the messages are not.
    [1, 1, now + 4_000, 30],
    [1, 1, now + 4_000, 30],
  ] as const)
    expect(await say(boot, seq, ts, odo)).toBe(true);
  const rows = await rig.rows<{ odo_m: number }>('select odo_m from veh_telemetry where vehicle_id = $1 order by ts', [
    device.vehicleId,
  ]);
  expect(rows.map((row) => row.odo_m)).toEqual([50_000, 50_010, 50_020, 12, 30]);
  const [state] = await rig.rows('select odometer_km as km, boot from veh_vehicle_status where vehicle_id = $1', [
    device.vehicleId,
  ]);
  expect(state).toEqual({ km: 0.03, boot: '1' });
  expect(await counted(device, 'renumbered', 1)).toBe(1);
});

test('absurd coordinates are refused, the rest of the batch is kept', async () => {
  const device = await rig.addVehicle();
  const client = await rig.connect(device);
  const bad = fc.oneof(
    fc.record({ lat: fc.double({ min: 90.0001, max: 1e300 }), lng: fc.constant(1) }),
    fc.record({ lat: fc.constant(1), lng: fc.double({ min: -1e300, max: -180.0001 }) }),
    fc.constantFrom(
      { lat: 0, lng: 0 },
      { lat: 1 },
      { lng: 1 },
      { lat: '31', lng: 121 },
      { lat: true, lng: 1 },
      [],
      'x',
      7,
    ),
  );
  let [seq, sent] = [0, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(bad, { minLength: 1, maxLength: 20 }), async (list) => {
      sent += list.length;
      const samples = [{ ts: now + ++seq, pos: place }, ...list.map((pos) => ({ ts: now, pos }))];
      expect(await acked(client, up(device, 'telemetry'), telemetry(1, seq, ...samples))).toBe(true);
    }),
    { numRuns: 30 },
  );
  expect(await rig.rows('select from veh_telemetry where vehicle_id = $1', [device.vehicleId])).toHaveLength(seq);
  expect(await absurd(device)).toEqual([]);
  expect(await counted(device, 'position', sent)).toBe(sent);
});

test('messages of a megabyte are acknowledged, counted, and take no room', async () => {
  const device = await rig.addVehicle();
  // In a process of its own: what other files of the run hold is not its affair.
  const child = fork(new URL('memory-process.ts', import.meta.url), {
    execArgv: ['--expose-gc'],
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: rig.databaseUrl,
      DATA_DIR: rig.app.config.dataDir,
      SECRET_KEY: rig.app.secrets.sealKey.toString('hex'),
      MQTT_PORT: '0',
      SEED: 'none',
    },
  });
  try {
    const [port] = (await once(child, 'message')) as [number];
    const client = await rig.connect(device, { port });
    const held = async (): Promise<number> => {
      child.send('held');
      const [bytes] = (await once(child, 'message')) as [number];
      return bytes;
    };
    const big = Buffer.alloc(1024 * 1024, 0x20);
    const send = async (n: number): Promise<void> => {
      for (let i = 0; i < n; i++) expect(await acked(client, up(device, 'telemetry'), big)).toBe(true);
    };
    // What it keeps ready for any message is there after the first.
    await send(2);
    const before = await held();
    await send(40);
    // What is collected is given back by a thread of its own, a moment later; what is kept never is.
    await vi.waitFor(async () => expect((await held()) - before).toBeLessThan(4 * 1024 * 1024));
    expect(await counted(device, 'oversize', 42)).toBe(42);
  } finally {
    child.kill();
  }
});

test('foreign topics and wildcards are refused, counted for the device, and seen in the metrics', async () => {
  const device = await rig.addVehicle();
  const client = await rig.connect(device);
  const before = { publish: await metric('publishTopic'), subscribe: await metric('subscribeTopic') };
  const topic = fc.oneof(
    fc.constantFrom(
      '#',
      '+/+/+/+',
      `v1/${good.imei}/down/#`,
      'v1/+/down/#',
      'v1/#',
      `v1/${device.imei}/#`,
      '$SYS/#',
      '$share/ingest/v1/+/up/#',
    ),
    fc.stringMatching(/^v1\/([0-9]{1,15}|\+)\/(up|down)\/[a-z]{1,8}$/),
  );
  const topics = fc.sample(topic, { numRuns: 60, seed: 7 });
  for (const one of topics) {
    const granted = await client.subscribeAsync(one, { qos: 1 }).catch(() => [{ qos: 128 }]);
    expect(
      granted.map((grant) => grant.qos),
      one,
    ).toEqual([128]);
  }
  const heard: string[] = [];
  client.on('message', (of) => heard.push(of));
  const publishable = topics.filter((one) => !/[#+]/.test(one));
  for (const one of publishable) expect(await acked(client, one, telemetry(9, 1, { ts: now }))).toBe(true);
  await served();
  expect(heard).toEqual([]);
  expect(await rig.rows('select from veh_telemetry where vehicle_id = $1', [device.vehicleId])).toEqual([]);
  expect((await metric('subscribeTopic')) - before.subscribe).toBe(topics.length);
  expect((await metric('publishTopic')) - before.publish).toBe(publishable.length);
  expect(await counted(device, 'subscribeTopic', topics.length)).toBe(topics.length);
});

test('a thousand connections with a wrong password are refused and counted, while a good device is served', async () => {
  const victim = await rig.addVehicle();
  const before = await metric('secret');
  let refused = 0;
  const knock = async (n: number): Promise<void> => {
    const client = rig.connect(victim, { password: `guess ${n}`, connectTimeout: 20_000 });
    if (
      await client.then(
        () => false,
        () => true,
      )
    )
      refused++;
  };
  let next = 0;
  const flood = Promise.all(
    Array.from({ length: 50 }, async () => {
      while (next < 1_000) await knock(next++);
    }),
  );
  let answered = 0;
  while (refused < 1_000) {
    await served();
    answered++;
  }
  await flood;
  expect(refused).toBe(1_000);
  expect(answered).toBeGreaterThan(5);
  expect((await metric('secret')) - before).toBe(1_000);
  expect(await counted(victim, 'secret', 1_000)).toBe(1_000);
  expect((await rig.connect(victim)).connected).toBe(true);
}, 120_000);
