-- needs 0099_unique_groups
-- Parts of messages, and runs of reminders that are not sent yet, are works as all others are. Processes of the release before make both without a
-- time: they are due at once.
alter table msg_send_job
  add column next_time    timestamptz not null default now(),
  add column leased_until timestamptz,
  add column attempts     integer not null default 0,
  add column last_error   text constraint ck_msg_send_job_last_error check (char_length(last_error) <= 200);
create index ix_msg_send_job_next_time on msg_send_job (next_time);
alter table msg_service_run
  add column next_time    timestamptz default now(),
  add column leased_until timestamptz,
  add column attempts     integer not null default 0,
  add column last_error   text constraint ck_msg_service_run_last_error check (char_length(last_error) <= 200);
update msg_service_run r set next_time = null where not exists (select 1 from msg_service_recipient p where p.run_id = r.id and p.inbox_id is null);
create index ix_msg_service_run_next_time on msg_service_run (next_time) where next_time is not null;
