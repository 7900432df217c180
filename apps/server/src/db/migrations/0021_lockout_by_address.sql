-- Wrong passwords are counted by account and address ("user:5@203.0.113.7"): nobody locks another's account by guessing at it. Each further
-- lock of the same pair lasts twice as long. "owner" is the account, whatever the address.
alter table sys_attempt
  add column locks integer not null default 0,
  add column owner text generated always as (split_part(key, '@', 1)) stored;
create index ix_sys_attempt_owner on sys_attempt (owner);
