import type { TrackPoint } from '@wheelhouse/contract/track';

const metresPerDegree = 111_195;
/** Smaller deviations are GPS noise: they are invisible, and computing them would cost the most. */
const floorM = 2;

/**
 * How far each point lies from where the vehicle would have been at its time without it, metres: Douglas–Peucker with the distance at the same
 * moment (TD-TR), so that a thinned track replays truly in time, and a stand stays a stand. Ends of stretches are indispensable.
 * @param breaks places at which a stretch begins, such as the first point after a gap
 */
export function importances(points: readonly TrackPoint[], breaks: readonly number[]): Float64Array {
  const weight = new Float64Array(points.length);
  const shrink = Math.cos(((points[0]?.[2] ?? 0) * Math.PI) / 180) * metresPerDegree;
  const x = Float64Array.from(points, (point) => point[1] * shrink);
  const y = Float64Array.from(points, (point) => point[2] * metresPerDegree);
  const t = Float64Array.from(points, (point) => point[0]);
  const edges = [0, ...breaks, points.length];
  for (let i = 1; i < edges.length; i++) {
    const [from, to] = [edges[i - 1] ?? 0, (edges[i] ?? 0) - 1];
    if (to < from) continue;
    weight[from] = weight[to] = Infinity;
    split(weight, { x, y, t }, from, to);
  }
  return weight;
}

interface Path {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly t: Float64Array;
}

function split(weight: Float64Array, path: Path, first: number, last: number): void {
  const open: [number, number, number][] = [[first, last, Infinity]];
  for (let range = open.pop(); range !== undefined; range = open.pop()) {
    const [from, to, limit] = range;
    const { at, distance } = farthest(path, from, to);
    if (at < 0 || distance < floorM) continue;
    // A point is never worth more than the one whose absence would have hidden it.
    const worth = Math.min(distance, limit);
    weight[at] = worth;
    open.push([from, at, worth], [at, to, worth]);
  }
}

function farthest({ x, y, t }: Path, from: number, to: number): { at: number; distance: number } {
  let [at, most] = [-1, -1];
  // Typed arrays within their bounds hold numbers.
  const read = (column: Float64Array, i: number): number => column[i] ?? 0;
  const [x0, y0, t0] = [read(x, from), read(y, from), read(t, from)];
  const span = read(t, to) - t0 || 1;
  const [dx, dy] = [(read(x, to) - x0) / span, (read(y, to) - y0) / span];
  for (let i = from + 1; i < to; i++) {
    const passed = read(t, i) - t0;
    const [ex, ey] = [read(x, i) - x0 - dx * passed, read(y, i) - y0 - dy * passed];
    const square = ex * ex + ey * ey;
    if (square > most) [at, most] = [i, square];
  }
  return { at, distance: Math.sqrt(most) };
}

/** Places of the points to keep: all that matter by more than `tolerance` metres, but no more than `limit`. */
export function kept(
  weight: Float64Array,
  { tolerance, limit }: { readonly tolerance: number; readonly limit: number },
): number[] {
  let least = tolerance;
  if (weight.length > limit) {
    const sorted = weight.toSorted();
    const bound = sorted[sorted.length - limit] ?? 0;
    // Too many points equal the threshold: keep only those above it.
    least = Math.max(least, bound === Infinity ? bound : bound + Number.EPSILON * Math.max(1, bound));
  }
  const places: number[] = [];
  for (let i = 0; i < weight.length; i++) if ((weight[i] ?? 0) >= least) places.push(i);
  return places.length <= limit ? places : places.slice(0, limit);
}

/** Metres of a pixel of the map at a zoom (512-pixel tiles). */
export const metresPerPixel = (lat: number, zoom: number): number =>
  (40_075_016.7 * Math.cos((lat * Math.PI) / 180)) / (512 * 2 ** zoom);
