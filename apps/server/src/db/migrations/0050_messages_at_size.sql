-- Messages and repair orders at size: stored numbers of messages to many, and indexes for what people page through.

-- Records of messages to many, in numbers: kept by the statement that writes the records, and still there when the records have expired.
create table msg_push_count (
  ref_type text not null,
  ref_id   text not null,
  channel  smallint not null,              -- D:PushChannel
  status   smallint not null,              -- D:PushStatus
  slot     smallint not null,              -- connections that write at once have rows of their own: the number is the sum of all
  n        integer not null,               -- of one slot it may be negative
  primary key (ref_type, ref_id, channel, status, slot)
) with (fillfactor = 50);

-- Rows in one order, so that two writers do not wait for each other in a circle. Unchanged states cancel out.
create function count_push_records() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into msg_push_count as c (ref_type, ref_id, channel, status, slot, n)
    select ref_type, ref_id, channel, status, pg_backend_pid() % 8, count(*) from added
    where priority > 0 and ref_id is not null group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (ref_type, ref_id, channel, status, slot) do update set n = c.n + excluded.n;
  else
    insert into msg_push_count as c (ref_type, ref_id, channel, status, slot, n)
    select ref_type, ref_id, channel, status, pg_backend_pid() % 8, sum(n) from (
      select ref_type, ref_id, channel, status, -1 as n from was where priority > 0 and ref_id is not null
      union all select ref_type, ref_id, channel, status, 1 from became where priority > 0 and ref_id is not null) moved
    group by 1, 2, 3, 4 having sum(n) <> 0 order by 1, 2, 3, 4
    on conflict (ref_type, ref_id, channel, status, slot) do update set n = c.n + excluded.n;
  end if;
  return null;
end $$;
create trigger counted_insert after insert on msg_push_record referencing new table as added
  for each statement execute function count_push_records();
create trigger counted_update after update on msg_push_record referencing old table as was new table as became
  for each statement execute function count_push_records();
-- After the triggers, which lock the table: no record that is written meanwhile is missed, or counted twice.
insert into msg_push_count (ref_type, ref_id, channel, status, slot, n)
select ref_type, ref_id, channel, status, 0, count(*) from msg_push_record where priority > 0 and ref_id is not null group by 1, 2, 3, 4;

-- Delivery asks for what is due of each priority by itself: a campaign that waits for the morning is not read through at every round.
alter table msg_push_record add constraint ck_msg_push_record_priority check (priority in (0, 1));
-- Recipients of a message, in the order in which they got it.
create index ix_msg_push_record_recipients on msg_push_record (ref_type, ref_id, inbox_id, channel) where priority > 0;
-- The log of alarm messages: by vehicle or type from the alarm, and by what became of them.
create index ix_msg_inbox_alarm_ref on msg_inbox ((ref_id::bigint)) where kind = 'alarm' and ref_type = 'alarm';
create index ix_msg_push_record_alarm on msg_push_record (channel, status, inbox_id desc) where ref_type = 'alarm';
-- Reminders: what a message has still to send, and the vehicles of messages that failed.
create index ix_msg_service_recipient_unsent on msg_service_recipient (message_id) where inbox_id is null;
create index ix_msg_service_recipient_inbox on msg_service_recipient (inbox_id) where inbox_id is not null;
-- Dispatching: open orders and ratings of dealers.
create index ix_cs_repair_order_open_dealer on cs_repair_order (dealer_id) where status between 1 and 4 and not deleted;
create index ix_cs_repair_order_rated on cs_repair_order (dealer_id, rating_time) include (rating) where rating_time is not null and not deleted;
-- Users of the app by version.
create index ix_usr_app_user_app_version on usr_app_user (lower(app_version), id) where not deleted;
-- Owners by model, dealer and activation of their vehicles, without the vehicles themselves: who is in an audience.
create index ix_veh_vehicle_audience on veh_vehicle (vehicle_type_id, dealer_id, activation_status, owner_user_id)
  where owner_user_id is not null and not deleted;
