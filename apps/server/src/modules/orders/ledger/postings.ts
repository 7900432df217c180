import type { LedgerAccount } from '@wheelhouse/contract/ledger';
import type { Line, Posting } from './posting.ts';

/**
 * What is posted for each event, from amounts that whoever calls has computed (`contract/money.ts`) and keeps. Amounts are whole fen and above zero unless
 * said otherwise. A key names the event, so that each is posted once, whoever tells of it and how often.
 */

/** What a revenue account is named by. */
export type Goods = 'theme' | 'sound' | 'sim' | 'mall' | 'blindBox';

/** A partner's share of an order, or what of it goes back. */
export interface Share {
  /** The partner's name, as of payTime. */
  readonly partner: string;
  readonly shareFen: number;
}

interface Event {
  /** When it happened, by the channel where it says. */
  readonly occurTime: Date;
  readonly billRef?: string;
  readonly note?: string;
}

export interface Sale extends Event {
  readonly orderNo: string;
  readonly goods: Goods;
  /** D:PayChannel. */
  readonly channel: number;
  readonly payFen: number;
  /** What coupons paid for. Price less discount is what was paid. */
  readonly discountFen: number;
  readonly feeFen: number;
  readonly share: Share | null;
}

/** What goes back with a refund, of each part of its sale. */
export interface SaleRefund extends Sale {
  readonly refundNo: string;
  /** Paid by the company itself, not through the channel, which keeps its fee. */
  readonly isOffline: boolean;
}

const entry = (account: LedgerAccount, amountFen: number): Line => ({ account, amountFen });
/** The same the other way round. Nothing is negated to -0. */
const mirror = (lines: readonly Line[]): Line[] =>
  lines.map(({ account, amountFen }) => ({ account, amountFen: 0 - amountFen }));

const feeLines = (channel: number, feeFen: number): Line[] => [
  entry(`fee:${channel}`, feeFen),
  entry(`channel:${channel}`, 0 - feeFen),
];
const shareLines = (share: Share | null): Line[] =>
  share === null
    ? []
    : [entry(`share:${share.partner}`, share.shareFen), entry(`partner:${share.partner}`, 0 - share.shareFen)];

const saleLines = (into: LedgerAccount, { goods, channel, payFen, discountFen, feeFen, share }: Sale): Line[] => [
  entry(into, payFen),
  entry('discount:coupon', discountFen),
  entry(`revenue:${goods}`, 0 - payFen - discountFen),
  ...feeLines(channel, feeFen),
  ...shareLines(share),
];

const about = ({ occurTime, billRef, note }: Event) => ({
  occurTime,
  ...(billRef !== undefined && { billRef }),
  ...(note !== undefined && { note }),
});

/** An order is paid. */
export const paid = (sale: Sale): Posting => ({
  kind: 'paid',
  key: `paid:${sale.orderNo}`,
  orderNo: sale.orderNo,
  ...about(sale),
  lines: saleLines(`channel:${sale.channel}`, sale),
});

/**
 * A refund has arrived. A refund of the whole order is given the amounts of the sale, so that both cancel; of a part, what goes back of each
 * (`backFen`, and the share by `shareFen` before less after).
 */
export const refunded = (refund: SaleRefund): Posting => ({
  kind: 'refunded',
  key: `refunded:${refund.refundNo}`,
  orderNo: refund.orderNo,
  refundNo: refund.refundNo,
  ...about(refund),
  lines: mirror(saleLines(refund.isOffline ? 'bank' : `channel:${refund.channel}`, refund)),
});

/** The channel gives its fee of a refund back, and had not with the refund. What that adds to a partner's share comes with it. */
export const feeReturned = (
  back: Event & Pick<SaleRefund, 'orderNo' | 'refundNo' | 'channel' | 'feeFen' | 'share'>,
): Posting => ({
  kind: 'feeReturned',
  key: `feeReturned:${back.refundNo}`,
  orderNo: back.orderNo,
  refundNo: back.refundNo,
  ...about(back),
  lines: [...mirror(feeLines(back.channel, back.feeFen)), ...shareLines(back.share)],
});

