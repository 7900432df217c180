import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { atRate, backFen, rateUnit, shareFen, splitFen } from '../src/money.ts';

const fen = fc.integer({ min: 0, max: 10_000_000_000 });
const rate = fc.integer({ min: 0, max: rateUnit });
const total = (parts: readonly number[]): number => parts.reduce((sum, part) => sum + part, 0);

describe('a sum that is split', () => {
  test('is its parts, as in the worked example of three boxes with a coupon', () => {
    expect(splitFen(2670, [990, 990, 990])).toEqual([890, 890, 890]);
    expect(total(splitFen(2670, [990, 990, 990]).slice(1))).toBe(1780);
    expect(splitFen(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(splitFen(1, [1, 2])).toEqual([0, 1]);
    expect(splitFen(0, [0, 0])).toEqual([0, 0]);
    expect(() => splitFen(1, [0, 0])).toThrow(RangeError);
    expect(() => splitFen(1.5, [1])).toThrow(RangeError);
    expect(() => splitFen(1, [-1, 2])).toThrow(RangeError);
  });

  test('leaves no part a fen or more from its exact value', () => {
    fc.assert(
      fc.property(
        fen,
        fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 30 }),
        (sum, weights) => {
          fc.pre(total(weights) > 0);
          const parts = splitFen(sum, weights);
          expect(total(parts)).toBe(sum);
          const all = BigInt(total(weights));
          for (const [at, part] of parts.entries()) {
            const off = BigInt(part) * all - BigInt(sum) * BigInt(weights[at] ?? 0);
            expect(off < all && off > -all).toBe(true);
          }
        },
      ),
    );
  });
});

describe('a rate of a sum', () => {
  test('is half-up to the fen, as in the worked example of a share', () => {
    const fee = atRate(500, 60);
    expect(fee).toBe(3);
    const share = shareFen({ payFen: 500, refundedFen: 0, feeFen: fee, rate: 4000 });
    expect([share, 500 - fee - share]).toEqual([199, 298]);
    expect([atRate(75, 60), atRate(250, 60), atRate(83, 60)]).toEqual([0, 2, 0]);
    expect(() => atRate(-199, 5000)).toThrow(RangeError);
    expect(() => atRate(500, 0.006)).toThrow(RangeError);
  });

  test('is right to the fen for any sum', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), rate, (sum, by) => {
        const off = 2n * (BigInt(atRate(sum, by)) * BigInt(rateUnit) - BigInt(sum) * BigInt(by));
        expect(off > -BigInt(rateUnit) && off <= BigInt(rateUnit)).toBe(true);
      }),
    );
  });
});

/** A payment and refunds of it that come to no more than the whole. */
const history = fc
  .record({
    payFen: fc.integer({ min: 1, max: 10_000_000 }),
    rate,
    share: rate,
    discount: fen,
    cuts: fc.array(rate, { maxLength: 8 }),
  })
  .map(({ payFen, cuts, ...more }) => ({
    ...more,
    payFen,
    refunded: [...cuts.map((cut) => Math.floor((payFen * cut) / rateUnit)).toSorted((a, b) => a - b), payFen],
  }));

describe('what goes back with refunds', () => {
  test('is in the end the whole, however the order was refunded', () => {
    fc.assert(
      fc.property(history, ({ payFen, rate: by, discount, refunded }) => {
        for (const whole of [atRate(payFen, by), discount]) {
          let before = 0;
          for (const refundedFen of refunded) {
            const back = backFen(whole, { payFen, refundedFen }, before);
            expect(back).toBeGreaterThanOrEqual(0);
            before += back;
          }
          expect(before).toBe(whole);
        }
      }),
    );
  });

  test('leaves shares that are never below zero and end with nothing', () => {
    fc.assert(
      fc.property(history, ({ payFen, rate: by, share, refunded }) => {
        const fee = atRate(payFen, by);
        const left = refunded.map((refundedFen) => {
          const back = backFen(fee, { payFen, refundedFen }, 0);
          return shareFen({ payFen, refundedFen, feeFen: fee - back, rate: share });
        });
        expect(left.filter((one) => one < 0)).toEqual([]);
        expect(left.at(-1)).toBe(0);
        // The channel may keep its fee.
        expect(shareFen({ payFen, refundedFen: payFen, feeFen: fee, rate: share })).toBe(0);
      }),
    );
  });

  test('is refused where it is more than there was', () => {
    expect(() => backFen(3, { payFen: 500, refundedFen: 501 }, 0)).toThrow(RangeError);
    expect(() => backFen(3, { payFen: 500, refundedFen: 100 }, 3)).toThrow(RangeError);
    expect(() => backFen(3, { payFen: 0, refundedFen: 0 }, 0)).toThrow(RangeError);
  });
});
