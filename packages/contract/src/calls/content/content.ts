import type { Call, Flag, MadeFile, Nothing } from '../kit.ts';

/** A link of the app, in the caller's language. A `versionNo` above the one a user agreed to asks for consent again, from `effectiveTime` on. */
export interface AppLinkConfig {
  readonly linkCode: string;
  readonly name: string;
  /** D:LinkCategory. */
  readonly category: string;
  readonly url: string;
  /** D:ClientOs. */
  readonly clientOs: readonly string[];
  /** D:OpenMode. */
  readonly openMode: number;
  readonly miniAppId: string | null;
  readonly miniPath: string | null;
  readonly needLogin: Flag;
  readonly appendToken: Flag;
  /** Of agreements; null for other links. */
  readonly versionNo: number | null;
  readonly effectiveTime: string | null;
}

/** What a model makes of a feature. Without a cell the feature's `defaultOn` holds. */
export interface FeatureCell {
  readonly featureCode: string;
  readonly vehicleTypeId: string;
  /** 0 off, 1 on, 2 on from `minEcuVersion`. */
  readonly state: number;
  /** Of state 2: one to four numbers with dots. */
  readonly minEcuVersion: string | null;
  readonly rev: number;
}

/** A type of support as the app shows it, in the caller's language. */
export interface SupportType {
  readonly id: string;
  readonly name: string;
  /** D:LargeProblemClassification, of the first level: of its questions, and of feedback. */
  readonly categoryCode: string;
  readonly iconUrl: string;
  /** When somebody answers. Days 1 (Monday) to 7, times in Asia/Shanghai. */
  readonly serviceHours: readonly {
    readonly days: readonly number[];
    readonly from: string;
    readonly to: string;
  }[];
  readonly openNow: Flag;
}

/** A feature of the app that vehicles of a model have, or have from a version of their control unit on. */
export interface ModelFeature {
  readonly featureCode: string;
  readonly name: string;
  readonly minEcuVersion: string | null;
}

export interface MatrixFeature {
  readonly id: string;
  readonly featureCode: string;
  readonly name: string;
  /** D:FeatureGroup. */
  readonly groupName: string;
  readonly defaultOn: Flag;
  readonly enabled: Flag;
}

export interface MatrixModel {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly seriesId: string;
  readonly seriesName: string;
  readonly vehicleCount: number;
}

/** `rev` is that of the cell the change is based on, 0 where there was none; without it nothing is compared. */
export interface FeatureChange {
  readonly featureCode: string;
  readonly vehicleTypeId: string;
  readonly state: number;
  readonly minEcuVersion?: string;
  readonly rev?: number;
}

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

/** What the owners' app shows to read and watch, where it leads, and how it looks. */
export interface ContentCalls {
  /** Features by models, names in the caller's language; `seriesId` leaves out the models of other series. */
  'POST /ps/crm/functionalFeature/matrix': Call<
    { readonly seriesId?: string },
    {
      readonly features: readonly MatrixFeature[];
      readonly models: readonly MatrixModel[];
      readonly cells: readonly FeatureCell[];
    }
  >;
  /** All changes or none. 1002: no such feature or model; 1005: somebody else has changed one of the cells since. `vehicles`: of the models that changed. */
  'POST /ps/crm/functionalFeature/saveMatrix': Call<
    { readonly changes: readonly FeatureChange[] },
    { readonly changed: number; readonly vehicles: number }
  >;
  'POST /ps/crm/functionalFeature/exportMatrix': Call<{ readonly seriesId?: string }, MadeFile>;
  /** Features that a vehicle of the user has, by its model and the version of its control unit. */
  'GET /app/v1/vehicle/features': Call<
    { readonly vin: string },
    readonly {
      readonly featureCode: string;
      readonly name: string;
      /** D:FeatureGroup. */
      readonly groupName: string;
      /** D:ClientOs. */
      readonly clientOs: readonly string[];
      readonly minAppVersion: string | null;
      readonly iconUrl: string | null;
    }[]
  >;
  /** What is on the shelf; `vehicleTypeId` leaves out what is for other models. */
  'GET /app/v1/guide/videos': Call<
    { readonly vehicleTypeId?: string; readonly category?: string },
    readonly {
      readonly id: string;
      readonly title: string;
      readonly titleEn: string | null;
      readonly category: string;
      readonly summary: string | null;
      /** Of an upload. */
      readonly durationSec: number | null;
      readonly playCount: number;
      readonly likeCount: number;
      /** The video, for one to two hours; or the address that `isLink` says it is. */
      readonly url: string;
      readonly isLink: Flag;
      readonly coverUrl: string;
    }[]
  >;
  'POST /app/v1/guide/videoPlay': Call<{ readonly id: string }, { readonly playCount: number }>;
  /** What is on the shelf, by the order of its classification and its own; `vehicleTypeId` leaves out what is for other models. */
  'GET /app/v1/guide/functions': Call<
    { readonly vehicleTypeId?: string },
    readonly {
      readonly id: string;
      readonly title: string;
      readonly classificationId: string;
      readonly classificationName: string;
      readonly classificationIconUrl: string | null;
      readonly iconUrl: string;
      readonly imageUrls: readonly string[];
      /** HTML. */
      readonly content: string;
      /** A how-to video on the shelf, as `GET /app/v1/guide/videos` lists it. */
      readonly videoId: string | null;
      readonly viewCount: number;
    }[]
  >;
  'POST /app/v1/guide/functionView': Call<{ readonly id: string }, { readonly viewCount: number }>;
  /** `codes`: link codes, separated by commas. */
  'GET /app/v1/config/links': Call<{ readonly codes: string }, readonly AppLinkConfig[]>;
  /** What the iOS app of a version hides while the store reviews it (D:AppModule). */
  'GET /app/v1/config/review': Call<
    { readonly versionName: string; readonly buildNo: string },
    { readonly reviewMode: boolean; readonly hiddenModules: readonly string[] }
  >;
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
  /** Types of support that are enabled, in their order. */
  'GET /app/v1/faq/types': Call<Nothing, readonly SupportType[]>;
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
