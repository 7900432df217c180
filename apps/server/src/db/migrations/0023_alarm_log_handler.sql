-- Whom an alarm was given to is a reference, shown to those who may know the people of the platform, instead of a name in the remark.
-- A name that two accounts have says nothing of which one it was: it is dropped.
alter table alm_alarm_log add column handler_id bigint;
alter table alm_alarm_log add constraint fk_alm_alarm_log_handler_id foreign key (handler_id) references sys_user (id);
create index ix_alm_alarm_log_handler_id on alm_alarm_log (handler_id, id) where not deleted;
update alm_alarm_log l set remark = null,
  handler_id = (select case when count(*) = 1 then min(u.id) end from sys_user u where u.real_name = l.remark)
where l.action = 'assign';
