import { createPublicKey, verify } from 'node:crypto';
import { codes } from '@wheelhouse/entities/codes';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Aes, Formatter, Rsa, Wechatpay } from 'wechatpay-axios-plugin';
import type { NoticeRequest } from '../../src/adapters/pay/index.ts';
import { wechatSandbox } from '../../src/adapters/pay/index.ts';
import type { PayControl } from '../../src/adapters/pay/sandbox/control.ts';
import { wechatPay } from '../../src/adapters/pay/wechat/adapter.ts';
import { type SandboxSides, sandboxSides, type SigningKey } from '../../src/adapters/pay/wechat/sandbox-account.ts';
import { openResource, sealResource, signLines } from '../../src/adapters/pay/wechat/wire.ts';
import type { WechatAccount } from '../../src/config-pay.ts';
import { freshNo, payWorld, type PayWorld } from './pay-kit.ts';

/** WeChat Pay, by the adapter against its sandbox over HTTP. */
let w: PayWorld;
let sides: SandboxSides;
let account: WechatAccount;
let place: { readonly url: string; readonly key: string };

beforeAll(async () => {
  w = await payWorld(codes.PayChannel.wechat);
  const sandbox = await wechatSandbox(w.t.app);
  ({ account } = sandbox);
  place = { url: account.url, key: sandbox.control };
  sides = await sandboxSides(w.t.app.db);
});
afterAll(() => w.stop());
beforeEach(() => void (w.heard.length = 0));

const control = (wish: PayControl) => w.control(place, wish);
async function paid(amountFen = 500): Promise<string> {
  const tradeNo = await w.trade(amountFen);
  await control({ tradeNo, act: 'pay' });
  return tradeNo;
}
async function refundOf(tradeNo: string, amountFen: number, refundNo = freshNo('RF')) {
  const { channelTradeNo } = await w.pay.query(tradeNo);
  return w.pay.refund({
    tradeNo,
    channelTradeNo: channelTradeNo ?? '',
    refundNo,
    amountFen,
    totalFen: 500,
    reason: '不想要了',
  });
}

