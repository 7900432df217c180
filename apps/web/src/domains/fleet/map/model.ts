import type { FleetCluster, FleetPush, FleetVehicle, FleetView } from '@wheelhouse/contract/fleet';
import type { LngLat } from '../../../ui/map/MapCanvas.tsx';

/** A vehicle on its way from where it was drawn to where it was last reported. */
export interface Moving {
  data: FleetVehicle;
  /** Where it is drawn now. */
  at: LngLat;
  /** Degrees clockwise from north, as drawn now. */
  heading: number;
  from: LngLat;
  fromHeading: number;
  startedAt: number;
  duration: number;
  /** When the last report came. */
  heardAt: number;
}

export interface ShownCluster {
  data: FleetCluster;
  at: LngLat;
  from: LngLat;
  startedAt: number;
  /** Clusters that appear fade in. */
  readonly bornAt: number;
}

const shortestMove = 400;
const longestMove = 6_000;
/** A jump (a tunnel, a transport) is a jump: degrees. */
const jump = 0.03;
const clusterMs = 350;
const stillMotion = matchMedia('(prefers-reduced-motion: reduce)');

const ease = (share: number): number => share * (2 - share);
const between = (a: LngLat, b: LngLat, share: number): LngLat => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
];

/** The shorter way round from one heading to another. */
function turn(from: number, to: number, share: number): number {
  const difference = ((to - from + 540) % 360) - 180;
  return from + difference * share;
}

/** What the map draws, moving smoothly between the reports. Times are of `performance.now()`. */
export class FleetModel {
  readonly vehicles = new Map<string, Moving>();
  clusters = new Map<string, ShownCluster>();
  #movingUntil = 0;
  readonly #listeners = new Set<() => void>();

  /** Called whenever there is something new to draw. @returns unsubscribe */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Shows a view afresh; what was there already moves on from where it is. */
  replace(view: Pick<FleetView, 'vehicles' | 'clusters'>, now: number): void {
    const kept = new Set(view.vehicles.map((vehicle) => vehicle.id));
    for (const id of this.vehicles.keys()) if (!kept.has(id)) this.vehicles.delete(id);
    for (const vehicle of view.vehicles) this.#put(vehicle, now);
    this.#putClusters(view.clusters, now);
    for (const listener of this.#listeners) listener();
  }

  /** Brings in what changed. */
  apply(push: FleetPush, now: number): void {
    for (const id of push.gone) this.vehicles.delete(id);
    for (const vehicle of push.moved) this.#put(vehicle, now);
    if (push.clusters !== undefined) this.#putClusters(push.clusters, now);
    for (const listener of this.#listeners) listener();
  }

  #put(data: FleetVehicle, now: number): void {
    const to: LngLat = [data.lng, data.lat];
    const old = this.vehicles.get(data.id);
    if (old === undefined) {
      const heading = data.heading ?? 0;
      this.vehicles.set(data.id, {
        data,
        at: to,
        heading,
        from: to,
        fromHeading: heading,
        startedAt: now,
        duration: 0,
        heardAt: now,
      });
      return;
    }
    const moved = old.data.lng !== data.lng || old.data.lat !== data.lat;
    old.data = data;
    if (!moved) return;
    const far = Math.abs(to[0] - old.at[0]) > jump || Math.abs(to[1] - old.at[1]) > jump;
    // As long as it took to hear of it again: the vehicle moves on without stopping at each report.
    old.duration = far || stillMotion.matches ? 0 : Math.min(longestMove, Math.max(shortestMove, now - old.heardAt));
    [old.from, old.fromHeading, old.startedAt, old.heardAt] = [old.at, old.heading, now, now];
    this.#movingUntil = Math.max(this.#movingUntil, now + old.duration);
  }

  #putClusters(clusters: readonly FleetCluster[], now: number): void {
    const next = new Map<string, ShownCluster>();
    for (const data of clusters) {
      const at: LngLat = [data.lng, data.lat];
      const old = this.clusters.get(data.key);
      next.set(data.key, { data, at: old?.at ?? at, from: old?.at ?? at, startedAt: now, bornAt: old?.bornAt ?? now });
    }
    this.clusters = next;
    this.#movingUntil = Math.max(this.#movingUntil, now + clusterMs);
  }

  /** Moves everything to where it is at `now`. @returns whether something still moves */
  step(now: number): boolean {
    for (const vehicle of this.vehicles.values()) {
      const to: LngLat = [vehicle.data.lng, vehicle.data.lat];
      const share = vehicle.duration === 0 ? 1 : Math.min(1, (now - vehicle.startedAt) / vehicle.duration);
      vehicle.at = share === 1 ? to : between(vehicle.from, to, share);
      vehicle.heading = turn(vehicle.fromHeading, vehicle.data.heading ?? vehicle.fromHeading, Math.min(1, share * 3));
    }
    for (const cluster of this.clusters.values()) {
      const share = stillMotion.matches ? 1 : Math.min(1, (now - cluster.startedAt) / clusterMs);
      cluster.at = between(cluster.from, [cluster.data.lng, cluster.data.lat], ease(share));
    }
    return now < this.#movingUntil;
  }

  /** 0–1: how far a cluster has faded in. */
  static presence(cluster: ShownCluster, now: number): number {
    return stillMotion.matches ? 1 : Math.min(1, (now - cluster.bornAt) / 200);
  }
}
