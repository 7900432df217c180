-- Tables that grow with the fleet: every unique index contains the column by which a distributed PostgreSQL would place the rows
-- (decision 0024). A row is still found by its id: that is the index's first column.

alter table veh_trip drop constraint veh_trip_pkey, add primary key (id, vehicle_id);
-- The number of a trip begins with its vehicle.
drop index uq_veh_trip_trip_no;
create unique index uq_veh_trip_trip_no on veh_trip (lower(trip_no), vehicle_id) where not deleted;
alter table veh_mileage_day drop constraint veh_mileage_day_pkey, add primary key (id, vehicle_id);
alter table veh_device_event drop constraint veh_device_event_pkey, add primary key (id, vehicle_id);
alter table dev_connection drop constraint dev_connection_pkey, add primary key (session, vehicle_id);
alter table veh_ble_log drop constraint veh_ble_log_pkey, add primary key (id, time, vehicle_id);
alter table alm_fault_report drop constraint alm_fault_report_pkey, add primary key (id, set_time, vehicle_id);

-- Records of sending lie beside the inboxes of their user. A process of the version before, which still works during a rolling upgrade,
-- writes none: not null is for a later version.
alter table msg_push_record add column user_id bigint;
update msg_push_record r set user_id = i.user_id from msg_inbox i where i.id = r.inbox_id;
alter table msg_push_record
  drop constraint msg_push_channel_push_id_fkey,
  drop constraint msg_push_channel_pkey;
alter table msg_inbox drop constraint msg_push_pkey, add constraint msg_inbox_pkey primary key (id, user_id);
alter table msg_push_record
  add constraint fk_msg_push_record_inbox foreign key (inbox_id, user_id) references msg_inbox (id, user_id) on delete cascade;
create unique index uq_msg_push_record_channel on msg_push_record (inbox_id, channel, user_id) nulls not distinct;
