import { ownJson } from '@wheelhouse/contract/object';

/** Metres ridden: by the odometer, and by the track since its last value. */
export interface Tally {
  m: number;
  track: number;
}

/** A moment of a vehicle, with what had been ridden by then. */
export interface Moment {
  readonly ts: number;
  readonly lng: number | null;
  readonly lat: number | null;
  readonly soc: number | null;
  readonly metres: number;
  readonly points: number;
}

/** A movement that may become a trip, or is one. */
export interface Run extends Tally {
  readonly start: Moment;
  points: number;
  maxKmh: number;
  /** When it last moved. */
  movedTs: number;
  last: Moment;
}

export interface OpenTrip extends Run {
  /** Centre of the circle it was last seen to enter, and since when. */
  circle: { readonly lng: number; readonly lat: number; readonly ts: number } | null;
  /** The first moment of the standstill that lasts. */
  rest: Moment | null;
}

/** A day (Asia/Shanghai) while it lasts. */
export interface OpenDay extends Tally {
  readonly date: string;
  /** Odometer at the end of the last day that had one; the first of this day otherwise. */
  startOdo: number | null;
  endOdo: number | null;
  /** Track of the day before that the next odometer value will include. */
  carry: number;
  /** Metres by the track alone. */
  gps: number;
  /** Times the odometer went back. */
  resets: number;
  /** Times it jumped with a change of the control unit. */
  joins: number;
  /** Times it jumped further than any vehicle goes; absent: none. */
  jumps?: number;
}

/**
 * State from which recognition continues: small, and as text the same for the same samples.
 * Keys are always written in this order; what is rare comes last and is left out where there is none.
 */
export interface TripState {
  ts: number | null;
  acc: 0 | 1 | null;
  soc: number | null;
  /** Where the track has come to, and when the receiver last had a trustworthy position. */
  lng: number | null;
  lat: number | null;
  fixTs: number;
  odo: number | null;
  odoTs: number;
  moving: boolean;
  /** Centre of the circle it stands in. */
  anchor: { readonly lng: number; readonly lat: number } | null;
  run: Run | null;
  trip: OpenTrip | null;
  day: OpenDay | null;
  /** An odometer value further on than any vehicle goes, until the next one says whether it was an error. */
  odd?: { readonly odo: number; readonly ts: number } | undefined;
}

export const freshState = (): TripState => ({
  ts: null,
  acc: null,
  soc: null,
  lng: null,
  lat: null,
  fixTs: 0,
  odo: null,
  odoTs: 0,
  moving: false,
  anchor: null,
  run: null,
  trip: null,
  day: null,
});

export const stateText = (state: TripState): string => JSON.stringify(state);
/** @param text of `stateText` */
export const stateOf = (text: string): TripState => ownJson(text);

/** Earliest start of a trip that is still to come from here: trips before it are final. */
export function reachOf(state: TripState, now: number): number {
  return state.trip?.start.ts ?? state.run?.start.ts ?? Math.min(now, state.ts ?? now);
}
