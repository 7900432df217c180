import type { Call, Form, Nothing } from '../kit.ts';

/** What an Android package says of itself. */
export interface ParsedPackage {
  readonly packageName: string;
  readonly versionName: string;
  readonly versionCode: number;
  /** API level; null where the package states none. */
  readonly minSdk: number | null;
  /** Hex. */
  readonly sha256: string;
}

/** The newest version that an app is offered. */
export type VersionOffer =
  | { readonly hasUpdate: false }
  | {
      readonly hasUpdate: true;
      /** D:UpdateType; 3 for apps below the oldest allowed build alone. */
      readonly updateType: 1 | 2 | 3;
      readonly versionName: string;
      readonly versionCode: number;
      /** In the caller's language, 10 lines at most. */
      readonly notes: string;
      /** Of the package, signed for one to two hours, or of the store. */
      readonly url: string;
      /** Of the package; null for a store. */
      readonly sha256: string | null;
      /** Bytes of the package; null for a store. */
      readonly size: number | null;
    };

/** Parts that report a version. */
export interface InstalledVersion {
  readonly softwareVersion: string;
  readonly count: number;
  /** The version of the package that was asked for. */
  readonly isThis: boolean;
}

/** What became of the vehicles of all tasks that brought a package. */
interface FirmwareResults {
  readonly succeeded: number;
  readonly failed: number;
  readonly rolledBack: number;
  /** D:OtaFailCode, the most frequent first. */
  readonly byCode: readonly { readonly failCode: string; readonly count: number }[];
}

/** Why a vehicle is left out of a task. */
export const otaExclusions = [
  /** VIN of no vehicle, or of one that the creator of the task may not see. */
  'unknown',
  /** Named among those left out. */
  'excluded',
  /** Another model, part model or hardware, no such part; of a test: in no test group. */
  'unsupported',
  /** The version is there already, or a later one. */
  'current',
  /** Below the version that the package starts from, or not the base of a delta. */
  'fromVersion',
  /** Another part is too old. */
  'dependency',
  /** Stopped. */
  'inactive',
  /** Reported stolen. */
  'stolen',
  /** Not heard of for 30 days. */
  'offline',
  /** In another running task for the part. */
  'busy',
] as const;

export type OtaExclusion = (typeof otaExclusions)[number];

/** What a task would reach now. */
export interface OtaTargetPreview {
  readonly count: number;
  /** Of those that the conditions name, each vehicle once, by the first reason that holds. */
  readonly excluded: readonly { readonly reason: OtaExclusion; readonly count: number }[];
  readonly sample: readonly {
    readonly vin: string;
    readonly fromVersion: string | null;
    readonly hardwareVersion: string | null;
    readonly vehicleTypeId: string;
  }[];
}

/** A version that a part of a vehicle has had. */
export interface PartVersion {
  /** Since when. */
  readonly time: string;
  readonly sn: string | null;
  /** The version before, of the same part. */
  readonly softwareFrom: string | null;
  readonly softwareVersion: string | null;
  readonly hardwareVersion: string | null;
  /** D:VersionSource. */
  readonly source: number;
}

/** Versions of the app and of firmware, and the parts of the fleet. */
export interface OtaCalls {
  /** Reads a package that the caller has uploaded, or that a version has. 1017 no such file, 3204 no readable package. */
  'POST /ps/crm/version/parsePackage': Call<{ readonly fileId: string }, ParsedPackage>;
  /**
   * What the app should update to. Public, as an app must be able to update before anybody signs in; with a token the user's own share and
   * tags count, without one only what everybody is offered. `os` D:ClientOs, `channel` D:AppChannel.
   */
  'GET /app/v1/version/check': Call<
    { readonly os: string; readonly versionCode: string; readonly channel: string },
    VersionOffer
  >;
  /** An address of the package file, for 15 minutes. Logged. */
  'POST /ps/crm/otaFirmware/download': Call<
    { readonly id: string },
    { readonly url: string; readonly expireTime: string }
  >;
  'POST /ps/crm/otaFirmwareOld/download': Call<
    { readonly id: string },
    { readonly url: string; readonly expireTime: string }
  >;
  /** Versions that the parts have which a package is for, those of most parts first, at most 50. */
  'POST /ps/crm/otaFirmware/installedBase': Call<{ readonly id: string }, readonly InstalledVersion[]>;
  'POST /ps/crm/otaFirmware/results': Call<{ readonly id: string }, FirmwareResults>;
  /**
   * A package by its signed address, whole or in ranges (206). 403 no such address, or one that is over; 410 the package is not offered (any
   * more): it is a draft, disabled, deleted, its key is no longer trusted, or the task is over that the vehicle has a job of.
   */
  'GET /device/v1/ota/package/:token': Call<Nothing, never>;
  /** What the target of a form would come to, in the caller's data scope. */
  'POST /ps/crm/otaTask/previewTarget': Call<Form, OtaTargetPreview>;
  /** The owner's answer. The fourth `later` is a refusal. */
  'POST /app/v1/ota/decide': Call<
    { readonly executionId: string; readonly decision: 'now' | 'later' | 'refuse' },
    { readonly status: number; readonly postponeCount: number }
  >;
  /** Of all parts of this type (D:DeviceType) that the vehicle has had, the newest first, 200 at most. */
  'POST /ps/crm/otaEquipment/history': Call<
    { readonly vin: string; readonly deviceType: number },
    readonly PartVersion[]
  >;
}
