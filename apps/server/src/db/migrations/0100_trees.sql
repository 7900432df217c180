-- needs 0099_unique_groups
-- A record fits below another one: not below itself, and not deeper than the tree may be with all that hang below it. Moves in one table wait for
-- each other: two at once could go too deep, or round.
create function fits_in_tree() returns trigger language plpgsql as $$
declare
  col text := tg_argv[0];
  most int := tg_argv[1];
  parent bigint;
  known bigint;
  above int;
  below int;
  round boolean;
begin
  execute format('select ($1).%I', col) into parent using new;
  if tg_op = 'UPDATE' then execute format('select ($1).%I', col) into known using old; end if;
  if parent is null or parent is not distinct from known then return new; end if;
  perform pg_advisory_xact_lock(hashtext('tree.' || tg_table_name));
  execute format(
    'with recursive up as (
       select id, %1$I as next, 1 as n from %2$I where id = $1
       union all select t.id, t.%1$I, u.n + 1 from up u join %2$I t on t.id = u.next where u.n <= $2)
     select max(n), coalesce(bool_or(id = $3), false) from up', col, tg_table_name) into above, round using parent, most, new.id;
  execute format(
    'with recursive down as (
       select $1::bigint as id, 1 as n
       union all select t.id, d.n + 1 from down d join %2$I t on t.%1$I = d.id and not t.deleted where d.n <= $2)
     select max(n) from down', col, tg_table_name) into below using new.id, most;
  if round or parent = new.id or coalesce(above, 0) + below > most then
    raise exception 'no place in the tree of %', tg_table_name
      using errcode = '23514', table = tg_table_name, column = col, constraint = 'tree_' || tg_table_name || '_' || col;
  end if;
  return new;
end $$;

create trigger tree_parent_id before insert or update of parent_id on dlr_dealer for each row execute function fits_in_tree('parent_id', '3');
