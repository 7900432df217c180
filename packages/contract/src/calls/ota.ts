import type { OtaPackage } from '../device/payloads.ts';
import type { ActionAnswer, Call, Form, Nothing } from './kit.ts';

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

/** A row of a file of VINs that names no vehicle. */
export interface OtaInvalidVin {
  /** Of the file, from 1. */
  readonly row: number;
  readonly text: string;
  readonly reason: 'format' | 'duplicate' | 'unknown';
}

/** Vehicles of a file by their VIN or frame number, and the rows that name none. */
export interface OtaVinList {
  readonly vins: readonly string[];
  readonly invalid: readonly OtaInvalidVin[];
  readonly invalidCount: number;
}

export interface OtaVinImport {
  readonly fileId: string;
  readonly valid: number;
  /** The first 1,000. */
  readonly invalid: readonly OtaInvalidVin[];
  readonly invalidCount: number;
}

/** Executions by state (D:OtaExecStatus), and all of them. */
export interface OtaCounts {
  readonly target: number;
  readonly notStarted: number;
  readonly notified: number;
  readonly downloading: number;
  readonly ready: number;
  readonly installing: number;
  readonly succeeded: number;
  readonly rolledBack: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly refused: number;
}

export interface OtaStage {
  /** From 1. */
  readonly stage: number;
  /** Vehicles told when it is over, those of the stages before included. */
  readonly upTo: number;
  readonly opened: boolean;
  readonly openTime: string | null;
  readonly minHours: number | null;
  readonly minSuccessRate: number | null;
  /** Vehicles of this stage alone. */
  readonly target: number;
  readonly done: number;
  readonly succeeded: number;
  readonly successRate: number | null;
  /** `open`: the next stage is open too, or there is none. `waiting`: for time or results. `blocked`: too many failures. `ready`: the next one opens. */
  readonly gate: 'open' | 'waiting' | 'ready' | 'blocked';
}

interface Shares {
  readonly succeeded: number;
  readonly failed: number;
  readonly other: number;
}

/** How a task stands. Numbers are of all its vehicles, whatever the caller's data scope. */
export interface OtaMonitor {
  readonly counts: OtaCounts;
  /** Succeeded of succeeded, failed and rolled back; null before the first result. */
  readonly successRate: number | null;
  readonly failRate: number | null;
  /** Whether enough are done for the automatic pause to apply. */
  readonly isAbortArmed: boolean;
  readonly stages: readonly OtaStage[];
  /** Cumulative, by 10 minutes (longer where there would be more than 500 points); times in which nothing changed are left out. */
  readonly series: readonly {
    readonly time: string;
    readonly succeeded: number;
    readonly failed: number;
    readonly started: number;
  }[];
  /** D:OtaFailCode. */
  readonly byCode: readonly { readonly failCode: string; readonly count: number }[];
  readonly byVersion: readonly ({ readonly fromVersion: string | null } & Shares)[];
  readonly byHardware: readonly ({ readonly hardwareVersion: string | null } & Shares)[];
  readonly byModel: readonly ({ readonly vehicleTypeId: string; readonly vehicleTypeName: string } & Shares)[];
}

/** Something that happened to an execution, the newest last. */
export interface OtaLogEntry {
  readonly time: string;
  /** D:OtaExecStatus after it. */
  readonly status: number;
  /** D:OtaPhase that the vehicle reported. */
  readonly phase: number | null;
  readonly progress: number | null;
  /** D:OtaFailCode. */
  readonly code: string | null;
  readonly text: string | null;
  /** Name of the user, `owner`, `vehicle` or `system`. */
  readonly actor: string;
}

/** A part as a vehicle describes it. */
export interface OtaPart {
  /** D:DeviceType. */
  readonly deviceType: number;
  readonly partModel?: string;
  readonly hardwareVersion?: string;
  readonly softwareVersion?: string;
}

