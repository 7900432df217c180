-- needs 0099_unique_groups
-- Operations of SIM cards and lists that are being read are works as all others are.
alter table sim_operation
  add column leased_until timestamptz,
  add column last_error   text;
alter table sim_sweep
  add column leased_until timestamptz,
  add column attempts     integer not null default 0,
  add column last_error   text constraint ck_sim_sweep_last_error check (char_length(last_error) <= 200);
