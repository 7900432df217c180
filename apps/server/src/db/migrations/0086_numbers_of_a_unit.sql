-- needs 0078_one_partition_maker
-- Boots and sequence numbers are those of a control unit: another one in the vehicle begins anew.
create function veh_vehicle_numbers_gone() returns trigger language plpgsql as $$
begin
  delete from veh_uplink_seen where vehicle_id = new.id;
  return null;
end $$;
create trigger numbers_gone after update of imei on veh_vehicle for each row
  when (new.imei is distinct from old.imei) execute function veh_vehicle_numbers_gone();
