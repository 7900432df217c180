import { Vehicle, type Road } from './vehicle.ts';

/** Milliseconds within which a vehicle that is called wakes up. */
const wakeMs = 1_200;
/** Vehicles that the network connects at once: each takes a file of this process, of which it may have some ten thousands. */
const mostAwake = 5_000;

/** All vehicles of the trial, and what they have heard. */
export class Fleet {
  readonly vehicles: readonly Vehicle[];
  readonly road: Road;
  readonly #byImei: ReadonlyMap<string, Vehicle>;
  /** When a job was first heard, ms since epoch. */
  readonly heard = new Map<string, number>();
  /** Jobs about which their vehicles have said all they will say, though the platform does not know how they ended. */
  readonly stuck: string[] = [];

  constructor(imeis: readonly string[], road: Pick<Road, 'ports' | 'secretOf' | 'versions' | 'packageSize'>) {
    this.road = {
      ...road,
      isBad: false,
      onHeard: (job) => {
        if (!this.heard.has(job)) this.heard.set(job, Date.now());
      },
      onStuck: (job) => void this.stuck.push(job),
    };
    this.vehicles = imeis.map((imei, n) => new Vehicle(n, imei, this.road));
    this.#byImei = new Map(this.vehicles.map((vehicle) => [vehicle.imei, vehicle]));
  }

  /** The network calls vehicles for which something waits, as many as it can connect; the others are called again. */
  call(imeis: readonly string[]): void {
    let room = mostAwake - this.awake;
    const first = Math.floor(Math.random() * imeis.length);
    for (const imei of [...imeis.slice(first), ...imeis.slice(0, first)]) {
      const vehicle = this.#byImei.get(imei);
      if (room <= 0) return;
      if (vehicle === undefined || vehicle.isAwake) continue;
      vehicle.wake(Math.random() * wakeMs);
      room--;
    }
  }

  get awake(): number {
    return this.vehicles.reduce((n, vehicle) => n + (vehicle.isAwake ? 1 : 0), 0);
  }

  /** How many jobs were first heard in a stretch of time. */
  heardBetween(from: number, to: number): number {
    let n = 0;
    for (const at of this.heard.values()) if (at >= from && at < to) n++;
    return n;
  }

  sum(of: (vehicle: Vehicle) => number): number {
    return this.vehicles.reduce((total, vehicle) => total + of(vehicle), 0);
  }

  end(): void {
    for (const vehicle of this.vehicles) vehicle.end();
  }
}
