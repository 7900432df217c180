import type { FleetState } from '@wheelhouse/contract/fleet';
import { cityTile, nearestCity, noCity } from './geo.ts';

/** A vehicle as the fleet's query gives it, in this order. Times are ms since epoch. */
export type FleetRow = readonly [
  id: string,
  name: string,
  deleted: boolean,
  dealerCity: string | null,
  lng: number | null,
  lat: number | null,
  speedKmh: number | null,
  heading: number | null,
  soc: number | null,
  online: boolean,
  acc: number | null,
  chargeStatus: number | null,
  recv: number | null,
  report: number | null,
];

const bit = { alive: 1, placed: 2, online: 4, acc: 8, charging: 16 } as const;
const none = -1;
/** Speed below which a vehicle stands still: receivers at rest drift by less. */
const movingKmh = 1;
const firstCapacity = 1024;

/** The fleet's latest states, a typed array a column, so that a hundred thousand vehicles are a few megabytes and are scanned in a millisecond. */
export class FleetColumns {
  size = 0;
  ids = new Float64Array(firstCapacity);
  lng = new Float64Array(firstCapacity);
  lat = new Float64Array(firstCapacity);
  recv = new Float64Array(firstCapacity);
  report = new Float64Array(firstCapacity);
  speed = new Float32Array(firstCapacity);
  tile = new Float64Array(firstCapacity);
  heading = new Int16Array(firstCapacity);
  soc = new Int16Array(firstCapacity);
  city = new Uint16Array(firstCapacity);
  dealerCity = new Uint16Array(firstCapacity);
  flags = new Uint8Array(firstCapacity);
  /** Number of the refresh that last changed the row. */
  changed = new Uint32Array(firstCapacity);
  readonly names: string[] = [];
  readonly slots = new Map<number, number>();

  /** Brings a vehicle's row in. @param turn number of the refresh that read it @param cityNumber of a city's id */
  put(row: FleetRow, turn: number, cityNumber: (id: string | null) => number): void {
    const [id, name, deleted, dealerCity, lng, lat, speed, heading, soc, online, acc, charge, recv, report] = row;
    const slot = this.#slot(Number(id));
    this.names[slot] = name;
    this.dealerCity[slot] = cityNumber(dealerCity);
    this.speed[slot] = speed ?? none;
    this.heading[slot] = heading ?? none;
    this.soc[slot] = soc ?? none;
    this.recv[slot] = recv ?? 0;
    this.report[slot] = report ?? 0;
    this.changed[slot] = turn;
    const placed = lng !== null && lat !== null;
    this.flags[slot] =
      (deleted ? 0 : bit.alive) |
      (placed ? bit.placed : 0) |
      (online ? bit.online : 0) |
      (acc === 1 ? bit.acc : 0) |
      (charge === 1 ? bit.charging : 0);
    if (placed) this.#place(slot, lng, lat);
  }

  #place(slot: number, lng: number, lat: number): void {
    this.lng[slot] = lng;
    this.lat[slot] = lat;
    const tile = cityTile(lng, lat);
    if (tile === this.tile[slot]) return;
    this.tile[slot] = tile;
    this.city[slot] = nearestCity(lng, lat);
  }

  #slot(id: number): number {
    const known = this.slots.get(id);
    if (known !== undefined) return known;
    if (this.size === this.ids.length) this.#grow();
    const slot = this.size++;
    this.slots.set(id, slot);
    this.ids[slot] = id;
    this.city[slot] = noCity;
    return slot;
  }

  #grow(): void {
    const length = this.ids.length * 2;
    const grown = <A extends { set(from: A): void }>(next: A, old: A): A => (next.set(old), next);
    this.ids = grown(new Float64Array(length), this.ids);
    this.lng = grown(new Float64Array(length), this.lng);
    this.lat = grown(new Float64Array(length), this.lat);
    this.recv = grown(new Float64Array(length), this.recv);
    this.report = grown(new Float64Array(length), this.report);
    this.speed = grown(new Float32Array(length), this.speed);
    this.tile = grown(new Float64Array(length), this.tile);
    this.heading = grown(new Int16Array(length), this.heading);
    this.soc = grown(new Int16Array(length), this.soc);
    this.city = grown(new Uint16Array(length), this.city);
    this.dealerCity = grown(new Uint16Array(length), this.dealerCity);
    this.flags = grown(new Uint8Array(length), this.flags);
    this.changed = grown(new Uint32Array(length), this.changed);
  }

  isAlive(slot: number): boolean {
    return ((this.flags[slot] ?? 0) & bit.alive) !== 0;
  }
  isPlaced(slot: number): boolean {
    return ((this.flags[slot] ?? 0) & bit.placed) !== 0;
  }

  isOnline(slot: number): boolean {
    return ((this.flags[slot] ?? 0) & bit.online) !== 0;
  }

  /** What it does now: a number of `fleetStates`. */
  stateOf(slot: number): number {
    if (!this.isOnline(slot)) return stateNumber.offline;
    const flags = this.flags[slot] ?? 0;
    if ((this.speed[slot] ?? 0) >= movingKmh) return stateNumber.riding;
    if ((flags & bit.charging) !== 0) return stateNumber.charging;
    return (flags & bit.acc) !== 0 ? stateNumber.riding : stateNumber.parked;
  }

  /** Where it is: the city of its position, else its dealer's. */
  cityOf(slot: number): number {
    return this.isPlaced(slot) ? (this.city[slot] ?? noCity) : (this.dealerCity[slot] ?? noCity);
  }
}

/** Places of the states in `fleetStates`. */
export const stateNumber = { offline: 0, riding: 1, charging: 2, parked: 3 } as const satisfies Record<
  FleetState,
  number
>;

/** A column's number, or null where the column says "unknown". */
export const known = (value: number | undefined): number | null =>
  value === undefined || value === none ? null : value;
