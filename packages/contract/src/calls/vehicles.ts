import type { RefusalReason } from '../device/refusals.ts';
import type { DiagnosticsReading } from '../diagnostics.ts';
import type { ActionInput, ByVin, Call, Flag, Form, Nothing, PartnerSource } from './kit.ts';

export const curveFields = [
  'soc',
  'soh',
  'v',
  'i',
  'tempMaxC',
  'tempMinC',
  'cycleCount',
  'charging',
  'protection',
  'cellMaxMv',
  'cellMinMv',
] as const;

export type CurveField = (typeof curveFields)[number];

/** A stretch of a battery's history. */
interface BatterySpan {
  readonly batterySn: string;
  readonly from: string;
  readonly to: string;
}

export interface BatteryCurve {
  readonly batterySn: string;
  readonly fields: readonly CurveField[];
  /** Milliseconds, then the values in the order of `fields`. */
  readonly points: readonly (readonly (number | null)[])[];
}

export interface Charge {
  readonly startTime: string;
  readonly endTime: string;
  readonly durationMin: number;
  readonly socStart: number | null;
  readonly socEnd: number | null;
  readonly energyWh: number | null;
  readonly maxCurrentA: number | null;
  readonly tempMaxC: number | null;
}

export interface VirtualState {
  readonly virtual: 1;
  readonly online: 1;
  readonly acc: Flag;
  readonly locked: Flag;
  readonly armed: Flag;
  readonly speedKmh: number;
  readonly soc: number;
  readonly odometerKm: number;
  readonly gpsLng: number;
  readonly gpsLat: number;
  readonly heading: number;
  readonly alarms: readonly string[];
}

/** Outcome of an import of pictures by file name. */
export interface ImageImport {
  readonly total: number;
  readonly success: number;
  readonly failed: number;
  readonly errors: readonly { readonly name: string; readonly message: string }[];
}

/** A sound as the app lists it. */
export interface AppSound {
  readonly id: string;
  readonly name: string;
  readonly scene: number;
  readonly version: number;
  readonly durationSec: number;
  readonly sizeKb: number;
  readonly isDefault: Flag;
  readonly free: Flag;
  readonly priceFen: number | null;
  readonly description: string | null;
  readonly audioUrl: string;
  readonly deviceUrl: string | null;
  readonly coverUrl: string;
}

/** What XP knows of a device. */
export interface XpState {
  readonly deviceId: string;
  readonly vin: string;
  readonly activated: boolean;
  readonly bound: boolean;
  readonly online: boolean;
  readonly soc: number | null;
  readonly odometerKm: number | null;
  readonly speedKmh: number | null;
  readonly voltageV: number | null;
  readonly locked: boolean | null;
  /** Absent for users who may not see positions. */
  readonly lng?: number | null;
  readonly lat?: number | null;
  readonly reportTime: string | null;
}

/** Whether a report was taken; if not, why. */
type Receipt = { readonly stored: true } | { readonly stored: false; readonly reason: RefusalReason };

/** Vehicles and their parts; devices that speak HTTP (`/device/v1`). */
export interface VehiclesCalls {
  'POST /veh/crm/vehicle/diagnostics': Call<{ readonly id: string }, DiagnosticsReading>;
  'POST /veh/crm/vehicleSeries/all': Call<
    Nothing,
    readonly {
      readonly id: string;
      readonly name: string;
      readonly nameEn: string | null;
      readonly seriesCode: string;
    }[]
  >;
  'POST /veh/crm/battery/curve': Call<BatterySpan & { readonly fields?: readonly CurveField[] }, BatteryCurve>;
  'POST /veh/crm/battery/charges': Call<BatterySpan, readonly Charge[]>;
  'POST /veh/crm/historyBattery/snapshots': Call<BatterySpan, BatteryCurve>;
  'POST /veh/crm/virtualVin/generate': Call<Form, { readonly batchNo: string; readonly count: number }>;
  'POST /app/v1/virtual/bind': Call<{ readonly vin?: string }, { readonly vin: string; readonly expireTime: string }>;
  'POST /app/v1/virtual/unbind': Call<ByVin, Nothing>;
  'GET /app/v1/virtual/status': Call<ByVin, VirtualState>;
  /** A multipart of pictures. */
  'POST /veh/crm/vehicleImage/import': Call<Nothing, ImageImport>;
  'GET /app/v1/vehicle/images': Call<
    { readonly vehicleTypeId: string; readonly color?: string },
    {
      readonly version: number;
      readonly list: readonly {
        readonly color: string;
        readonly angle: number;
        readonly scene: number;
        readonly version: number;
        readonly imageUrl: string;
        readonly darkImageUrl: string | null;
      }[];
    }
  >;
  'GET /app/v1/sound/list': Call<ByVin & { readonly scene?: string }, readonly AppSound[]>;
  'POST /app/v1/sound/apply': Call<
    ByVin & { readonly soundId: string },
    { readonly commandId: string; readonly status: number }
  >;
  'POST /veh/crm/vehicleXp/live': Call<
    ActionInput & { readonly id: string },
    { readonly source: PartnerSource; readonly state: XpState }
  >;
  'POST /veh/crm/vehicleXp/source': Call<Nothing, PartnerSource>;
  'POST /device/v1/command/pull': Call<{ readonly imei?: string }, { readonly commands: readonly unknown[] }>;
  'POST /device/v1/command/ack': Call<
    { readonly commandId: string; readonly resultCode: number; readonly time?: number; readonly data?: Form },
    Nothing
  >;
  'POST /device/v1/report': Call<
    { readonly imei: string; readonly seq: number; readonly time: number | string; readonly status: Form },
    Receipt
  >;
  'POST /device/v1/event': Call<
    {
      readonly imei: string;
      readonly seq: number;
      readonly eventCode: string;
      readonly time: number | string;
      readonly eventState?: Flag;
      readonly state?: 'raise' | 'clear' | 'info';
      readonly data?: Form;
    },
    Receipt
  >;
  'POST /device/v1/salt': Call<{ readonly imei: string }, { readonly salt: string }>;
}
