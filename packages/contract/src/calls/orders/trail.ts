import type { Call } from '../kit.ts';
import type { LedgerTransaction } from './ledger.ts';

/** A row of a channel's bill. */
export interface BillLine {
  /** D:PayChannel. */
  readonly payChannel: number;
  readonly billDate: string;
  /** D:BillKind. */
  readonly billKind: number;
  readonly time: string;
  readonly orderNo: string;
  readonly channelTradeNo: string;
  readonly refundNo: string | null;
  /** Above zero for both kinds. */
  readonly amountFen: number;
  /** In thousandths of a fen; below zero of a refund. */
  readonly feeMilliFen: number;
}

export interface TrailOrder {
  readonly id: string;
  /** D:OrderKind. */
  readonly kind: number;
  readonly orderNo: string;
  readonly goodsName: string;
  readonly payFen: number;
  readonly refundedFen: number;
  readonly payChannel: number;
  readonly channelTradeNo: string | null;
  /** D:OrderStatus, or D:BlindOrderStatus. */
  readonly orderStatus: number;
  readonly createTime: string;
  readonly payTime: string | null;
}

export interface TrailRefund {
  readonly refundNo: string;
  readonly amountFen: number;
  /** D:RefundStatus. */
  readonly refundStatus: number;
  readonly createTime: string;
  readonly successTime: string | null;
  readonly channelRefundNo: string | null;
}

export interface TrailDifference {
  readonly id: string;
  readonly itemNo: string;
  /** D:ReconDiff. */
  readonly diffType: number;
  /** D:ReconItemStatus. */
  readonly itemStatus: number;
  readonly diffFen: number;
  readonly billDate: string;
}

/** A sale or refund of a theme, as its revenue counts it; negative where money goes out. */
export interface TrailRevenue {
  readonly entryNo: string;
  /** D:RevenueType. */
  readonly type: number;
  readonly payFen: number;
  readonly channelFeeFen: number;
  /** Null for those who may not see what partners earn. */
  readonly partnerShareFen: number | null;
  readonly occurTime: string;
  readonly settleMonth: string | null;
  readonly settlementNo: string | null;
}

/** All that is known of the money of an order, or of a row of a bill that belongs to none. */
export interface MoneyTrail {
  readonly order: TrailOrder | null;
  readonly bill: readonly BillLine[];
  readonly refunds: readonly TrailRefund[];
  readonly differences: readonly TrailDifference[];
  readonly revenue: readonly TrailRevenue[];
  /** The oldest first; without what partners earn, where the caller may not see it. */
  readonly ledger: readonly LedgerTransaction[];
}

export interface TrailCalls {
  /** By any number that names it: of the order, a refund, a channel's trade or refund, or a difference. 1002 nothing has this number. */
  'POST /order/crm/ledger/trail': Call<{ readonly number: string }, MoneyTrail>;
}
