import type { MapConfig } from '@wheelhouse/contract/calls/statistics';
import gcoord from 'gcoord';
import type { Bounds, LngLat } from './types.ts';

/** How stored coordinates (WGS-84) are drawn on a base map, and back. */
export interface Datum {
  toMap(at: LngLat): [number, number];
  fromMap(at: LngLat): [number, number];
}

const same: Datum = { toMap: ([lng, lat]) => [lng, lat], fromMap: ([lng, lat]) => [lng, lat] };

/** AMap's tiles are in GCJ-02: without conversion everything in China stands some hundred metres off. */
const gcj: Datum = {
  toMap: ([lng, lat]) => gcoord.transform([lng, lat], gcoord.WGS84, gcoord.GCJ02) as [number, number],
  fromMap: ([lng, lat]) => gcoord.transform([lng, lat], gcoord.GCJ02, gcoord.WGS84) as [number, number],
};

export const datumOf = (config: MapConfig | undefined): Datum =>
  config?.amapKey !== undefined && config.tilesUrl === undefined ? gcj : same;

export function boundsToMap([west, south, east, north]: Bounds, datum: Datum): [[number, number], [number, number]] {
  return [datum.toMap([west, south]), datum.toMap([east, north])];
}

const earthRadius = 6_371_008.8;
const corners = 64;

/** A circle of `radius` metres as a ring. */
export function circleRing([lng, lat]: LngLat, radius: number): LngLat[] {
  const dLat = ((radius / earthRadius) * 180) / Math.PI;
  const dLng = dLat / Math.cos((lat * Math.PI) / 180);
  return Array.from({ length: corners + 1 }, (_, i) => {
    const angle = (i / corners) * 2 * Math.PI;
    return [lng + dLng * Math.cos(angle), lat + dLat * Math.sin(angle)];
  });
}

/** The bounds of some points; null when there is none. */
export function boundsOf(points: readonly LngLat[]): Bounds | null {
  if (points.length === 0) return null;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [lng, lat] of points) {
    west = Math.min(west, lng);
    east = Math.max(east, lng);
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  return [west, south, east, north];
}
