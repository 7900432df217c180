-- When a task went on after an automatic pause: results until then are not judged again. A vehicle that failed before and is tried again leaves
-- them, so that its next failure counts.
alter table ota_task add column abort_time timestamptz;
update ota_task set abort_time = now() where abort_done > 0;
alter table ota_task drop column abort_failed;
alter table ota_task rename column abort_done to abort_succeeded;
update ota_task t set abort_succeeded = (
  select count(*) from ota_execution x where x.task_id = t.id and x.status = 5 and not x.deleted) where abort_time is not null;
create index ix_ota_execution_bad on ota_execution (task_id, end_time) where status in (6, 7) and not deleted;
