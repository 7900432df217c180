import type { TrackAlarm, TrackColumns, TrackPoint, TrackStop, TrackTrip } from '../track.ts';
import type { Call, Form, ListInput, MadeFile } from './kit.ts';

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

/** Traces and mileage. */
export interface TripsCalls {
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
