import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';

/** A small model of one order paid by WeChat Pay, by which random histories are judged. It knows no SQL and none of the product's arithmetic. */

const orders = machines['SM-Order'].states;
const refunds = machines['SM-Refund'].states;
const coupons = machines['SM-UserCoupon'].states;

export const steps = [
  'pay',
  'payAgain',
  'paySecond',
  'payWrong',
  'end',
  'grant',
  'ship',
  'applyPart',
  'applyRest',
  'applyTooMuch',
  'approve',
  'reject',
  'refundDone',
  'refundDoneAgain',
  'refundRefused',
  'retry',
] as const;
export type Step = (typeof steps)[number];

export interface Model {
  readonly isMall: boolean;
  readonly hasCoupon: boolean;
  readonly priceFen: number;
  readonly discountFen: number;
  status: number;
  refundStatus: number;
  issue: number | null;
  /** Paid after it was closed. */
  isLate: boolean;
  refundedFen: number;
  /** What the refund that was applied for last asks for. */
  askedFen: number;
  couponStatus: number | null;
  isShipped: boolean;
  /** Where its goods are: held for it, sent, or free again. */
  stock: 'held' | 'sent' | 'free';
  /** Trades that came, by number. */
  readonly trades: Map<string, number>;
  feeFen: number;
  feeBackFen: number;
  /** What came otherwise than asked for and nobody gave back. */
  suspenseFen: number;
}

export const begin = (of: Pick<Model, 'isMall' | 'hasCoupon' | 'priceFen' | 'discountFen'>): Model => ({
  ...of,
  status: orders.toPay,
  refundStatus: refunds.none,
  issue: null,
  isLate: false,
  refundedFen: 0,
  askedFen: 0,
  couponStatus: of.hasCoupon ? coupons.locked : null,
  isShipped: false,
  stock: 'held',
  trades: new Map(),
  feeFen: 0,
  feeBackFen: 0,
  suspenseFen: 0,
});

export const payFenOf = ({ priceFen, discountFen }: Model): number => priceFen - discountFen;
/** 0.6 %, half up. */
export const feeOf = (fen: number): number => Math.floor((fen * 6 + 500) / 1000);
const isOpen = ({ refundStatus }: Model): boolean =>
  refundStatus === refunds.inReview || refundStatus === refunds.refunding || refundStatus === refunds.failed;

/** Money comes. */
export function pay(model: Model, tradeNo: string, fen: number): void {
  if (model.trades.has(tradeNo)) return;
  const isFirst = model.trades.size === 0;
  model.trades.set(tradeNo, fen);
  if (!isFirst) {
    model.issue = codes.PayIssue.twice;
    model.suspenseFen += fen;
  } else if (fen !== payFenOf(model)) {
    model.issue = codes.PayIssue.amount;
    model.suspenseFen += fen;
  } else if (model.status === orders.closed) {
    model.issue = codes.PayIssue.afterClose;
    model.isLate = true;
    model.refundStatus = refunds.refunding;
    model.askedFen = fen;
    model.feeFen = feeOf(fen);
  } else {
    model.status = orders.paid;
    model.feeFen = feeOf(fen);
    if (model.hasCoupon) model.couponStatus = coupons.used;
  }
}

/** Its time is over; what was paid, or paid otherwise than asked for, stays. */
export function end(model: Model): void {
  if (model.status !== orders.toPay || model.trades.size > 0) return;
  model.status = orders.closed;
  model.stock = 'free';
  if (model.hasCoupon) model.couponStatus = coupons.unused;
}

export const mayApply = (model: Model): boolean =>
  !isOpen(model) && (model.status === orders.paid || model.status === orders.shipped || model.status === orders.done);

/** The channel has paid back. */
export function paidBack(model: Model): void {
  if (model.refundStatus !== refunds.refunding) return;
  model.refundedFen += model.askedFen;
  const pays = payFenOf(model);
  // Its part of the fee for all that went back, half up.
  model.feeBackFen = Math.floor((2 * model.feeFen * model.refundedFen + pays) / (2 * pays));
  const isWhole = model.refundedFen === pays;
  model.refundStatus = isWhole ? refunds.refunded : refunds.partlyRefunded;
  if (!isWhole || model.isLate) return;
  model.status = orders.refunded;
  if (model.hasCoupon) model.couponStatus = coupons.unused;
  if (!model.isShipped) model.stock = 'free';
}
