import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MessageSources } from '@wheelhouse/contract/calls/messages/messages';
import { startAliyunSandbox, type AliyunSandbox } from '../../src/adapters/aliyun/sandbox.ts';
import { askAliyun } from '../../src/adapters/aliyun/client.ts';
import { canonicalQuery, signedHeaders } from '../../src/adapters/aliyun/sign.ts';
import { askPartner } from '../../src/adapters/partner/client.ts';
import { exchange } from '../../src/adapters/partner/exchange.ts';
import { startHttpSandbox } from '../../src/adapters/partner/sandbox-server.ts';
import { accessToken } from '../../src/adapters/push/access-token.ts';
import { sendToPhone } from '../../src/adapters/push/fcm.ts';
import { startFcmSandbox } from '../../src/adapters/push/fcm-sandbox.ts';
import { pauseProvider, takeTurn } from '../../src/adapters/rate.ts';
import type { FcmConfig } from '../../src/config-parts.ts';
import { createDb, createPool } from '../../src/db/pool.ts';
import { createLog } from '../../src/log.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { tempDir } from '../support/temp.ts';

let t: TestApp;
let fcm: FcmConfig;
let aliyun: AliyunSandbox;
beforeAll(async () => {
  t = await createTestApp();
  [fcm, aliyun] = await Promise.all([startFcmSandbox(t.app.pool), startAliyunSandbox(t.app)]);
});
afterAll(() => t.stop());

const message = { key: '1.2', pushId: '1', userId: '1', title: '标题', body: '正文' };

test('FCM: an account that did not sign its assertion gets no access token', async () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const refused = { failCode: 'credentials', permanent: false };
  await expect(accessToken({ ...fcm, privateKey }).value()).rejects.toMatchObject(refused);
  await expect(accessToken({ ...fcm, clientEmail: 'x@y.iam.gserviceaccount.com' }).value()).rejects.toMatchObject(
    refused,
  );
});

test('FCM: many messages share an access token; one that is refused is renewed', async () => {
  const account = { ...fcm };
  const tokens = await Promise.all(Array.from({ length: 10 }, () => accessToken(account).value()));
  expect(new Set(tokens).size).toBe(1);
  // All of them were refused: the first one asks for another, the others find it.
  const again = await Promise.all(
    tokens.map(async (token) => {
      await accessToken(account).forget(token);
      return accessToken(account).value();
    }),
  );
  expect(new Set(again).size).toBe(1);
  expect(again[0]).not.toBe(tokens[0]);
  // Another server does not know the token of this one: the first answer is 401.
  const other = await startFcmSandbox(t.app.pool);
  const moved = { ...fcm };
  await accessToken(moved).value();
  Object.assign(moved, other);
  expect(await sendToPhone(moved, message, 'gone-1')).toEqual({ kind: 'gone' });
});

test('FCM: more requests in a second than are allowed are refused with the time to wait', async () => {
  const narrow = await startFcmSandbox(t.app.pool, { perSecond: 1 });
  await accessToken(narrow).value();
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => sendToPhone(narrow, message, 'gone-1')));
  const over = outcomes.filter((outcome) => outcome.kind === 'refused');
  expect(over.length).toBeGreaterThan(0);
  for (const { refusal, tooMany } of over) {
    expect(tooMany).toBe(true);
    expect(refusal).toMatchObject({ failCode: 'busy', permanent: false, retryAfterSec: 1 });
  }
});

const query = {
  PhoneNumbers: '13700001111',
  SignName: '出行管理系统',
  TemplateCode: 'SMS_000000',
  TemplateParam: '{}',
};

test('a redirection is not followed: what goes to a service goes to no other host', async () => {
  let asked = 0;
  const other = await startHttpSandbox(async () => {
    asked += 1;
    return { status: 200, body: { access_token: 'x', expires_in: 3_600, Code: 'OK', BizId: '1^0' } };
  });
  const moved = await startHttpSandbox(async ({ url }) => ({
    status: 307,
    body: {},
    headers: { location: `${other}${url.pathname}${url.search}` },
  }));
  const unavailable = { failCode: 'unavailable', permanent: false };
  await expect(accessToken({ ...fcm, tokenUrl: `${moved}/token` }).value()).rejects.toMatchObject(unavailable);
  await expect(sendToPhone({ ...fcm, url: moved }, message, 'test-1')).rejects.toMatchObject(unavailable);
  const service = { config: { ...aliyun.sms, url: moved }, db: t.app.db, provider: 'sms', perSecond: 100 } as const;
  await expect(askAliyun(service, 'SendSms', query)).rejects.toMatchObject(unavailable);
  await expect(
    askPartner({ url: moved, authorization: 'Basic eA==' }, '/x', { system: 'SAP', timeoutMs: 10_000 }),
  ).rejects.toMatchObject({ code: 1020 });
  expect(asked).toBe(0);
});

