-- Replacement records are entered by hand and voided: what they say of the part that was taken out, of the work, and of the end.

alter table veh_replacement_record
  add column corrected smallint not null default 0 constraint ck_veh_replacement_record_corrected check (corrected in (0, 1)),
  add column new_imei text constraint ck_veh_replacement_record_new_imei check (char_length(new_imei) <= 15),
  add column new_iccid text constraint ck_veh_replacement_record_new_iccid check (char_length(new_iccid) <= 20),
  add column new_ble_mac text constraint ck_veh_replacement_record_new_ble_mac check (char_length(new_ble_mac) <= 17),
  add column repair_order_id bigint,
  add column dealer_id bigint,
  add column odometer_offset_km numeric(14,1) constraint ck_veh_replacement_record_odometer_offset_km check (odometer_offset_km >= -999999.9 and odometer_offset_km <= 999999.9),
  add column parts_fen bigint constraint ck_veh_replacement_record_parts_fen check (parts_fen >= 0 and parts_fen <= 10000000),
  add column labor_fen bigint constraint ck_veh_replacement_record_labor_fen check (labor_fen >= 0 and labor_fen <= 10000000),
  add column images text[] not null default '{}',
  add column remark text constraint ck_veh_replacement_record_remark check (char_length(remark) <= 200),
  -- What was there came from exchanges at the vehicle.
  add column source smallint not null default 2 constraint ck_veh_replacement_record_source check (source in (1, 2, 3)),
  add column status smallint not null default 1 constraint ck_veh_replacement_record_status check (status in (1, 2)),
  add column recorded_sn text constraint ck_veh_replacement_record_recorded_sn check (char_length(recorded_sn) <= 40),
  add column old_imei text constraint ck_veh_replacement_record_old_imei check (char_length(old_imei) <= 15),
  add column old_iccid text constraint ck_veh_replacement_record_old_iccid check (char_length(old_iccid) <= 20),
  add column old_ble_mac text constraint ck_veh_replacement_record_old_ble_mac check (char_length(old_ble_mac) <= 17),
  add column old_software_version text constraint ck_veh_replacement_record_old_software_version check (char_length(old_software_version) <= 40),
  add column old_hardware_version text constraint ck_veh_replacement_record_old_hardware_version check (char_length(old_hardware_version) <= 40),
  add column old_install_time timestamptz,
  add column void_reason text constraint ck_veh_replacement_record_void_reason check (char_length(void_reason) <= 200),
  add column void_time timestamptz,
  add column void_by_id bigint;
alter table veh_replacement_record alter column corrected drop default, alter column source drop default, alter column status drop default;

-- Of exchanges that were recorded without a distance it is not known.
update veh_replacement_record set odometer_km = 0 where odometer_km is null;
alter table veh_replacement_record alter column odometer_km set not null,
  add constraint ck_veh_replacement_record_odometer_km check (odometer_km >= 0 and odometer_km <= 999999.9);

-- Numbers of repair orders stand at the order; those of other systems stay as they are. A sheet never changes a central control.
update veh_replacement_record r set repair_order_id = o.id, dealer_id = o.dealer_id, source = case when r.device_type = 1 then 2 else 3 end, work_order_no = null
  from cs_repair_order o where o.order_no = r.work_order_no and o.vehicle_id = r.vehicle_id;

alter table veh_replacement_record add constraint fk_veh_replacement_record_repair_order_id foreign key (repair_order_id) references cs_repair_order (id);
alter table veh_replacement_record add constraint fk_veh_replacement_record_dealer_id foreign key (dealer_id) references dlr_dealer (id);
alter table veh_replacement_record add constraint fk_veh_replacement_record_void_by_id foreign key (void_by_id) references sys_user (id);
create trigger alive_vehicle_id before insert or update of vehicle_id on veh_replacement_record for each row execute function reference_alive('vehicle_id', 'veh_vehicle', 'one');
create trigger alive_repair_order_id before insert or update of repair_order_id on veh_replacement_record for each row execute function reference_alive('repair_order_id', 'cs_repair_order', 'one');
create trigger alive_dealer_id before insert or update of dealer_id on veh_replacement_record for each row execute function reference_alive('dealer_id', 'dlr_dealer', 'one');
create trigger alive_operator_id before insert or update of operator_id on veh_replacement_record for each row execute function reference_alive('operator_id', 'sys_user', 'one');
create trigger alive_void_by_id before insert or update of void_by_id on veh_replacement_record for each row execute function reference_alive('void_by_id', 'sys_user', 'one');
create index ix_veh_replacement_record_repair_order_id on veh_replacement_record (repair_order_id, id) where not deleted;
create index ix_veh_replacement_record_dealer_id on veh_replacement_record (dealer_id, id) where not deleted;
create index ix_veh_replacement_record_status on veh_replacement_record (status desc nulls last, id desc) where not deleted;
create index ix_veh_replacement_record_void_by_id on veh_replacement_record (void_by_id, id) where not deleted;
select track_files('veh_replacement_record', 'images');
