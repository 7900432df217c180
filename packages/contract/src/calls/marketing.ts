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

/** Advertisements of the app, and what came of promotions. */
export interface MarketingCalls {
  /** What is on in a place of the app (D:AdPosition) for the user and their version, in order; `version` as 1.2.0. */
  'GET /app/v1/ad/list': Call<
    { readonly position: string; readonly clientOs: string; readonly version: string },
    readonly {
      readonly id: string;
      readonly title: string;
      readonly imageUrl: string;
      /** D:JumpType. */
      readonly jumpType: number;
      /** An https address, or a code of D:AppPage. */
      readonly jumpTarget: string | null;
      /** Of a splash. */
      readonly displaySeconds: number | null;
      /** D:AdFrequency: the app keeps to it. */
      readonly frequency: number;
      readonly endTime: string;
    }[]
  >;
  'POST /app/v1/ad/event': Call<{ readonly id: string; readonly event: 'show' | 'click' }, null>;
  /** `from` and `to` are days, both included. */
  'POST /ps/crm/advertisement/statistics': Call<
    { readonly id: string; readonly from: string; readonly to: string },
    {
      readonly impressions: number;
      readonly clicks: number;
      readonly days: readonly {
        readonly statDate: string;
        readonly impressions: number;
        readonly clicks: number;
        readonly users: number;
      }[];
    }
  >;
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
