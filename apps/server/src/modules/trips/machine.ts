import { formatDay } from '@wheelhouse/contract/time';
import type { Found, FoundTrip } from './found.ts';
import {
  defaultRules,
  fastestKmh,
  isSteady,
  kmhOf,
  metresBetween,
  restKmh,
  shortestTripM,
  type Sample,
  type TripRules,
} from './sample.ts';
import { freshState, stateOf, stateText, type Moment, type OpenTrip, type Run, type TripState } from './state.ts';
import { arrival, count, dayOf, leaps, pauseMs, type Step } from './tally.ts';

/** An odometer jump within this time of a recorded control unit replacement is explained by it. */
const joinMs = 86_400_000;
/** Distance that counts as movement where no speed is reported. */
const stirredM = 20;

/**
 * Recognises trips and counts kilometres (device-protocol, Trips, stops, mileage). Fed with a vehicle's samples in order; what it knows is its
 * `state`, from which another one goes on as if it were the same.
 */
export class TripMachine {
  readonly state: TripState;
  readonly found: Found = { trips: [], days: [], resets: [] };
  readonly #rules: TripRules;
  readonly #changes: readonly number[];

  /** @param changes times at which the vehicle's control unit was replaced */
  constructor(rules: TripRules = defaultRules, state: TripState = freshState(), changes: readonly number[] = []) {
    this.#rules = rules;
    this.#changes = changes;
    this.state = state;
  }

  add(given: Sample): void {
    const { state } = this;
    const isGap = state.ts !== null && given.ts - state.ts > this.#rules.gapSec * 1000;
    if (isGap) this.#gap();
    this.#turnDay(given.ts);
    const sample = this.#withoutLeap(given);
    const step = this.#step(sample);
    const accWas = state.acc;
    const before = state.ts === null || isGap ? undefined : this.#moment(state.ts);
    this.#move(sample, step);
    if (state.trip) this.#riding(state.trip, sample, step, accWas);
    else {
      // After power-off a new trip begins; distance over a gap belongs to no trip.
      if (accWas === 1 && sample.acc === 0) state.run = null;
      this.#standing(sample, isGap ? { ...step, odo: 0, track: 0 } : step, before);
    }
    state.ts = sample.ts;
    state.moving = step.moving;
  }

  /** The same results, including the trip and the day that are still under way. */
  soFar(): Found {
    const { trips, days, resets } = this.found;
    const { trip, day } = this.state;
    const open = trip ? this.#finished(trip, trip.rest ?? trip.last, true) : undefined;
    return {
      trips: open ? [...trips, open] : trips,
      days: day ? [...days, dayOf(day)] : days,
      resets,
    };
  }

  copy(): TripMachine {
    const twin = new TripMachine(this.#rules, stateOf(stateText(this.state)), this.#changes);
    twin.found.trips.push(...this.found.trips);
    twin.found.days.push(...this.found.days);
    twin.found.resets.push(...this.found.resets);
    return twin;
  }

  /** A gap: a running trip ended with its last sample. */
  #gap(): void {
    const { state } = this;
    if (state.trip) this.#close(state.trip, state.trip.rest ?? state.trip.last);
    state.anchor = null;
    state.run = null;
    state.acc = null;
    state.moving = false;
  }

