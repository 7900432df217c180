import { afterAll, beforeAll, expect, test } from 'vitest';
import { acked, eventually, type Rig, startRig, telemetry, up } from './fixture.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.stop());

const t0 = Date.UTC(2026, 10, 20, 2, 0, 0);

test('a bad sample is refused and counted, the rest of its batch is kept', async () => {
  const it = await rig.addVehicle();
  const client = await rig.connect(it);
  const good = (n: number) => ({ ts: t0 + n, pos: { lat: 31, lng: 121, spd: 3 } });
  const bad = [
    { ts: Date.now() + 25 * 3600_000 },
    { ts: 'now' },
    { ts: t0, pos: { lat: 91, lng: 121 } },
    { ts: t0, pos: { lat: 31, lng: -180.5 } },
    { ts: t0, pos: { lat: 0, lng: 0 } },
    { ts: t0, pos: { lat: 31 } },
    { ts: t0, pos: { lat: '31', lng: 121 } },
    { ts: t0, bat: [{ soc: 101 }] },
    { ts: t0, bat: [{ soc: -1 }] },
    { ts: t0, pos: { lat: 31, lng: 121, spd: 61 } },
    17,
    null,
  ];
  expect(await acked(client, up(it, 'telemetry'), telemetry(1, 1, good(1), ...bad, good(2)))).toBe(true);
  const rows = await rig.rows('select idx from veh_telemetry where vehicle_id = $1 order by idx', [it.vehicleId]);
  expect(rows).toEqual([{ idx: 0 }, { idx: bad.length + 1 }]);
  const counted = await eventually(async () => {
    const found = await rig.rows(
      'select reason, count::int as n from dev_refusal where vehicle_id = $1 order by reason',
      [it.vehicleId],
    );
    return found.length > 0 && found;
  });
  expect(counted).toEqual([
    { reason: 'position', n: 5 },
    { reason: 'sample', n: 2 },
    { reason: 'soc', n: 2 },
    { reason: 'speed', n: 1 },
    { reason: 'ts', n: 2 },
  ]);
});

test.concurrent.each([
  ['not JSON', 'hello', 'json'],
  ['binary', Buffer.from([0xff, 0xfe, 0x00, 0x81]), 'json'],
  ['nothing', '', 'json'],
  ['a list', '[1,2]', 'shape'],
  ['another version', '{"v":2,"mid":"1-1","s":[]}', 'version'],
  ['no version', '{"mid":"1-1","s":[]}', 'version'],
  ['no mid', '{"v":1,"s":[]}', 'mid'],
  ['a strange mid', '{"v":1,"mid":"one-two","s":[]}', 'mid'],
  ['no samples', '{"v":1,"mid":"1-1"}', 'shape'],
  ['101 samples', telemetry(1, 1, ...Array.from({ length: 101 }, () => ({ ts: t0 }))), 'tooMany'],
  ['33 KiB', Buffer.alloc(33 * 1024, 0x20), 'oversize'],
  ['1 MiB', Buffer.alloc(1024 * 1024, 0x20), 'oversize'],
  ['a well of brackets', `{"v":1,"mid":"1-1","s":[{"ts":1,"x":${'['.repeat(9000)}${']'.repeat(9000)}}]}`, 'sample'],
])('%s is refused, counted and acknowledged, and the next message is stored', async (_name, payload, reason) => {
  const it = await rig.addVehicle();
  const client = await rig.connect(it);
  expect(await acked(client, up(it, 'telemetry'), payload)).toBe(true);
  expect(await acked(client, up(it, 'telemetry'), telemetry(9, 9, { ts: t0 }))).toBe(true);
  expect(await rig.rows('select from veh_telemetry where vehicle_id = $1', [it.vehicleId])).toHaveLength(1);
  const counted = await eventually(async () => {
    const rows = await rig.rows('select reason, count::int as n from dev_refusal where vehicle_id = $1', [
      it.vehicleId,
    ]);
    return rows.length > 0 && rows;
  });
  expect(counted).toEqual([{ reason, n: 1 }]);
  client.end(true);
});

test('acknowledgements come in the order of the messages, refused or not', async () => {
  const it = await rig.addVehicle();
  const client = await rig.connect(it);
  const confirmed: number[] = [];
  client.on('packetreceive', (packet) => {
    if (packet.cmd === 'puback') confirmed.push(packet.messageId ?? 0);
  });
  const payloads = Array.from({ length: 60 }, (_, n) => {
    if (n % 5 === 1) return { topic: up(it, 'telemetry'), payload: 'garbage' };
    if (n % 5 === 3) return { topic: up(it, 'telemetry'), payload: Buffer.alloc(70_000) };
    if (n % 5 === 4) return { topic: 'v1/elsewhere', payload: '{}' };
    return { topic: up(it, 'telemetry'), payload: telemetry(1, n, { ts: t0 + n, padding: 'x'.repeat(3_000) }) };
  });
  await Promise.all(payloads.map(({ topic, payload }) => client.publishAsync(topic, payload, { qos: 1 })));
  expect(confirmed).toHaveLength(60);
  expect(confirmed).toEqual(confirmed.toSorted((a, b) => a - b));
  expect(await rig.rows('select from veh_telemetry where vehicle_id = $1', [it.vehicleId])).toHaveLength(24);
});
