import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApplePay } from '../../src/adapters/pay/apple/apple.ts';
import { signEs256 } from '../../src/adapters/pay/apple/jws.ts';
import { appleChain } from '../../src/adapters/pay/apple/sandbox-chain.ts';
import { tokenOf, tradeNoOf } from '../../src/adapters/pay/apple/token.ts';
import { ChannelFailed, NoticeRefused } from '../../src/adapters/pay/adapter.ts';
import { type AppleWorld, appleWorld } from './apple-kit.ts';

/** In-app purchases, at the sandbox of the App Store over HTTP. */
let w: AppleWorld;
beforeAll(async () => {
  w = await appleWorld();
});
afterAll(() => w.stop());

const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
/** The token with other claims and the signature that it had. */
function changed(token: string, claims: object): string {
  const [header, , signature] = token.split('.');
  const payload = Buffer.from(JSON.stringify({ ...claimsOf(token), ...claims })).toString('base64url');
  return `${header}.${payload}.${signature}`;
}
const refused = (promise: Promise<unknown>) => expect(promise).rejects.toBeInstanceOf(NoticeRefused);

describe('the token of a purchase', () => {
  test('is the number of the order in other digits', () => {
    for (const no of [
      'GO20251120101530000123',
      'BB20251120102000000001',
      'AA00000000000000000000',
      'ZZ99999999999999999999',
    ])
      expect(tradeNoOf(tokenOf(no) ?? '')).toBe(no);
    expect(tradeNoOf(tokenOf('GO20251120101530000123')?.toUpperCase() ?? '')).toBe('GO20251120101530000123');
    expect(tokenOf('GO20251120101530000123')).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  });

  test('of anything else leads nowhere', async () => {
    for (const no of ['', 'GO1', 'go20251120101530000123', 'GO2025112010153000012', 'GO202511201015300001234'])
      expect(tokenOf(no)).toBeUndefined();
    for (const token of ['', 'c0ffee00-0000-4000-8000-000000000000', 'ffffffff-ffff-8fff-8fff-ffffffffffff'])
      expect(tradeNoOf(token)).toBeNull();
    const asked = w.pay.create({ tradeNo: 'x', amountFen: 1, subject: '', expireTime: new Date() });
    await expect(asked).rejects.toMatchObject({ code: 'tradeNo', isPassing: false });
  });
});

describe('an order', () => {
  test('gives the app a product that bears its price, and the token', async () => {
    const tradeNo = w.tradeNo('BB');
    const params = await w.pay.create({ tradeNo, amountFen: 2970, subject: '盲盒', expireTime: new Date() });
    expect(params).toEqual({ productId: 'sandbox.wheelhouse.fen2970', appAccountToken: tokenOf(tradeNo) });
    expect(w.pay.source).toMatchObject({ sandbox: true });
  });

  test('is paid by the transaction that the app sends', async () => {
    const tradeNo = w.tradeNo();
    expect(await w.pay.query(tradeNo)).toMatchObject({
      tradeNo,
      state: 'unpaid',
      channelTradeNo: null,
      amountFen: null,
    });
    const { transactionId, signedTransaction } = await w.buy(tradeNo, 600, { lateSec: null });
    const paid = {
      tradeNo,
      state: 'paid',
      channelTradeNo: transactionId,
      amountFen: 600,
      payerId: `7000${transactionId}`,
    };
    const news = await w.pay.readTransaction(signedTransaction);
    expect(news).toMatchObject(paid);
    expect(news.paidTime).toBeInstanceOf(Date);
    expect(await w.pay.readTransaction(signedTransaction)).toEqual(news);
    expect(await w.pay.query(tradeNo)).toEqual(news);
    expect(await w.pay.close(tradeNo)).toBe('paid');
  });

  test('is found in Apple’s history when neither the app nor a notification has come', async () => {
    const tradeNo = w.tradeNo();
    // Other people's purchases fill the first page.
    for (let n = 0; n < 25; n++) await w.buyAlone({ productId: 'sandbox.wheelhouse.fen100', lateSec: null });
    const { transactionId } = await w.buy(tradeNo, 600, { lateSec: null });
    expect(await w.pay.close(tradeNo)).toBe('paid');
    expect(await w.pay.query(tradeNo)).toMatchObject({ state: 'paid', channelTradeNo: transactionId });
  });

  test('that nobody has bought is closed, and one of no time, of long ago or of tomorrow too', async () => {
    expect(await w.pay.close(w.tradeNo())).toBe('closed');
    for (const tradeNo of [
      'GO99999999999999000001',
      w.tradeNo('GO', new Date(Date.now() + 86_400_000)),
      'GO20200101000000000001',
    ])
      expect(await w.pay.close(tradeNo)).toBe('closed');
  });

  test('bought twice is paid by the first purchase; the price is the one that was paid', async () => {
    const tradeNo = w.tradeNo();
    const first = await w.buy(tradeNo, 600, { lateSec: null });
    const second = await w.buy(tradeNo, 600, { price: 1000, lateSec: null });
    expect(await w.pay.readTransaction(second.signedTransaction)).toMatchObject({ tradeNo, amountFen: 100 });
    await w.pay.readTransaction(first.signedTransaction);
    expect(await w.pay.query(tradeNo)).toMatchObject({ channelTradeNo: first.transactionId, amountFen: 600 });
  });
});

