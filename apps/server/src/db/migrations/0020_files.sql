-- Which record holds an upload: kept by the database for every column of file ids, whoever writes it.
create table sys_file_use (
  file_id     text not null references sys_file (file_id),
  table_name  text not null,
  column_name text not null,
  record_id   bigint not null,
  primary key (file_id, table_name, column_name, record_id)
);

-- Arguments: table, column. The column holds one file id or several.
create function note_files() returns trigger language plpgsql as $$
declare
  before_ids text[] := '{}';
  after_ids  text[] := '{}';
begin
  if tg_op <> 'INSERT' then
    execute format('select array_remove(%L::text[] || ($1).%I, null)', '{}', tg_argv[1]) using old into before_ids;
  end if;
  if tg_op <> 'DELETE' then
    execute format('select array_remove(%L::text[] || ($1).%I, null)', '{}', tg_argv[1]) using new into after_ids;
  end if;
  delete from sys_file_use
   where file_id = any(before_ids) and file_id <> all(after_ids)
     and table_name = tg_argv[0] and column_name = tg_argv[1] and record_id = old.id;
  insert into sys_file_use (file_id, table_name, column_name, record_id)
  select distinct id, tg_argv[0], tg_argv[1], new.id from unnest(after_ids) id where id <> all(before_ids)
  on conflict do nothing;
  return null;
end $$;

-- Every column of file ids is given to this once, by the migration that makes it.
create function track_files(holder text, col text) returns void language plpgsql as $$
declare
  call text := format('execute function note_files(%L, %L)', holder, col);
begin
  execute format('create trigger tr_%1$s_%2$s_added after insert on %1$s for each row when (new.%2$s is not null) %3$s', holder, col, call);
  execute format('create trigger tr_%1$s_%2$s_changed after update of %2$s on %1$s for each row when (old.%2$s is distinct from new.%2$s) %3$s', holder, col, call);
  execute format('create trigger tr_%1$s_%2$s_gone after delete on %1$s for each row when (old.%2$s is not null) %3$s', holder, col, call);
end $$;

do $$
declare
  holder text;
  col    text;
begin
  for holder, col in values
    ('sys_user', 'avatar'), ('usr_app_user', 'avatar'),
    ('dlr_dealer', 'photos'), ('dlr_dealer', 'license_image'),
    ('veh_series', 'cover_image'), ('veh_type', 'list_image'), ('veh_type', 'detail_images'),
    ('veh_image', 'image'), ('veh_image', 'dark_image'),
    ('veh_sound_effect', 'audio_file'), ('veh_sound_effect', 'device_file'), ('veh_sound_effect', 'cover_image'),
    ('veh_unbind_application', 'proof_images'), ('veh_unbind_application', 'id_images'),
    ('veh_stolen_case', 'police_receipt'), ('veh_stolen_case', 'images'), ('veh_stolen_note', 'images'),
    ('alm_alarm', 'images')
  loop
    perform track_files(holder, col);
    execute format(
      'insert into sys_file_use (file_id, table_name, column_name, record_id)
       select distinct f.file_id, %1$L, %2$L, t.id from %1$I t, unnest(%3$L::text[] || t.%2$I) named join sys_file f on f.file_id = named',
      holder, col, '{}');
  end loop;
end $$;

-- Pixels of pictures, measured when they come; null: no picture, or one that came before this was kept.
alter table sys_file add column width integer, add column height integer;

-- What an uploader has sent on a day of Asia/Shanghai, by use and (use '') in all: several processes count together.
create table sys_upload_day (
  uploader_type text not null check (uploader_type in ('user', 'app')),
  uploader_id   bigint not null,
  day           date not null,
  use           text not null,
  files         integer not null,
  bytes         bigint not null,
  primary key (uploader_type, uploader_id, day, use)
);
