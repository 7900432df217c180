import fc from 'fast-check';
import { atRate, backFen, shareFen } from '@wheelhouse/contract/money';
import { describe, expect, test } from 'vitest';
import type { Posting } from '../../src/modules/orders/ledger/posting.ts';
import {
  corrected,
  feeReturned,
  held,
  heldReturned,
  paid,
  refunded,
  type Sale,
  settled,
  settlementPaid,
} from '../../src/modules/orders/ledger/postings.ts';

const occurTime = new Date('2025-11-20T02:15:58Z');
const orderNo = 'GO20251120101530000123';
const partner = '星河工作室';

/** By account, without what comes to nothing. */
function sums(...postings: readonly Posting[]): Record<string, number> {
  const all: Record<string, number> = {};
  for (const { account, amountFen } of postings.flatMap(({ lines }) => lines))
    all[account] = (all[account] ?? 0) + amountFen;
  return Object.fromEntries(Object.entries(all).filter(([, sum]) => sum !== 0));
}
const sumOf = (posting: Posting): number => posting.lines.reduce((sum, { amountFen }) => sum + amountFen, 0);

const sale: Sale = {
  orderNo,
  occurTime,
  goods: 'theme',
  channel: 1,
  payFen: 500,
  discountFen: 100,
  feeFen: 3,
  share: { partner, shareFen: 199 },
};

describe('the worked example of a theme of 600 with a coupon of 100', () => {
  test('is what the channel holds, what was sold and what the partner earns', () => {
    expect(sums(paid(sale))).toEqual({
      'channel:1': 497,
      'fee:1': 3,
      'revenue:theme': -600,
      'discount:coupon': 100,
      [`share:${partner}`]: 199,
      [`partner:${partner}`]: -199,
    });
  });

  test('is taken back by its mirror', () => {
    const back = refunded({ ...sale, refundNo: 'RF1', isOffline: false });
    expect(sums(back)).toMatchObject({ 'channel:1': -497, 'fee:1': -3, [`partner:${partner}`]: 199 });
    expect(sums(paid(sale), back)).toEqual({});
  });

  test('costs its fee where the company pays it back itself, until the channel returns it', () => {
    const back = refunded({ ...sale, refundNo: 'RF1', isOffline: true, feeFen: 0 });
    expect(sums(paid(sale), back)).toEqual({ 'channel:1': 497, 'fee:1': 3, bank: -500 });
    const fee = feeReturned({ orderNo, refundNo: 'RF1', occurTime, channel: 1, feeFen: 3, share: null });
    expect(sums(paid(sale), back, fee)).toEqual({ 'channel:1': 500, bank: -500 });
  });
});

test('money that no order takes waits in suspense, and goes back', () => {
  const money = {
    why: 'paidAfterClose',
    orderNo,
    channel: 1,
    billRef: '4200001',
    payFen: 500,
    feeFen: 3,
    occurTime,
  } as const;
  expect(sums(held(money))).toEqual({ 'channel:1': 497, 'fee:1': 3, 'suspense:paidAfterClose': -500 });
  expect(sums(held(money), heldReturned({ ...money, isOffline: false, refundNo: 'RF2' }))).toEqual({});
  expect(held(money).key).not.toBe(held({ ...money, billRef: '4200002' }).key);
});

test('a difference makes the money at the channel what the channel says', () => {
  const common = { channel: 2, occurTime, orderNo };
  expect(sums(corrected({ ...common, reconNo: '1', why: 'feeRounding', differenceFen: -1 }))).toEqual({
    'channel:2': -1,
    'fee:2': 1,
  });
  expect(sums(corrected({ ...common, reconNo: '2', why: 'missingHere', differenceFen: 990 }))).toEqual({
    'channel:2': 990,
    'suspense:missingHere': -990,
  });
});

