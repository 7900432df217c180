import { isRecord } from '@wheelhouse/contract/object';
import {
  aheadBelievedMs,
  maxAheadMs,
  oldEventMs,
  oldGuessMs,
  platformBegan,
} from '@wheelhouse/contract/device/payloads';
import type { Refuse } from './refuse.ts';

/** Whether a device time may be read at all: a number, not negative, at most a day ahead of `now`. */
const isReadable = (ts: unknown, now: number): ts is number =>
  typeof ts === 'number' && ts >= 0 && ts <= now + maxAheadMs;

/** Sources that go on counting from a wrong time: a clock without a battery starts at the day it was built. */
const guesses: ReadonlySet<unknown> = new Set(['rtc', 'none']);

function isBelieved(ts: number, source: unknown, now: number): boolean {
  if (ts > now + aheadBelievedMs || ts < platformBegan) return false;
  return !guesses.has(source) || ts >= now - oldGuessMs;
}

/** The time of a sample, and what its device said where that is not believed. */
export interface SampleTime {
  readonly ts: number;
  /** Device time that gave way, ms since epoch. */
  readonly said: number | null;
}

/** Longer than this apart, two wrong times are not of the same clock. */
const sameClockMs = 86_400_000;

/**
 * Times of the samples of a message. Those that cannot be right give way to the time of receipt, with the intervals between them as they were, so that a
 * track stays a track; they come before the samples of the same message that follow with a right time.
 * @param now time of receipt, ms since epoch
 * @returns by place in the message; undefined: no time at all, or one that is refused
 */
export function sampleTimes(samples: readonly unknown[], now: number): readonly (SampleTime | undefined)[] {
  const said = samples.map((sample) => {
    const { ts, tsq }: { readonly ts?: unknown; readonly tsq?: unknown } = isRecord(sample) ? sample : {};
    return isReadable(ts, now) ? { ts: Math.trunc(ts), believed: isBelieved(ts, tsq, now) } : undefined;
  });
  const wrong = said.flatMap((one) => (one && !one.believed ? [one.ts] : []));
  if (wrong.length === 0) return said.map((one) => one && { ts: one.ts, said: null });
  const newest = Math.max(...wrong);
  const last = said.findLastIndex((one) => one !== undefined && !one.believed);
  const anchor = Math.min(now, ...said.slice(last + 1).flatMap((one) => (one ? [one.ts] : [])));
  return said.map((one) => {
    if (!one || one.believed) return one && { ts: one.ts, said: null };
    const back = newest - one.ts;
    return { ts: back <= sameClockMs ? anchor - back : anchor, said: one.ts };
  });
}

/**
 * The time of a message other than telemetry. One that cannot be right gives way to the time of receipt: an alarm of a lost clock is an alarm of now.
 * @param given what the device says, ms since epoch; absent: the time of receipt
 * @returns undefined where it is no time
 */
export function eventTime(given: unknown, now: number, refuse: Refuse): SampleTime | undefined {
  if (given === undefined) return { ts: now, said: null };
  if (typeof given !== 'number') {
    refuse('ts', `ts=${String(JSON.stringify(given)).slice(0, 40)}`);
    return undefined;
  }
  if (given <= now + aheadBelievedMs && given >= now - oldEventMs) return { ts: Math.trunc(given), said: null };
  refuse('clock', `ts=${given}`);
  return { ts: now, said: given };
}
