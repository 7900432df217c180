-- needs 0078_one_partition_maker
-- What a second person approves: its content as it was handed in and as it was approved, whom it reaches, and who wrote any part of it.

create table sys_approval (
  id        bigint generated always as identity primary key,
  entity    text not null constraint ck_sys_approval_entity check (char_length(entity) <= 40),
  entity_id bigint not null,
  round     integer not null constraint ck_sys_approval_round check (round > 0),  -- counts the times it was handed in
  step      text not null constraint ck_sys_approval_step check (step in ('submitted', 'approved', 'waived')),
  user_id   bigint constraint fk_sys_approval_user_id references sys_user (id),   -- null: the system
  authors   bigint[] not null default '{}',  -- who had written any part of it by then
  content   jsonb,                           -- null: from before contents were kept
  hash      bytea,                           -- of the content, made by the database
  numbers   jsonb not null default '{}',     -- what may move within bounds: how many it reaches
  time      timestamptz not null default clock_timestamp(),
  constraint uq_sys_approval_step unique (entity, entity_id, round, step),
  constraint ck_sys_approval_hash check ((content is null) = (hash is null)),
  -- Nobody approves what he has written.
  constraint ck_sys_approval_another check (step <> 'approved' or content is null or (user_id is not null and user_id <> all(authors)))
);

-- Whom an approval reaches, by kind of recipient.
create table sys_approval_list (
  approval_id bigint not null constraint fk_sys_approval_list_approval_id references sys_approval (id),
  kind        text not null constraint ck_sys_approval_list_kind check (char_length(kind) <= 20),
  ids         bigint[] not null,
  primary key (approval_id, kind)
);

create function sys_approval_sealed() returns trigger language plpgsql as $$
declare
  submitted bytea;
begin
  new.hash := case when new.content is not null then sha256(convert_to(new.content::text, 'UTF8')) end;
  if new.step = 'approved' then
    select s.hash into submitted from sys_approval s
      where s.entity = new.entity and s.entity_id = new.entity_id and s.round = new.round and s.step = 'submitted';
    if not found then
      raise exception 'nothing was submitted: % %, round %', new.entity, new.entity_id, new.round using errcode = '23514';
    end if;
    if submitted is distinct from new.hash and submitted is not null then
      raise exception 'another content was submitted: % %, round %', new.entity, new.entity_id, new.round using errcode = '23514';
    end if;
  end if;
  return new;
end $$;
create trigger sealed before insert on sys_approval for each row execute function sys_approval_sealed();

create function sys_approval_kept() returns trigger language plpgsql as $$
begin
  raise exception 'what was approved is never changed' using errcode = '23514';
end $$;
create trigger kept before update or delete on sys_approval for each row execute function sys_approval_kept();
create trigger kept before update or delete on sys_approval_list for each row execute function sys_approval_kept();

-- Who wrote a part of a record that is reviewed, or of what such a record brings: a template, a tag.
create table sys_author (
  entity    text not null,
  entity_id bigint not null,
  user_id   bigint not null,
  time      timestamptz not null default clock_timestamp(),  -- of the last change
  primary key (entity, entity_id, user_id)
);

-- Arguments: the entity, the column with its id. The columns that are its content are those of the trigger.
create function note_author() returns trigger language plpgsql as $$
declare
  author bigint := case when tg_op = 'INSERT' then new.create_by else new.update_by end;
begin
  if author is not null then
    insert into sys_author (entity, entity_id, user_id) values (tg_argv[0], (to_jsonb(new) ->> tg_argv[1])::bigint, author)
      on conflict (entity, entity_id, user_id) do update set time = excluded.time;
  end if;
  return null;
end $$;

create trigger authored after insert or update of title, title_en, activity_type, summary, cover_image, content_type, content, content_en, link_url, app_page,
  page_param, channels, sms_content, audience_type, tag_ids, vehicle_type_ids, city_codes, dealer_ids, user_file_id, activation_status, client_os, min_version,
  pinned, send_time, end_time on msg_activity for each row execute function note_author('activityMessage', 'id');
create trigger authored after insert or update of notice_type, title, title_en, content, content_en, receivers, client_os, min_version, max_version, channels,
  attachments, maintenance_start, maintenance_end, pinned, popup, send_time, end_time on msg_system for each row execute function note_author('systemMessage', 'id');
create trigger authored after insert or update of name, reminder_type, mode, template_id, condition, vehicle_type_ids, city_codes, dealer_ids, channels,
  include_dealer_contact, repeat_days, send_hour, send_time on msg_service for each row execute function note_author('serviceMessage', 'id');
create trigger authored after insert or update of name, push_title, push_title_en, push_body, push_body_en, inbox_body, inbox_body_en, channels, sms_template_id,
  sms_body, sound, jump_page on msg_template for each row execute function note_author('serviceTemplate', 'id');
create trigger authored after insert or update of name, tag_type, rule, user_file, expire_time on usr_tag for each row execute function note_author('userTag', 'id');
create trigger authored after insert or update of name, device_type, part_model, hardware_versions, version, package_type, base_version, package_file, sha256,
  signature, vehicle_type_ids, min_from_version, dependencies, release_type, estimated_minutes, change_log, change_log_en, internal_note, test_report
  on ota_firmware for each row execute function note_author('firmware', 'id');
