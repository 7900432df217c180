import type { DownlinkKind } from './topics.ts';

/** JSON payloads of device protocol version 1. Units: m/s, degrees (WGS-84), V, A (− is discharge), °C, dBm, metres, ms since epoch. */

export const protocolVersion = 1;
/** A telemetry batch has at most this many samples … */
export const maxSamples = 100;
/** … and a payload at most this many bytes. */
export const maxPayloadBytes = 32 * 1024;
/** A device time of a sample further ahead than this is refused. */
export const maxAheadMs = 24 * 3600_000;
/** A device time further ahead than this is not believed: the time of receipt stands in its place, and what the device said is kept. */
export const aheadBelievedMs = 5 * 60_000;
/** The same of events that are older than this. */
export const oldEventMs = 7 * 86_400_000;
/** The same of samples whose time comes from a clock that may have stopped (`rtc`, `none`) … */
export const oldGuessMs = 30 * 86_400_000;
/** … and of all samples before this: no device is older than the platform. */
export const platformBegan = Date.UTC(2025, 0, 1);

/** Where a device time came from. */
export const timeSources = ['gnss', 'rtc', 'net', 'none'] as const;
export type TimeSource = (typeof timeSources)[number];

export interface Position {
  readonly lat?: number;
  readonly lng?: number;
  readonly spd?: number;
  readonly hdg?: number;
  readonly sat?: number;
  readonly hdop?: number;
  /** 0 no fix, 2 two-dimensional, 3 three-dimensional. */
  readonly fix?: number;
}
export interface BatteryPack {
  readonly sn?: string;
  readonly slot?: number;
  readonly soc?: number;
  readonly soh?: number;
  readonly v?: number;
  readonly i?: number;
  readonly tMax?: number;
  readonly tMin?: number;
  readonly cyc?: number;
  readonly chg?: boolean;
  /** V, first cell first. */
  readonly cells?: readonly number[];
  /** Bits of `protectionFlags`. */
  readonly prot?: number;
}
export interface PartVersion {
  readonly type: string;
  readonly sn?: string;
  readonly sw?: string;
  readonly hw?: string;
  readonly ok?: boolean;
}
/** The part `dtc` is the list of codes at that moment: a code that is no longer in it, or not `active`, is over. */
export interface TroubleCode {
  readonly ecu: string;
  readonly code: string;
  readonly active?: boolean;
}
/** What mobile data are used for, as devices tell them apart. */
export const dataPurposes = ['telemetry', 'ota', 'log', 'other'] as const;
/**
 * What a device has moved over its card on a day of Asia/Shanghai until the sample, both ways with what the network adds, in KB of 1024 bytes by purpose.
 * Each report says the day so far: one that is lost, late or repeated changes nothing. A purpose that is left out is not known.
 */
export type DeviceKb = { readonly day: string } & { readonly [P in (typeof dataPurposes)[number]]?: number };

export interface Sample {
  readonly ts: number;
  readonly tsq?: TimeSource;
  readonly pos?: Position;
  readonly bat?: readonly BatteryPack[];
  readonly st?: {
    readonly acc?: boolean;
    readonly locked?: boolean;
    readonly armed?: boolean;
    readonly seat?: boolean;
    readonly stand?: 'up' | 'down';
    readonly gear?: number;
  };
  readonly odo?: number;
  readonly tmp?: { readonly motor?: number; readonly ctrl?: number };
  readonly net?: { readonly csq?: number; readonly rsrp?: number; readonly iccid?: string; readonly aux?: number };
  readonly ecu?: readonly PartVersion[];
  readonly dtc?: readonly TroubleCode[];
  readonly deviceKb?: DeviceKb;
}

/** `mid` of an uplink: the boot counter rises at each power-up, the sequence with each message. */
export const formatMid = (boot: number, seq: number): string => `${boot}-${seq}`;

/** Boot and sequence of a `mid`; undefined when malformed. Both stay within what a double holds exactly. */
export function parseMid(mid: unknown): { readonly boot: number; readonly seq: number } | undefined {
  if (typeof mid !== 'string') return undefined;
  const match = /^(\d{1,15})-(\d{1,15})$/.exec(mid);
  return match ? { boot: Number(match[1]), seq: Number(match[2]) } : undefined;
}

