import type { SapAdoptableField, SapComparedField } from '../sap.ts';
import type { Call, ListInput, MadeFile, Nothing, PartnerSource } from './kit.ts';

/** A vehicle that SAP knows, and how ours compares: 0 we have none, 1 equal, 2 different. */
export interface SapRow {
  readonly vin: string;
  readonly materialCode: string;
  readonly materialDesc: string;
  readonly color: string | null;
  readonly sapOrderNo: string;
  readonly deliveryNo: string | null;
  readonly customerCode: string | null;
  readonly customerName: string | null;
  readonly plant: string;
  readonly productionDate: string;
  readonly goodsIssueDate: string | null;
  readonly imei: string | null;
  readonly ecuSn: string | null;
  readonly batterySns: readonly string[];
  readonly vehicleTypeName: string | null;
  readonly dealerName: string | null;
  readonly vehicleId: string | null;
  readonly localStatus: 0 | 1 | 2;
}

export interface SapFound {
  readonly list: readonly SapRow[];
  readonly total: number;
  readonly page: number;
  readonly pageSize: number;
  readonly source: PartnerSource;
}

/** Both sides of a vehicle, field by field. */
export interface Compared {
  readonly vin: string;
  readonly vehicleId: string | null;
  readonly rev: number | null;
  readonly localStatus: 0 | 1 | 2;
  readonly fields: readonly {
    readonly name: SapComparedField;
    readonly sap: string | null;
    readonly local: string | null;
    readonly same: boolean;
    readonly adoptable: boolean;
  }[];
}

/** Outcome of an import from SAP. */
export interface Imported {
  readonly created: number;
  readonly updated: number;
  readonly failed: readonly { readonly vin: string; readonly message: string }[];
}

export interface SapCalls {
  'POST /veh/crm/sapVehicle/search': Call<ListInput, SapFound>;
  'POST /veh/crm/sapVehicle/source': Call<Nothing, PartnerSource>;
  'POST /veh/crm/sapVehicle/compare': Call<{ readonly vin: string }, Compared>;
  'POST /veh/crm/sapVehicle/adopt': Call<
    { readonly vin: string; readonly rev: number; readonly fields: readonly SapAdoptableField[] },
    Compared
  >;
  'POST /veh/crm/sapVehicle/importVehicle': Call<{ readonly vins: readonly string[] }, Imported>;
  'POST /veh/crm/sapVehicle/export': Call<ListInput, MadeFile>;
}
