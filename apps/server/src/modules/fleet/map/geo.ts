import type { Bounds } from '@wheelhouse/contract/fleet';
import { areas, type Area } from '@wheelhouse/entities/areas/areas';

const maxLat = 85.0511;

/** Web-Mercator position in units of the world's width, 0–1 from the west and from the north. */
export function worldX(lng: number): number {
  return (lng + 180) / 360;
}
export function worldY(lat: number): number {
  const phi = (Math.min(maxLat, Math.max(-maxLat, lat)) * Math.PI) / 180;
  return 0.5 - Math.log(Math.tan(Math.PI / 4 + phi / 2)) / (2 * Math.PI);
}

/** Pixels of the whole world at a zoom, as maplibre counts zooms (512-pixel tiles). */
export const worldPixels = (zoom: number): number => 512 * 2 ** zoom;

/** A view as given, within the world; undefined when it is none. */
export function readBounds([west, south, east, north]: Bounds): Bounds | undefined {
  if (west >= east || south >= north) return undefined;
  const clamped: Bounds = [Math.max(-180, west), Math.max(-90, south), Math.min(180, east), Math.min(90, north)];
  return clamped[0] < clamped[2] && clamped[1] < clamped[3] ? clamped : undefined;
}

/** Cities in the order of the reference data; a city's number in the fleet's columns is its place here. */
export const cities: readonly Area[] = areas.filter((area) => area.levelType === 2);
export const cityIndex: ReadonlyMap<string, number> = new Map(cities.map((city, i) => [city.id, i]));
/** Number that stands for no city. */
export const noCity = 0xffff;

/**
 * The city whose centre is nearest: the masked stand-in of a position, and its city in statistics. At a city's rim it may name the
 * neighbour, which is near enough for both uses.
 */
export function nearestCity(lng: number, lat: number): number {
  const shrink = Math.cos((lat * Math.PI) / 180);
  let best = noCity;
  let bestDistance = Infinity;
  for (let i = 0; i < cities.length; i++) {
    const city = cities[i];
    if (city === undefined) continue;
    const [dx, dy] = [(city.lng - lng) * shrink, city.lat - lat];
    const distance = dx * dx + dy * dy;
    if (distance < bestDistance) [best, bestDistance] = [i, distance];
  }
  return best;
}

/** Number of a tile of about 2.4 km: while a vehicle stays in it, its nearest city is not looked for again. */
export const cityTile = (lng: number, lat: number): number =>
  Math.floor(worldX(lng) * 16_384) * 16_384 + Math.floor(worldY(lat) * 16_384);
