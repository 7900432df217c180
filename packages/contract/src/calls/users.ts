import type { Page } from '../envelope.ts';
import type { Call, Flag, Nothing, Paging } from './kit.ts';
import type { MessageKind, SentMessage } from './messages/messages.ts';

/** A tag that may be chosen. */
export interface TagOption {
  readonly id: string;
  readonly tagCode: string;
  readonly name: string;
  /** D:TagColor. */
  readonly color: string;
  /** D:TagGroup. */
  readonly groupName: string;
  /** D:TagType. */
  readonly tagType: number;
  readonly userCount: number;
}

/** Whom a rule selects now: how many, and some of those whom the caller may see. */
export interface TagPreview {
  readonly count: number;
  readonly sample: readonly {
    readonly userId: string;
    readonly nickname: string;
    /** Masked. */
    readonly mobile: string;
    readonly cityId: string | null;
  }[];
}

/** A row of a file of users that was left out; rows from 1. */
export interface TagImportFault {
  readonly row: number;
  /** No mobile number and no id; or nobody whom the caller may add. */
  readonly reason: 'format' | 'unknown';
}

/** What became of users who were added together. */
export interface TagImport {
  readonly total: number;
  readonly added: number;
  /** They had the tag before. */
  readonly present: number;
  readonly failed: number;
  /** The first 500. */
  readonly errors: readonly TagImportFault[];
}

/** A record that a tag is used in, by model name. */
export interface TagUse {
  readonly entity: string;
  readonly id: string;
  readonly name: string;
}

interface TagShare {
  /** A code or id; null: not known. */
  readonly code: string | null;
  readonly n: number;
}

/** Who the users of a tag are; the largest 20 of a part. */
export interface TagStructure {
  /** D:Gender. */
  readonly gender: readonly TagShare[];
  /** Bands of years: `18-24`. */
  readonly age: readonly TagShare[];
  readonly city: readonly TagShare[];
  /** Users by model of their vehicles; a user of two models counts in both. */
  readonly model: readonly (TagShare & { readonly name: string })[];
  /** Where the tag is used. */
  readonly uses: readonly TagUse[];
}

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

/** App users: sign-in, consents, deletion of accounts, tags. */
export interface UsersCalls {
  'POST /user/crm/userTag/all': Call<Nothing, readonly TagOption[]>;
  /** Refused with 9021 when the rule takes longer than 30 seconds. */
  'POST /user/crm/userTag/preview': Call<{ readonly rule: unknown }, TagPreview>;
  /** Users by id, or those of an uploaded file; tags with a rule take none. */
  'POST /user/crm/userTag/addUsers': Call<
    { readonly tagId: string; readonly userIds?: readonly string[]; readonly fileId?: string },
    TagImport
  >;
  'POST /user/crm/userTag/removeUsers': Call<
    { readonly tagId: string; readonly userIds: readonly string[] },
    { readonly removed: number }
  >;
  /** Users by day, 90 days back; the last one is today as it is now. */
  'POST /user/crm/userTag/trend': Call<
    { readonly tagId: string },
    readonly { readonly statDate: string; readonly userCount: number }[]
  >;
  'POST /user/crm/userTag/structure': Call<{ readonly tagId: string }, TagStructure>;
  'POST /user/crm/appUser/vehicles': Call<{ readonly id: string }, readonly OwnedVehicle[]>;
  'POST /app/v1/user/deleteAccountCode': Call<Nothing, null>;
  'POST /app/v1/user/deleteAccount': Call<{ readonly smsCode: string }, { readonly eraseTime: string }>;
  'POST /app/v1/user/cancelDeletion': Call<Nothing, null>;
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
