-- needs 0156_report_subscriptions
-- concurrently
call fill_first_activations();
drop procedure fill_first_activations();
alter table veh_vehicle validate constraint ck_veh_vehicle_activation_count;
alter table veh_binding_log validate constraint fk_veh_binding_log_city_id;
create index concurrently ix_veh_vehicle_first_activation_time on veh_vehicle (first_activation_time desc nulls last, id desc) where not deleted;
