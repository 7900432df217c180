import { setTimeout as sleep } from 'node:timers/promises';
import { Device } from './device.ts';
import type { DeviceOptions } from './options.ts';
import { hash } from './random.ts';
import type { SimulatedVehicle } from '@wheelhouse/contract/simulated-fleet';
import { Streets } from './streets.ts';
import { Vehicle } from './vehicle.ts';

/** Devices switched on per second, so that the start is no storm. */
const startsPerSecond = 40;
const degreeSteps = 10;

/** Streets of each city, around the homes of its vehicles. */
export function streetsOf(specs: readonly SimulatedVehicle[]): Map<string, Streets> {
  const cities = new Map<string, Streets>();
  for (const { city, home } of specs) {
    if (cities.has(city)) continue;
    // Rounded, so that a little more or less of the fleet keeps the streets of yesterday.
    const anchor = {
      lng: Math.round(home.lng * degreeSteps) / degreeSteps,
      lat: Math.round(home.lat * degreeSteps) / degreeSteps,
    };
    const seed = Math.floor(hash(...[...city].map((char) => char.codePointAt(0) ?? 0)) * 2 ** 31);
    cities.set(city, new Streets(anchor, seed));
  }
  return cities;
}

/** All simulated vehicles, each an MQTT client of its own. */
export class Fleet {
  readonly #devices: readonly Device[];
  #stopped = false;

  constructor(specs: readonly SimulatedVehicle[], options: DeviceOptions) {
    const cities = streetsOf(specs);
    this.#devices = specs.flatMap((spec) => {
      const streets = cities.get(spec.city);
      return streets ? [new Device(new Vehicle(spec, streets, Date.now()), options)] : [];
    });
  }

  get size(): number {
    return this.#devices.length;
  }
  get connected(): number {
    return this.#devices.filter((device) => device.connected).length;
  }

  async start(): Promise<void> {
    for (const [n, device] of this.#devices.entries()) {
      if (this.#stopped) return;
      device.start();
      if (n % 4 === 3) await sleep(4_000 / startsPerSecond);
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#devices.map((device) => device.stop()));
  }
}
