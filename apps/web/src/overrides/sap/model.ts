import type { SapComparedField } from '@wheelhouse/contract/sap';
import type { Source } from '../../ui/SourceTag.tsx';

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
  readonly source: Source;
}

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

export interface Imported {
  readonly created: number;
  readonly updated: number;
  readonly failed: readonly { readonly vin: string; readonly message: string }[];
}

export const statusColor = { 0: 'default', 1: 'success', 2: 'warning' } as const;
/** The form's fields, which are the page's query string as well. */
export const filterNames = [
  'vin',
  'deliveryNo',
  'sapOrderNo',
  'materialCode',
  'postedFrom',
  'postedTo',
  'plant',
] as const;
export type FilterName = (typeof filterNames)[number];
const keyNames: readonly FilterName[] = ['vin', 'deliveryNo', 'sapOrderNo', 'materialCode'];

/** What is asked of the server; undefined while no key is given. */
export function queryOf(values: Readonly<Partial<Record<FilterName, string>>>): Record<string, string> | undefined {
  if (!keyNames.some((name) => values[name])) return undefined;
  const { postedFrom, postedTo, ...plain } = values;
  return Object.fromEntries(
    Object.entries({ ...plain, 'postingDate.ge': postedFrom, 'postingDate.le': postedTo }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
    ),
  );
}
