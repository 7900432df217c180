-- What a text is found by in lists gets statistics: without them the planner takes any part of it for rare.
do $$
declare
  one record;
begin
  for one in select tablename, indexname, substring(indexdef from '\((replace\(.*\)) gin_trgm_ops\)') as expression
    from pg_indexes where schemaname = current_schema and indexname like 'tg\_%' loop
    execute format('create statistics if not exists st_%s on (%s) from %I', substring(one.indexname from 4), one.expression, one.tablename);
  end loop;
end $$;
-- Lists of vehicles by charge and by controller version; both change seldom, so that updates stay heap-only.
create index veh_vehicle_status_soc on veh_vehicle_status (soc, vehicle_id);
create index veh_vehicle_status_controller on veh_vehicle_status (controller_version, vehicle_id);
