-- needs 0156_report_subscriptions
-- A vehicle is activated once; what comes after a reset is noted beside it, also by processes of the release before.
alter table veh_vehicle add column first_activation_time timestamptz;
alter table veh_vehicle add column activation_count integer not null default 0 constraint ck_veh_vehicle_activation_count check (activation_count >= 0);
create index ix_veh_vehicle_first_activation_time on veh_vehicle (first_activation_time desc nulls last, id desc) where not deleted;

-- Those that were reset before now, as far as the operation log knows.
update veh_vehicle v set first_activation_time = least(v.activation_time, r.first), activation_count = coalesce(r.times, 0) + (v.activation_time is not null)::int
from (select w.id, l.first, l.times from veh_vehicle w
  left join (select entity_id, count(*)::int as times, min(before ->> 'activationTime')::timestamp at time zone 'Asia/Shanghai' as first
    from sys_operation_log where entity = 'vehicle' and action in ('reset', 'resetActivation') and result_code = 0 group by 1) l on l.entity_id = w.id::text) r
where r.id = v.id and (v.activation_time is not null or r.times is not null);

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
