import { formatDay } from '@wheelhouse/contract/time';
import type { Pool, PoolClient } from 'pg';
import { clientTransaction } from '../../db/pool.ts';
import type { Found } from './found.ts';
import { TripMachine } from './machine.ts';
import {
  dropLate,
  lateWindows,
  lockProgress,
  marksAround,
  samplesFrom,
  samplesSince,
  wholeFrom,
  type LateWindow,
  type Mark,
  type Progress,
} from './read.ts';
import type { Sample } from './sample.ts';
import { freshState, reachOf, stateOf, stateText } from './state.ts';
import { writeOutcomes, writeProgress, type Outcome, type Reached } from './write.ts';

const fresh = stateText(freshState());
/** Samples of a vehicle read at once; one with more behind it waits for its next turn. */
const atOnce = 2000;
const endless = Number.MAX_SAFE_INTEGER;

/** A trip machine that stores its state at the first sample of each day. */
class Follower {
  readonly machine: TripMachine;
  readonly marks: Mark[] = [];
  readonly #from: number;
  #read: { readonly reach: number; readonly since: number } | undefined;

  constructor({ rules, changes }: Progress, state: string, from: number) {
    this.machine = new TripMachine(rules, stateOf(state), changes);
    this.#from = from;
  }

  /** Stores the state when the sample begins a day. @returns whether it does */
  turn(sample: Sample): Mark | undefined {
    this.#read ??= { reach: reachOf(this.machine.state, sample.ts), since: sample.ts };
    if (this.machine.state.day?.date === formatDay(new Date(sample.ts))) return undefined;
    const mark = { ts: sample.ts, state: stateText(this.machine.state) };
    this.marks.push(mark);
    return mark;
  }

  /** Trips from here on are new. */
  get reach(): number {
    return this.#read?.reach ?? this.#from;
  }

  /** Time of the first sample. */
  get since(): number {
    return this.#read?.since ?? this.#from;
  }
}

/**
 * Processes samples up to the newest. The stored state is the one before the newest moment, because other samples of that moment may follow;
 * the results include it.
 */
function follow(
  follower: Follower,
  samples: readonly Sample[],
  complete: boolean,
): { found: Found; until: number; state: string } {
  const { machine } = follower;
  const first = samples[0]?.ts ?? 0;
  let until = samples.at(-1)?.ts ?? 0;
  // The whole portion has one time: process it as it is.
  if (!complete && until === first) until++;
  const rest: Sample[] = [];
  for (const sample of samples) {
    if (sample.ts >= until) rest.push(sample);
    else {
      follower.turn(sample);
      machine.add(sample);
    }
  }
  const state = stateText(machine.state);
  if (!complete) return { found: machine.soFar(), until, state };
  const [newest] = rest;
  if (newest) follower.turn(newest);
  const ahead = machine.copy();
  for (const sample of rest) ahead.add(sample);
  return { found: ahead.soFar(), until, state };
}

/** Processes the next samples of each vehicle. @returns vehicles that have more, or that another process has locked */
async function advance(client: PoolClient, vehicleIds: readonly string[]): Promise<string[]> {
  const locked = await lockProgress(client, vehicleIds, { fresh });
  const samples = await samplesSince(client, locked, atOnce);
  const outcomes: Outcome[] = [];
  const reached: Reached[] = [];
  const left = new Set(vehicleIds);
  for (const progress of locked) {
    const own = samples.get(progress.vehicleId) ?? [];
    if (own.length < atOnce) left.delete(progress.vehicleId);
    if (own.length === 0) continue;
    const follower = new Follower(progress, progress.state, progress.until);
    const { found, until, state } = follow(follower, own, own.length < atOnce);
    const { reach: from, since } = follower;
    outcomes.push({ vehicleId: progress.vehicleId, found, from, to: endless, since, until: endless });
    reached.push({ vehicleId: progress.vehicleId, until, state, marks: follower.marks });
  }
  if (outcomes.length > 0) {
    await writeOutcomes(client, outcomes);
    await writeProgress(client, reached);
  }
  return [...left];
}

/** What was found from a start of a day on. */
function foundFrom({ trips, days, resets }: Found, start: number): Found {
  const day = formatDay(new Date(start));
  return {
    trips: trips.filter((trip) => trip.start.ts >= start),
    days: days.filter(({ date }) => date >= day),
    resets: resets.filter(({ ts }) => ts >= start),
  };
}

