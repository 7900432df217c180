import type { Track } from '@wheelhouse/contract/track';
import type { LngLat, MapLine, Tone } from '../../../ui/map/types.ts';

/** Speeds by colour, km/h: each band reaches up to the next one. */
export const speedBands: readonly { readonly from: number; readonly tone: Tone }[] = [
  { from: 0, tone: 'default' },
  { from: 5, tone: 'success' },
  { from: 25, tone: 'primary' },
  { from: 45, tone: 'danger' },
];

const bandOf = (kmh: number): number => {
  if (Number.isNaN(kmh)) return 0;
  let band = 0;
  for (let i = 1; i < speedBands.length; i++) if (kmh >= (speedBands[i]?.from ?? Infinity)) band = i;
  return band;
};

/** Typed arrays within their bounds hold numbers. */
const at = (column: Float64Array, i: number): number => column[i] ?? Number.NaN;
const placeOf = (track: Track, i: number): LngLat => [at(track.lng, i), at(track.lat, i)];

/** Place of the last point not after a time; 0 before the first. */
export function indexAt(track: Track, time: number): number {
  let [low, high] = [0, track.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (at(track.t, middle) <= time) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

export interface Spot {
  readonly lng: number;
  readonly lat: number;
  readonly heading: number | null;
}

/** Where the vehicle was at a time: on its way between two points, unless nothing is known of it. */
export function spotAt(track: Track, gaps: ReadonlySet<number>, time: number): Spot {
  const i = indexAt(track, time);
  const [from, to] = [at(track.t, i), at(track.t, i + 1)];
  const heading = at(track.heading, i);
  const share =
    i + 1 < track.length && !gaps.has(i + 1) && to > from ? Math.min(1, Math.max(0, (time - from) / (to - from))) : 0;
  const [lng, lat] = placeOf(track, i);
  const next = share > 0 ? placeOf(track, i + 1) : [lng, lat];
  return {
    lng: lng + ((next[0] ?? lng) - lng) * share,
    lat: lat + ((next[1] ?? lat) - lat) * share,
    heading: Number.isNaN(heading) ? null : heading,
  };
}

export interface LineOptions {
  readonly gaps: ReadonlySet<number>;
  /** Points left out. */
  readonly hidden: ReadonlySet<number>;
  /** Dashed lines over gaps. */
  readonly joined: boolean;
}

/** The way as lines, one for each stretch of one colour; gaps are none, or dashed. */
export function linesOf(track: Track, { gaps, hidden, joined }: LineOptions): MapLine[] {
  const lines: MapLine[] = [];
  let [last, band]: [number | undefined, number] = [undefined, -1];
  let path: LngLat[] = [];
  const flush = (): void => {
    if (path.length > 1)
      lines.push({ id: `s${lines.length}`, path, width: 4, tone: speedBands[band]?.tone ?? 'primary' });
    path = [];
  };
  let broken = false;
  for (let i = 0; i < track.length; i++) {
    broken ||= gaps.has(i);
    if (hidden.has(i)) continue;
    const here = placeOf(track, i);
    if (last !== undefined && broken) {
      flush();
      if (joined)
        lines.push({
          id: `g${lines.length}`,
          path: [placeOf(track, last), here],
          width: 2,
          tone: 'default',
          dashed: true,
        });
    } else if (last !== undefined) {
      const own = bandOf(at(track.kmh, i));
      if (own !== band) {
        flush();
        band = own;
        path = [placeOf(track, last)];
      }
    }
    path.push(here);
    broken = false;
    last = i;
  }
  flush();
  return lines;
}

/** A column with its times, for a chart: a break where nothing is known, and no more points than there are pixels. */
export function seriesOf(
  track: Track,
  column: Float64Array,
  gaps: ReadonlySet<number>,
  most = 1500,
): (readonly [number, number | null])[] {
  const bucket = Math.max(1, Math.ceil(track.length / (most / 2)));
  const series: [number, number | null][] = [];
  for (let start = 0; start < track.length; start += bucket) {
    const end = Math.min(track.length, start + bucket);
    // The lowest and the highest of each bucket: no peak is lost.
    let [low, high] = [-1, -1];
    let cut = false;
    for (let i = start; i < end; i++) {
      cut ||= gaps.has(i);
      const value = at(column, i);
      if (Number.isNaN(value)) continue;
      if (low < 0 || value < at(column, low)) low = i;
      if (high < 0 || value > at(column, high)) high = i;
    }
    if (cut) series.push([at(track.t, start), null]);
    const places = low === high ? [low] : low < high ? [low, high] : [high, low];
    for (const i of places) if (i >= 0) series.push([at(track.t, i), at(column, i)]);
  }
  return series;
}
