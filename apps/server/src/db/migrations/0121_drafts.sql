-- needs 0100_trees
-- What people type into forms of publishable records and have not saved: one row a person and record, beside the versions.

create table sys_draft (
  id        bigint generated always as identity primary key,
  user_id   bigint not null constraint fk_sys_draft_user_id references sys_user (id),
  entity    text not null constraint ck_sys_draft_entity check (char_length(entity) <= 40),
  entity_id bigint,                        -- null: a new record
  rev       integer not null default 1,
  base_rev  integer,                       -- of the record that it was typed over
  content   jsonb not null,
  time      timestamptz not null default clock_timestamp(),
  constraint uq_sys_draft_place unique nulls not distinct (user_id, entity, entity_id),
  constraint ck_sys_draft_base_rev check ((entity_id is null) = (base_rev is null))
);
create index ix_sys_draft_record on sys_draft (entity, entity_id);
create index ix_sys_draft_time on sys_draft (time);

-- Files of a draft are held while it is there.
create function sys_draft_gone() returns trigger language plpgsql as $$
begin
  delete from sys_file_use where table_name = 'sys_draft' and record_id = old.id;
  return null;
end $$;
create trigger gone after delete on sys_draft for each row execute function sys_draft_gone();
