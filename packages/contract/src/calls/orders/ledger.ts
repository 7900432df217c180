import type { Page } from '../../envelope.ts';
import type { LedgerAccount, LedgerEvent, LedgerKind, LedgerSide } from '../../ledger.ts';
import type { Call, Paging } from '../kit.ts';

/** What an account comes to. */
export interface LedgerBalance {
  readonly account: LedgerAccount;
  readonly kind: LedgerKind;
  /** The side on which it grows. */
  readonly side: LedgerSide;
  /** Above zero is debit. */
  readonly balanceFen: number;
}

export interface LedgerLine {
  readonly account: LedgerAccount;
  /** Above zero is debit. */
  readonly amountFen: number;
}

/** Something that happened, and what it moved. */
export interface LedgerTransaction {
  readonly id: string;
  readonly kind: LedgerEvent;
  readonly key: string;
  readonly occurTime: string;
  readonly orderNo: string | null;
  readonly refundNo: string | null;
  readonly settlementNo: string | null;
  /** The line of a channel's bill. */
  readonly billRef: string | null;
  readonly note: string | null;
  /** When it came to the ledger. */
  readonly createTime: string;
  /** They sum to zero; without those of partners, where the caller may not see what partners earn. */
  readonly lines: readonly LedgerLine[];
  /** How many lines were left out. */
  readonly hidden: number;
}

/** One of the numbers, or days: from and to, a month and a half at most. */
export interface LedgerQuery {
  readonly orderNo?: string | undefined;
  readonly refundNo?: string | undefined;
  readonly settlementNo?: string | undefined;
  readonly billRef?: string | undefined;
  /** The code of an account. */
  readonly account?: string | undefined;
  readonly 'occurTime.ge'?: string | undefined;
  readonly 'occurTime.le'?: string | undefined;
}

export interface LedgerCalls {
  /** The newest first. */
  'POST /order/crm/ledger/list': Call<Paging & { readonly query: LedgerQuery }, Page<LedgerTransaction>>;
  /** At the end of a day (YYYY-MM-DD), by when things happened; now without one. */
  'POST /order/crm/ledger/balances': Call<
    { readonly day?: string | undefined },
    { readonly list: readonly LedgerBalance[] }
  >;
}
