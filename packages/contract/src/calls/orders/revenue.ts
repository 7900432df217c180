import type { Call, Form } from '../kit.ts';

/** What entries of revenue come to, in fen. What partners get, and what is left of it, is null for those who do not settle. */
export interface RevenueSums {
  /** Paid orders of themes. */
  readonly orders: number;
  /** Paid for them. */
  readonly grossFen: number;
  /** Paid back in the time, whenever it was sold. */
  readonly refundFen: number;
  /** Gross less refunds. */
  readonly netFen: number;
  /** Kept by the channels, less what they gave back. */
  readonly channelFeeFen: number;
  readonly partnerShareFen: number | null;
  /** Net less fee and share. */
  readonly ownRevenueFen: number | null;
}

export interface RevenueMetrics extends RevenueSums {
  /** First and last second. */
  readonly from: string;
  readonly to: string;
  /** Users who bought. */
  readonly payers: number;
  /** Net by payer; null where nobody bought. */
  readonly arppuFen: number | null;
}

export interface RevenueSummary extends RevenueMetrics {
  /** The month before, up to the same day, where the time lies within one from its first day; else as long a time right before. */
  readonly previous: RevenueMetrics;
}

export type RevenueGranularity = 'day' | 'week' | 'month';

export interface RevenuePoint extends RevenueSums {
  /** First day of the period, YYYY-MM-DD; weeks begin on Monday. */
  readonly period: string;
}

export interface RevenueRank extends RevenueSums {
  readonly themeNo: string;
  readonly themeName: string;
  readonly partnerName: string | null;
}

/** Revenue of themes (catalogue, chapter 10 §5). Without a time: this month. Conditions are those of the list of entries. */
export interface RevenueCalls {
  'POST /order/crm/themeRevenue/summary': Call<{ readonly query?: Form }, RevenueSummary>;
  /** Every period of the time, also where nothing happened. */
  'POST /order/crm/themeRevenue/trend': Call<
    { readonly query?: Form; readonly granularity: RevenueGranularity },
    { readonly list: readonly RevenuePoint[] }
  >;
  /** Themes with the most net, all versions of a theme together: 10 unless given, 50 at most. */
  'POST /order/crm/themeRevenue/rank': Call<
    { readonly query?: Form; readonly topN?: number },
    { readonly list: readonly RevenueRank[]; readonly total: number }
  >;
}