/** An update that a vehicle is to make; `job` names it in reports. */
export interface OtaOffer extends Pick<OtaPackage, 'url' | 'size' | 'sha256'> {
  readonly executionId: string;
  readonly job: string;
  readonly deviceType: number;
  readonly version: string;
  readonly packageType: number;
  readonly baseVersion: string | null;
  /** Base64, Ed25519 over the SHA-256; null for the first platform, which has MD5 and CRC-16 instead. */
  readonly signature: string | null;
  readonly md5?: string;
  readonly crc16?: string;
  readonly preconditions: { readonly soc: number; readonly parked: boolean; readonly csq: number };
  /** Local times of day. */
  readonly window: readonly [string, string] | null;
}

/** An update as its owner reads it. */
export interface OtaPending {
  readonly executionId: string;
  readonly vin: string;
  /** D:DeviceType. */
  readonly deviceType: number;
  readonly version: string;
  /** In the caller's language. */
  readonly title: string;
  readonly notes: string;
  readonly minutes: number;
  /** D:OtaExecStatus. */
  readonly status: number;
  readonly progress: number;
  /** Whether the owner is asked. */
  readonly decide: boolean;
  readonly postponeCount: number;
  readonly minSoc: number;
  readonly window: readonly [string, string] | null;
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

/** Calls of the domain. */
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
   * more): it is a draft, disabled, deleted, its key is no longer trusted, or the task is over that the vehicle was told of.
   */
  'GET /device/v1/ota/package/:token': Call<Nothing, never>;
  /** What the target of a form would come to, in the caller's data scope. */
  'POST /ps/crm/otaTask/previewTarget': Call<Form, OtaTargetPreview>;
  /** A file (xlsx, csv, txt) with up to 100,000 VINs in its first column, as multipart. The field `vinFile` of a task takes `fileId`. */
  'POST /ps/crm/otaTask/importVins': Call<Readonly<Record<never, never>>, OtaVinImport>;
  /** What the vehicles of a form for the first platform would come to; `vins` takes VINs, frame numbers and IMEIs. */
  'POST /ps/crm/otaTaskOld/previewTarget': Call<Form, OtaTargetPreview>;
  /** A file (xlsx, csv, txt) with up to 2,000 VINs, frame numbers or IMEIs in its first column, as multipart. */
  'POST /ps/crm/otaTaskOld/importVins': Call<Readonly<Record<never, never>>, OtaVinList>;
  'POST /ps/crm/otaTask/monitor': Call<{ readonly id: string }, OtaMonitor>;
  /**
   * Failed executions again: those named (1,000; `ids` is another name), or all of a task. Those of a task that neither runs nor pauses, or of
   * a vehicle that another task has taken, are left out.
   */
  'POST /ps/crm/otaTask/retry': Call<
    { readonly executionIds?: readonly string[]; readonly ids?: readonly string[]; readonly taskId?: string },
    ActionAnswer
  >;
  'POST /ps/crm/otaTask/cancelExecution': Call<
    { readonly executionIds?: readonly string[]; readonly ids?: readonly string[]; readonly reason?: string },
    ActionAnswer
  >;
  'POST /ps/crm/otaTask/executionLog': Call<{ readonly executionId: string }, readonly OtaLogEntry[]>;
  /** Updates that the vehicle has been told of. It asks when it likes, or after a hint over MQTT. */
  'POST /device/v1/ota/check': Call<
    {
      readonly imei?: string;
      readonly vin?: string;
      readonly parts?: readonly OtaPart[];
      readonly soc?: number;
      readonly csq?: number;
      readonly parked?: boolean;
    },
    { readonly upgrades: readonly OtaOffer[] }
  >;
  /** A step of an update; repeated reports, old ones and those of another vehicle change nothing. `phase` D:OtaPhase, `resultCode` D:OtaFailCode. */
  'POST /device/v1/ota/report': Call<
    {
      readonly executionId: string;
      readonly phase: number;
      readonly progress?: number;
      readonly resultCode?: string | null;
      readonly time?: number | string;
      /** As in the offer; reports of an earlier attempt change nothing. */
      readonly job?: string;
    },
    null
  >;
  /** The update that waits for the owner of a vehicle; null when there is none. */
  'GET /app/v1/ota/pending': Call<{ readonly vin: string }, OtaPending | null>;
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
