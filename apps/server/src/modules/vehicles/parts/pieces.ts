import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';
import { AppError } from '../../../http/errors.ts';

const { centralControl, battery, controller, motor, other } = codes.DeviceType;

/** A part as the platform has it on record. */
export interface Piece {
  readonly sn: string;
  /** Of a central control. */
  readonly imei: string | null;
  readonly iccid: string | null;
  readonly bleMac: string | null;
  readonly softwareVersion: string | null;
  readonly hardwareVersion: string | null;
  readonly installTime: Date | null;
}

/** A new part, of which nothing has been reported. */
export const newPiece = (sn: string, more: Partial<Piece> = {}): Piece => ({
  sn,
  imei: null,
  iccid: null,
  bleMac: null,
  softwareVersion: null,
  hardwareVersion: null,
  installTime: null,
  ...more,
});

/** Columns of the vehicle that hold the serial number of a part, by D:DeviceType. */
const columns: Readonly<Record<number, string>> = {
  [centralControl]: 'ecu_sn',
  [controller]: 'controller_sn',
  [motor]: 'motor_no',
};

/** Column of the vehicle with the serial number of its part of a type; undefined where it has none. */
export const columnOf = (deviceType: number): string | undefined => columns[deviceType];

/** A vehicle has several parts of the type "other", so that none of them is on record. */
export const isKept = (deviceType: number): boolean => deviceType !== other;

export const sameSn = (one: string, two: string): boolean => one.toLowerCase() === two.toLowerCase();

/** Locks the vehicle: nobody else changes its parts meanwhile. Records may still come to point to it. @throws AppError 1002 */
export async function lockVehicle(tx: Tx, vehicleId: string): Promise<void> {
  const { rows } =
    await sql`select 1 from veh_vehicle where id = ${vehicleId} and not deleted for no key update`.execute(tx);
  if (rows.length === 0) throw new AppError(1002);
}

async function installedBatteries(tx: Db | Tx, vehicleId: string): Promise<readonly Piece[]> {
  const { rows } = await sql<{ sn: string; installTime: Date | null }>`
    select b.battery_sn as sn, n.bind_time as install_time
    from veh_battery b left join veh_battery_binding n on n.battery_id = b.id and n.unbind_time is null and not n.deleted
    where b.vehicle_id = ${vehicleId} and not b.deleted order by b.slot`.execute(tx);
  return rows.map(({ sn, installTime }) => newPiece(sn, { installTime }));
}

/** The parts of a type that a vehicle has on record: its batteries; of any other type one, if it is known. */
export async function piecesOnRecord(tx: Db | Tx, vehicleId: string, deviceType: number): Promise<readonly Piece[]> {
  if (!isKept(deviceType)) return [];
  if (deviceType === battery) return installedBatteries(tx, vehicleId);
  const column = columnOf(deviceType);
  const isControl = deviceType === centralControl;
  const { rows } = await sql<Omit<Piece, 'sn'> & { sn: string | null }>`
    select coalesce(${column === undefined ? sql`null` : sql`v.${sql.raw(column)}`}, e.sn) as sn,
      ${isControl ? sql`v.imei` : sql`e.imei`} as imei, ${isControl ? sql`v.iccid` : sql`e.iccid`} as iccid,
      ${isControl ? sql`v.ble_mac` : sql`e.ble_mac`} as ble_mac, e.software_version, e.hardware_version, e.install_time
    from veh_vehicle v left join veh_ecu e on e.vehicle_id = v.id and e.device_type = ${deviceType} and not e.deleted
    where v.id = ${vehicleId} order by e.id limit 1`.execute(tx);
  return rows.flatMap(({ sn, ...more }) => (sn === null ? [] : [{ sn, ...more }]));
}

/**
 * The vehicle, other than this one, that has a part on record; by VIN or frame number.
 * Two vehicles cannot take the same part at once: the second waits for the first.
 * @param sn in the form in which it is stored
 */
export async function holderOf(tx: Tx, vehicleId: string, deviceType: number, sn: string): Promise<string | undefined> {
  if (!isKept(deviceType)) return undefined;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`part ${deviceType} ${sn}`}, 0))`.execute(tx);
  const column = columnOf(deviceType);
  const named =
    column === undefined
      ? sql``
      : sql`union all select id as vehicle_id from veh_vehicle where ${sql.raw(column)} = ${sn} and not deleted`;
  const packed =
    deviceType === battery
      ? sql`union all select vehicle_id from veh_battery where battery_sn = ${sn} and not deleted`
      : sql``;
  const { rows } = await sql<{ name: string }>`
    select coalesce(v.vin, v.frame_no, v.id::text) as name from (
      select vehicle_id from veh_ecu where sn = ${sn} and device_type = ${deviceType} and not deleted ${named} ${packed}) h
    join veh_vehicle v on v.id = h.vehicle_id
    where not v.deleted and v.id <> ${vehicleId} limit 1`.execute(tx);
  return rows[0]?.name;
}
