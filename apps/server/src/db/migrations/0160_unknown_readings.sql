-- needs 0156_report_subscriptions
-- Codes by which devices say that they do not know were taken for figures.
update veh_vehicle_status set csq = null where csq > 31;
update veh_vehicle_status set rsrp_dbm = null where rsrp_dbm >= 0;
update veh_vehicle_status set hdop = null where hdop >= 99;
update veh_vehicle_status set satellites = null where satellites = 99;
update veh_vehicle_status set cycle_count = null where cycle_count >= 65535;
update veh_vehicle_status set motor_temp_c = null where motor_temp_c = 255;
update veh_vehicle_status set controller_temp_c = null where controller_temp_c = 255;
update ota_execution set csq = null where csq > 31;

-- A day on which the odometer jumped further than a vehicle goes (D:MileageAbnormal 4).
alter table veh_mileage_day drop constraint ck_veh_mileage_day_abnormal;
alter table veh_mileage_day add constraint ck_veh_mileage_day_abnormal check (abnormal in (1, 2, 3, 4));
