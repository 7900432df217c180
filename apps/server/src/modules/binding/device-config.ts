import { machines } from '@wheelhouse/entities/machines';
import { recordOf } from '@wheelhouse/contract/object';
import type { DeviceSettings } from '@wheelhouse/contract/device/payloads';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/pool.ts';
import { publishDown, type DeviceMessage, type SettingsCompleter } from '../../gateway/service.ts';
import { bleKeyText } from './ble.ts';

const { bound } = machines['SM-Binding'].states;

interface ConfigRow {
  readonly vehicleId: string;
  readonly imei: string | null;
  readonly ver: number;
  readonly desired: DeviceSettings;
  readonly bleKeyVersion: number;
}

async function publish(tx: Db | Tx, { imei, ver, desired, bleKeyVersion }: ConfigRow): Promise<void> {
  if (imei === null) return;
  await publishDown(tx, imei, 'config', { v: 1, ver, desired: { ...desired, bleKeyVersion } });
}

/** Adds the key of the version that the settings name: as they are sent, so that no key lies in the database. */
export const withKey: SettingsCompleter = (secrets, imei, desired) => {
  const { bleKeyVersion } = desired;
  if (bleKeyVersion === undefined) return desired;
  return { ...desired, bleKey: bleKeyText(secrets, imei, bleKeyVersion) };
};

export interface ConfigChange {
  /** Settings to set; the others stay as desired before. */
  readonly settings?: DeviceSettings;
  /** Give the control unit a new Bluetooth key; the keys of all phones become void. */
  readonly newKey?: boolean;
}

/**
 * Changes the desired settings of a vehicle's device, and sends all of them with the next version when the transaction commits. A device that
 * is away gets it when it comes back.
 * @returns the Bluetooth key's version
 */
export async function desireConfig(
  tx: Db | Tx,
  vehicleId: string,
  { settings = {}, newKey = false }: ConfigChange,
): Promise<number> {
  const rise = newKey ? 1 : 0;
  const { rows } = await sql<ConfigRow>`
    insert into veh_device_config as c (vehicle_id, ver, desired, ble_key_version)
    values (${vehicleId}, 1, ${JSON.stringify(settings)}::jsonb, ${1 + rise})
    on conflict (vehicle_id) do update set ver = c.ver + 1, desired = c.desired || excluded.desired,
      ble_key_version = c.ble_key_version + ${rise}, update_time = now()
    returning vehicle_id, ver, desired, ble_key_version, (select imei from veh_vehicle v where v.id = c.vehicle_id) as imei`.execute(
    tx,
  );
  const [row] = rows;
  if (row) await publish(tx, row);
  return row?.bleKeyVersion ?? 1;
}

/** Gives the control unit a new Bluetooth key; the bindings in force have it from now on, so that their phones fetch theirs again. */
export async function renewKey(tx: Tx, vehicleId: string): Promise<void> {
  const keyVersion = await desireConfig(tx, vehicleId, { newKey: true });
  await tx
    .updateTable('veh_binding')
    .set({ keyVersion })
    .where('vehicleId', '=', vehicleId)
    .where('status', '=', bound)
    .execute();
}

/** Version of the vehicle's Bluetooth key; a control unit leaves the factory with the first. */
export async function bleKeyVersion(db: Db | Tx, vehicleId: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select ble_key_version as version from veh_device_config where vehicle_id = ${vehicleId}`.execute(db);
  return rows[0]?.version ?? 1;
}

/** A replaced control unit has none of the configuration that was sent to the one before. */
export async function forgetReported(tx: Tx, vehicleId: string): Promise<void> {
  await sql`update veh_device_config set reported_ver = null, reported = null, reported_time = null where vehicle_id = ${vehicleId}`.execute(
    tx,
  );
}

/** A device that came back and has an older version gets the present one. */
export async function deliverMissed(db: Db, messages: readonly DeviceMessage[]): Promise<void> {
  const ids = messages.map((message) => message.vehicleId);
  const { rows } = await sql<ConfigRow>`
    select c.vehicle_id, c.ver, c.desired, c.ble_key_version, v.imei from veh_device_config c join veh_vehicle v on v.id = c.vehicle_id
    where c.vehicle_id = any(${ids}::bigint[]) and c.ver > coalesce(c.reported_ver, 0)`.execute(db);
  for (const row of rows) await publish(db, row);
}

const newest = 2_147_483_647;

/** Stores the settings that a device reports, without its key. */
export async function keepReported(db: Db, messages: readonly DeviceMessage[]): Promise<void> {
  for (const { vehicleId, payload } of messages) {
    const { ver, reported } = payload;
    if (typeof ver !== 'number' || !Number.isInteger(ver) || ver < 0 || ver > newest) continue;
    const { bleKey: _key, ...settings } = recordOf(reported);
    await sql`update veh_device_config set reported_ver = ${ver}, reported = ${JSON.stringify(settings)}::jsonb, reported_time = now()
      where vehicle_id = ${vehicleId}`.execute(db);
  }
}
