import { codes } from '@wheelhouse/entities/codes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BillUnreadable, wechatSandbox } from '../../src/adapters/pay/index.ts';
import { readBill } from '../../src/adapters/pay/wechat/bill.ts';
import { freshNo, payWorld, type PayWorld } from './pay-kit.ts';

/** Bills of WeChat Pay: as its sandbox makes them, and as they can go wrong. */
let w: PayWorld;
let place: { readonly url: string; readonly key: string };
beforeAll(async () => {
  w = await payWorld(codes.PayChannel.wechat);
  const { account, control } = await wechatSandbox(w.t.app);
  place = { url: account.url, key: control };
});
afterAll(() => w.stop());

const day = '2026-03-01';
const move = (table: string, column: string, to: string, no: string) =>
  w.t.app.pool.query(`update ${table} set ${column} = $1 where ${column} is not null and $2 in (trade_no)`, [to, no]);

async function paidAt(time: string, amountFen: number, subject?: string): Promise<string> {
  const tradeNo = await w.trade(amountFen, subject);
  await w.control(place, { tradeNo, act: 'pay' });
  await move('sbx_pay_trade', 'paid_time', time, tradeNo);
  return tradeNo;
}
async function refundedAt(time: string, tradeNo: string, amountFen: number, totalFen: number): Promise<string> {
  const { channelTradeNo } = await w.pay.query(tradeNo);
  const refundNo = freshNo('RF');
  const request = { tradeNo, channelTradeNo: channelTradeNo ?? '', refundNo, amountFen, totalFen, reason: '' };
  await w.pay.refund(request);
  await w.control(place, { tradeNo, refundNo, act: 'done' });
  await move('sbx_pay_refund', 'create_time', time, tradeNo);
  return refundNo;
}

describe('the bill of a day', () => {
  test('has its payments, and refunds by when they were accepted, with what the channel keeps', async () => {
    const first = await paidAt('2026-03-01 00:00:00+08', 500, '贴纸, `限量`版');
    const second = await paidAt('2026-03-01 23:59:59+08', 19_999);
    const refundNo = await refundedAt('2026-03-02 00:00:00+08', first, 199, 500);
    const pay = { kind: 'pay', refundNo: null, channelRefundNo: null, channelTradeNo: expect.stringMatching(/^42/) };
    expect(await w.pay.bill(day)).toEqual([
      { ...pay, time: new Date('2026-02-28T16:00:00Z'), tradeNo: first, amountFen: 500, feeMilliFen: 3_000 },
      { ...pay, time: new Date('2026-03-01T15:59:59Z'), tradeNo: second, amountFen: 19_999, feeMilliFen: 119_994 },
    ]);
    expect(await w.pay.bill('2026-03-02')).toMatchObject([
      { kind: 'refund', tradeNo: first, refundNo, amountFen: 199, feeMilliFen: -1_194 },
    ]);
    expect(await w.pay.bill('2026-03-03')).toEqual([]);
  });

  test('is not there before ten o’clock of the next day', async () => {
    const { rows } = await w.t.app.pool.query<{ today: string }>(
      `select to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as today`,
    );
    await expect(w.pay.bill(rows[0]?.today ?? '')).rejects.toMatchObject({ code: 'billNotReady', isPassing: true });
  });

  test('of which a part is missing or wrong gives nothing', async () => {
    for (const [bill, why] of [
      ['truncated', /cannot be unpacked/],
      ['column', /columns are not those/],
      ['sum', /do not make/],
      ['hash', /not the file that was announced/],
    ] as const) {
      await w.control(place, { faults: { bill } });
      const read = w.pay.bill(day);
      await expect(read).rejects.toThrow(BillUnreadable);
      await expect(read).rejects.toThrow(why);
    }
    await w.control(place, { faults: {} });
    expect(await w.pay.bill(day)).toHaveLength(2);
  });
});

// As the documents of the channel show it.
const head =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注';
const sums = '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额';
const ofPaid =
  '`2026-03-01 10:00:00,`wx1,`1900000109,`0,`,`4200,`GO1,`o1,`APP,`SUCCESS,`OTHERS,`CNY,`4.00,`1.00,`0,`0,`0.00,`0.00,`,`,`贴纸, 两张,`,`0.02400,`0.60%,`5.00,`0.00,`';
const ofRefund =
  '`2026-03-01 11:00:00,`wx1,`1900000109,`0,`,`4200,`GO1,`o1,`APP,`REFUND,`OTHERS,`CNY,`0.00,`0.00,`5030,`RF1,`2.00,`0.00,`ORIGINAL,`SUCCESS,`贴纸,`,`-0.01200,`0.60%,`0.00,`2.00,`';
const right = [head, ofPaid, ofRefund, sums, '`2,`4.00,`2.00,`0.00,`0.01200,`5.00,`2.00'];

describe('the text of a bill', () => {
  test('is read with its back-ticks and commas, with and without a mark of its encoding', () => {
    const rows = [
      { kind: 'pay', tradeNo: 'GO1', channelTradeNo: '4200', amountFen: 500, feeMilliFen: 2_400 },
      { kind: 'refund', refundNo: 'RF1', channelRefundNo: '5030', amountFen: 200, feeMilliFen: -1_200 },
    ];
    expect(readBill(`${right.join('\r\n')}\r\n`)).toMatchObject(rows);
    expect(readBill(`\uFEFF${right.join('\n')}`)).toMatchObject(rows);
    expect(readBill([head, sums, '`0,`0.00,`0.00,`0.00,`0.00000,`0.00,`0.00'].join('\n'))).toEqual([]);
  });

  test('is refused whole where anything is wrong', () => {
    const change = (from: string, to: string) => right.join('\n').replace(from, to);
    for (const wrong of [
      '',
      head,
      right.slice(0, -1).join('\n'),
      right.slice(0, -2).join('\n'),
      change('手续费,费率', '费率,手续费'),
      change(',申请退款金额', ''),
      change('`4200,`GO1', '`GO1'),
      change('`5.00,`0.00,`\n', '`5.001,`0.00,`\n'),
      change('`5.00,`0.00,`\n', '`five,`0.00,`\n'),
      change('SUCCESS,`OTHERS', 'REVOKED,`OTHERS'),
      change('2026-03-01 10:00:00', '2026-02-30 10:00:00'),
      change('\n`2,', '\n`3,'),
      change('`0.01200,`5.00', '`0.01201,`5.00'),
      change('`5.00,`2.00', '`5.01,`2.00'),
      [head, ofPaid, sums, right.at(-1)].join('\n'),
    ])
      expect(() => readBill(wrong)).toThrow(BillUnreadable);
  });
});
