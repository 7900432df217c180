-- The parts of the fleet as the OTA engineers see them: what could be installed on each, where its versions came from, and who tests on it.

alter table veh_ecu
  add column if not exists last_ota_time timestamptz,
  add column if not exists last_ota_result smallint check (last_ota_result in (5, 6, 7)),
  add column if not exists test_group text check (char_length(test_group) <= 20);
create index if not exists ix_veh_ecu_test_group on veh_ecu (test_group, vehicle_id) where test_group is not null and not deleted;
create index ix_veh_ecu_last_ota_time on veh_ecu (last_ota_time desc nulls last, id desc) where not deleted;

-- `V2.3.1` against `2.3.1`: a version with or without its V is the same one.
create function same_version(a text, b text) returns boolean language sql immutable as $$
  select ltrim(a, 'V') = ltrim(b, 'V')
$$;

-- Parts that are alike: of a vehicle model, of a kind, a part model and its versions. What may be installed is the same for all of them, so it is
-- stored once, and a release changes some hundred rows here instead of a million parts.
create table ota_part_kind (
  id               bigint generated always as identity primary key,
  vehicle_type_id  bigint not null,
  device_type      smallint not null,
  model            text,
  hardware_version text,
  software_version text,
  -- The newest released package that may be installed on such a part as it is.
  target_version   text,
  upgradable       boolean not null default false
);
create unique index uq_ota_part_kind on ota_part_kind (vehicle_type_id, device_type, model, hardware_version, software_version) nulls not distinct;
create index ix_ota_part_kind_device on ota_part_kind (device_type);

-- What is known of a kind; `out` says whether the package is above what is installed.
create function ota_part_target(kind ota_part_kind, out target_version text, out upgradable boolean) language sql stable as $$
  select (array_agg(f.version order by f.place desc, f.version desc))[1],
    coalesce((array_agg(f.place > f.own order by f.place desc, f.version desc))[1], false)
  from (
    select w.version,
      -- New versions are compared by their code, a plain one above one with a suffix; old ones by the day and the number of the day.
      case w.generation when 2 then lpad(w.version_code::text, 10, '0') || case when w.version ~ '-' then '0' else '1' end
        else substring(w.version from '_(.*)$') end collate "C" as place,
      case w.generation
        when 2 then lpad(firmware_version_code(kind.software_version)::text, 10, '0') || case when kind.software_version ~ '-' then '0' else '1' end
        else substring(kind.software_version from '^[A-Z0-9]{2,8}_(\d{8}_[A-Z]\d{2})$') end collate "C" as own
    from ota_firmware w
    join veh_type t on t.id = kind.vehicle_type_id and t.ota_generation = w.generation
    left join ota_firmware b on b.id = w.base_version
    where w.device_type = kind.device_type and kind.vehicle_type_id = any(w.vehicle_type_ids) and not w.deleted
      and case w.generation
        when 2 then w.status = 3 and w.part_model = kind.model and kind.hardware_version = any(w.hardware_versions)
          and (w.package_type = 1 or same_version(b.version, kind.software_version))
          and (w.min_from_version is null
            or firmware_version_code(kind.software_version) >= firmware_version_code(w.min_from_version))
        -- An old version begins with the part's model.
        else w.status = 1 and (kind.software_version is null
          or split_part(w.version, '_', 1) = split_part(kind.software_version, '_', 1)) end) f
$$;

-- The kind of such parts; new ones are added. A release that is under way is waited for, as it does not see the new kind.
create function ota_part_kind_of(vehicle_type bigint, device smallint, part_model text, hardware text, software text) returns bigint language plpgsql as $$
declare
  found_id bigint;
begin
  loop
    select k.id into found_id from ota_part_kind k
    where k.vehicle_type_id = vehicle_type and k.device_type = device and k.model is not distinct from part_model
      and k.hardware_version is not distinct from hardware and k.software_version is not distinct from software;
    if found_id is not null then
      return found_id;
    end if;
    perform pg_advisory_xact_lock_shared(hashtext('ota_part_kind'));
    insert into ota_part_kind (vehicle_type_id, device_type, model, hardware_version, software_version)
    values (vehicle_type, device, part_model, hardware, software)
    on conflict do nothing returning id into found_id;
    if found_id is not null then
      update ota_part_kind k set (target_version, upgradable) = (select t.target_version, t.upgradable from ota_part_target(k) t) where k.id = found_id;
      return found_id;
    end if;
  end loop;
end $$;

-- Kinds of a part, after something that decides what may be installed on them.
create function ota_part_kinds_refresh(devices smallint[], vehicle_type bigint) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('ota_part_kind'));
  update ota_part_kind k set target_version = n.target_version, upgradable = n.upgradable
  from ota_part_kind o cross join lateral ota_part_target(o) n
  where o.id = k.id and (devices is null or k.device_type = any(devices)) and (vehicle_type is null or k.vehicle_type_id = vehicle_type)
    and (k.target_version, k.upgradable) is distinct from (n.target_version, n.upgradable);
end $$;

alter table veh_ecu add column kind_id bigint;
create function veh_ecu_kind() returns trigger language plpgsql as $$
begin
  select ota_part_kind_of(v.vehicle_type_id, new.device_type, new.model, new.hardware_version, new.software_version) into new.kind_id
  from veh_vehicle v where v.id = new.vehicle_id;
  return new;
