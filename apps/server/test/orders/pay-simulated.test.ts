import { createServer } from 'node:http';
import { formatDay } from '@wheelhouse/contract/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ChannelFailed, type Notice, NoticeRefused } from '../../src/adapters/pay/adapter.ts';
import { type PayFaults, plantFaults } from '../../src/adapters/pay/sandbox/faults.ts';
import { type ECny, eCnyPay, zeroPay } from '../../src/adapters/pay/simulated.ts';
import { codes } from '@wheelhouse/entities/codes';
import { boundPort } from '../../src/http/bound-port.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

/** The channels without a public wire. Time is what the rows say. */
let t: TestApp;
let eCny: ECny;
const calls: { readonly body: Buffer; readonly headers: Record<string, string | string[] | undefined> }[] = [];
const arrived: (Notice | 'refused')[] = [];
const door = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const call = { headers: request.headers, body: Buffer.concat(chunks) };
    calls.push(call);
    void eCny.readNotice(call).then(
      (notice) => {
        arrived.push(notice);
        response.writeHead(eCny.answers.taken.status).end();
      },
      () => {
        arrived.push('refused');
        response.writeHead(eCny.answers.refused.status).end();
      },
    );
  });
});
beforeAll(async () => {
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  t = await createTestApp();
  eCny = eCnyPay(t.app, `http://127.0.0.1:${boundPort(door)}`);
});
afterAll(async () => {
  await t.stop();
  door.close();
});

let last = 0;
const freshNo = (prefix = 'GO20261129000000') => prefix + String(++last).padStart(6, '0');
const wish = (amountFen: number, tradeNo = freshNo()) => ({
  tradeNo,
  amountFen,
  subject: '星河主题',
  expireTime: new Date(Date.now() + 900_000),
});
/** Its time has come. @returns what was told then */
async function due(
  table: 'sbx_pay_trade' | 'sbx_pay_refund',
  tradeNo: string,
): Promise<readonly (Notice | 'refused')[]> {
  await t.app.pool.query(`update ${table} set due_time = now() where trade_no = $1`, [tradeNo]);
  arrived.length = 0;
  await eCny.round();
  return [...arrived];
}
async function paid(amountFen = 600): Promise<{ tradeNo: string; channelTradeNo: string; totalFen: number }> {
  const { tradeNo } = wish(amountFen);
  await eCny.create(wish(amountFen, tradeNo));
  await due('sbx_pay_trade', tradeNo);
  const { channelTradeNo } = await eCny.query(tradeNo);
  return { tradeNo, channelTradeNo: channelTradeNo ?? '', totalFen: amountFen };
}
const plant = (tradeNo: string, faults: PayFaults) => plantFaults(t.app.db, codes.PayChannel.eCny, tradeNo, faults);

