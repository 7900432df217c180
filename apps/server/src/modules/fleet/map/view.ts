import { recordBy } from '@wheelhouse/contract/object';
import {
  fleetStates,
  type Bounds,
  type FleetCluster,
  type FleetState,
  type FleetVehicle,
  type StateCounts,
} from '@wheelhouse/contract/fleet';
import { known, stateNumber, type FleetColumns } from './columns.ts';
import { cities, noCity, worldPixels, worldX, worldY } from './geo.ts';
import type { Visible } from './visible.ts';

/** The part of the fleet that a map shows. */
export interface Viewport {
  readonly bbox: Bounds;
  /** As maplibre counts: 0 shows the world on 512 pixels. */
  readonly zoom: number;
  /** Absent: all. */
  readonly states?: readonly FleetState[] | undefined;
}

/** A view before it is written out: vehicles as slots. */
export interface ViewParts {
  readonly clusters: readonly FleetCluster[];
  readonly slots: readonly number[];
  readonly total: number;
  readonly states: StateCounts;
  readonly unlocated: number;
}

/** Up to this many vehicles are drawn one by one. */
const mostVehicles = 400;
/** Zoom from which they are: a city fills the screen. */
const singlesFromZoom = 9.5;
/** Vehicles within such a square are drawn as one, in pixels of the map. */
const coarsePixels = 88;
const finePixels = 26;
/** Neighbours closer than this are joined, or their marks would overlap. */
const coarseJoin = 52;
const fineJoin = 24;
/** About 10 m: closer vehicles cannot be separated at any zoom. */
const stackDegrees = 1e-4;
const deepestZoom = 18;

/** Vehicles of one square while they are gathered. */
class Group {
  readonly key: string;
  count = 0;
  online = 0;
  riding = 0;
  charging = 0;
  lng = 0;
  lat = 0;
  west = 180;
  south = 90;
  east = -180;
  north = -90;
  /** Its first vehicle. */
  readonly slot: number;

  constructor(key: string, slot: number) {
    this.key = key;
    this.slot = slot;
  }

  add(state: number, lng: number, lat: number): void {
    this.count++;
    if (state !== stateNumber.offline) this.online++;
    if (state === stateNumber.riding) this.riding++;
    else if (state === stateNumber.charging) this.charging++;
    this.lng += lng;
    this.lat += lat;
    if (lng < this.west) this.west = lng;
    if (lng > this.east) this.east = lng;
    if (lat < this.south) this.south = lat;
    if (lat > this.north) this.north = lat;
  }

  join(other: Group): void {
    this.count += other.count;
    this.online += other.online;
    this.riding += other.riding;
    this.charging += other.charging;
    this.lng += other.lng;
    this.lat += other.lat;
    this.west = Math.min(this.west, other.west);
    this.south = Math.min(this.south, other.south);
    this.east = Math.max(this.east, other.east);
    this.north = Math.max(this.north, other.north);
  }

  cluster(zoom: number): FleetCluster {
    const { key, count, online, riding, charging } = this;
    const round = (n: number) => Math.round(n * 1e6) / 1e6;
    const together = this.east - this.west < stackDegrees && this.north - this.south < stackDegrees;
    return {
      key,
      count,
      online,
      riding,
      charging,
      lng: round(this.lng / count),
      lat: round(this.lat / count),
      bbox: [round(this.west), round(this.south), round(this.east), round(this.north)],
      ...((together || zoom >= deepestZoom) && { stack: true as const }),
    };
  }
}

/** Vehicles in view, by state; and the slots of those in the chosen states. */
interface Found {
  readonly slots: number[];
  readonly states: Record<FleetState, number>;
  readonly unlocated: number;
}

function find(columns: FleetColumns, mask: Visible, view: Viewport, masked: boolean): Found {
  const [west, south, east, north] = view.bbox;
  const wanted = new Set(view.states?.map((state) => stateNumber[state]) ?? [0, 1, 2, 3]);
  const counts = [0, 0, 0, 0];
  const slots: number[] = [];
  let unlocated = 0;
  for (let slot = 0; slot < columns.size; slot++) {
    if (!columns.isAlive(slot) || (mask && mask[slot] !== 1)) continue;
    if (!columns.isPlaced(slot)) {
      unlocated++;
      continue;
    }
    const city = masked ? cities[columns.city[slot] ?? noCity] : undefined;
    if (masked && !city) continue;
    const lng = city ? city.lng : (columns.lng[slot] ?? 0);
    const lat = city ? city.lat : (columns.lat[slot] ?? 0);
    if (lng < west || lng > east || lat < south || lat > north) continue;
    const state = columns.stateOf(slot);
    counts[state] = (counts[state] ?? 0) + 1;
    if (wanted.has(state)) slots.push(slot);
  }
  const states = recordBy(fleetStates, (state) => counts[stateNumber[state]] ?? 0);
  return { slots, states, unlocated };
}

