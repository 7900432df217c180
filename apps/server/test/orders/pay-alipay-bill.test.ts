import { codes } from '@wheelhouse/entities/codes';
import { formatDay } from '@wheelhouse/contract/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readBill } from '../../src/adapters/pay/alipay/bill.ts';
import { alipayWorld, freshNo, type AlipayWorld } from './pay-alipay-kit.ts';

/** Bills of Alipay. */
let w: AlipayWorld;
beforeAll(async () => {
  w = await alipayWorld();
});
afterAll(() => w.stop());

/** A bill of two rows that another program has packed, names and texts in GBK. */
const packed = Buffer.from(
  [
    'UEsDBBQAAAAIAAAAIQBnQzAhRQIAAMMEAAAqAAAAMjA4ODUyMTIzMTkxMjA2ODAxNTZfMjAxNzA4MzFf0rXO8cP3z7guY3N2nVRbaxNBFH7eQP/DQl60TOqZvWUnb77oo8VX6Utj/5jB',
    'JpVC3Nw22SRUm26Sbpp7doOCUMUXo4aWgpFWxJnZTUgkSHB2OZz5zoXznTMzYS9ZLBiHg3znujbrFjNf+umtUNhtWXbCeiaBrqsSlmRMsASaDljV9qi5fuVUmm79PXfB0bMJ6KNTGTdd',
    'ESDG/z1RFD3XK616kdEprHjRXJFN17zEtz3j+6YxWyGfXrU8GFs2Or8oJwtH+ZdUZdneXPbaFKubtbtsHeVy1ZRjVD6j9iR7zpWanZ8Yl9SZKdwn8248GxnIcwu0QagwMqtuq5xELGf1',
    'qjBNpEavEkc0ZWXg5B032PolWN9e/wqAStr0jMMV69Auf1iKXto201are7uUvZnmpTA3lrN7Z/aXrCepv4B262Rq3+Y6lv2g8bVxQ8s2f3euzX5gNr3mTaAaxfGLrRAbFegyljAA/ZWo',
    'BBIhiirrRBdQ/Ll2ED8gUW1fxQqWgUSj8X3QQNFllWi6IiDWagH1GtbQm118QixdBPSIjPnUtRhW1mAqEoJvuz+9h+XoNl2SBnBfoN47AAgTLpmANYJLwdcFFIEdLPmbh7u7rMNIZOyG',
    'vYJl2QuOsIYjEdDjJws7JaUCX1jgnVzHDERJjqkkpsIyswAj/2AWUVmFvoRNmD19NJ/OvCYKy77tf69S9aPzc7OrFOa3qFupJyxsOInj+TEvZfhw6Bk6np/dUgY4QoNY19YEMbiU4dyX',
    'A314EZyvZH+wq7jmCVFjihZTCH1C/gBQSwMEFAAAAAgAAAAhAIh9mFofAQAARgIAADAAAAAyMDg4NTIxMjMxOTEyMDY4MDE1Nl8yMDE3MDgzMV/Stc7xw/fPuCi749fcKS5jc3aVUctK',
    'w0AUXTeQfwhkOy0zeZnkV6RfF9TWjcSSRPOw2JoQp9qamAdIBUvdWLC0CCIUxaRtIAEXcWY4nMM99zKcSycnF7p6HGrjtTVPp+dvwRlJ0PHIdBXzkIGiyDOIYZGEGCiIEPFCOyt7K2z7',
    'sfe0taCDmwUUowGL/JiCUN6+NkVRSZxcVl1SNIAVVzarWfcUX7x+UN/r9pDE0NUW6ovpgpwMNz0POFaY6l3tKJ2qGH+D+1F/WZI5dVb6UulEp0oX3N7ZIdZwvJe7sB5d67lUL8l+Z7Ix',
    'glK/8TNeG0EhEv9jT/OZV1ZhIwlzYnsN0AAov3wLQoC4HGEVmhlKO4rYloT+kV85PmeGv2rmR2t27xOr9usfW+RlTpA5KdviL1BLAQIUAxQAAAAIAAAAIQBnQzAhRQIAAMMEAAAqAAAA',
    'AAAAAAAAAACAAQAAAAAyMDg4NTIxMjMxOTEyMDY4MDE1Nl8yMDE3MDgzMV/Stc7xw/fPuC5jc3ZQSwECFAMUAAAACAAAACEAiH2YWh8BAABGAgAAMAAAAAAAAAAAAAAAgAGNAgAAMjA4',
    'ODUyMTIzMTkxMjA2ODAxNTZfMjAxNzA4MzFf0rXO8cP3z7gou+PX3CkuY3N2UEsFBgAAAAACAAIAtgAAAPoDAAAAAA==',
  ].join(''),
  'base64',
);
const wanted = { day: '2017-08-31', sellerId: '2088521231912068' };

