-- needs 0156_report_subscriptions
-- A vehicle is activated once; what comes after a reset is noted beside it, also by processes of the release before.
alter table veh_vehicle add column first_activation_time timestamptz;
alter table veh_vehicle add column activation_count integer not null default 0;
alter table veh_vehicle add constraint ck_veh_vehicle_activation_count check (activation_count >= 0) not valid;

create function note_activation() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.first_activation_time := coalesce(new.first_activation_time, new.activation_time);
    new.activation_count := greatest(new.activation_count, (new.activation_time is not null)::int);
  elsif new.activation_time is not null and old.activation_time is null then
    new.first_activation_time := coalesce(old.first_activation_time, new.activation_time);
    new.activation_count := old.activation_count + 1;
  elsif new.activation_time is not null and old.activation_count <= 1 then
    -- The only one is put right.
    new.first_activation_time := new.activation_time;
  end if;
  return new;
end $$;
create trigger note_activation before insert or update of activation_time on veh_vehicle for each row execute function note_activation();

-- Vehicles of before, and their resets as far as the operation log knows: some thousand at a time, so that nobody waits for a row.
create procedure fill_first_activations() language plpgsql as $$
declare
  last bigint := 0;
  top bigint;
begin
  loop
    select max(id) into top from (select id from veh_vehicle where id > last order by id limit 5000) p;
    exit when top is null;
    update veh_vehicle v set first_activation_time = least(w.activation_time, r.first), activation_count = coalesce(r.times, 0) + (w.activation_time is not null)::int
    from veh_vehicle w cross join lateral (
      select count(*)::int as times, min((l.before ->> 'activationTime')::timestamp at time zone 'Asia/Shanghai') as first from sys_operation_log l
      where l.entity = 'vehicle' and l.entity_id = w.id::text and l.action in ('reset', 'resetActivation') and l.result_code = 0) r
    where w.id = v.id and w.id > last and w.id <= top and (w.activation_time is not null or r.times > 0);
    commit;
    last := top;
  end loop;
end $$;
