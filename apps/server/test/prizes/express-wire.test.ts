import { createServer } from 'node:http';
import { codes } from '@wheelhouse/entities/codes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expressOf } from '../../src/adapters/express/index.ts';
import { ConfigError, readConfig } from '../../src/config.ts';
import { boundPort } from '../../src/http/bound-port.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

/** What goes to Kuaidi100 and what comes from it, byte by byte. The signatures were made with another program. */
let t: TestApp;
const asked: { readonly path: string; readonly type: string; readonly form: URLSearchParams }[] = [];
let next: { readonly status: number; readonly body: unknown } = { status: 200, body: {} };
const service = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    asked.push({ path: request.url ?? '', type: request.headers['content-type'] ?? '', form });
    response.writeHead(next.status).end(JSON.stringify(next.body));
  });
});
const account = { EXPRESS_CUSTOMER: 'CUSTOMER90', EXPRESS_KEY: 'KEY4567890' } as const;

beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  t = await createTestApp({
    env: {
      ...account,
      EXPRESS_URL: `http://127.0.0.1:${boundPort(service)}`,
      EXPRESS_PUSH_SECRET: 'saltsaltsaltsalt',
      PUBLIC_URL: 'https://console.example',
    },
  });
});
afterAll(async () => {
  await t.stop();
  service.close();
});

const parcel = { company: 'SF', number: 'SF1234567890123', phoneEnd: '0002' };
const { signed, underWay, customs, delivering } = codes.ExpressState;

test('a query is a signed form, and its answer a track with the newest first', async () => {
  const step = (ftime: string, context: string, more: object = {}) => ({ time: ftime, ftime, context, ...more });
  next = {
    status: 200,
    body: {
      message: 'ok',
      nu: parcel.number,
      com: 'shunfeng',
      state: '301',
      data: [
        step('2026-03-02 09:00:00', '派送中', { status: '派件' }),
        step('2026-03-02 11:00:00', ' 已签收\n', { statusCode: '301' }),
        step('yesterday', 'of no time'),
        step('2026-03-01 20:00:00', '到达', { statusCode: '1002' }),
        step('2026-03-01 08:00:00', '清关', { statusCode: '12' }),
        'no step',
      ],
    },
  };
  const adapter = await expressOf(t.app);
  expect(adapter.source).toMatchObject({ sandbox: false });
  expect(await adapter.query(parcel)).toEqual({
    state: signed,
    steps: [
      { time: '2026-03-02 11:00:00', text: '已签收', state: signed },
      { time: '2026-03-02 09:00:00', text: '派送中', state: delivering },
      { time: '2026-03-01 20:00:00', text: '到达', state: underWay },
      { time: '2026-03-01 08:00:00', text: '清关', state: customs },
    ],
  });
  const { path, type, form } = asked.pop() ?? { path: '', type: '', form: new URLSearchParams() };
  expect([path, type]).toEqual(['/poll/query.do', 'application/x-www-form-urlencoded']);
  expect(Object.fromEntries(form)).toEqual({
    customer: account.EXPRESS_CUSTOMER,
    param: '{"com":"shunfeng","num":"SF1234567890123","phone":"0002","resultv2":"1","show":"0","order":"desc"}',
    sign: 'B7C58D8B1A8483E7C3341BA8F1A7EB97',
  });
});

test('the end of a number goes to the companies that want it, and companies of operators by their own name', async () => {
  next = { status: 200, body: { result: false, returnCode: '500', message: '查询无结果，请隔段时间再查' } };
  const adapter = await expressOf(t.app);
  expect(await adapter.query({ company: 'DEBANGKUAIDI', number: 'DPK1234567', phoneEnd: '0002' })).toBeUndefined();
  const { form } = asked.pop() ?? { form: new URLSearchParams() };
  expect(form.get('param')).toBe('{"com":"debangkuaidi","num":"DPK1234567","resultv2":"1","show":"0","order":"desc"}');
  expect(form.get('sign')).toBe('9CDD4F51864EC5FC29409117BCEC694E');
});

