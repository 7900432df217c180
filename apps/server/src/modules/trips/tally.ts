import type { FoundDay } from './found.ts';
import { fastestKmh, kmhOf, type Sample } from './sample.ts';
import type { Moment, OpenDay, OpenTrip, Run } from './state.ts';

/** Longest standstill (a traffic light) within the start of a trip. */
export const pauseMs = 60_000;

/** How far a vehicle came from one sample to the next. */
export interface Step {
  /** Metres by the odometer; null when it is not usable. */
  readonly odo: number | null;
  readonly track: number;
  readonly baseline: boolean;
  readonly steady: boolean;
  readonly moving: boolean;
}

/** Whether an odometer goes on further than any vehicle does. */
export const leaps = (metres: number, ms: number): boolean => metres > 1000 && kmhOf(metres, ms) > fastestKmh;

/** When it came to rest: with the first sample at rest, or, where that comes much later, when it was last seen to move. */
export function arrival({ last, movedTs, start }: OpenTrip): Moment {
  return last.ts - movedTs > pauseMs && movedTs > start.ts ? { ...last, ts: movedTs } : last;
}

/** Adds a step to what was ridden. */
export function count(tally: Run | OpenTrip | OpenDay, sample: Sample, { odo, track, baseline }: Step): void {
  tally.track += track;
  if (sample.odo === null) return;
  if (baseline) tally.m += tally.track;
  else {
    const carry = 'carry' in tally ? tally.carry : 0;
    tally.m += Math.max(0, (odo ?? 0) - carry);
  }
  tally.track = 0;
  if ('carry' in tally) tally.carry = 0;
}

/** What is found of a day that has ended, or is under way. */
export function dayOf({ date, startOdo, endOdo, m, track, gps, resets, joins, jumps = 0 }: OpenDay): FoundDay {
  return { date, startOdo, endOdo: endOdo ?? startOdo, metres: m + track, gps, resets, joins, jumps };
}
