import type { Call } from './kit.ts';

/** A QR code, ready to be shown and to be kept. */
export interface QrImages {
  /** What it says: the address of the promotion's landing page, `https://host/p/P1234567`. */
  readonly address: string;
  readonly svg: string;
  /** Base64. */
  readonly png: string;
}

/** What people did for a promotion, and what they earned it. */
export interface PromotionCounts {
  readonly scan: number;
  readonly download: number;
  readonly register: number;
  readonly bind: number;
  readonly rewardFen: number;
}

export interface PromotionStatistics {
  readonly total: PromotionCounts;
  /** Every day of the range, `YYYY-MM-DD`. */
  readonly days: readonly (PromotionCounts & { readonly day: string })[];
}

export interface PromotionCalls {
  /**
   * Counts a scan, or with `to` a visit of the download page, and redirects (302). A page that offers the app where no published promotion
   * has the code or it has ended (200; 410 where the app is offered nowhere).
   */
  'GET /p/:promoCode': Call<{ readonly to?: 'download' }, never>;
  /** `size`: pixels of the PNG's side, 128 to 2048. */
  'POST /ps/crm/promotion/qrcode': Call<{ readonly id: string; readonly size: number }, QrImages>;
  /** `from`, `to`: days, both included, 366 at most. */
  'POST /ps/crm/promotion/statistics': Call<
    { readonly id: string; readonly from: string; readonly to: string },
    PromotionStatistics
  >;
}
