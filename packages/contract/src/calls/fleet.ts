import type { Bounds, FleetState, FleetVehicle, FleetView } from '../fleet.ts';
import type { Text } from '../lang.ts';
import type { Call, Flag, Form, Paging, Query } from './kit.ts';

/**
 * Why a vehicle is offline, as far as it is known: it never reported, its SIM card is suspended, it was nearly empty or its signal weak when it
 * last reported, its connection broke, or it has not reported within the time of its model.
 */
export type OfflineCause = 'never' | 'simStopped' | 'lowBattery' | 'weakSignal' | 'lost' | 'silent';

export interface VehicleOffline {
  /** Null where it never reported. */
  readonly since: string | null;
  readonly cause: OfflineCause;
}

/** The last report of a vehicle, as far as the user may see it, with every field of its status. */
export interface VehicleStatus extends Form {
  readonly id: string;
  readonly vehicleId: string;
  readonly vin: string | null;
  readonly frameNo: string | null;
  readonly vehicleTypeName: string;
  readonly onlineTimeoutSec: number;
  /** Seconds since the device measured the newest sample, when the answer was made; null before the first. */
  readonly dataAgeSec: number | null;
  readonly online: Flag;
  readonly onlineSince: string | null;
  readonly state: FleetState;
  readonly gpsLng: number | null;
  readonly gpsLat: number | null;
  /** 1: the position is the centre of its city. */
  readonly gpsMasked: Flag;
  /** The position in words; null without a position. */
  readonly place: Text | null;
  /** Null while it is online. */
  readonly offline: VehicleOffline | null;
  readonly cityId: string | null;
  readonly heading: number | null;
  readonly gpsTime: string | null;
  readonly reportTime: string | null;
  readonly speedKmh: number | null;
  readonly soc: number | null;
  /** D:ChargeStatus. */
  readonly chargeStatus: number | null;
  readonly odometerKm: number | null;
  readonly estimatedRangeKm: number | null;
  readonly locked: number | null;
  readonly csq: number | null;
  readonly faultCodes: readonly string[] | null;
  readonly dealerName: string | null;
}

type States = FleetState | readonly FleetState[];

export interface FleetFound {
  readonly list: readonly FleetVehicle[];
  readonly total: number;
  readonly gpsMasked: Flag;
}

/** The state that vehicles report, one by one and on the map. */
export interface FleetCalls {
  'POST /veh/crm/vehicle/status': Call<
    { readonly vin?: string; readonly vins?: readonly string[]; readonly vehicleIds?: readonly string[] },
    readonly VehicleStatus[]
  >;
  'POST /veh/crm/vehicle/fleet': Call<
    {
      readonly bbox: Bounds;
      readonly zoom: number;
      readonly query?: Query;
      readonly state?: States;
      /** Name of the live view (`fleet:<view>`) that this call also moves. */
      readonly view?: string;
      readonly seq?: number;
    },
    FleetView
  >;
  'POST /veh/crm/vehicle/fleetList': Call<
    Paging & { readonly bbox?: Bounds; readonly query?: Query; readonly state?: States },
    FleetFound
  >;
}