/**
 * Reads a vehicle's past again from the day in which `from` is, until all is as it was known before, behind `to`: or to the newest sample.
 * What is no longer kept of the past stays as it was found.
 */
async function again(
  client: PoolClient,
  progress: Progress,
  { from, to }: Pick<LateWindow, 'from' | 'to'>,
): Promise<void> {
  const { vehicleId } = progress;
  const known = await marksAround(client, vehicleId, from);
  const begin = known[0] !== undefined && known[0].ts <= from ? known[0] : { ts: 0, state: fresh };
  const stored = new Map(known.map((mark) => [mark.ts, mark.state]));
  const follower = new Follower(progress, begin.state, begin.ts);
  let held: Sample[] = [];
  let same: Mark | undefined;
  reading: for await (const samples of samplesFrom(client, vehicleId, begin.ts)) {
    // The newest moment waits until it is known that it is not the last.
    const newest = samples.at(-1)?.ts;
    const ready = [...held, ...samples];
    held = ready.filter((sample) => sample.ts === newest);
    for (const sample of ready) {
      if (sample.ts === newest) continue;
      const mark = follower.turn(sample);
      if (mark && mark.ts > to && mark.ts <= progress.until && stored.get(mark.ts) === mark.state) {
        same = mark;
        break reading;
      }
      follower.machine.add(sample);
    }
  }
  if (same === undefined && held.length === 0) return;
  const end = same === undefined ? follow(follower, held, true) : undefined;
  // A day is reported when the next one begins: the last one is still open at its mark.
  const found = end?.found ?? { ...follower.machine.soFar(), trips: follower.machine.found.trips };
  const reach = same === undefined ? endless : reachOf(stateOf(same.state), same.ts);
  const whole = begin.ts === 0 ? await wholeFrom(client, vehicleId, follower.since) : 0;
  if (end !== undefined && end.until < whole) return;
  const [first, since] = [Math.max(follower.reach, whole), Math.max(follower.since, whole)];
  const until = same?.ts ?? endless;
  await writeOutcomes(client, [{ vehicleId, found: foundFrom(found, whole), from: first, to: reach, since, until }]);
  await client.query(
    `delete from veh_trip_mark where vehicle_id = $1 and ts > to_timestamp($2::float8 / 1000) and ts < to_timestamp($3::float8 / 1000)`,
    [vehicleId, begin.ts, same?.ts ?? endless / 1000],
  );
  const marks = follower.marks.filter(({ ts }) => ts >= whole);
  const { until: reached, state } = end ?? progress;
  await writeProgress(client, [{ vehicleId, until: reached, state, marks }]);
}

/** Processes late samples of a vehicle. @returns false when another process has it locked */
async function settleLate(client: PoolClient, vehicleId: string): Promise<boolean> {
  const [progress] = await lockProgress(client, [vehicleId], { fresh });
  if (!progress) return false;
  const [window] = await lateWindows(client, [vehicleId]);
  if (!window) return true;
  await again(client, progress, window);
  await dropLate(client, window);
  return true;
}

/**
 * Brings trips and mileage of these vehicles up to their stored samples. Safe beside other processes that do the same, and to be cut off at any time.
 * @returns vehicles to process again: they have more samples, or another process had them locked
 */
export async function updateTrips(pool: Pool, vehicleIds: readonly string[]): Promise<string[]> {
  const late = await clientTransaction(pool, (client) => lateWindows(client, vehicleIds));
  const ids = new Set(vehicleIds);
  const left: string[] = [];
  for (const { vehicleId } of late) {
    if (await clientTransaction(pool, (client) => settleLate(client, vehicleId))) continue;
    ids.delete(vehicleId);
    left.push(vehicleId);
  }
  // Those with late samples too: their past may have been known again before its end, and newer samples came with the late ones.
  if (ids.size > 0) left.push(...(await clientTransaction(pool, (client) => advance(client, [...ids]))));
  return left;
}

/** Recognises a vehicle's trips between two moments again, from its samples. */
export async function recalculate(pool: Pool, vehicleId: string, from: Date, to: Date): Promise<void> {
  await clientTransaction(pool, async (client) => {
    const [progress] = await lockProgress(client, [vehicleId], { fresh, wait: true });
    if (progress) await again(client, progress, { from: from.getTime(), to: to.getTime() });
  });
}
