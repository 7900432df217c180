-- Rows are deleted softly, so that foreign keys are content with references to them. This refuses references made to deleted rows, and
-- guards lists of references, which have no foreign key. The key share lock waits for whoever is deleting the row; who deletes locks the
-- row for update before counting its references, and so waits for whoever is making one.
create function reference_alive() returns trigger language plpgsql as $$
declare
  col text := tg_argv[0];
  value text := case when tg_argv[2] = 'many' then format('($1).%I', col) else format('array[($1).%I]', col) end;
  wanted bigint[];
  known bigint[] := '{}';
  gone bigint;
begin
  execute 'select ' || value into wanted using new;
  if tg_op = 'UPDATE' then execute 'select ' || value into known using old; end if;
  -- What did not change may stay, as in forms.
  wanted := array(select distinct w from unnest(wanted) w where w is not null and w <> all (array_remove(coalesce(known, '{}'), null)));
  if wanted = '{}' then return new; end if;
  execute format(
    'with alive as materialized (select id from %I where id = any ($1) and not deleted order by id for key share)
     select w from unnest($1) w where w not in (select id from alive) limit 1', tg_argv[1]) into gone using wanted;
  if gone is not null then
    raise exception 'reference to a deleted row of %', tg_argv[1]
      using errcode = '23503', table = tg_table_name, column = col, constraint = 'alive_' || tg_table_name || '_' || col;
  end if;
  return new;
end $$;

-- The roles of accounts name roles by their codes.
create function role_alive() returns trigger language plpgsql as $$
begin
  perform 1 from sys_role where role_code = new.role_code and not deleted for key share;
  if not found then
    raise exception 'reference to a deleted row of sys_role' using errcode = '23503', table = tg_table_name, column = 'role_code';
  end if;
  return new;
end $$;
create trigger alive_role_code before insert on sys_user_role for each row execute function role_alive();

create trigger alive_dealer_id before insert or update of dealer_id on sys_user for each row execute function reference_alive('dealer_id', 'dlr_dealer', 'one');
create trigger alive_series_id before insert or update of series_id on veh_type for each row execute function reference_alive('series_id', 'veh_series', 'one');
create trigger alive_vehicle_type_id before insert or update of vehicle_type_id on veh_image for each row execute function reference_alive('vehicle_type_id', 'veh_type', 'one');
create trigger alive_vehicle_type_id before insert or update of vehicle_type_id on veh_vehicle for each row execute function reference_alive('vehicle_type_id', 'veh_type', 'one');
create trigger alive_dealer_id before insert or update of dealer_id on veh_vehicle for each row execute function reference_alive('dealer_id', 'dlr_dealer', 'one');
create trigger alive_owner_user_id before insert or update of owner_user_id on veh_vehicle for each row execute function reference_alive('owner_user_id', 'usr_app_user', 'one');
create trigger alive_vehicle_id before insert or update of vehicle_id on veh_battery for each row execute function reference_alive('vehicle_id', 'veh_vehicle', 'one');
create trigger alive_vehicle_type_ids before insert or update of vehicle_type_ids on veh_sound_effect for each row execute function reference_alive('vehicle_type_ids', 'veh_type', 'many');
create trigger alive_vehicle_type_id before insert or update of vehicle_type_id on veh_vehicle_xp for each row execute function reference_alive('vehicle_type_id', 'veh_type', 'one');
create trigger alive_dealer_id before insert or update of dealer_id on veh_vehicle_xp for each row execute function reference_alive('dealer_id', 'dlr_dealer', 'one');
create trigger alive_parent_id before insert or update of parent_id on dlr_dealer for each row execute function reference_alive('parent_id', 'dlr_dealer', 'one');
create trigger alive_vehicle_type_ids before insert or update of vehicle_type_ids on dlr_dealer for each row execute function reference_alive('vehicle_type_ids', 'veh_type', 'many');
create trigger alive_notify_roles before insert or update of notify_roles on alm_rule for each row execute function reference_alive('notify_roles', 'sys_role', 'many');
create trigger alive_vehicle_type_ids before insert or update of vehicle_type_ids on alm_rule for each row execute function reference_alive('vehicle_type_ids', 'veh_type', 'many');
create trigger alive_vehicle_id before insert or update of vehicle_id on veh_stolen_case for each row execute function reference_alive('vehicle_id', 'veh_vehicle', 'one');
create trigger alive_owner_user_id before insert or update of owner_user_id on veh_stolen_case for each row execute function reference_alive('owner_user_id', 'usr_app_user', 'one');
create trigger alive_lock_request_by before insert or update of lock_request_by on veh_stolen_case for each row execute function reference_alive('lock_request_by', 'sys_user', 'one');
create trigger alive_lock_approve_by before insert or update of lock_approve_by on veh_stolen_case for each row execute function reference_alive('lock_approve_by', 'sys_user', 'one');
create trigger alive_handler_id before insert or update of handler_id on veh_stolen_case for each row execute function reference_alive('handler_id', 'sys_user', 'one');
create trigger alive_vehicle_id before insert or update of vehicle_id on veh_unbind_application for each row execute function reference_alive('vehicle_id', 'veh_vehicle', 'one');
create trigger alive_applicant_user_id before insert or update of applicant_user_id on veh_unbind_application for each row execute function reference_alive('applicant_user_id', 'usr_app_user', 'one');
create trigger alive_current_owner_id before insert or update of current_owner_id on veh_unbind_application for each row execute function reference_alive('current_owner_id', 'usr_app_user', 'one');
create trigger alive_submit_dealer_id before insert or update of submit_dealer_id on veh_unbind_application for each row execute function reference_alive('submit_dealer_id', 'dlr_dealer', 'one');
create trigger alive_reviewer_id before insert or update of reviewer_id on veh_unbind_application for each row execute function reference_alive('reviewer_id', 'sys_user', 'one');
create trigger alive_second_reviewer_id before insert or update of second_reviewer_id on veh_unbind_application for each row execute function reference_alive('second_reviewer_id', 'sys_user', 'one');