end $$;
create trigger kind_insert before insert on veh_ecu for each row execute function veh_ecu_kind();
create trigger kind_update before update of vehicle_id, device_type, model, hardware_version, software_version on veh_ecu for each row
  when ((old.vehicle_id, old.device_type, old.model, old.hardware_version, old.software_version)
    is distinct from (new.vehicle_id, new.device_type, new.model, new.hardware_version, new.software_version))
  execute function veh_ecu_kind();

create function veh_vehicle_part_kinds() returns trigger language plpgsql as $$
begin
  update veh_ecu e set kind_id = ota_part_kind_of(new.vehicle_type_id, e.device_type, e.model, e.hardware_version, e.software_version)
  where e.vehicle_id = new.id;
  return null;
end $$;
create trigger part_kinds after update of vehicle_type_id on veh_vehicle for each row
  when (old.vehicle_type_id is distinct from new.vehicle_type_id) execute function veh_vehicle_part_kinds();

create function veh_type_part_kinds() returns trigger language plpgsql as $$
begin
  perform ota_part_kinds_refresh(null, new.id);
  return null;
end $$;
create trigger part_kinds after update of ota_generation on veh_type for each row
  when (old.ota_generation is distinct from new.ota_generation) execute function veh_type_part_kinds();

create function ota_firmware_part_kinds() returns trigger language plpgsql as $$
begin
  perform ota_part_kinds_refresh(array[new.device_type], null);
  return null;
end $$;
-- Only what is released is offered: status 1 of the old generation, 3 of the new one.
create trigger part_kinds_insert after insert on ota_firmware for each row
  when (new.status = case new.generation when 1 then 1 else 3 end) execute function ota_firmware_part_kinds();
create trigger part_kinds_update after update of status, deleted, vehicle_type_ids on ota_firmware for each row
  when ((old.status, old.deleted, old.vehicle_type_ids) is distinct from (new.status, new.deleted, new.vehicle_type_ids)
    and (case old.generation when 1 then 1 else 3 end) in (old.status, new.status))
  execute function ota_firmware_part_kinds();

-- Parts that are there already.
insert into ota_part_kind (vehicle_type_id, device_type, model, hardware_version, software_version)
  select distinct v.vehicle_type_id, e.device_type, e.model, e.hardware_version, e.software_version
  from veh_ecu e join veh_vehicle v on v.id = e.vehicle_id;
update veh_ecu e set kind_id = k.id from veh_vehicle v, ota_part_kind k
  where v.id = e.vehicle_id and k.vehicle_type_id = v.vehicle_type_id and k.device_type = e.device_type and k.model is not distinct from e.model
    and k.hardware_version is not distinct from e.hardware_version and k.software_version is not distinct from e.software_version;
select ota_part_kinds_refresh(null, null);
create index ix_veh_ecu_kind_id on veh_ecu (kind_id, id) where not deleted;

-- The parts of a vehicle that was deleted are no equipment.
create function veh_vehicle_parts_gone() returns trigger language plpgsql as $$
begin
  update veh_ecu set deleted = true where vehicle_id = new.id and not deleted;
  return null;
end $$;
create trigger parts_gone after update of deleted on veh_vehicle for each row
  when (new.deleted and not old.deleted) execute function veh_vehicle_parts_gone();
update veh_ecu e set deleted = true from veh_vehicle v where v.id = e.vehicle_id and v.deleted and not e.deleted;

create view veh_ota_equipment as
  select id, rev, create_by, create_time, update_by, update_time, deleted, vehicle_id, device_type, sn as part_sn, model as part_model,
    hardware_version, software_version, test_group, last_ota_time, last_ota_result, kind_id
  from veh_ecu;

-- Where a version came from (D:VersionSource): with the part from the factory, from the workshop (which also puts in other parts), or over the air,
-- which an update's confirmed result says.
alter table veh_ecu_version add column source smallint constraint ck_veh_ecu_version_source check (source in (1, 2, 3));
update veh_ecu_version v set source = case
  when v.software_from is not null then 3
  when exists (select from veh_ecu_version w where w.ecu_id = v.ecu_id and w.id < v.id) then 3 else 1 end;
alter table veh_ecu_version alter column source set not null, alter column source set default 1;
create or replace function veh_ecu_keep_version() returns trigger language plpgsql as $$
begin
  insert into veh_ecu_version (ecu_id, vehicle_id, device_type, sn, software_from, software_version, hardware_version, change_time, source)
  values (new.id, new.vehicle_id, new.device_type, new.sn, case when tg_op = 'UPDATE' then old.software_version end, new.software_version,
    new.hardware_version, coalesce(case when tg_op = 'INSERT' then new.install_time end, new.last_report_time, now()),
    case when tg_op = 'INSERT' then 1
      -- What the part first says of itself is what it came with.
      when old.software_version is null and old.sn = new.sn then 1 else 3 end);
  return null;
end $$;
create function veh_ecu_over_the_air() returns trigger language plpgsql as $$
begin
  update veh_ecu_version set source = 2 where id = (
    select v.id from veh_ecu_version v where v.ecu_id = new.id and not v.deleted order by v.change_time desc, v.id desc limit 1)
    and software_version = new.software_version and software_from is distinct from software_version;
  return null;
end $$;
-- D:OtaExecStatus 5: succeeded. Named to run after the trigger that writes the version.
create trigger tr_veh_ecu_version_z_source after update of last_ota_time on veh_ecu for each row
  when (new.last_ota_result = 5 and old.last_ota_time is distinct from new.last_ota_time) execute function veh_ecu_over_the_air();
