import type { Bounds, LngLat, MapLine } from '../../../ui/map/types.ts';

/** Kilometres that the squares of a grid may measure. */
const steps = [0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100] as const;
const kmPerDegree = 111.32;
/** Squares over the longer side of what is shown, at most. */
const mostSquares = 8;
/** The grid reaches so many times the shown stretch beyond it: one may look around. */
const around = 1.5;

export interface Grid {
  readonly lines: readonly MapLine[];
  /** Kilometres between two lines. */
  readonly km: number;
}

/** Lines of even distances over a stretch of land: they show directions and distances where the base map has no streets. */
export function gridOver([west, south, east, north]: Bounds): Grid {
  const perLng = kmPerDegree * Math.cos((((south + north) / 2) * Math.PI) / 180);
  const [width, height] = [(east - west) * perLng, (north - south) * kmPerDegree];
  const longest = Math.max(width, height, 0.5);
  const km = steps.find((step) => longest / step <= mostSquares) ?? 100;
  const [dLng, dLat] = [km / perLng, km / kmPerDegree];
  const reach = longest * around;
  const first = (from: number, step: number): number => Math.floor(from / step) * step;
  const [left, right] = [west - reach / perLng, east + reach / perLng];
  const [bottom, top] = [south - reach / kmPerDegree, north + reach / kmPerDegree];
  const lines: MapLine[] = [];
  const add = (id: string, a: LngLat, b: LngLat): void => {
    lines.push({ id, path: [a, b], width: 0.5, tone: 'default', dashed: true });
  };
  for (let lng = first(left, dLng); lng <= right; lng += dLng) add(`x${lng}`, [lng, bottom], [lng, top]);
  for (let lat = first(bottom, dLat); lat <= top; lat += dLat) add(`y${lat}`, [left, lat], [right, lat]);
  return { lines, km };
}
