import type { LedgerAccount, LedgerEvent } from '@wheelhouse/contract/ledger';

/** An entry: above zero is debit. */
export interface Line {
  readonly account: LedgerAccount;
  /** A whole number; 0 is left out. */
  readonly amountFen: number;
}

/** What is posted once. */
export interface Posting {
  readonly kind: LedgerEvent;
  /** Names what happened, and nothing else: `paid:GO20251120101530000123`. */
  readonly key: string;
  /** When it happened, which may be long before it is known here. */
  readonly occurTime: Date;
  readonly orderNo?: string;
  readonly refundNo?: string;
  readonly settlementNo?: string;
  /** The line of a channel's bill that it is about, such as the channel's number of the trade. */
  readonly billRef?: string;
  /** Why, as somebody wrote it: 200 characters. */
  readonly note?: string;
  /** They sum to zero. */
  readonly lines: readonly Line[];
}
