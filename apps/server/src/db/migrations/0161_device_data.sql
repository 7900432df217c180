-- needs 0156_report_subscriptions
-- Mobile data of a card on a day (Asia/Shanghai) as the device in its vehicle counts them, in KB by purpose (device protocol, deviceKb). Beside
-- sim_flow_day, which is what the carrier counts; a purpose that no device told is null.
create table sim_device_day (
  iccid text not null,
  stat_date date not null,
  vehicle_id bigint not null,
  telemetry_kb integer check (telemetry_kb >= 0),
  ota_kb integer check (ota_kb >= 0),
  log_kb integer check (log_kb >= 0),
  other_kb integer check (other_kb >= 0),
  device_kb bigint generated always as (coalesce(telemetry_kb, 0)::bigint + coalesce(ota_kb, 0) + coalesce(log_kb, 0) + coalesce(other_kb, 0)) stored,
  recv_time timestamptz not null default now(),
  primary key (iccid, stat_date)
);
create index ix_sim_device_day_date on sim_device_day (stat_date);
