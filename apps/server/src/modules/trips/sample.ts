/** One stored sample of a vehicle, as far as trips are concerned; null where the device said nothing. */
export interface Sample {
  /** Device time, ms since epoch. */
  readonly ts: number;
  readonly boot: number;
  readonly seq: number;
  /** Place in its message. */
  readonly idx: number;
  readonly lng: number | null;
  readonly lat: number | null;
  readonly kmh: number | null;
  /** Odometer, metres. */
  readonly odo: number | null;
  readonly soc: number | null;
  readonly acc: 0 | 1 | null;
  readonly sat: number | null;
  readonly hdop: number | null;
  readonly fix: number | null;
}

/** How a trip is recognised; by vehicle model. */
export interface TripRules {
  /** Metres of the circle that a vehicle leaves to begin a trip, and stays in to end it. */
  readonly radiusM: number;
  /** Seconds inside the circle that end a trip. */
  readonly stopSec: number;
  /** Seconds without a sample after which nothing is known of the vehicle. */
  readonly gapSec: number;
}

export const defaultRules: TripRules = { radiusM: 100, stopSec: 180, gapSec: 600 };

/** Shorter ones are no trips. */
export const shortestTripM = 100;
/** Faster ones are no movement but an error of the receiver. */
export const fastestKmh = 150;
/** Slower ones are standing: what a receiver shows at rest. */
export const restKmh = 2;

/** Device time, then boot, sequence, place in the message: the one order of a vehicle's samples. */
export function bySampleOrder(a: Sample, b: Sample): number {
  return a.ts - b.ts || a.boot - b.boot || a.seq - b.seq || a.idx - b.idx;
}

/** The samples in order, each once. */
export function inOrder(samples: readonly Sample[]): Sample[] {
  const sorted = samples.toSorted(bySampleOrder);
  return sorted.filter((sample, at) => {
    const before = sorted[at - 1];
    return before === undefined || bySampleOrder(before, sample) !== 0;
  });
}

/** Whether a position can be trusted. */
export function isSteady({ fix, hdop, sat }: Pick<Sample, 'fix' | 'hdop' | 'sat'>): boolean {
  return fix !== 0 && (hdop === null || hdop <= 4) && (sat === null || sat >= 4);
}

const earthRadius = 6_371_008.8;
const radians = Math.PI / 180;

/** Metres along the great circle. */
export function metresBetween(lngA: number, latA: number, lngB: number, latB: number): number {
  const [a, b] = [latA * radians, latB * radians];
  const h = Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(((lngB - lngA) * radians) / 2) ** 2;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** km/h of so many metres in so many milliseconds. */
export const kmhOf = (metres: number, ms: number): number =>
  ms > 0 ? (metres / ms) * 3600 : metres > 0 ? Infinity : 0;
