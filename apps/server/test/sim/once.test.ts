import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CarrierRefused } from '../../src/adapters/carrier/index.ts';
import { OnceCarrier } from '../../src/adapters/carrier/once.ts';
import { simJobs } from '../../src/modules/sim/jobs.ts';
import { simSweeps } from '../../src/modules/sim/sweep.ts';
import { syncDue } from '../../src/modules/sim/sync.ts';
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

/** An account of 101 cards. */
function pageOf(query: URLSearchParams): readonly object[] {
  const [page, size] = [Number(query.get('page')), Number(query.get('pageSize'))];
  const others = Array.from({ length: 100 }, (_, n) => ({ ...recorded.card, ...numbersOf(String(1000 + n)) }));
  return [...others, card].slice((page - 1) * size, page * size);
}
const numbersOf = (n: string) => ({ iccid: `898828066600000${n}`, iccid_with_luhn: `898828066600000${n}5` });

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
  if (url.pathname === '/management-api/v1/sims') return { status: 200, body: pageOf(url.searchParams) };
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
  const url = `${await startHttpSandbox(async (request) => answer(request))}/management-api`;
  const env = { ONCE_CLIENT_ID: clientId, ONCE_CLIENT_SECRET: clientSecret, ONCE_URL: url, ONCE_CARRIER: '1' };
  t = await createTestApp({ env: { ...env, CARRIER_RATE: '1000' } });
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
      imei: '86357604785000',
      imeiLock: true,
      activated: new Date('2018-03-09T07:59:09Z'),
      packageCode: null,
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

test('at night the whole account is read page by page; a card on none of them is read alone', async () => {
  const cards = [
    [`${iccid}1`, 3],
    ['89882806660000010075', 4],
    ['89882806660000099999', 3],
  ];
  await t.app.pool.query(
    `insert into sim_card (iccid, msisdn, carrier, pool_id, package_code, package_mb, package_cycle, open_time, expire_time, stop_threshold_pct, sim_status, imei_lock, real_name_status,
       month_used_kb, usage_rate)
     select c.iccid, '1064770' || right(c.iccid, 6), 1, 'POOL_CMCC_1', 'M30', 30, 1, '2025-01-01', '2099-01-01', 200, c.state, 0, 0, 0, 0
     from unnest($1::text[], $2::int[]) as c (iccid, state)`,
    [cards.map(([number]) => number), cards.map(([, state]) => state)],
  );
  card = { ...card, status: 'Disabled' };
  await simJobs.find(({ name }) => name === 'sim.sync')?.run(t.app);
  while ((await simSweeps.round(t.app)) + (await syncDue(t.app)) > 0);
  const { rows } = await t.app.pool.query<{ state: number; issue: number | null }>(
    'select sim_status::int as state, sync_issue::int as issue from sim_card order by iccid',
  );
  expect(rows).toEqual([
    { state: 4, issue: null },
    { state: 3, issue: null },
    { state: 3, issue: 2 },
  ]);
  const paths = asked.map(({ url: { pathname, search } }) => pathname + search).filter((one) => !one.includes('usage'));
  expect(paths.filter((one) => one.includes('sims'))).toEqual([
    '/management-api/v1/sims?page=1&pageSize=100',
    '/management-api/v1/sims?page=2&pageSize=100',
    '/management-api/v1/sims/8988280666000009999',
  ]);
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

  test('requests at the same time share a token, and its successor when it is withdrawn', async () => {
    const parallel = () => Promise.all(Array.from({ length: 5 }, () => carrier.card(iccid)));
    await parallel();
    const before = ++tokens;
    for (const found of await parallel()) expect(found).toBeDefined();
    expect(tokens).toBe(before + 1);
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