  #turnDay(ts: number): void {
    const { state } = this;
    const date = formatDay(new Date(ts));
    if (state.day?.date === date) return;
    const carry = state.day ? state.day.track + (state.day.endOdo === null ? state.day.carry : 0) : 0;
    if (state.day) this.found.days.push(dayOf(state.day));
    state.day = { m: 0, track: 0, date, startOdo: state.odo, endOdo: null, carry, gps: 0, resets: 0, joins: 0 };
  }

  /**
   * The sample without an odometer value that is further on than any vehicle goes. The next one decides: it goes on from there, and there is a new
   * baseline, or from where the vehicle was, and the value was an error.
   */
  #withoutLeap(sample: Sample): Sample {
    const { state } = this;
    if (sample.odo === null || state.odo === null) return sample;
    if (!leaps(sample.odo - state.odo, sample.ts - state.odoTs) || this.#isExplained(sample.ts)) {
      state.odd = undefined;
      return sample;
    }
    const { odd } = state;
    if (odd && sample.ts > odd.ts && sample.odo >= odd.odo && !leaps(sample.odo - odd.odo, sample.ts - odd.ts)) {
      this.#rebase(odd);
      return sample;
    }
    if (!odd && state.day) state.day.jumps = (state.day.jumps ?? 0) + 1;
    state.odd = { odo: sample.odo, ts: sample.ts };
    return { ...sample, odo: null };
  }

  /** Goes on from another odometer value; the way to it is that of the track. */
  #rebase({ odo, ts }: { readonly odo: number; readonly ts: number }): void {
    const { state } = this;
    for (const tally of [state.day, state.run, state.trip]) {
      if (!tally) continue;
      tally.m += tally.track;
      tally.track = 0;
    }
    if (state.day) state.day.carry = 0;
    state.odo = odo;
    state.odoTs = ts;
    state.odd = undefined;
  }

  /** Whether a change of the control unit explains a jump of the odometer up to here. */
  #isExplained(ts: number): boolean {
    return this.#changes.some((at) => at >= this.state.odoTs - joinMs && at <= ts + joinMs);
  }

  /** How far the vehicle came since the sample before, by odometer and by track. */
  #step(sample: Sample): Step {
    const { state } = this;
    const placed = sample.lng !== null && sample.lat !== null && isSteady(sample);
    const metres =
      placed && state.lng !== null && state.lat !== null
        ? metresBetween(state.lng, state.lat, sample.lng ?? 0, sample.lat ?? 0)
        : 0;
    const steady = placed && (state.lng === null || kmhOf(metres, sample.ts - state.fixTs) <= fastestKmh);
    const odo = sample.odo !== null && state.odo !== null ? sample.odo - state.odo : null;
    const moving = sample.kmh === null ? (odo ?? 0) >= 5 || (steady && metres >= stirredM) : sample.kmh >= restKmh;
    // A receiver at rest drifts: only a movement counts, or a position too far away for drift.
    const counts = moving || state.moving || (sample.acc !== 0 && state.acc !== 0 && metres >= this.#rules.radiusM);
    return { odo, track: steady && counts ? metres : 0, baseline: this.#isBaseline(sample, odo), steady, moving };
  }

  /** Whether this odometer value cannot be compared with the last one. */
  #isBaseline(sample: Sample, odo: number | null): boolean {
    const { state } = this;
    if (sample.odo === null) return false;
    if (odo === null) return true;
    const isJump = odo < 0 || leaps(odo, sample.ts - state.odoTs);
    if (isJump && this.#isExplained(sample.ts)) {
      if (state.day) state.day.joins++;
      return true;
    }
    if (odo >= 0) return false;
    if (state.day) state.day.resets++;
    this.found.resets.push({ ts: sample.ts, from: state.odo ?? 0, to: sample.odo });
    return true;
  }

  /** Updates position and distance by the sample. */
  #move(sample: Sample, step: Step): void {
    const { state } = this;
    for (const tally of [state.day, state.run, state.trip]) if (tally) count(tally, sample, step);
    if (state.day) {
      state.day.gps += step.track;
      if (sample.odo !== null) {
        state.day.startOdo ??= sample.odo;
        state.day.endOdo = sample.odo;
      }
    }
    if (sample.odo !== null) {
      state.odo = sample.odo;
      state.odoTs = sample.ts;
    }
    if (step.steady) {
      state.fixTs = sample.ts;
      // The base stays while nothing counts, so that slow wandering does not add up, and no metre of the start is lost.
      if (step.track > 0 || step.moving || state.lng === null || this.#strayed(sample)) {
        state.lng = sample.lng;
        state.lat = sample.lat;
      }
    }
    state.soc = sample.soc ?? state.soc;
    state.acc = sample.acc ?? state.acc;
  }

  /** Position changed without reported movement: the vehicle was carried, or there was a gap. */
  #strayed({ lng, lat }: Sample): boolean {
    const { state } = this;
    return metresBetween(state.lng ?? 0, state.lat ?? 0, lng ?? 0, lat ?? 0) > this.#rules.radiusM;
  }

  #standing(sample: Sample, step: Step, before: Moment | undefined): void {
    const { state } = this;
    if (state.run && !step.moving && sample.ts - state.run.movedTs > pauseMs) state.run = null;
    if (step.moving && !state.run) state.run = this.#begin(sample, step, sample.kmh === null ? before : undefined);
    if (state.run) this.#note(state.run, sample, step);
    if (!step.steady || sample.lng === null || sample.lat === null) return;
    if (!state.anchor) {
      state.anchor = { lng: sample.lng, lat: sample.lat };
      return;
    }
    if (metresBetween(state.anchor.lng, state.anchor.lat, sample.lng, sample.lat) <= this.#rules.radiusM) return;
    // It left the circle in one step: the trip begins at the previous sample.
    const run =
      state.run && state.run.start.ts < sample.ts
        ? state.run
        : this.#note(this.#begin(sample, step, before), sample, step);
    const rest = step.moving ? null : run.last;
    state.trip = { ...run, circle: { lng: sample.lng, lat: sample.lat, ts: sample.ts }, rest };
    state.run = null;
    state.anchor = null;
  }

  #riding(trip: OpenTrip, sample: Sample, step: Step, accWas: 0 | 1 | null): void {
    this.#note(trip, sample, step);
    if (step.moving) trip.rest = null;
    else trip.rest ??= arrival(trip);
    if (accWas === 1 && sample.acc === 0) {
      // Switched off after it had stood long enough anyway: it ended where it came to rest.
      const rested = trip.rest !== null && sample.ts - trip.rest.ts >= this.#rules.stopSec * 1000;
      return this.#close(trip, rested && trip.rest ? trip.rest : trip.last);
    }
    const { lng, lat } = sample;
    if (step.steady && lng !== null && lat !== null) {
      const outside = !trip.circle || metresBetween(trip.circle.lng, trip.circle.lat, lng, lat) > this.#rules.radiusM;
      if (outside) trip.circle = { lng, lat, ts: sample.ts };
    } else if (step.moving) return undefined;
    if (trip.circle && sample.ts - trip.circle.ts >= this.#rules.stopSec * 1000)
      this.#close(trip, trip.rest ?? trip.last);
    return undefined;
  }

  /** A movement that this step began. It starts here, or where the vehicle stood when nobody can say how it came here. */
  #begin(sample: Sample, step: Step, from: Moment | undefined): Run {
    const start = from ? { ...from, metres: 0, points: 0 } : { ...this.#moment(sample.ts), metres: 0, points: 0 };
    const run: Run = { m: 0, track: 0, start, points: 0, maxKmh: 0, movedTs: sample.ts, last: start };
    count(run, sample, step);
    return run;
  }

  #note(run: Run, sample: Sample, step: Step): Run {
    if (sample.lng !== null) run.points++;
    if (step.moving) run.movedTs = sample.ts;
    if (sample.kmh !== null && sample.kmh <= fastestKmh) run.maxKmh = Math.max(run.maxKmh, sample.kmh);
    run.last = { ...this.#moment(sample.ts), metres: run.m + run.track, points: run.points };
    return run;
  }

  #moment(ts: number): Moment {
    const { lng, lat, soc } = this.state;
    return { ts, lng, lat, soc, metres: 0, points: 0 };
  }

  #close(trip: OpenTrip, end: Moment): void {
    const { state } = this;
    const done = this.#finished(trip, end, false);
    if (done) this.found.trips.push(done);
    state.trip = null;
    state.anchor = end.lng === null || end.lat === null ? null : { lng: end.lng, lat: end.lat };
  }

  #finished(trip: OpenTrip, end: Moment, open: boolean): FoundTrip | undefined {
    if (end.metres < shortestTripM) return undefined;
    return { start: trip.start, end, metres: end.metres, points: end.points, maxKmh: trip.maxKmh, open };
  }
}
