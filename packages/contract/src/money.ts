/**
 * Sums of money as integers of fen. Rates are integers of 1e-4 (0.6 % is 60, 40 % is 4000). No fraction is ever stored, and products are computed without
 * rounding, however large.
 */

/** A whole rate. */
export const rateUnit = 10_000;

function check(what: string, value: number): bigint {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${what} of ${value}: not a whole number from 0`);
  return BigInt(value);
}

/** `a × b ÷ c`, half up. */
const scaled = (a: bigint, b: bigint, c: bigint): number => Number((2n * a * b + c) / (2n * c));

/**
 * A rate of a sum, half-up to the fen: a channel's fee, a partner's share.
 * @throws RangeError a negative number or a fraction
 */
export const atRate = (fen: number, rate: number): number =>
  scaled(check('a sum', fen), check('a rate', rate), BigInt(rateUnit));

/**
 * Splits a sum over parts by their weights, by largest remainder: the parts are the whole, and none is a fen or more from its exact value. Of equal
 * remainders the first counts.
 * @throws RangeError a negative number or a fraction; a sum with nothing to split it over
 */
export function splitFen(fen: number, weights: readonly number[]): number[] {
  const whole = check('a sum', fen);
  const given = weights.map((weight) => check('a weight', weight));
  const all = given.reduce((sum, weight) => sum + weight, 0n);
  if (all === 0n) {
    if (whole > 0n) throw new RangeError('a sum is split over nothing');
    return given.map(() => 0);
  }
  const parts = given.map((weight, at) => ({ at, floor: (whole * weight) / all, rest: (whole * weight) % all }));
  const left = Number(whole - parts.reduce((sum, { floor }) => sum + floor, 0n));
  const raised = parts.toSorted((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1)).slice(0, left);
  const isRaised = new Set(raised.map(({ at }) => at));
  return parts.map(({ at, floor }) => Number(floor) + (isRaised.has(at) ? 1 : 0));
}

/** How much of an order has gone back, or would have. */
export interface GoneBack {
  /** What was paid; above zero. */
  readonly payFen: number;
  /** All its refunds, with the one that is asked about. */
  readonly refundedFen: number;
}

/**
 * What of something that came with a payment (its fee, its coupon) goes back with a refund: its part for all refunds so far, less what went back before.
 * However an order is refunded, what goes back in the end is the whole.
 * @throws RangeError more was refunded than paid, or more went back than there was
 */
export function backFen(fen: number, { payFen, refundedFen }: GoneBack, backBefore: number): number {
  const [whole, pay, done] = [check('a sum', fen), check('a payment', payFen), check('a refund', refundedFen)];
  if (pay === 0n || done > pay) throw new RangeError(`a refund of ${refundedFen} of ${payFen}`);
  const back = scaled(whole, done, pay) - Number(check('what went back', backBefore));
  if (back < 0) throw new RangeError(`${backBefore} of ${fen} went back with ${refundedFen} of ${payFen}`);
  return back;
}

/** Of an order, as of the moment it was paid. */
export interface SharedOrder extends GoneBack {
  /** What the channel keeps of it: its fee, less what it gave back. */
  readonly feeFen: number;
  /** Of the partner. */
  readonly rate: number;
}

/**
 * A partner's share of an order: the rate of what is left of the payment after refunds and fee, half-up. Nothing is left of an order that was refunded whole,
 * whether the channel gave its fee back or not; no share is below zero. Source: chapter 10, §5 of the catalogue.
 */
export function shareFen({ payFen, refundedFen, feeFen, rate }: SharedOrder): number {
  if (refundedFen > payFen) throw new RangeError(`a refund of ${refundedFen} of ${payFen}`);
  return refundedFen === payFen ? 0 : atRate(Math.max(0, payFen - refundedFen - feeFen), rate);
}

/** Whole fen of an amount in thousandths, half away from zero, so that what comes and what goes back cancel. */
export function fenOfMilli(milliFen: number): number {
  const fen = scaled(check('an amount', Math.abs(milliFen)), 1n, 1000n);
  return milliFen < 0 && fen > 0 ? -fen : fen;
}
