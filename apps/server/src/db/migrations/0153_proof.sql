-- needs 0149_recon
-- What the installation proves about its own data every night (decision 0050): runs with the result of every check, signed; the days of the logs, so that
-- what is changed later shows; backups and restores of them.

-- The chain of runs: each names the one before by its hash. `hash` is SHA-256 of the canonical content, `signature` Ed25519 over it by `public_key`.
create table sys_proof_run (
  id bigint generated always as identity primary key,
  time timestamptz not null,
  end_time timestamptz not null,
  -- Who asked for it; null: the night.
  user_id bigint constraint fk_sys_proof_run_user_id references sys_user (id),
  version text not null,
  checks integer not null,
  -- Checks that found something, or could not look.
  wrong integer not null constraint ck_sys_proof_run_wrong check (wrong between 0 and checks),
  before_hash bytea,
  hash bytea not null,
  public_key bytea not null,
  signature bytea not null,
  constraint ck_sys_proof_run_time check (end_time >= time)
);
create index ix_sys_proof_run_time on sys_proof_run (time);

create table sys_proof_result (
  run_id bigint not null constraint fk_sys_proof_result_run_id references sys_proof_run (id),
  position smallint not null,
  name text not null,
  time timestamptz not null,
  duration_ms integer not null,
  checked bigint not null,
  wrong_count bigint not null,
  -- The first fifty.
  wrong jsonb not null,
  -- Why it could not look.
  error text,
  primary key (run_id, position)
);

-- A log on a day of Asia/Shanghai that is over: how many rows it has and what they come to.
create table sys_proof_seal (
  log text not null,
  day date not null,
  rows bigint not null,
  digest text not null,
  -- The run that counted it, and signs it.
  run_id bigint not null constraint fk_sys_proof_seal_run_id references sys_proof_run (id) deferrable,
  time timestamptz not null default now(),
  primary key (log, day)
);

create trigger append_only before update or delete on sys_proof_run for each row execute function refuse_log_change();
create trigger append_only before update or delete on sys_proof_result for each row execute function refuse_log_change();
create trigger append_only before update or delete on sys_proof_seal for each row execute function refuse_log_change();
create trigger append_only_whole before truncate on sys_proof_run for each statement execute function refuse_change();
create trigger append_only_whole before truncate on sys_proof_result for each statement execute function refuse_change();
create trigger append_only_whole before truncate on sys_proof_seal for each statement execute function refuse_change();

-- A run that somebody, or the night, has asked for: one at a time (a work).
create table sys_proof_due (
  one smallint primary key default 1 constraint ck_sys_proof_due_one check (one = 1),
  user_id bigint constraint fk_sys_proof_due_user_id references sys_user (id),
  time timestamptz not null default now(),
  next_time timestamptz default now(),
  leased_until timestamptz,
  attempts smallint not null default 0,
  last_error text
);
create index ix_sys_proof_due_next_time on sys_proof_due (next_time);

-- What each log comes to on a day: the number of its rows, and a sum over their texts, whatever their order. A column that a later release adds is null in
-- them, and changes nothing.
create function log_digest(log text, of_day date, out rows bigint, out digest text) language plpgsql stable set timezone = 'UTC' as $$
begin
  execute format('select count(*), coalesce(sum((''x'' || left(md5(jsonb_strip_nulls(to_jsonb(t))::text), 15))::bit(60)::bigint), 0)::text from %I t where t.time >= $1 and t.time < $2', log)
    into rows, digest using of_day::timestamp at time zone 'Asia/Shanghai', (of_day + 1)::timestamp at time zone 'Asia/Shanghai';
end $$;

-- Backups that were made (`npm run backup`), and those that were restored to see that it works (`npm run restore -- --check`).
create table sys_backup_log (
  id bigint generated always as identity primary key,
  kind text not null constraint ck_sys_backup_log_kind check (kind in ('made', 'restored')),
  -- The moment that the backup holds.
  backup_time timestamptz not null,
  rows bigint not null,
  files integer not null,
  sha256 text not null,
  time timestamptz not null default now()
);
create trigger append_only before update or delete on sys_backup_log for each row execute function refuse_change();
create trigger append_only_whole before truncate on sys_backup_log for each statement execute function refuse_change();

