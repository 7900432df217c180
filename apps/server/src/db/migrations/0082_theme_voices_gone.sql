-- needs 0078_one_partition_maker
-- The voices of a theme go with it.
alter table cnt_voice
  drop constraint fk_cnt_voice_theme_id,
  add constraint fk_cnt_voice_theme_id foreign key (theme_id) references cnt_app_theme (id) on delete cascade;
create function cnt_app_theme_voices_gone() returns trigger language plpgsql as $$
begin
  update cnt_voice set deleted = true, rev = rev + 1, update_by = new.update_by, update_time = now() where theme_id = new.id and not deleted;
  return null;
end $$;
create trigger voices_gone after update of deleted on cnt_app_theme for each row
  when (new.deleted and not old.deleted) execute function cnt_app_theme_voices_gone();
