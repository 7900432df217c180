-- Tasks of the first OTA platform, in the tables of the others.

alter table ota_task
  drop constraint ck_ota_task_vins,
  add constraint ck_ota_task_vins check (char_length(vins) <= 40000),
  alter column auto_paused set default 0,
  alter column current_stage set default 0,
  add constraint ck_ota_task_old check (generation = 2 or (vins is not null and retry_times <= 3));

-- D:OtaGeneration of its task: each platform has pages and rights of its own.
alter table ota_execution add column generation smallint not null default 2 check (generation in (1, 2));
