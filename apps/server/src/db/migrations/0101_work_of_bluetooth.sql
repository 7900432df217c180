-- needs 0099_unique_groups
-- Setups that are due are a work as all others are: when, by whom it is being done, how often it failed, and why.
alter table veh_bluetooth_setup_due
  add column next_time    timestamptz not null default now(),
  add column leased_until timestamptz,
  add column attempts     integer not null default 0,
  add column last_error   text constraint ck_veh_bluetooth_setup_due_last_error check (char_length(last_error) <= 200);
create index ix_veh_bluetooth_setup_due_next_time on veh_bluetooth_setup_due (next_time);

create or replace function bluetooth_setup_models() returns trigger language plpgsql as $$
begin
  delete from veh_bluetooth_setup_model where setup_id = new.id;
  if new.enabled = 1 and not new.deleted then
    insert into veh_bluetooth_setup_model (vehicle_type_id, setup_id) select unnest(new.vehicle_type_ids), new.id;
    insert into veh_bluetooth_setup_due (setup_id) values (new.id) on conflict (setup_id) do update set after_id = 0, next_time = now();
  end if;
  return null;
end $$;
