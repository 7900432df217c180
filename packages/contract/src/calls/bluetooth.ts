import type { Call } from './kit.ts';

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

export interface BluetoothCalls {
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