test('a bill that another program has packed is read to the last cell', () => {
  expect(readBill(packed, wanted)).toEqual([
    {
      kind: 'pay',
      time: new Date('2017-08-31T00:06:15+08:00'),
      tradeNo: 'cd6ece976b514130977cb06048359684',
      channelTradeNo: '2017083121001004720299453898',
      refundNo: null,
      channelRefundNo: null,
      amountFen: 2_000,
      feeMilliFen: 12_000,
    },
    {
      kind: 'refund',
      time: new Date('2017-08-31T23:59:59+08:00'),
      tradeNo: 'GO20170830235950000001',
      channelTradeNo: '2017083021001004720299453899',
      refundNo: 'RF20170831000001',
      channelRefundNo: null,
      amountFen: 500,
      feeMilliFen: -3_000,
    },
  ]);
});

test('a bill that is cut off, changed, of another day or another merchant is not read', () => {
  const unreadable = { name: 'BillUnreadable' };
  const refused = (bytes: Buffer, of = wanted) =>
    expect(() => readBill(bytes, of)).toThrow(expect.objectContaining(unreadable));
  for (let end = 0; end < packed.length; end += 7) refused(packed.subarray(0, end));
  refused(Buffer.concat([packed.subarray(0, 300), Buffer.from([0]), packed.subarray(301)]));
  refused(Buffer.from('<html>busy</html>'));
  refused(packed, { ...wanted, day: '2017-09-01' });
  refused(packed, { ...wanted, sellerId: '2088521231912069' });
});

describe('the sandbox’s bill', () => {
  const ago = (days: number): string => formatDay(new Date(Date.now() - days * 86_400_000));
  const [day, next] = [ago(4), ago(3)];
  const at = (ofDay: string, time: string): Date => new Date(`${ofDay}T${time}+08:00`);
  /** The sandbox has done it then. */
  const move = (table: 'refund' | 'trade', no: string, set: string, time: Date) =>
    w.t.app.pool.query(`update sbx_pay_${table} set ${set} = $1 where channel = $2 and ${table}_no = $3`, [
      time,
      codes.PayChannel.alipay,
      no,
    ]);

  test('has what was done on its day, by when it was done, and nothing twice', async () => {
    const [early, late, refundNo] = [await w.paid({ amountFen: 1_999 }), await w.paid({ amountFen: 5 }), freshNo()];
    await w.refundOf(early, 500, refundNo);
    await move('trade', early, 'paid_time', at(day, '23:59:59'));
    await move('trade', late, 'create_time', at(day, '23:59:58'));
    await move('trade', late, 'paid_time', at(next, '00:00:00'));
    await move('refund', refundNo, 'create_time', at(next, '00:00:01'));
    const channelTradeNo = expect.stringMatching(/^\d{28}$/);
    const row = { channelTradeNo, refundNo: null, channelRefundNo: null };
    expect(await w.channel.bill(day)).toEqual([
      { ...row, kind: 'pay', time: at(day, '23:59:59'), tradeNo: early, amountFen: 1_999, feeMilliFen: 12_000 },
    ]);
    const refund = { tradeNo: early, refundNo, amountFen: 500, feeMilliFen: -3_000 };
    expect(await w.channel.bill(next)).toEqual([
      { ...row, kind: 'pay', time: at(next, '00:00:00'), tradeNo: late, amountFen: 5, feeMilliFen: 0 },
      { ...row, ...refund, kind: 'refund', time: at(next, '00:00:01') },
    ]);
    expect(await w.channel.bill(ago(5))).toEqual([]);
  });

  test('is not there before the day is over', async () => {
    await expect(w.channel.bill(ago(0))).rejects.toMatchObject({ code: 'billNotReady', isPassing: true });
  });

  test('is taken whole or not at all', async () => {
    for (const bill of ['truncated', 'column', 'sum'] as const) {
      await w.control({ faults: { told: 'never', bill } });
      await expect(w.channel.bill(day)).rejects.toMatchObject({ name: 'BillUnreadable' });
    }
    await w.control({ faults: { told: 'never' } });
    expect(await w.channel.bill(day)).toHaveLength(1);
  });
});
