-- Identities are read out by their last characters: found from behind, at any size of the table.
create index ex_veh_vehicle_vin on veh_vehicle (reverse(vin) text_pattern_ops) where not deleted;
create index ex_veh_vehicle_frame_no on veh_vehicle (reverse(frame_no) text_pattern_ops) where not deleted;
create index ex_veh_vehicle_imei on veh_vehicle (reverse(imei) text_pattern_ops) where not deleted;
create index ex_veh_vehicle_iccid on veh_vehicle (reverse(iccid) text_pattern_ops) where not deleted;
create index ex_veh_vehicle_ecu_sn on veh_vehicle (reverse(ecu_sn) text_pattern_ops) where not deleted;
create index ex_veh_vehicle_plate_no on veh_vehicle (reverse(plate_no) text_pattern_ops) where not deleted;
create index ex_veh_battery_battery_sn on veh_battery (reverse(battery_sn) text_pattern_ops) where not deleted;
create index ex_veh_battery_bms_sn on veh_battery (reverse(bms_sn) text_pattern_ops) where not deleted;
create index ex_alm_alarm_vin on alm_alarm (reverse(vin) text_pattern_ops) where not deleted;
create index ex_alm_alarm_frame_no on alm_alarm (reverse(frame_no) text_pattern_ops) where not deleted;
create index ex_alm_alarm_imei on alm_alarm (reverse(imei) text_pattern_ops) where not deleted;
create index ex_alm_alarm_alarm_no on alm_alarm (reverse(alarm_no) text_pattern_ops) where not deleted;
