-- Device diagnostics: raw messages of vehicles somebody looks at, refused ones always; what is not worth a row is counted.
-- No foreign keys, keys begin with vehicle_id: as in 0002_telemetry.

create table dev_message (
  id         bigint generated always as identity primary key,
  vehicle_id bigint not null,
  recv_time  timestamptz not null,
  kind       text not null,                -- last part of the topic; the whole topic when it is not the device's own
  size       integer not null,             -- bytes
  outcome    text not null,                -- stored, duplicate, refused, partial
  reasons    text[] not null default '{}', -- contract/device/refusals.ts
  payload    text not null                 -- its beginning
);
comment on table dev_message is 'The last messages of each vehicle, a ring of 50';
create index ix_dev_message_vehicle on dev_message (vehicle_id, id desc);
create index ix_dev_message_time on dev_message (recv_time);

-- Whose messages are kept although they are in order, and until when.
create table dev_watch (
  vehicle_id bigint primary key,
  until_time timestamptz not null
);

create table dev_device_day (
  vehicle_id bigint not null,
  day        date not null,                -- in Asia/Shanghai
  duplicates bigint not null default 0,    -- messages that had been stored before
  primary key (vehicle_id, day)
);
create index ix_dev_device_day_day on dev_device_day (day);

-- Sessions of platform processes at an outside broker. A session outlives its process, and with it the messages the broker has given it:
-- whoever holds the advisory lock of a slot uses its session (gateway/slots.ts).
create table dev_broker_slot (
  slot integer primary key
);
