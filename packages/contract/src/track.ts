/**
 * A vehicle's track on the wire. `points` of `POST /veh/crm/trace/points` are rows; asked for as `format: 'columns'` they come as columns of whole
 * numbers, each the difference to the one before, which is a fraction of the size.
 */

import { recordBy } from './object.ts';

/** Time (ms since epoch), longitude, latitude (WGS-84), km/h, charge %, heading °, satellites; null where the device said nothing. */
export type TrackPoint = readonly [
  t: number,
  lng: number,
  lat: number,
  kmh: number | null,
  soc: number | null,
  heading: number | null,
  sat: number | null,
];

/** A time at which the vehicle stood, ms since epoch. */
export interface TrackStop {
  readonly from: number;
  readonly to: number;
  readonly lng: number;
  readonly lat: number;
}

/** A trip that touches what is shown. */
export interface TrackTrip {
  readonly tripNo: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly ongoing: 0 | 1;
  readonly distanceKm: number;
  readonly maxSpeedKmh: number | null;
  readonly startAddress: string | null;
  readonly endAddress: string | null;
}

export interface TrackAlarm {
  readonly id: string;
  readonly t: number;
  /** D:AlarmType. */
  readonly type: string;
  /** D:AlarmLevel. */
  readonly level: number;
  readonly lng: number;
  readonly lat: number;
}

/** Units of a column: a value is its number divided by this. `t` is in seconds. */
export const trackScales = { t: 1, lng: 1e6, lat: 1e6, kmh: 10, soc: 1, heading: 1, sat: 1 } as const;
export type TrackColumn = keyof typeof trackScales;
export const trackColumns = Object.keys(trackScales) as readonly TrackColumn[];

/** Differences, the first to 0; null stands for no value and changes nothing. */
export type TrackColumns = Readonly<Record<TrackColumn, readonly (number | null)[]>>;

const valueAt = (point: TrackPoint, at: number): number | null => {
  const value = point[at] ?? null;
  return value !== null && at === 0 ? value / 1000 : value;
};

export function encodeTrack(points: readonly TrackPoint[]): TrackColumns {
  const columns = trackColumns.map((name, at) => {
    let last = 0;
    return points.map((point) => {
      const value = valueAt(point, at);
      if (value === null) return null;
      const whole = Math.round(value * trackScales[name]);
      const step = whole - last;
      last = whole;
      return step;
    });
  });
  return recordBy(trackColumns, (_name, at) => columns[at] ?? []);
}

/** A track to draw and to replay: columns of numbers, NaN where there is no value. `t` in ms since epoch. */
export type Track = Readonly<Record<TrackColumn, Float64Array>> & { readonly length: number };

export function decodeTrack(columns: TrackColumns): Track {
  const length = columns.t.length;
  const decoded = recordBy(trackColumns, (name) => {
    const values = new Float64Array(length);
    const scale = name === 't' ? 1 / 1000 : trackScales[name];
    let last = 0;
    const steps = columns[name];
    for (let i = 0; i < length; i++) {
      const step = steps[i] ?? null;
      if (step === null) values[i] = Number.NaN;
      else values[i] = (last += step) / scale;
    }
    return values;
  });
  return { ...decoded, length };
}
