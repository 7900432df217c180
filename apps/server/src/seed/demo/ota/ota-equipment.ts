import type { PoolClient } from 'pg';
import type { World } from '../world.ts';

/** Versions that came after the first one came over the air: the trigger of the table writes so into the history. */
const updated = `
  with last as (
    select distinct on (ecu_id) ecu_id, change_time from veh_ecu_version
    where software_from is not null and change_time <= $1 and not deleted order by ecu_id, change_time desc, id desc)
  update veh_ecu e set last_ota_time = l.change_time, last_ota_result = 5 from last l where l.ecu_id = e.id and e.last_ota_time is null`;

/** Some updates came to nothing: most failed (7), a few went back to the version before (6). */
const failed = `
  update veh_ecu e set last_ota_time = $1::timestamptz - make_interval(days => 2 + (e.id % 23)::int, hours => (e.id % 7)::int, secs => (e.id * 7919 % 3500)::int),
    last_ota_result = case when e.id % 3 = 0 then 6 else 7 end
  from veh_vehicle v, ota_part_kind k
  where v.id = e.vehicle_id and k.id = e.kind_id and k.target_version is not null and v.activation_status = 1 and e.id % 41 = 7 and not e.deleted`;

/** Development, quality and friends of the house, with the parts that are updated. */
const groups = `
  with chosen as (
    select v.id, row_number() over (order by v.id) as place from veh_vehicle v join veh_type t on t.id = v.vehicle_type_id
    where t.ota_generation = 2 and v.activation_status = 1 and not v.deleted and v.id % 5 = 2)
  update veh_ecu e set test_group = case when c.place <= 6 then 'A' when c.place <= 14 then 'B' else 'C' end
  from chosen c where c.id = e.vehicle_id and c.place <= 30 and e.device_type in (1, 3, 4) and not e.deleted`;

/** What the parts of the fleet have been updated with, and who tests. Needs the history of parts. */
export async function makeOtaEquipment(client: PoolClient, { now }: World): Promise<void> {
  await client.query(updated, [now]);
  await client.query(failed, [now]);
  await client.query(groups);
}
