-- What the platform keeps of itself, as entities see it: with the columns every business table has.
alter table sys_file add column id bigint generated always as identity;
create unique index uq_sys_file_id on sys_file (id);
create index ix_sys_file_newest on sys_file (create_time desc nulls last, id desc);
create index ix_veh_debug_session_newest on veh_debug_session (open_time desc nulls last, id desc);
create index ix_veh_debug_session_vehicle on veh_debug_session (vehicle_id, id);

create view v_function as
  select id, rev, create_by, create_time, update_by, update_time, false as deleted,
    code, parent_code, name, name_en, function_type, function_url, icon, sort, hidden, cached, enabled, staff_only, built_in
  from sys_function;
create view v_area as
  select id::bigint as id, 1 as rev, null::bigint as create_by, null::timestamptz as create_time, null::bigint as update_by,
    null::timestamptz as update_time, false as deleted, name, name_en, level_type, jian_pin, city_code, parent_id, lng, lat
  from sys_area;
create view v_file as
  select id, 1 as rev, case when uploader_type = 'user' then uploader_id end as create_by, create_time,
    case when uploader_type = 'user' then uploader_id end as update_by, create_time as update_time, false as deleted,
    file_id, biz, name, content_type, size, sha256, uploader_type, uploader_id::text as uploader_id
  from sys_file;
create view v_error_log as
  select id, 1 as rev, user_id as create_by, first_time as create_time, user_id as update_by, last_time as update_time, false as deleted,
    user_id, message, info, url, stack, app_version, fingerprint, count, first_time, last_time
  from sys_error_log;
create view v_debug_session as
  select id, 1 as rev, user_id as create_by, open_time as create_time, user_id as update_by, coalesce(close_time, open_time) as update_time,
    false as deleted, session_id, vehicle_id, user_id, work_order_no, open_time, expire_time, close_time
  from veh_debug_session;
