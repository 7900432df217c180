import type { PoolClient } from 'pg';
import type { World } from '../world.ts';

/** Cards of the vehicles, by their ICCIDs: in use where the vehicle is, and in the silent period before. */
const installed = `insert into sim_card (iccid, msisdn, imsi, carrier, pool_id, package_code, package_mb, package_cycle, open_time, silent_end_time, expire_time, apn,
    stop_threshold_pct, sim_status, stop_reason, activate_time, net_status, imei_seen, imei_lock, real_name_status, month_used_kb, usage_rate, last_sync_time, create_by, update_by, create_time, update_time)
  select v.iccid, '10648' || lpad(n::text, 8, '0'), '46004' || lpad((n + 2000000000)::text, 10, '0'), c.carrier,
    (array['POOL_CMCC_1', 'POOL_CUCC_1', 'POOL_CTCC_1', 'POOL_CMCC_1'])[c.carrier], p.code, p.mb, p.cycle, v.made, v.made + 180,
    case when n % 211 = 0 then $1::date + 7 when n % 97 = 0 then $1::date + 25 else greatest(v.made + 1095, $1::date + 60) end,
    'cmiot', 200, s.state, case when s.state = 4 then '4' end, case when s.state >= 3 then v.activation_time end, case when s.state = 3 and n % 9 <> 0 then 1 else 0 end,
    case when n % 173 = 0 then '490154203237518' else v.imei end, n % 3 / 2, 1, 0, 0, $2, $3, $3, $2::timestamptz - interval '60 days', $2
  from (select v.*, row_number() over (order by v.id)::bigint as n, coalesce(v.production_date, $1::date - 200) as made from veh_vehicle v where v.iccid is not null and not v.deleted) v
  cross join lateral (select coalesce((select i.parent_code::int from sys_item_code i where i.category = 'IccidPrefix' and i.code = left(v.iccid, 6) and not i.deleted), 1) as carrier) c
  cross join lateral (select (array['M30', 'M30', 'M100', 'Y1G'])[1 + n % 4] as code, (array[30, 30, 100, 1024])[1 + n % 4] as mb, (array[1, 1, 1, 3])[1 + n % 4] as cycle) p
  cross join lateral (select case when v.activation_time is null then 2 when v.operation_status = 1 then 4 else 3 end as state) s
  on conflict do nothing`;

/** Cards that no vehicle has yet. */
const inStock = `insert into sim_card (iccid, msisdn, carrier, pool_id, package_code, package_mb, package_cycle, open_time, expire_time, stop_threshold_pct, sim_status, imei_lock,
    real_name_status, month_used_kb, usage_rate, create_by, update_by, create_time, update_time)
  select '89860799' || lpad(n::text, 11, '0') || (n % 10), '1064899' || lpad(n::text, 6, '0'), 1, 'POOL_CMCC_1', 'M30', 30, 1, $1::date - 20, $1::date + 1075, 200, 0, 0, 0, 0, 0, $3, $3,
    $2::timestamptz - interval '20 days', $2
  from generate_series(1, 60) n on conflict do nothing`;

/** A month of usage; cards use a third to double of what is usual, one in fifty ten times as much. */
const usage = `insert into sim_flow_day (iccid, stat_date, used_kb, up_kb, down_kb, session_count, online_min, vin, vehicle_type_id)
  select s.iccid, d.day, u.used, u.used * 7 / 10, u.used - u.used * 7 / 10, 1 + h.n % 6, 20 + h.n % 400, coalesce(v.vin, v.frame_no), v.vehicle_type_id
  from (select * from sim_card where sim_status = 3 order by id limit 600) s join veh_vehicle v on v.iccid = s.iccid and not v.deleted
  cross join lateral (select ($1::date - n) as day from generate_series(1, 31) n) d
  cross join lateral (select abs(hashtext(s.iccid || d.day::text)::bigint) as n) h
  cross join lateral (select ((120 + h.n % 900) * case when s.id % 50 = 0 then 10 else 0.3 + abs(hashtext(s.iccid)::bigint) % 17 / 10.0 end)::int as used) u
  on conflict do nothing`;

/** What the devices count of it: nearly the same, of one card in twenty much less. */
const byDevices = `insert into sim_device_day (iccid, stat_date, vehicle_id, telemetry_kb, ota_kb, log_kb, other_kb)
  select d.iccid, d.stat_date, v.id, u.kb * 58 / 100, u.kb * 27 / 100, u.kb * 5 / 100, u.kb * 10 / 100
  from sim_flow_day d join veh_vehicle v on v.iccid = d.iccid and not v.deleted
  cross join lateral (select d.used_kb * case when abs(hashtext(d.iccid)::bigint) % 20 = 0 then 60 else 97 end / 100 as kb) u
  on conflict do nothing`;

/** The year before, by month. */
const pastMonths = `insert into sim_flow_month (iccid, month, used_kb, up_kb, down_kb, package_mb)
  select d.iccid, m.month, u.used, u.used * 7 / 10, u.used - u.used * 7 / 10, s.package_mb
  from (select iccid, sum(used_kb)::bigint as used from sim_flow_day group by 1) d join sim_card s on s.iccid = d.iccid and not s.deleted
  cross join lateral (select (date_trunc('month', $1::date) - make_interval(months => n))::date as month from generate_series(1, 12) n) m
  cross join lateral (select d.used * (70 + abs(hashtext(d.iccid || m.month::text)::bigint) % 60) / 100 as used) u
  where m.month >= date_trunc('month', s.activate_time) on conflict do nothing`;

