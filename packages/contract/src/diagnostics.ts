import type { RefusalReason } from './device/refusals.ts';

/** What device diagnostics show of one vehicle. Instants are `YYYY-MM-DD HH:mm:ss`, durations seconds. */
export interface Diagnostics {
  readonly deviceId: string | null;
  readonly hasSecret: boolean;
  readonly online: boolean;
  readonly lastReceived: string | null;
  readonly connections: readonly Connection[];
  readonly refusals: readonly RefusalCount[];
  readonly clock: ClockState | null;
  readonly numbering: Numbering | null;
  /** Messages of the last 30 days that had been stored before. */
  readonly duplicates: number;
  readonly downlinks: readonly WaitingDownlink[];
  readonly config: ConfigState | null;
}

export interface Connection {
  readonly session: string;
  readonly ip: string | null;
  readonly connectTime: string;
  readonly disconnectTime: string | null;
  /** How it ended: will, closed, keepalive, replaced, credential, shutdown, lost. */
  readonly reason: string | null;
  readonly seconds: number;
}

export interface RefusalCount {
  readonly reason: RefusalReason;
  /** In the last 30 days. */
  readonly count: number;
  readonly today: number;
  readonly lastTime: string;
  readonly sample: string | null;
}

/** Receive time − device time over the last samples: the least delay is the upper bound of the clock error, because transmission time is never negative. */
export interface ClockState {
  readonly samples: number;
  readonly least: number;
  readonly median: number;
  readonly most: number;
  /** Where the last sample's time came from: gnss, rtc, net, none. */
  readonly source: string | null;
}

/** Of the device's present power-up. */
export interface Numbering {
  readonly boot: string;
  readonly boots: number;
  readonly lastSeq: string;
  readonly stored: number;
  /** Sequence numbers below the last one that never arrived. */
  readonly missing: number;
}

export interface WaitingDownlink {
  readonly kind: string;
  readonly createTime: string;
  readonly expireTime: string;
}

export interface ConfigState {
  readonly ver: number;
  readonly desired: Readonly<Record<string, unknown>>;
  readonly desiredTime: string;
  readonly reportedVer: number | null;
  readonly reported: Readonly<Record<string, unknown>> | null;
  readonly reportedTime: string | null;
}

/** One message as it came. */
export interface DeviceTrace {
  readonly id: string;
  readonly recvTime: string;
  readonly kind: string;
  readonly size: number;
  readonly outcome: 'stored' | 'duplicate' | 'refused' | 'partial';
  readonly reasons: readonly RefusalReason[];
  /** Its beginning; null for users who may not see positions. */
  readonly payload: string | null;
}

/** Answer of `/veh/crm/vehicle/diagnostics`, and what is pushed on `diagnostics:<vehicle id>`: messages since the last push, newest first. */
export interface DiagnosticsReading {
  readonly summary: Diagnostics;
  readonly messages: readonly DeviceTrace[];
}
