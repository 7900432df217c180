import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { runningNumber } from '../../../db/running-number.ts';
import { todayDigits } from '../../../db/wall-clock.ts';

const { released, disabled } = machines['SM-Firmware'].states;

/** `FW202511200001`: the day and a running number, with more digits once there are that many. */
export async function nextFirmwareNo(tx: Tx): Promise<string> {
  const { rows } = await sql<{ no: string }>`
    select 'FW' || ${todayDigits} || ${runningNumber('seq_ota_firmware', 4)} as no`.execute(tx);
  return rows[0]?.no ?? '';
}

interface Named {
  readonly id: string | undefined;
  readonly generation: number;
  readonly deviceType: number;
  /** Null in the old generation. */
  readonly partModel: string | null;
  readonly version: string;
}

/** Whether a part model has the version already. Saves of the same version wait for each other. */
export async function isTaken(tx: Tx, { id, generation, deviceType, partModel, version }: Named): Promise<boolean> {
  const plain = generation === codes.OtaGeneration.new ? version.replace(/^V/, '') : version;
  await sql`select pg_advisory_xact_lock(hashtext(${`ota_firmware ${generation} ${deviceType} ${partModel} ${plain}`}))`.execute(
    tx,
  );
  const { rows } = await sql`
    select 1 from ota_firmware where generation = ${generation} and device_type = ${deviceType}
      and part_model is not distinct from ${partModel} and not deleted
      and case generation when ${codes.OtaGeneration.new} then ltrim(version, 'V') else version end = ${plain}
      and id is distinct from ${id ?? null}::bigint limit 1`.execute(tx);
  return rows.length > 0;
}

interface Delta {
  readonly deviceType: number;
  readonly partModel: string;
  readonly versionCode: number;
}

/** Version code of the base of a delta: a released full package of the part model with a lower version; undefined for any other. */
export async function baseCode(
  tx: Tx,
  baseId: string,
  { deviceType, partModel, versionCode }: Delta,
): Promise<number | undefined> {
  const { rows } = await sql<{ versionCode: number }>`
    select version_code as "versionCode" from ota_firmware where id = ${baseId} and not deleted and generation = ${codes.OtaGeneration.new}
      and device_type = ${deviceType} and part_model = ${partModel} and package_type = ${codes.PackageType.full}
      and status = ${released} and version_code < ${versionCode} for share`.execute(tx);
  return rows[0]?.versionCode;
}

interface Needing {
  readonly id: string | undefined;
  readonly deviceType: number;
  readonly versionCode: number;
  readonly vehicleTypeIds: readonly string[];
  readonly dependencies: readonly { readonly deviceType: number | string; readonly minVersion: string }[];
}

/**
 * Whether what a package needs first would need the package itself first. Of each part model the lowest version that satisfies a need is
 * followed, for any of the same vehicle models: higher ones may need this package, as they come after it.
 */
export async function isCircular(tx: Tx, needing: Needing): Promise<boolean> {
  const { id, deviceType, versionCode, vehicleTypeIds, dependencies } = needing;
  if (dependencies.length === 0) return false;
  // Two packages that are saved at once would not see each other's needs.
  await sql`select pg_advisory_xact_lock(hashtext('ota_firmware dependencies'))`.execute(tx);
  const { rows } = await sql`
    with recursive need (device_type, min_code) as (
      select (d ->> 'deviceType')::int, firmware_version_code(d ->> 'minVersion')
      from jsonb_array_elements(${JSON.stringify(dependencies)}::jsonb) d
      union
      select (d ->> 'deviceType')::int, firmware_version_code(d ->> 'minVersion')
      from need n
      cross join lateral (
        select distinct on (w.part_model) w.dependencies from ota_firmware w
        where w.device_type = n.device_type and w.version_code >= n.min_code and w.generation = ${codes.OtaGeneration.new}
          and not w.deleted and w.status <> ${disabled} and w.id is distinct from ${id ?? null}::bigint
          and w.vehicle_type_ids && ${[...vehicleTypeIds]}::bigint[]
        order by w.part_model, w.version_code
      ) first
      cross join jsonb_array_elements(coalesce(first.dependencies, '[]')) d
    )
    select 1 from need where device_type = ${deviceType} and min_code >= ${versionCode} limit 1`.execute(tx);
  return rows.length > 0;
}
