import { luhn, vinCheckDigit } from '@wheelhouse/entities/formats';
import { entityNamed, labelOf } from '@wheelhouse/entities/registry';
import type { Row } from '@wheelhouse/entities/fields';
import type { TestApp } from '../support/app.ts';
import { addSample } from '../registry/samples.ts';
import type { Cell } from '../../src/sheet/write.ts';

const digits = (n: number, width: number) => String(n).padStart(width, '0').slice(-width);

export function vinOf(n: number): string {
  const raw = `LZXE3C1A0SB${digits(n, 6)}`;
  return `${raw.slice(0, 8)}${vinCheckDigit(raw)}${raw.slice(9)}`;
}

export function imeiOf(n: number): string {
  for (let last = 0; ; last++) if (luhn(`87${digits(n, 12)}${last}`)) return `87${digits(n, 12)}${last}`;
}

export const batterySnOf = (n: number): string => `08QPB1LZX25C2${digits(n, 9)}`;

/** Model and dealer that imported vehicles name. */
export interface Fleet {
  readonly type: Row & { readonly id: string; readonly code: string; readonly name: string };
  readonly dealer: Row & { readonly id: string; readonly dealerCode: string; readonly name: string };
}

export async function makeFleet(test: TestApp): Promise<Fleet> {
  const read = async (name: string) => {
    const entity = entityNamed(name);
    const id = await addSample(test, entity);
    return (await test.call<Row>('POST', `${entity.base}/detail`, { id }, { as: 'admin' })).data;
  };
  return { type: (await read('vehicleType')) as Fleet['type'], dealer: (await read('dealer')) as Fleet['dealer'] };
}

export const vehicleColumns = [
  'vin',
  'vehicleTypeId',
  'color',
  'imei',
  'ecuSn',
  'batteryIds',
  'productionDate',
  'dealerId',
] as const;
export const vehicleHeading = vehicleColumns.map((name) => labelOf(entityNamed('vehicle'), name).zh);

/** A valid vehicle row under `vehicleHeading`, another one for each `n`. */
export function vehicleRow(
  { type, dealer }: Fleet,
  n: number,
  changes: Partial<Record<(typeof vehicleColumns)[number], Cell>> = {},
): Cell[] {
  const row: Record<(typeof vehicleColumns)[number], Cell> = {
    vin: vinOf(n),
    vehicleTypeId: type.code,
    color: 'BLK',
    imei: imeiOf(n),
    ecuSn: `ZK25B21${digits(n, 7)}`,
    batteryIds: null,
    productionDate: '2025-03-04',
    dealerId: dealer.dealerCode,
    ...changes,
  };
  return vehicleColumns.map((name) => row[name]);
}

export const batteryColumns = [
  'batterySn',
  'batteryType',
  'model',
  'manufacturer',
  'ratedVoltageV',
  'ratedCapacityAh',
  'cellChemistry',
  'seriesCount',
  'productionDate',
  'warrantyMonths',
  'remark',
] as const;
export const batteryHeading = batteryColumns.map((name) => labelOf(entityNamed('battery'), name).zh);

export function batteryRow(n: number, changes: Partial<Record<(typeof batteryColumns)[number], Cell>> = {}): Cell[] {
  const row: Record<(typeof batteryColumns)[number], Cell> = {
    batterySn: batterySnOf(n),
    batteryType: '4',
    model: 'M-1',
    manufacturer: '1',
    ratedVoltageV: 48,
    ratedCapacityAh: 20.5,
    cellChemistry: 'LFP',
    seriesCount: 13,
    productionDate: new Date(Date.UTC(2025, 2, 4)),
    warrantyMonths: 24,
    remark: null,
    ...changes,
  };
  return batteryColumns.map((name) => row[name]);
}