export const eventStates = ['raise', 'clear', 'info'] as const;
export const eventSeverities = ['critical', 'major', 'minor', 'warning', 'info'] as const;
export interface EventUplink {
  readonly v: 1;
  readonly mid: string;
  readonly ts: number;
  /** A type of D:AlarmType or its four-hex-digit alarmErrCode. */
  readonly code: string;
  readonly state: (typeof eventStates)[number];
  readonly severity?: (typeof eventSeverities)[number];
  readonly ref?: string;
  readonly pos?: Position;
  readonly data?: Readonly<Record<string, unknown>>;
}

export const commandStates = ['received', 'rejected', 'executing', 'succeeded', 'failed'] as const;
export interface CommandDownlink {
  readonly v: 1;
  readonly id: string;
  readonly type: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Issued and expires at, ms since epoch. */
  readonly iat: number;
  readonly exp: number;
  readonly if?: { readonly maxSpeed?: number };
}
export interface CommandUplink {
  readonly v: 1;
  readonly mid: string;
  readonly id: string;
  readonly st: (typeof commandStates)[number];
  readonly code: number;
  readonly ts: number;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** SET_BLE: what a control unit advertises with and how long a signal has to hold; by setup and version it says what it works with. */
export interface BleSettings {
  readonly setup: string;
  readonly version: number;
  readonly advIntervalMs: number;
  /** dBm. */
  readonly txPower: number;
  readonly unlockHoldMs: number;
  readonly lockHoldMs: number;
}

export interface DeviceSettings {
  readonly reportMovingS?: number;
  readonly reportParkedS?: number;
  readonly guardRadiusM?: number;
  /** Bluetooth key (base64url) and its version: phones with a key of an older version are refused. */
  readonly bleKeyVersion?: number;
  readonly bleKey?: string;
  readonly ble?: BleSettings;
}
export interface ConfigDownlink {
  readonly v: 1;
  readonly ver: number;
  readonly desired: DeviceSettings;
}

export interface OtaPackage {
  readonly ecu: string;
  readonly ver: string;
  readonly from?: readonly string[];
  readonly hw?: readonly string[];
  readonly url: string;
  readonly size: number;
  readonly sha256: string;
  readonly sig?: string;
  /** Hex, for vehicles of the first platform, which know no signatures. CRC-16/MODBUS. */
  readonly md5?: string;
  readonly crc16?: string;
}
export interface OtaDownlink {
  readonly v: 1;
  readonly job: string;
  readonly pkgs: readonly OtaPackage[];
  readonly need?: { readonly soc?: number; readonly parked?: boolean };
  /** Local times of day between which it may install. */
  readonly win?: readonly [string, string];
  readonly exp?: number;
}
export const otaStates = [
  'accepted',
  'deferred',
  'rejected',
  'downloading',
  'downloaded',
  'verified',
  'installing',
  'rebooting',
  'succeeded',
  'failed',
  'rolledBack',
] as const;
export interface OtaUplink {
  readonly v: 1;
  readonly mid: string;
  readonly job: string;
  readonly ecu: string;
  readonly st: (typeof otaStates)[number];
  readonly bytes?: number;
  readonly ver?: string;
  readonly err?: string | null;
}

export interface DebugDownlink {
  readonly v: 1;
  readonly sid: string;
  readonly on: boolean;
  readonly level?: string;
  /** Budget: the device stops the session after this many bytes. */
  readonly bytes?: number;
  readonly exp?: number;
}
export interface LogUplink {
  readonly v: 1;
  readonly mid: string;
  readonly sid: string;
  readonly lvl: string;
  readonly ecu?: string;
  readonly ts: number;
  readonly lines: readonly string[];
  readonly left?: number;
}

/** Payload of each downlink topic. */
export interface Downlinks extends Record<DownlinkKind, object> {
  readonly cmd: CommandDownlink;
  readonly config: ConfigDownlink;
  readonly ota: OtaDownlink;
  readonly debug: DebugDownlink;
}