test('Aliyun: a request with another secret, an old one and one that comes again are refused', async () => {
  const stranger = { ...aliyun.sms, keySecret: randomBytes(16).toString('hex') };
  const service = { config: stranger, db: t.app.db, provider: 'sms', perSecond: 100 } as const;
  // A key can be put right: the message waits for it.
  await expect(askAliyun(service, 'SendSms', query)).rejects.toMatchObject({
    failCode: 'SignatureDoesNotMatch',
    permanent: false,
  });
  const send = async (time: Date, nonce: string) => {
    const call = { action: 'SendSms', version: '2017-05-25', query, time, nonce };
    const { host: _own, ...headers } = signedHeaders(aliyun.sms, call);
    const url = `${aliyun.sms.url}/?${canonicalQuery(query)}`;
    return (await exchange(url, { method: 'POST', timeoutMs: 10_000, headers })).body;
  };
  expect(await send(new Date(Date.now() - 3_600_000), 'a')).toMatchObject({ Code: 'InvalidTimeStamp.Expired' });
  expect(await send(new Date(), 'b')).toMatchObject({ Code: 'isv.TEMPLATE_MISSING_PARAMETERS' });
  expect(await send(new Date(), 'b')).toMatchObject({ Code: 'SignatureNonceUsed' });
});

test('two processes keep one rate together, and one pause', async () => {
  const pool = createPool({ url: t.databaseUrl, max: 4, log: createLog('silent') });
  const other = createDb(pool);
  try {
    const turns = await Promise.all(
      Array.from({ length: 40 }, (_, n) => takeTurn(n % 2 === 0 ? t.app.db : other, 'voice', 50)),
    );
    const times = turns.flatMap((turn) => (typeof turn === 'number' ? [] : [turn.at])).toSorted((a, b) => a - b);
    expect(times).toHaveLength(40);
    const gaps = times.slice(1).map((at, n) => at - (times[n] ?? 0));
    // 20 ms, but for the rounding of a microsecond.
    expect(Math.min(...gaps)).toBeGreaterThan(19.9);
    await pauseProvider(other, 'voice', 600);
    expect(await takeTurn(t.app.db, 'voice', 50)).toBeGreaterThan(100);
  } finally {
    await pool.end();
  }
});

test('services that are configured take the place of the sandboxes, and the console says so', async () => {
  const sources = async (of: TestApp) =>
    (await of.call<MessageSources>('POST', '/msg/crm/messageProvider/source', {}, { as: 'admin' })).data;
  const sandbox = { sandbox: true, address: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) };
  expect(await sources(t)).toEqual({ push: sandbox, sms: sandbox, call: sandbox });
  const dir = tempDir();
  const file = join(dir, 'account.json');
  writeFileSync(
    file,
    JSON.stringify({
      type: 'service_account',
      project_id: fcm.projectId,
      private_key: fcm.privateKey,
      client_email: fcm.clientEmail,
      token_uri: fcm.tokenUrl,
    }),
  );
  const own = await createTestApp({
    env: {
      FCM_CREDENTIALS: file,
      FCM_URL: `${fcm.url}/`,
      ALIYUN_ACCESS_KEY_ID: aliyun.sms.keyId,
      ALIYUN_ACCESS_KEY_SECRET: aliyun.sms.keySecret,
      SMS_TEMPLATE: aliyun.sms.template,
      SMS_URL: aliyun.sms.url,
    },
  });
  try {
    expect(await sources(own)).toEqual({
      push: { sandbox: false, address: fcm.url },
      sms: { sandbox: false, address: aliyun.sms.url },
      call: sandbox,
    });
    expect(await accessToken(own.app.config.providers.fcm ?? fcm).value()).toMatch(/^ya29\./);
    const sent = await own.call(
      'POST',
      '/system/crm/sendSmsCode',
      { mobile: '13700002222', scene: 3 },
      { as: 'admin' },
    );
    expect(sent).toMatchObject({ code: 0 });
    // The sandbox that took it stands on the other database.
    const { rows } = await t.app.pool.query<{ body: string }>(
      'select body from sys_sms_outbox order by id desc limit 1',
    );
    expect(rows[0]?.body).toMatch(/^【出行管理系统】验证码\d{6}/);
  } finally {
    await own.stop();
    rmSync(dir, { recursive: true });
  }
});
