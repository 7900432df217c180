-- needs 0100_trees
-- Versions of records that are written over time: append-only, with the content and the hash that an approval has.

create function content_hash(content jsonb) returns bytea language sql immutable strict as $$
  select sha256(convert_to(content::text, 'UTF8'))
$$;

create table sys_version (
  id        bigint generated always as identity primary key,
  entity    text not null constraint ck_sys_version_entity check (char_length(entity) <= 40),
  entity_id bigint not null,
  number    integer not null constraint ck_sys_version_number check (number > 0),
  why       text not null constraint ck_sys_version_why check (why in ('written', 'submitted', 'approved', 'waived', 'published', 'restored')),
  of_number integer,                          -- which one was restored
  user_id   bigint constraint fk_sys_version_user_id references sys_user (id),  -- null: the system
  content   jsonb not null,
  hash      bytea not null generated always as (content_hash(content)) stored,
  time      timestamptz not null default clock_timestamp(),  -- of what `why` says
  kept_time timestamptz not null default clock_timestamp(),
  constraint uq_sys_version_number unique (entity, entity_id, number),
  constraint uq_sys_version_hash unique (entity, entity_id, number, hash),
  constraint ck_sys_version_of_number check ((why = 'restored') = (of_number is not null))
);

create function sys_version_kept() returns trigger language plpgsql as $$
begin
  raise exception 'a version is never changed' using errcode = '23514';
end $$;
create trigger kept before update or delete on sys_version for each row execute function sys_version_kept();

-- An approval names the version that it is about: to the letter, or the database refuses it.
alter table sys_approval add column version integer;
alter table sys_approval add constraint fk_sys_approval_version
  foreign key (entity, entity_id, version, hash) references sys_version (entity, entity_id, number, hash);

create or replace function sys_approval_sealed() returns trigger language plpgsql as $$
declare
  submitted bytea;
begin
  new.hash := content_hash(new.content);
  if new.step = 'approved' then
    select s.hash into submitted from sys_approval s
      where s.entity = new.entity and s.entity_id = new.entity_id and s.round = new.round and s.step = 'submitted';
    if not found then
      raise exception 'nothing was submitted: % %, round %', new.entity, new.entity_id, new.round using errcode = '23514';
    end if;
    if submitted is distinct from new.hash and submitted is not null then
      raise exception 'another content was submitted: % %, round %', new.entity, new.entity_id, new.round using errcode = '23514';
    end if;
  end if;
  return new;
end $$;
