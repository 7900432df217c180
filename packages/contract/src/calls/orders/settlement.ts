import type { Call } from '../kit.ts';

/** A theme on a statement, in fen. */
export interface StatementLine {
  readonly themeNo: string;
  readonly themeName: string;
  /** Paid orders. */
  readonly orders: number;
  readonly grossFen: number;
  readonly refundFen: number;
  readonly feeFen: number;
  readonly shareFen: number;
}

/** Monthly settlement with partners (catalogue, chapter 10 §5). */
export interface SettlementCalls {
  /**
   * Generates the statements of a month that is over, of one partner or of all: what is generated already stays. Months are YYYY-MM of Asia/Shanghai.
   */
  'POST /order/crm/settlement/generate': Call<
    { readonly month: string; readonly partnerName?: string },
    { readonly settlementNos: readonly string[] }
  >;
  /** What a statement is made of, theme by theme. */
  'POST /order/crm/settlement/lines': Call<
    { readonly settlementNo: string },
    { readonly list: readonly StatementLine[] }
  >;
  /** The statement as a file for `/common/download`: the workbook at any time, the document once it is confirmed. */
  'POST /order/crm/settlement/statement': Call<
    { readonly settlementNo: string; readonly format: 'pdf' | 'xlsx' },
    { readonly fileName: string }
  >;
}
