/** One vehicle of DATA_DIR/simulator.json, written by the seed of the platform and read by the fleet simulator. Its secret is the hex HMAC-SHA256 of the IMEI under simulator.key. */
export interface SimulatedVehicle {
  readonly imei: string;
  /** VIN, or the frame number of an electric bicycle. */
  readonly vin: string;
  readonly vehicleTypeCode: string;
  readonly batterySns: readonly string[];
  /** Home position, WGS-84; the same at every start. */
  readonly home: { readonly lng: number; readonly lat: number };
  readonly city: string;
  readonly maxSpeedKmh: number;
  readonly rangeKm: number;
  readonly voltageV: number;
  readonly capacityAh: number;
  readonly iccid: string | null;
  /** Cells in series of each pack, where the BMS measures them. */
  readonly cells?: number | null;
  /** Seed of the vehicle's random numbers. */
  readonly seed: number;
  /** Where it was left: go on from there, so that nothing jumps and the odometer never falls. Null when it has never reported. */
  readonly last?: {
    readonly lng: number | null;
    readonly lat: number | null;
    readonly soc: number | null;
    readonly odometerM: number | null;
    readonly cycles: number | null;
    readonly soh: number | null;
  } | null;
  /** 1: the first platform, whose packages are not signed. */
  readonly otaGeneration?: number;
  /** Electronic parts as they are recorded, `deviceType` D:DeviceType. */
  readonly parts?: readonly {
    readonly deviceType: number;
    readonly model: string | null;
    readonly hardware: string | null;
    readonly software: string | null;
  }[];
  /** Software that it reported last, by type of part. */
  readonly versions?: {
    readonly ecu: string | null;
    readonly controller: string | null;
    readonly bms: string | null;
    readonly meter: string | null;
  };
}

/** An owner of the demo: what they need to use the owners' app. */
export interface SimulatedOwner {
  /** Of the owners' app, as signing in gives it. */
  readonly token: string;
  /** D:ClientOs. */
  readonly clientOs: 1 | 2 | 3;
  /** Three numbers: 5.2.0. */
  readonly appVersion: string;
  /** Of their vehicle; null: none that they name. */
  readonly vin: string | null;
  readonly vehicleTypeId: string | null;
  /** Feedback or a repair of theirs has not come to its end. */
  readonly waits: boolean;
  /** Seed of their random numbers. */
  readonly seed: number;
}

/** DATA_DIR/simulator-owners.json, written by the seed of the platform and read by the fleet simulator. */
export interface SimulatedOwners {
  readonly owners: readonly SimulatedOwner[];
  /** Of promotions that are running: what posters show. */
  readonly promoCodes: readonly string[];
}
