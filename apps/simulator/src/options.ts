import type { OtaSettings } from './ota/client.ts';

/** What all devices of a fleet are started with. */
export interface DeviceOptions {
  readonly url: string;
  /** What the device of an IMEI signs in with. */
  readonly secretOf: (imei: string) => string;
  /** Reports come so many times as often. */
  readonly rate: number;
  /** Where the platform answers calls of devices. */
  readonly api: string;
  readonly ota: OtaSettings;
}
