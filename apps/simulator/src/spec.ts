import { readFileSync } from 'node:fs';
import { isRecord, ownJson } from '@wheelhouse/contract/object';
import type { SimulatedOwners, SimulatedVehicle } from '@wheelhouse/contract/simulated-fleet';

/**
 * Reads the list.
 * @throws Error naming the first entry that cannot be driven
 */
export function readVehicles(path: string): SimulatedVehicle[] {
  const list: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (!Array.isArray(list)) throw new Error(`${path} is not a list of vehicles`);
  return list.map((entry, n) => {
    const spec = entry as SimulatedVehicle;
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

/**
 * Reads the list of owners.
 * @throws Error when it is none
 */
export function readOwners(path: string): SimulatedOwners {
  const list = ownJson<SimulatedOwners>(readFileSync(path, 'utf8'));
  if (!isRecord(list) || !Array.isArray(list.owners) || !Array.isArray(list.promoCodes))
    throw new Error(`${path} is not a list of owners`);
  return list;
}
