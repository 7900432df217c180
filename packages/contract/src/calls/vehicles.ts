import type { DiagnosticsReading } from '../diagnostics.ts';
import type { Bounds, FleetState, FleetVehicle, FleetView } from '../fleet.ts';
import type { Text } from '../lang.ts';
import type { ActionInput, Call, Flag, Form, Nothing, Paging, Query } from './kit.ts';

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
}

/** Key of a vehicle's Bluetooth lock, for one phone. */
export interface BleKey {
  readonly keyVersion: number;
  readonly key: string;
}

/** What a phone needs to find a vehicle and to open it, until `expireTime` (`YYYY-MM-DD HH:mm:ss`): then it asks again. */
export interface PhoneKey extends BleKey {
  readonly bleMac: string | null;
  readonly bleName: string | null;
  readonly expireTime: string;
}

interface ByVin {
  readonly vin: string;
}

export interface BindingCalls {
  'POST /veh/crm/vehicle/removeShare': Call<
    { readonly vin?: string; readonly vehicleId?: string; readonly userId: string; readonly reason: string },
    Nothing
  >;
  'POST /app/v1/vehicle/bind': Call<
    { readonly vin?: string; readonly qr?: string; readonly bleProof: { readonly time: number; readonly mac: string } },
    { readonly vehicleId: string; readonly ble: BleKey }
  >;
  'POST /app/v1/vehicle/unbindCode': Call<ByVin, null>;
  'POST /app/v1/vehicle/unbind': Call<ByVin & { readonly smsCode: string }, null>;
  'GET /app/v1/vehicle/status': Call<
    ByVin,
    {
      readonly vehicleId: string;
      readonly vin: unknown;
      readonly bindType: number;
      readonly ble: BleKey;
      readonly status: Form;
    }
  >;
  'GET /app/v1/vehicle/bleKey': Call<ByVin, PhoneKey>;
  'POST /app/v1/vehicle/share': Call<ByVin & { readonly mobile: string }, null>;
  'POST /app/v1/vehicle/unshare': Call<ByVin & { readonly userId: string }, null>;
}

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

export interface BatteryCalls {
  'POST /veh/crm/battery/curve': Call<BatterySpan & { readonly fields?: readonly CurveField[] }, BatteryCurve>;
  'POST /veh/crm/battery/charges': Call<BatterySpan, readonly Charge[]>;
  'POST /veh/crm/historyBattery/snapshots': Call<BatterySpan, BatteryCurve>;
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

export interface VirtualCalls {
  'POST /veh/crm/virtualVin/generate': Call<Form, { readonly batchNo: string; readonly count: number }>;
  'POST /app/v1/virtual/bind': Call<{ readonly vin?: string }, { readonly vin: string; readonly expireTime: string }>;
  'POST /app/v1/virtual/unbind': Call<ByVin, Nothing>;
  'GET /app/v1/virtual/status': Call<ByVin, VirtualState>;
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

export interface MediaCalls {
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
}

/** Another system, or its sandbox. */
export interface PartnerSource {
  readonly sandbox: boolean;
  readonly address: string;
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

export interface XpCalls {
  'POST /veh/crm/vehicleXp/live': Call<
    ActionInput & { readonly id: string },
    { readonly source: PartnerSource; readonly state: XpState }
  >;
  'POST /veh/crm/vehicleXp/source': Call<Nothing, PartnerSource>;
}
