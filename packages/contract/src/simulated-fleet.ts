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
  /** Software in force, by type of part. */
  readonly versions?: {
    readonly ecu: string | null;
    readonly controller: string | null;
    readonly bms: string | null;
    readonly meter: string | null;
  };
}
