import type { Call, Flag, MadeFile, Nothing } from './kit.ts';

export interface OwnedVehicle {
  readonly id: string;
  readonly vehicleId: string;
  readonly vin: string | null;
  readonly vehicleTypeName: string;
  readonly color: string;
  /** 1 owner, 2 shared. */
  readonly bindType: number;
  readonly status: number;
  readonly bindTime: string;
  readonly unbindTime: string | null;
  readonly online: Flag | null;
  readonly soc: number | null;
}

export interface DealerOption {
  readonly id: string;
  readonly dealerCode: string;
  readonly name: string;
}

/** What a dealer did in a month. */
export interface DealerMonth {
  /** `YYYY-MM`, in Asia/Shanghai. */
  readonly month: string;
  /** Repair orders that came to it and are still its own. */
  readonly orders: number;
  /** Orders that ended as done. */
  readonly finished: number;
  /** Mean hours from the acceptance of an order to its completion, of those that ended as done; null: none did. */
  readonly repairHours: number | null;
  /** Mean of the ratings given in the month, 1 to 5; null: none was. */
  readonly rating: number | null;
  readonly ratingCount: number;
  /** Vehicles that were activated. */
  readonly sold: number;
}

/** A contract of a dealer as it was entered. */
export interface DealerContract {
  readonly id: string;
  /** Days `YYYY-MM-DD`. */
  readonly contractStart: string;
  readonly contractEnd: string;
  /** When it was entered. */
  readonly time: string;
  /** Null: the platform itself. Dealers know their own people by name, others as the platform. */
  readonly operatorName: string | null;
}

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

export interface SupportCalls {
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
  /** Serial numbers of the parts of a type (D:DeviceType) that a vehicle has on record: several batteries, else one; none where it is not known. */
  'POST /veh/crm/replacementRecord/parts': Call<
    { readonly vehicleId: string; readonly deviceType: number },
    { readonly serials: readonly string[] }
  >;
  'POST /user/crm/appUser/vehicles': Call<{ readonly id: string }, readonly OwnedVehicle[]>;
  /** The last 12 months, the present one included, the oldest first. Refused with 1002 and 1011 like the dealer. */
  'POST /data/crm/dealer/performance': Call<{ readonly id: string }, { readonly months: readonly DealerMonth[] }>;
  /** The newest first, at most 200. Refused with 1002 and 1011 like the dealer. */
  'POST /data/crm/dealer/contracts': Call<{ readonly id: string }, readonly DealerContract[]>;
  'POST /data/crm/dealer/options': Call<
    { readonly keyword?: string; readonly limit?: number },
    readonly DealerOption[]
  >;
  'POST /app/v1/user/deleteAccountCode': Call<Nothing, null>;
  'POST /app/v1/user/deleteAccount': Call<{ readonly smsCode: string }, { readonly eraseTime: string }>;
  'POST /app/v1/user/cancelDeletion': Call<Nothing, null>;
}
