import type { PoolClient } from 'pg';

/**
 * Parts that workshops changed: controllers and motors that are on record, chargers and lights that are kept nowhere else, one entered for
 * the wrong vehicle and voided.
 */
const changes = `insert into veh_replacement_record (record_no, vehicle_id, device_type, old_sn, recorded_sn, new_sn, reason_code, warranty, source, status, corrected,
    dealer_id, odometer_km, odometer_offset_km, replace_time, parts_fen, labor_fen, remark, void_reason, void_time, void_by_id, operator_id, create_by, create_time, update_by)
  select 'RC' || to_char(t at time zone 'Asia/Shanghai', 'YYYYMMDD') || lpad(nextval('seq_replacement_record')::text, 6, '0'), v.id, k.type,
    k.old_sn, case when k.type in (3, 7) then k.old_sn end, k.new_sn, (array['1', '2', '4', '5'])[1 + (v.id % 4)], 1 + (v.id % 2), 1,
    case when v.n = 7 then 2 else 1 end, 0, v.dealer_id, round((coalesce(s.odometer_km, 300) * 0.8)::numeric, 1), null, t,
    case when v.id % 2 = 0 then 0 else k.fen end, case when v.id % 2 = 0 then 0 else 5000 end, k.remark,
    case when v.n = 7 then '选错车辆，已重新录入' end, case when v.n = 7 then t + interval '1 hour 43 minutes 12 seconds' end, case when v.n = 7 then $1::bigint end, $1, $1, t, $1
  from (select w.*, row_number() over (order by w.id) as n from veh_vehicle w where w.id % 31 = 4 and w.activation_time < now() - interval '60 days' and not w.deleted order by w.id limit 16) v
  left join veh_vehicle_status s on s.vehicle_id = v.id
  cross join lateral (select now() - make_interval(days => 3 + (v.n * 5)::int, hours => 2 + (v.id % 7)::int, secs => (v.id * 7919 % 3500)::int) as t) moment
  cross join lateral (select (array[3, 7, 6, 8])[1 + (v.n % 4)] as type) p
  cross join lateral (select p.type,
    case p.type when 3 then 'KZ24' || upper(substr(md5(v.id::text), 1, 6)) when 7 then 'DJ24' || upper(substr(md5(v.id::text), 1, 6))
      else 'OLD' || upper(substr(md5(v.id::text), 1, 8)) end as old_sn,
    case p.type when 3 then v.controller_sn when 7 then v.motor_no else 'NEW' || upper(substr(md5(v.id::text), 9, 8)) end as new_sn,
    case p.type when 3 then 26800 when 7 then 45900 when 6 then 12900 else 5900 end as fen,
    case p.type when 3 then '控制器进水烧毁' when 7 then '电机异响，霍尔故障' when 6 then '充电器不充电' else '灯控无响应' end as remark) k
  where k.new_sn is not null`;

/** What was changed on the vehicles of the demo. */
export async function makeReplacements(client: PoolClient, by: string | null): Promise<void> {
  await client.query(changes, [by]);
}