test('a subscription bears the key, the salt and where to push', async () => {
  next = { status: 200, body: { result: true, returnCode: '200', message: '提交成功' } };
  const adapter = await expressOf(t.app);
  await adapter.subscribe(parcel, 'https://console.example/act/v1/express/SF/1/x');
  const { path, form } = asked.pop() ?? { path: '', form: new URLSearchParams() };
  expect([path, form.get('schema')]).toEqual(['/poll', 'json']);
  expect(JSON.parse(form.get('param') ?? '')).toEqual({
    company: 'shunfeng',
    number: parcel.number,
    key: account.EXPRESS_KEY,
    parameters: {
      callbackurl: 'https://console.example/act/v1/express/SF/1/x',
      salt: 'saltsaltsaltsalt',
      resultv2: '1',
      phone: '0002',
    },
  });
  next = { status: 200, body: { result: false, returnCode: '501', message: '重复订阅' } };
  await adapter.subscribe(parcel, 'https://console.example');
  next = { status: 200, body: { result: false, returnCode: '700' } };
  await expect(adapter.subscribe(parcel, '')).rejects.toMatchObject({ code: '700', isPermanent: true });
  next = { status: 200, body: { result: false, returnCode: '601' } };
  await expect(adapter.subscribe(parcel, '')).rejects.toMatchObject({ code: '601', isPermanent: false });
  next = { status: 502, body: 'bad gateway' };
  await expect(adapter.subscribe(parcel, '')).rejects.toMatchObject({ code: 'unavailable' });
  next = { status: 200, body: ['?'] };
  await expect(adapter.query(parcel)).rejects.toMatchObject({ code: 'unknownAnswer' });
});

test('a push is signed with its salt', async () => {
  const adapter = await expressOf(t.app);
  const param = '{"status":"polling","lastResult":{"nu":"SF1"}}';
  expect(adapter.isSigned({ param, sign: 'C210E7C2D8D986CE615DEDFA0E7F3CE8' })).toBe(true);
  expect(adapter.isSigned({ param, sign: 'C210E7C2D8D986CE615DEDFA0E7F3CE8'.toLowerCase() })).toBe(true);
  expect(adapter.isSigned({ param, sign: '12F64E795F755A9F18A6670AC7110439' })).toBe(false);
  expect(adapter.isSigned({ param: `${param} `, sign: 'C210E7C2D8D986CE615DEDFA0E7F3CE8' })).toBe(false);
  expect(adapter.isSigned({ param, sign: '' })).toBe(false);
  expect(adapter.readPush(param)).toEqual({ number: 'SF1', isAborted: false, track: { state: null, steps: [] } });
  expect(adapter.readPush('{"status":"abort","lastResult":{"nu":"sf1"}}')).toMatchObject({
    number: 'SF1',
    isAborted: true,
  });
  for (const nothing of ['', '[]', '{}', '{"lastResult":{}}']) expect(adapter.readPush(nothing)).toBeUndefined();
});

test('an account is whole, reachable, and not asked for parcels of sample users', () => {
  const env = { ...account, PUBLIC_URL: 'https://console.example', SEED: 'none' };
  expect(readConfig(env).express.account).toMatchObject({ url: 'https://poll.kuaidi100.com' });
  expect(readConfig({ SEED: 'none' }).express.account).toBeUndefined();
  for (const wrong of [
    { ...env, EXPRESS_KEY: '' },
    { ...env, PUBLIC_URL: '' },
    { ...env, SEED: 'demo' },
    { ...env, EXPRESS_URL: 'http://poll.kuaidi100.com' },
    { ...env, EXPRESS_PUSH_SECRET: 'short' },
  ])
    expect(() => readConfig(wrong)).toThrow(ConfigError);
});
