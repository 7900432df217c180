import type { DiagnosticsReading } from '@wheelhouse/contract/diagnostics';
import { entities, plain } from '@wheelhouse/entities/registry';
import mqtt, { type MqttClient } from 'mqtt';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notifyLive } from '../../src/db/live.ts';
import { startGateway, type Gateway } from '../../src/gateway/index.ts';
import { resetDeviceSecret } from '../../src/gateway/service.ts';
import { eventually, telemetry } from '../gateway/fixture.ts';
import { addSample } from '../registry/samples.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';
import { openStream } from '../support/stream.ts';

let t: TestApp;
let gateway: Gateway;
let client: MqttClient;
let id: string;
let imei: string;
let secret: string;
let port: number;
let ops: string;

beforeAll(async () => {
  t = await createTestApp();
  gateway = await startGateway(t.app);
  await t.http.listen({ host: '127.0.0.1', port: 0 });
  port = (t.http.server.address() as AddressInfo).port;
  id = await addSample(t, plain(entities.vehicle));
  const made = await resetDeviceSecret(t.app.db, id);
  imei = made?.deviceId ?? '';
  secret = made?.secret ?? '';
  ops = (await signInAs(t, { roles: ['ops'] })).token;
  client = await connect(secret);
});
afterAll(async () => {
  client.end(true);
  await gateway.stop();
  await t.stop();
});

const connect = (password: string) =>
  mqtt.connectAsync(`mqtt://127.0.0.1:${gateway.port}`, {
    clientId: imei,
    username: imei,
    password,
    reconnectPeriod: 0,
  });
const say = (payload: string, kind = 'telemetry') => client.publishAsync(`v1/${imei}/up/${kind}`, payload, { qos: 1 });
const read = async (token = ops) =>
  t.call<DiagnosticsReading>('POST', '/veh/crm/vehicle/diagnostics', { id }, { as: token });

test('connections, refusals by reason, clock, gaps and repeats are reported', async () => {
  await expect(connect('wrong')).rejects.toMatchObject({ code: 5 });
  const slowClock = Date.now() - 90_000;
  await say(telemetry(3, 1, { ts: slowClock, tsq: 'rtc' }));
  await say(telemetry(3, 1, { ts: slowClock, tsq: 'rtc' }));
  await say(telemetry(3, 4, { ts: slowClock + 500, tsq: 'rtc' }, { ts: slowClock, bat: [{ soc: 101 }] }));
  await say('nonsense');
  const { summary } = await eventually(async () => {
    const { data } = await read();
    return data.summary.refusals.length === 3 && data.summary.duplicates === 1 && data;
  });
  expect(summary).toMatchObject({
    deviceId: imei,
    hasSecret: true,
    online: true,
    connections: [{ disconnectTime: null, reason: null, ip: expect.stringContaining('127.0.0.1') as string }],
    numbering: { boot: '3', boots: 1, lastSeq: '4', stored: 2, missing: 2 },
    clock: { samples: 2, source: 'rtc' },
  });
  expect(summary.clock?.least).toBeGreaterThan(88);
  expect(summary.clock?.least).toBeLessThan(95);
  expect(Object.fromEntries(summary.refusals.map(({ reason, count, today }) => [reason, [count, today]]))).toEqual({
    secret: [1, 1],
    soc: [1, 1],
    json: [1, 1],
  });
});

test('what is refused is kept as it came; what is in order only while somebody looks', async () => {
  const { data } = await read();
  expect(data.messages.map(({ outcome, reasons, payload }) => [outcome, reasons, payload?.slice(0, 8)])).toEqual([
    ['refused', ['json'], 'nonsense'],
    ['partial', ['soc'], '{"v":1,"'],
  ]);
  const stream = await openStream(port, `diagnostics:${id}`, ops);
  const readings = () => stream.of<DiagnosticsReading>(`diagnostics:${id}`);
  await eventually(async () => readings().length > 0);
  expect(readings()[0]?.messages).toHaveLength(2);
  // The gateway hears of the watching after the first reading was sent; notices come in the order of their commits.
  await eventually(
    async () => (await t.app.pool.query('select from dev_watch where vehicle_id = $1', [id])).rowCount === 1,
  );
  const told = new Promise<void>((resolve) => void t.app.live.subscribe('told', () => resolve()));
  await notifyLive(t.app.db, 'told', {});
  await told;
  const message = telemetry(3, 5, { ts: Date.now() });
  await say(message);
  await say(message);
  await say('{"v":1,"mid":"3-6","ver":1,"reported":{"bleKey":"geheim","guardRadiusM":50}}', 'config');
  const heard = () =>
    readings()
      .slice(1)
      .flatMap((reading) => [...reading.messages].reverse());
  await eventually(async () => heard().length === 3);
  expect(heard().map(({ kind, outcome }) => [kind, outcome])).toEqual([
    ['telemetry', 'stored'],
    ['telemetry', 'duplicate'],
    ['config', 'stored'],
  ]);
  expect(heard()[2]?.payload).toContain('"bleKey":"…"');
  stream.close();
});

test('the ring stays a ring', async () => {
  for (let n = 0; n < 70; n++) await say(telemetry(3, 100 + n, { ts: Date.now() }));
  await eventually(async () => (await read()).data.messages[0]?.payload?.includes('3-169'));
  // It is written and then cut.
  const left = async () =>
    (await t.app.pool.query('select count(*)::int as n from dev_message where vehicle_id = $1', [id])).rows;
  await expect.poll(left).toEqual([{ n: 50 }]);
});

test('only who may see the vehicle', async () => {
  const dealerId = await addSample(t, plain(entities.dealer));
  const dealer = await signInAs(t, { roles: ['dealer'], dealerId });
  const nobody = await signInAs(t, { roles: [] });
  await t.app.pool.query('update veh_vehicle set dealer_id = null where id = $1', [id]);
  expect([1002, 1011]).toContain((await read(dealer.token)).code);
  expect((await read(nobody.token)).code).toBe(1003);
  for (const { token } of [dealer, nobody])
    expect((await openStream(port, `diagnostics:${id}`, token)).status).toBe(403);
  await t.app.pool.query('update veh_vehicle set dealer_id = $1 where id = $2', [dealerId, id]);
  const { code, data } = await read(dealer.token);
  expect(code).toBe(0);
  // Without the right to see positions neither messages nor refused values, which may hold one.
  expect(data.messages.map(({ payload }) => payload)).toEqual(data.messages.map(() => null));
  expect(data.summary.refusals.map(({ sample }) => sample)).toEqual(data.summary.refusals.map(() => null));
});
