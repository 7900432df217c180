import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { entities, plain } from '@wheelhouse/entities/registry';
import mqtt from 'mqtt';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { resetDeviceSecret } from '../../src/gateway/service.ts';
import { describeSql } from '../../src/tracing/sql-text.ts';
import { addSample } from '../registry/samples.ts';
import { adminPassword, createTestApp, type TestApp } from '../support/app.ts';
import { type Collector, type SpanSeen, startCollector } from '../support/collector.ts';
import { firmwareKeysFile } from '../support/firmware-keys.ts';

// The platform as its own process, with a collector that this file plays.

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
/** Spans that wait for the collector, as `tracing/sdk.ts` has it. */
const mostWaiting = 2_048;
/** Spans in a request, and how long one may take. */
const [mostAtOnce, exportMs] = [256, 5_000];
const patience = { timeout: 30_000, interval: 50 };

interface Platform {
  readonly child: ChildProcess;
  readonly base: string;
  readonly mqttPort: number;
  readonly exit: Promise<unknown[]>;
  /** Lines of its log with this message. */
  lines(msg: string): Record<string, unknown>[];
  call(path: string, body: object, headers?: Record<string, string>): Promise<{ status: number; text: string }>;
}

let t: TestApp;
let collector: Collector;
let device: { readonly deviceId: string; readonly secret: string };
let token: string;
const platforms: Platform[] = [];

beforeAll(async () => {
  [t, collector] = await Promise.all([createTestApp(), startCollector()]);
  const made = await resetDeviceSecret(t.app.db, await addSample(t, plain(entities.vehicle)));
  if (!made) throw new Error('no device');
  device = made;
  token = await t.login('admin', adminPassword);
});
afterAll(async () => {
  for (const { child } of platforms) child.kill('SIGKILL');
  await collector.stop();
  await t.stop();
});

async function launch(env: Record<string, string>): Promise<Platform> {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: t.databaseUrl,
      DATA_DIR: t.app.config.dataDir,
      SECRET_KEY: t.app.secrets.sealKey.toString('hex'),
      FIRMWARE_KEYS: firmwareKeysFile(),
      SEED: 'none',
      ROLES: 'api,gateway',
      PORT: '0',
      MQTT_PORT: '0',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.on('data', (part: Buffer) => (out += part.toString()));
  const exit = once(child, 'exit');
  const [, base = ''] = await vi.waitFor(() => /ready: (\S+)/.exec(out) ?? Promise.reject(new Error(out)), patience);
  const lines = (msg: string) =>
    out
      .split('\n')
      .filter((line) => line.includes(`"msg":"${msg}"`))
      .map((line): Record<string, unknown> => JSON.parse(line));
  const call = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${base}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  };
  const platform = { child, base, exit, lines, call, mqttPort: Number(lines('gateway started')[0]?.['port']) };
  platforms.push(platform);
  return platform;
}

const seen = (found: (span: SpanSeen) => boolean): Promise<SpanSeen> =>
  vi.waitFor(() => collector.spans().find(found) ?? Promise.reject(new Error('no such span')), patience);
const below = (parent: SpanSeen): SpanSeen[] =>
  collector.spans().filter(({ traceId, parentSpanId }) => traceId === parent.traceId && parentSpanId === parent.spanId);
const namesBelow = (parent: SpanSeen): string[] => below(parent).map(({ name }) => name);

/** As the control unit signs its calls. */
async function report(platform: Platform, body: object, headers: Record<string, string>) {
  const { text } = await platform.call('/device/v1/salt', { imei: device.deviceId });
  const { data } = JSON.parse(text) as { data: { salt: string } };
  const key = createHash('sha256').update(Buffer.from(data.salt, 'hex')).update(device.secret).digest();
  const [timestamp, nonce] = [String(Date.now()), randomUUID()];
  const signature = createHmac('sha256', key).update(JSON.stringify(body) + timestamp + nonce);
  return platform.call('/device/v1/report', body, {
    'x-device-id': device.deviceId,
    'x-timestamp': timestamp,
    'x-nonce': nonce,
    'x-signature': signature.digest('hex'),
    ...headers,
  });
}

