import { createHash, createHmac, randomUUID } from 'node:crypto';
import { entities, plain } from '@wheelhouse/entities/registry';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { resetDeviceSecret } from '../../src/gateway/service.ts';
import { RawJson } from '../../src/http/call.ts';
import { defineAppCall, issueAppToken } from '../../src/http/app-call.ts';
import { signAppToken } from '../../src/http/app-token.ts';
import { createHttp } from '../../src/http/server.ts';
import { calls } from '../../src/modules/index.ts';
import { addSample } from '../registry/samples.ts';
import { addAppUser } from '../support/app-user.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

let t: TestApp;
/** With a call of our own beside those of the product. */
let appHttp: FastifyInstance;
let vehicleId: string;
let imei: string;
let key: Buffer;

/** A call of the app that answers who is signed in. */
const whoAmI = defineAppCall('POST /app/v1/vehicle/unbindCode', {
  limit: { most: 1000, within: 'minute' },
  body: z.object({ vin: z.string() }),
  run: async ({ appUser, lang }, { vin }) => new RawJson(JSON.stringify({ id: appUser.id, vin, lang })),
});

/** What a device does with its secret: asks for the salt, makes the key. */
async function keyOf(of: string, secret: string): Promise<Buffer> {
  const { data } = await t.call<{ salt: string }>('POST', '/device/v1/salt', { imei: of });
  return createHash('sha256').update(Buffer.from(data.salt, 'hex')).update(secret).digest();
}

async function newKey(): Promise<Buffer> {
  const made = await resetDeviceSecret(t.app.db, vehicleId);
  if (!made) throw new Error('no device');
  imei = made.deviceId;
  return keyOf(made.deviceId, made.secret);
}

beforeAll(async () => {
  t = await createTestApp({ env: { DOCS: 'true' } });
  appHttp = await createHttp({ ...t.app, metrics: new Registry() }, [whoAmI]);
  vehicleId = await addSample(t, plain(entities.vehicle));
  key = await newKey();
});
afterAll(async () => {
  await appHttp.close();
  await t.stop();
});

interface Sending {
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly key?: Buffer;
  readonly at?: number;
  readonly nonce?: string;
  /** Sent in place of what was signed. */
  readonly sent?: string;
}

async function send(body: object, { path = '/device/v1/report', ...how }: Sending = {}) {
  const payload = JSON.stringify(body);
  const timestamp = String(how.at ?? Date.now());
  const nonce = how.nonce ?? randomUUID();
  const signature = createHmac('sha256', how.key ?? key)
    .update(payload + timestamp + nonce)
    .digest('hex');
  const response = await t.http.inject({
    method: 'POST',
    url: path,
    payload: how.sent ?? payload,
    headers: {
      'content-type': 'application/json',
      'x-device-id': imei,
      'x-timestamp': timestamp,
      'x-nonce': nonce,
      'x-signature': signature,
      ...how.headers,
    },
  });
  return { status: response.statusCode, ...response.json<{ code: number; data: unknown }>() };
}

let seq = 0;
const reportOf = (status: object, time: unknown = Date.now(), n = ++seq) => ({ imei, seq: n, time, status });
const stored = async () =>
  (
    await t.app.pool.query(
      'select seq::int, soc, spd_kmh, lng, parts from veh_telemetry where vehicle_id = $1 order by seq',
      [vehicleId],
    )
  ).rows;
const statusOf = async () =>
  (
    await t.app.pool.query(
      'select online, soc, gps_lng, odometer_km, ecu_version, fault_codes from veh_vehicle_status where vehicle_id = $1',
      [vehicleId],
    )
  ).rows[0];
const refusals = async () =>
  Object.fromEntries(
    (
      await t.app.pool.query<{ reason: string; n: number }>(
        'select reason, sum(count)::int as n from dev_refusal where device_id = $1 group by 1',
        [imei],
      )
    ).rows.map((row) => [row.reason, row.n]),
  );

