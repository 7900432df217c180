-- needs 0077_distribution_keys
-- Each table in days or months had a function with the same steps, and all looked a name up in a cache that does not know what another process has
-- just made: the second `create table` failed, and with it the start of a gateway. A query sees what is committed.

create function make_partition(parent text, suffix text, lower text, upper text) returns void language plpgsql as $$
declare
  name text := parent || '_' || suffix;
begin
  if to_regclass(name) is not null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtext(parent || '_partition'));
  perform 1 from pg_class c where c.relname = name
    and c.relnamespace = (select p.relnamespace from pg_class p where p.oid = parent::regclass);
  if found then
    return;
  end if;
  execute format('create table %I (like %I including all excluding identity)', name, parent);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, name, lower, upper);
end $$;

create or replace function veh_telemetry_day_partition(day date) returns void language plpgsql as $$
begin
  if day >= date '2025-01-01' then
    perform make_partition('veh_telemetry', to_char(day, 'YYYYMMDD'),
      to_char(day, 'YYYY-MM-DD') || ' 00:00:00+00', to_char(day + 1, 'YYYY-MM-DD') || ' 00:00:00+00');
  end if;
end $$;

-- `midnight`: the time of day and the zone in which a month begins; empty for days.
create function make_month_partition(parent text, day date, midnight text) returns void language sql as $$
  select make_partition(parent, to_char(day, 'YYYYMM'),
    to_char(day, 'YYYY-MM') || '-01' || midnight, to_char(day + interval '1 month', 'YYYY-MM') || '-01' || midnight);
$$;

create or replace function veh_battery_snapshot_partition(day date) returns void language plpgsql as $$
begin
  if day >= date '2025-01-01' then
    perform make_month_partition('veh_battery_snapshot', day, ' 00:00:00+00');
  end if;
end $$;

create or replace function alm_fault_report_partition(day date) returns void language plpgsql as $$
begin
  if day >= date '2025-01-01' then
    perform make_month_partition('alm_fault_report', day, ' 00:00:00+08');
  end if;
end $$;

create or replace function veh_ble_log_partition(day date) returns void language plpgsql as $$
begin
  perform make_month_partition('veh_ble_log', day, ' 00:00:00+08');
end $$;

create or replace function sim_flow_day_partition(day date) returns void language plpgsql as $$
begin
  perform make_month_partition('sim_flow_day', day, '');
end $$;
