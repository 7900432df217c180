-- needs 0078_one_partition_maker
-- Alarms are deleted after two years: PostgreSQL looks for what points to each of them, and cannot use the indexes of rows that are not deleted.
create index ix_alm_alarm_log_any on alm_alarm_log (alarm_id);
create index ix_cs_repair_order_any_alarm on cs_repair_order (alarm_id) where alarm_id is not null;
