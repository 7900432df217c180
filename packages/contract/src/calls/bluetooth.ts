import type { Call, RecordVersion } from './kit.ts';

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

/** How phones got on with a vehicle on one day. */
export interface BleDay {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** Attempts by result, in the order of D:BleResult: connected, not found, authentication failed, timed out, dropped. */
  readonly results: readonly [number, number, number, number, number];
  /** Median time of the successful ones in ms, and median of all signals in dBm; null where there are none. */
  readonly costMs: number | null;
  readonly rssi: number | null;
}

/** Connections of phones to vehicles, and setups of Bluetooth modules. */
export interface BluetoothCalls {
  'POST /veh/crm/bluetoothSetup/history': Call<{ readonly id: string }, readonly RecordVersion[]>;
  /** Refused with 1011 for a vehicle that is not the caller's, with 1002 where its model has no enabled setup. */
  'GET /app/v1/config/ble': Call<{ readonly vin: string }, BleConfig>;
  /** `from`, `to`: days, both included, 92 at most. Every day of the range is there. */
  'POST /veh/crm/bluetoothInfo/statistics': Call<
    { readonly id: string; readonly from: string; readonly to: string },
    { readonly days: readonly BleDay[] }
  >;
  /**
   * One attempt of the caller's phone to connect. `result`: D:BleResult; `rssi`: dBm; `ms`: how long it took. What the phone is may be said;
   * else it is taken from the account's last sign-in.
   */
  'POST /app/v1/vehicle/bleLog': Call<
    {
      readonly vin: string;
      readonly result: number;
      readonly rssi?: number | null;
      readonly ms?: number | null;
      readonly phoneModel?: string;
      readonly clientOs?: number;
      readonly osVersion?: string;
      readonly appVersion?: string;
    },
    null
  >;
}
