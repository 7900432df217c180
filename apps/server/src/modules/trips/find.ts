import type { Found } from './found.ts';
import { TripMachine } from './machine.ts';
import { defaultRules, inOrder, type Sample, type TripRules } from './sample.ts';
import { freshState, type Moment } from './state.ts';

/** All trips, stops and daily mileage in a vehicle's samples, whatever their order and repetition. */
export function findTrips(
  samples: readonly Sample[],
  { rules = defaultRules, changes = [] }: { readonly rules?: TripRules; readonly changes?: readonly number[] } = {},
): Found {
  const machine = new TripMachine(rules, freshState(), changes);
  for (const sample of inOrder(samples)) machine.add(sample);
  return machine.soFar();
}

/** A time at which the vehicle stood. */
export interface Stop {
  readonly from: number;
  readonly to: number;
  readonly lng: number | null;
  readonly lat: number | null;
}

/** Stops between trips that are longer than a limit; trips in order of time. */
export function stopsBetween(
  trips: readonly { readonly start: Pick<Moment, 'ts'>; readonly end: Pick<Moment, 'ts' | 'lng' | 'lat'> }[],
  longerMs: number,
): Stop[] {
  return trips.flatMap((trip, at) => {
    const next = trips[at + 1];
    if (!next || next.start.ts - trip.end.ts <= longerMs) return [];
    return [{ from: trip.end.ts, to: next.start.ts, lng: trip.end.lng, lat: trip.end.lat }];
  });
}