test('a statement is owed, and then paid', () => {
  const statement = { settlementNo: 'ST202511', partner, occurTime };
  const owed = settled({ ...statement, shareFen: 199, adjustmentFen: -20 });
  expect(sums(owed)).toEqual({
    [`partner:${partner}`]: 199,
    [`adjustment:${partner}`]: -20,
    [`payable:${partner}`]: -179,
  });
  const done = settlementPaid({ ...statement, payableFen: 179 });
  expect(sums(paid(sale), owed, done)).toMatchObject({ bank: -179, [`share:${partner}`]: 199 });
  expect(sums(paid(sale), owed, done)).not.toHaveProperty(`payable:${partner}`);
});

const fen = fc.integer({ min: 1, max: 1_000_000 });
const rate = fc.integer({ min: 0, max: 10_000 });
const order = fc
  .record({
    payFen: fen,
    discountFen: fc.nat(1_000_000),
    fee: rate,
    shared: rate,
    cuts: fc.array(rate, { maxLength: 6 }),
  })
  .map(({ payFen, cuts, ...rest }) => ({
    ...rest,
    payFen,
    // What was refunded so far, after each refund; the last one is of the rest.
    refunds: [...new Set([...cuts.map((cut) => Math.floor((payFen * cut) / 10_000)), payFen])]
      .filter((n) => n > 0)
      .toSorted((a, b) => a - b),
  }));

/** An order and its refunds, as orders post them. */
function historyOf({
  payFen,
  discountFen,
  fee,
  shared,
  refunds,
}: typeof order extends fc.Arbitrary<infer T> ? T : never) {
  const feeFen = atRate(payFen, fee);
  const shareAt = (refundedFen: number, feeLeft: number) =>
    shareFen({ payFen, refundedFen, feeFen: feeLeft, rate: shared });
  const first = paid({ ...sale, payFen, discountFen, feeFen, share: { partner, shareFen: shareAt(0, feeFen) } });
  const back = { refundedFen: 0, feeFen: 0, discountFen: 0 };
  const later = refunds.map((refundedFen, n) => {
    const gone = { payFen, refundedFen };
    const [feeBack, discountBack] = [backFen(feeFen, gone, back.feeFen), backFen(discountFen, gone, back.discountFen)];
    const share =
      shareAt(back.refundedFen, feeFen - back.feeFen) - shareAt(refundedFen, feeFen - back.feeFen - feeBack);
    const amount = refundedFen - back.refundedFen;
    Object.assign(back, { refundedFen, feeFen: back.feeFen + feeBack, discountFen: back.discountFen + discountBack });
    const parts = { payFen: amount, discountFen: discountBack, feeFen: feeBack, share: { partner, shareFen: share } };
    return refunded({ ...sale, ...parts, refundNo: `RF${n}`, isOffline: false });
  });
  return [first, ...later];
}

test('each posting sums to zero, and an order that is refunded bit by bit leaves nothing behind', () => {
  fc.assert(
    fc.property(order, (one) => {
      const history = historyOf(one);
      expect(history.map(sumOf)).toEqual(history.map(() => 0));
      expect(sums(...history)).toEqual({});
    }),
    { numRuns: 1_000 },
  );
});

test('the others sum to zero whatever their amounts', () => {
  fc.assert(
    fc.property(fen, fen, fc.integer({ min: -1_000_000, max: 1_000_000 }), (payFen, feeFen, signed) => {
      const money = { why: 'wrongAmount', orderNo, channel: 2, billRef: '1', payFen, feeFen, occurTime } as const;
      const statement = { settlementNo: 'S', partner, occurTime };
      const all = [
        held(money),
        heldReturned({ ...money, isOffline: false, refundNo: 'R' }),
        feeReturned({ ...money, refundNo: 'R', share: { partner, shareFen: payFen } }),
        corrected({ reconNo: '1', channel: 1, why: 'amount', differenceFen: signed, occurTime }),
        settled({ ...statement, shareFen: payFen, adjustmentFen: signed }),
        settlementPaid({ ...statement, payableFen: payFen }),
      ];
      expect(all.map(sumOf)).toEqual(all.map(() => 0));
      expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
    }),
  );
});
