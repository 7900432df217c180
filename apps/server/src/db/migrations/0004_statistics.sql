-- Which vehicles were ridden on which day, so that "active vehicles" never reads the history: two index probes of veh_telemetry a vehicle and
-- day (its first and last odometer), made each minute for the vehicles that reported (modules/statistics/active-days.ts). Rebuilt for the
-- last three days every night, for late data.
create table stat_active_day (
  stat_date  date not null,                -- in Asia/Shanghai
  vehicle_id bigint not null,
  from_m     integer not null,             -- first odometer of the day, metres
  to_m       integer not null,             -- last one
  active     boolean not null generated always as (to_m - from_m > 100) stored, -- catalogue 11 §1: more than 0.1 km
  primary key (stat_date, vehicle_id)
);
create index stat_active_day_active on stat_active_day (stat_date, vehicle_id) where active;

-- How far a job has come.
create table stat_progress (
  name  text primary key,
  until timestamptz not null
);

-- Deletions are looked for by the time of their edit, as other edits are (modules/vehicles/fleet-snapshot.ts).
create index ix_veh_vehicle_deleted on veh_vehicle (update_time) where deleted;