function gather(
  columns: FleetColumns,
  slots: readonly number[],
  squarePixels: number,
  zoom: number,
): Map<number, Group> {
  const side = Math.ceil(worldPixels(zoom) / squarePixels);
  const groups = new Map<number, Group>();
  for (const slot of slots) {
    const [lng, lat] = [columns.lng[slot] ?? 0, columns.lat[slot] ?? 0];
    const cell = Math.floor(worldX(lng) * side) * side + Math.floor(worldY(lat) * side);
    let group = groups.get(cell);
    if (!group) groups.set(cell, (group = new Group(`${side}.${cell}`, slot)));
    group.add(columns.stateOf(slot), lng, lat);
  }
  return groups;
}

/** Joins groups whose middles are near each other, the larger swallowing the smaller. */
function joined(groups: Iterable<Group>, pixels: number, zoom: number): Group[] {
  const side = worldPixels(zoom) / pixels;
  const kept: Group[] = [];
  const places = new Map<string, Group[]>();
  for (const group of [...groups].sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1))) {
    const at = (g: Group): [number, number] => [worldX(g.lng / g.count) * side, worldY(g.lat / g.count) * side];
    const [x, y] = at(group);
    let host: Group | undefined;
    for (let dx = -1; dx <= 1 && !host; dx++) {
      for (let dy = -1; dy <= 1 && !host; dy++) {
        host = places.get(`${Math.floor(x) + dx},${Math.floor(y) + dy}`)?.find((other) => {
          const [ox, oy] = at(other);
          return Math.hypot(ox - x, oy - y) < 1;
        });
      }
    }
    if (host) {
      host.join(group);
      continue;
    }
    const place = `${Math.floor(x)},${Math.floor(y)}`;
    places.set(place, [...(places.get(place) ?? []), group]);
    kept.push(group);
  }
  return kept;
}

/** Positions masked: one cluster a city, at its centre, and nothing finer at any zoom. */
function byCity(columns: FleetColumns, slots: readonly number[]): FleetCluster[] {
  const groups = new Map<number, Group>();
  for (const slot of slots) {
    const number = columns.city[slot] ?? noCity;
    const city = cities[number];
    if (!city) continue;
    let group = groups.get(number);
    if (!group) groups.set(number, (group = new Group(`city.${city.id}`, slot)));
    group.add(columns.stateOf(slot), city.lng, city.lat);
  }
  return [...groups].map(([number, { key, count, online, riding, charging }]) => {
    const { id, lng, lat } = cities[number] ?? { id: '', lng: 0, lat: 0 };
    return { key, count, online, riding, charging, lng, lat, cityId: id };
  });
}

/**
 * What a view shows: clusters, and vehicles one by one when they are few and the zoom is high.
 * @param masked positions may not be shown: everything stands at the centre of its city
 */
export function viewOf(columns: FleetColumns, mask: Visible, view: Viewport, masked: boolean): ViewParts {
  const { slots, states, unlocated } = find(columns, mask, view, masked);
  const rest = { total: slots.length, states, unlocated };
  if (masked) return { clusters: byCity(columns, slots), slots: [], ...rest };
  const few = slots.length <= mostVehicles && view.zoom >= singlesFromZoom;
  const squares = gather(columns, slots, few ? finePixels : coarsePixels, view.zoom).values();
  const groups = joined(squares, few ? fineJoin : coarseJoin, view.zoom);
  const lone = groups.filter((group) => group.count === 1);
  // Where single vehicles are many, each is a cluster of one: the page gets no more than it can draw.
  const single = view.zoom >= singlesFromZoom && lone.length <= mostVehicles;
  return {
    clusters: groups.filter((group) => !single || group.count > 1).map((group) => group.cluster(view.zoom)),
    slots: single ? lone.map((group) => group.slot) : [],
    ...rest,
  };
}

/** A vehicle as the map shows it. */
export function vehicleAt(columns: FleetColumns, slot: number, now: number): FleetVehicle {
  const report = columns.report[slot] ?? 0;
  const state = fleetStates[columns.stateOf(slot)] ?? 'offline';
  const speed = known(columns.speed[slot]);
  return {
    id: String(columns.ids[slot]),
    name: columns.names[slot] ?? '',
    lng: columns.lng[slot] ?? 0,
    lat: columns.lat[slot] ?? 0,
    heading: known(columns.heading[slot]),
    speedKmh: speed === null ? null : Math.round(speed * 10) / 10,
    soc: known(columns.soc[slot]),
    online: state === 'offline' ? 0 : 1,
    state,
    ageSec: report === 0 ? null : Math.max(0, Math.round((now - report) / 1000)),
  };
}