describe('digital yuan', () => {
  test('says that it is simulated, to the console and to the app', async () => {
    expect(eCny.source).toEqual({ sandbox: true, address: 'simulated' });
    const asked = wish(600);
    const params = await eCny.create(asked);
    expect(params).toEqual({ simulated: 'true', tradeNo: asked.tradeNo });
    expect(await eCny.create(asked)).toEqual(params);
    await expect(eCny.create({ ...asked, amountFen: 700 })).rejects.toMatchObject({ code: 'differs' });
  });

  test('pays when its time comes, and tells it', async () => {
    const asked = wish(600);
    await eCny.create(asked);
    const { tradeNo } = asked;
    expect(await eCny.query(tradeNo)).toMatchObject({ state: 'unpaid', channelTradeNo: null, paidTime: null });
    const [notice] = await due('sbx_pay_trade', tradeNo);
    const news = await eCny.query(tradeNo);
    expect(news).toMatchObject({
      tradeNo,
      state: 'paid',
      amountFen: 600,
      channelTradeNo: expect.stringMatching(/^SIM\d{21}$/),
    });
    expect(notice).toMatchObject({ kind: 'trade', news });
    expect(await eCny.close(tradeNo)).toBe('paid');
    await expect(eCny.create(asked)).rejects.toMatchObject({ code: 'paid', isPassing: false });
  });

  test('does not pay amounts that end in 13 fen, nor what is closed', async () => {
    for (const close of [false, true]) {
      const { tradeNo } = wish(0);
      await eCny.create(wish(close ? 600 : 1_313, tradeNo));
      if (close) expect(await eCny.close(tradeNo)).toBe('closed');
      expect(await due('sbx_pay_trade', tradeNo)).toEqual([]);
      expect(await eCny.query(tradeNo)).toMatchObject({ state: close ? 'closed' : 'unpaid' });
    }
    for (const ask of [eCny.query(freshNo()), eCny.close(freshNo())])
      await expect(ask).rejects.toMatchObject({ name: 'ChannelFailed', code: 'unknown' });
  });

  test('gives back when its time comes, never more than was paid', async () => {
    const trade = await paid(600);
    const asked = { ...trade, refundNo: freshNo('RF'), amountFen: 200, reason: '不想要了' };
    const processing = await eCny.refund(asked);
    expect(processing).toMatchObject({ state: 'processing', amountFen: 200, doneTime: null });
    expect(await eCny.refund(asked)).toEqual(processing);
    const [notice] = await due('sbx_pay_refund', trade.tradeNo);
    const news = await eCny.queryRefund(asked);
    expect(news).toMatchObject({ tradeNo: trade.tradeNo, state: 'done', amountFen: 200 });
    expect(notice).toMatchObject({ kind: 'refund', news });
    await expect(eCny.refund({ ...asked, refundNo: freshNo('RF'), amountFen: 401 })).rejects.toMatchObject({
      code: 'tooMuch',
    });
    await expect(eCny.queryRefund({ ...asked, refundNo: 'none' })).rejects.toMatchObject({ code: 'unknown' });

    const other = await paid();
    await plant(other.tradeNo, { refuse: 'refund' });
    await eCny.refund({ ...other, refundNo: freshNo('RF'), amountFen: 600, reason: '' });
    expect(await due('sbx_pay_refund', other.tradeNo)).toMatchObject([
      { kind: 'refund', news: { state: 'refused', why: 'simulated' } },
    ]);
  });

  test('is believed by its signature alone', async () => {
    const asked = wish(600);
    await plant(asked.tradeNo, { told: 'forged' });
    await eCny.create(asked);
    expect(await due('sbx_pay_trade', asked.tradeNo)).toEqual(['refused']);
    await paid();
    const { headers, body } = calls.at(-1) ?? { headers: {}, body: Buffer.from('') };
    expect(await eCny.readNotice({ headers, body })).toMatchObject({ kind: 'trade' });
    const cheaper = Buffer.from(body.toString().replace('600', '6'));
    for (const call of [
      { headers, body: cheaper },
      { headers: {}, body },
      { headers: { ...headers, 'x-wheelhouse-signature': 'no hex' }, body },
    ])
      await expect(eCny.readNotice(call)).rejects.toBeInstanceOf(NoticeRefused);
  });

  test('has a bill of a day that is over, which agrees with what it did', async () => {
    const yesterday = formatDay(new Date(Date.now() - 86_400_000));
    const trade = await paid(990);
    const asked = { ...trade, refundNo: freshNo('RF'), amountFen: 90, reason: '' };
    const { channelRefundNo } = await eCny.refund(asked);
    const at = `${yesterday} 12:00:00+08`;
    await t.app.pool.query('update sbx_pay_trade set paid_time = $2 where trade_no = $1', [trade.tradeNo, at]);
    await t.app.pool.query('update sbx_pay_refund set create_time = $2 where trade_no = $1', [trade.tradeNo, at]);
    const { tradeNo, channelTradeNo } = trade;
    const common = { tradeNo, channelTradeNo, time: new Date(at), feeMilliFen: 0 };
    expect(await eCny.bill(yesterday)).toEqual([
      { ...common, kind: 'pay', amountFen: 990, refundNo: null, channelRefundNo: null },
      { ...common, kind: 'refund', amountFen: 90, refundNo: asked.refundNo, channelRefundNo },
    ]);
    await expect(eCny.bill(formatDay(new Date()))).rejects.toMatchObject({ code: 'billNotReady', isPassing: true });
    await expect(eCny.bill('2026-02-30')).rejects.toBeInstanceOf(RangeError);
  });
});

describe('an order of nothing', () => {
  test('is paid by being asked for, and only where it costs nothing', async () => {
    const asked = wish(0);
    const { tradeNo } = asked;
    expect(await zeroPay.create(asked)).toEqual({});
    expect(await zeroPay.query(tradeNo)).toMatchObject({
      tradeNo,
      state: 'paid',
      amountFen: 0,
      channelTradeNo: `ZERO${tradeNo}`,
    });
    expect(await zeroPay.close(tradeNo)).toBe('paid');
    expect(await zeroPay.bill('2026-01-01')).toEqual([]);
    expect(zeroPay.source).toMatchObject({ sandbox: true });
    for (const amountFen of [1, -1])
      await expect(zeroPay.create(wish(amountFen))).rejects.toBeInstanceOf(ChannelFailed);
  });

  test('has nothing to give back, and calls nobody', async () => {
    const asked = { tradeNo: freshNo(), channelTradeNo: 'x', refundNo: 'RF1', amountFen: 0, totalFen: 0, reason: '' };
    await expect(zeroPay.refund(asked)).rejects.toMatchObject({ code: 'nothingPaid', isPassing: false });
    await expect(zeroPay.queryRefund(asked)).rejects.toMatchObject({ code: 'nothingPaid' });
    await expect(zeroPay.readNotice({ headers: {}, body: Buffer.from('{}') })).rejects.toBeInstanceOf(NoticeRefused);
  });
});