create trigger authored after insert or update of name, firmware_id, task_type, notice_title, notice_title_en, notice, notice_en, target_mode, vehicle_type_ids,
  from_versions, hardware_versions, city_codes, dealer_ids, production_from, production_to, tag_ids, vin_file, vins, test_groups, exclude_vins, upgrade_mode,
  window_start, window_end, min_soc, allow_charging, min_csq, require_aux, stages, rate_per_minute, retry_times, retry_interval_min, download_timeout_min,
  install_timeout_min, abort_fail_rate, min_executed, start_time, end_time on ota_task for each row execute function note_author('otaTask', 'id');
create trigger authored after insert or update of name, name_en, theme_type, cover, previews, description, vehicle_type_ids, sale_mode, price_fen,
  original_price_fen, rarity, settlement_rate, partner_name, primary_color, text_color, bg_color, home_bg, tab_home, tab_home_selected, tab_service,
  tab_service_selected, tab_mine, tab_mine_selected, lock_icon, unlock_icon, find_icon, power_icon, startup_anim, card_bg, package_file, is_holiday, holiday_code,
  min_app_version, min_meter_version on cnt_app_theme for each row execute function note_author('appTheme', 'id');
create trigger authored after insert or update of theme_id, scene, name, file_id, enabled, deleted on cnt_voice
  for each row execute function note_author('appTheme', 'theme_id');
create trigger authored after insert or update of odometer_km, check_in_images, diagnosis, cause_code, measures, labor_fen, parts_fen, other_fen
  on cs_repair_order for each row execute function note_author('repairOrder', 'id');

-- Those of before, as far as rows and the operation log know them.
insert into sys_author (entity, entity_id, user_id, time)
select entity, entity_id::bigint, user_id, max(time) from sys_operation_log
where entity in ('activityMessage', 'systemMessage', 'serviceMessage', 'serviceTemplate', 'userTag', 'firmware', 'otaTask', 'appTheme')
  and action in ('add', 'update', 'import') and result_code = 0 and user_id is not null and entity_id ~ '^\d{1,18}$'
group by entity, entity_id, user_id;
insert into sys_author (entity, entity_id, user_id, time)
select entity, id, create_by, create_time from (
  select 'activityMessage' as entity, id, create_by, create_time from msg_activity union all
  select 'systemMessage', id, create_by, create_time from msg_system union all
  select 'serviceMessage', id, create_by, create_time from msg_service union all
  select 'serviceTemplate', id, create_by, create_time from msg_template union all
  select 'userTag', id, create_by, create_time from usr_tag union all
  select 'firmware', id, create_by, create_time from ota_firmware union all
  select 'otaTask', id, create_by, create_time from ota_task union all
  select 'appTheme', id, create_by, create_time from cnt_app_theme union all
  select 'repairOrder', id, create_by, create_time from cs_repair_order) made
where create_by is not null
on conflict do nothing;
insert into sys_author (entity, entity_id, user_id, time)
select 'userTag', tag_id, create_by, max(add_time) from usr_tag_member where create_by is not null group by tag_id, create_by
on conflict do nothing;

-- What was handed in or decided before: its content is not known, so nothing is compared with it.
insert into sys_approval (entity, entity_id, round, step, user_id, time)
select entity, id, 1, 'submitted', coalesce(submitter_id, create_by), coalesce(submit_time, update_time) from (
  select 'activityMessage' as entity, id, submitter_id, create_by, submit_time, update_time from msg_activity where status > 0 union all
  select 'systemMessage', id, submitter_id, create_by, submit_time, update_time from msg_system where status > 0 union all
  select 'serviceMessage', id, submitter_id, create_by, submit_time, update_time from msg_service where status > 0 union all
  select 'firmware', id, submitter_id, create_by, submit_time, update_time from ota_firmware where generation = 2 and status >= 2 union all
  select 'otaTask', id, submitter_id, create_by, submit_time, update_time from ota_task where generation = 2 and status > 0 union all
  select 'appTheme', id, submitter_id, create_by, submit_time, update_time from cnt_app_theme where status > 0 union all
  select 'simOperation', id, null, create_by, create_time, update_time from sim_operation where status = 0 or auditor_id is not null union all
  select 'repairOrder', id, null, null, null, update_time from cs_repair_order where audit_requested = 1 or audit_result is not null) before
where exists (select from sys_user u where u.id = coalesce(submitter_id, create_by)) or coalesce(submitter_id, create_by) is null;
insert into sys_approval (entity, entity_id, round, step, user_id, time)
select entity, id, 1, 'approved', auditor_id, coalesce(audit_time, update_time) from (
  select 'activityMessage' as entity, id, auditor_id, audit_time, update_time from msg_activity where status > 1 union all
  select 'systemMessage', id, auditor_id, audit_time, update_time from msg_system where status > 1 union all
  select 'serviceMessage', id, auditor_id, audit_time, update_time from msg_service where status > 1 union all
  select 'firmware', id, auditor_id, audit_time, update_time from ota_firmware where generation = 2 and status >= 3 union all
  select 'otaTask', id, auditor_id, audit_time, update_time from ota_task where generation = 2 and status > 1 union all
  select 'appTheme', id, auditor_id, audit_time, update_time from cnt_app_theme where status > 1 union all
  select 'simOperation', id, auditor_id, audit_time, update_time from sim_operation where status > 0 and auditor_id is not null union all
  select 'repairOrder', id, auditor_id, null, update_time from cs_repair_order where audit_result is not null) before
where exists (select from sys_approval s where s.entity = before.entity and s.entity_id = before.id and s.step = 'submitted');

-- A paused task whose strategy was loosened waits for a second person.
alter table ota_task add change_pending smallint default 0 constraint ck_ota_task_change_pending check (change_pending in (0, 1));
