import type { Call, Form } from './kit.ts';

/** A setup as it was in one of its versions, the newest first. */
export interface SetupVersion {
  readonly version: number;
  readonly time: string;
  readonly operatorName: string | null;
  /** Values by field, as the detail call answers them. */
  readonly values: Form;
}

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

export interface SettingsCalls {
  'POST /veh/crm/bluetoothSetup/history': Call<{ readonly id: string }, readonly SetupVersion[]>;
  /** Refused with 1011 for a vehicle that is not the caller's, with 1002 where its model has no enabled setup. */
  'GET /app/v1/config/ble': Call<{ readonly vin: string }, BleConfig>;
}
