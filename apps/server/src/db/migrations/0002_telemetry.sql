-- Device side: credentials, latest state, history, once-only bookkeeping, events, refusals, connections, downlinks.
-- No foreign keys: these tables are written thousands of times a second and are meant to be sharded by vehicle_id (every key begins with it).

-- Secrets of devices, as hashes. A secret is 256 random bits, so a guess is hopeless and a slow password hash would only let a
-- reconnecting fleet (or a flood of wrong secrets) burn the processor: one SHA-256 over a salt of the row and the secret is enough.
create table dev_credential (
  vehicle_id  bigint primary key,
  imei        text not null unique,
  salt        bytea not null,
  secret_hash bytea not null,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now()
);
comment on column dev_credential.secret_hash is 'SHA-256(salt || secret)';

-- Web-Mercator tile (zoom 16, about 500 m) of a position as a Morton number: every tile of a lower zoom is one contiguous range, so a
-- map view is a few index ranges and a cluster is a group by (geo_cell >> 2k). gateway/geo.ts computes the same.
create function geo_spread(v bigint) returns bigint language sql immutable strict parallel safe
return (with a as (select (v | (v << 8)) & 16711935 as n),
             b as (select (n | (n << 4)) & 252645135 as n from a),
             c as (select (n | (n << 2)) & 858993459 as n from b)
        select (n | (n << 1)) & 1431655765 from c);

create function geo_cell(lng double precision, lat double precision) returns bigint language sql immutable strict parallel safe
return geo_spread(least(65535, greatest(0, floor((lng + 180) / 360 * 65536)))::bigint)
     | (geo_spread(least(65535, greatest(0, floor((0.5 - ln(tan(pi() / 4 + radians(least(85.0511, greatest(-85.0511, lat))) / 2)) / (2 * pi())) * 65536)))::bigint) << 1);

-- Latest known state, one row a vehicle. Every value moves forward only, in (device time, boot, seq, place in the batch): fold_keys
-- remembers for each field which sample set it, so that late and shuffled messages end in the same state as ordered ones.
create table veh_vehicle_status (
  vehicle_id        bigint primary key,
  report_time       timestamptz,           -- device time of the newest sample
  recv_time         timestamptz,           -- platform time of the last uplink
  online_since      timestamptz,
  offline_time      timestamptz,
  gps_time          timestamptz,
  boot              bigint,                -- of the newest sample
  seq               bigint,
  geo_cell          bigint,
  gps_lng           double precision,      -- WGS-84
  gps_lat           double precision,
  odometer_km       double precision,
  session           uuid,                  -- connection that holds the device online; a will of an older one is ignored
  speed_kmh         real,
  estimated_range_km real,
  voltage_v         real,
  current_a         real,                  -- negative = discharge
  hdop              real,
  backup_battery_v  real,
  controller_temp_c real,
  motor_temp_c      real,
  temp_max_c        real,
  temp_min_c        real,
  soh               real,
  cycle_count       integer,
  online            smallint not null default 0,
  acc               smallint,
  locked            smallint,
  armed             smallint,
  soc               smallint,
  charge_status     smallint,              -- D:ChargeStatus
  gps_valid         smallint,
  satellites        smallint,
  heading           smallint,
  csq               smallint,
  rsrp_dbm          smallint,
  gear              smallint,
  seat_open         smallint,
  side_stand        smallint,
  fault_codes       text[] not null default '{}',
  ecu_version       text,
  controller_version text,
  bms_version       text,
  meter_version     text,
  reported_iccid    text,
  extra             jsonb,                 -- fields of no column, as last reported
  fold_keys         text not null default ''
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
comment on table veh_vehicle_status is 'Latest state of each vehicle; written by the gateway. Few indexes, on rarely changing columns, so that updates stay heap-only';
create index veh_vehicle_status_cell on veh_vehicle_status (geo_cell) where geo_cell is not null;
create index veh_vehicle_status_online on veh_vehicle_status (vehicle_id) where online = 1;

-- History: one row a sample, partitioned by UTC day of device time.
create table veh_telemetry (
  vehicle_id bigint not null,
  ts         timestamptz not null,         -- device time
  recv_time  timestamptz not null,
  boot       bigint not null,
  seq        bigint not null,
  lat        double precision,             -- WGS-84
  lng        double precision,
  odo_m      integer,
  cyc        integer,
  spd_kmh    real,
  hdg        real,
  hdop       real,
  soc        real,
  soh        real,
  v          real,
  i          real,                         -- negative = discharge
  t_max      real,
  t_min      real,
  motor_c    real,
  ctrl_c     real,
  aux_v      real,
  idx        smallint not null,            -- place in its batch
  tsq        smallint,                     -- 0 gnss, 1 rtc, 2 net, 3 none
  sat        smallint,
  fix        smallint,
  acc        smallint,
  chg        smallint,
  locked     smallint,
  armed      smallint,
  seat       smallint,
  stand      smallint,
  gear       smallint,
  csq        smallint,
  rsrp       smallint,
  bat_sn     text,
  parts      jsonb                         -- what has no column: further packs, part versions, trouble codes, unknown fields
) partition by range (ts);
create index veh_telemetry_vehicle_ts on veh_telemetry (vehicle_id, ts);

-- Everything before the platform's time in one partition, so that a device with a lost clock cannot make tables for decades.
create table veh_telemetry_past partition of veh_telemetry for values from (minvalue) to ('2025-01-01 00:00:00+00');

-- Makes the partition of a UTC day unless it is there. Attached rather than created in place: that takes no exclusive lock on the
-- history, and the advisory lock lets several processes try at once.
create function veh_telemetry_partition(day date) returns void language plpgsql as $$
declare
  name text := 'veh_telemetry_' || to_char(day, 'YYYYMMDD');
begin
  if day < date '2025-01-01' or to_regclass(name) is not null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtext('veh_telemetry_partition'));
  if to_regclass(name) is not null then
    return;
  end if;
  execute format('create table %I (like veh_telemetry including all)', name);
  execute format('alter table veh_telemetry attach partition %I for values from (%L) to (%L)',
    name, to_char(day, 'YYYY-MM-DD') || ' 00:00:00+00', to_char(day + 1, 'YYYY-MM-DD') || ' 00:00:00+00');
