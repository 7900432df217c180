import type { Page } from '../envelope.ts';
import type { Call, Flag, Nothing, Paging } from './kit.ts';
import type { MessageKind } from './messages.ts';

/** A dealer as the app shows it. */
export interface AppDealer {
  readonly id: string;
  readonly name: string;
  readonly shortName: string | null;
  /** D:DealerType. */
  readonly dealerType: number;
  /** D:DealerLevel. */
  readonly level: string;
  readonly cityName: string | null;
  readonly districtName: string | null;
  readonly address: string;
  readonly lng: number;
  readonly lat: number;
  /** From the place that was asked about; null of a single dealer. */
  readonly distanceKm: number | null;
  readonly servicePhone: string;
  /** Days 1 (Monday) to 7, times in Asia/Shanghai. */
  readonly businessHours: readonly {
    readonly days: readonly number[];
    readonly from: string;
    readonly to: string;
  }[];
  readonly openNow: Flag;
  /** D:DealerService. */
  readonly serviceItems: readonly string[];
  /** D:VehicleBrand. */
  readonly brands: readonly string[] | null;
  readonly photoUrls: readonly string[];
  /** Of all rated repairs, 1 to 5. */
  readonly rating: number | null;
  readonly ratingCount: number;
}

/** The phone that signs in. */
interface AppDevice {
  /** Made by the app when it is installed; only a hash of it is kept. */
  readonly deviceId: string;
  /** D:ClientOs. */
  readonly clientOs: 1 | 2 | 3;
  readonly phoneModel?: string;
  readonly osVersion?: string;
  readonly appVersion: string;
}

/** An app user as they see themselves. */
export interface AppAccount {
  readonly id: string;
  readonly nickname: string;
  readonly avatarUrl: string | null;
  /** Masked. */
  readonly mobile: string;
  readonly gender: number | null;
  readonly birthday: string | null;
  readonly cityId: string | null;
  /** D:RealNameStatus. */
  readonly realNameStatus: number;
  /** D:AppUserStatus: 1 or, while they wait for the end of their account, 3. */
  readonly status: number;
  readonly registerTime: string;
  /** When the account is erased; they may withdraw until then. */
  readonly eraseTime: string | null;
  readonly vehicleCount: number;
}

/** What a user answered last when asked for consent. */
export interface Consent {
  /** D:ConsentKind: 1 user agreement, 2 privacy policy, 3 SMS of campaigns, 4 use of the location. */
  readonly kind: number;
  /** The version that holds now, of kinds with a text of their own: the link's `versionNo`. */
  readonly currentVersion: number | null;
  /** The version that was answered about. */
  readonly versionNo: number | null;
  /** Null: never answered. */
  readonly agreed: Flag | null;
  readonly time: string | null;
  /** 1: ask. Nothing was answered yet, a text was refused, or the version agreed to is below the one in force. */
  readonly due: Flag;
}

/** A message in the inbox of an app user, as the console shows it. */
export interface SentMessage {
  readonly id: string;
  readonly kind: MessageKind;
  /** Title and body are null where they may say where a vehicle is, which the reader may not see. */
  readonly title: string | null;
  readonly body: string | null;
  readonly sendTime: string;
  readonly readTime: string | null;
  readonly withdrawn: Flag;
  /** What became of it beside the inbox: D:PushChannel, D:PushStatus, and why it failed. */
  readonly channels: readonly (readonly [channel: number, status: number, failCode: string | null])[];
}

/** How users of the app sign in, the dealers that they find, and the messages that they were sent. */
export interface AppUserCalls {
  /**
   * Dealers in use that the app shows, the nearest first, at most 50. `type` 1 those who sell, 2 those who repair, 3 those who do both; `radiusKm`
   * up to 50, 20 unless given.
   */
  'GET /app/v1/dealer/nearby': Call<
    { readonly lng: string; readonly lat: string; readonly type?: '1' | '2' | '3'; readonly radiusKm?: string },
    readonly AppDealer[]
  >;
  /** Refused with 1002 where the app does not show it. */
  'GET /app/v1/dealer/detail': Call<{ readonly id: string }, AppDealer>;
  /** Sends a code by SMS. The same answer for numbers that have an account and for those that have none. */
  'POST /app/v1/user/loginCode': Call<{ readonly mobile: string }, null>;
  /**
   * Signs in with the code; a number without an account gets one. Refused with 1110 (wrong or used code, too old), 1104 (too many tries),
   * 1106 (frozen). `channel`: D:AppChannel.
   */
  'POST /app/v1/user/login': Call<
    { readonly mobile: string; readonly smsCode: string; readonly device?: AppDevice; readonly channel?: string },
    {
      readonly token: string;
      /** Seconds. */
      readonly expiresIn: number;
      readonly isNew: Flag;
      readonly user: AppAccount;
    }
  >;
  'GET /app/v1/user/me': Call<Nothing, AppAccount>;
  /** One for each kind, by kind. */
  'GET /app/v1/user/consents': Call<Nothing, readonly Consent[]>;
  /**
   * Keeps an answer. Kinds 1 and 2 take the version that was read: refused with 1001 at `versionNo` when it is missing or another one holds.
   */
  'POST /app/v1/user/consent': Call<
    { readonly kind: number; readonly agreed: Flag; readonly versionNo?: number },
    null
  >;
  /**
   * Messages to a user, the newest first. Texts of alarms and stolen cases are left out without `privacy.viewLocation`. Refused with 1002 and
   * 1011 like the user.
   */
  'POST /user/crm/appUser/messages': Call<
    { readonly id: string; readonly kind?: MessageKind } & Paging,
    Page<SentMessage>
  >;
  /**
   * Sends the codes that `changeMobile` takes to both numbers; `lost`: to the new one alone, for `requestMobile`. The same answer whether the new
   * number has an account or not; 1104: too many.
   */
  'POST /user/crm/appUser/changeMobileCodes': Call<
    { readonly id: string; readonly newMobile: string; readonly lost?: boolean },
    null
  >;
}
