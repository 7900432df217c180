import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { codes } from '@wheelhouse/entities/codes';
import type { Db, Tx } from '../../../db/pool.ts';
import type { App } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { isOffered } from '../firmware/offered.ts';

const { testing, released } = machines['SM-Firmware'].states;
const old = machines['SM-FirmwareOld'].states;

/** A package as tasks and vehicles need it. */
export interface TaskFirmware {
  readonly id: string;
  /** D:OtaGeneration: the old one knows neither part models nor hardware, deltas, dependencies and signatures. */
  readonly generation: number;
  readonly status: number;
  readonly deviceType: number;
  readonly partModel: string | null;
  readonly version: string;
  /** Null in the old generation. */
  readonly versionCode: number | null;
  readonly packageType: number;
  readonly hardwareVersions: readonly string[];
  readonly vehicleTypeIds: readonly string[];
  readonly minFromVersion: string | null;
  /** Version of a delta's base. */
  readonly baseVersion: string | null;
  readonly dependencies: readonly { readonly deviceType: number | string; readonly minVersion: string }[];
  readonly fileSize: number | null;
  readonly sha256: string | null;
  readonly md5: string | null;
  readonly crc16: string | null;
  readonly signature: string | null;
  readonly signKeyId: string | null;
  readonly changeLog: string;
  readonly changeLogEn: string | null;
  readonly estimatedMinutes: number | null;
}

/** @param lock keeps it from being disabled until the transaction ends */
export async function taskFirmware(db: Db | Tx, id: string, lock = false): Promise<TaskFirmware | undefined> {
  const { rows } = await sql<TaskFirmware>`
    select f.id::text as id, f.generation::int as generation, f.status::int as status, f.device_type::int as device_type, f.part_model, f.version, f.version_code,
      coalesce(f.package_type::int, ${codes.PackageType.full}) as package_type, coalesce(f.hardware_versions, '{}') as hardware_versions, f.vehicle_type_ids::text[] as vehicle_type_ids, f.min_from_version,
      (select b.version from ota_firmware b where b.id = f.base_version) as base_version, coalesce(f.dependencies, '[]') as dependencies,
      f.file_size, f.sha256, f.md5, f.crc16, f.signature, f.sign_key_id, f.change_log, f.change_log_en, f.estimated_minutes
    from ota_firmware f where f.id = ${id} and not f.deleted ${lock ? sql`for share of f` : sql``}`.execute(db);
  return rows[0];
}

const isReady = ({ generation, status }: TaskFirmware, taskType: number | null): boolean =>
  generation === codes.OtaGeneration.old
    ? status === old.released
    : status === released || (status === testing && taskType === codes.OtaTaskType.test);

/**
 * Why a task may not use a package: it takes a released one, or one in test for a test, signed with a key that is still trusted.
 * @param code where its state is another one @returns undefined: it may; 3115 its key was taken out
 */
export function unusableFirmware(
  app: Pick<App, 'config' | 'secrets'>,
  firmware: TaskFirmware | undefined,
  taskType: number | null,
  code: 3106 | 3113,
): AppError | undefined {
  if (firmware === undefined || !isReady(firmware, taskType)) return new AppError(code);
  return isOffered(app, firmware) ? undefined : new AppError(3115);
}