describe('a report by HTTP', () => {
  test('is stored once, in the names of the API or of the protocol, and becomes the latest state', async () => {
    const first = reportOf({
      gpsLng: 121.47,
      gpsLat: 31.23,
      gpsValid: 1,
      speedKmh: 18,
      soc: 78,
      odometerKm: 1532.4,
      acc: 1,
      faultCodes: ['P1A21'],
      ecuVersion: 'V2.3.1',
      something: { of: 'its own' },
    });
    for (let n = 0; n < 3; n++)
      expect(await send(first)).toMatchObject({ status: 200, code: 0, data: { stored: true } });
    await send(reportOf({ pos: { lat: 31.24, lng: 121.48, spd: 2.5 }, bat: [{ soc: 77 }] }, Date.now() + 1));
    expect(await stored()).toMatchObject([
      { seq: 1, soc: 78, spd_kmh: 18, lng: 121.47, parts: { more: { something: { of: 'its own' } } } },
      { seq: 2, soc: 77, spd_kmh: 9, lng: 121.48 },
    ]);
    expect(await statusOf()).toEqual({
      online: 1,
      soc: 77,
      gps_lng: 121.48,
      odometer_km: 1532.4,
      ecu_version: 'V2.3.1',
      fault_codes: ['P1A21'],
    });
  });

  test('that is late fills the track and never overwrites the state', async () => {
    const before = await statusOf();
    expect(await send(reportOf({ soc: 20 }, Date.now() - 6 * 86_400_000))).toMatchObject({ data: { stored: true } });
    expect(await statusOf()).toEqual(before);
    expect((await stored()).at(-1)).toMatchObject({ soc: 20 });
  });

  test.each([
    ['more than 5 minutes ahead', 6 * 60_000],
    ['more than 7 days old', -7 * 86_400_000 - 60_000],
  ])('%s is dropped and counted', async (_name, offset) => {
    const [rows, counted] = [await stored(), (await refusals())['ts'] ?? 0];
    expect(await send(reportOf({ soc: 1 }, Date.now() + offset))).toMatchObject({
      code: 0,
      data: { stored: false, reason: 'ts' },
    });
    expect(await stored()).toEqual(rows);
    expect((await refusals())['ts']).toBe(counted + 1);
  });

  test('of nonsense is refused by the rules of telemetry', async () => {
    const rows = await stored();
    for (const [status, reason] of [
      [{ gpsLng: 0, gpsLat: 0 }, 'position'],
      [{ soc: 101 }, 'soc'],
      [{ speedKmh: 400 }, 'speed'],
    ] as const)
      expect(await send(reportOf(status))).toMatchObject({ code: 0, data: { stored: false, reason } });
    expect(await stored()).toEqual(rows);
    expect(await refusals()).toMatchObject({ position: 1, soc: 1, speed: 1 });
    expect(await send({ imei, seq: -1, time: 'yesterday', status: 3 })).toMatchObject({ code: 1001 });
    expect(await send({ ...reportOf({}), imei: '867305060012346' })).toMatchObject({ status: 403, code: 1003 });
  });

  test('an event is stored once', async () => {
    const event = {
      imei,
      seq: 5,
      eventCode: 'unauthorizedMove',
      time: Date.now(),
      data: { severity: 'critical', g: 2 },
    };
    for (let n = 0; n < 2; n++)
      expect(await send(event, { path: '/device/v1/event' })).toMatchObject({ data: { stored: true } });
    const { rows } = await t.app.pool.query(
      "select code, state, severity, payload->'data' as data from veh_device_event where vehicle_id = $1 and kind = 'event'",
      [vehicleId],
    );
    expect(rows).toEqual([{ code: 'unauthorizedMove', state: 'raise', severity: 'critical', data: { g: 2 } }]);
  });

  test('any status at all is answered, never with a server error', async () => {
    const word = fc.constantFrom(
      'pos',
      'bat',
      'st',
      'soc',
      'gpsLng',
      'speedKmh',
      'ts',
      'dtc',
      'ecu',
      'net',
      'faultCodes',
      'odometerKm',
      'x',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(word, fc.oneof(fc.jsonValue({ maxDepth: 5 }), fc.double(), fc.string({ unit: 'binary' })), {
          maxKeys: 6,
          noNullPrototype: true,
        }),
        async (status) => {
          const { status: http } = await send(reportOf(status));
          expect([200, 400, 429]).toContain(http);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('who may report', () => {
  test.each<[string, () => Sending]>([
    ['a wrong key', () => ({ key: Buffer.alloc(32, 7) })],
    ['a body other than the signed one', () => ({ sent: JSON.stringify(reportOf({ soc: 99 })) })],
    ['a clock 6 minutes slow', () => ({ at: Date.now() - 360_000 })],
    ['a clock 6 minutes fast', () => ({ at: Date.now() + 360_000 })],
    ['another device', () => ({ headers: { 'x-device-id': '867305060012346' } })],
    ['no signature', () => ({ headers: { 'x-signature': '' } })],
    ['a nonce too short', () => ({ nonce: 'abc' })],
    ['the session of a console user', () => ({ headers: { 'x-signature': '', authorization: 'Bearer x' } })],
  ])('not with %s', async (_name, how) => {
    expect(await send(reportOf({ soc: 50 }), how())).toMatchObject({ status: 401, code: 1102 });
  });

  test('the same request a second time is refused', async () => {
    await sleepForBucket();
    const how = { nonce: randomUUID(), at: Date.now() };
    const body = reportOf({ soc: 51 });
    expect(await send(body, how)).toMatchObject({ status: 200 });
    expect(await send(body, how)).toMatchObject({ status: 401, code: 1102 });
  });

  test('an old secret is of no use after a reset, at once', async () => {
    const old = key;
    key = await newKey();
    expect(await send(reportOf({ soc: 52 }), { key: old })).toMatchObject({ status: 401 });
    expect(await send(reportOf({ soc: 52 }))).toMatchObject({ status: 200 });
  });

  test('too many calls of a device are answered with a wait', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => send(reportOf({ soc: 53 }))));
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(10);
    expect(answers.every(({ status }) => status === 429 || status === 200)).toBe(true);
  });

  test('the salt of a stranger looks like any other', async () => {
    const ask = async (of: string) =>
      (await t.call<{ salt: string }>('POST', '/device/v1/salt', { imei: of })).data.salt;
    const [known, stranger] = [await ask(imei), await ask('867305060012346')];
    expect(stranger).toMatch(/^[0-9a-f]{32}$/);
    expect(known).toMatch(/^[0-9a-f]{32}$/);
    expect(await ask('867305060012346')).toBe(stranger);
  });
});

/** The bucket of a device fills by two a second. */
const sleepForBucket = () => new Promise((resolve) => setTimeout(resolve, 1_600));

describe('a user of the app', () => {
  const ask = async (token: string | undefined, body: object = { vin: 'hi' }) => {
    const response = await appHttp.inject({
      method: 'POST',
      url: whoAmI.path,
      payload: body,
      headers: { 'accept-language': 'en', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    });
    return { status: response.statusCode, ...response.json<{ code: number; data: unknown }>() };
  };

  test('is known by their token', async () => {
    const id = await addAppUser(t);
    expect(await ask(await issueAppToken(t.app, id))).toMatchObject({
      status: 200,
      code: 0,
      data: { id, vin: 'hi', lang: 'en' },
    });
    expect(await ask(await issueAppToken(t.app, id), {})).toMatchObject({ code: 1001 });
  });

  test('gets nowhere without one of ours', async () => {
    const id = await addAppUser(t);
    const good = await issueAppToken(t.app, id);
    const [head = '', body = '', signature = ''] = good.split('.');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    const now = Date.now();
    const forged = [
      undefined,
      '',
      'x',
      `${head}.${body}`,
      `${head}.${body}.`,
      `${none}.${body}.`,
      `${none}.${body}.${signature}`,
      `${head}.${body}.${signature.slice(0, -2)}`,
      `${good}.x`,
      signAppToken(
        { ...t.app, config: { ...t.app.config, appTokenKey: Buffer.alloc(32) } },
        { sub: id, ver: 1 },
        60,
        now,
      ),
      signAppToken(t.app, { sub: id, ver: 1 }, 91 * 86_400, now),
      signAppToken(t.app, { sub: id, ver: 1 }, 600, now + 300_000),
      signAppToken(t.app, { sub: '999999', ver: 1 }, 600, now),
      await t.login('admin', 'Test-Admin-2026'),
    ];
    for (const token of forged) expect(await ask(token), String(token)).toMatchObject({ status: 401, code: 1102 });
    expect(await ask(signAppToken(t.app, { sub: id, ver: 1 }, 60, now - 61_000))).toMatchObject({
      status: 401,
      code: 1105,
    });
  });

  test('is out when frozen, erased or signed out everywhere', async () => {
    const id = await addAppUser(t);
    const token = await issueAppToken(t.app, id);
    const set = (what: string) => t.app.pool.query(`update usr_app_user set ${what} where id = $1`, [id]);
    for (const [what, code] of [
      ['status = 2', 1106],
      ['status = 4', 1106],
      ['status = 3', 0],
      ['status = 1, token_version = token_version + 1', 1102],
    ] as const) {
      await set(what);
      expect((await ask(token)).code, what).toBe(code);
    }
    await set('deleted = true');
    expect((await ask(token)).code).toBe(1102);
  });
});

test('every call with a proof refuses who has none, the console session included, and is documented so', async () => {
  const proved = calls.filter((call) => call.proof !== undefined);
  expect(proved.length).toBeGreaterThan(1);
  const session = await t.login('admin', 'Test-Admin-2026');
  const { paths } = (await t.http.inject('/docs/json')).json<{
    paths: Record<string, Record<string, { security?: object[] }>>;
  }>();
  for (const { method, path, proof } of proved) {
    for (const headers of [{}, { authorization: `Bearer ${session}` }])
      expect((await t.http.inject({ method, url: path, headers })).statusCode, path).toBe(401);
    const documented = paths[path.replaceAll(/:(\w+)/g, '{$1}')];
    expect(documented?.[method.toLowerCase()]?.security, path).toEqual([{ [proof?.scheme ?? '']: [] }]);
  }
});
