-- needs 0149_recon
-- What no record keeps: on which days users of the app used it. A row follows each new day of usr_app_user.last_active_time.
create table stat_app_day (
  stat_date date not null, -- in Asia/Shanghai
  user_id   bigint not null,
  primary key (user_id, stat_date)
);
create index ix_stat_app_day_date on stat_app_day (stat_date);

create function stat_keep_app_day() returns trigger language plpgsql as $$
begin
  insert into stat_app_day (stat_date, user_id) values ((new.last_active_time at time zone 'Asia/Shanghai')::date, new.id) on conflict do nothing;
  return null;
end
$$;
create trigger stat_app_day after update of last_active_time on usr_app_user for each row
  when (new.last_active_time is not null and (old.last_active_time is null
    or (new.last_active_time at time zone 'Asia/Shanghai')::date <> (old.last_active_time at time zone 'Asia/Shanghai')::date))
  execute function stat_keep_app_day();
create trigger stat_app_day_new after insert on usr_app_user for each row when (new.last_active_time is not null) execute function stat_keep_app_day();

insert into stat_app_day (stat_date, user_id)
select (last_active_time at time zone 'Asia/Shanghai')::date, id from usr_app_user where last_active_time is not null on conflict do nothing;
insert into stat_app_day (stat_date, user_id)
select (last_login_time at time zone 'Asia/Shanghai')::date, user_id from usr_device where last_login_time is not null on conflict do nothing;

-- Most vehicles online at once on a day; 0 stands for all models, and all dealers: peaks of parts do not add up.
create table stat_online_peak (
  stat_date       date not null,
  vehicle_type_id bigint not null,
  dealer_id       bigint not null,
  peak            integer not null check (peak >= 0),
  peak_time       timestamptz not null,
  primary key (stat_date, vehicle_type_id, dealer_id)
);

-- Batteries in use at the end of a day, with their last snapshot until then, and how they were charged on it. Built at night and again for the
-- last three days (modules/statistics/days).
create table stat_battery_day (
  stat_date       date not null,
  battery_type    smallint not null,
  manufacturer    text not null,
  vehicle_type_id bigint not null,
  dealer_id       bigint,
  in_use          integer not null,
  soh_count       integer not null, -- those with a known state of health
  soh_sum         bigint not null,
  below_80        integer not null,
  below_70        integer not null,
  cycle_sum       bigint not null,
  charges         integer not null,
  depth_sum       bigint not null,  -- percent that charges added
  unique nulls not distinct (stat_date, battery_type, manufacturer, vehicle_type_id, dealer_id)
);

-- When days were built last: what statistics print as their time.
create table stat_built (
  name       text not null,
  stat_date  date not null,
  build_time timestamptz not null,
  rows       integer not null,
  primary key (name, stat_date)
);
