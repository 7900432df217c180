-- What is read from the bytes of a video.
alter table sys_file
  add column duration_ms integer,
  add column codec text;

-- A file that comes in parts, by calls that different processes may take. Its parts lie in the storage until it is whole.
create table sys_upload (
  upload_id     text primary key check (upload_id ~ '^[0-9A-Za-z_-]{22}$'),
  uploader_type text not null check (uploader_type in ('user', 'app')),
  uploader_id   bigint not null,
  biz           text not null,
  name          text not null,
  size          bigint not null check (size > 0),
  -- When the sender last changed the file, milliseconds since 1970: with name and size it tells whether the same file is sent again.
  modified      bigint not null,
  -- The day it is counted on.
  day           date not null,
  -- Set while one process puts the parts together.
  finishing     timestamptz,
  file_id       text,
  create_time   timestamptz not null default now(),
  update_time   timestamptz not null default now()
);
create unique index ux_sys_upload_unfinished on sys_upload (uploader_type, uploader_id, biz, name, size, modified) where file_id is null;
create index ix_sys_upload_update_time on sys_upload (update_time);

create table sys_upload_part (
  upload_id text not null references sys_upload on delete cascade,
  no        integer not null check (no >= 0),
  primary key (upload_id, no)
);
