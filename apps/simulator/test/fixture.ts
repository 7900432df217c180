import { Streets } from '../src/streets.ts';
import type { SimulatedVehicle } from '@wheelhouse/contract/simulated-fleet';
import { Vehicle } from '../src/vehicle.ts';

/** Midnight in Asia/Shanghai. */
export const midnight = Date.UTC(2026, 10, 19, 16, 0, 0);
const streets = new Streets({ lng: 121.4, lat: 31.2 }, 7);

export function vehicleOf(n: number, more: Partial<SimulatedVehicle> = {}): Vehicle {
  const spec: SimulatedVehicle = {
    imei: String(n).padStart(15, '0'),
    vin: `V${n}`,
    vehicleTypeCode: 'T',
    batterySns: [`SN${n}`],
    home: { lng: 121.35 + (n % 20) / 200, lat: 31.15 + (n % 7) / 100 },
    city: '上海',
    maxSpeedKmh: 45,
    rangeKm: 70,
    voltageV: 60,
    capacityAh: 24,
    iccid: null,
    seed: n * 7919,
    last: null,
    ...more,
  };
  return new Vehicle(spec, streets, midnight);
}
