import { readFileSync } from 'node:fs';

/** One vehicle of the list that the platform's seed writes. */
export interface VehicleSpec {
  /** Device id. */
  readonly imei: string;
  readonly vin: string;
  readonly vehicleTypeCode: string;
  readonly batterySns: readonly string[];
  /** WGS-84. */
  readonly home: { readonly lng: number; readonly lat: number };
  readonly city: string;
  readonly maxSpeedKmh: number;
  readonly rangeKm: number;
  readonly voltageV: number;
  readonly capacityAh: number;
  readonly iccid: string | null;
  /** Cells in series of each pack, where the BMS measures them. */
  readonly cells?: number | null;
  readonly seed: number;
  /** Where it was left: it goes on from there, so that nothing jumps and the odometer never falls. */
  readonly last?: {
    readonly lng: number | null;
    readonly lat: number | null;
    readonly soc: number | null;
    readonly odometerM: number | null;
    readonly cycles: number | null;
    readonly soh: number | null;
  } | null;
  readonly versions?: {
    readonly ecu: string | null;
    readonly controller: string | null;
    readonly bms: string | null;
    readonly meter: string | null;
  };
}

/**
 * Reads the list.
 * @throws Error naming the first entry that cannot be driven
 */
export function readVehicles(path: string): VehicleSpec[] {
  const list: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (!Array.isArray(list)) throw new Error(`${path} is not a list of vehicles`);
  return list.map((entry, n) => {
    const spec = entry as VehicleSpec;
    const numbers = [
      spec.home?.lng,
      spec.home?.lat,
      spec.maxSpeedKmh,
      spec.rangeKm,
      spec.voltageV,
      spec.capacityAh,
      spec.seed,
    ];
    if (typeof spec.imei !== 'string' || !numbers.every((value) => Number.isFinite(value)))
      throw new Error(`${path}: entry ${n} is incomplete`);
    return spec;
  });
}