describe('a trade', () => {
  test('is asked for, paid, told and found', async () => {
    const tradeNo = freshNo();
    const request = { tradeNo, amountFen: 500, subject: '盲盒', expireTime: new Date(Date.now() + 900_000) };
    const { prepayid = '', sign = '', timestamp = '', noncestr = '', ...rest } = await w.pay.create(request);
    expect(rest).toEqual({ appid: account.appId, partnerid: account.mchId, package: 'Sign=WXPay' });
    const lines = Buffer.from(`${account.appId}\n${timestamp}\n${noncestr}\n${prepayid}\n`);
    const merchantKey = createPublicKey(account.privateKey);
    expect(verify('RSA-SHA256', lines, merchantKey, Buffer.from(sign, 'base64'))).toBe(true);
    // The same trade again has its parameters again; another amount is another trade.
    expect(await w.pay.create(request)).toMatchObject({ prepayid });
    await expect(w.pay.create({ ...request, amountFen: 501 })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    expect(await w.pay.query(tradeNo)).toMatchObject({ state: 'unpaid', channelTradeNo: null, paidTime: null });

    expect(await control({ tradeNo, act: 'pay', tell: {} })).toMatchObject([{ status: 200 }]);
    const news = {
      tradeNo,
      state: 'paid',
      channelTradeNo: expect.stringMatching(/^42\d{26}$/),
      amountFen: 500,
      paidTime: expect.any(Date),
      payerId: expect.any(String),
    };
    expect(w.last().notice).toMatchObject({ kind: 'trade', news });
    expect(await w.pay.query(tradeNo)).toEqual(news);
  });

  test('is told twice at the same moment, late, and with another amount as it is said', async () => {
    const tradeNo = await paid();
    const copies = await control({ tradeNo, tell: { times: 2, together: true, delayMs: 5 } });
    expect(copies).toMatchObject([{ status: 200 }, { status: 200 }]);
    // Both bear the same id.
    expect(new Set(w.heard.map(({ notice }) => notice?.id)).size).toBe(1);
    await control({ tradeNo, tell: { amountFen: 1 } });
    expect(w.last().notice).toMatchObject({ news: { tradeNo, amountFen: 1 } });
    expect(await w.pay.query(tradeNo)).toMatchObject({ amountFen: 500 });
  });

  test('is closed, unless it is paid, which stays', async () => {
    const [open, taken] = [await w.trade(), await paid()];
    expect([await w.pay.close(open), await w.pay.close(open)]).toEqual(['closed', 'closed']);
    expect(await w.pay.query(open)).toMatchObject({ state: 'closed' });
    expect(await w.pay.close(taken)).toBe('paid');
    expect(await w.pay.query(taken)).toMatchObject({ state: 'paid' });
    await expect(w.pay.query(freshNo())).rejects.toMatchObject({ code: 'ORDER_NOT_EXIST', isPassing: false });
    await expect(w.pay.close(freshNo())).rejects.toMatchObject({ code: 'ORDER_NOT_EXIST' });
  });

  test('fails as the channel does, and asking again may help', async () => {
    const tradeNo = await w.trade();
    await control({ tradeNo, faults: { down: true } });
    await expect(w.pay.query(tradeNo)).rejects.toMatchObject({ code: 'SYSTEM_ERROR', isPassing: true });
    await control({ tradeNo, faults: { delayMs: 20 } });
    expect(await w.pay.query(tradeNo)).toMatchObject({ state: 'unpaid' });
    await control({ faults: { refuse: 'create' } });
    await expect(w.trade()).rejects.toMatchObject({ code: 'TRADE_ERROR', isPassing: false });
    await control({ faults: {} });
    const elsewhere = wechatPay({ ...account, url: 'http://127.0.0.1:1' }, 'https://console.example');
    await expect(elsewhere.query(tradeNo)).rejects.toMatchObject({ code: 'unreachable', isPassing: true });
  });

  test('is not believed where the answer is not signed by the platform, nor asked for by somebody else', async () => {
    const tradeNo = await paid();
    const [[serial, known] = ['', undefined]] = [...account.platformKeys];
    const other = createPublicKey(account.privateKey);
    for (const platformKeys of [
      new Map([[serial, { key: other, until: undefined }]]),
      new Map([['PUB_KEY_ID_OTHER', { key: other, until: undefined }]]),
      new Map([[serial, { key: known?.key ?? other, until: new Date() }]]),
    ])
      await expect(wechatPay({ ...account, platformKeys }, '').query(tradeNo)).rejects.toMatchObject({
        code: 'unverified',
      });
    for (const wrong of [{ serial: '00' }, { privateKey: sides.successor.privateKey }, { mchId: '1900000110' }])
      await expect(wechatPay({ ...account, ...wrong }, '').query(tradeNo)).rejects.toMatchObject({
        code: 'SIGN_ERROR',
      });
  });
});

describe('a refund', () => {
  test('is accepted, done, told and found; its number is one refund', async () => {
    const [tradeNo, refundNo] = [await paid(), freshNo('RF')];
    const accepted = { tradeNo, refundNo, amountFen: 200, state: 'processing', doneTime: null, why: null };
    expect(await refundOf(tradeNo, 200, refundNo)).toMatchObject(accepted);
    expect(await refundOf(tradeNo, 200, refundNo)).toMatchObject(accepted);
    await expect(refundOf(tradeNo, 400)).rejects.toMatchObject({ code: 'INVALID_REQUEST', isPassing: false });
    await control({ tradeNo, refundNo, act: 'done', tell: {} });
    const done = { tradeNo, refundNo, amountFen: 200, state: 'done', doneTime: expect.any(Date) };
    expect(w.last().notice).toMatchObject({ kind: 'refund', news: done });
    expect(await w.pay.queryRefund({ tradeNo, refundNo })).toMatchObject(done);
    // It was paid, whatever is given back.
    expect(await w.pay.query(tradeNo)).toMatchObject({ state: 'paid', amountFen: 500 });
    await expect(w.pay.queryRefund({ tradeNo, refundNo: freshNo() })).rejects.toMatchObject({
      code: 'RESOURCE_NOT_EXISTS',
    });
  });

  test('that fails says why', async () => {
    const [tradeNo, refundNo] = [await paid(), freshNo('RF')];
    await refundOf(tradeNo, 500, refundNo);
    await control({ tradeNo, refundNo, act: 'refused', tell: {} });
    expect(w.last().notice).toMatchObject({
      kind: 'refund',
      news: { state: 'refused', why: 'CLOSED', doneTime: null },
    });
    const [told] = [refundTold(tradeNo)];
    await expect(w.pay.readNotice(signed('REFUND.ABNORMAL', told))).resolves.toMatchObject({
      kind: 'refund',
      news: { state: 'refused', why: 'ABNORMAL', amountFen: 500 },
    });
  });
});

const refundTold = (tradeNo: string): object => ({
  mchid: account.mchId,
  out_trade_no: tradeNo,
  out_refund_no: 'RF1',
  refund_id: '1',
  refund_status: 'ABNORMAL',
  amount: { total: 500, refund: 500, payer_total: 500, payer_refund: 500 },
});

interface Changes {
  readonly signing?: SigningKey;
  readonly time?: number;
  readonly apiKey?: string;
  readonly associatedData?: string;
}

/** A call-back that the sandbox would not make. */
function signed(event: string, told: object, changes: Changes = {}): NoticeRequest {
  const { signing = sides.publicKey, time = 0, apiKey = account.apiKey, associatedData = 'transaction' } = changes;
  const resource = { algorithm: 'AEAD_AES_256_GCM', ...sealResource(JSON.stringify(told), apiKey, associatedData) };
  return signedText(JSON.stringify({ id: 'EV-1', event_type: event, resource }), signing, time);
}
function signedText(text: string, { serial, privateKey }: SigningKey = sides.publicKey, time = 0): NoticeRequest {
  const timestamp = Math.floor(Date.now() / 1000) + time;
  return {
    body: Buffer.from(text),
    headers: {
      'wechatpay-timestamp': String(timestamp),
      'wechatpay-nonce': 'nonce',
      'wechatpay-serial': serial,
      'wechatpay-signature': signLines([timestamp, 'nonce', text], privateKey),
    },
  };
}
const tradeTold = (): object => ({
  appid: account.appId,
  mchid: account.mchId,
  out_trade_no: 'GO12345678',
  transaction_id: '42',
  trade_state: 'SUCCESS',
  success_time: '2026-03-01T10:00:00+08:00',
  payer: { openid: 'o' },
  amount: { total: 500, payer_total: 400, currency: 'CNY' },
});

describe('a call-back', () => {
  test('is taken with either kind of key, and what coupons of the channel paid counts', async () => {
    for (const signing of [sides.certificate, sides.publicKey])
      for (const associatedData of ['transaction', ''])
        expect(
          await w.pay.readNotice(signed('TRANSACTION.SUCCESS', tradeTold(), { signing, associatedData })),
        ).toMatchObject({
          kind: 'trade',
          news: { amountFen: 500, paidTime: new Date('2026-03-01T02:00:00Z') },
        });
    expect(await w.pay.readNotice(signed('COUPON.USE', {}))).toEqual({ kind: 'other', id: 'EV-1' });
  });

  test('with a key that is not configured is refused, also while keys are changed', async () => {
    const tradeNo = await paid();
    const change = async (key: string, by = place.key) => {
      const headers = { authorization: `Bearer ${by}` };
      const body = JSON.stringify({ key });
      return (await fetch(`${place.url}/sandbox/wechat-key`, { method: 'POST', headers, body })).status;
    };
    const serials: unknown[] = [];
    for (const [key, status] of [
      ['publicKey', 200],
      ['successor', 400],
      ['certificate', 200],
    ] as const) {
      expect(await change(key)).toBe(200);
      expect(await control({ tradeNo, tell: {} })).toMatchObject([{ status }]);
      serials.push(w.last().headers['wechatpay-serial']);
    }
    expect(serials).toEqual([sides.publicKey.serial, sides.successor.serial, sides.certificate.serial]);
    expect(w.heard[1]?.why).toMatch(/a key that is not configured/);
    expect(await change('successor', 'wrong')).toBe(401);
  });

  test('that is forged, a probe, replayed, changed or about somebody else is refused', async () => {
    const tradeNo = await paid();
    expect(await control({ tradeNo, tell: { forged: true } })).toMatchObject([{ status: 400 }]);
    expect(w.last().why).toMatch(/signature is wrong/);
    await control({ tradeNo, tell: {} });
    const { headers, body } = w.last();
    const event = 'TRANSACTION.SUCCESS';
    const sealed = JSON.parse(body.toString('utf8')).resource;
    // A byte of the amount, which a cipher without its tag would show as another amount.
    const bytes = Buffer.from(sealed.ciphertext, 'base64');
    const place5 = openResource(sealed, account.apiKey).indexOf('"total":500') + 8;
    bytes.writeUInt8(bytes.readUInt8(place5) ^ 0x0c, place5);
    const changed = { ...sealed, algorithm: 'AEAD_AES_256_GCM', ciphertext: bytes.toString('base64') };
    const probe = `WECHATPAY/SIGNTEST/${String(headers['wechatpay-signature'])}`;
    const wrong: readonly (readonly [why: RegExp, request: NoticeRequest])[] = [
      [/not signed/, { headers: {}, body }],
      [/not signed/, { headers: { ...headers, 'wechatpay-nonce': ['a', 'b'] }, body }],
      [/a probe/, { headers: { ...headers, 'wechatpay-signature': probe }, body }],
      [/five minutes/, signed(event, tradeTold(), { time: -301 })],
      [/five minutes/, signed(event, tradeTold(), { time: 310 })],
      [/five minutes/, { headers: { ...headers, 'wechatpay-timestamp': 'now' }, body }],
      [/signature is wrong/, { headers, body: Buffer.from(body.toString().replace('支付成功', '支付失败')) }],
      [/signature is wrong/, { headers, body: Buffer.concat([body, Buffer.from(' ')]) }],
      [/was changed/, signedText(JSON.stringify({ id: 'EV-1', event_type: event, resource: changed }))],
      [/not sealed with our key/, signed(event, tradeTold(), { apiKey: '0'.repeat(32) })],
      [/another merchant/, signed(event, { ...tradeTold(), mchid: '1900000110' })],
      [/another merchant/, signed(event, { ...tradeTold(), appid: 'wx0000000000000000' })],
      [/another merchant/, signed('REFUND.ABNORMAL', { ...refundTold('GO1'), mchid: '1900000110' })],
      [/cannot be read/, signed(event, { ...tradeTold(), amount: { total: 5.5 } })],
      [/cannot be read/, signed(event, { ...tradeTold(), amount: { total: 500, currency: 'USD' } })],
      [/cannot be read/, signed(event, { ...tradeTold(), trade_state: 'PERHAPS' })],
      [/cannot be read/, signedText('[]')],
      [/cannot be read/, signedText('no JSON')],
    ];
    for (const [why, request] of wrong) await expect(w.pay.readNotice(request)).rejects.toThrow(why);
  });
});

describe('an outside client of the channel', () => {
  test('is understood by the sandbox, and understands its answers and call-backs', async () => {
    const client = new Wechatpay({
      mchid: account.mchId,
      serial: account.serial,
      privateKey: String(account.privateKey.export({ type: 'pkcs8', format: 'pem' })),
      certs: Object.fromEntries([...account.platformKeys].map(([serial, { key }]) => [serial, key])),
      baseURL: `${account.url}/`,
      proxy: false,
    }).client;
    const tradeNo = freshNo();
    const created = await client.request('v3/pay/transactions/app', 'POST', {
      appid: account.appId,
      mchid: account.mchId,
      description: '贴纸',
      out_trade_no: tradeNo,
      time_expire: '2099-01-01T00:00:00+08:00',
      notify_url: `${w.t.app.config.publicUrl}/pay/v1/callback/1`,
      amount: { total: 500, currency: 'CNY' },
    });
    expect(created).toMatchObject({ status: 200, data: { prepay_id: expect.stringMatching(/^wx/) } });
    await control({ tradeNo, act: 'pay', tell: {} });
    const found = await client.request(`v3/pay/transactions/out-trade-no/${tradeNo}`, 'GET', undefined, {
      params: { mchid: account.mchId },
    });
    expect(found).toMatchObject({ data: { out_trade_no: tradeNo, trade_state: 'SUCCESS' } });

    const { headers, body } = w.last();
    const [time, nonce, signature] = ['timestamp', 'nonce', 'signature'].map((n) => String(headers[`wechatpay-${n}`]));
    const lines = Formatter.response(time ?? '', nonce ?? '', body.toString());
    const { key } = account.platformKeys.get(String(headers['wechatpay-serial'])) ?? {};
    expect(Rsa.verify(lines, signature ?? '', key ?? '')).toBe(true);
    const { resource } = JSON.parse(body.toString());
    const text = Aes.AesGcm.decrypt(resource.ciphertext, account.apiKey, resource.nonce, resource.associated_data);
    expect(JSON.parse(text)).toMatchObject({ out_trade_no: tradeNo, amount: { total: 500 } });
  });
});