/** Terms that were renewed, with their fees. */
const renewals = `insert into sim_renewal (sim_id, iccid, package_code, from_date, to_date, fee_fen, operator_id, time)
  select id, iccid, package_code, expire_time - 365, expire_time, case package_code when 'M100' then 9600 when 'Y1G' then 7200 else 4800 end, $2, $1::timestamptz - make_interval(days => (20 + id % 60)::int)
  from (select id, iccid, package_code, expire_time from sim_card where sim_status = 3 and id % 3 = 0 and expire_time > $1::date + 30 order by id limit 600) s`;

/** Cards that do not agree with their carrier: three that it pre-cancelled, and two that it does not know. */
const issues = `with picked as (select id, iccid, imei_seen, package_code, activate_time, row_number() over (order by id desc) as n from sim_card where sim_status = 3 order by id desc limit 5),
  at_carrier as (
    insert into sbx_sim_card (iccid, state, imei, activated, package_code, fault)
    select iccid, case when n <= 3 then 5 else 3 end, imei_seen, activate_time, package_code, case when n > 3 then 'gone' end from picked on conflict do nothing),
  logged as (
    insert into sys_operation_log (username, action, entity, entity_id, before, after, time)
    select 'system', case when n <= 3 then 'unexpectedChange' else 'unknownCard' end, 'simCard', id::text, case when n <= 3 then '{"simStatus": 3}'::jsonb end,
      case when n <= 3 then '{"simStatus": 5}'::jsonb else '{"syncIssue": 2}'::jsonb end, $1::timestamptz - interval '6 hours' from picked)
  update sim_card s set sim_status = case when n <= 3 then 5 else s.sim_status end, net_status = 0, sync_issue = case when n <= 3 then 1 else 2 end,
    last_sync_time = $1::timestamptz - interval '6 hours' from picked where s.id = picked.id`;

const months = `insert into sim_flow_month (iccid, month, used_kb, up_kb, down_kb, package_mb)
  select d.iccid, date_trunc('month', d.stat_date)::date, sum(d.used_kb), sum(d.up_kb), sum(d.down_kb), max(s.package_mb)
  from sim_flow_day d join sim_card s on s.iccid = d.iccid and not s.deleted group by 1, 2 on conflict do nothing`;

const monthTotals = `update sim_card s set month_used_kb = t.used
  from (select iccid, sum(used_kb)::int as used from sim_flow_day where stat_date >= date_trunc('month', $1::timestamp)::date group by iccid) t where t.iccid = s.iccid`;

/** Requests of the last weeks: done, refused by the carrier, and one batch that waits for approval. */
const operations = `insert into sim_operation (op_no, batch_no, sim_id, vin, op_type, source, reason_code, remark, status, carrier_code, carrier_msg, finish_time, cost_sec, retry_count, attempts,
    sent_time, create_by, update_by, create_time, update_time)
  select 'SO' || to_char(o.asked at time zone 'Asia/Shanghai', 'YYYYMMDD') || lpad(nextval('seq_sim_operation')::text, 6, '0'),
    'SB' || to_char(o.asked at time zone 'Asia/Shanghai', 'YYYYMMDD') || lpad((n / 8 + 1)::text, 6, '0'), s.id, coalesce(v.vin, v.frame_no),
    case when o.status = 0 then 1 else 1 + n % 2 end, 1, case when o.status = 0 then '4' else '7' end, case when o.status = 0 then '批量停运，同时停机' else '车主申请' end, o.status,
    case o.status when 3 then '0' when 4 then 'CARRIER_BUSY' end, case o.status when 3 then 'OK' when 4 then '运营商系统忙 / Carrier busy' end,
    case when o.status in (3, 4) then o.asked + make_interval(secs => 3 + n * 7 % 9) end, case when o.status in (3, 4) then 2 + n * 7 % 9 end, 0, 0, case when o.status in (3, 4) then o.asked end, $2, $2, o.asked, o.asked
  from (select *, row_number() over (order by id)::int as n from sim_card where sim_status in (3, 4) order by id limit 40) s
  left join veh_vehicle v on v.iccid = s.iccid and not v.deleted
  cross join lateral (select case when n > 37 then 0 when n % 9 = 0 then 4 else 3 end as status, $1::timestamptz - make_interval(hours => n * 11, secs => n * 1237 % 3500) as asked) o`;

/** SIM cards of the fleet and in stock, their usage, and what was asked of the carriers. */
export async function makeSims(client: PoolClient, { now }: World, by: string | null): Promise<void> {
  const day = new Date(now.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
  await client.query(installed, [day, now, by]);
  await client.query(inStock, [day, now, by]);
  await client.query(
    "select sim_flow_day_partition(d::date) from generate_series($1::date - 31, $1::date, '1 day') d",
    [day],
  );
  await client.query(usage, [day]);
  await client.query(byDevices);
  await client.query(pastMonths, [day]);
  await client.query(months);
  await client.query(monthTotals, [day]);
  await client.query(operations, [now, by]);
  await client.query(renewals, [now, by]);
  await client.query(issues, [now]);
}
