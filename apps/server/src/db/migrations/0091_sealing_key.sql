-- needs 0086_numbers_of_a_unit
-- With which key values are sealed: a process with another one would write what nobody can open, so it does not start.
create table sys_sealing_key (
  one         boolean primary key default true check (one),
  fingerprint bytea not null check (length(fingerprint) = 32),
  create_time timestamptz not null default now()
);
