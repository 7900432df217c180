-- Administration of access: a second factor, logs that can be searched and kept for a set time, versions of the dictionary (catalogue 01).

-- Time-based one-time passwords (RFC 6238) of staff who want a second factor.
create table sys_totp (
  user_id        bigint primary key references sys_user (id) on delete cascade,
  secret_enc     bytea not null,                    -- sealed like personal data
  create_time    timestamptz not null default now(),
  confirmed_time timestamptz,                       -- null: shown, but not yet shown to work
  last_step      bigint not null default 0          -- the newest code used: none is good twice
);

create table sys_recovery_code (
  id        bigint generated always as identity primary key,
  user_id   bigint not null references sys_totp (user_id) on delete cascade,
  code_hash bytea not null,
  used_time timestamptz,
  unique (user_id, code_hash)
);

-- A role that is gone leaves nothing behind that another one of the same code would take over.
create function access_role_gone() returns trigger language plpgsql as $$
begin
  delete from sys_user_role where role_code = new.role_code;
  delete from sys_role_function where role_code = new.role_code;
  return null;
end
$$;
create trigger access_gone after update of deleted on sys_role for each row when (new.deleted and not old.deleted) execute function access_role_gone();
