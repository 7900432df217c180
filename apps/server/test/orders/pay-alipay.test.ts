import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { AlipaySdk } from 'alipay-sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alipay } from '../../src/adapters/pay/alipay/adapter.ts';
import { fenOf, milliFenOf, yuanOf } from '../../src/adapters/pay/yuan.ts';
import { alipayWorld, freshNo, minutes, signedForm, type AlipayWorld } from './pay-alipay-kit.ts';

/** Alipay as a channel, against its sandbox over HTTP. */
let w: AlipayWorld;
beforeAll(async () => {
  w = await alipayWorld();
});
afterAll(() => w.stop());

const stranger = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
/** What Alipay says of a payment, with every field that is read. */
const paidFields = (tradeNo: string) => ({
  app_id: w.account.appId,
  seller_id: w.account.sellerId,
  notify_id: '2026112900222000000000000000001',
  out_trade_no: tradeNo,
  trade_no: '2026112922001400000000000001',
  trade_status: 'TRADE_SUCCESS',
  total_amount: '19.99',
  gmt_payment: '2026-11-29 23:59:59',
  buyer_id: '2088000000000009',
  charset: 'utf-8',
});
const told = (fields: Readonly<Record<string, string | Buffer>>, key = w.key) =>
  w.channel.readNotice({ headers: {}, body: signedForm(fields, key) });

test('yuan are written and read without fractions of the computer', () => {
  const written = [1, 7, 100, 1_205, 1_999, 99_900, 0, -5, -3_000].map(yuanOf);
  expect(written).toEqual(['0.01', '0.07', '1.00', '12.05', '19.99', '999.00', '0.00', '-0.05', '-30.00']);
  expect(written.map(fenOf)).toEqual([1, 7, 100, 1_205, 1_999, 99_900, 0, -5, -3_000]);
  expect(['5', '4.1', '1.500', '0.29', '-0.00'].map(fenOf)).toEqual([500, 410, 150, 29, 0]);
  expect(['1.005', '1e3', '', '.5', ' 1.00', '1,000.00', undefined, 5].map(fenOf)).toEqual(Array(8).fill(undefined));
  expect(['0.12', '-0.00012', '0.000001'].map(milliFenOf)).toEqual([12_000, -12, undefined]);
});

