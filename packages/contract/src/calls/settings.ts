import type { Call, Flag, Form, Nothing, RecordVersion } from './kit.ts';

/** What the app uses to find, unlock and lock a vehicle by Bluetooth. Signals in dBm, times as their names say. */
export interface BleConfig {
  readonly setupId: string;
  readonly version: number;
  readonly ecuModel: string;
  readonly protocolVersion: string;
  readonly serviceUuid: string;
  readonly writeUuid: string;
  readonly notifyUuid: string;
  readonly namePrefix: string;
  readonly unlockRssi: number;
  readonly lockRssi: number;
  readonly unlockHoldMs: number;
  readonly lockHoldMs: number;
  /** Added to what a phone of the model measures, dB. */
  readonly phoneOffsets: readonly { readonly phoneModel: string; readonly offset: number }[];
  readonly scanTimeoutSec: number;
  readonly reconnectTimes: number;
  readonly intervalMs: number;
  readonly mtu: number;
  readonly advIntervalMs: number;
  readonly txPower: number;
  readonly keyValidDays: number;
  readonly passiveEntry: 0 | 1;
}

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

/** What a user of the app writes; the definition of `feedback` checks it. */
interface FeedbackInput extends Form {
  readonly categoryCode: string;
  readonly subCode?: string | null;
  readonly content: string;
  /** Files that the user has uploaded, at most six. */
  readonly images?: readonly string[];
  /** A vehicle that the user is bound to. */
  readonly vin?: string | null;
  /** Mobile or email. */
  readonly contact?: string | null;
  readonly withLog?: Flag;
  readonly clientOs: 1 | 2 | 3;
  readonly osVersion?: string;
  readonly phoneModel?: string;
  readonly appVersion: string;
  readonly network?: string;
}

/** Feedback as its user sees it. */
export interface OwnFeedback {
  readonly feedbackNo: string;
  readonly categoryCode: string;
  readonly subCode: string | null;
  readonly content: string;
  readonly imageUrls: readonly string[];
  readonly vin: string | null;
  /** D:FeedbackStatus. */
  readonly status: number;
  readonly satisfied: Flag | null;
  readonly createTime: string;
  /** The conversation, the oldest message first. */
  readonly replies: readonly {
    readonly side: 'user' | 'staff';
    readonly content: string;
    readonly imageUrls: readonly string[];
    readonly time: string;
  }[];
}

interface FeedbackAppCalls {
  /** Refused with 9001 beyond five a day, and for the same content within an hour; with 1011 for a vehicle that is not the caller's. */
  'POST /app/v1/feedback/submit': Call<FeedbackInput, { readonly feedbackNo: string }>;
  'GET /app/v1/feedback/list': Call<
    { readonly page?: number; readonly pageSize?: number },
    {
      readonly list: readonly OwnFeedback[];
      readonly total: number;
      readonly page: number;
      readonly pageSize: number;
    }
  >;
  /** Adds to what is being dealt with, or takes up a reply again within seven days. */
  'POST /app/v1/feedback/append': Call<
    { readonly feedbackNo: string; readonly content: string; readonly images?: readonly string[] },
    null
  >;
  /** Closes what was answered; who is not satisfied and says why has it taken up again. */
  'POST /app/v1/feedback/satisfy': Call<
    { readonly feedbackNo: string; readonly satisfied: Flag; readonly text?: string | null },
    null
  >;
}

export interface SettingsCalls extends FeedbackAppCalls {
  'POST /veh/crm/bluetoothSetup/history': Call<{ readonly id: string }, readonly RecordVersion[]>;
  /** Refused with 1011 for a vehicle that is not the caller's, with 1002 where its model has no enabled setup. */
  'GET /app/v1/config/ble': Call<{ readonly vin: string }, BleConfig>;
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
}
