-- needs 0078_one_partition_maker
-- Numbers of a day and six digits: after 999999 they begin again, like those of alarms (0012). With seven digits the last one was cut off, so that
-- ten records in a row had the same number.
do $$
declare
  name text;
  is_beyond boolean;
begin
  foreach name in array array['seq_feedback', 'seq_app_log', 'seq_sim_operation', 'seq_sim_batch', 'seq_repair_order', 'seq_replacement_record',
    'seq_unbind_application'] loop
    execute format('select last_value > 999999 from %I', name) into is_beyond;
    execute format('alter sequence %I maxvalue 999999 cycle', name) || case when is_beyond then ' restart' else '' end;
  end loop;
end $$;
