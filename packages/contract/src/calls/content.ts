import type { Call, Flag } from './kit.ts';

/** Votes of one day about a question. */
export interface FaqVotes {
  /** `YYYY-MM-DD`. */
  readonly statDate: string;
  readonly helpful: number;
  readonly unhelpful: number;
}

/** Owners that a theme won in one day, and how often it was put on. */
export interface ThemeDay {
  /** `YYYY-MM-DD`. */
  readonly statDate: string;
  readonly owners: number;
  readonly downloads: number;
}

/** A theme as the app lists it, in the caller's language. */
export interface ShownTheme {
  readonly id: string;
  readonly themeNo: string;
  readonly name: string;
  /** D:ThemeType. */
  readonly themeType: number;
  /** D:ThemeSaleMode. */
  readonly saleMode: number;
  readonly priceFen: number | null;
  readonly originalPriceFen: number | null;
  readonly version: number;
  readonly coverUrl: string;
  readonly isHoliday: Flag;
  readonly endTime: string | null;
  /** Whether the caller has it. */
  readonly owned: Flag;
}

/** All that the app needs to show a theme and to put it on. */
export interface ThemeDetail extends ShownTheme {
  readonly description: string | null;
  readonly previewUrls: readonly string[];
  /** Of a skin. */
  readonly colors: { readonly primary: string; readonly text: string; readonly background: string } | null;
  /** Addresses by slot (D:ThemeSlot; `tabHomeSelected` is the tab when it is chosen). */
  readonly assets: Readonly<Record<string, string>>;
  /** By D:VoiceScene. */
  readonly voices: readonly { readonly scene: number; readonly name: string; readonly url: string }[];
  readonly packageUrl: string | null;
  readonly minAppVersion: string | null;
  readonly minMeterVersion: string | null;
}

/** Calls about what the owners' app shows to read. */
export interface ContentCalls {
  /** Owners and downloads of a theme by day, all its versions together. At most 366 days. */
  'POST /ps/crm/appTheme/statistics': Call<
    { readonly id: string; readonly from: string; readonly to: string },
    { readonly owners: number; readonly downloads: number; readonly days: readonly ThemeDay[] }
  >;
  /** Themes on the shelf, and those of the caller; prizes and themes of blind boxes only to whom they belong. With `vin` those that its model can show. */
  'GET /app/v1/theme/list': Call<{ readonly vin?: string; readonly type?: string }, readonly ShownTheme[]>;
  /** 1002 neither on the shelf nor the caller's. Assets are those of a theme that the caller has, or can have at once. */
  'GET /app/v1/theme/detail': Call<{ readonly id: string }, ThemeDetail>;
  /** Puts a theme on; a free one is the caller's from then on. 1002 no such theme, 1011 not the caller's vehicle, 5224 not the caller's theme. */
  'POST /app/v1/theme/apply': Call<{ readonly themeId: string; readonly vin: string }, ThemeDetail>;
  /** Votes of the last 30 days, each day, the oldest first. */
  'POST /ps/crm/faq/votes': Call<{ readonly id: string }, readonly FaqVotes[]>;
  /**
   * Questions on the shelf, the hot ones first, at most 200, in the caller's language. `keyword` looks into questions, answers and keywords;
   * with the `vin` of one of the caller's vehicles, those for its model alone. 1002 no such vehicle, 1011 not the caller's.
   */
  'GET /app/v1/faq/list': Call<
    { readonly category?: string; readonly sub?: string; readonly keyword?: string; readonly vin?: string },
    readonly {
      readonly id: string;
      readonly categoryCode: string;
      readonly subCode: string;
      readonly question: string;
      /** HTML. */
      readonly answer: string;
      readonly hot: Flag;
      /** A how-to video on the shelf. */
      readonly videoId: string | null;
      readonly helpful: number;
      readonly unhelpful: number;
      /** The caller's own vote. */
      readonly vote: Flag | null;
    }[]
  >;
  /** A user's one vote about a question; the next one replaces it. 1002 not on the shelf. */
  'POST /app/v1/faq/vote': Call<
    { readonly id: string; readonly helpful: Flag },
    { readonly helpful: number; readonly unhelpful: number }
  >;
  /** A question was opened. 1002 not on the shelf. */
  'POST /app/v1/faq/view': Call<{ readonly id: string }, null>;
}
