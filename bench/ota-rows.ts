import type { Pool } from 'pg';
import { firmwareVersionCode } from '@wheelhouse/contract/firmware';

/** Rows for measuring OTA tasks: the central control of every vehicle, packages for it, lists of VINs, and a task's executions as they are in the middle of it. */

export const target = 'V2.4.0';
const olderVersions = 10;
const control = 1;

/** Without the triggers that keep histories, which are about changes. */
async function addParts(pool: Pool): Promise<void> {
  const part = `'ZK3', case v.id % 20 when 0 then 'V1.1' else 'V1.' || 2 + v.id % 2 end, case v.id % 25 when 0 then '${target}' else 'V2.3.' || v.id % ${olderVersions} end`;
  await pool.query('alter table veh_ecu disable trigger user');
  await pool.query(
    `insert into ota_part_kind (vehicle_type_id, device_type, model, hardware_version, software_version)
     select distinct v.vehicle_type_id, ${control}, ${part} from veh_vehicle v on conflict do nothing`,
  );
  await pool.query(
    `insert into veh_ecu (vehicle_id, device_type, sn, model, hardware_version, software_version, kind_id)
     select p.id, ${control}, p.ecu_sn, p.model, p.hw, p.sw, k.id
     from (select v.id, v.vehicle_type_id, v.ecu_sn, ${part} from veh_vehicle v where not exists (
       select from veh_ecu e where e.vehicle_id = v.id and e.device_type = ${control})) as p (id, vehicle_type_id, ecu_sn, model, hw, sw)
     join ota_part_kind k on k.vehicle_type_id = p.vehicle_type_id and k.device_type = ${control} and k.model = p.model and k.hardware_version = p.hw and k.software_version = p.sw`,
  );
  await pool.query('alter table veh_ecu enable trigger user');
}

interface Package {
  readonly id: string;
}

/** @returns a released package for every model */
export async function addFirmware(pool: Pool, keyId: string): Promise<Package> {
  const fileId = `benchota${Date.now()}`;
  await pool.query(
    `insert into sys_file (file_id, biz, name, content_type, size, sha256, storage_key, uploader_type)
     values ($1, 'firmware', 'bench.bin', 'application/octet-stream', 1000, repeat('0', 64), $1, 'system')`,
    [fileId],
  );
  const { rows } = await pool.query<Package>(
    `insert into ota_firmware (firmware_no, generation, name, device_type, part_model, hardware_versions, version, version_code, package_type, package_file,
       file_size, sha256, signature, sign_key_id, vehicle_type_ids, release_type, estimated_minutes, change_log, status, dependencies)
     select 'FWB' || right($1, 12), 2, 'Bench', ${control}, 'ZK3', '{V1.2,V1.3}', $2, $3, 1, $1, 1000, repeat('0', 64), 'bench', $4, array_agg(id), 1, 6, 'Bench', 3, '[]'
     from veh_type where ota_generation = 2 returning id::text as id`,
    [fileId, target, firmwareVersionCode(target), keyId],
  );
  const [made] = rows;
  if (made === undefined) throw new Error('no package');
  return made;
}

/** VINs as an import keeps them: of vehicles that can be updated. @returns the file's id */
export async function addVins(pool: Pool, count: number): Promise<string> {
  const fileId = `benchvins${Date.now()}`;
  await pool.query(
    `insert into sys_file (file_id, biz, name, content_type, size, sha256, storage_key, uploader_type, uploader_id)
     select $1, 'import', 'vins.csv', 'text/csv', 1000, repeat('0', 64), $1, 'user', id from sys_user where username = 'admin'`,
    [fileId],
  );
  await pool.query(
    `insert into ota_vin_list (file_id, vin) select $1, v.vin from veh_vehicle v join veh_vehicle_status s on s.vehicle_id = v.id
     join veh_ecu e on e.vehicle_id = v.id and e.device_type = ${control} and e.software_version <> '${target}' and e.hardware_version <> 'V1.1'
     where v.operation_status = 0 and v.vin is not null and s.recv_time > now() - interval '29 days' order by v.id limit $2`,
    [fileId, count],
  );
  return fileId;
}

/** The central control of every vehicle; nothing of earlier runs. */
export async function fillOta(pool: Pool): Promise<void> {
  await addParts(pool);
  await pool.query(
    'truncate ota_execution, ota_execution_log, ota_execution_count, ota_execution_time, ota_task_stage',
  );
  await pool.query("delete from ota_task; delete from ota_firmware where firmware_no like 'FWB%'");
  await pool.query('vacuum analyze');
}

/** A task in the middle: most succeeded, some failed or under way, the rest not notified. */
export async function passTime(pool: Pool, taskId: string): Promise<void> {
  const state = `case when x.id % 100 < 60 then 5 when x.id % 100 < 64 then 7 when x.id % 100 < 66 then 6 when x.id % 100 < 70 then 2 when x.id % 100 < 72 then 4 when x.id % 100 < 73 then 9 else 0 end`;
  await pool.query(
    `update ota_execution x set status = ${state}, progress = case when x.id % 100 < 73 then 100 else 0 end, attempt = (x.id % 100 < 73)::int,
       fail_code = case when x.id % 100 between 60 and 63 then 'E0' || 1 + x.id % 7 when x.id % 100 in (64, 65) then 'E09' end,
       notify_time = now() - x.id % 600 * interval '1 minute', start_time = now() - x.id % 600 * interval '1 minute',
       end_time = case when x.id % 100 < 66 then now() - x.id % 590 * interval '1 minute' end
     where task_id = $1`,
    [taskId],
  );
  // Ten hours of it, as they would have been counted.
  await pool.query(
    `insert into ota_execution_time (task_id, time, started, succeeded, failed)
     select $1, now() - g * interval '10 minutes', 1200, 1000, 100 from generate_series(1, 60) g`,
    [taskId],
  );
  await pool.query('vacuum analyze ota_execution');
}