describe('a transaction is refused', () => {
  test('with a changed price, order, app or environment', async () => {
    const { signedTransaction } = await w.buy(w.tradeNo(), 600, { lateSec: null });
    expect(await w.pay.readTransaction(signedTransaction)).toMatchObject({ amountFen: 600 });
    const others = [
      { price: 60 },
      { appAccountToken: tokenOf(w.tradeNo()) },
      { bundleId: 'x.y' },
      { environment: 'Xcode' },
    ];
    for (const claims of others) await refused(w.pay.readTransaction(changed(signedTransaction, claims)));
  });

  test('signed by anybody else, or with anything', async () => {
    const tradeNo = w.tradeNo();
    const { signedTransaction } = await w.buy(tradeNo, 600, { forged: true, lateSec: null });
    await refused(w.pay.readTransaction(signedTransaction));
    const claims = claimsOf(signedTransaction);
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const genuine = await w.buy(w.tradeNo(), 600, { lateSec: null });
    const { x5c } = JSON.parse(Buffer.from(genuine.signedTransaction.split('.')[0] ?? '', 'base64url').toString()) as {
      x5c: string[];
    };
    const none = Buffer.from(JSON.stringify({ alg: 'none', x5c })).toString('base64url');
    for (const token of [
      signEs256({}, claims, privateKey),
      // Apple's certificates with another key.
      signEs256({ x5c }, claims, privateKey),
      signEs256({ x5c: x5c.slice(0, 2) }, claims, privateKey),
      `${none}.${signedTransaction.split('.')[1]}.`,
      'anything',
      '',
      'a.b.c',
    ])
      await refused(w.pay.readTransaction(token));
    expect(await w.pay.query(tradeNo)).toMatchObject({ state: 'unpaid' });
  });

  test('under a root that is trusted, but without Apple’s marks', async () => {
    const seed = randomBytes(32);
    const [marked, plain] = [appleChain(seed), appleChain(seed, { isMarked: false })];
    const pay = new ApplePay({ db: w.t.app.db, account: { ...w.account, roots: [marked.root] }, isSandbox: true });
    const { signedTransaction } = await w.buy(w.tradeNo(), 600, { lateSec: null });
    const claims = claimsOf(signedTransaction);
    expect(await pay.readTransaction(marked.sign(claims))).toMatchObject({ amountFen: 600 });
    await refused(pay.readTransaction(plain.sign(claims)));
    // The environments that skip every check are another environment here.
    for (const environment of ['Xcode', 'LocalTesting', 'Production'])
      await refused(pay.readTransaction(marked.sign({ ...claims, environment })));
    await refused(pay.readTransaction(marked.sign({ ...claims, bundleId: 'of.another.app' })));
  });

  test('of fractions of a fen, another currency, several pieces, a family or no order', async () => {
    const seed = randomBytes(32);
    const chain = appleChain(seed);
    const pay = new ApplePay({ db: w.t.app.db, account: { ...w.account, roots: [chain.root] }, isSandbox: true });
    const claims = claimsOf((await w.buy(w.tradeNo(), 600, { lateSec: null })).signedTransaction);
    for (const [claim, why] of [
      [{ price: 6005 }, 'a price has fractions of a fen'],
      [{ price: -10 }, 'cannot be read: price'],
      [{ price: undefined }, 'cannot be read: price'],
      [{ currency: 'USD' }, 'a price in USD'],
      [{ quantity: 2 }, 'several pieces at once'],
      [{ inAppOwnershipType: 'FAMILY_SHARED' }, 'shared with a family, not bought'],
      [{ appAccountToken: undefined }, 'bought for no order of ours'],
      [{ appAccountToken: 'c0ffee00-0000-4000-8000-000000000000' }, 'bought for no order of ours'],
      [{ transactionId: 'x' }, 'cannot be read: transactionId'],
    ] as const)
      await expect(pay.readTransaction(chain.sign({ ...claims, ...claim }))).rejects.toThrow(why);
  });
});

