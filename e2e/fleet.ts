import { randomInt } from 'node:crypto';
import { luhn, vinCheckDigit } from '@wheelhouse/entities/formats';
import { callAnyAsAdmin, callAsAdmin, firstOf } from './fixtures.ts';

/** A vehicle's identifiers, valid, and with overwhelming probability new to the server. */
export interface Identifiers {
  readonly vin: string;
  readonly imei: string;
  readonly ecuSn: string;
}

export interface AddedVehicle extends Identifiers {
  readonly id: string;
  readonly rev: number;
}

/** Model of the demo data whose VINs these are. */
export const model = { code: 'E3', name: '逐风 E3' } as const;

const digits = (count: number): string => String(randomInt(10 ** count)).padStart(count, '0');

let serial = randomInt(900_000);

export function newIdentifiers(): Identifiers {
  serial += 1;
  const draft = `LZXE3C1A0TZ${String(serial).padStart(6, '0')}`;
  const body = `86999${digits(9)}`;
  const imei = Array.from({ length: 10 }, (_, last) => `${body}${last}`).find(luhn) ?? body;
  return { vin: draft.slice(0, 8) + vinCheckDigit(draft) + draft.slice(9), imei, ecuSn: `ZK26A15${digits(9)}` };
}

/** Adds a vehicle that was never activated and has never reported. */
export async function addVehicle(server: string): Promise<AddedVehicle> {
  const identifiers = newIdentifiers();
  const { vehicleType } = await callAsAdmin(server, '/rest/r/vehicleType', {
    vehicleType: { query: { code: model.code } },
  });
  const added = await callAsAdmin(server, '/veh/crm/vehicle/add', {
    ...identifiers,
    vehicleTypeId: firstOf(vehicleType.list).id,
    color: 'BLK',
    productionDate: '2026-02-03',
  });
  return { ...identifiers, ...added };
}

/** What a device signs in with. */
export interface Device {
  readonly deviceId: string;
  readonly secret: string;
}

/** The device of a vehicle, with a new secret. */
export async function deviceOf(server: string, id: string): Promise<Device> {
  const answer = await callAsAdmin(server, '/veh/crm/vehicle/resetDeviceSecret', { id });
  if (answer?.deviceId === undefined || answer.secret === undefined) throw new Error(`vehicle ${id} has no device`);
  return { deviceId: answer.deviceId, secret: answer.secret };
}

/** The end of a VIN by which people name a vehicle: its last six characters, or more where another vehicle's VIN, frame or device ends like that. */
export async function endOf(server: string, vin: string): Promise<string> {
  for (let length = 6; length < vin.length; length++) {
    const end = vin.slice(-length);
    if ((await countVehicles(server, { keyword: end })) === 1) return end;
  }
  return vin;
}

/** How many vehicles match, as the server counts. */
export async function countVehicles(server: string, query: Readonly<Record<string, unknown>> = {}): Promise<number> {
  return (await callAsAdmin(server, '/veh/crm/vehicle/list', { page: 1, pageSize: 1, query })).total;
}

export interface Trip {
  readonly tripNo: string;
  readonly vehicleId: string;
  readonly startTime: string;
  readonly distanceKm: number;
  readonly ongoing: number;
  readonly pointCount: number;
}

const dayOf = (back: number): string =>
  new Date(Date.now() + 8 * 3_600_000 - back * 86_400_000).toISOString().slice(0, 10);

/** A finished ride of some kilometres: of the sample fleet, those that drive have their last days point by point. */
export async function someTrip(server: string): Promise<Trip> {
  const { list } = await callAsAdmin(server, '/veh/crm/vehicle/list', {
    pageSize: 200,
    query: { online: 1 },
  });
  for (const { id: vehicleId } of list) {
    const trips = await callAnyAsAdmin<{ list: Trip[] }>(server, '/veh/crm/trace/list', {
      vehicleId,
      'startTime.ge': dayOf(2),
      'startTime.le': dayOf(0),
      pageSize: 50,
    });
    const [found] = trips.list
      .filter((trip) => trip.ongoing === 0 && trip.pointCount > 0 && Number(trip.distanceKm) > 1)
      .toSorted((one, two) => Number(two.distanceKm) - Number(one.distanceKm));
    if (found) return found;
  }
  throw new Error('no trip in the sample data');
}
