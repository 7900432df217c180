import type { BatteryForecast, NetworkHint } from '../theft.ts';
import type { TrackPoint } from '../track.ts';
import type { VehicleStatus } from './fleet.ts';
import type { Call, Flag } from './kit.ts';
import type { MapConfig } from './statistics.ts';

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

/** Theft cases: live position and links to it. */
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