describe('a notification', () => {
  test('of a purchase says that the order is paid, again the same, and once more after a refusal', async () => {
    const tradeNo = w.tradeNo();
    const { noticeId, transactionId, signedPayload } = await w.buy(tradeNo, 990);
    w.arrived.length = 0;
    w.answerWith(503);
    expect(await w.send()).toEqual([503]);
    expect(await w.send()).toEqual([]);
    const { rows } = await w.t.app.pool.query<{ minutes: number }>(
      'select round(extract(epoch from due_time - now()) / 60)::int as minutes from sbx_apple_notice where notice_id = $1',
      [noticeId],
    );
    expect(rows).toEqual([{ minutes: 60 }]);
    await w.t.app.pool.query('update sbx_apple_notice set due_time = now() where notice_id = $1', [noticeId]);
    w.answerWith(undefined);
    expect(await w.send(2)).toEqual([200, 200]);
    expect(await w.send()).toEqual([]);
    const news = { tradeNo, state: 'paid', channelTradeNo: transactionId, amountFen: 990 };
    const once = { kind: 'trade', id: noticeId, news };
    expect(w.arrived).toMatchObject([once, once, once]);
    // A replay is the same notification.
    expect(await w.notice(signedPayload)).toMatchObject(once);
  });

  test('of a refund gives back the whole price, under a number of its own', async () => {
    const tradeNo = w.tradeNo();
    const { transactionId } = await w.buy(tradeNo, 990, { lateSec: null });
    const refundNo = `AP${transactionId}`;
    await expect(w.pay.queryRefund({ tradeNo, refundNo })).rejects.toMatchObject({ code: 'refundUnknown' });
    w.arrived.length = 0;
    const { noticeId } = await w.giveBack(transactionId);
    expect(await w.send()).toEqual([200]);
    const news = { tradeNo, refundNo, channelRefundNo: null, amountFen: 990, state: 'done' };
    expect(w.arrived).toMatchObject([{ kind: 'refund', id: noticeId, news }]);
    expect(await w.pay.queryRefund({ tradeNo, refundNo })).toMatchObject(news);
    // What was given back later is still paid.
    expect(await w.pay.query(tradeNo)).toMatchObject({ state: 'paid', amountFen: 990 });
    for (const other of [
      { tradeNo: w.tradeNo(), refundNo },
      { tradeNo, refundNo: 'RF1' },
    ])
      await expect(w.pay.queryRefund(other)).rejects.toMatchObject({ code: 'refundUnknown' });
  });

  test('of a refund of a part says how much, to the fen', async () => {
    const { transactionId } = await w.buy(w.tradeNo(), 600, { lateSec: null });
    const { signedPayload } = await w.giveBack(transactionId, { percentage: 25_000, lateSec: null });
    expect(await w.notice(signedPayload)).toMatchObject({ kind: 'refund', news: { amountFen: 150 } });
    const odd = await w.buy(w.tradeNo(), 333, { lateSec: null });
    const part = await w.giveBack(odd.transactionId, { percentage: 50_000, lateSec: null });
    await expect(w.notice(part.signedPayload)).rejects.toThrow('a refund has fractions of a fen');
  });

  test('of anything else is genuine and of no matter', async () => {
    const { transactionId } = await w.buy(w.tradeNo(), 600, { lateSec: null });
    for (const type of ['REFUND_REVERSED', 'REFUND_DECLINED', 'TEST', 'SOMETHING_NEW']) {
      const { signedPayload, noticeId } = await w.say(type, transactionId);
      expect(await w.notice(signedPayload)).toEqual({ kind: 'other', id: noticeId });
    }
    const { signedPayload } = await w.say('CONSUMPTION_REQUEST', transactionId);
    expect(await w.notice(signedPayload)).toMatchObject({ kind: 'trade', news: { state: 'paid', amountFen: 600 } });
  });

  test('that is forged, changed or none is refused', async () => {
    const { signedPayload } = await w.buy(w.tradeNo(), 600, { forged: true });
    w.arrived.length = 0;
    await w.send();
    expect(w.arrived.some((read) => read instanceof NoticeRefused)).toBe(true);
    await refused(w.notice(signedPayload));
    const genuine = await w.buy(w.tradeNo(), 600, { lateSec: null });
    await refused(w.notice(changed(genuine.signedPayload, { notificationType: 'REFUND' })));
    for (const body of ['', '{}', '[]', '{"signedPayload":1}', '{"signedPayload":"x"}'])
      await refused(w.pay.readNotice({ headers: {}, body: Buffer.from(body) }));
  });
});

test('nothing but Apple gives money back', async () => {
  const refund = w.pay.refund();
  await expect(refund).rejects.toBeInstanceOf(ChannelFailed);
  await expect(refund).rejects.toMatchObject({ code: 'refundsByApple', isPassing: false });
});
