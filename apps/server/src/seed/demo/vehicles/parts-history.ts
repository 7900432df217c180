import type { PoolClient } from 'pg';

/** Half of the control units have been upgraded once: the version before, and when. */
const upgrades = `with moved as (
    select v.id, v.ecu_id, v.vehicle_id, v.device_type, v.sn, v.software_version, v.hardware_version, v.change_time
    from veh_ecu_version v join veh_vehicle w on w.id = v.vehicle_id
    where v.device_type in (1, 2) and v.id % 2 = 0 and w.activation_time < now() - interval '40 days' and v.software_version ~ '^V\\d+\\.\\d+\\.[1-9]'),
  earlier as (
    update veh_ecu_version v set software_version = regexp_replace(m.software_version, '\\d+$', (right(m.software_version, 1)::int - 1)::text)
    from moved m where v.id = m.id returning v.id, v.software_version as was)
  insert into veh_ecu_version (ecu_id, vehicle_id, device_type, sn, software_from, software_version, hardware_version, change_time)
  select m.ecu_id, m.vehicle_id, m.device_type, m.sn, e.was, m.software_version, m.hardware_version,
    least(now(), m.change_time + make_interval(days => 20 + (m.id % 15)::int, secs => (m.id * 7919 % 30000)::int))
  from moved m join earlier e on e.id = m.id`;

/** Central controls that were exchanged at the workshop. */
const exchanges = `insert into veh_replacement_record (record_no, vehicle_id, device_type, old_sn, new_sn, reason_code, warranty, source, status, corrected, odometer_km, replace_time, operator_id, create_by, create_time)
  select 'RC' || to_char(t at time zone 'Asia/Shanghai', 'YYYYMMDD') || lpad(nextval('seq_replacement_record')::text, 6, '0'), e.vehicle_id, 1,
    'ZK24' || substr(e.sn, 5, 3) || 'A' || upper(substr(md5(e.sn), 1, 6)), e.sn, (array['1', '2', '3'])[1 + (e.id % 3)], 1, 2, 1, 0, coalesce(round((s.odometer_km * 0.6)::numeric, 1), 0), t, $1, $1, t
  from veh_ecu e join veh_vehicle_status s on s.vehicle_id = e.vehicle_id cross join lateral (select now() - make_interval(days => 15 + (e.id % 120)::int, secs => (e.id * 7919 % 30000)::int) as t) k
  where e.device_type = 1 and e.id % 97 = 5 and e.install_time < now() - interval '200 days' limit 12`;

/** What the parts of the demo have been through. */
export async function makePartsHistory(client: PoolClient, by: string | null): Promise<void> {
  await client.query(upgrades);
  await client.query(exchanges, [by]);
}
