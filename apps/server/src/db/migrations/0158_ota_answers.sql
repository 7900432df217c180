-- needs 0155_statistics
-- A vehicle that has not taken its job is neither downloading nor failed: it is notified until it answers, and its phase has a deadline as any other.

alter table ota_execution drop constraint ota_execution_check;
alter table ota_execution
  add constraint ck_ota_execution_deadline check (deadline is null or status in (1, 2, 3, 4)),
  -- It came after the attempt had been given up.
  add column late smallint not null default 0 constraint ck_ota_execution_late check (late in (0, 1)),
  -- When the job of the present attempt went out.
  add column sent_time timestamptz,
  -- How often the vehicle had been switched on when it began to install: a later count is a restart.
  add column install_boot bigint;
-- Jobs that nobody has answered yet.
update ota_execution set sent_time = start_time where start_time is not null;
-- What was tried and has ended, or waits for its next attempt, is tried again as another one.
update ota_execution set report_rank = 1 where attempt > 0 and report_rank = 0 and (status <> 2 or deleted);
update ota_execution set status = 1, start_time = null where status = 2 and report_rank = 0 and not deleted;
-- Those that wait to install had no deadline.
update ota_execution set deadline = now() + interval '72 hours' where status = 3 and not deleted;
-- Vehicles of a stage that have a job and have not answered it, or are to be tried again.
create index ix_ota_execution_unsettled on ota_execution (task_id, stage)
  where (status = 1 and deadline is not null or status = 7 and next_time is not null) and not deleted;

-- How a part's own test of itself ended, with the software that it runs; null where it does not say.
alter table veh_ecu add column self_test smallint constraint ck_veh_ecu_self_test check (self_test in (0, 1));

-- Parts whose software or test changed after a job: an update that was given up may have come about after all, and one that had succeeded may be
-- undone. Whoever writes a part only adds a row: no report waits for an execution.
create table ota_part_news (
  id bigint generated always as identity primary key,
  vehicle_id bigint not null,
  device_type smallint not null
);
create function ota_part_changed() returns trigger language plpgsql as $$
begin
  insert into ota_part_news (vehicle_id, device_type)
  select new.vehicle_id, new.device_type where exists (
    select from ota_execution x where x.vehicle_id = new.vehicle_id and x.device_type = new.device_type and x.attempt > 0 and not x.deleted);
  return null;
end $$;
create trigger tr_veh_ecu_ota_news after update of software_version, self_test on veh_ecu for each row
  when (not new.deleted and (old.software_version, old.self_test) is distinct from (new.software_version, new.self_test))
  execute function ota_part_changed();

-- A stage that began below the gate of the one before: who let it, why, and how that one stood.
alter table ota_task_stage
  add column forced_by bigint constraint fk_ota_task_stage_forced_by references sys_user (id),
  add column forced_reason text constraint ck_ota_task_stage_forced_reason check (char_length(forced_reason) <= 200),
  add column forced_rate numeric(4, 1);
