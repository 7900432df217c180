import type { Moment } from './state.ts';

/** A ride from standstill to standstill. */
export interface FoundTrip {
  readonly start: Moment;
  readonly end: Moment;
  readonly metres: number;
  readonly points: number;
  readonly maxKmh: number;
  /** Still running: its end is the last known point. */
  readonly open: boolean;
}

/** What a vehicle rode on a day (Asia/Shanghai). Odometer values in metres. */
export interface FoundDay {
  readonly date: string;
  readonly startOdo: number | null;
  readonly endOdo: number | null;
  readonly metres: number;
  readonly gps: number;
  readonly resets: number;
  readonly joins: number;
  /** Times it went on further than a vehicle can. */
  readonly jumps: number;
}

/** The odometer went back: a new baseline. */
export interface OdoReset {
  readonly ts: number;
  readonly from: number;
  readonly to: number;
}

export interface Found {
  readonly trips: FoundTrip[];
  readonly days: FoundDay[];
  readonly resets: OdoReset[];
}
