import type { OtaPackage } from '../../device/payloads.ts';
import type { ActionAnswer, Call, Form } from '../kit.ts';
import type { OtaTargetPreview } from './versions.ts';

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
  /** Vehicles notified when it is over, those of the stages before included. */
  readonly upTo: number;
  readonly opened: boolean;
  readonly openTime: string | null;
  readonly minHours: number | null;
  readonly minSuccessRate: number | null;
  /** Results that are enough to judge it, where vehicles cannot be reached; null: of all its vehicles. */
  readonly minSample: number | null;
  /** Vehicles of this stage alone. */
  readonly target: number;
  readonly done: number;
  readonly succeeded: number;
  /** Have their job and have not come to an end with it. */
  readonly underWay: number;
  readonly successRate: number | null;
  /** The success rate if everybody of whom nothing is known yet fails: by this one the next stage is opened by hand. */
  readonly worstRate: number | null;
  /** `open`: the next stage is open too, or there is none. `waiting`: for time or results. `blocked`: too many failures. `ready`: the next one opens. */
  readonly gate: 'open' | 'waiting' | 'ready' | 'blocked';
  /** It was below its gate when the next one began: who let that be, why, and at which worst rate. */
  readonly forced: { readonly by: string | null; readonly reason: string; readonly rate: number | null } | null;
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

/** What an emergency stop of a task would stop: its package, with everything that brings it. */
export interface OtaEmergency {
  /** Name of the package. */
  readonly firmware: string;
  readonly version: string;
  /** Tasks of the package that run, are paused or wait for their start; `status` D:OtaTaskStatus. */
  readonly tasks: readonly {
    readonly id: string;
    readonly taskNo: string;
    readonly name: string;
    readonly status: number;
  }[];
  /** Vehicles whose job and address are recalled. */
  readonly recalled: number;
  /** Vehicles that install already and cannot be stopped. */
  readonly installing: number;
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

/** Tasks that update vehicles over the air: of the console, of vehicles, of the owners' app. */
export interface OtaTasksCalls {
  /** A file (xlsx, csv, txt) with up to 100,000 VINs in its first column, as multipart. The field `vinFile` of a task takes `fileId`. */
  'POST /ps/crm/otaTask/importVins': Call<Readonly<Record<never, never>>, OtaVinImport>;
  /** What the vehicles of a form for the first platform would come to; `vins` takes VINs, frame numbers and IMEIs. */
  'POST /ps/crm/otaTaskOld/previewTarget': Call<Form, OtaTargetPreview>;
  /** A file (xlsx, csv, txt) with up to 2,000 VINs, frame numbers or IMEIs in its first column, as multipart. */
  'POST /ps/crm/otaTaskOld/importVins': Call<Readonly<Record<never, never>>, OtaVinList>;
  'POST /ps/crm/otaTask/emergencyScope': Call<{ readonly id: string }, OtaEmergency>;
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
  /** Updates that the vehicle has jobs for. It asks when it likes, or after a hint over MQTT. */
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
}
