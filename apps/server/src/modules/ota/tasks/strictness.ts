import type { Row } from '@wheelhouse/entities/fields';
import { readStages, type Stage } from '@wheelhouse/entities/ota/ota-task-rules';

// Whether the strategy of a task is as strict as the one that was approved: that needs no new approval.

type Judge = (approved: Row, now: Row) => boolean;

const numberOf = (value: unknown): number => (value === null || value === undefined ? NaN : Number(value));

const notAbove =
  (name: string): Judge =>
  (approved, now) =>
    numberOf(now[name]) <= numberOf(approved[name]);

const minutesOfDay = 24 * 60;
const minuteOf = (value: unknown): number | undefined => {
  const found = typeof value === 'string' ? /^(\d{2}):(\d{2})$/.exec(value) : null;
  return found ? Number(found[1]) * 60 + Number(found[2]) : undefined;
};

/** Minutes of the day between which vehicles get their jobs; undefined: at any time. */
function windowOf({ windowStart, windowEnd }: Row): { readonly start: number; readonly end: number } | undefined {
  const [start, end] = [minuteOf(windowStart), minuteOf(windowEnd)];
  return start === undefined || end === undefined ? undefined : { start, end };
}

/** Minutes from the beginning of the approved window, which may end on the next day. */
const from = (start: number, at: number): number => (at - start + minutesOfDay) % minutesOfDay;

/** The hours in which vehicles get their jobs lie within those approved. */
const isNarrower: Judge = (approved, now) => {
  const [before, after] = [windowOf(approved), windowOf(now)];
  if (before === undefined) return true;
  if (after === undefined) return false;
  const [start, end] = [from(before.start, after.start), from(before.start, after.end)];
  return start < end && end <= from(before.start, before.end);
};

const atMost = (now: number | null, approved: number | null): boolean =>
  now === approved || (now !== null && approved !== null && now <= approved);
const atLeast = (now: number | null, approved: number | null): boolean =>
  approved === null || (now !== null && now >= approved);

const atLeastSample = (now: number, approved: number | null): boolean => approved !== null && now >= approved;

/** A stage that lets no more vehicles through, no earlier, and not with less success. */
const isStricter = (now: Stage, approved: Stage): boolean =>
  atMost(now.percent, approved.percent) &&
  atMost(now.count, approved.count) &&
  atLeast(now.minHours, approved.minHours) &&
  atLeast(now.minSuccessRate, approved.minSuccessRate) &&
  // Without one all results are waited for.
  (now.minSample === null || atLeastSample(now.minSample, approved.minSample));

const areStricter: Judge = ({ stages: approved }, { stages: now }) => {
  const [before, after] = [readStages(approved), readStages(now)];
  return before.length === after.length && before.every((stage, at) => isStricter(after[at] ?? stage, stage));
};

export const stricter = {
  windowStart: isNarrower,
  windowEnd: isNarrower,
  stages: areStricter,
  ratePerMinute: notAbove('ratePerMinute'),
  downloadTimeoutMin: notAbove('downloadTimeoutMin'),
  installTimeoutMin: notAbove('installTimeoutMin'),
  abortFailRate: notAbove('abortFailRate'),
  minExecuted: notAbove('minExecuted'),
} as const satisfies Readonly<Record<string, Judge>>;
