import type { Call } from './kit.ts';

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

/** Calls about the parts of the fleet, beside those of their definition. */
export interface OtaEquipmentCalls {
  /** Of all parts of this type (D:DeviceType) that the vehicle has had, the newest first, 200 at most. */
  'POST /ps/crm/otaEquipment/history': Call<
    { readonly vin: string; readonly deviceType: number },
    readonly PartVersion[]
  >;
}
