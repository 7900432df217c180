import { createPrivateKey, generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { AppStoreServerAPIClient, Environment, NotificationTypeV2 } from '@apple/app-store-server-library';
import { formatDay, parseInstant } from '@wheelhouse/contract/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApplePay } from '../../src/adapters/pay/apple/apple.ts';
import { signEs256 } from '../../src/adapters/pay/apple/jws.ts';
import { appleChain } from '../../src/adapters/pay/apple/sandbox-chain.ts';
import { ConfigError, readConfig } from '../../src/config.ts';
import { boundPort } from '../../src/http/bound-port.ts';
import { selfSigned } from '../support/certificate.ts';
import { tempDir } from '../support/temp.ts';
import { type AppleWorld, appleWorld } from './apple-kit.ts';

let w: AppleWorld;
beforeAll(async () => {
  w = await appleWorld();
});
afterAll(() => w.stop());

/** Apple's own client, asking the sandbox. */
function client(change: { readonly keyId?: string; readonly privateKey?: string; readonly bundleId?: string } = {}) {
  const { privateKey, keyId, issuerId, bundleId, url } = { ...w.account, ...change };
  const asking = new AppStoreServerAPIClient(privateKey, keyId, issuerId, bundleId, Environment.SANDBOX);
  Object.assign(asking, { urlBase: url });
  return asking;
}

describe('the sandbox', () => {
  test('answers Apple’s own client', async () => {
    const { transactionId } = await w.buy(w.tradeNo(), 600, { lateSec: null });
    const { signedTransactionInfo = '' } = await client().getTransactionInfo(transactionId);
    expect(await w.pay.readTransaction(signedTransactionInfo)).toMatchObject({ channelTradeNo: transactionId });
    const wish = {
      startDate: Date.now() - 3_600_000,
      endDate: Date.now() + 1,
      notificationType: NotificationTypeV2.ONE_TIME_CHARGE,
    };
    const { notificationHistory = [], hasMore } = await client().getNotificationHistory(null, wish);
    expect(hasMore).toBe(false);
    expect(await w.notice(notificationHistory.at(-1)?.signedPayload ?? '')).toMatchObject({
      news: { channelTradeNo: transactionId },
    });
  });

  test('refuses as Apple does: an unknown purchase, times in the wrong order, another key', async () => {
    await expect(client().getTransactionInfo('1')).rejects.toMatchObject({ httpStatusCode: 404, apiError: 4_040_010 });
    const backwards = client().getNotificationHistory(null, {
      startDate: 2,
      endDate: 1,
      notificationType: NotificationTypeV2.REFUND,
    });
    await expect(backwards).rejects.toMatchObject({ httpStatusCode: 400, apiError: 4_000_013 });
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const other = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
    for (const change of [{ privateKey: other }, { keyId: 'OTHERKEY00' }, { bundleId: 'of.another.app' }])
      await expect(client(change).getTransactionInfo('1')).rejects.toMatchObject({ httpStatusCode: 401 });
    const ended = signEs256(
      { kid: w.account.keyId },
      { iss: w.account.issuerId, exp: 1 },
      createPrivateKey(w.account.privateKey),
    );
    for (const authorization of ['', 'Bearer x', `Bearer ${ended}`]) {
      const { status } = await fetch(`${w.account.url}/inApps/v1/transactions/1`, { headers: { authorization } });
      expect(status).toBe(401);
    }
  });
});

/** Yesterday, and noon of it. */
const day = formatDay(new Date(Date.now() - 86_400_000));
const noonMs = parseInstant(`${day} 12:00:00`)?.getTime() ?? 0;
const at = (hours: number) => new Date(noonMs + hours * 3_600_000).toISOString();

describe('the bill', () => {
  test('of a day has its purchases and refunds, also those that the app never sent', async () => {
    const [sent, lost, late] = [w.tradeNo(), w.tradeNo('BB'), w.tradeNo()];
    const one = await w.buy(sent, 600, { time: at(0), lateSec: null });
    await w.pay.readTransaction(one.signedTransaction);
    const two = await w.buy(lost, 2970, { time: at(1), lateSec: null });
    // Before and after midnight.
    const early = await w.buy(late, 100, { time: at(-12.001), lateSec: null });
    await w.buy(w.tradeNo(), 100, { time: at(12), lateSec: null });
    await w.giveBack(two.transactionId, { time: at(2), lateSec: null });
    await w.giveBack(early.transactionId, { time: at(11.999), lateSec: null });
    await w.giveBack(one.transactionId, { time: at(12), lateSec: null });
    const alone = await w.buyAlone({ productId: 'sandbox.wheelhouse.fen100', time: at(3), lateSec: null });

    const none = { refundNo: null, channelRefundNo: null };
    const row = (kind: string, tradeNo: string, channelTradeNo: string, amountFen: number) => ({
      ...none,
      kind,
      tradeNo,
      channelTradeNo,
      amountFen,
      feeMilliFen: (kind === 'pay' ? 300 : -300) * amountFen,
      ...(kind === 'refund' && { refundNo: `AP${channelTradeNo}` }),
    });
    const rows = await w.pay.bill(day);
    expect(rows).toMatchObject([
      row('pay', sent, one.transactionId, 600),
      row('pay', lost, two.transactionId, 2970),
      row('pay', '', alone.transactionId, 100),
      row('refund', lost, two.transactionId, 2970),
      row('refund', late, early.transactionId, 100),
    ]);
    expect(rows.map(({ time }) => time.toISOString())).toEqual([at(0), at(1), at(3), at(2), at(11.999)]);
    expect(await w.pay.bill(day)).toEqual(rows);
  });

  test('is not there before the day is over', async () => {
    await expect(w.pay.bill(formatDay(new Date()))).rejects.toMatchObject({ code: 'billNotReady', isPassing: true });
    await expect(w.pay.bill('2026-02-30')).rejects.toBeInstanceOf(RangeError);
  });

  test('with a purchase in another currency is not taken', async () => {
    await w.buyAlone({ productId: 'x', price: 990, currency: 'USD', time: at(4), lateSec: null });
    await expect(w.pay.bill(day)).rejects.toThrow('a price in USD');
  });
});

test('an App Store that is down, busy, or answers something else is said by its code', async () => {
  let next: { readonly status: number; readonly body: string } = { status: 500, body: '' };
  const asked: string[] = [];
  const store = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(next.status).end(next.body);
  });
  await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${boundPort(store)}`;
  const pay = new ApplePay({ db: w.t.app.db, account: { ...w.account, url }, isSandbox: false });
  const { transactionId, signedTransaction } = await w.buy(w.tradeNo(), 600, { lateSec: null });
  const { tradeNo } = await pay.readTransaction(signedTransaction);
  const foreign = appleChain(randomBytes(32)).sign({ transactionId });
  for (const [status, body, code, isPassing] of [
    [500, '', '500', true],
    [429, '{"errorCode":4290000}', '4290000', true],
    [401, 'Unauthenticated', '401', false],
    [404, '{"errorCode":4040010}', '4040010', false],
    [200, '{}', 'unreadable', false],
    [200, 'no json', 'unreadable', false],
    [200, JSON.stringify({ signedTransactionInfo: foreign }), 'unverified', false],
  ] as const) {
    next = { status, body };
    await expect(pay.query(tradeNo)).rejects.toMatchObject({ name: 'ChannelFailed', code, isPassing });
  }
  expect(new Set(asked)).toEqual(new Set([`GET /inApps/v1/transactions/${transactionId}`]));
  await new Promise((resolve) => store.close(resolve));
  await expect(pay.query(tradeNo)).rejects.toMatchObject({ code: 'unreachable', isPassing: true });
});

describe('the account', () => {
  const folder = tempDir();
  const file = (name: string, content: string | Buffer): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { root } = appleChain(randomBytes(32));
  const whole = {
    SEED: 'none',
    APPLE_PAY_BUNDLE_ID: 'com.example.scooter',
    APPLE_PAY_APP_ID: '1234567890',
    APPLE_PAY_ISSUER_ID: '57246542-96fe-1a63-e053-0824d011072a',
    APPLE_PAY_KEY_ID: '2X9R4HXF34',
    APPLE_PAY_PRIVATE_KEY: file('key.p8', String(privateKey.export({ type: 'pkcs8', format: 'pem' }))),
    APPLE_PAY_ROOT_CERTIFICATES: file('root.cer', root),
  };

  test('is whole, with roots in DER as Apple gives them or in PEM', () => {
    expect(readConfig({ SEED: 'none' }).pay.apple).toBeUndefined();
    const account = readConfig(whole).pay.apple;
    expect(account).toMatchObject({
      url: 'https://api.storekit.apple.com',
      environment: 'Production',
      appId: 1_234_567_890,
    });
    const pem = new X509Certificate(root).toString();
    const both = { ...whole, APPLE_PAY_ROOT_CERTIFICATES: file('roots.pem', `${pem}\n${pem}`) };
    expect(readConfig(both).pay.apple?.roots).toEqual([root, root]);
    const tests = { ...whole, APPLE_PAY_ENVIRONMENT: 'Sandbox', APPLE_PAY_APP_ID: '' };
    expect(readConfig(tests).pay.apple?.url).toBe('https://api.storekit-sandbox.apple.com');
  });

  test('is refused where a part is missing or wrong, and in the environments that skip every check', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    for (const wrong of [
      { APPLE_PAY_ENVIRONMENT: 'Xcode' },
      { APPLE_PAY_ENVIRONMENT: 'LocalTesting' },
      { APPLE_PAY_BUNDLE_ID: '' },
      { APPLE_PAY_APP_ID: '' },
      { APPLE_PAY_ISSUER_ID: 'x' },
      { APPLE_PAY_KEY_ID: 'short' },
      { APPLE_PAY_URL: 'http://api.storekit.apple.com' },
      { APPLE_PAY_PRIVATE_KEY: join(folder, 'none') },
      { APPLE_PAY_PRIVATE_KEY: file('rsa.p8', String(rsa.export({ type: 'pkcs8', format: 'pem' }))) },
      { APPLE_PAY_PRIVATE_KEY: whole.APPLE_PAY_ROOT_CERTIFICATES },
      { APPLE_PAY_ROOT_CERTIFICATES: whole.APPLE_PAY_PRIVATE_KEY },
      { APPLE_PAY_ROOT_CERTIFICATES: file('leaf.pem', selfSigned().cert) },
    ])
      expect(() => readConfig({ ...whole, ...wrong })).toThrow(ConfigError);
  });
});
