-- needs 0156_report_subscriptions
-- The city in which a vehicle was bound: unknown of what was bound before.
alter table veh_binding_log add column city_id text;
alter table veh_binding_log add constraint fk_veh_binding_log_city_id foreign key (city_id) references sys_area (id) not valid;
