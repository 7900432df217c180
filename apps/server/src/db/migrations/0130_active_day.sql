-- needs 0100_trees
-- A vehicle is active on a day on which a trip of more than 0.1 km began (catalogue 11 §1): rows follow the trips (modules/trips/active-days.ts).
-- The odometer, which also moves when a vehicle is carried or its control unit is replaced, no longer says so. Processes of the release before go
-- on writing `from_m`, `to_m` and `active_at`, which count no more.
truncate stat_active_day;
drop index stat_active_day_active;
alter table stat_active_day
  drop column active,
  alter column from_m drop not null,
  alter column to_m drop not null,
  add column trip_time timestamptz;
alter table stat_active_day add column active boolean not null generated always as (trip_time is not null) stored;
create index stat_active_day_active on stat_active_day (stat_date, vehicle_id) where active;

insert into stat_active_day (stat_date, vehicle_id, trip_time)
select (start_time at time zone 'Asia/Shanghai')::date, vehicle_id, min(start_time) from veh_trip
where not deleted and distance_km > 0.1 and start_time >= now() - interval '400 days' group by 1, 2;