/** Money of a payment that no order takes: its order is closed, or the amount is another one. It waits to be given back. */
export interface Held extends Event {
  readonly why: 'paidAfterClose' | 'wrongAmount';
  readonly orderNo: string;
  readonly channel: number;
  /** The channel's number of the trade: two payments of an order are held apart. */
  readonly billRef: string;
  readonly payFen: number;
  readonly feeFen: number;
}

const heldLines = ({ why, channel, payFen, feeFen }: Omit<Held, 'billRef'>, into: LedgerAccount): Line[] => [
  entry(into, payFen),
  entry(`suspense:${why}`, 0 - payFen),
  ...feeLines(channel, feeFen),
];

/** A payment came for an order that was closed meanwhile. */
export const held = (money: Held): Posting => ({
  kind: 'held',
  key: `held:${money.channel}:${money.billRef}`,
  orderNo: money.orderNo,
  ...about(money),
  lines: heldLines(money, `channel:${money.channel}`),
});

/** Money that was held has gone back; `feeFen` is what the channel gives back of its fee. Off-line the company pays it, and the channel keeps what came. */
export const heldReturned = (
  money: Omit<Held, 'billRef'> & Pick<SaleRefund, 'refundNo' | 'isOffline'> & { readonly billRef?: string },
): Posting => ({
  kind: 'heldReturned',
  key: `heldReturned:${money.refundNo}`,
  orderNo: money.orderNo,
  refundNo: money.refundNo,
  ...about(money),
  lines: mirror(heldLines(money, money.isOffline ? 'bank' : `channel:${money.channel}`)),
});

/** A difference that reconciliation found, as somebody decided it. */
export interface Correction extends Event {
  /** Of the difference: corrected once. */
  readonly reconNo: string;
  readonly orderNo?: string;
  readonly channel: number;
  /** `feeRounding`: the channel keeps another fee than was computed. The others wait in suspense until somebody knows. */
  readonly why: 'feeRounding' | 'missingHere' | 'missingThere' | 'amount';
  /** The money at the channel by its bill, less that by the ledger: above or below zero. */
  readonly differenceFen: number;
}

/** The money at a channel becomes what the channel says. */
export const corrected = (correction: Correction): Posting => {
  const { reconNo, orderNo, channel, why, differenceFen } = correction;
  return {
    kind: 'corrected',
    key: `corrected:${reconNo}`,
    ...(orderNo !== undefined && { orderNo }),
    ...about(correction),
    lines: [
      entry(`channel:${channel}`, differenceFen),
      entry(why === 'feeRounding' ? `fee:${channel}` : `suspense:${why}`, 0 - differenceFen),
    ],
  };
};

export interface Settlement extends Event {
  readonly settlementNo: string;
  readonly partner: string;
  /** The shares of the statement; below zero where refunds of earlier months are more. */
  readonly shareFen: number;
  /** The adjustments of the statement together; above zero is more for the partner. */
  readonly adjustmentFen: number;
}

/** A partner's statement is confirmed: its shares and adjustments are owed from now on. */
export const settled = (statement: Settlement): Posting => {
  const { settlementNo, partner, shareFen, adjustmentFen } = statement;
  return {
    kind: 'settled',
    key: `settled:${settlementNo}`,
    settlementNo,
    ...about(statement),
    lines: [
      entry(`partner:${partner}`, shareFen),
      entry(`adjustment:${partner}`, adjustmentFen),
      entry(`payable:${partner}`, 0 - shareFen - adjustmentFen),
    ],
  };
};

/** What a statement says was paid to the partner. */
export const settlementPaid = (
  payment: Event & Pick<Settlement, 'settlementNo' | 'partner'> & { readonly payableFen: number },
): Posting => ({
  kind: 'settlementPaid',
  key: `settlementPaid:${payment.settlementNo}`,
  settlementNo: payment.settlementNo,
  ...about(payment),
  lines: [entry(`payable:${payment.partner}`, payment.payableFen), entry('bank', 0 - payment.payableFen)],
});
