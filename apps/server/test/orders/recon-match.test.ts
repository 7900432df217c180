import fc from 'fast-check';
import { codes } from '@wheelhouse/entities/codes';
import { describe, expect, test } from 'vitest';
import type { BillRow } from '../../src/adapters/pay/index.ts';
import { differencesOf, figuresOf, type OwnRow, type Sides } from '../../src/modules/orders/recon/match.ts';

const { missingHere, missingThere, amount, feeRounding, acrossMidnight } = codes.ReconDiff;
const noon = new Date('2025-11-20T04:00:00Z');

const paid = (n: number | string, amountFen = 500, feeFen = 3): OwnRow => ({
  kind: 'pay',
  orderNo: `GO${n}`,
  channelTradeNo: `42${n}`,
  refundNo: null,
  channelRefundNo: null,
  amountFen,
  feeFen,
  time: noon,
});
const refunded = (n: number | string, amountFen = 500, feeFen = -3): OwnRow => ({
  ...paid(n, amountFen, feeFen),
  kind: 'refund',
  refundNo: `RF${n}`,
  channelRefundNo: `50${n}`,
});
const billed = ({
  kind,
  orderNo,
  channelTradeNo,
  refundNo,
  channelRefundNo,
  amountFen,
  feeFen,
  time,
}: OwnRow): BillRow => ({
  kind,
  time,
  tradeNo: orderNo,
  channelTradeNo: channelTradeNo ?? '',
  refundNo,
  channelRefundNo,
  amountFen,
  feeMilliFen: feeFen * 1000,
});
const sides = (some: Partial<Sides>): Sides => ({
  bill: [],
  own: [],
  ownElsewhere: [],
  billedElsewhere: new Set(),
  underWay: new Set(),
  mayBeBilledLater: () => false,
  ...some,
});
const found = (some: Partial<Sides>) =>
  differencesOf(sides(some)).map(({ type, ref, isOpen }) => `${type} ${ref}${isOpen ? '' : ' explained'}`);

describe('two sides of a day', () => {
  test('that say the same differ in nothing, in whatever order', () => {
    const own = [paid(1), refunded(1), paid(2, 990, 6)];
    expect(found({ own, bill: own.map(billed).toReversed() })).toEqual([]);
  });

  test('are paired once: the same row of a bill twice is one that is missing here', () => {
    const own = [paid(1)];
    expect(found({ own, bill: [...own, ...own].map(billed) })).toEqual([`${missingHere} pay:421`]);
    expect(found({ bill: [...own, ...own].map(billed) })).toEqual([
      `${missingHere} pay:421`,
      `${missingHere} pay:421#2`,
    ]);
  });

  test('are paired by the channel’s number first: two payments of an order are two', () => {
    const twice = [paid(1), { ...paid(1), channelTradeNo: '4299' }];
    expect(found({ own: twice, bill: twice.map(billed).toReversed() })).toEqual([]);
    expect(found({ own: twice, bill: [billed(paid(1))] })).toEqual([`${missingThere} pay:4299`]);
  });

  test('a refund that the channel made by itself is found by its number there', () => {
    const own = [{ ...refunded(1), channelRefundNo: 'AP77' }];
    expect(found({ own, bill: [{ ...billed(refunded(1)), refundNo: 'AP77', channelRefundNo: null }] })).toEqual([]);
  });

  test.each([
    ['less than half a fen', 3_499, undefined],
    ['half a fen', 3_500, feeRounding],
    ['a fen', 2_000, feeRounding],
    ['more', 150_000, amount],
  ])('fees are compared in whole fen: %s', (_, feeMilliFen, type) => {
    const bill = [{ ...billed(paid(1)), feeMilliFen }];
    expect(found({ own: [paid(1)], bill })).toEqual(type === undefined ? [] : [`${type} pay:421`]);
  });

  test('a refund is no payment: its signs are the other way round', () => {
    const [one] = differencesOf(sides({ own: [refunded(1, 500, -3)], bill: [billed(refunded(1, 300, -2))] }));
    if (one === undefined) throw new Error('nothing differs');
    expect(figuresOf(one)).toEqual({ ourFen: -500, channelFen: -300, ourFeeFen: -3, channelFeeFen: -2, diffFen: 199 });
  });

  test('midnight explains what the bill of the day beside has, and what its bill may still have', () => {
    const [mine, other] = [paid(1), paid(2)];
    expect(found({ bill: [billed(other)], ownElsewhere: [other] })).toEqual([`${acrossMidnight} pay:422 explained`]);
    expect(found({ own: [mine], billedElsewhere: new Set(['pay:421']) })).toEqual([
      `${acrossMidnight} pay:421 explained`,
    ]);
    expect(found({ own: [mine], mayBeBilledLater: () => true })).toEqual([`${acrossMidnight} pay:421`]);
    expect(found({ own: [mine] })).toEqual([`${missingThere} pay:421`]);
    expect(found({ bill: [billed(refunded(3))], underWay: new Set(['RF3']) })).toEqual([
      `${acrossMidnight} refund:RF3`,
    ]);
  });
});

test('10,000 planted differences: each is found once, in its class, and nothing else is', () => {
  const plants = ['none', 'here', 'there', 'amount', 'fee', 'midnight', 'twice'] as const;
  const one = fc.record({
    plant: fc.constantFrom(...plants),
    isRefund: fc.boolean(),
    fen: fc.integer({ min: 100, max: 200_000 }),
    by: fc.integer({ min: 1, max: 99 }),
  });
  let planted = 0;
  fc.assert(
    fc.property(fc.array(one, { minLength: 1_200, maxLength: 1_200 }), (rows) => {
      const world = rows.map(({ plant, isRefund, fen, by }, n) => {
        const own = isRefund ? refunded(n, fen, -Math.floor(fen / 200)) : paid(n, fen, Math.floor(fen / 200));
        const bill = billed(own);
        const ref = isRefund ? `refund:RF${n}` : `pay:42${n}`;
        switch (plant) {
          case 'none':
            return { own: [own], bill: [bill], expected: [] };
          case 'here':
            return { own: [], bill: [bill], expected: [`${missingHere} ${ref}`] };
          case 'there':
            return { own: [own], bill: [], expected: [`${missingThere} ${ref}`] };
          case 'amount':
            return { own: [own], bill: [{ ...bill, amountFen: fen + by }], expected: [`${amount} ${ref}`] };
          case 'fee':
            return {
              own: [own],
              bill: [{ ...bill, feeMilliFen: bill.feeMilliFen + 1000 }],
              expected: [`${feeRounding} ${ref}`],
            };
          case 'midnight':
            return { own: [], elsewhere: [own], bill: [bill], expected: [`${acrossMidnight} ${ref} explained`] };
          case 'twice':
            return { own: [own], bill: [bill, bill], expected: [`${missingHere} ${ref}`] };
        }
      });
      const expected = world.flatMap((row) => row.expected).toSorted();
      planted += expected.length;
      expect(
        found({
          own: world.flatMap((row) => row.own),
          bill: world.flatMap((row) => row.bill),
          ownElsewhere: world.flatMap((row) => row.elsewhere ?? []),
        }).toSorted(),
      ).toEqual(expected);
    }),
    { numRuns: 12 },
  );
  expect(planted).toBeGreaterThan(10_000);
});
