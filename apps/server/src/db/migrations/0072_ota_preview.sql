-- A target is counted over a million vehicles while its form is filled in. These indexes hold what is asked of each vehicle and of its parts, so that
-- their rows need not be read.
drop index ix_veh_ecu_vehicle_part;
create index ix_veh_ecu_vehicle_part on veh_ecu (vehicle_id, device_type) include (id, kind_id) where not deleted;
create index ix_veh_vehicle_facts on veh_vehicle (id) include (vehicle_type_id, operation_status, dealer_id, production_date) where not deleted;
-- VINs of a list find their vehicles.
create index ix_veh_vehicle_vin_id on veh_vehicle (vin) include (id) where not deleted;
