import type { BatteryForecast, NetworkHint } from '../theft.ts';
import type { TrackAlarm, TrackColumns, TrackPoint, TrackStop, TrackTrip } from '../track.ts';
import type { Call, Flag, Form, ListInput, MadeFile } from './kit.ts';
import type { MapConfig } from './platform.ts';
import type { VehicleStatus } from './vehicles.ts';

/** A stretch of a vehicle's trace: that of a trip, or of a vehicle between two times; `reasonCode` where a reason is asked for. */
interface TraceInput {
  readonly id?: string;
  readonly tripNo?: string;
  readonly vin?: string;
  readonly imei?: string;
  readonly vehicleId?: string;
  readonly from?: string;
  readonly to?: string;
  readonly reasonCode?: string | number;
}

export interface Trace {
  readonly vehicle: {
    readonly id: string;
    readonly title: string;
    readonly vehicleTypeName: unknown;
    readonly vehicleTypeId: unknown;
  };
  /** ms since epoch. */
  readonly from: number;
  readonly to: number;
  /** Where `format` is `columns`; else `points`. */
  readonly columns?: TrackColumns;
  readonly points?: readonly TrackPoint[];
  readonly drift: readonly number[];
  readonly gaps: readonly number[];
  readonly total: number;
  readonly stops: readonly TrackStop[];
  readonly alarms: readonly TrackAlarm[];
  readonly trips: readonly TrackTrip[];
  /** The trip is known, its points are not any more. */
  readonly expired: boolean;
}

export interface MileageOfDay {
  readonly statDate: string;
  readonly dayKm: number;
  readonly gpsKm: number;
  readonly tripCount: number;
  readonly rideMinutes: number | null;
  readonly startOdometerKm: number | null;
  readonly endOdometerKm: number | null;
  readonly socUsed: number | null;
  readonly abnormal: number | null;
}

export interface TripCalls {
  'POST /veh/crm/trace/points': Call<
    TraceInput & { readonly format?: 'points' | 'columns'; readonly zoom?: number },
    Trace
  >;
  'POST /veh/crm/trace/export': Call<
    TraceInput & { readonly format: 'gpx' | 'csv' | 'xlsx' },
    { readonly fileName: string; readonly points: number }
  >;
  'POST /veh/crm/mileage/chart': Call<
    Form,
    {
      readonly vehicleId: string;
      readonly vin: string;
      readonly from: string;
      readonly to: string;
      readonly days: readonly MileageOfDay[];
    }
  >;
  'POST /veh/crm/mileage/recalc': Call<
    { readonly vin?: string; readonly vehicleId?: string; readonly from?: string; readonly to?: string },
    { readonly days: number; readonly trips: number; readonly km: number }
  >;
  'POST /veh/crm/mileage/export': Call<ListInput & { readonly granularity?: 'day' | 'month' | 'trip' }, MadeFile>;
}

/** A position link of a theft case. */
export interface PositionLink {
  readonly id: string;
  readonly createTime: string;
  readonly createBy: string;
  readonly createByName: string | null;
  readonly expireTime: string;
  readonly revokeTime: string | null;
  readonly active: Flag;
  readonly viewCount: number;
  readonly lastViewTime: string | null;
}

/** Position and state of a stolen vehicle. */
export interface CaseLive {
  readonly status: VehicleStatus | null;
  readonly points: readonly TrackPoint[];
  readonly forecast: BatteryForecast;
  readonly network: NetworkHint | null;
  readonly guard: { readonly lng: number; readonly lat: number; readonly radius: number | null } | null;
  /** 0: the position is not for this user. */
  readonly placed: number;
}

/** What a position link shows. */
export interface SharedPosition {
  readonly map: MapConfig;
  readonly plateNo: string | null;
  readonly vehicleTypeName: string;
  readonly color: string;
  readonly expireTime: string;
  readonly position?: {
    readonly lng: number | null;
    readonly lat: number | null;
    readonly gpsTime: string | null;
    readonly reportTime: string | null;
    readonly speedKmh: number | null;
    readonly heading: number | null;
    readonly online: Flag;
    readonly dataAgeSec: number | null;
  };
}

export interface TheftCalls {
  'POST /veh/crm/stolen/live': Call<{ readonly id: string; readonly afterTime?: string }, CaseLive>;
  'POST /veh/crm/stolen/share': Call<
    { readonly id: string; readonly hours?: number },
    { readonly id: string; readonly token: string; readonly expireTime: string; readonly path: string }
  >;
  'POST /veh/crm/stolen/revokeShare': Call<{ readonly id: string; readonly shareId: string }, null>;
  'POST /veh/crm/stolen/shares': Call<{ readonly id: string }, readonly PositionLink[]>;
  'POST /veh/crm/stolen/shared': Call<{ readonly token: string; readonly wait?: boolean }, SharedPosition>;
  'POST /app/v1/stolen/report': Call<
    {
      readonly vin: string;
      readonly stolenTime: string;
      readonly address: string;
      readonly policeReportNo?: string;
      readonly description?: string;
      readonly images?: readonly string[];
    },
    { readonly id: string; readonly caseNo: string }
  >;
}

export interface UnbindCalls {
  'POST /veh/crm/unbindApplication/proof': Call<
    { readonly id: string; readonly fileId: string },
    { readonly url: string }
  >;
  /** Number of records in each state. */
  'POST /app/v1/unbind/apply': Call<
    Form & { readonly vin: string; readonly applyType: 1 | 2 },
    { readonly applicationNo: string }
  >;
  'POST /app/v1/unbind/object': Call<{ readonly applicationNo: string; readonly reason: string }, null>;
  'POST /app/v1/unbind/withdraw': Call<{ readonly applicationNo: string }, null>;
}