describe('a trade', () => {
  test('is an order that is signed in Beijing time, and is there once its payer opens it', async () => {
    const tradeNo = freshNo();
    const wish = { tradeNo, amountFen: 1_999, subject: 'A/B=C&D,E +', expireTime: new Date('2099-12-31T16:00:00Z') };
    const beijing = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Asia/Shanghai',
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    const before = beijing.format(new Date());
    const { orderStr = '' } = await w.channel.create(wish);
    const { timestamp = '', biz_content = '', ...fields } = Object.fromEntries(new URLSearchParams(orderStr));
    expect(timestamp >= before && timestamp <= beijing.format(new Date())).toBe(true);
    expect(fields).toMatchObject({
      method: 'alipay.trade.app.pay',
      sign_type: 'RSA2',
      notify_url: w.notifyUrl,
    });
    expect(JSON.parse(biz_content)).toMatchObject({
      out_trade_no: tradeNo,
      total_amount: '19.99',
      subject: 'A／B＝C＆D，E +',
      time_expire: '2100-01-01 00:00:00',
    });
    const nothing = { tradeNo, channelTradeNo: null, amountFen: null, paidTime: null, payerId: null };
    expect(await w.channel.query(tradeNo)).toEqual({ ...nothing, state: 'unpaid' });
    expect(await w.open(orderStr)).toBe('10000');
    expect(await w.channel.query(tradeNo)).toEqual({ ...nothing, state: 'unpaid', amountFen: 1_999 });
    const again = await w.channel.create(wish);
    expect(await w.open(again['orderStr'] ?? '')).toBe('10000');
    const other = await w.channel.create({ ...wish, amountFen: 1 });
    expect(await w.open(other['orderStr'] ?? '')).toBe('ACQ.CONTEXT_INCONSISTENT');
    expect(await w.open(orderStr.replace('19.99', '00.01'))).toBe('isv.invalid-signature');
  });

  test('is paid, and then neither closed nor paid again', async () => {
    const tradeNo = await w.paid();
    const news = await w.channel.query(tradeNo);
    expect(news).toMatchObject({ tradeNo, state: 'paid', amountFen: 1_999, payerId: expect.stringMatching(/./) });
    expect(news.channelTradeNo).toMatch(/^\d{28}$/);
    expect(Math.abs((news.paidTime?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
    expect(await w.channel.close(tradeNo)).toBe('paid');
    expect(await w.channel.query(tradeNo)).toEqual(news);
  });

  test('is closed: open, closed before, expired, and where its payer never opened it', async () => {
    const tradeNo = await w.opened();
    expect(await w.channel.close(tradeNo)).toBe('closed');
    expect(await w.channel.close(tradeNo)).toBe('closed');
    expect(await w.channel.query(tradeNo)).toMatchObject({ state: 'closed', channelTradeNo: null, paidTime: null });
    await w.control({ tradeNo, act: 'pay' });
    expect(await w.channel.query(tradeNo)).toMatchObject({ state: 'closed' });
    expect(await w.channel.close(freshNo())).toBe('closed');
    const late = await w.channel.create({ tradeNo: freshNo(), amountFen: 5, subject: '迟', expireTime: minutes(-1) });
    expect(await w.open(late['orderStr'] ?? '')).toBe('ACQ.TRADE_HAS_CLOSE');
  });

  test('is not known where Alipay is not reached, does not sign, or refuses', async () => {
    const tradeNo = await w.paid();
    const { publicKey, privateKey } = stranger();
    const failed = (more: object) => alipay({ ...w.account, ...more }, w.notifyUrl).query(tradeNo);
    await expect(failed({ url: 'http://127.0.0.1:1' })).rejects.toMatchObject({
      code: 'unreachable',
      isPassing: true,
    });
    await expect(failed({ url: new URL(w.notifyUrl).origin })).rejects.toMatchObject({
      code: 'unverified',
      isPassing: true,
    });
    await expect(failed({ publicKey })).rejects.toMatchObject({ code: 'unverified', isPassing: true });
    await expect(failed({ privateKey })).rejects.toMatchObject({ code: 'isv.invalid-signature', isPassing: false });
    await w.control({ tradeNo, faults: { down: true } });
    await expect(w.channel.query(tradeNo)).rejects.toMatchObject({ code: 'unreachable', isPassing: true });
  });
});

describe('a call of Alipay', () => {
  test('tells of a payment, twice and late with the same id, and is answered with one word', async () => {
    const tradeNo = await w.paid();
    const { channelTradeNo, payerId, paidTime } = await w.channel.query(tradeNo);
    const heard = await w.told(tradeNo, { times: 3, together: true });
    const news = { tradeNo, state: 'paid', channelTradeNo, amountFen: 1_999, paidTime, payerId };
    const id = heard[0]?.form['notify_id'];
    expect(id).toMatch(/^\d+$/);
    expect(heard.map(({ notice }) => notice)).toEqual(Array(3).fill({ kind: 'trade', id, news }));
    await w.refundOf(tradeNo, 1_999);
    // Late: of the payment, after all of it was given back.
    expect((await w.told(tradeNo)).map(({ notice }) => notice)).toEqual([{ kind: 'trade', id, news }]);
    expect((await w.control({ tradeNo, tell: {} }))['told']).toEqual([{ status: 200, body: 'success' }]);
  });

  test('is refused when it is forged, and then told again', async () => {
    const tradeNo = await w.paid();
    expect((await w.told(tradeNo, { forged: true })).map(({ notice }) => notice)).toEqual(['the signature is wrong']);
    expect((await w.control({ tradeNo, tell: { forged: true } }))['told']).toEqual([{ status: 200, body: 'fail' }]);
    expect(await told(paidFields(tradeNo))).toMatchObject({ kind: 'trade' });
    const wrong = { name: 'NoticeRefused' };
    await expect(told(paidFields(tradeNo), stranger().privateKey)).rejects.toMatchObject(wrong);
    const body = signedForm(paidFields(tradeNo), w.key).toString();
    const changed = [
      body.replace('%31%39%2e%39%39', '%30%30%2e%30%31'),
      body.replace('total_amount', 'total_amoun'),
      `${body}&extra=1`,
      `${body}&out_trade_no=GO1`,
      body.replace(/&sign=.*/, ''),
      body.replace(/%52%53%41%32/, '%52%53%41'),
      '',
      '%',
    ];
    for (const one of changed) {
      expect(one).not.toBe(body);
      await expect(w.channel.readNotice({ headers: {}, body: Buffer.from(one) })).rejects.toMatchObject(wrong);
    }
  });

  test('is refused when it is about another app or seller, or no trade', async () => {
    const tradeNo = freshNo();
    for (const [field, value] of Object.entries({
      app_id: '2021000000000002',
      seller_id: '2088000000000002',
      out_trade_no: '',
      notify_id: '',
      total_amount: '19.999',
    }))
      await expect(told({ ...paidFields(tradeNo), [field]: value })).rejects.toMatchObject({ name: 'NoticeRefused' });
    await expect(told({ ...paidFields(tradeNo), charset: 'x-none' })).rejects.toMatchObject({ name: 'NoticeRefused' });
  });

  test('says an amount of its own where the trade is about another one', async () => {
    const tradeNo = await w.paid();
    const [heard] = await w.told(tradeNo, { amountFen: 1 });
    expect(heard?.notice).toMatchObject({ kind: 'trade', news: { amountFen: 1 } });
  });

  test('is read in its own charset, once, with all spaces, entities and empty values', async () => {
    const tradeNo = freshNo();
    // 骑行主题 A+
    const gbk = Buffer.from('c6efd0d0d6f7cce220412b', 'hex');
    const funds = '[{&quot;amount&quot;:&quot;19.99&quot;,&quot;fundChannel&quot;:&quot;ALIPAYACCOUNT&quot;}]';
    for (const more of [
      { charset: 'GBK', subject: gbk },
      { charset: 'utf-8', subject: '骑行主题 A+ ' },
      { subject: ' a%20b%2B ', body: '' },
      { fund_bill_list: funds, passback_params: '' },
    ])
      expect(await told({ ...paidFields(tradeNo), ...more })).toMatchObject({ kind: 'trade', news: { tradeNo } });
    const paid = await w.paid({ subject: '骑行主题 +&quot; ' });
    const [heard] = await w.told(paid);
    expect(heard?.notice).toMatchObject({ kind: 'trade' });
    expect(heard?.form).toMatchObject({ subject: '骑行主题 +＆quot; ', body: '', fund_bill_list: funds });
  });

  test('names the states of a trade', async () => {
    const tradeNo = freshNo();
    const { gmt_payment: _, ...open } = paidFields(tradeNo);
    const states = await Promise.all([
      told({ ...paidFields(tradeNo), trade_status: 'TRADE_FINISHED' }),
      told({ ...open, trade_status: 'TRADE_CLOSED' }),
      told({ ...open, trade_status: 'WAIT_BUYER_PAY' }),
      // Given back by hand, at Alipay: no refund of ours.
      told({ ...paidFields(tradeNo), trade_status: 'TRADE_CLOSED', refund_fee: '19.99' }),
      told({ ...open, trade_status: 'SOMETHING_NEW' }),
    ]);
    const seen = states.map((notice) => (notice.kind === 'trade' ? notice.news.state : notice.kind));
    expect(seen).toEqual(['paid', 'closed', 'unpaid', 'paid', 'other']);
    const closed = await w.opened();
    await w.channel.close(closed);
    expect((await w.told(closed))[0]?.notice).toMatchObject({
      news: { tradeNo: closed, state: 'closed', paidTime: null },
    });
  });
});

describe('a refund', () => {
  test('is done when it is answered: a part, the rest, and nothing more', async () => {
    const tradeNo = await w.paid({ subject: '骑行主题' });
    const [part, rest] = [freshNo(), freshNo()];
    const first = await w.refundOf(tradeNo, 500, part);
    expect(first).toMatchObject({ tradeNo, refundNo: part, state: 'done', amountFen: 500, channelRefundNo: null });
    expect(await w.channel.queryRefund({ tradeNo, refundNo: part })).toEqual(first);
    const [heard] = await w.told(tradeNo, {}, part);
    expect(heard?.form).toMatchObject({ trade_status: 'TRADE_SUCCESS', refund_fee: '5.00', charset: 'gbk' });
    const news = { tradeNo, refundNo: part, state: 'done', amountFen: null, channelRefundNo: null, why: null };
    expect(heard?.notice).toMatchObject({ kind: 'refund', news: { ...news, doneTime: first.doneTime } });
    expect(heard?.request.body.toString()).toContain('subject=%C6%EF%D0%D0%D6%F7%CC%E2');

    expect(await w.refundOf(tradeNo, 1_500)).toMatchObject({ state: 'refused', why: '退款金额无效' });
    expect(await w.refundOf(tradeNo, 1_499, rest)).toMatchObject({ state: 'done' });
    const [whole] = await w.told(tradeNo, {}, rest);
    expect(whole?.form).toMatchObject({ trade_status: 'TRADE_CLOSED', refund_fee: '19.99' });
    expect(whole?.notice).toMatchObject({ kind: 'refund', news: { refundNo: rest, state: 'done' } });
    expect(await w.channel.query(tradeNo)).toMatchObject({ state: 'paid', amountFen: 1_999 });
    expect(await w.refundOf(tradeNo, 1)).toMatchObject({ state: 'refused' });
  });

  test('is the same one when it is asked for again, also at the same moment, and never another one under its number', async () => {
    const [tradeNo, refundNo] = [await w.paid(), freshNo()];
    const asked = await Promise.all([1, 2, 3].map(() => w.refundOf(tradeNo, 700, refundNo)));
    const again = await w.refundOf(tradeNo, 700, refundNo);
    expect(again).toMatchObject({ state: 'done', amountFen: 700 });
    for (const one of asked) expect(['done', 'processing']).toContain(one.state);
    expect(await w.refundOf(tradeNo, 800, refundNo)).toMatchObject({ state: 'refused', why: '请求信息不一致' });
    const { trade } = await w.control({ tradeNo });
    expect(trade).toMatchObject({ refundedFen: 700 });
  });

  test('is refused for good, is not known, or has to be asked for again', async () => {
    const [tradeNo, refundNo] = [await w.paid(), freshNo()];
    expect(await w.channel.queryRefund({ tradeNo, refundNo })).toMatchObject({ state: 'processing', amountFen: null });
    await w.control({ tradeNo, faults: { refuse: 'refund', told: 'never' } });
    const refused = { state: 'refused', doneTime: null, why: '当前交易不允许退款' };
    expect(await w.refundOf(tradeNo, 100, refundNo)).toMatchObject(refused);
    expect(await w.refundOf(tradeNo, 100, refundNo)).toMatchObject(refused);
    await expect(w.told(tradeNo, {}, refundNo)).rejects.toThrow('409');
    await w.control({ tradeNo, faults: { told: 'never' } });
    expect(await w.refundOf(tradeNo, 1_999)).toMatchObject({ state: 'done' });

    const wish = { tradeNo: freshNo(), channelTradeNo: '2026', refundNo, amountFen: 1, totalFen: 1, reason: '' };
    expect(await w.channel.refund(wish)).toMatchObject({ state: 'refused', why: '交易不存在' });
    await expect(w.channel.queryRefund(wish)).rejects.toMatchObject({ code: 'ACQ.TRADE_NOT_EXIST', isPassing: false });
  });
});

/** Alipay's own library, as the other side. */
describe('the official library', () => {
  const pem = (key: KeyObject, type: 'pkcs8' | 'spki'): string => key.export({ type, format: 'pem' }).toString();
  const libraryOf = (privateKey: KeyObject, publicKey: KeyObject) =>
    new AlipaySdk({
      appId: w.account.appId,
      privateKey: pem(privateKey, 'pkcs8'),
      keyType: 'PKCS8',
      alipayPublicKey: pem(publicKey, 'spki'),
      gateway: `${w.account.url}/gateway.do`,
    });
  const merchant = () => libraryOf(w.account.privateKey, w.account.publicKey);

  test('its order opens a trade, its calls are answered, and it takes the signatures of the answers', async () => {
    const tradeNo = freshNo();
    const library = merchant();
    const orderStr = library.sdkExecute('alipay.trade.app.pay', {
      notifyUrl: w.notifyUrl,
      bizContent: {
        outTradeNo: tradeNo,
        totalAmount: '19.99',
        subject: '星河主题 +&',
        productCode: 'QUICK_MSECURITY_PAY',
        timeExpire: '2099-12-31 23:59:59',
      },
    });
    expect(await w.open(orderStr)).toBe('10000');
    await w.control({ tradeNo, act: 'pay' });
    const ask = (method: string, more: object = {}) =>
      library.exec(method, { bizContent: { outTradeNo: tradeNo, ...more } }, { validateSign: true });
    expect(await ask('alipay.trade.query')).toMatchObject({
      code: '10000',
      tradeStatus: 'TRADE_SUCCESS',
      totalAmount: '19.99',
    });
    expect(await ask('alipay.trade.close')).toMatchObject({ subCode: 'ACQ.TRADE_STATUS_ERROR' });
    const refund = { refundAmount: '5.00', outRequestNo: freshNo() };
    expect(await ask('alipay.trade.refund', refund)).toMatchObject({
      code: '10000',
      fundChange: 'Y',
      refundFee: '5.00',
    });
    expect(await ask('alipay.trade.refund', refund)).toMatchObject({
      code: '10000',
      fundChange: 'N',
      refundFee: '5.00',
    });
    expect(await ask('alipay.trade.fastpay.refund.query', refund)).toMatchObject({ refundStatus: 'REFUND_SUCCESS' });
    const day = { billType: 'trade', billDate: '2026-01-01' };
    const bill = await library.exec(
      'alipay.data.dataservice.bill.downloadurl.query',
      { bizContent: day },
      { validateSign: true },
    );
    expect(bill).toMatchObject({ billDownloadUrl: expect.stringContaining('/downloadBillFile.resource?') });
    expect(await w.channel.query(tradeNo)).toMatchObject({ state: 'paid', amountFen: 1_999 });
  });

  test('it takes what the sandbox tells, and nothing that was changed', async () => {
    const tradeNo = await w.paid({ subject: '骑行主题 A+ ' });
    const [heard] = await w.told(tradeNo);
    const form = { ...heard?.form };
    const library = merchant();
    expect(library.checkNotifySignV2(form)).toBe(true);
    expect(library.checkNotifySignV2({ ...form, total_amount: '0.01' })).toBe(false);
    expect(library.checkNotifySignV2({ ...form, subject: '骑行主题 A+' })).toBe(false);
    const [forged] = await w.told(tradeNo, { forged: true });
    expect(library.checkNotifySignV2({ ...forged?.form })).toBe(false);
  });

  test('it takes our orders, as Alipay does', async () => {
    const theirs = libraryOf(w.key, createPublicKey(w.account.privateKey));
    const wish = { tradeNo: freshNo(), amountFen: 1, subject: '星河 +主题', expireTime: new Date(Date.now() + 60_000) };
    const { orderStr = '' } = await w.channel.create(wish);
    const fields = Object.fromEntries(new URLSearchParams(orderStr));
    expect(theirs.checkNotifySignV2(fields)).toBe(true);
    expect(theirs.checkNotifySignV2({ ...fields, app_id: '2021' })).toBe(false);
  });
});
