import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CarrierRefused } from '../../src/adapters/carrier/index.ts';
import { OnceCarrier } from '../../src/adapters/carrier/once.ts';
import { startHttpSandbox, type HttpRequest, type SandboxAnswer } from '../../src/adapters/partner/sandbox-server.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

// The management API of 1NCE, version 1, as its OpenAPI document describes it; the answers in `recorded/once.json` have the document's own
// fields and examples.

interface Recorded {
  readonly token: object;
  readonly card: Record<string, unknown>;
  readonly status: object;
  readonly usage: object;
}
// A file of the test's own, in this shape.
const recorded = JSON.parse(readFileSync(new URL('recorded/once.json', import.meta.url), 'utf8')) as Recorded;
const iccid = '8988280666000000000';
const clientId = 'api-user';
const clientSecret = 'api-secret-1';

let t: TestApp;
let carrier: OnceCarrier;
let asked: HttpRequest[] = [];
let card: Record<string, unknown>;
let refusal: SandboxAnswer | undefined;
let tokens = 0;

function answer(request: HttpRequest): SandboxAnswer {
  const { method, url, headers, text } = request;
  asked.push(request);
  if (url.pathname === '/management-api/oauth/token') {
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    const isRight = headers.authorization === basic && text === '{"grant_type":"client_credentials"}';
    return isRight
      ? { status: 200, body: { ...recorded.token, access_token: `token-${++tokens}` } }
      : { status: 401, body: {} };
  }
  if (headers.authorization !== `Bearer token-${tokens}`) return { status: 401, body: {} };
  if (refusal !== undefined) return refusal;
  const [, named, part] = /^\/management-api\/v1\/sims\/(\d{19})(?:\/(status|usage))?$/.exec(url.pathname) ?? [];
  if (named !== iccid) return { status: 404, body: {} };
  if (part === 'status') return { status: 200, body: recorded.status };
  if (part === 'usage') return { status: 200, body: recorded.usage };
  if (method === 'GET') return { status: 200, body: card };
  // As the document says: what an update leaves out takes its default.
  const update = JSON.parse(text) as Record<string, unknown>;
  card = { ...card, imei_lock: false, label: '', ...update };
  return { status: 200, body: {} };
}

beforeAll(async () => {
  t = await createTestApp();
  const url = `${await startHttpSandbox(async (request) => answer(request))}/management-api`;
  carrier = new OnceCarrier({ db: t.app.db, carrier: 1, perSecond: 1000 }, { url, clientId, clientSecret, carrier: 1 });
});
afterAll(() => t.stop());
beforeEach(() => {
  asked = [];
  card = { ...recorded.card };
  refusal = undefined;
});
const updates = () => asked.filter(({ method }) => method === 'PUT');

describe('what it says', () => {
  test('a card, by its nineteen digits', async () => {
    expect(await carrier.card(`${iccid}1`)).toEqual({
      state: 3,
      stopReason: null,
      imei: '8635760478500000',
      imeiLock: true,
      activated: new Date('2018-03-09T07:59:09Z'),
    });
    expect(await carrier.card('8988280666000000099')).toBeUndefined();
  });

  test('its session and its days', async () => {
    expect(await carrier.session(iccid)).toMatchObject({
      online: true,
      rat: '4G',
      cellId: '5559',
      ip: '100.100.100.18',
    });
    expect(await carrier.usage(iccid, '2026-11-19', '2026-11-20')).toEqual([
      { day: '2026-11-19', usedKb: 512, upKb: 384, downKb: 128, sessionCount: null, onlineMin: null },
    ]);
    const { searchParams } = asked.at(-1)?.url ?? new URL('http://none');
    expect(Object.fromEntries(searchParams)).toEqual({ start_dt: '2026-11-19', end_dt: '2026-11-20' });
  });
});

describe('a change', () => {
  const order = { key: 'SO1.0', iccid, change: 'suspend' } as const;

  test('is asked for once, and leaves lock and label as they are', async () => {
    await carrier.order(order);
    await carrier.order(order);
    expect(updates().map(({ text }) => JSON.parse(text) as unknown)).toEqual([
      { iccid, status: 'Disabled', imei_lock: true, label: 'DX-137-B12' },
    ]);
    expect(await carrier.outcome(order)).toEqual({ state: 'done' });
    expect(await carrier.card(iccid)).toMatchObject({ state: 4, imeiLock: true });
  });

  test('a lock holds the device that the card is in', async () => {
    await expect(carrier.setImeiLock(iccid, '490154203237518', true)).rejects.toMatchObject({ code: 'otherDevice' });
    await carrier.setImeiLock(iccid, '863576047850000', false);
    expect(card).toMatchObject({ imei_lock: false, status: 'Enabled', label: 'DX-137-B12' });
  });

  test('closing a card is not offered', async () => {
    await expect(carrier.order({ ...order, change: 'cancel' })).rejects.toMatchObject({ permanent: true });
  });
});

describe('refusals', () => {
  test.each([
    [422, true, 'http422'],
    [429, false, 'busy'],
    [503, false, 'unavailable'],
  ])('%i', async (status, permanent, code) => {
    refusal = { status, body: {}, headers: { 'retry-after': '0' } };
    await expect(carrier.order({ key: 'SO2.0', iccid, change: 'suspend' })).rejects.toMatchObject({ permanent, code });
  });

  test('an answer of another form is none', async () => {
    refusal = { status: 200, body: { ...recorded.card, status: 'Paused' } };
    await expect(carrier.card(iccid)).rejects.toBeInstanceOf(CarrierRefused);
  });

  test('a token that is withdrawn is asked for anew, and none is kept in the log', async () => {
    await carrier.card(iccid);
    tokens++;
    expect(await carrier.card(iccid)).toBeDefined();
    const { rows } = await t.app.pool.query<{ text: string }>(
      "select coalesce(string_agg(request::text || response::text, ''), '') as text from sim_carrier_log",
    );
    expect(rows[0]?.text).not.toContain('token-');
    expect(rows[0]?.text).not.toContain(clientSecret);
  });
});
