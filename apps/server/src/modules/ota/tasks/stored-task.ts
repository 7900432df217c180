import { codes } from '@wheelhouse/entities/codes';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import type { StartedTask } from './start.ts';

/** What says whom a task is for, of the task `t`. */
export const targetColumns =
  sql.raw(`t.id::text as id, t.firmware_id::text as firmware_id, t.create_by::text as create_by, t.task_type::int as task_type,
  t.target_mode::int as target_mode, t.vehicle_type_ids::text[] as vehicle_type_ids, t.from_versions, t.hardware_versions, t.city_codes,
  t.dealer_ids::text[] as dealer_ids, t.production_from::text as production_from, t.production_to::text as production_to,
  t.tag_ids::text[] as tag_ids, t.vin_file, t.vins, t.test_groups, t.exclude_vins, t.stages`);

/** A task of the new generation as its start reads it, locked; the first that meets the condition over the alias `t`. */
export async function storedRow(tx: Tx, where: RawBuilder<unknown>): Promise<StartedTask | undefined> {
  const { rows } = await sql<StartedTask>`
    select ${targetColumns} from ota_task t where t.generation = ${codes.OtaGeneration.new} and not t.deleted and ${where} order by t.id limit 1 for no key update skip locked`.execute(
    tx,
  );
  return rows[0];
}
