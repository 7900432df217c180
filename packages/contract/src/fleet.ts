/** The live fleet on the wire: `POST /veh/crm/vehicle/{status,fleet,fleetList}` and the live topics `vehicle:<id>` and `fleet:<view>`. */

/** What a vehicle does now, as the map colours it. Offline wins, then moving, then charging, then switched on. */
export const fleetStates = ['offline', 'riding', 'charging', 'parked'] as const;
export type FleetState = (typeof fleetStates)[number];

/** [west, south, east, north] in degrees, WGS-84. */
export type Bounds = readonly [number, number, number, number];

/** Vehicles by state. */
export type StateCounts = Readonly<Record<FleetState, number>>;

/** One vehicle on the map. */
export interface FleetVehicle {
  readonly id: string;
  /** VIN, else frame number. */
  readonly name: string;
  readonly lng: number;
  readonly lat: number;
  /** Degrees from north, clockwise; null while unknown. */
  readonly heading: number | null;
  readonly speedKmh: number | null;
  readonly soc: number | null;
  readonly online: 0 | 1;
  readonly state: FleetState;
  /** Seconds since the device measured the newest sample. */
  readonly ageSec: number | null;
}

/** Several vehicles drawn as one. `parked` is what remains of `online`, `offline` what remains of `count`. */
export interface FleetCluster {
  /** Stays the same while its vehicles stay in their tile. */
  readonly key: string;
  readonly lng: number;
  readonly lat: number;
  readonly count: number;
  readonly online: number;
  readonly riding: number;
  readonly charging: number;
  /** Extent of its vehicles; absent where positions are masked. */
  readonly bbox?: Bounds;
  /** Its vehicles stand in one spot: zooming in does not separate them, a list does. */
  readonly stack?: true;
  /** Masked positions: the city it stands for. */
  readonly cityId?: string;
}

/** What a view of the map shows. */
export interface FleetView {
  readonly clusters: readonly FleetCluster[];
  readonly vehicles: readonly FleetVehicle[];
  /** Vehicles in view, after the choice of states. */
  readonly total: number;
  /** Vehicles in view by state, before the choice of states. */
  readonly states: StateCounts;
  /** In scope and matching the filters, but without any position: not on the map. */
  readonly unlocated: number;
  /** 1: positions are shown as the centre of their city, because the user lacks `privacy.viewLocation`. */
  readonly gpsMasked: 0 | 1;
  /** `YYYY-MM-DD HH:mm:ss`, Asia/Shanghai. */
  readonly asOf: string;
}

/** Message of `fleet:<view>`: what changed in the view since the last one. `{need:'view'}` instead: the server does not know the view, ask again. */
export interface FleetPush {
  /** Vehicles that are new, moved or changed. */
  readonly moved: readonly FleetVehicle[];
  /** Ids that left the view. */
  readonly gone: readonly string[];
  /** All clusters of the view, when they changed. */
  readonly clusters?: readonly FleetCluster[];
  readonly total: number;
  readonly states: StateCounts;
  readonly asOf: string;
}
