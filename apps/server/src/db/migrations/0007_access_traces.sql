-- Traces that can be searched and are kept for a set time; versions of the dictionary (catalogue 01 §10, 00-index §4.1).

-- Raised by every change of the dictionary and by "refresh": open consoles hear of it and read it again.
create table sys_dictionary_version (
  only_row boolean primary key default true check (only_row),
  version  bigint not null default 1
);
insert into sys_dictionary_version default values;

create function dictionary_raise() returns bigint language plpgsql as $$
declare
  raised bigint;
begin
  update sys_dictionary_version set version = version + 1 returning version into raised;
  perform pg_notify('wh_live', json_build_object('t', 'dictionary', 'd', json_build_object('version', raised))::text);
  return raised;
end
$$;
create function dictionary_changed() returns trigger language plpgsql as $$
begin
  if exists (select 1 from changed) then
    perform dictionary_raise();
  end if;
  return null;
end
$$;
create trigger dictionary_added after insert on sys_item_code referencing new table as changed for each statement execute function dictionary_changed();
create trigger dictionary_changed after update on sys_item_code referencing new table as changed for each statement execute function dictionary_changed();

-- Logs are only added to. What is older than the law asks for may go, in a transaction that says so: nothing of the last 180 days ever does.
create function refuse_log_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('wheelhouse.retention', true) = 'on' and old.time < now() - interval '180 days' then
    return old;
  end if;
  raise exception '% is append only', tg_table_name using errcode = '42501';
end
$$;
drop trigger append_only on sys_operation_log;
drop trigger append_only on sys_login_log;
drop trigger append_only on sys_sensitive_access_log;
create trigger append_only before update or delete on sys_operation_log for each row execute function refuse_log_change();
create trigger append_only before update or delete on sys_login_log for each row execute function refuse_log_change();
create trigger append_only before update or delete on sys_sensitive_access_log for each row execute function refuse_log_change();

-- The logs as entities see them: with the columns every business table has.
create view v_login_log as
  select id, 1 as rev, user_id as create_by, time as create_time, user_id as update_by, time as update_time, false as deleted,
    user_id, username, result, ip, user_agent, channel, time
  from sys_login_log;
create view v_operation_log as
  select id, 1 as rev, user_id as create_by, time as create_time, user_id as update_by, time as update_time, false as deleted,
    user_id, username, route, function_code, action, entity, entity_id, path, ip, user_agent, result_code, request_id, time
  from sys_operation_log;
create view v_sensitive_access_log as
  select id, 1 as rev, user_id as create_by, time as create_time, user_id as update_by, time as update_time, false as deleted,
    user_id, username, entity, entity_id, field, reason, ip, request_id, time
  from sys_sensitive_access_log;

-- In the very order of the lists, newest first.
create index ix_sys_login_log_newest on sys_login_log (time desc nulls last, id desc);
create index ix_sys_operation_log_newest on sys_operation_log (time desc nulls last, id desc);
create index ix_sys_sensitive_access_log_newest on sys_sensitive_access_log (time desc nulls last, id desc);
drop index ix_sys_login_log_time;
drop index ix_sys_operation_log_time;
create index ix_sys_login_log_user_newest on sys_login_log (user_id, time desc nulls last, id desc);
create index ix_sys_operation_log_user_newest on sys_operation_log (user_id, time desc nulls last, id desc);
create index ix_sys_operation_log_route_newest on sys_operation_log (route, time desc nulls last, id desc);
create index ix_sys_login_log_failed on sys_login_log (time desc nulls last, id desc) where result <> 0;
create index tg_sys_login_log_username on sys_login_log using gin (replace(username, ' ', '') gin_trgm_ops);
create index tg_sys_operation_log_username on sys_operation_log using gin (replace(username, ' ', '') gin_trgm_ops);
create index tg_sys_sensitive_access_log_username on sys_sensitive_access_log using gin (replace(username, ' ', '') gin_trgm_ops);

-- Sessions that are open, newest activity first.
create index ix_sys_session_open on sys_session (last_seen_time desc, id desc) where revoked_time is null;
