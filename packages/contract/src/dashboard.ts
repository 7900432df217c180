import type { FleetState, StateCounts } from './fleet.ts';

/** The dashboard on the wire: `POST /stat/crm/dashboard/{summary,trend,map,todo}` and the live topic `dashboard`. */

/** Page and filters behind a number. */
export interface DrillDown {
  readonly route: string;
  readonly query: Readonly<Record<string, string>>;
}

export const cardKeys = [
  'vehicles',
  'activated',
  'online',
  'activatedToday',
  'activeToday',
  'appUsers',
  'newUsersToday',
] as const;
export type CardKey = (typeof cardKeys)[number];

/** A key number. */
export interface Card {
  readonly key: CardKey;
  readonly value: number;
  /** The same number at the end of yesterday; for what counts a day, that of yesterday until this time of the day. */
  readonly prev?: number;
  /** Part of the whole in percent, two decimals; null when there is no whole. */
  readonly rate?: number | null;
  readonly unit: 'vehicle' | 'user';
  /** Absent where the user may not open the page behind it. */
  readonly link?: DrillDown;
}

export interface Summary {
  readonly cards: readonly Card[];
  readonly asOf: string;
}

export const seriesNames = ['newActivated', 'activeVehicles', 'newUsers'] as const;
export type SeriesName = (typeof seriesNames)[number];

/** A number a day, zero-filled: `[YYYY-MM-DD, n]`. */
export interface Series {
  readonly name: SeriesName;
  readonly points: readonly (readonly [string, number])[];
}

export interface Trend {
  readonly series: readonly Series[];
  readonly asOf: string;
}

/** Vehicles of a province or city. */
export interface AreaCount {
  readonly areaId: string;
  readonly name: string;
  readonly nameEn: string;
  readonly lng: number;
  readonly lat: number;
  readonly count: number;
  readonly online: number;
}

/** An open task of the user (`todo`), or a state to check (`watch`). */
export interface TodoItem {
  readonly key: string;
  readonly kind: 'todo' | 'watch';
  readonly count: number;
  readonly link: DrillDown;
}

/** A report of a vehicle. */
export interface FeedItem {
  readonly id: string;
  readonly name: string;
  readonly state: FleetState;
  readonly speedKmh: number | null;
  readonly soc: number | null;
  /** The city it is in (or nearest to). */
  readonly cityId: string | null;
  /** Receive time: milliseconds since 1970. */
  readonly at: number;
}

/** Message of the live topic `dashboard`, at most every 2 seconds. What the user may not see is absent. */
export interface DashboardPush {
  readonly cards: readonly Card[];
  readonly states?: StateCounts;
  readonly feed?: readonly FeedItem[];
  readonly asOf: string;
}
