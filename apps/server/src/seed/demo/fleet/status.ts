import { geoCell } from '../../../gateway/service.ts';
import { after, day, earlier, hour, later, minute } from '../clock.ts';
import type { Vehicle } from '../vehicles/fleet.ts';
import { makeHistory, type Sample } from './history.ts';
import { restVoltage, softwareVersions } from '../vehicles/models.ts';
import type { Battery } from '../vehicles/packs.ts';
import { moved, type Position } from '../places.ts';
import { clamp, round, type Random } from '../random.ts';

export interface Versions {
  readonly ecu: string;
  readonly controller: string;
  readonly bms: string | null;
  readonly meter: string;
}

/** Latest known state of a vehicle, in units of `veh_vehicle_status`. */
export interface Status {
  readonly vehicle: Vehicle;
  readonly reportTime: Date;
  readonly place: Position & { readonly cell: number };
  readonly odometerKm: number;
  readonly soc: number;
  readonly voltageV: number;
  readonly currentA: number;
  readonly soh: number | null;
  readonly cycles: number | null;
  readonly tempMax: number;
  readonly motorTemp: number;
  readonly ctrlTemp: number;
  /** D:ChargeStatus. */
  readonly charge: 0 | 1 | 2;
  readonly gpsValid: 0 | 1;
  readonly armed: 0 | 1;
  readonly seatOpen: 0 | 1;
  readonly heading: number;
  readonly satellites: number;
  readonly hdop: number;
  readonly csq: number;
  readonly rsrp: number;
  readonly backupV: number;
  readonly faults: readonly string[];
  readonly samples: readonly Sample[];
}

export interface LiveWorld {
  readonly versions: ReadonlyMap<Vehicle, Versions>;
  readonly statuses: readonly Status[];
}

/** Vehicles with two days of history; the simulator drives these first. */
export const showcaseCount = 40;
const faultCodes = ['F3001', 'F3004', 'F3006', 'F3007', 'F3008', 'F2002', 'F2005'];

function versionsOf(random: Random, vehicle: Vehicle, pack: Battery | undefined): Versions {
  if (vehicle.vin === 'LZXE3C1A9SA000123')
    return { ecu: 'V2.3.1', controller: 'V1.8.0', bms: 'V1.4.2', meter: 'V1.2.0' };
  return {
    ecu: random.weighted<string>(softwareVersions[vehicle.model.ecu]),
    controller: random.weighted<string>(softwareVersions.controller),
    bms: pack?.bmsVersion ?? null,
    meter: random.weighted<string>(softwareVersions.meter),
  };
}

/** Minutes to weeks ago; never before it was activated, and never so lately that it would count as online. */
function lastReport(random: Random, now: Date, vehicle: Vehicle): Date {
  const ago =
    vehicle.stopReason !== null
      ? random.between(4, 60) * day
      : random.weighted([
          [random.between(25 * minute, 9 * hour), 74],
          [random.between(9 * hour, 2 * day), 14],
          [random.between(2, 9) * day, 8],
          [random.between(9, 45) * day, 4],
        ]);
  return earlier(later(after(now, -ago), after(vehicle.activated ?? now, 6 * minute)), after(now, -25 * minute));
}

function parked(random: Random, now: Date, vehicle: Vehicle, pack: Battery | undefined): Status {
  const reportTime = lastReport(random, now, vehicle);
  const days = Math.max(0, (reportTime.getTime() - (vehicle.activated?.getTime() ?? 0)) / day);
  const sample = vehicle.vin === 'LZXE3C1A9SA000123';
  const soc = sample
    ? 78
    : Math.round(
        random.weighted([
          [random.between(55, 100), 55],
          [random.between(22, 62), 36],
          [random.between(3, 22), 9],
        ]),
      );
  const charge = soc >= 99 ? 2 : soc > 15 && random.chance(0.07) ? 1 : 0;
  const away = random.chance(0.25) ? moved(vehicle.home, random.normal(0, 900), random.normal(0, 900)) : vehicle.home;
  return {
    vehicle,
    reportTime,
    place: { ...away, cell: geoCell(away.lng, away.lat) },
    odometerKm: sample
      ? 1532.4
      : round(days * vehicle.kmPerDay * random.between(0.85, 1.1) + random.between(0.4, 3), 1),
    soc,
    voltageV: round(restVoltage(vehicle.model.pack, soc), 1),
    currentA: charge === 1 ? round(vehicle.model.pack.capacityAh * 0.2, 1) : -0.1,
    soh: pack?.soh ?? null,
    cycles: pack?.cycles ?? null,
    tempMax: round(random.between(11, 26), 1),
    motorTemp: round(random.between(12, 24), 1),
    ctrlTemp: round(random.between(12, 26), 1),
    charge,
    gpsValid: random.chance(0.96) ? 1 : 0,
    armed: random.chance(0.9) ? 1 : 0,
    seatOpen: random.chance(0.01) ? 1 : 0,
    heading: random.int(0, 359),
    satellites: random.int(7, 18),
    hdop: round(random.between(0.6, 2.2), 1),
    csq: random.int(9, 29),
    rsrp: -random.int(76, 113),
    backupV: round(random.between(3.6, 4.2), 1),
    faults: random.chance(0.022) ? [random.pick(faultCodes)] : [],
    samples: [],
  };
}

/** The same with what it has sent in the last two days. */
function withHistory(random: Random, now: Date, status: Status): Status {
  const samples = makeHistory(random, now, status.vehicle, status.odometerKm);
  const last = samples.at(-1);
  if (!last) return status;
  return {
    ...status,
    samples,
    reportTime: last.ts,
    place: { lng: last.lng, lat: last.lat, cell: geoCell(last.lng, last.lat) },
    // To the metre: its device goes on counting from here.
    odometerKm: last.odoM / 1000,
    soc: Math.round(last.soc),
    voltageV: round(last.v, 1),
    currentA: last.i,
    tempMax: last.tMax,
    motorTemp: last.motorC,
    ctrlTemp: last.ctrlC,
    charge: last.charging === 1 ? 1 : last.soc > 99 ? 2 : 0,
    gpsValid: 1,
    heading: clamp(Math.round(last.heading), 0, 359),
    satellites: last.sat,
    hdop: last.hdop,
    csq: last.csq,
    rsrp: last.rsrp,
    faults: [],
  };
}

/** Software of every vehicle, and the last known state of those that ride. @param showcase vehicles that get a history */
export function makeLive(
  seed: Random,
  now: Date,
  {
    fleet,
    batteries,
    showcase,
    silentSince,
  }: {
    fleet: readonly Vehicle[];
    batteries: readonly Battery[];
    showcase: ReadonlySet<Vehicle>;
    /** Vehicles that were never heard of again. */
    silentSince: ReadonlyMap<Vehicle, Date>;
  },
): LiveWorld {
  const random = seed.fork('status');
  const packs = new Map<Vehicle, Battery>();
  for (const battery of batteries) if (battery.vehicle && battery.slot === 1) packs.set(battery.vehicle, battery);
  const versions = new Map(fleet.map((vehicle) => [vehicle, versionsOf(random, vehicle, packs.get(vehicle))] as const));
  const statuses = fleet
    .filter(({ activated }) => activated !== null)
    .map((vehicle) => parked(random, now, vehicle, packs.get(vehicle)))
    .map((status) => ({ ...status, reportTime: silentSince.get(status.vehicle) ?? status.reportTime }));
  return {
    versions,
    statuses: statuses.map((status) =>
      showcase.has(status.vehicle) ? withHistory(seed.fork(`history ${status.vehicle.imei}`), now, status) : status,
    ),
  };
}