end $$;

-- Drops the days before `day`; returns how many partitions went. For the retention job.
create function veh_telemetry_drop_before(day date) returns integer language plpgsql as $$
declare
  part record;
  dropped integer := 0;
begin
  for part in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'veh_telemetry'::regclass and c.relname ~ '^veh_telemetry_\d{8}$' and to_date(right(c.relname, 8), 'YYYYMMDD') < day
  loop
    execute format('drop table %I', part.relname);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;

-- Stretches of device time in which samples arrived behind newer ones: trips, stops and mileage there are to be computed again.
-- Whoever does it deletes the row.
create table veh_telemetry_late (
  vehicle_id bigint primary key,
  from_time  timestamptz not null,
  to_time    timestamptz not null
);

-- Which (boot, seq) of a vehicle are stored: ranges, so that ordered messages cost one range whatever their number, and a missing one
-- stays a gap until it comes. Blocks of 16384 sequence numbers bound the row of a device that sends only every other number.
create table veh_uplink_seen (
  vehicle_id bigint not null,
  boot       bigint not null,
  block      bigint not null,              -- seq / 16384
  seqs       int8multirange not null,
  dup        int8multirange not null default '{}', -- of the last write: what had been there before
  primary key (vehicle_id, boot, block)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);

-- Uplinks other than telemetry, and changes of presence: evidence, and the source of alarms, command results and roll-out progress.
create table veh_device_event (
  id         bigint generated always as identity primary key,
  vehicle_id bigint not null,
  kind       text not null,                -- event, status, cmd, config, ota, log
  ts         timestamptz not null,         -- device time; receive time where the device gave none
  recv_time  timestamptz not null,
  boot       bigint,
  seq        bigint,
  code       text,                         -- event code; online or offline
  state      text,                         -- raise, clear, info; state of a command or roll-out step
  severity   text,
  ref        text,                         -- the device's reference, the command's id, the job or the session
  lat        double precision,
  lng        double precision,
  payload    jsonb
);
create index veh_device_event_vehicle on veh_device_event (vehicle_id, ts desc);
create index veh_device_event_ref on veh_device_event (vehicle_id, ref) where ref is not null;

-- Refused messages, samples and connections, counted. vehicle_id is null for devices nobody has registered.
create table dev_refusal (
  device_id  text not null,
  day        date not null,                -- in Asia/Shanghai
  reason     text not null,                -- contract/device/refusals.ts
  vehicle_id bigint,
  count      bigint not null,
  first_time timestamptz not null,
  last_time  timestamptz not null,
  sample     text,                         -- beginning of the last refused value
  primary key (device_id, day, reason)
);
create index dev_refusal_vehicle on dev_refusal (vehicle_id, day) where vehicle_id is not null;
create index dev_refusal_day on dev_refusal (day, reason);

-- Connections to the embedded broker.
create table dev_connection (
  session         uuid primary key,
  vehicle_id      bigint not null,
  ip              text,
  connect_time    timestamptz not null,
  disconnect_time timestamptz,
  reason          text                     -- will, closed, keepalive, replaced, credential, shutdown, lost
) with (fillfactor = 80);
create index dev_connection_vehicle on dev_connection (vehicle_id, connect_time desc);
create index dev_connection_time on dev_connection (connect_time);

-- Downlinks on their way: written in the sender's transaction, taken by the process that holds the device, gone when handed over.
create table dev_downlink (
  id          bigint generated always as identity primary key,
  device_id   text not null,
  kind        text not null,
  payload     text not null,
  create_time timestamptz not null default now(),
  expire_time timestamptz not null
);
create index dev_downlink_device on dev_downlink (device_id, id);
create index dev_downlink_expire on dev_downlink (expire_time);
