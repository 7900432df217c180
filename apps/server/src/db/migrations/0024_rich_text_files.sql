-- Pictures and videos within formatted texts belong to their record, like those of file columns.

-- Ids of the uploads that a formatted text shows. Neither its words nor its attributes have a bare "<".
create function html_file_ids(html text) returns text[] language sql immutable as $$
  select coalesce(array_agg(distinct m[1]), '{}')
  from regexp_matches(html, '<(?:img|video) src="/common/file/([0-9A-Za-z_-]{8,64})"', 'g') m
$$;

-- Arguments: table, column, and for a formatted text 'html'; any other column holds one file id or several.
create or replace function note_files() returns trigger language plpgsql as $$
declare
  ids_of     text := format(case tg_argv[2] when 'html' then 'select html_file_ids(($1).%2$I)' else 'select array_remove(%1$L::text[] || ($1).%2$I, null)' end, '{}', tg_argv[1]);
  before_ids text[] := '{}';
  after_ids  text[] := '{}';
begin
  if tg_op <> 'INSERT' then
    execute ids_of into before_ids using old;
  end if;
  if tg_op <> 'DELETE' then
    execute ids_of into after_ids using new;
  end if;
  delete from sys_file_use
   where file_id = any(before_ids) and file_id <> all(after_ids)
     and table_name = tg_argv[0] and column_name = tg_argv[1] and record_id = old.id;
  insert into sys_file_use (file_id, table_name, column_name, record_id)
  select distinct id, tg_argv[0], tg_argv[1], new.id from unnest(after_ids) id where id <> all(before_ids)
  on conflict do nothing;
  return null;
end $$;

drop function track_files(text, text);
-- Every column that holds files is given to this once, by the migration that makes it.
create function track_files(holder text, col text, form text default 'ids') returns void language plpgsql as $$
declare
  call text := format('execute function note_files(%L, %L%s)', holder, col, case form when 'ids' then '' else format(', %L', form) end);
begin
  execute format('create trigger tr_%1$s_%2$s_added after insert on %1$s for each row when (new.%2$s is not null) %3$s', holder, col, call);
  execute format('create trigger tr_%1$s_%2$s_changed after update of %2$s on %1$s for each row when (old.%2$s is distinct from new.%2$s) %3$s', holder, col, call);
  execute format('create trigger tr_%1$s_%2$s_gone after delete on %1$s for each row when (old.%2$s is not null) %3$s', holder, col, call);
end $$;

do $$
declare
  holder text;
  col    text;
begin
  for holder, col in values ('sys_qa', 'answer'), ('sys_qa', 'answer_en'), ('veh_type', 'description')
  loop
    perform track_files(holder, col, 'html');
  end loop;
end $$;