test('calls, device messages and their statements become traces without any value in them', async () => {
  const platform = await launch({ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' });
  const traceOf = () => randomUUID().replaceAll('-', '');
  const sampled = (traceId: string) => ({ traceparent: `00-${traceId}-00f067aa0ba902b7-01`, tracestate: 'v=Mallory' });

  // A call goes on with the trace of its caller; one that nobody traces leaves nothing at this ratio.
  const [list, unsampled] = [traceOf(), traceOf()];
  const words = { query: { keyword: 'Zaphod4242', 'vin.like': '%LZX7Q%' }, page: 1, pageSize: 10 };
  expect((await platform.call('/veh/crm/vehicle/list', words)).status).toBe(200);
  await platform.call('/veh/crm/vehicle/list', words, { traceparent: `00-${unsampled}-00f067aa0ba902b7-00` });
  expect((await platform.call('/veh/crm/vehicle/list', words, sampled(list))).status).toBe(200);
  const call = await seen(({ name }) => name === 'POST /veh/crm/vehicle/list');
  expect(call).toMatchObject({ traceId: list, parentSpanId: '00f067aa0ba902b7', kind: 2 });
  expect(call.attributes).toMatchObject({
    'http.request.method': 'POST',
    'http.route': '/veh/crm/vehicle/list',
    'http.response.status_code': 200,
    'wheelhouse.code': 0,
  });
  await vi.waitFor(() => expect(namesBelow(call)).toContain('SELECT veh_vehicle'), patience);
  const select = below(call).find(({ name }) => name === 'SELECT veh_vehicle');
  expect(select).toMatchObject({ kind: 3, attributes: { 'db.system.name': 'postgresql' } });
  expect(String(select?.attributes['db.query.text'])).toMatch(/from veh_vehicle .*\$1/);

  // A defect: its statement and its call have failed, and the line in the log names the trace.
  const failing = traceOf();
  await t.app.pool.query('alter table veh_series rename to veh_series_away');
  expect((await platform.call('/veh/crm/vehicle/list', {}, sampled(failing))).status).toBe(500);
  await t.app.pool.query('alter table veh_series_away rename to veh_series');
  const failed = await seen(({ traceId, kind }) => traceId === failing && kind === 2);
  expect(failed).toMatchObject({
    status: 2,
    attributes: { 'http.response.status_code': 500, 'wheelhouse.code': 1000 },
  });
  expect(below(failed).at(-1)).toMatchObject({ status: 2, attributes: { 'error.type': '42P01' } });
  const [line] = platform.lines('request failed');
  expect(line).toMatchObject({ trace_id: failing, span_id: failed.spanId });

  // A message over HTTP is stored in the trace of its call.
  const reported = traceOf();
  const status = { soc: 61, pos: { lat: 31.24, lng: 121.987654, spd: 2.5 } };
  const body = { imei: device.deviceId, seq: 1, time: Date.now(), status };
  expect((await report(platform, body, sampled(reported))).text).toContain('"stored":true');
  // What is left goes out at SIGTERM.
  platform.child.kill('SIGTERM');
  expect(await platform.exit).toEqual([0, null]);
  const ofReport = await seen(({ traceId, kind }) => traceId === reported && kind === 2);
  const batch = below(ofReport).find(({ name }) => name === 'ingest batch');
  expect(batch && namesBelow(batch)).toEqual(expect.arrayContaining(['BEGIN', 'COPY veh_telemetry', 'COMMIT']));
  expect(collector.spans().filter(({ traceId }) => ![list, failing, reported].includes(traceId))).toEqual([]);
  const exported = collector.text();
  for (const secret of ['Zaphod', 'LZX7Q', 'Mallory', token, device.deviceId, device.secret, '121.98', 'admin'])
    expect(exported).not.toContain(secret);
});

test('a batch of MQTT messages is a trace of its own; a collector that hangs or refuses harms nothing', async () => {
  const platform = await launch({
    OTEL_TRACES_SAMPLER: 'always_on',
    OTEL_SERVICE_NAME: 'wheelhouse-test',
    OTEL_EXPORTER_OTLP_TIMEOUT: String(exportMs),
  });
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${platform.mqttPort}`, {
    clientId: device.deviceId,
    username: device.deviceId,
    password: device.secret,
  });
  const sample = { ts: Date.now(), pos: { lat: 31.246813, lng: 121.4737, fix: 3 } };
  const payload = JSON.stringify({ v: 1, mid: '7707707707-77', s: [sample, { ...sample, ts: sample.ts + 1 }] });
  await client.publishAsync(`v1/${device.deviceId}/up/telemetry`, payload, { qos: 1 });
  await client.endAsync();
  const batch = await seen(({ attributes }) => Number(attributes['wheelhouse.samples']) === 2);
  expect(batch).toMatchObject({ name: 'ingest batch', kind: 5, parentSpanId: undefined });
  expect(batch.attributes).toMatchObject({ 'wheelhouse.telemetry_messages': 1, 'wheelhouse.vehicles': 1 });
  const names = namesBelow(batch);
  expect([names[0], names.at(-1)]).toEqual(['BEGIN', 'COMMIT']);
  expect(names).toContain('COPY veh_telemetry');
  const exported = collector.text();
  expect(exported).toContain('wheelhouse-test');
  for (const secret of [device.deviceId, device.secret, '31.2468', '7707707707-77'])
    expect(exported).not.toContain(secret);

  const calls = async (count: number, headers: Record<string, string> = {}) => {
    const answers: number[] = [];
    const caller = async () => {
      for (; count > 0;) {
        count--;
        answers.push((await platform.call('/veh/crm/vehicle/list', { page: 1, pageSize: 10 }, headers)).status);
      }
    };
    await Promise.all(Array.from({ length: 20 }, caller));
    return [...new Set(answers)];
  };
  // More spans than may wait, however long the calls take: those of a request are given up when its time is over. A call that is refused at once is one.
  collector.mood = 'hangs';
  expect(await calls(20)).toEqual([200]);
  const hangs = Date.now();
  const givenUp = () => mostAtOnce * Math.ceil((Date.now() - hangs) / exportMs);
  for (let made = 0; made < mostWaiting + 1_200 + givenUp(); made += 400)
    expect(await calls(400, { authorization: '' })).toEqual([401]);
  const failures = () => platform.lines('traces could not be exported');
  await vi.waitFor(() => expect(failures()).toHaveLength(1), patience);
  collector.mood = 'refuses';
  const { requests } = collector;
  await vi.waitFor(() => expect(collector.requests).toBeGreaterThan(requests), patience);
  expect(await calls(20)).toEqual([200]);
  const before = collector.spans().length;
  collector.mood = 'takes';
  await vi.waitFor(() => expect(collector.spans().length).toBeGreaterThan(before), patience);
  expect(await calls(20)).toEqual([200]);
  expect(platform.lines('tracing')).toMatchObject([{ warning: expect.stringMatching(/^Dropped \d+ spans/) }]);
  expect(collector.spans().length - before).toBeLessThan(mostWaiting + 1_000);
  collector.mood = 'hangs';
  const asked = Date.now();
  platform.child.kill('SIGTERM');
  expect(await platform.exit).toEqual([0, null]);
  expect(Date.now() - asked).toBeLessThan(25_000);
  expect(failures()).toHaveLength(1);
}, 120_000);

test.each([
  [
    "select * from veh_vehicle where vin = 'a''b' and id > 42",
    'SELECT veh_vehicle',
    'select * from veh_vehicle where vin = ? and id > ?',
  ],
  [
    'with n as (select 1) update sys_user u set a1 = $1 from n',
    'UPDATE sys_user',
    'with n as (select ?) update sys_user u set a1 = $1 from n',
  ],
  [
    'insert into dev_seen (id) select unnest($1::int8[])',
    'INSERT dev_seen',
    'insert into dev_seen (id) select unnest($1::int8[])',
  ],
  ['select id from jsonb_each($1) for update', 'SELECT', 'select id from jsonb_each($1) for update'],
  ["select 'a\\' || secret || 'b'", 'SELECT', undefined],
  ['select $t$a secret$t$', 'SELECT', undefined],
  ['select 1 from "veh_series" where "a1" = 2', 'SELECT veh_series', 'select ? from "veh_series" where "a1" = ?'],
  ["select 'a secret from some_body", 'SELECT', undefined],
  [`insert into dev_seen (id) values ${'($1),'.repeat(5_000)}`, 'INSERT', undefined],
])('a statement is described without literals: %s', (sql, name, text) => {
  expect(describeSql(sql)).toMatchObject({ name, text });
});
